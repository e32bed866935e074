// SPDX-License-Identifier: MIT
// Expectiminimax for any game of two players: the frame (frame.h) at the root, deeper and deeper, with a choice among
// equal moves that does not depend on what was pruned.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "game/depth.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "search/limits/limits.h"
#include "search/minimax/depth_limits.h"
#include "search/minimax/frame.h"
#include "search/minimax/params.h"
#include "search/minimax/table.h"
#include "search/representatives/representatives.h"
#include "search/search.h"

namespace banyan {

template <GameState S>
class Minimax final : public Search<S> {
  using Move = typename S::Move;
  using Frame = MinimaxFrame<S>;
  static constexpr double infinity = std::numeric_limits<double>::infinity();
  /// Values closer than this are equal: sums of the same numbers in another order differ by less, and different values
  /// of positions by more.
  static constexpr double tie = 1e-9;
  static constexpr int usual_turns = 3, most_turns = 200;

 public:
  Minimax(const LimitParams& limits, const MinimaxParams& params, std::uint64_t seed)
      : limits_(limits), params_(params), seed_(seed) {
    if (params.prunes() && params.table) clear_table();
  }

  SearchResult<S> search(const S& state, std::span<const Move>, const Watch<S>& watch) override {
    assert(state.to_move() != chance);
    const DepthLimits depth_limits(limits_, watch);
    Limits limits(depth_limits.params, Limits::no_cap, watch.stop);
    MinimaxWork work{.params = params_, .table = table_.get(), .limits = limits, .seed = seed_};
    SearchResult<S> result;
    result.is_evaluation = EvaluatesPositions<S>;
    const int depth = params_.depth > 0 ? params_.depth : depth_limits.any ? most_turns : usual_turns;
    const bool deepens = params_.depth == 0 || (params_.prunes() && params_.deepening);
    int turns = deepens ? 1 : depth;
    bool is_solved = false;
    const bool sees_all = params_.samples == 0 && params_.representatives == Representatives::none;
    for (;; ++turns) {
      if (!EvaluatesPositions<S> && table_) {  // what is proven must be proven at this depth
        clear_table();
        work.table = table_.get();
      }
      work.open_leaves = 0;
      search_root(state, watch.only, turns, work, result);
      if (watch.progress && !work.is_stopped) watch.progress(result);
      is_solved = !EvaluatesPositions<S> && sees_all && !work.is_stopped &&
                  (work.open_leaves == 0 || result.best.value == 0 || result.best.value == 1);
      if (work.is_stopped || turns >= depth || is_solved) break;
    }
    if (is_solved) {
      result.best.proven = result.best.value;
      if (holds_for_position(result.best.value, !watch.only.empty())) result.proven = result.best.proven;
    }
    result.stopped_by = work.is_stopped ? limits.stopped_by() : is_solved ? "solved" : "depth";
    return result;
  }

 private:
  void clear_table() { table_ = std::make_unique<TranspositionTable>(static_cast<std::size_t>(params_.memory) << 20); }

  struct Ranked {
    Move move;
    int preference;
    int place;  // in the list
    bool beats(const Ranked& other) const {
      return preference != other.preference ? preference > other.preference : place < other.place;
    }
  };

  /// One search to a depth. The best move of the last one comes first, so that what has been found when it is stopped
  /// is no worse than that.
  void search_root(const S& state, std::span<const Move> only, int turns, MinimaxWork& work, SearchResult<S>& result) {
    Frame frame(work, turns);
    MoveList<S> moves;
    if (only.empty()) {
      frame.list_moves(state, turns, moves);
    } else {  // those that need no search included
      moves = moves_at_root(state, only);
    }
    const MoveList<S> listed = moves;
    std::vector<Ranked> ranked;
    const bool has_answer = !result.moves.empty();
    const Move last = result.best.move;
    frame.sort(state, moves, has_answer ? &last : nullptr);
    for (const Move& move : moves) {
      const auto place = std::find(listed.begin(), listed.end(), move) - listed.begin();
      int preference = 0;
      if constexpr (PrefersMoves<S>) preference = state.preference(move);
      ranked.push_back({move, preference, static_cast<int>(place)});
    }
    const bool is_first = state.to_move() == 0;
    const Ranked* best = nullptr;
    double best_value = 0;
    std::vector<MoveStatistics<S>> exact;
    for (const Ranked& option : ranked) {
      double low = -infinity, high = infinity;
      if (best != nullptr && work.params.prunes()) {
        // A move that would be played at an equal value must be told from one that is a little worse.
        const double margin = option.beats(*best) ? 2 * tie : 0;
        is_first ? low = best_value - margin : high = best_value + margin;
      }
      const std::uint64_t leaves = work.leaves;
      const double v = frame.value_after(state, option.move, turns, low, high);
      if (work.is_stopped) break;
      const double gain = is_first ? v - best_value : best_value - v;
      if (best == nullptr || gain > tie || (gain >= -tie && option.beats(*best))) {
        best = &option;
        best_value = v;
      }
      if (v > low && v < high) {
        exact.push_back(
            {.move = option.move, .visits = work.leaves - leaves, .value = for_mover(state, v), .proven = {}});
      }
    }
    result.iterations = result.nodes = work.nodes;
    result.leaves = work.leaves;
    result.bytes = work.table != nullptr ? work.table->bytes() : 0;
    if (best == nullptr) {
      if (has_answer) return;
      result.best = {.move = moves[0], .value = for_mover(state, Frame::evaluate(state)), .proven = {}};
      result.principal_variation = {moves[0]};
      return;
    }
    const auto found = std::find_if(exact.begin(), exact.end(), [&](const auto& m) { return m.move == best->move; });
    result.best = {.move = best->move,
                   .visits = found == exact.end() ? 0 : found->visits,
                   .value = for_mover(state, best_value),
                   .proven = {}};
    sort_by_value(exact);
    result.moves = std::move(exact);
    if (!work.is_stopped) result.depth = turns;
    result.principal_variation = expected_line(state, best->move, turns);
  }

  static double for_mover(const S& state, double value) {
    if (state.to_move() == 0) return value;
    return EvaluatesPositions<S> ? -value : 1 - value;
  }

  /// The best moves as far as the table knows them and chance does not interfere.
  std::vector<Move> expected_line(const S& root, Move move, int turns) const {
    std::vector<Move> line{move};
    S state = root;
    int left = turns;
    while (table_) {
      S next = state;
      next.play(line.back());
      left = Frame::turns_left(state, next, left);
      state = next;
      if (left <= 0 || state.is_terminal() || state.to_move() == chance) break;
      const auto* entry = table_->find(Frame::key_of(state, left));
      if (entry == nullptr || entry->move == TranspositionTable::no_move) break;
      move = entry->template move_as<Move>();
      if (!is_legal(state, move)) break;
      line.push_back(move);
    }
    return line;
  }

  LimitParams limits_;
  MinimaxParams params_;
  std::uint64_t seed_;
  std::unique_ptr<TranspositionTable> table_;
};

struct Expectiminimax {
  static constexpr std::string_view name = "expectiminimax";
  static constexpr std::string_view summary =
      "all lines to a depth, by alpha-beta, and Star1 or Star2 where chance moves";

  struct Params {
    LimitParams limits;
    MinimaxParams minimax;
    auto bind() { return banyan::Params(limits, minimax); }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return S::players == 2 ? "" : "two players";
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& p, std::uint64_t seed);
};

template <GameState S>
std::unique_ptr<Search<S>> Expectiminimax::make(const Params& p, std::uint64_t seed) {
  switch (p.minimax.representatives) {
    case Representatives::none:
      break;
    case Representatives::averaged:
      if (!HasAbstract<S>) throw UsageError("representatives=averaged: the game has no abstract game (HasAbstract)");
      break;
    case Representatives::chosen:
      check_classes<S>(own_classes);
      break;
    case Representatives::learned:
      check_classes<S>(p.minimax.classes);
      break;
  }
  return std::make_unique<Minimax<S>>(p.limits, p.minimax, seed);
}

}  // namespace banyan
