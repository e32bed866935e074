// SPDX-License-Identifier: MIT
// Counts the move sequences of a given length from a position. A game that ends earlier adds nothing.
#pragma once

#include <cstdint>

#include "game/game_state.h"

namespace banyan {

template <GameState S>
std::uint64_t perft(const S& state, int depth) {
  if (depth == 0) return 1;
  if (state.is_terminal()) return 0;
  MoveList<S> moves;
  state.legal_moves(moves);
  if (depth == 1) return moves.size();
  std::uint64_t count = 0;
  for (const auto& move : moves) {
    S next = state;
    next.play(move);
    count += perft(next, depth - 1);
  }
  return count;
}

}  // namespace banyan
