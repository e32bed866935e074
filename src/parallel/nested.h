// SPDX-License-Identifier: MIT
// Nested search with several threads, by the strategies of Negrevergne & Cazenave 2017:
//   root          every thread searches for itself; the best sequence of all is the answer
//   leaf, node    one search, whose searches of one level are shared out: of level 1 (leaf) or of a higher one (node)
//     shared      the threads search below one policy, which is adapted once per batch (Algorithm 4)
//     local       every thread adapts a policy of its own; the best of these goes back to the parent (Algorithm 5)
// The same seed and number of threads give the same result, unless the clock ends the search.
//
// Searches on several machines are such searches with different `first_stream`, side by side (engine/cluster.h).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/random.h"
#include "core/team.h"
#include "game/nested.h"
#include "parallel/improvement.h"
#include "search/limits/limits.h"
#include "search/nested/nmcs.h"
#include "search/nested/nrpa.h"

namespace banyan {

enum class Strategy { root, leaf_shared, leaf_local, node_shared, node_local };
constexpr auto names(Strategy) {
  return std::array<std::string_view, 5>{"root", "leaf-shared", "leaf-local", "node-shared", "node-local"};
}

struct TeamParams {
  int threads = 1;  // at most
  Strategy strategy = Strategy::root;
  int level = 2;                   // of node strategies
  bool adapt_each = false;         // shared policies: adapt after every result of a batch, as Algorithm 4 is printed
  std::uint64_t first_stream = 0;  // random streams from here on, one per thread
  int neighbours = 1;              // processes with such a team on this machine
  int exchange = 0;  // NRPA: after so many steps of the top level, go on from the best sequence known; 0 = never
};

template <GameState S>
struct NestedResult {
  Solution<S> solution;
  std::uint64_t playouts = 0, playout_moves = 0;
  std::uint64_t runs = 0;     // searches of the top level that were finished
  std::vector<int> progress;  // steps done of the first thread's searches under way, the top level first
  double lost_seconds = 0;    // threads waiting for each other
  std::string_view stopped_by;
  std::vector<Improvement> history;  // of the solution
};

/// One level of an NRPA search shared out over workers, the first of which makes the search itself.
template <NestedGame S>
class SharedLevel final : public ParallelLevel {
 public:
  SharedLevel(Team& team, std::vector<std::unique_ptr<NrpaWorker<S>>>& workers, int level, bool adapt_each)
      : team_(team), workers_(workers), level_(level), adapt_each_(adapt_each) {}

  void search() override {
    NrpaWorker<S>& first = *workers_[0];
    const NrpaParams& params = first.params();
    Policy& policy = first.policy(level_);
    for (const auto& worker : workers_) worker->use(first.kind());
    first.best(level_).score = no_score;
    int same = 0;
    for (int done = 0; done < params.n && !first.stopped();) {
      first.set_step(level_, done);
      const int batch = std::min(team_.size(), params.n - done);
      done += batch;
      const double before = first.best(level_).score;
      double found = no_score;
      for (int i = 0; i < first.samples(level_) && !first.stopped(); ++i) {
        team_.run([&](int member) {
          if (member < batch) workers_[static_cast<std::size_t>(member)]->search(level_ - 1, policy);
        });
        for (int member = 0; member < batch; ++member) {
          NrpaWorker<S>& worker = *workers_[static_cast<std::size_t>(member)];
          if (worker.stopped()) first.stop();
          found = std::max(found, worker.best(level_ - 1).score);
          first.take(level_, worker.best(level_ - 1));
          if (adapt_each_ && done < params.n) policy.adapt(first.best(level_), params.alpha * batch);
        }
      }
      if (first.repeats_enough(found, before, same)) break;
      if (!adapt_each_ && done < params.n && !first.stopped()) policy.adapt(first.best(level_), params.alpha * batch);
    }
  }

 private:
  Team& team_;
  std::vector<std::unique_ptr<NrpaWorker<S>>>& workers_;
  int level_;
  bool adapt_each_;
};

template <NestedGame S>
class LocalLevel final : public ParallelLevel {
 public:
  LocalLevel(Team& team, std::vector<std::unique_ptr<NrpaWorker<S>>>& workers, int level)
      : team_(team), workers_(workers), level_(level) {}

  void search() override {
    NrpaWorker<S>& first = *workers_[0];
    const int n = first.params().n;
    for (const auto& worker : workers_) worker->use(first.kind());
    parent_ = first.policy(level_);
    team_.run([&](int member) {
      NrpaWorker<S>& worker = *workers_[static_cast<std::size_t>(member)];
      worker.policy(level_) = parent_;
      worker.best(level_).score = no_score;
      const int share = n / team_.size() + (member < n % team_.size() ? 1 : 0);
      worker.steps(level_, 0, share);
    });
    std::size_t winner = 0;
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (workers_[i]->stopped()) first.stop();
      if (workers_[i]->best(level_).score > workers_[winner]->best(level_).score) winner = i;
    }
    if (winner != 0) std::swap(first.best(level_), workers_[winner]->best(level_));
    if (level_ < first.params().level && first.best(level_).score > first.best(level_ + 1).score) {
      first.policy(level_ + 1) = workers_[winner]->policy(level_);
    }
  }

 private:
  Team& team_;
  std::vector<std::unique_ptr<NrpaWorker<S>>>& workers_;
  int level_;
  Policy parent_;
};

template <NestedGame S, class Worker>
class NestedSolver {
 public:
  struct Watch {
    const std::atomic<bool>* stop = nullptr;
    /// A few times a second, on the thread that called run().
    std::function<void(const NestedResult<S>&)> progress;
  };

  NestedSolver(const S& root, const typename Worker::Params& params, const TeamParams& team, std::uint64_t seed)
      : team_params_(team), team_(team.threads, team.neighbours), published_(static_cast<std::size_t>(team_.size())) {
    for (int i = 0; i < team_.size(); ++i) {
      workers_.push_back(
          std::make_unique<Worker>(root, params, derive_seed(seed, team.first_stream + static_cast<std::uint64_t>(i))));
    }
    chains_.resize(is_root() ? workers_.size() : 1);
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
  /// Where this one is now; may be called while it runs.
  std::vector<NestedSnapshot<S>> snapshots() const {
    const std::lock_guard lock(mutex_);
    return chains_;
  }

  /// `runs` searches of the top level by every chain; 0 = until a limit is reached. Once.
  NestedResult<S> run(const LimitParams& limits, std::uint64_t runs, const Watch& watch) {
    const double known_before = known().score;
    std::unique_ptr<ParallelLevel> shared;
    if constexpr (std::same_as<Worker, NrpaWorker<S>>) shared = share();

    LimitParams part = limits;
    part.iterations = (limits.iterations + team_.size() - 1) / team_.size();
    if (part.iterations == 0 && part.seconds == 0 && part.cpu_seconds == 0) part.iterations = no_limit;
    std::vector<Limits> each(workers_.size(), Limits(part, Limits::no_cap, watch.stop));
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      Worker& worker = *workers_[i];
      std::function<void()> look = [&worker, &count = published_[i].count] {
        count.store(worker.playouts(), std::memory_order_relaxed);
      };
      if (i == 0 && watch.progress) {
        look = [&, publish = std::move(look)] {
          publish();
          if (each[0].report_is_due()) watch.progress(result());
        };
      }
      worker.limit(each[i], std::move(look));
      worker.tell([this, &worker, &count = published_[i].count](const Solution<S>& solution) {
        count.store(worker.playouts(), std::memory_order_relaxed);
        offer(solution);
      });
    }
    if (is_root()) {
      team_.run([&](int member) { chain(static_cast<std::size_t>(member), runs); });
    } else {
      chain(0, runs);
    }

    NestedResult<S> all = result();
    // Which of equals was found first is for the clock to say; which is in the answer must not be. But what was known
    // before this run, from a checkpoint, is the answer as long as nothing is better: as if the run had never ended.
    for (const auto& worker : workers_) {
      if (all.solution.score > known_before && worker->solution().score == all.solution.score) {
        all.solution = worker->solution();
        break;
      }
    }
    all.playout_moves = 0;
    for (const auto& worker : workers_) all.playout_moves += worker->playout_moves();
    all.stopped_by = "runs";
    for (const auto& worker : workers_) {
      if (!worker->stopped_by().empty()) all.stopped_by = worker->stopped_by();
    }
    return all;
  }

 private:
  static constexpr std::int64_t no_limit = std::int64_t{1} << 62;

  struct alignas(64) Published {
    std::atomic<std::uint64_t> count{0};
  };

  bool is_root() const { return team_params_.strategy == Strategy::root; }

  std::unique_ptr<ParallelLevel> share() {
    if (is_root()) return nullptr;
    const Strategy strategy = team_params_.strategy;
    const bool leaf = strategy == Strategy::leaf_shared || strategy == Strategy::leaf_local;
    const int level = leaf ? 1 : team_params_.level;
    std::unique_ptr<ParallelLevel> shared;
    if (strategy == Strategy::leaf_shared || strategy == Strategy::node_shared) {
      shared = std::make_unique<SharedLevel<S>>(team_, workers_, level, team_params_.adapt_each);
    } else {
      shared = std::make_unique<LocalLevel<S>>(team_, workers_, level);
    }
    workers_[0]->share(level, *shared);
    return shared;
  }

  /// Searches of the top level one after the other, by worker `i`, with what it needs to go on later written down.
  void chain(std::size_t i, std::uint64_t runs) {
    Worker& worker = *workers_[i];
    NestedSnapshot<S> at = snapshots()[i];
    const auto write_down = [&](NestedSnapshot<S> now) {
      now.run = at.run;
      if constexpr (std::same_as<Worker, NrpaWorker<S>>) now.kinds = worker.kinds();
      if (is_root()) {
        now.streams.push_back(worker.stream());
      } else {
        for (const auto& each : workers_) now.streams.push_back(each->stream());
      }
      const std::lock_guard lock(mutex_);
      chains_[i] = std::move(now);
    };
    if constexpr (std::same_as<Worker, NrpaWorker<S>>) {
      worker.set_kinds(at.kinds);
      worker.at_steps([&](int step) {
        if (team_params_.exchange > 0 && step % team_params_.exchange == 0) worker.adopt(known());
        write_down(worker.snapshot(step));
      });
    }
    for (; (runs == 0 || at.run < runs) && !worker.stopped();) {
      if constexpr (std::same_as<Worker, NrpaWorker<S>>) {
        at.step > 0 ? worker.resume(at) : worker.run(at.run);
      } else {
        worker.run(at.run);
      }
      at.step = 0;
      if (worker.stopped()) break;
      ++at.run;
      write_down({});
    }
    if constexpr (std::same_as<Worker, NrpaWorker<S>>) worker.at_steps({});
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

  TeamParams team_params_;
  Team team_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Published> published_;
  mutable std::mutex mutex_;
  Solution<S> known_;  // of all workers, and what was offered
  std::vector<Improvement> history_;
  double start_ = wall_seconds();
  std::vector<NestedSnapshot<S>> chains_;
};

}  // namespace banyan
