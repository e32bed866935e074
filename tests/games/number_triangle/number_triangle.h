// SPDX-License-Identifier: MIT
// Walk down a triangle of numbers, to the left or to the right below, and collect the largest sum. A puzzle for one
// player with a score.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan::number_triangle {

struct Options {
  int rows = 6;
  static constexpr auto fields() { return std::tuple{field(&Options::rows, "rows", 2, 6, "rows of the triangle")}; }
};

inline constexpr std::array<std::array<int, 6>, 6> numbers{{
    {3},
    {7, 4},
    {2, 4, 6},
    {8, 5, 9, 3},
    {1, 6, 2, 7, 5},
    {9, 3, 1, 8, 4, 2},
}};

/// A step to the right or left from a row: the same step from another row is another move.
struct Move {
  std::uint8_t row;
  bool right;
  bool operator==(const Move&) const = default;
};

class NumberTriangle {
 public:
  using Move = number_triangle::Move;
  using Options = number_triangle::Options;
  static constexpr int players = 1;
  static constexpr int max_moves = 2;

  explicit NumberTriangle(const Options& options) : rows_(static_cast<unsigned>(options.rows)) {}

  Player to_move() const { return 0; }
  bool is_terminal() const { return row_ + 1 == rows_; }
  double score() const { return sum_; }
  double score_of(double reward) const { return reward * 9.0 * rows_; }
  Rewards<NumberTriangle> rewards() const {
    assert(is_terminal());
    return {score() / (9.0 * rows_)};
  }

  void legal_moves(MoveList<NumberTriangle>& out) const {
    if (is_terminal()) return;
    out.push_back({row(), false});
    out.push_back({row(), true});
  }

  void play(Move m) {
    assert(!is_terminal() && m.row == row_);
    ++row_;
    column_ += m.right ? 1 : 0;
    path_ |= static_cast<unsigned>(m.right) << row_;
    sum_ += numbers[row_][column_];
  }

  /// The sum so far decides the reward, so walks that meet are the same only when their sums are.
  std::uint64_t hash() const {
    return mix64(std::uint64_t{rows_} << 32 | row_ << 24 | column_ << 16 | static_cast<unsigned>(sum_));
  }

  std::string move_text(Move m) const { return m.right ? "right" : "left"; }
  std::optional<Move> parse_move(std::string_view text) const {
    if (text != "left" && text != "right") return std::nullopt;
    return Move{row(), text == "right"};
  }
  BoardData board_data() const {
    BoardData board{.shape = CellShape::hexagon};
    int column = 0;
    for (unsigned row = 0; row < rows_; ++row) {
      column += static_cast<int>(path_ >> row & 1);
      for (int i = 0; i <= static_cast<int>(row); ++i) {
        const std::string name = std::to_string(row) + '.' + std::to_string(i);
        const bool is_walked = row <= row_ && i == column;
        board.cells.push_back({.name = name, .at = hexagon_at(i - 0.5 * row, static_cast<int>(row))});
        board.pieces.push_back({.cell = name,
                                .owner = is_walked ? 0 : nobody,
                                .kind = "number",
                                .text = std::to_string(numbers[row][static_cast<std::size_t>(i)])});
      }
    }
    return board;
  }

  int index_count() const { return static_cast<int>(2 * rows_); }
  int index_of(Move m) const { return 2 * m.row + (m.right ? 1 : 0); }
  Move move_at(int index) const { return {static_cast<std::uint8_t>(index / 2), index % 2 == 1}; }

 private:
  std::uint8_t row() const { return static_cast<std::uint8_t>(row_); }

  unsigned rows_, row_ = 0, column_ = 0, path_ = 0;
  int sum_ = numbers[0][0];
};

}  // namespace banyan::number_triangle
