// SPDX-License-Identifier: MIT
// Games in which dice or decks have moves of their own: to_move() is `chance`.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan {

/// Has states where chance moves. The probabilities of the legal moves of such a state sum to 1.
template <class S>
concept HasChance = GameState<S> && requires(const S c, typename S::Move m) {
  { c.probability(m) } -> std::same_as<double>;
};

/// Has decks: what is drawn follows from a seed, whoever plays, so that games can be mirrored.
template <class S>
concept DealsCards = requires(const S c, std::uint64_t seed) {
  { c.deal(seed) } -> std::same_as<typename S::Move>;
};

/// One outcome of a chance state, drawn by its probability.
template <HasChance S>
typename S::Move draw_outcome(const S& state, const MoveList<S>& outcomes, Rng& rng) {
  double left = rng.unit();
  for (const auto& m : outcomes) {
    left -= state.probability(m);
    if (left < 0) return m;
  }
  return outcomes[outcomes.size() - 1];  // rounding: the probabilities summed to a hair less than 1
}

}  // namespace banyan
