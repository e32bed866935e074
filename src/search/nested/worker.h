// SPDX-License-Identifier: MIT
// What one thread of a nested search is to those who drive it, whichever algorithm it runs: it makes searches of the
// top level one after the other, keeps the best sequence, and can tell where it is.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "core/random.h"
#include "search/limits/limits.h"
#include "search/nested/kinds.h"
#include "search/nested/playout.h"

namespace banyan {

inline constexpr double no_score = -std::numeric_limits<double>::infinity();

/// A sequence without its trace: what a search has to show.
template <GameState S>
struct Solution {
  std::vector<typename S::Move> moves;
  double score = no_score;
};

/// What a search of the top level needs to go on where it was, between two of its steps.
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

template <NestedGame S>
class NestedWorker {
 public:
  NestedWorker(const S& root, std::uint64_t seed) : root_(root), rng_(seed) {}
  virtual ~NestedWorker() = default;
  NestedWorker(const NestedWorker&) = delete;
  NestedWorker& operator=(const NestedWorker&) = delete;

  /// A whole search of the top level, or the rest of one; `from` is where it was.
  virtual void search_from(const NestedSnapshot<S>& from) = 0;
  /// Where the search of the top level is, `step` of its steps done; 0 = it is over, and the next has not begun. The
  /// number of the search and the streams are for the caller to fill in.
  virtual NestedSnapshot<S> snapshot(int step) = 0;
  /// Steps done of the searches that are under way, the top level first.
  virtual std::vector<int> progress() const = 0;
  /// Takes a sequence of another search for the best of the top level, if it is better than that; between two steps.
  virtual void adopt(const Solution<S>& other) = 0;

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
  void stop() { stopped_ = true; }

  Rng& stream() { return rng_; }
  const Solution<S>& solution() const { return solution_; }
  std::uint64_t playouts() const { return playouts_; }
  std::uint64_t playout_moves() const { return playout_moves_; }
  bool stopped() const { return stopped_; }
  std::string_view stopped_by() const { return limits_ == nullptr ? "" : limits_->stopped_by(); }

 protected:
  const S& root() const { return root_; }
  const std::function<void(int)>& boundary() const { return boundary_; }

  /// Counts a playout, from the root to the end of the game; `made` of its moves were drawn.
  template <class Moves>
  void note_playout(const Moves& moves, double score, std::uint64_t made) {
    playout_moves_ += made;
    ++playouts_;
    if (score > solution_.score) {
      solution_.score = score;
      solution_.moves.clear();
      for (std::size_t i = 0; i < moves.size(); ++i) solution_.moves.push_back(moves[i]);
      if (listener_) listener_(solution_);
    }
    if (limits_->reached(playouts_)) stopped_ = true;
    if (look_) look_();
  }

 private:
  S root_;
  Rng rng_;
  Solution<S> solution_;
  std::uint64_t playouts_ = 0, playout_moves_ = 0;
  Limits* limits_ = nullptr;
  bool stopped_ = false;
  std::function<void()> look_;
  std::function<void(const Solution<S>&)> listener_;
  std::function<void(int)> boundary_;
};

}  // namespace banyan
