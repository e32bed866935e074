// SPDX-License-Identifier: MIT
// Nested Rollout Policy Adaptation [Rosin 2011], as in Negrevergne & Cazenave 2017: a search of level l runs N searches
// of level l-1 below its policy and after each moves the policy towards the best sequence it has seen; a search of
// level 0 is a playout. Options add a bias per move (GNRPA), several playouts a step (stabilised NRPA) and an early end
// of searches that only repeat themselves, and choose between the game's kinds of playouts by trial.
//
// NrpaWorker is what one thread needs. A ParallelLevel, where there is one, takes over the searches of one level: it
// hands the work below it to several workers (levels.h).
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "search/nested/kinds.h"
#include "search/nested/params.h"
#include "search/nested/worker.h"

namespace banyan {

class ParallelLevel {
 public:
  virtual ~ParallelLevel() = default;
  /// A search of the level below the policy that the first worker has for it.
  virtual void search() = 0;
};

template <NestedGame S>
class NrpaWorker final : public NestedWorker<S> {
 public:
  NrpaWorker(const S& root, const NrpaParams& params, std::uint64_t seed)
      : NestedWorker<S>(root, seed),
        params_(params),
        playout_(root, params.bias),
        blank_(params.spread, derive_seed(seed, 1)),
        policies_(static_cast<std::size_t>(params.level) + 1, blank_),
        best_(static_cast<std::size_t>(params.level) + 1) {}

  using NestedWorker<S>::stopped;

  const NrpaParams& params() const { return params_; }
  Policy& policy(int level) { return policies_[static_cast<std::size_t>(level)]; }
  Sequence<S>& best(int level) { return best_[static_cast<std::size_t>(level)]; }

  void search_from(const NestedSnapshot<S>& from) override {
    kinds_ = from.kinds;
    from.step > 0 ? resume(from) : run(from.run);
  }
  NestedSnapshot<S> snapshot(int step) override {
    NestedSnapshot<S> now;
    now.kinds = kinds_;
    if (step == 0) return now;
    now.step = static_cast<std::uint64_t>(step);
    now.same = static_cast<std::uint64_t>(same_);
    now.weights = policy(params_.level).weights();
    const Sequence<S>& found = best(params_.level);
    for (std::size_t i = 0; i < found.moves.size(); ++i) now.best.push_back(found.moves[i]);
    return now;
  }
  std::vector<int> progress() const override { return {steps_.rend() - 1 - params_.level, steps_.rend() - 1}; }
  void adopt(const Solution<S>& other) override {
    if (other.score <= best(params_.level).score) return;
    Sequence<S> found;  // ends early where our playouts avoid a move of it
    playout_.retrace(other.moves, found);
    if (found.score > best(params_.level).score) std::swap(found, best(params_.level));
  }

  /// Leaves the searches of a level to another.
  void share(int level, std::unique_ptr<ParallelLevel> by) {
    shared_level_ = level;
    shared_by_ = std::move(by);
  }

  /// The kind that playouts are of.
  int kind() const { return kind_; }
  void use(int kind) {
    if constexpr (VariesPlayouts<S>) {
      if (kind != kind_) playout_.set_root(this->root().with_playouts(kind));
    }
    kind_ = kind;
  }

  /// A search below a policy of the level above; what it found is in best(level).
  void search(int level, const Policy& parent) {
    if (level == 0) return play(parent);
    policy(level) = parent;
    search_here(level);
  }

  /// Whether what the level below has found becomes the best of this level.
  bool take(int level, Sequence<S>& found) {
    const bool better =
        params_.ties == Ties::replace ? found.score >= best(level).score : found.score > best(level).score;
    if (better) std::swap(found, best(level));
    return better;
  }

  /// Steps [first, last) of a level whose policy is in place.
  void steps(int level, int first, int last) {
    if (first == 0) best(level).score = no_score;
    int same = first == 0 ? 0 : same_;
    for (int step = first; step < last && !stopped(); ++step) {
      set_step(level, step);
      // While others search the same level with policies of their own, what this one knows is not all there is.
      if (level == params_.level && level != shared_level_ && this->boundary() && step > first) {
        same_ = same;
        this->boundary()(step);
      }
      const double before = best(level).score;
      double found = no_score;
      for (int i = 0; i < samples(level) && !stopped(); ++i) {
        search(level - 1, policy(level));
        found = std::max(found, best(level - 1).score);
        take(level, best(level - 1));
      }
      if (repeats_enough(found, before, same)) break;
      if (step + 1 < last && !stopped()) policy(level).adapt(best(level), params_.alpha);
    }
  }

  /// Searches of the level below in one step of a level.
  int samples(int level) const { return level == 1 ? params_.stabilise : 1; }
  void set_step(int level, int step) { steps_[static_cast<std::size_t>(level)] = step; }
  /// Counts the results in a row that are as good as the best was before; true when there are too many.
  bool repeats_enough(double found, double before, int& same) const {
    same = found == before ? same + 1 : 0;
    return params_.repeats > 0 && same >= params_.repeats;
  }

 private:
  /// A whole search of the top level, from weights as they begin; `number` were made before it.
  void run(std::uint64_t number) {
    if (params_.trials > 0 && kinds_.empty()) try_kinds();
    if (stopped()) return;
    use(choose_kind(kinds_, number));
    policy(params_.level) = blank_;
    search_here(params_.level);
    note_result();
  }
  /// The rest of one.
  void resume(const NestedSnapshot<S>& from) {
    use(choose_kind(kinds_, from.run));
    policy(params_.level) = blank_;
    policy(params_.level).set_weights(from.weights);
    playout_.retrace(from.best, best(params_.level));
    same_ = static_cast<int>(from.same);
    steps(params_.level, static_cast<int>(from.step), params_.n);
    note_result();
  }

  /// Each kind of playouts gets the same number of searches of the level below.
  void try_kinds() {
    if constexpr (VariesPlayouts<S>) {
      std::vector<PlayoutKind> tried;
      for (int kind = 0; kind < this->root().playout_kinds(); ++kind) {
        use(kind);
        double sum = 0;
        for (int i = 0; i < params_.trials && !stopped(); ++i) {
          search(params_.level - 1, blank_);
          sum += best(params_.level - 1).score;
        }
        tried.push_back({.trial = sum / params_.trials});
      }
      if (!stopped()) kinds_ = std::move(tried);
    }
  }
  /// What a whole search of the top level says of the kind of its playouts.
  void note_result() {
    if (kinds_.empty() || stopped()) return;
    PlayoutKind& kind = kinds_[static_cast<std::size_t>(kind_)];
    kind.sum += best(params_.level).score;
    ++kind.searches;
  }

  void search_here(int level) {
    if (level == shared_level_) {
      shared_by_->search();
    } else {
      steps(level, 0, params_.n);
    }
  }

  void play(const Policy& policy) {
    Sequence<S>& found = best_[0];
    const std::uint64_t made = playout_.run(policy, this->stream(), found);
    this->note_playout(found.moves, found.score, made);
  }

  NrpaParams params_;
  WeightedPlayout<S> playout_;
  std::vector<PlayoutKind> kinds_;  // what is known of each; empty before their trials
  int kind_ = 0;
  Policy blank_;
  std::vector<Policy> policies_;   // of each level
  std::vector<Sequence<S>> best_;  // of each level; of level 0 the last playout
  std::array<int, max_nested_level + 1> steps_{};
  int same_ = 0;  // of the top level
  int shared_level_ = 0;
  std::unique_ptr<ParallelLevel> shared_by_;
};

}  // namespace banyan
