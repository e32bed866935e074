// SPDX-License-Identifier: MIT
#include "games/samegame/board.h"

#include <fmt/format.h>

#include <array>

#include "core/error.h"
#include "core/random.h"
#include "core/text.h"

namespace banyan::samegame {

/// data/samegame/standard.txt, put here by the build.
extern const char* const standard_text;

namespace {

std::vector<std::string> rows_of(std::string_view text) {
  std::vector<std::string> rows;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with('#')) continue;
    for (const std::string_view part : split(line, '/')) {
      std::string row;
      for (const char c : part) {
        if (c != ' ' && c != '\t' && c != '\r') row += c;
      }
      if (!row.empty()) rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::array<Board, standard_boards> read_standard() {
  std::array<Board, standard_boards> boards;
  const std::vector<std::string> rows = rows_of(standard_text);
  const std::size_t height = rows.size() / standard_boards;
  for (std::size_t b = 0; b < boards.size(); ++b) {
    std::string text;
    for (std::size_t r = 0; r < height; ++r) text += rows[b * height + r] + '/';
    boards[b] = parse_board(text);
  }
  return boards;
}

}  // namespace

Board parse_board(std::string_view text) {
  const std::vector<std::string> rows = rows_of(text);
  if (rows.size() < 2 || rows.size() > max_side) {
    throw UsageError(fmt::format("a board has 2 to {} rows, this one has {}", max_side, rows.size()));
  }
  Board board{.width = static_cast<int>(rows[0].size()), .height = static_cast<int>(rows.size()), .cells = {}};
  if (board.width < 2 || board.width > max_side) {
    throw UsageError(fmt::format("row 0 of the board has {} cells, expected 2 to {}", board.width, max_side));
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() != rows[0].size()) {
      throw UsageError(
          fmt::format("row {} of the board has {} cells, expected {} as in row 0", r, rows[r].size(), rows[0].size()));
    }
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const int colour = rows[r][c] - '0';
      if (colour < 0 || colour >= max_colours) {
        throw UsageError(fmt::format("row {}, column {} of the board: expected a colour 0..{}", r, c, max_colours - 1));
      }
      board.cells.push_back(static_cast<std::uint8_t>(colour));
    }
  }
  return board;
}

std::string board_text(const Board& board) {
  std::string text;
  for (int row = 0; row < board.height; ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < board.width; ++column) text += static_cast<char>('0' + board.at(column, row));
  }
  return text;
}

const Board& standard_board(int number) {
  static const std::array<Board, standard_boards> boards = read_standard();
  return boards.at(static_cast<std::size_t>(number - 1));
}

Board random_board(int width, int height, int colours, std::uint64_t seed) {
  Board board{.width = width, .height = height, .cells = {}};
  Rng rng(seed);
  for (int i = 0; i < width * height; ++i) {
    board.cells.push_back(static_cast<std::uint8_t>(rng.below(static_cast<std::uint32_t>(colours))));
  }
  return board;
}

}  // namespace banyan::samegame
