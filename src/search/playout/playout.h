// SPDX-License-Identifier: MIT
// Playout policies. A policy is prepared once per search with the root and then finishes one game after another,
// with one virtual call per playout. It draws from a stream of its own, so that a policy that never acts changes
// nothing else.
#pragma once

#include <cstdint>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan {

template <GameState S>
class PlayoutPolicy {
 public:
  virtual ~PlayoutPolicy() = default;
  virtual void prepare(const S& root) = 0;
  /// Plays `state`, a position at or below the root, to its end; returns the number of moves made.
  virtual std::uint64_t run(S& state) = 0;
};

/// Every legal move is equally likely; where chance moves, by its probabilities.
template <GameState S>
class Uniform final : public PlayoutPolicy<S> {
 public:
  explicit Uniform(const S& root, std::uint64_t seed) : drawer_(root), rng_(seed) {}

  void prepare(const S& root) override { drawer_ = Drawer<S>(root); }

  std::uint64_t run(S& state) override {
    auto draw = drawer_.begin(rng_);
    return run_playout(state, draw);
  }

 private:
  Drawer<S> drawer_;
  Rng rng_;
};

}  // namespace banyan
