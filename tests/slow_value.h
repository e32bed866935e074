// SPDX-License-Identifier: MIT
// What a search to a depth finds, by trying everything.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "game/knowledge.h"
#include "search/alphabeta/line_search.h"

namespace banyan {

/// The value of a state `ply` moves after the root, and `depth` before the evaluation; noisy moves alone are tried for
/// `quiet` moves more.
template <class S>
int slow_value(const S& state, int depth, int ply, int quiet) {
  if (state.is_terminal()) {
    const double reward = state.rewards()[static_cast<std::size_t>(state.to_move())];
    return reward == 0.5 ? 0 : reward > 0.5 ? win_value - ply : ply - win_value;
  }
  int best = -win_value;
  MoveList<S> moves;
  if (depth == 0) {
    best = static_cast<int>(std::lround(state.evaluate(state.to_move())));
    if constexpr (NamesNoisyMoves<S>) {
      if (quiet == 0) return best;
      // Searches for play see a win at once, wherever noisy moves are looked at.
      MoveList<S> all;
      state.legal_moves(all);
      for (const typename S::Move& move : all) {
        S next = state;
        next.play(move);
        if (next.is_terminal() && next.rewards()[static_cast<std::size_t>(state.to_move())] == 1) {
          return win_value - (ply + 1);
        }
      }
      state.noisy_moves(moves);
      --quiet;
    }
  } else {
    state.legal_moves(moves);
    --depth;
  }
  for (const typename S::Move& move : moves) {
    S next = state;
    next.play(move);
    best = std::max(best, -slow_value(next, depth, ply + 1, quiet));
  }
  return best;
}

}  // namespace banyan
