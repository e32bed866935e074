// SPDX-License-Identifier: MIT
// A nested search of one position by several workers, a thread each, for players and for whoever wants the whole
// sequence (engine/solve.h). What the algorithm is, a NestedSetup says; here it is only driven. The same seed and
// number of threads give the same result, unless the clock ends the search.
//
// Searches on several machines are such searches with different `first_stream`, side by side (engine/cluster.h).
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "core/random.h"
#include "core/team.h"
#include "search/limits/limits.h"
#include "search/nested/improvement.h"
#include "search/nested/params.h"
#include "search/nested/worker.h"
#include "search/search.h"

namespace banyan {

template <NestedGame S>
using NestedWorkers = std::vector<std::unique_ptr<NestedWorker<S>>>;

/// An algorithm with its parameters, checked, before it meets a position.
template <NestedGame S>
struct NestedSetup {
  LimitParams limits;
  TeamParams team;
  int steps = 1;  // of the top level; a search can go on between two of them
  /// A worker for every seed, and every member of the team. Where a level is shared out, the first hands it to the
  /// rest.
  std::function<NestedWorkers<S>(const S& root, const std::vector<std::uint64_t>& seeds, Team& team)> workers;
};

/// What NMCS and NRPA ask of a game.
template <GameState S>
constexpr std::string_view missing_for_nested() {
  if (S::players != 1) return "one player, who plays alone";
  if (!HasScore<S>) return "a score (HasScore)";
  if (!CodesMoves<S>) return "moves with codes (CodesMoves)";
  return "";
}

template <GameState S>
struct NestedResult {
  Solution<S> solution;
  std::uint64_t playouts = 0;
  std::uint64_t playout_moves = 0;  // known at the end
  std::uint64_t runs = 0;           // searches of the top level that were finished
  std::vector<int> progress;        // steps done of the first thread's searches under way, the top level first
  double lost_seconds = 0;          // threads waiting for each other
  double helpers_cpu_seconds = 0;   // of all threads but the one that called; known at the end
  std::string_view stopped_by;
  std::vector<Improvement> history;  // of the solution
};

/// How a caller watches a run and ends it.
template <GameState S>
struct NestedWatch {
  const std::atomic<bool>* stop = nullptr;
  /// On the thread that called run().
  std::function<void(const NestedResult<S>&)> progress{};
  bool takes_snapshots = true;                     // and pays for them at every step of the top level
  double report_interval = usual_report_interval;  // seconds between two calls of `progress`
};

template <NestedGame S>
class NestedRun {
 public:
  /// Draws from random streams from `first_stream` on, one per thread; `neighbours` is the number of processes with
  /// such a run on this machine.
  NestedRun(const S& root, const NestedSetup<S>& setup, std::uint64_t seed, std::uint64_t first_stream = 0,
            int neighbours = 1)
      : params_(setup.team),
        team_(setup.team.threads, neighbours),
        published_(static_cast<std::size_t>(team_.size())),
        chains_(params_.is_root() ? published_.size() : 1) {
    std::vector<std::uint64_t> seeds;
    for (std::size_t i = 0; i < published_.size(); ++i) seeds.push_back(derive_seed(seed, first_stream + i));
    workers_ = setup.workers(root, seeds, team_);
  }

  /// Threads that search: fewer than asked for where the system has no room for more.
  int threads() const { return team_.size(); }

  /// A sequence that is known already, or that somebody else has found; from any thread.
  void offer(const Solution<S>& solution) {
    const std::lock_guard lock(mutex_);
    if (solution.score <= known_.score) return;
    known_ = solution;
    history_.push_back({.playouts = playouts(), .seconds = wall_seconds() - start_, .score = solution.score});
  }
  /// Where an earlier search with the same parameters was.
  void resume(std::vector<NestedSnapshot<S>> chains) {
    chains_ = std::move(chains);
    for (std::size_t chain = 0; chain < chains_.size(); ++chain) {
      for (std::size_t i = 0; i < chains_[chain].streams.size(); ++i) {
        workers_[chain + i]->stream() = chains_[chain].streams[i];
      }
    }
  }
  /// Where this one is now, one for every search of its own; may be called while it runs.
  std::vector<NestedSnapshot<S>> snapshots() const {
    const std::lock_guard lock(mutex_);
    return chains_;
  }

  /// `runs` searches of the top level by every chain; 0 = until a limit is reached. Once.
  NestedResult<S> run(const LimitParams& limits, std::uint64_t runs, const NestedWatch<S>& watch) {
    const double known_before = known().score;
    LimitParams part = limits;
    part.iterations = (limits.iterations + team_.size() - 1) / team_.size();
    if (!part.has_any()) part.iterations = no_limit;
    // Made by the threads that will ask them: each has a clock of its own.
    std::vector<Limits> each(workers_.size(), Limits(part, Limits::no_cap, watch.stop));
    std::vector<double> cpu_seconds(workers_.size());
    team_.run([&](int member) {
      const auto i = static_cast<std::size_t>(member);
      each[i] = Limits(part, Limits::no_cap, watch.stop, watch.report_interval);
      cpu_seconds[i] = -thread_cpu_seconds();
      listen(i, each[i], watch);
    });
    if (params_.is_root()) {
      team_.run([&](int member) { chain(static_cast<std::size_t>(member), runs, watch.takes_snapshots); });
    } else {
      chain(0, runs, watch.takes_snapshots);
    }
    team_.run([&](int member) { cpu_seconds[static_cast<std::size_t>(member)] += thread_cpu_seconds(); });

    NestedResult<S> all = result();
    // Which of equals was found first is for the clock to say; which is in the answer must not be. But what was known
    // before this run, from a checkpoint, is the answer as long as nothing is better: as if the run had never ended.
    for (const auto& worker : workers_) {
      if (all.solution.score > known_before && worker->solution().score == all.solution.score) {
        all.solution = worker->solution();
        break;
      }
    }
    all.stopped_by = "runs";
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      all.playout_moves += workers_[i]->playout_moves();
      if (i > 0) all.helpers_cpu_seconds += cpu_seconds[i];
      if (!workers_[i]->stopped_by().empty()) all.stopped_by = workers_[i]->stopped_by();
    }
    return all;
  }

 private:
  static constexpr std::int64_t no_limit = std::int64_t{1} << 62;

  struct alignas(64) Published {
    std::atomic<std::uint64_t> count{0};
  };

  void listen(std::size_t i, Limits& limits, const NestedWatch<S>& watch) {
    NestedWorker<S>& worker = *workers_[i];
    const auto publish = [&worker, &count = published_[i].count] {
      count.store(worker.playouts(), std::memory_order_relaxed);
    };
    if (i == 0 && watch.progress) {
      worker.limit(limits, [this, publish, &limits, &watch] {
        publish();
        if (limits.report_is_due()) watch.progress(result());
      });
    } else {
      worker.limit(limits, publish);
    }
    worker.tell([this, publish](const Solution<S>& solution) {
      publish();
      offer(solution);
    });
  }

  /// Searches of the top level one after the other, by worker `i`, with what it needs to go on later written down.
  void chain(std::size_t i, std::uint64_t runs, bool takes_snapshots) {
    NestedWorker<S>& worker = *workers_[i];
    NestedSnapshot<S> at = snapshots()[i];
    const auto write_down = [&](int step) {
      NestedSnapshot<S> now = worker.snapshot(step);
      now.run = at.run;
      if (params_.is_root()) {
        now.streams.push_back(worker.stream());
      } else {
        for (const auto& each : workers_) now.streams.push_back(each->stream());
      }
      const std::lock_guard lock(mutex_);
      chains_[i] = std::move(now);
    };
    if (takes_snapshots || params_.exchange > 0) {
      worker.at_steps([&](int step) {
        if (params_.exchange > 0 && step % params_.exchange == 0) worker.adopt(known());
        if (takes_snapshots) write_down(step);
      });
    }
    while ((runs == 0 || at.run < runs) && !worker.stopped()) {
      worker.search_from(at);
      if (worker.stopped()) break;
      const std::uint64_t done = at.run + 1;
      at = worker.snapshot(0);
      at.run = done;
      write_down(0);
    }
    worker.at_steps({});
  }

  std::uint64_t playouts() const {
    std::uint64_t sum = 0;
    for (const Published& each : published_) sum += each.count.load(std::memory_order_relaxed);
    return sum;
  }

  Solution<S> known() const {
    const std::lock_guard lock(mutex_);
    return known_;
  }

  NestedResult<S> result() const {
    NestedResult<S> now;
    now.progress = workers_[0]->progress();
    now.lost_seconds = team_.lost_seconds();
    now.playouts = playouts();
    const std::lock_guard lock(mutex_);
    now.solution = known_;
    now.history = history_;
    for (const auto& each : chains_) now.runs += each.run;
    return now;
  }

  TeamParams params_;
  Team team_;
  std::vector<Published> published_;
  NestedWorkers<S> workers_;
  mutable std::mutex mutex_;
  Solution<S> known_;  // of all workers, and what was offered
  std::vector<Improvement> history_;
  double start_ = wall_seconds();
  std::vector<NestedSnapshot<S>> chains_;
};

/// A nested search behind the interface of all searches: it looks for a whole sequence and plays its first move.
/// Searches of the top level follow each other until a limit is reached.
template <NestedGame S>
class NestedSearch final : public Search<S> {
 public:
  NestedSearch(NestedSetup<S> setup, std::uint64_t seed) : setup_(std::move(setup)), seed_(seed) {}

  SearchResult<S> search(const S& state, std::span<const typename S::Move>, const Watch<S>& watch) override {
    if (watch.only.size() > 1) {
      throw UsageError(
          "this player looks for a whole sequence, so there can be one move only that it is to begin with");
    }
    const int threads = setup_.team.threads;
    S from = state;
    for (const auto& move : watch.only) from.play(move);
    if (from.is_terminal()) return of_last_move(watch.only[0], from);
    NestedRun<S> run(from, setup_, seed_, searches_++ * static_cast<std::uint64_t>(threads));
    if (run.threads() < threads) {
      throw Error(shortage_text(run.threads(), threads, ", and a player with fewer is another one"));
    }
    const auto answer = [&](const NestedResult<S>& found) {
      SearchResult<S> all;
      S end = from;
      for (const auto& move : found.solution.moves) end.play(move);
      const double value = end.is_terminal() ? end.rewards()[0] : 0;
      all.principal_variation.assign(watch.only.begin(), watch.only.end());
      all.principal_variation.insert(all.principal_variation.end(), found.solution.moves.begin(),
                                     found.solution.moves.end());
      all.best = {.move = all.principal_variation.front(), .visits = found.playouts, .value = value, .proven = {}};
      all.moves = {all.best};
      all.iterations = found.playouts;
      all.playout_moves = found.playout_moves;
      all.threads = threads;
      all.helpers_cpu_seconds = found.helpers_cpu_seconds;
      all.stopped_by = found.stopped_by;
      return all;
    };
    LimitParams limits = watch.limits.value_or(setup_.limits);
    if (!limits.has_any()) limits.iterations = default_iterations;
    NestedWatch<S> inner{.stop = watch.stop, .takes_snapshots = false, .report_interval = watch.report_interval};
    if (watch.progress) inner.progress = [&](const NestedResult<S>& found) { watch.progress(answer(found)); };
    return answer(run.run(limits, 0, inner));
  }

 private:
  /// Of the one move that was to be looked at, after which there is nothing to search.
  static SearchResult<S> of_last_move(const typename S::Move& move, const S& end) {
    SearchResult<S> all;
    all.best = {.move = move, .value = end.rewards()[0], .proven = end.rewards()[0]};
    all.moves = {all.best};
    all.principal_variation = {move};
    all.stopped_by = "decided";
    return all;
  }

  NestedSetup<S> setup_;
  std::uint64_t seed_;
  std::uint64_t searches_ = 0;
};

}  // namespace banyan
