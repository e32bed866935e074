// SPDX-License-Identifier: MIT
// What a game may know of good moves in playouts: replies around the last move, and scores of moves.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include "game/game_state.h"

namespace banyan {

/// Suggests replies to the move that was just made, such as the other half of a bridge: at most `max_replies` of them,
/// all legal. Returns how many.
template <class S>
concept SuggestsReplies = GameState<S> && requires(const S c, typename S::Move last, std::span<typename S::Move> out) {
  requires S::max_replies >= 1;
  { c.suggest_replies(last, out) } -> std::same_as<std::size_t>;
};

/// Scores the moves that are legal now, in the order in which they were listed: a playout makes each with a probability
/// in proportion to its score, which is not negative.
template <class S>
concept ScoresMoves = GameState<S> && requires(const S c, const MoveList<S>& moves, std::span<float> scores) {
  { c.score_moves(moves, scores) } -> std::same_as<void>;
};

}  // namespace banyan
