// SPDX-License-Identifier: MIT
// Parameters of a player that are not its algorithm's: what it does with the time and with the knowledge that its host
// gives it. They are written beside the algorithm's wherever a player is named.
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "search/limits/allotment.h"

namespace banyan {

struct PlayerParams {
  bool ponder = false;
  std::string book = "none";
  double clock_share = 0;
  double clock_floor = 0;
  double clock_part = 1;
  /// A player with none of these is its algorithm and no more, and is written like it.
  bool is_used(std::string_view name) const {
    if (name == "book") return has_book();
    if (name == "clock_share") return clock_share > 0;
    if (name == "clock_floor") return clock_share > 0 && clock_floor > 0;
    if (name == "clock_part") return clock_part < 1;
    return ponder;
  }
  bool has_book() const { return book != "none"; }
  ClockSharing sharing() const { return {.divisor = clock_share, .floor = clock_floor, .part = clock_part}; }
  static constexpr auto fields() {
    return std::tuple{
        field(&PlayerParams::ponder, "ponder",
              "think on while somebody at the keyboard or at the other end of a protocol is to move, and keep what was "
              "found; for players that keep their tree (reuse), in play and gtp"),
        field(&PlayerParams::book, "book",
              "a file of openings (see 'banyan book'), or the name of one that is built in: its moves are played "
              "without a search; none = all are searched"),
        field(&PlayerParams::clock_share, "clock_share", 0.0, 1000.0,
              "by a clock for the whole game, a move gets what is left divided by this; 0 = by the moves that may "
              "still come"),
        field(&PlayerParams::clock_floor, "clock_floor", 0.0, 1e6,
              "with clock_share, seconds that a move gets at least, as long as there are so many"),
        field(&PlayerParams::clock_part, "clock_part", 0.0, 1.0,
              "the part of a clock for the whole game that the player uses, as if it had no more"),
    };
  }
};

}  // namespace banyan
