// SPDX-License-Identifier: MIT
// A SameGame board as people and files write it: rows of colours, the top row first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace banyan::samegame {

inline constexpr int max_side = 20;
inline constexpr int max_colours = 8;
inline constexpr int standard_boards = 20;

/// Colours 0..7 row by row, row 0 on top, column 0 on the left. Every cell is filled.
struct Board {
  int width = 0, height = 0;
  std::vector<std::uint8_t> cells;

  std::uint8_t at(int column, int row) const {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column)];
  }
  bool operator==(const Board&) const = default;
};

/// Reads rows of digits separated by '/' or line ends; blanks between digits and lines that begin with '#' are skipped.
/// Throws UsageError that names the row.
Board parse_board(std::string_view text);

/// "012/120": the inverse of parse_board.
std::string board_text(const Board& board);

/// One of the twenty boards of the literature, 1..20.
const Board& standard_board(int number);

/// Every cell drawn by itself; the same seed, the same board.
Board random_board(int width, int height, int colours, std::uint64_t seed);

}  // namespace banyan::samegame
