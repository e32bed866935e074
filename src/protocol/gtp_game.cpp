// SPDX-License-Identifier: MIT
#include "protocol/gtp_game.h"

#include <fmt/format.h>

#include "core/error.h"

namespace banyan {

void check_gtp_game(const Session& session) {
  if (session.players() != 2) {
    throw UsageError(fmt::format("GTP is for two players, {} has {}", session.game(), session.players()));
  }
  if (session.has_chance()) {
    throw UsageError(fmt::format("GTP has no place for chance, which moves in {}", session.game()));
  }
}

}  // namespace banyan
