// SPDX-License-Identifier: MIT
// How programs write the cells of a hexagonal board. Ours, `rows`, is a letter for the row y and the number x + 1 on
// the grid (docs/games/havannah.md). Others exchange letter and number (`columns`), which is the mirror image of the
// same game; Little Golem counts the number inside its row, so that every row begins with 1 (`littlegolem`).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::havannah {

/// rows, columns, littlegolem.
std::vector<std::string_view> notation_names();

/// One of our moves in another notation. What is not a cell, such as `swap`, is the same everywhere.
std::string to_notation(std::string_view notation, int side, std::string_view move);

/// A move in another notation as we write it, or nothing when it is neither a cell (one letter and a number) nor
/// `swap`. The cell need not be on the board.
std::optional<std::string> from_notation(std::string_view notation, int side, std::string_view text);

}  // namespace banyan::havannah
