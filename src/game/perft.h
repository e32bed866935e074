// SPDX-License-Identifier: MIT
// Counts the move sequences of a given length from a position. A game that ends earlier adds nothing.
#pragma once

#include <cstdint>

#include "game/game_state.h"
#include "game/moves.h"

namespace banyan {

namespace detail {

template <GameState S>
std::uint64_t perft_below(S& state, int depth) {
  if (state.is_terminal()) return 0;
  if constexpr (CountsMoves<S>) {
    if (depth == 1) return state.count_moves();
  }
  MoveList<S> moves;
  state.legal_moves(moves);
  if (depth == 1) return moves.size();
  std::uint64_t count = 0;
  for (const auto& move : moves) {
    if constexpr (TakesBack<S>) {
      const auto before = state.play_noting(move);
      count += perft_below(state, depth - 1);
      state.take_back(move, before);
    } else {
      S next = state;
      next.play(move);
      count += perft_below(next, depth - 1);
    }
  }
  return count;
}

}  // namespace detail

template <GameState S>
std::uint64_t perft(const S& state, int depth) {
  if (depth == 0) return 1;
  S copy = state;
  return detail::perft_below(copy, depth);
}

}  // namespace banyan
