// SPDX-License-Identifier: MIT
// The hexagonal board of Havannah. A cell has an index (row by row, the move's number) and a place in a padded grid
// of fixed stride, where the six neighbours stand at fixed offsets and every neighbour of a cell exists.
#pragma once

#include <array>
#include <cstdint>

namespace banyan::havannah {

inline constexpr int min_side = 3;
inline constexpr int max_side = 12;

constexpr int cell_count(int side) { return 3 * side * (side - 1) + 1; }

/// The six directions in circular order; direction d and (d + 3) % 6 are opposite.
struct Step {
  int x, y;
};
inline constexpr std::array<Step, 6> steps{{{-1, -1}, {0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}}};

constexpr bool on_board(int side, int x, int y) {
  return x >= 0 && y >= 0 && x <= 2 * side - 2 && y <= 2 * side - 2 && x - y < side && y - x < side;
}

/// Bits 0..5: the edges a cell lies on, corners excluded. Bits 6..11: the corner it is.
constexpr std::uint16_t touch_of(int side, int x, int y) {
  const int m = side - 1;
  const int e = 2 * side - 2;
  const std::array<Step, 6> corners{{{0, 0}, {m, 0}, {e, m}, {e, e}, {m, e}, {0, m}}};
  for (unsigned i = 0; i < 6; ++i) {
    if (corners[i].x == x && corners[i].y == y) return static_cast<std::uint16_t>(1u << (6 + i));
  }
  const std::array<bool, 6> edges{y == 0, x - y == m, x == e, y == e, y - x == m, x == 0};
  unsigned touch = 0;
  for (unsigned i = 0; i < 6; ++i) touch |= edges[i] ? 1u << i : 0u;
  return static_cast<std::uint16_t>(touch);
}

/// What placing a stone must know of its cell, in one load.
struct Cell {
  std::uint16_t grid, touch;
};

/// The tables of one board size, for states whose grid has rows of 2 * Capacity cells.
template <int Capacity>
struct Geometry {
  static constexpr int stride = 2 * Capacity;
  static constexpr int grid_size = stride * (stride + 1) + 1;
  static constexpr int max_cells = cell_count(Capacity);
  static constexpr std::array<int, 6> offsets{-stride - 1, -stride, 1, stride + 1, stride, -1};

  int side = 0;
  int cells = 0;
  std::array<Cell, max_cells> cell{};
  std::array<std::int8_t, max_cells> x{}, y{};
  std::array<std::int16_t, grid_size> cell_of{};  // -1 off the board

  static constexpr int grid_at(int x, int y) { return (y + 1) * stride + x + 1; }

  explicit Geometry(int board_side) : side(board_side), cells(cell_count(board_side)) {
    cell_of.fill(-1);
    unsigned index = 0;
    for (int row = 0; row <= 2 * side - 2; ++row) {
      for (int column = 0; column <= 2 * side - 2; ++column) {
        if (!on_board(side, column, row)) continue;
        const int grid = grid_at(column, row);
        cell[index] = {static_cast<std::uint16_t>(grid), touch_of(side, column, row)};
        x[index] = static_cast<std::int8_t>(column);
        y[index] = static_cast<std::int8_t>(row);
        cell_of[static_cast<unsigned>(grid)] = static_cast<std::int16_t>(index);
        ++index;
      }
    }
  }

  int cell_at(int column, int row) const {
    return on_board(side, column, row) ? cell_of[static_cast<unsigned>(grid_at(column, row))] : -1;
  }

  /// The tables of one side: built on first use, never changed, alive until the program ends.
  static const Geometry& of(int side) {
    static const auto all = [] {
      std::array<Geometry, Capacity - min_side + 1> tables = [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::array{Geometry(min_side + static_cast<int>(I))...};
      }
      (std::make_index_sequence<Capacity - min_side + 1>());
      return tables;
    }();
    return all[static_cast<unsigned>(side - min_side)];
  }
};

}  // namespace banyan::havannah
