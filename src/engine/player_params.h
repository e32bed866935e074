// SPDX-License-Identifier: MIT
// Parameters of a player that are not its algorithm's: what it does with the time, and later with the knowledge, that
// its host gives it. They are written beside the algorithm's wherever a player is named.
#pragma once

#include <string_view>
#include <tuple>

#include "core/params.h"

namespace banyan {

struct PlayerParams {
  bool ponder = false;
  /// A player with none of these is its algorithm and no more, and is written like it.
  bool is_used(std::string_view) const { return ponder; }
  static constexpr auto fields() {
    return std::tuple{
        field(&PlayerParams::ponder, "ponder",
              "think on while somebody at the keyboard or at the other end of a protocol is to move, and keep what was "
              "found; for players that keep their tree (reuse), in play and gtp"),
    };
  }
};

}  // namespace banyan
