// SPDX-License-Identifier: MIT
// One level of an NRPA search shared out over workers, the first of which makes the search itself [Negrevergne &
// Cazenave 2017, Algorithms 4 and 5].
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/team.h"
#include "search/nested/nrpa_worker.h"

namespace banyan {

/// The workers search below one policy, which is adapted once per batch or after every result.
template <NestedGame S>
class SharedLevel final : public ParallelLevel {
 public:
  SharedLevel(Team& team, std::vector<NrpaWorker<S>*> workers, int level, bool adapt_each)
      : team_(team), workers_(std::move(workers)), level_(level), adapt_each_(adapt_each) {}

  void search() override {
    NrpaWorker<S>& first = *workers_[0];
    const NrpaParams& params = first.params();
    Policy& policy = first.policy(level_);
    for (NrpaWorker<S>* worker : workers_) worker->use(first.kind());
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
  std::vector<NrpaWorker<S>*> workers_;
  int level_;
  bool adapt_each_;
};

/// The same where every worker adapts a policy of its own, and the best of these goes back to the parent.
template <NestedGame S>
class LocalLevel final : public ParallelLevel {
 public:
  LocalLevel(Team& team, std::vector<NrpaWorker<S>*> workers, int level)
      : team_(team), workers_(std::move(workers)), level_(level) {}

  void search() override {
    NrpaWorker<S>& first = *workers_[0];
    const int n = first.params().n;
    for (NrpaWorker<S>* worker : workers_) worker->use(first.kind());
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
  std::vector<NrpaWorker<S>*> workers_;
  int level_;
  Policy parent_;
};

}  // namespace banyan
