// SPDX-License-Identifier: MIT
// Decisive moves [Teytaud & Teytaud 2010]: who can win at once does so, and every other move is drawn uniformly.
#pragma once

#include <cstdint>
#include <span>

#include "core/random.h"
#include "game/knowledge.h"
#include "game/playouts.h"
#include "search/playout/playout.h"

namespace banyan {

template <FindsWins S>
class Decisive final : public PlayoutPolicy<S> {
 public:
  Decisive(const S& root, std::uint64_t seed) : drawer_(root), rng_(seed) {}

  void prepare(const S& root) override { drawer_ = Drawer<S>(root); }

  Outcome<S> play_out(S& state, const Descent&) override {
    auto draw = drawer_.begin(rng_);
    return finish(state, this->ending(), [&](const S& now, Player mover) {
      typename S::Move win{};
      return now.find_wins(mover, std::span(&win, 1)) > 0 ? win : draw(now);
    });
  }

 private:
  Drawer<S> drawer_;
  Rng rng_;
};

}  // namespace banyan
