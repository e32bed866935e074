// SPDX-License-Identifier: MIT
// Playouts by the game's own order of moves: the most urgent one, of equals the first, and with probability epsilon
// any. Games are then played as a simple player would, which tells more about who is ahead than random moves do.
#pragma once

#include <cstdint>

#include "core/random.h"
#include "search/playout/playout.h"

namespace banyan {

template <GameState S>
requires OrdersMoves<S>
class Urgent final : public PlayoutPolicy<S> {
 public:
  Urgent(double epsilon, const S& root, std::uint64_t seed)
      : epsilon_(epsilon), drawer_(root), rng_(seed), choices_(derive_seed(seed, 1)) {}

  void prepare(const S& root) override { drawer_ = Drawer<S>(root); }

  std::uint64_t run(S& state, const Descent& = {}) override {
    auto draw = drawer_.begin(rng_);
    return run_playout(state, [&](const S& now, Player mover) {
      return mover == chance || choices_.unit() < epsilon_ ? draw(now) : most_urgent(now);
    });
  }

 private:
  static typename S::Move most_urgent(const S& state) {
    MoveList<S> moves;
    state.legal_moves(moves);
    std::size_t best = 0;
    int highest = state.urgency(moves[0]);
    for (std::size_t i = 1; i < moves.size(); ++i) {
      const int urgency = state.urgency(moves[i]);
      if (urgency <= highest) continue;
      highest = urgency;
      best = i;
    }
    return moves[best];
  }

  double epsilon_;
  Drawer<S> drawer_;
  Rng rng_, choices_;
};

}  // namespace banyan
