// SPDX-License-Identifier: MIT
// The weights of the terms that a game guesses by, as a parameter writes them: 0.2*reach+0.25*keep.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "search/selection/selection.h"

namespace banyan {

/// One number for each of `terms`, 0 for those that are not named; throws UsageError where there is no such term.
inline std::vector<float> weights_of(std::string_view text, const std::vector<std::string_view>& terms) {
  std::vector<float> weights(terms.size());
  for (const std::string_view part : split(text, '+')) {
    const std::size_t times = part.find('*');
    const std::string_view name = times == std::string_view::npos ? part : part.substr(times + 1);
    const auto weight = times == std::string_view::npos ? 1.0 : to_real(part.substr(0, times));
    const auto found = std::find(terms.begin(), terms.end(), name);
    if (found == terms.end()) {
      throw UsageError(
          fmt::format("guess={}: this game has no term '{}'{}; known: usual, or {} with a number each, such "
                      "as 0.2*{}, joined by +",
                      text, name, did_you_mean(name, terms), join(terms, ", "), terms.front()));
    }
    if (!weight) throw UsageError(fmt::format("guess={}: '{}' is no number", text, part.substr(0, times)));
    weights[static_cast<std::size_t>(found - terms.begin())] += static_cast<float>(*weight);
  }
  return weights;
}

/// The weights that the parameters ask for; empty for a game without terms.
template <GameState S>
std::vector<float> guess_weights(const GuessParams& params) {
  if constexpr (WeighsGuesses<S>) {
    const std::vector<std::string_view> terms(std::begin(S::guess_terms), std::end(S::guess_terms));
    return weights_of(params.guess == "usual" ? S::usual_guess : std::string_view(params.guess), terms);
  } else {
    if (params.guess != "usual") throw UsageError("guess: only for games whose guesses have terms (WeighsGuesses)");
    return {};
  }
}

}  // namespace banyan
