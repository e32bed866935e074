// SPDX-License-Identifier: MIT
#include "search/limits/allotment.h"

#include <algorithm>

namespace banyan {

int expected_moves(std::optional<int> left, int players) {
  constexpr int of_unknown_games = 30;
  return left ? *left / (2 * players) + 1 : of_unknown_games;
}

void PlayerClock::spend(double seconds) {
  seconds_ -= seconds;
  if (moves_ == 0) {
    if (seconds_ > 0 || control_.period_moves == 0) return;
    const double overdrawn = -seconds_;
    begin_period();
    seconds_ -= overdrawn;
  }
  if (--moves_ == 0) begin_period();
}

double PlayerClock::allot(int expected_moves) const {
  constexpr double held_back = 0.05;
  constexpr double least = 0.001;
  constexpr int fewest_moves = 4;  // what is expected near the end of a game may be wrong
  double share = seconds_ / (moves_ > 0 ? moves_ : std::max(expected_moves, fewest_moves));
  if (moves_ == 0 && control_.period_moves > 0)
    share = std::max(share, control_.period_seconds / control_.period_moves);
  return std::clamp(std::max(share - held_back, share / 2), least, longest_move_seconds);
}

}  // namespace banyan
