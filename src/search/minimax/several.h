// SPDX-License-Identifier: MIT
// Search to a depth for more than two players. MaxN [Luckhardt and Irani 1986]: everybody maximises an own value,
// nothing is pruned. Best-reply search [Schadd and Winands 2011]: between two turns of the player at the root, one
// opponent moves, whichever hurts most, and the others pass; for two players this is minimax. Where chance moves, both
// take means.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/params.h"
#include "game/chance.h"
#include "game/depth.h"
#include "game/knowledge.h"
#include "search/limits/limits.h"
#include "search/minimax/depth_limits.h"
#include "search/search.h"

namespace banyan {

struct SeveralParams {
  int depth = 3;
  static constexpr auto fields() {
    return std::tuple{
        field(
            &SeveralParams::depth, "depth", 1, 1000,
            "turns searched; for best replies, those of the player and those of the opponents together count one each"),
    };
  }
};

template <GameState S>
class SeveralSearch final : public Search<S> {
  using Move = typename S::Move;
  using Values = std::array<double, static_cast<std::size_t>(S::players)>;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

 public:
  SeveralSearch(const LimitParams& limits, const SeveralParams& params, bool best_reply)
      : own_limits_(limits), params_(params), best_reply_(best_reply) {}

  SearchResult<S> search(const S& state, std::span<const Move>, const Watch<S>& watch) override {
    const DepthLimits depth_limits(own_limits_, watch);
    Limits limits(depth_limits.params, Limits::no_cap, watch.stop);
    limits_ = &limits;
    is_stopped_ = false;
    nodes_ = leaves_ = 0;
    me_ = state.to_move();
    // A search that may be stopped goes deeper and deeper, and answers with the deepest that was finished.
    SearchResult<S> result;
    for (depth_ = depth_limits.any ? 1 : params_.depth; depth_ <= params_.depth; ++depth_) {
      SearchResult<S> found = search_to_depth(state, watch.only);
      if (!is_stopped_ || result.moves.empty()) result = std::move(found);
      if (is_stopped_) break;
    }
    result.is_evaluation = EvaluatesPositions<S>;
    result.iterations = result.nodes = nodes_;
    result.leaves = leaves_;
    result.stopped_by = is_stopped_ ? limits.stopped_by() : "depth";
    return result;
  }

 private:
  SearchResult<S> search_to_depth(const S& state, std::span<const Move> only) {
    const MoveList<S> moves = moves_at_root(state, only);
    SearchResult<S> result;
    int best_preference = 0;
    for (const Move& move : moves) {
      const std::uint64_t leaves = leaves_;
      const double v = value_after(state, move);
      if (is_stopped_) break;
      result.moves.push_back({.move = move, .visits = leaves_ - leaves, .value = v, .proven = {}});
      int preference = 0;
      if constexpr (PrefersMoves<S>) preference = state.preference(move);
      constexpr double tie = 1e-9;
      const bool is_better =
          v > result.best.value + tie || (v >= result.best.value - tie && preference > best_preference);
      if (result.moves.size() == 1 || is_better) {
        result.best = result.moves.back();
        best_preference = preference;
      }
    }
    if (result.moves.empty()) result.best = {.move = *moves.begin(), .value = evaluate(state, me_), .proven = {}};
    sort_by_value(result.moves);
    result.principal_variation = {result.best.move};
    if (!is_stopped_) result.depth = depth_;
    return result;
  }

  static double evaluate(const S& state, Player player) {
    if constexpr (EvaluatesPositions<S>) {
      return state.evaluate(player);
    } else {
      return state.is_terminal() ? state.rewards()[static_cast<std::size_t>(player)] : 1.0 / S::players;
    }
  }

  double value_after(const S& state, const Move& move) {
    S next = state;
    next.play(move);
    if constexpr (SkipsTurns<S>) {
      if (best_reply_) return after_move(state, next, me_, depth_, -infinity, infinity);
    }
    return max_n(next, turns_left(state, next, depth_))[static_cast<std::size_t>(me_)];
  }

  void visit() {
    if (limits_->reached(++nodes_)) is_stopped_ = true;
  }

  static int turns_left(const S& before, const S& after, int left) {
    if constexpr (CountsTurns<S>) {
      return left - (after.turn() - before.turn());
    } else {
      return left - (before.to_move() == chance ? 0 : 1);
    }
  }

  // ---- MaxN ----

  Values max_n(const S& state, int left) {
    visit();
    Values best{};
    if (is_stopped_) return best;
    if (left <= 0 || state.is_terminal()) {
      ++leaves_;
      for (int p = 0; p < S::players; ++p) best[static_cast<std::size_t>(p)] = evaluate(state, p);
      return best;
    }
    MoveList<S> moves;
    state.legal_moves(moves);
    const Player mover = state.to_move();
    bool is_first = true;
    for (const Move& move : moves) {
      S next = state;
      next.play(move);
      const Values values = max_n(next, turns_left(state, next, left));
      if (is_stopped_) return best;
      if (mover == chance) {
        if constexpr (HasChance<S>) {
          for (std::size_t p = 0; p < values.size(); ++p) best[p] += state.probability(move) * values[p];
        }
      } else if (is_first || values[static_cast<std::size_t>(mover)] > best[static_cast<std::size_t>(mover)]) {
        best = values;
      }
      is_first = false;
    }
    return best;
  }

  // ---- Best replies ----

  double leaf(const S& state) {
    ++leaves_;
    return evaluate(state, me_);
  }

  /// `actor` has moved; its turn goes on, or the next layer begins.
  double after_move(const S& before, const S& after, Player actor, int left, double low,
                    double high) requires SkipsTurns<S> {
    visit();
    if (is_stopped_) return 0;
    if (after.is_terminal() || after.is_out(me_)) return leaf(after);
    if (after.turn() == before.turn()) return on_turn(after, actor, left, low, high);
    if (--left <= 0) return leaf(after);
    if (actor != me_) return my_turn(after, left, low, high);
    double worst = infinity;
    bool has_reply = false;
    for (Player p = 0; p < S::players; ++p) {
      S next = after;
      if (p == me_ || !pass_to(next, p)) continue;
      has_reply = true;
      worst = std::min(worst, on_turn(next, p, left, low, std::min(high, worst)));
      if (is_stopped_ || worst <= low) break;
    }
    return has_reply ? worst : my_turn(after, left - 1, low, high);
  }

  double my_turn(S state, int left, double low, double high) requires SkipsTurns<S> {
    return left > 0 && pass_to(state, me_) ? on_turn(state, me_, left, low, high) : leaf(state);
  }

  /// All others pass until it is `actor`'s turn; false when that is passed over, because there is nothing to do in it.
  static bool pass_to(S& state, Player actor) requires SkipsTurns<S> {
    const auto steps = [](Player from, Player to) { return (to - from + S::players) % S::players; };
    while (!state.is_terminal() && state.turn_player() != actor) {
      const Player passes = state.turn_player();
      state.skip_turn();
      const int made = steps(passes, state.turn_player());
      if (made == 0 || made > steps(passes, actor)) return false;
    }
    return !state.is_terminal();
  }

  double on_turn(const S& state, Player actor, int left, double low, double high) requires SkipsTurns<S> {
    MoveList<S> moves;
    state.legal_moves(moves);
    if (state.to_move() == chance) {
      double sum = 0;
      if constexpr (HasChance<S>) {
        for (const Move& move : moves) {
          S next = state;
          next.play(move);
          sum += state.probability(move) * after_move(state, next, actor, left, -infinity, infinity);
          if (is_stopped_) return 0;
        }
      }
      return sum;
    }
    const bool is_mine = actor == me_;
    double best = is_mine ? -infinity : infinity;
    for (const Move& move : moves) {
      S next = state;
      next.play(move);
      const double v = after_move(state, next, actor, left, low, high);
      if (is_stopped_) return 0;
      if (is_mine) {
        best = std::max(best, v);
        low = std::max(low, v);
      } else {
        best = std::min(best, v);
        high = std::min(high, v);
      }
      if (low >= high) break;
    }
    return best;
  }

  LimitParams own_limits_;
  SeveralParams params_;
  bool best_reply_;
  Limits* limits_ = nullptr;  // of the running search
  int depth_ = 0;
  Player me_ = 0;
  bool is_stopped_ = false;
  std::uint64_t nodes_ = 0, leaves_ = 0;
};

/// What users may set of the two that follow.
struct SeveralSettings {
  LimitParams limits;
  SeveralParams several;
  auto bind() { return Params(limits, several); }
};

struct MaxN {
  static constexpr std::string_view name = "maxn";
  static constexpr std::string_view summary =
      "all lines to a depth, for several players who each maximise their own value";
  using Params = SeveralSettings;

  template <GameState S>
  static constexpr std::string_view missing() {
    return S::players > 2 ? "" : "more than two players";
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& p, std::uint64_t) {
    return std::make_unique<SeveralSearch<S>>(p.limits, p.several, false);
  }
};

struct BestReply {
  static constexpr std::string_view name = "best_reply";
  static constexpr std::string_view summary =
      "all lines to a depth, in which one of several opponents answers at a time";
  using Params = SeveralSettings;

  template <GameState S>
  static constexpr std::string_view missing() {
    if (S::players <= 2) return "more than two players";
    return SkipsTurns<S> ? "" : "turns that can be passed over (SkipsTurns)";
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& p, std::uint64_t) {
    return std::make_unique<SeveralSearch<S>>(p.limits, p.several, true);
  }
};

}  // namespace banyan
