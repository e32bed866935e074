// SPDX-License-Identifier: MIT
// What the settings of players say about their threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/match.h"

namespace banyan {

/// How many threads the player searches with; 1 where its settings do not tell, as those of an external program.
int threads_of(std::string_view settings);

/// Whether several threads of the player share a tree, or a table: then the same seed does not give the same game
/// again.
bool shares_tree(std::string_view settings);

/// A sentence for the user when so many games at a time have more threads than there are cores; else empty.
std::string crowding_of(const std::vector<Match>& matches, int concurrency, int cores);

}  // namespace banyan
