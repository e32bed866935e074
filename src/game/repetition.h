// SPDX-License-Identifier: MIT
// Draws by repetition. A game says what counts as the same position and which occurrence ends it; Repeating<S> is that
// game with its past in the state. So whoever asks is_terminal() and rewards() sees the draw on the same move: trees,
// playouts, sessions, matches and saved games, and their loops keep no books. Only search to a depth for play does,
// which copies or takes back states without their past (search/alphabeta/line_search.h). A game that cannot repeat is
// not wrapped and pays nothing.
//
// What it costs: a look into a hash table for each move, and with each copy of the state one of the table, which is 16
// to 32 bytes for each move of the game so far.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/random.h"
#include "game/depth.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/nested.h"
#include "game/results.h"

namespace banyan {

/// A position that occurs too often ends the game as a draw, when it is played as Repeating<S>.
template <class S>
concept Repeats = GameState<S> &&(S::players > 1) && requires(const S c) {
  /// Equal for what the rules call the same position, in which hash() may tell more apart.
  { c.repetition_key() } -> std::same_as<std::uint64_t>;
  /// Which occurrence is the draw; 0 = none. The same for every state of one game.
  { c.repetitions() } -> std::same_as<int>;
};

/// How often each position has occurred, by its key.
class PositionCounts {
 public:
  /// One more; returns how often this one has occurred by now.
  int add(std::uint64_t key) {
    if (2 * (size_ + 1) > table_.size()) grow();
    key = std::max(mix64(key), std::uint64_t{1});
    ++size_;
    sum_ += key;
    return insert(key);
  }

  /// How often this one has occurred so far.
  int count(std::uint64_t key) const {
    if (table_.empty()) return 0;
    key = std::max(mix64(key), std::uint64_t{1});
    const std::size_t mask = table_.size() - 1;
    int occurrences = 0;
    for (std::size_t at = key & mask; table_[at] != 0; at = (at + 1) & mask) occurrences += table_[at] == key ? 1 : 0;
    return occurrences;
  }

  /// One less of a position that has occurred.
  void remove(std::uint64_t key) {
    key = std::max(mix64(key), std::uint64_t{1});
    --size_;
    sum_ -= key;
    const std::size_t mask = table_.size() - 1;
    std::size_t free = key & mask;
    while (table_[free] != key) free = (free + 1) & mask;
    // What was pushed on past this place and may stand in it moves up, so that no way to a key has a gap.
    for (std::size_t at = (free + 1) & mask; table_[at] != 0; at = (at + 1) & mask) {
      if (((at - table_[at]) & mask) < ((at - free) & mask)) continue;
      table_[free] = table_[at];
      free = at;
    }
    table_[free] = 0;
  }

  /// Equal for the same positions in whatever order they have occurred.
  std::uint64_t hash() const { return sum_; }

 private:
  int insert(std::uint64_t mixed) {
    const std::size_t mask = table_.size() - 1;
    int occurrences = 1;
    std::size_t at = mixed & mask;
    for (; table_[at] != 0; at = (at + 1) & mask) occurrences += table_[at] == mixed ? 1 : 0;
    table_[at] = mixed;
    return occurrences;
  }

  void grow() {
    std::vector<std::uint64_t> old(std::max<std::size_t>(32, 2 * table_.size()));
    old.swap(table_);
    for (const std::uint64_t mixed : old) {
      if (mixed != 0) insert(mixed);
    }
  }

  std::vector<std::uint64_t> table_;  // a power of two, at most half of them filled; 0 = free
  std::size_t size_ = 0;
  std::uint64_t sum_ = 0;
};

/// The game S, drawn where a position repeats. Everything else is as S has it, but for what would go on past a draw.
template <Repeats S>
class Repeating : public S {
  static_assert(!PocketsMoves<S> && !VariesPlayouts<S> && !SkipsTurns<S> && !HasAbstract<S>,
                "these ways to play on go past what is counted here");

 public:
  using Move = typename S::Move;
  using Game = S;  // without its past

  explicit Repeating(const typename S::Options& options) : S(options) { count(); }

  bool is_terminal() const { return is_drawn_ || S::is_terminal(); }
  Rewards<S> rewards() const {
    if (!is_drawn_) return S::rewards();
    Rewards<S> even;
    even.fill(1.0 / S::players);
    return even;
  }
  void legal_moves(MoveList<S>& out) const {
    if (!is_drawn_) S::legal_moves(out);
  }
  void play(Move m) {
    S::play(m);
    count();
  }

  /// How often the position of this key has occurred, the present one included.
  int occurrences(std::uint64_t key) const { return past_.count(key); }

  /// Before a move was played, there was no draw.
  auto play_noting(Move m) requires TakesBack<S> {
    const auto before = S::play_noting(m);
    count();
    return before;
  }
  template <class Before>
  void take_back(Move m, const Before& before) requires TakesBack<S> {
    if (S::repetitions() > 0) past_.remove(S::repetition_key());
    is_drawn_ = false;
    S::take_back(m, before);
  }
  void grouped_moves(MoveList<S>& out, std::span<std::uint32_t> sizes) const requires GroupsMoves<S> {
    if (!is_drawn_) S::grouped_moves(out, sizes);
  }
  std::uint64_t count_moves() const requires CountsMoves<S> { return is_drawn_ ? 0 : S::count_moves(); }

  /// What has occurred decides the future, too.
  std::uint64_t hash() const { return mix64(S::hash() ^ past_.hash()); }

  std::vector<std::string> how() const {
    if (is_drawn_) return {"repetition"};
    if constexpr (ExplainsResults<S>) return S::how();
    return {};
  }

  bool is_legal(Move m) const requires TestsMoves<S> { return !is_drawn_ && S::is_legal(m); }
  void legal_mask(std::span<std::uint64_t> words) const requires MasksMoves<S> {
    if (is_drawn_) {
      std::fill(words.begin(), words.end(), 0);
    } else {
      S::legal_mask(words);
    }
  }
  double evaluate(Player p) const requires EvaluatesPositions<S> { return is_drawn_ ? 0 : S::evaluate(p); }

  /// The game's own loop would not look back.
  template <class Choose>
  void run_playout(Choose&&) = delete;

 private:
  void count() {
    const int last = S::repetitions();
    if (last > 0) is_drawn_ = past_.add(S::repetition_key()) >= last && !S::is_terminal();
  }

  PositionCounts past_;
  bool is_drawn_ = false;
};

}  // namespace banyan
