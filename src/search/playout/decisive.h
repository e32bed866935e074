// SPDX-License-Identifier: MIT
// Decisive moves [Teytaud & Teytaud 2010]: who can win at once does so.
#pragma once

#include <span>
#include <string_view>

#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

/// A move that wins at once: as the game finds it, or by trying them all. False when there is none.
template <GameState S>
bool find_win(const S& state, Player mover, typename S::Move& win) {
  if constexpr (FindsWins<S>) {
    return state.find_wins(mover, std::span(&win, 1)) > 0;
  } else {
    MoveList<S> moves;
    state.legal_moves(moves);
    for (const auto& move : moves) {
      S next = state;
      next.play(move);
      if (next.is_terminal() && next.rewards()[static_cast<std::size_t>(mover)] == 1) {
        win = move;
        return true;
      }
    }
    return false;
  }
}

template <GameState S>
class WinTaker {
 public:
  static constexpr bool reads_descent = false;

  struct Playing {
    bool propose(const S& now, Player mover, typename S::Move& move) const { return find_win(now, mover, move); }
  };
  Playing begin(const S&, const Descent<S>&) const { return {}; }
};

struct Decisive {
  static constexpr std::string_view name = "decisive";
  static constexpr std::string_view summary = "every win in one move is taken [Teytaud & Teytaud 2010]";
  using Params = NoParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return S::players == 2 ? "" : "two players";
  }
  template <GameState S>
  static WinTaker<S> make(const Params&, PartSetup<S>&) {
    return {};
  }
};

}  // namespace banyan
