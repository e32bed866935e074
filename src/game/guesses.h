// SPDX-License-Identifier: MIT
// What a game may know of moves that a search has not tried yet.
#pragma once

#include <concepts>
#include <span>

#include "game/game_state.h"

namespace banyan {

/// Guesses what every move of a position is worth to its mover, from 0 to 1: by index where the game numbers its moves,
/// else in the order of legal_moves.
template <class S>
concept GuessesValues = GameState<S> && requires(const S c, std::span<float> values) {
  { c.guess_values(values) } -> std::same_as<void>;
};

}  // namespace banyan
