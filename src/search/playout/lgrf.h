// SPDX-License-Identifier: MIT
// Last good replies, LGR [Drake 2009], and with forgetting, LGRF1 [Baier & Drake 2010]: the reply to the opponent's
// last move that the winner of an earlier playout made is made again when it can be. Every reply of the winner in tree
// and playout is stored; with forgetting, every reply of the loser is dropped where it is still the one stored. A draw
// changes nothing. The first move below the root has no predecessor here.
#pragma once

#include <array>
#include <cstdint>

#include "core/random.h"
#include "game/playouts.h"
#include "search/playout/playout.h"

namespace banyan {

template <FillsBoard S>
class Lgrf final : public PlayoutPolicy<S> {
 public:
  Lgrf(bool forgets, const S& root, std::uint64_t seed) : drawer_(root), rng_(seed), forgets_(forgets) {
    for (auto& replies : replies_) replies.fill(none);
  }

  void prepare(const S& root) override {
    drawer_ = Drawer<S>(root);
    placements_ = static_cast<unsigned>(root.placement_count());
  }
  bool reads_descent() const override { return true; }

  Outcome<S> play_out(S& state, const Descent& descent) override {
    auto draw = drawer_.begin(rng_);
    played_ = 0;
    PlayedMove last = descent.moves.empty() ? PlayedMove{0, -1} : descent.moves.back();
    return finish(
        state, this->ending(), [&](const S& now, Player mover) __attribute__((always_inline)) {
          std::uint16_t index = none;
          if (last.mover == 1 - mover) index = replies_[static_cast<std::size_t>(mover)][last.index];
          if (index == none || now.owners()[index] != 0) index = static_cast<std::uint16_t>(now.index_of(draw(now)));
          last = {index, static_cast<std::int16_t>(mover)};
          record_[played_++] = last;
          return now.move_at(index);
        });
  }

  void learn(const Descent& descent, const Outcome<S>& outcome) override {
    if (outcome.rewards[0] == outcome.rewards[1]) return;
    const int winner = outcome.rewards[0] > outcome.rewards[1] ? 0 : 1;
    PlayedMove last{0, -1};
    const auto pair = [&](PlayedMove move) {
      const Player mover = move.mover;
      if (last.mover == 1 - mover && move.index < placements_) {
        std::uint16_t& reply = replies_[static_cast<std::size_t>(mover)][last.index];
        if (mover == winner) {
          reply = move.index;
        } else if (forgets_ && reply == move.index) {
          reply = none;
        }
      }
      last = move;
    };
    for (const PlayedMove move : descent.moves) pair(move);
    for (std::size_t i = 0; i < played_; ++i) pair(record_[i]);
    played_ = 0;  // what was learnt once
  }

 private:
  static constexpr std::uint16_t none = 0xffff;
  static constexpr std::size_t moves = static_cast<std::size_t>(S::max_moves);

  Drawer<S> drawer_;
  Rng rng_;
  bool forgets_;
  unsigned placements_ = 0;
  std::array<std::array<std::uint16_t, moves>, 2> replies_;  // by player and the opponent's last move
  std::array<PlayedMove, moves> record_;                     // of the last playout
  std::size_t played_ = 0;
};

}  // namespace banyan
