// SPDX-License-Identifier: MIT
// What a playout policy is put together from. A part is asked for a move and answers or declines; parts are asked in
// the order of a list, and what all of them decline is drawn uniformly. A part is a struct that names itself, has
// parameters of its own and says which games it can serve, as algorithms are (search/search.h):
//
//   struct Lgrf1 {
//     static constexpr std::string_view name = "lgrf1", summary = "...";
//     using Params = NoParams;                                             // or a ParamStruct; kin may share one
//     template <GameState S> static constexpr std::string_view missing();  // empty when S can be played
//     template <GameState S> static Lgrf<S> make(const Params&, PartSetup<S>&);
//   };
//
// It may also have
//
//     static constexpr bool reads_counts = true;               // needs all-moves-as-first counts in the descent
//     static bool uses(const Params&, std::string_view key);   // whether a key of its parameters matters
//     static bool never_declines(const Params&);               // those behind it would never be asked
//     template <GameState S> static void check(const Params&); // throws UsageError when the game has no such thing
//     template <GameState S> static constexpr bool grows();    // whether it keeps tables that grow
//
// What `make` gives does the work. It may leave out what is marked so:
//
//     void prepare(const S& root);                               (may be left out) before each search
//     auto begin(const S& state, const Descent<S>& descent);     before each playout: what answers during it
//       bool propose(const S& now, Player mover, Move& move);      a legal move and true, or false
//       void note(const PlayedMove<S>& made);                      (may be left out) each move, whoever proposed it
//     void learn(const Descent<S>&, std::span<const PlayedMove<S>> playout, const Outcome<S>&);
//                                                                (may be left out) after each playout
//     std::vector<Move> pruned(const S& root, const AmafCounts&) const;    (may be left out)
//     static constexpr bool reads_descent = false;               (may be left out) when it is indifferent to the path
//
// `begin` answers with a value of its own, so that what changes with every move can stay in registers. So can a
// proposed move: g++ would put an optional one together in memory, byte by byte, and wait for the bytes to arrive
// there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"
#include "game/move_key.h"
#include "game/moves.h"
#include "game/playouts.h"

namespace banyan {

struct NoParams {
  static constexpr auto fields() { return std::tuple{}; }
};

template <class... Parts>
struct PartList {};

/// What a part is made for and from.
template <GameState S>
class PartSetup {
 public:
  /// `bytes` are for the tables of one part.
  PartSetup(const S& root_state, std::uint64_t seed, std::size_t bytes)
      : root(root_state), table_bytes(bytes), seed_(seed) {}

  const S& root;
  std::size_t table_bytes;  // that the part's tables may take, if they grow
  bool is_last = true;      // nobody is asked after the part

  /// The seed of a stream for what the part decides by chance: the first part that asks has stream 1 below the
  /// playout's seed, as it would have alone. A part without decisions of chance asks for none, and moves nobody's.
  std::uint64_t next_seed() { return derive_seed(seed_, ++streams_); }

 private:
  std::uint64_t seed_;
  std::uint64_t streams_ = 0;
};

/// Whether the move of this index can be made now.
template <IndexesMoves S>
[[gnu::always_inline]] inline bool can_play(const S& now, unsigned index) {
  if constexpr (FillsBoard<S>) {
    return now.owners()[index] == 0;
  } else {
    return is_legal(now, now.move_at(static_cast<int>(index)));
  }
}

/// The indices from 0 on that playouts may have to do with.
template <IndexesMoves S>
unsigned playout_indices(const S& state) {
  if constexpr (FillsBoard<S>) {
    return static_cast<unsigned>(state.placement_count());
  } else {
    return static_cast<unsigned>(state.index_count());
  }
}

/// What parts that know moves by their keys need of a game.
template <GameState S>
constexpr std::string_view missing_keys() {
  if (S::players != 2) return "two players";
  if (!NamesMoves<S>) return "moves that have a number, a code or no gaps in their bytes (NamesMoves)";
  return "";
}

}  // namespace banyan
