// SPDX-License-Identifier: MIT
// Search to a depth, for play: deeper and deeper, one line search per thread (line_search.h) over one table. The exact
// search beside it (search/minimax) counts and proves what the papers count; this one is for games of two players
// without chance that have an evaluation, and may overlook what reductions leave out.
//
// Several threads search the same position and meet in the table alone, every second one a move deeper than the others
// (lazy SMP). So what they find depends on who comes first; with one thread and a limit of iterations it does not.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "core/team.h"
#include "game/chance.h"
#include "game/knowledge.h"
#include "game/move_key.h"
#include "game/results.h"
#include "search/alphabeta/line_search.h"
#include "search/alphabeta/params.h"
#include "search/limits/limits.h"
#include "search/minimax/depth_limits.h"
#include "search/search.h"

namespace banyan {

template <GameState S>
class AlphaBetaSearch final : public Search<S> {
  using Move = typename S::Move;
  using Worker = LineSearch<S>;
  static constexpr int usual_depth = 6;

 public:
  AlphaBetaSearch(const LimitParams& limits, const AlphaBetaParams& params) : limits_(limits), params_(params) {
    if (params_.judge == Judgement::mobility && !WeighsMobility<S>) {
      throw UsageError("judge=mobility: the game does not say what moves are worth (WeighsMobility)");
    }
    if (params_.table) {
      table_ = std::make_unique<typename Worker::Table>(static_cast<std::size_t>(params_.memory) << 20);
    }
  }

  SearchResult<S> search(const S& state, std::span<const Move>, const Watch<S>& watch) override {
    if (!team_) start();
    if (table_) table_->begin_search();
    const DepthLimits depth_limits(limits_, watch);
    Limits limits(depth_limits.params, Limits::no_cap, watch.stop, watch.report_interval);
    const int depth = params_.depth > 0 ? params_.depth : depth_limits.any ? Worker::most_plies : usual_depth;
    shared_.is_stopped = false;
    shared_.helpers_nodes = 0;
    SearchResult<S> result;
    result.is_evaluation = true;
    result.threads = team_->size();
    result.missing_threads = params_.threads - team_->size();
    std::vector<double> cpu_seconds(workers_.size());
    const std::function<void()> report = [&] {
      describe(*workers_[0], watch.lines, result);
      result.iterations = result.nodes += shared_.helpers_nodes.load(std::memory_order_relaxed);
      watch.progress(result);
    };
    team_->run([&](int member) {
      const auto number = static_cast<std::size_t>(member);
      const double begin = thread_cpu_seconds();
      const bool leads = member == 0;
      workers_[number]->begin(state, watch.only, watch.lines, leads ? &limits : nullptr,
                              leads && watch.progress ? &report : nullptr);
      if (leads) {
        try {
          lead(depth, limits, watch, result);
        } catch (...) {
          shared_.is_stopped = true;  // or the others would wait for who looks at the limits
          throw;
        }
        shared_.is_stopped = true;
      } else {
        for (int next = 1 + member % 2; next <= Worker::most_plies && workers_[number]->search_root(next); ++next) {
        }
      }
      cpu_seconds[number] = thread_cpu_seconds() - begin;
    });
    for (std::size_t i = 1; i < workers_.size(); ++i) {
      result.helpers_cpu_seconds += cpu_seconds[i];
      result.nodes += workers_[i]->nodes();
      result.leaves += workers_[i]->leaves();
    }
    result.iterations = result.nodes;
    return result;
  }

 private:
  void start() {
    team_ = std::make_unique<Team>(params_.threads);
    for (int i = 0; i < team_->size(); ++i) {
      workers_.push_back(std::make_unique<Worker>(params_, table_.get(), shared_));
    }
  }

  void lead(int depth, const Limits& limits, const Watch<S>& watch, SearchResult<S>& result) {
    Worker& worker = *workers_[0];
    bool is_decided = false, is_whole = true;
    // Where there is nothing to choose, time would be wasted; who asks for a depth wants the value.
    const bool is_forced = params_.depth == 0 && watch.only.empty() && worker.root_moves().size() == 1;
    for (int next = 1; next <= (is_forced ? 1 : depth) && !is_decided; ++next) {
      is_whole = worker.search_root(next);
      if (is_whole) result.depth = next;
      describe(worker, watch.lines, result);
      if (!is_whole) break;
      // A win that is found is certain, however little was searched of the rest.
      is_decided = std::abs(worker.root_moves()[0].value) > highest_evaluation;
    }
    if (is_decided) {
      result.best.proven = result.best.value > 0 ? 1.0 : 0.0;
      if (holds_for_position(*result.best.proven, !watch.only.empty())) result.proven = result.best.proven;
    }
    result.stopped_by = is_decided ? "solved" : !is_whole ? limits.stopped_by() : is_forced ? "decided" : "depth";
  }

  void describe(const Worker& worker, std::size_t lines, SearchResult<S>& result) const {
    const auto statistics = [](const typename Worker::RootMove& move) {
      return MoveStatistics<S>{
          .move = move.move, .visits = move.nodes, .value = static_cast<double>(move.value), .proven = {}};
    };
    const auto& best = worker.root_moves()[0];
    result.best = statistics(best);
    result.principal_variation = best.line;
    std::vector<typename Worker::RootMove> exact;
    for (const auto& move : worker.root_moves()) {
      if (move.is_exact) exact.push_back(move);
    }
    sort_by_value(exact);
    result.moves.clear();
    result.lines.clear();
    for (const auto& move : exact) {
      result.moves.push_back(statistics(move));
      if (result.lines.size() < lines) result.lines.push_back(move.line);
    }
    result.nodes = worker.nodes();
    result.iterations = worker.nodes();
    result.leaves = worker.leaves();
    result.bytes = table_ ? table_->bytes() : 0;
  }

  LimitParams limits_;
  AlphaBetaParams params_;
  std::unique_ptr<typename Worker::Table> table_;
  SharedSearch shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::unique_ptr<Team> team_;
};

struct AlphaBeta {
  static constexpr std::string_view name = "alphabeta";
  static constexpr std::string_view summary = "search to a depth by the game's evaluation, for play";

  struct Params {
    LimitParams limits;
    AlphaBetaParams alphabeta;
    auto bind() { return banyan::Params(limits, alphabeta); }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    if (!WinsOrLoses<S>) return "two players, one of whom wins";
    if (HasChance<S>) return "a game without chance";
    if (!EvaluatesPositions<S>) return "an evaluation of positions (EvaluatesPositions)";
    if (!NamesMoves<S> || sizeof(typename S::Move) > 4) return "moves that have a name and four bytes at most";
    return "";
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& p, std::uint64_t) {
    return std::make_unique<AlphaBetaSearch<S>>(p.limits, p.alphabeta);
  }
};

}  // namespace banyan
