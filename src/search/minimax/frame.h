// SPDX-License-Identifier: MIT
// The value of a position by searching all lines to a depth: minimax, with the mean over outcomes where chance moves
// (expectiminimax). Values are those of the first player wherever they occur, so nothing is negated and a player may
// move several times in a row.
//
// What is left out never changes the result:
//   alpha-beta   a line that a player would avoid is not searched on
//   Star1        the same through chance, with the bounds that a game gives for its values [Ballard 1983; Hauk, Buro
//                and Schaeffer 2004]: outcomes are searched in turn, and the rest taken at its best and at its worst
//   Star2        one good move under each outcome first, which bounds the value from one side
//   table        positions reached in several ways; an entry is for one number of turns left, so that it says exactly
//                what a search would
//
// With `samples`, some outcomes of chance stand for all: sparse sampling [Kearns, Mansour and Ng 2002], and with Star1
// or Star2 Monte-Carlo *-minimax [Lanctot et al. 2013].
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/random.h"
#include "game/chance.h"
#include "game/depth.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "search/limits/limits.h"
#include "search/minimax/params.h"
#include "search/minimax/table.h"
#include "search/representatives/representatives.h"

namespace banyan {

/// What the frames of one search share: a game's and that of its abstract game.
struct MinimaxWork {
  const MinimaxParams& params;
  TranspositionTable* table;  // null = none
  Limits& limits;
  std::uint64_t seed;  // of the outcomes that are drawn
  std::uint64_t nodes = 0, leaves = 0;
  std::uint64_t open_leaves = 0;  // where the game was not over
  bool is_stopped = false;

  void visit() {
    if (limits.reached(++nodes)) is_stopped = true;
  }
};

namespace detail {
template <class S>
struct AbstractOf {
  using Type = void;
};
template <HasAbstract S>
struct AbstractOf<S> {
  using Type = decltype(std::declval<const S&>().abstract());
};
}  // namespace detail

template <class S>
class MinimaxFrame {
 public:
  using Move = typename S::Move;
  using Abstract = typename detail::AbstractOf<S>::Type;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// `turns` is the depth of the whole search: representatives stand in when fewer are left.
  MinimaxFrame(MinimaxWork& work, int turns) : work_(work), turns_(turns), below_(work, turns) {}

  /// The value after `move`, with `left` turns to search before it. Within (low, high) it is exact; at or below low,
  /// and at or above high, it is a bound.
  double value_after(const S& state, const Move& move, int left, double low, double high) {
    S next = state;
    next.play(move);
    const int left_then = turns_left(state, next, left);
    if (left_then <= 0 || next.is_terminal()) return leaf(next);
    if constexpr (HasAbstract<S>) {
      if (left_then < turns_ && work_.params.representatives == Representatives::averaged) {
        return below_.value_of(next.abstract(), left_then, low, high);
      }
    }
    return value(next, left_then, low, high, left_then != left);
  }

  /// The same for a position that another frame has reached.
  double value_of(const S& state, int left, double low, double high) {
    return state.is_terminal() ? leaf(state) : value(state, left, low, high, true);
  }

  /// The moves of a decision, without those that need no search.
  void list_moves(const S& state, int left, MoveList<S>& moves) const {
    state.legal_moves(moves);
    drop(state, moves);
    if (left < turns_) keep_representatives(state, moves, nullptr);
  }

  /// Sorts by falling urgency; equal ones stay as they are, `first` comes first.
  void sort(const S& state, MoveList<S>& moves, const Move* first) {
    if (!work_.params.prunes() || work_.params.order == MoveOrder::listed) return;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[i];
      int key = 0;
      if constexpr (OrdersMoves<S>) key = state.urgency(move);
      if (first != nullptr && move == *first) key = std::numeric_limits<int>::max();
      std::size_t at = i;
      for (; at > 0 && keys_[at - 1] < key; --at) {
        keys_[at] = keys_[at - 1];
        moves[at] = moves[at - 1];
      }
      keys_[at] = key;
      moves[at] = move;
    }
  }

  static std::uint64_t key_of(const S& state, int left) {
    const std::uint64_t key = mix64(state.hash() + static_cast<std::uint64_t>(left) * golden_ratio);
    return key == 0 ? 1 : key;
  }

  static double evaluate(const S& state) {
    if constexpr (EvaluatesPositions<S>) {
      return state.evaluate(0);
    } else {
      return state.is_terminal() ? state.rewards()[0] : 0.5;
    }
  }

  static int turns_left(const S& before, const S& after, int left) {
    if constexpr (CountsTurns<S>) {
      return left - (after.turn() - before.turn());
    } else {
      return left - (before.to_move() == chance ? 0 : 1);
    }
  }

 private:
  struct NoFrame {
    NoFrame(MinimaxWork&, int) {}
  };
  using Below = std::conditional_t<std::is_void_v<Abstract>, NoFrame, MinimaxFrame<Abstract>>;
  template <class>
  friend class MinimaxFrame;

  double leaf(const S& state) {
    ++work_.leaves;
    work_.visit();
    if constexpr (!EvaluatesPositions<S>) work_.open_leaves += state.is_terminal() ? 0 : 1;
    return evaluate(state);
  }

  double value(const S& state, int left, double low, double high, bool is_new_turn) {
    work_.visit();
    if (work_.is_stopped) return 0;
    // Within the last turn, looking up costs more than searching.
    const bool remembers = work_.table != nullptr && (left > 1 || is_new_turn);
    std::uint64_t key = 0;
    Move first{};
    const Move* hint = nullptr;
    if (remembers) {
      key = key_of(state, left);
      if (const auto* entry = work_.table->find(key)) {
        if (entry->low >= high || entry->low == entry->high) return entry->low;
        if (entry->high <= low) return entry->high;
        if (entry->move != TranspositionTable::no_move) {
          first = entry->template move_as<Move>();
          hint = &first;
        }
      }
    }
    Found found{};
    if (state.to_move() == chance) {
      if constexpr (HasChance<S>) found = chance_value(state, left, low, high);
    } else {
      found = decision_value(state, left, low, high, hint);
    }
    if (remembers && !work_.is_stopped) {
      work_.table->store(key, found.low, found.high, found.has_move ? &found.move : nullptr);
    }
    return found.low > -infinity ? found.low : found.high;
  }

  /// What a search with a window tells: bounds of the value, equal where it is exact.
  struct Found {
    double low = -infinity, high = infinity;
    bool has_move = false;
    Move move{};
  };
  static Found at_least(double low) { return {.low = low, .high = infinity, .has_move = false, .move = {}}; }
  static Found at_most(double high) { return {.low = -infinity, .high = high, .has_move = false, .move = {}}; }

  /// The moves of the positions on the path, one after the other: a list for each would be large on the stack.
  class Path {
   public:
    Path(std::vector<Move>& all, const MoveList<S>& moves) : all_(all), begin_(all.size()), count_(moves.size()) {
      all.insert(all.end(), moves.begin(), moves.end());
    }
    ~Path() { all_.resize(begin_); }
    Path(const Path&) = delete;
    Path& operator=(const Path&) = delete;
    std::size_t size() const { return count_; }
    Move operator[](std::size_t i) const { return all_[begin_ + i]; }

   private:
    std::vector<Move>& all_;
    std::size_t begin_, count_;
  };

  // ---- A player moves ----

  Found decision_value(const S& state, int left, double low, double high, const Move* hint) {
    listed_.clear();
    list_moves(state, left, listed_);
    sort(state, listed_, hint);
    const Path moves(path_, listed_);
    return best_of(state, moves, moves.size(), left, low, high);
  }

  /// The best of the first `count` moves.
  Found best_of(const S& state, const Path& moves, std::size_t count, int left, double low, double high) {
    const bool is_first = state.to_move() == 0;
    const bool prunes = work_.params.prunes();
    double from = low, to = high;
    double best = is_first ? -infinity : infinity;
    Found found;
    for (std::size_t i = 0; i < count; ++i) {
      const Move move = moves[i];
      const double v = value_after(state, move, left, from, to);
      if (work_.is_stopped) return found;
      if (is_first ? v > best : v < best) {
        best = v;
        found.move = move;
        found.has_move = true;
      }
      if (!prunes) continue;
      if (is_first) {
        from = std::max(from, v);
      } else {
        to = std::min(to, v);
      }
      if (from >= to) break;
    }
    if (best > low) found.low = best;
    if (best < high) found.high = best;
    return found;
  }

  void drop(const S& state, MoveList<S>& moves) const {
    const bool dominated = work_.params.drops_dominated();
    const bool duplicates = work_.params.drops_duplicates();
    if (!dominated && !duplicates) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if constexpr (KnowsDominated<S>) {
        if (dominated && state.is_dominated(moves[i])) continue;
      }
      if constexpr (KnowsDuplicates<S>) {
        if (duplicates && state.is_duplicate(moves[i])) continue;
      }
      moves[kept++] = moves[i];
    }
    moves.shrink_to(kept);
  }

  // ---- Chance moves ----

  using Weights = std::vector<double>;

  void list_outcomes(const S& state, int left, MoveList<S>& moves, Weights& weight) const {
    state.legal_moves(moves);
    if (work_.params.samples > 0) {
      draw_outcomes(state, moves, weight);
      return;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const double p = state.probability(moves[i]);
      if constexpr (KnowsDuplicates<S>) {
        if (work_.params.drops_duplicates() && kept > 0 && state.is_duplicate(moves[i])) {
          weight.back() += p;
          continue;
        }
      }
      weight.push_back(p);
      moves[kept++] = moves[i];
    }
    moves.shrink_to(kept);
    if (left < turns_) keep_representatives(state, moves, &weight);
  }

  /// Some outcomes in place of all: of equally likely ones different ones, else as often as they are drawn. A position
  /// always has the same, so that what is pruned makes no difference here either.
  void draw_outcomes(const S& state, MoveList<S>& moves, Weights& weight) const {
    const std::size_t count = moves.size();
    const auto wanted = static_cast<std::size_t>(work_.params.samples);
    for (const Move& move : moves) weight.push_back(state.probability(move));
    const double first = weight[0];
    const bool is_uniform = std::all_of(weight.begin(), weight.end(), [first](double p) { return p == first; });
    if (is_uniform && wanted >= count) return;
    Rng rng(derive_seed(work_.seed, state.hash()));
    if (is_uniform) {
      for (std::size_t i = 0; i < wanted; ++i) {
        std::swap(moves[i], moves[i + rng.below(static_cast<std::uint32_t>(count - i))]);
      }
      moves.shrink_to(wanted);
      weight.assign(wanted, 1.0 / static_cast<double>(wanted));
      return;
    }
    std::vector<int> drawn(count);
    for (std::size_t i = 0; i < wanted; ++i) {
      double left = rng.unit();
      std::size_t at = 0;
      while (at + 1 < count && (left -= weight[at]) >= 0) ++at;
      ++drawn[at];
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (drawn[i] == 0) continue;
      weight[kept] = static_cast<double>(drawn[i]) / static_cast<double>(wanted);
      moves[kept++] = moves[i];
    }
    moves.shrink_to(kept);
    weight.resize(kept);
  }

  Found chance_value(const S& state, int left, double low, double high) {
    listed_.clear();
    Weights weight;
    weight.reserve(64);
    list_outcomes(state, left, listed_, weight);
    const Path moves(path_, listed_);
    if constexpr (BoundsValues<S> || !EvaluatesPositions<S>) {
      if (work_.params.prune >= Prune::star1) return star(state, moves, weight, left, low, high);
    }
    Found found;
    double sum = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      sum += weight[i] * value_after(state, moves[i], left, -infinity, infinity);
      if (work_.is_stopped) return found;
    }
    found.low = found.high = sum;
    return found;
  }

  Found star(const S& state, const Path& moves, const Weights& weight, int left, double low, double high) {
    const std::size_t count = moves.size();
    double worst = 0, best = 1;
    if constexpr (BoundsValues<S>) {
      const auto bounds = state.value_bounds(state.turn() + left);
      worst = bounds.low;
      best = bounds.high;
    }
    if (worst >= high) return at_least(worst);
    if (best <= low) return at_most(best);
    std::vector<double> least(count, worst), most(count, best);
    double sum_least = 0, sum_most = 0;  // of all outcomes, as far as they are known
    for (const double p : weight) {
      sum_least += p * worst;
      sum_most += p * best;
    }
    const auto raise = [&](std::size_t i, double v) {
      sum_least += weight[i] * (v - least[i]);
      least[i] = v;
    };
    const auto lower = [&](std::size_t i, double v) {
      sum_most -= weight[i] * (most[i] - v);
      most[i] = v;
    };
    // An outcome of this value decides the node, whatever the others are.
    const auto enough = [&](std::size_t i) { return least[i] + (high - sum_least) / weight[i]; };
    const auto too_little = [&](std::size_t i) { return most[i] - (sum_most - low) / weight[i]; };

    if (work_.params.prune == Prune::star2) {
      for (std::size_t i = 0; i < count; ++i) {
        S next = state;
        next.play(moves[i]);
        const int left_then = turns_left(state, next, left);
        if (next.is_terminal() || left_then <= 0 || next.to_move() == chance) continue;
        if (next.to_move() == 0) {
          const double v = probe(next, left_then, least[i], enough(i));
          if (work_.is_stopped) return {};
          if (v > least[i]) raise(i, v);
          if (sum_least >= high) return at_least(sum_least);
        } else {
          const double v = probe(next, left_then, too_little(i), most[i]);
          if (work_.is_stopped) return {};
          if (v < most[i]) lower(i, v);
          if (sum_most <= low) return at_most(sum_most);
        }
      }
    }

    constexpr double hair = 1e-9;  // a value at a known bound is inside the window
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double from = too_little(i), to = enough(i);
      const double v =
          value_after(state, moves[i], left, std::max(from, least[i] - hair), std::min(to, most[i] + hair));
      if (work_.is_stopped) return {};
      if (v >= to) {
        raise(i, v);
        return at_least(std::max(sum_least, high));  // what is rounded may lie a hair inside the window
      }
      if (v <= from) {
        lower(i, v);
        return at_most(std::min(sum_most, low));
      }
      raise(i, v);
      lower(i, v);
      sum += weight[i] * v;  // in this order whatever was pruned, so that equal sums are equal
    }
    return {.low = sum, .high = sum, .has_move = false, .move = {}};
  }

  /// The value of one good move, and where the table knows better, what it knows: a bound from the mover's side.
  double probe(const S& state, int left, double low, double high) {
    Move first{};
    const Move* hint = nullptr;
    if (work_.table != nullptr) {
      if (const auto* entry = work_.table->find(key_of(state, left))) {
        const double known = state.to_move() == 0 ? entry->low : entry->high;
        if (state.to_move() == 0 ? known >= high : known <= low) return known;
        if (entry->move != TranspositionTable::no_move) {
          first = entry->template move_as<Move>();
          hint = &first;
        }
      }
    }
    listed_.clear();
    list_moves(state, left, listed_);
    sort(state, listed_, hint);
    const Path moves(path_, listed_);
    const Found found = best_of(state, moves, 1, left, low, high);
    return state.to_move() == 0 ? found.low : found.high;
  }

  // ---- Representatives ----

  void keep_representatives(const S& state, MoveList<S>& moves, Weights* weight) const {
    const auto kind = work_.params.representatives;
    if (kind == Representatives::chosen) banyan::keep_representatives(state, own_classes, moves, weight);
    if (kind == Representatives::learned) banyan::keep_representatives(state, work_.params.classes, moves, weight);
  }

  MinimaxWork& work_;
  int turns_;
  MoveList<S> listed_;      // of one position, until it is on the path
  std::vector<Move> path_;  // the moves of all positions from the root on
  std::array<int, static_cast<std::size_t>(S::max_moves)> keys_;
  [[no_unique_address]] Below below_;
};

}  // namespace banyan
