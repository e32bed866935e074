// SPDX-License-Identifier: MIT
// The clocks of one game of a match, if it has any: each player has so many seconds for all of its moves.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/session.h"
#include "search/limits/allotment.h"

namespace banyan {

class GameClocks {
 public:
  /// Nobody loses by less than this: it is what the system may take from a player.
  static constexpr double grace = 0.5;

  GameClocks(const std::optional<TimeControl>& time, int players) {
    if (time) clocks_.assign(static_cast<std::size_t>(players), PlayerClock(*time));
  }

  /// The clock of a player; null in a game without clocks.
  const PlayerClock* of(int player) const { return clocks_.empty() ? nullptr : &clocks_[index(player)]; }

  /// A move took so long. False when the player has had more than its time and the grace.
  [[nodiscard]] bool spend(int player, double wall_seconds, double cpu_seconds) {
    if (clocks_.empty()) return true;
    PlayerClock& clock = clocks_[index(player)];
    clock.spend(wall_seconds, cpu_seconds);
    return clock.seconds_left() >= -grace;
  }

 private:
  static std::size_t index(int player) { return static_cast<std::size_t>(player); }

  std::vector<PlayerClock> clocks_;  // by player; empty: none
};

}  // namespace banyan
