// SPDX-License-Identifier: MIT
// Nested Rollout Policy Adaptation [Rosin 2011], as in Negrevergne & Cazenave 2017: a search of level l runs N searches
// of level l-1 below its policy and after each moves the policy towards the best sequence it has seen; a search of
// level 0 is a playout. Options add a bias per move (GNRPA), several playouts a step (stabilised NRPA) and an early end
// of searches that only repeat themselves, and choose between the game's kinds of playouts by trial.
//
// NrpaWorker is what one thread needs. A ParallelLevel, where there is one, takes over the searches of one level: it
// hands the work below it to several workers (parallel/nested.h).
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "search/limits/limits.h"
#include "search/nested/kinds.h"
#include "search/nested/params.h"
#include "search/nested/playout.h"
#include "search/search.h"

namespace banyan {

inline constexpr double no_score = -std::numeric_limits<double>::infinity();

/// A sequence without its trace: what a search has to show.
template <GameState S>
struct Solution {
  std::vector<typename S::Move> moves;
  double score = no_score;
};

/// What a search from the start of level `level` on needs to go on where it was, between two steps of that level.
template <GameState S>
struct NestedSnapshot {
  std::uint64_t run = 0;   // searches of the top level that were finished before
  std::uint64_t step = 0;  // steps of this one that are done
  std::uint64_t same = 0;  // results in a row that were no better than the best
  std::vector<std::pair<std::uint64_t, float>> weights;
  std::vector<typename S::Move> best;
  std::vector<PlayoutKind> kinds;  // of playouts; empty before their trials
  std::vector<Rng> streams;        // one per worker that takes part
};

class ParallelLevel {
 public:
  virtual ~ParallelLevel() = default;
  /// A search of the level below the policy that the first worker has for it.
  virtual void search() = 0;
};

template <NestedGame S>
class NrpaWorker {
 public:
  using Params = NrpaParams;

  NrpaWorker(const S& root, const NrpaParams& params, std::uint64_t seed)
      : params_(params),
        rng_(seed),
        root_(root),
        playout_(root, params.bias),
        blank_(params.spread, derive_seed(seed, 1)),
        policies_(static_cast<std::size_t>(params.level) + 1, blank_),
        best_(static_cast<std::size_t>(params.level) + 1) {
    if (params.trials > 0 && !VariesPlayouts<S>) {
      throw UsageError("trials: the game has only one kind of playouts (VariesPlayouts)");
    }
  }

  const NrpaParams& params() const { return params_; }
  Policy& policy(int level) { return policies_[static_cast<std::size_t>(level)]; }
  Sequence<S>& best(int level) { return best_[static_cast<std::size_t>(level)]; }
  Rng& stream() { return rng_; }
  const Solution<S>& solution() const { return solution_; }
  std::uint64_t playouts() const { return playouts_; }
  std::uint64_t playout_moves() const { return playout_moves_; }
  bool stopped() const { return stopped_; }
  std::string_view stopped_by() const { return limits_ == nullptr ? "" : limits_->stopped_by(); }

  /// Steps done of the searches that are under way, the top level first.
  std::vector<int> progress() const { return {steps_.rend() - 1 - params_.level, steps_.rend() - 1}; }

  /// What ends the search; it must outlive it. `look` is called after every playout on the searching thread.
  void limit(Limits& limits, std::function<void()> look = {}) {
    limits_ = &limits;
    look_ = std::move(look);
    stopped_ = false;
  }
  /// Called whenever a better sequence has been found.
  void tell(std::function<void(const Solution<S>&)> listener) { listener_ = std::move(listener); }
  /// Called between two steps of the top level with the number of steps done.
  void at_steps(std::function<void(int)> boundary) { boundary_ = std::move(boundary); }
  void share(int level, ParallelLevel& by) {
    shared_level_ = level;
    shared_by_ = &by;
  }
  void stop() { stopped_ = true; }

  /// What is known of the game's kinds of playouts; empty before their trials.
  const std::vector<PlayoutKind>& kinds() const { return kinds_; }
  void set_kinds(std::vector<PlayoutKind> kinds) { kinds_ = std::move(kinds); }
  /// The kind that playouts are of.
  int kind() const { return kind_; }
  void use(int kind) {
    if constexpr (VariesPlayouts<S>) {
      if (kind != kind_) playout_.set_root(root_.with_playouts(kind));
    }
    kind_ = kind;
  }

  /// A whole search of the top level, from weights as they begin; `number` were made before it.
  void run(std::uint64_t number) {
    if (params_.trials > 0 && kinds_.empty()) try_kinds();
    if (stopped_) return;
    use(choose_kind(kinds_, number));
    policy(params_.level) = blank_;
    search_here(params_.level);
    note_result();
  }
  /// The rest of one, whose policy and best sequence have been put back.
  void resume(const NestedSnapshot<S>& at) {
    use(choose_kind(kinds_, at.run));
    policy(params_.level) = blank_;
    policy(params_.level).set_weights(at.weights);
    playout_.retrace(at.best, best(params_.level));
    same_ = static_cast<int>(at.same);
    steps(params_.level, static_cast<int>(at.step), params_.n);
    note_result();
  }
  /// Takes a sequence of another search for the best of the top level, if it is better than that.
  void adopt(const Solution<S>& other) {
    if (other.score <= best(params_.level).score) return;
    Sequence<S> found;  // ends early where our playouts avoid a move of it
    playout_.retrace(other.moves, found);
    if (found.score > best(params_.level).score) std::swap(found, best(params_.level));
  }
  /// Where the search of the top level is; `step` of its steps are done.
  NestedSnapshot<S> snapshot(int step) {
    NestedSnapshot<S> now;
    now.step = static_cast<std::uint64_t>(step);
    now.same = static_cast<std::uint64_t>(same_);
    now.weights = policy(params_.level).weights();
    const Sequence<S>& found = best(params_.level);
    for (std::size_t i = 0; i < found.moves.size(); ++i) now.best.push_back(found.moves[i]);
    return now;
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
    for (int step = first; step < last && !stopped_; ++step) {
      set_step(level, step);
      // While others search the same level with policies of their own, what this one knows is not all there is.
      if (level == params_.level && level != shared_level_ && boundary_ && step > first) {
        same_ = same;
        boundary_(step);
      }
      const double before = best(level).score;
      double found = no_score;
      for (int i = 0; i < samples(level) && !stopped_; ++i) {
        search(level - 1, policy(level));
        found = std::max(found, best(level - 1).score);
        take(level, best(level - 1));
      }
      if (repeats_enough(found, before, same)) break;
      if (step + 1 < last && !stopped_) policy(level).adapt(best(level), params_.alpha);
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
  /// Each kind of playouts gets the same number of searches of the level below.
  void try_kinds() {
    if constexpr (VariesPlayouts<S>) {
      std::vector<PlayoutKind> tried;
      for (int kind = 0; kind < root_.playout_kinds(); ++kind) {
        use(kind);
        double sum = 0;
        for (int i = 0; i < params_.trials && !stopped_; ++i) {
          search(params_.level - 1, blank_);
          sum += best(params_.level - 1).score;
        }
        tried.push_back({.trial = sum / params_.trials});
      }
      if (!stopped_) kinds_ = std::move(tried);
    }
  }
  /// What a whole search of the top level says of the kind of its playouts.
  void note_result() {
    if (kinds_.empty() || stopped_) return;
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
    playout_moves_ += playout_.run(policy, rng_, found);
    ++playouts_;
    if (found.score > solution_.score) {
      solution_.score = found.score;
      solution_.moves.clear();
      for (std::size_t i = 0; i < found.moves.size(); ++i) solution_.moves.push_back(found.moves[i]);
      if (listener_) listener_(solution_);
    }
    if (limits_->reached(playouts_)) stopped_ = true;
    if (look_) look_();
  }

  NrpaParams params_;
  Rng rng_;
  S root_;
  WeightedPlayout<S> playout_;
  std::vector<PlayoutKind> kinds_;
  int kind_ = 0;
  Policy blank_;
  std::vector<Policy> policies_;   // of each level
  std::vector<Sequence<S>> best_;  // of each level; of level 0 the last playout
  std::array<int, max_nested_level + 1> steps_{};
  Solution<S> solution_;
  std::uint64_t playouts_ = 0, playout_moves_ = 0;
  Limits* limits_ = nullptr;
  bool stopped_ = false;
  int same_ = 0;  // of the top level
  std::function<void()> look_;
  std::function<void(const Solution<S>&)> listener_;
  std::function<void(int)> boundary_;
  int shared_level_ = 0;
  ParallelLevel* shared_by_ = nullptr;
};

/// A nested search behind the interface of all searches: it looks for a whole sequence and plays its first move.
/// Searches of the top level follow each other until a limit is reached.
template <NestedGame S, class Worker>
class NestedSearch final : public Search<S> {
 public:
  NestedSearch(const LimitParams& limits, const typename Worker::Params& params, std::uint64_t seed)
      : limits_(limits), params_(params), seed_(seed) {}

  SearchResult<S> search(const S& state, std::span<const typename S::Move>, const Watch<S>& watch) override {
    Worker worker(state, params_, derive_seed(seed_, searches_++));
    Limits limits(watch.limits.value_or(limits_), Limits::no_cap, watch.stop);
    const auto result = [&] {
      SearchResult<S> all;
      const Solution<S>& found = worker.solution();
      S end = state;
      for (const auto& move : found.moves) end.play(move);
      const double value = end.is_terminal() ? end.rewards()[0] : 0;
      all.best = {.move = found.moves.front(), .visits = worker.playouts(), .value = value, .proven = {}};
      all.moves = {all.best};
      all.principal_variation = found.moves;
      all.iterations = worker.playouts();
      all.playout_moves = worker.playout_moves();
      all.stopped_by = limits.stopped_by();
      return all;
    };
    worker.limit(limits, [&] {
      if (watch.progress && limits.report_is_due()) watch.progress(result());
    });
    for (std::uint64_t run = 0; !worker.stopped(); ++run) worker.run(run);
    return result();
  }

 private:
  LimitParams limits_;
  typename Worker::Params params_;
  std::uint64_t seed_;
  std::uint64_t searches_ = 0;
};

/// What NMCS and NRPA ask of a game.
template <GameState S>
constexpr std::string_view missing_for_nested() {
  if (S::players != 1) return "one player, who plays alone";
  if (!HasScore<S>) return "a score (HasScore)";
  if (!CodesMoves<S>) return "moves with codes (CodesMoves)";
  return "";
}

struct Nrpa {
  static constexpr std::string_view name = "nrpa";
  static constexpr std::string_view summary = "nested rollout policy adaptation: learns the best sequence it has found";
  template <GameState S>
  using Worker = NrpaWorker<S>;

  struct Params {
    LimitParams limits;
    NrpaParams nested;
    auto bind() { return banyan::Params(limits, nested); }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_for_nested<S>();
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& params, std::uint64_t seed) {
    return std::make_unique<NestedSearch<S, NrpaWorker<S>>>(params.limits, params.nested, seed);
  }
};

}  // namespace banyan
