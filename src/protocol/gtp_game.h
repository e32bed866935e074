// SPDX-License-Identifier: MIT
// Which games the Go Text Protocol can carry, whichever end of it we are: its moves belong to two colours, so there is
// nobody to play for a third player or for chance, and nobody to play against for a player alone.
#pragma once

#include "engine/session.h"

namespace banyan {

/// Throws UsageError that says why the protocol has no place for the session's game.
void check_gtp_game(const Session& session);

}  // namespace banyan
