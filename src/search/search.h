// SPDX-License-Identifier: MIT
// What every search algorithm is to its caller. An algorithm is a small struct that names itself, lists its
// parameters and makes a Search for any game that can do what it needs:
//
//   struct Flat {
//     static constexpr std::string_view name = "flat", summary = "...";
//     struct Params { ... auto bind() { return banyan::Params(limits, playout, leaf); } };
//     template <GameState S> static constexpr std::string_view missing();   // empty when S can be played
//     template <GameState S> static std::unique_ptr<Search<S>> make(const Params&, std::uint64_t seed);
//   };
//
// engine/algorithms.h lists them. Tree searches are made from selections (mcts/tree_search.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "game/game_state.h"
#include "search/limits/limits.h"

namespace banyan {

/// By what the moves of a root are compared when one is to be played: the higher value, of equals the higher tie.
struct Rank {
  double value = 0, tie = 0;
};

template <GameState S>
struct MoveStatistics {
  typename S::Move move{};
  std::uint64_t visits = 0;
  double value = 0;  // mean reward of the player to move at the root
  std::uint64_t amaf_visits = 0;
  double amaf_value = 0;
  std::optional<double> proven;  // that player's reward, when it is certain
  std::optional<Rank> rank{};    // where moves are not compared by their values alone
};

template <GameState S>
struct SearchResult {
  MoveStatistics<S> best;
  std::vector<MoveStatistics<S>> moves;  // the root moves that were tried, most visited first
  std::vector<typename S::Move> principal_variation;
  std::vector<std::vector<typename S::Move>> lines;  // how it would go on, from each of the first of `moves`
  std::vector<typename S::Move> pruned;              // root moves that the playout policy keeps playouts from
  std::optional<double> proven;
  std::uint64_t iterations = 0;
  std::uint64_t playout_moves = 0;
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;
  bool memory_is_full = false;     // the tree wanted to grow and could not
  std::uint64_t leaves = 0;        // positions that were evaluated, by searches to a depth
  int threads = 1;                 // that searched
  int missing_threads = 0;         // that could not be started
  double helpers_cpu_seconds = 0;  // of threads other than the caller's
  int depth = 0;                   // of the last search that found a move
  bool is_evaluation = false;      // values are what the game's evaluation says, not rewards
  bool are_means = false;          // values are means over so many visits
  std::string_view stopped_by;
};

/// How the caller watches a search and ends it. Each may be left out.
template <GameState S>
struct Watch {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const SearchResult<S>&)> progress;
  std::optional<LimitParams> limits{};             // instead of the algorithm's own, and not to be extended
  double report_interval = usual_report_interval;  // seconds between two calls of `progress`
  bool saves_time = false;  // what this search does not use of its limits is there for later ones
  /// Of so many moves the caller wants to know what they are worth and how it would go on; where it can be told.
  std::size_t lines = 0;
  /// Legal moves, none of them twice: the search is about these alone, and what it finds certain about them is kept
  /// from searches of the whole position. Empty: about all moves.
  std::span<const typename S::Move> only{};

  Limits begin(const LimitParams& own, std::uint64_t cap) const {
    return {limits.value_or(own), cap, stop, report_interval};
  }
};

template <GameState S>
class Search {
 public:
  virtual ~Search() = default;
  /// The best move in `state`, which must not be terminal. `history` holds every move since the start of the
  /// game, by which an algorithm that keeps its tree recognises what has been played since its last search.
  virtual SearchResult<S> search(const S& state, std::span<const typename S::Move> history, const Watch<S>& watch) = 0;
};

/// The moves that a search is about at its root, in the game's own order.
template <GameState S>
MoveList<S> moves_at_root(const S& state, std::span<const typename S::Move> only) {
  MoveList<S> moves;
  state.legal_moves(moves);
  if (only.empty()) return moves;
  const auto* const end = std::remove_if(moves.begin(), moves.end(), [&](const typename S::Move& move) {
    return std::find(only.begin(), only.end(), move) == only.end();
  });
  moves.shrink_to(static_cast<std::size_t>(end - moves.begin()));
  return moves;
}

/// The most visited move first; of equals, the one that stood first.
template <class Statistics>
void sort_by_visits(std::vector<Statistics>& moves) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Statistics& a, const Statistics& b) { return a.visits > b.visits; });
}

/// The move of the highest value first; of equals, the one that stood first.
template <class Statistics>
void sort_by_value(std::vector<Statistics>& moves) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const Statistics& a, const Statistics& b) { return a.value > b.value; });
}

/// Whether what is certain of the moves that a search was about is so of the position: what was left out may be better
/// than anything but a win.
inline bool holds_for_position(double proven, bool is_restricted) { return !is_restricted || proven == 1.0; }

}  // namespace banyan
