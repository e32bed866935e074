// SPDX-License-Identifier: MIT
// How programs write the cells of a hexagonal board. Ours is a letter for the row y and the number x + 1 on the grid
// (docs/games/havannah.md). Others exchange letter and number, which is the mirror image of the same game; Little Golem
// counts the number inside its row, so that every row begins with 1.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/session.h"

namespace banyan {

enum class Coordinates { rows, columns, littlegolem };
constexpr auto names(Coordinates) { return std::array<std::string_view, 3>{"rows", "columns", "littlegolem"}; }

/// The option `size` of a game, or 0 when it has none.
int board_size(const Session& session);

/// One of our moves as the other side writes it. What is not a cell, such as `swap`, is the same everywhere.
std::string to_coordinates(Coordinates coordinates, int side, std::string_view move);

/// The other side's move as we write it, or nothing when it is neither a cell (one letter and a number) nor `swap`.
/// The cell need not be on the board: that is for Session::play to tell.
std::optional<std::string> from_coordinates(Coordinates coordinates, int side, std::string_view move);

}  // namespace banyan
