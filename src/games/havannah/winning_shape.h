// SPDX-License-Identifier: MIT
// Which stones made the shape that won, to be shown on the board. Slow and obvious: it is asked once a game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace banyan::havannah {

/// The names of stones that make one of each of `shapes` (bits of Shape) and from which none can be spared. `owners`
/// has a byte for each cell, row by row; the stones are those whose byte is `winner`.
std::vector<std::string> winning_cells(int side, const std::uint8_t* owners, std::uint8_t winner, unsigned shapes);

}  // namespace banyan::havannah
