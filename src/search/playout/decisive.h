// SPDX-License-Identifier: MIT
// Decisive moves [Teytaud & Teytaud 2010]: who can win at once does so.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

/// A move that wins at once: as the game finds it, or by trying them all.
template <GameState S>
std::optional<typename S::Move> find_win(const S& state, Player mover) {
  if constexpr (FindsWins<S>) {
    typename S::Move win{};
    if (state.find_wins(mover, std::span(&win, 1)) > 0) return win;
  } else {
    MoveList<S> moves;
    state.legal_moves(moves);
    for (const auto& move : moves) {
      S next = state;
      next.play(move);
      if (next.is_terminal() && next.rewards()[static_cast<std::size_t>(mover)] == 1) return move;
    }
  }
  return std::nullopt;
}

template <GameState S>
class WinTaker {
 public:
  static constexpr bool reads_descent = false;

  struct Playing {
    auto propose(const S& now, Player mover) const { return find_win(now, mover); }
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
