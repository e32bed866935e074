// SPDX-License-Identifier: MIT
// What positions of the dice race are worth.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

#include "tests/games/dice_race/dice_race.h"

namespace banyan::dice_race {

/// By trying everything, written apart from the search.
inline double race_value(const DiceRace& state, std::map<std::uint64_t, double>& known) {
  if (state.is_terminal()) return state.rewards()[0];
  if (const auto found = known.find(state.hash()); found != known.end()) return found->second;
  MoveList<DiceRace> moves;
  state.legal_moves(moves);
  double sum = 0, low = 1, high = 0;
  for (const auto& m : moves) {
    DiceRace next = state;
    next.play(m);
    const double v = race_value(next, known);
    if (state.to_move() == chance) sum += state.probability(m) * v;
    low = std::min(low, v);
    high = std::max(high, v);
  }
  return known[state.hash()] = state.to_move() == chance ? sum : state.to_move() == 0 ? high : low;
}

inline DiceRace rolled(const DiceRace::Options& options, const char* dice) {
  DiceRace state(options);
  state.play(state.parse_move(dice).value());
  return state;
}

}  // namespace banyan::dice_race
