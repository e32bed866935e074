// SPDX-License-Identifier: MIT
#include "search/limits/allotment.h"

#include <algorithm>

namespace banyan {

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
  double share = seconds_ / std::max(moves_ > 0 ? moves_ : expected_moves, 1);
  if (moves_ == 0 && control_.period_moves > 0)
    share = std::max(share, control_.period_seconds / control_.period_moves);
  return std::max(least, std::max(share - held_back, share / 2));
}

}  // namespace banyan
