// SPDX-License-Identifier: MIT
// What a game guesses of its moves, one term at a time.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "game/knowledge.h"

namespace banyan {

/// The value of one term for every move, in hundredths.
template <WeighsGuesses S>
std::vector<int> guess_counts(const S& state, std::size_t term) {
  std::vector<float> weights(S::guess_terms.size());
  std::vector<float> values(static_cast<std::size_t>(state.index_count()));
  weights[term] = 0.01f;  // so that nothing is cut off
  state.guess_values(weights, values);
  std::vector<int> counts;
  for (const float value : values) counts.push_back(static_cast<int>(std::lround(value * 100)));
  return counts;
}

}  // namespace banyan
