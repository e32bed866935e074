// SPDX-License-Identifier: MIT
// Counts the move sequences of a given length from a position. A game that ends earlier adds nothing.
#pragma once

#include <array>
#include <cstddef>
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
  std::array<std::uint32_t, GroupsMoves<S> ? static_cast<std::size_t>(S::max_moves) : 0> sizes;
  const bool is_grouped = GroupsMoves<S> && depth == 2;
  if constexpr (GroupsMoves<S>) {
    if (is_grouped) state.grouped_moves(moves, sizes);
  }
  if (!is_grouped) state.legal_moves(moves);
  if (depth == 1) return moves.size();
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    std::uint64_t below = 0;
    if constexpr (TakesBack<S>) {
      const auto before = state.play_noting(moves[i]);
      below = perft_below(state, depth - 1);
      state.take_back(moves[i], before);
    } else {
      S next = state;
      next.play(moves[i]);
      below = perft_below(next, depth - 1);
    }
    if constexpr (GroupsMoves<S>) {
      if (is_grouped) below *= sizes[i];
    }
    count += below;
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
