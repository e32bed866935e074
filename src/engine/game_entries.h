// SPDX-License-Identifier: MIT
// The list of games. Its source is compiled apart from all others, so that a program may have a list of its own: it
// defines the same function, and the linker leaves this one out, with its games.
#pragma once

#include <vector>

#include "engine/game_entry.h"

namespace banyan {

const std::vector<GameEntry>& game_entries();

}  // namespace banyan
