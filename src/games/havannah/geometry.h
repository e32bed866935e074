// SPDX-License-Identifier: MIT
// The hexagonal board of Havannah. A cell has an index (row by row, the move's number) and a place in a padded grid
// of fixed stride, where the six neighbours stand at fixed offsets and every neighbour of a cell exists.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "game/move_traits.h"

namespace banyan::havannah {

inline constexpr int min_side = 3;
inline constexpr int max_side = 12;

constexpr int cell_count(int side) { return 3 * side * (side - 1) + 1; }

/// The shapes the last stone made, as bits.
enum Shape : unsigned { ring = 1, bridge = 2, fork = 4 };

/// The six directions in circular order; direction d and (d + 3) % 6 are opposite.
struct Step {
  int x, y;
};
inline constexpr std::array<Step, 6> steps{{{-1, -1}, {0, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 0}}};
/// Direction d and the next: where a bridge over both ends.
inline constexpr std::array<Step, 6> bridge_ends{{{-1, -2}, {1, -1}, {2, 1}, {1, 2}, {-1, 1}, {-2, -1}}};

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

/// How many lines of cells are between a cell and the rim.
constexpr std::uint8_t rim_distance(int side, int x, int y) {
  const int far = 2 * side - 2;
  const int slant = x - y;
  return static_cast<std::uint8_t>(std::min({x, y, far - x, far - y, side - 1 - slant, side - 1 + slant}));
}

namespace detail {

/// Which of the six directions are own, from the seven bits that three rows hold around a cell: two above, the row
/// of the cell with its own bit in the middle, two below.
constexpr unsigned directions_of(unsigned seven) {
  constexpr std::array<unsigned, 7> direction{0, 1, 5, 6, 2, 4, 3};
  unsigned directions = 0;
  for (unsigned bit = 0; bit < 7; ++bit) directions |= (seven >> bit & 1) << direction[bit];
  return directions & 63;
}
inline constexpr auto directions = [] {
  std::array<std::uint8_t, 128> table{};
  for (unsigned seven = 0; seven < 128; ++seven) table[seven] = static_cast<std::uint8_t>(directions_of(seven));
  return table;
}();

/// What the own neighbours say about the runs of neighbours around a stone: the grid offset to a member of the first
/// two. A missing second run repeats the first, and a missing first is the stone's own cell, so that what is looked up
/// there is always a group to merge with, if need be the stone's own. Eight bytes: a scaled address.
struct Runs {
  std::int16_t first = 0, second = 0;
  std::uint8_t is_new = 0;     // no own neighbour
  std::uint8_t is_single = 0;  // fewer than two runs
  // Bits 0..5: directions whose neighbour is own, as are both beside it. Bit 6: there is a third run. One stone in
  // twenty has any of these.
  std::uint8_t rare = 0;
};
inline constexpr unsigned third_run = 64;

template <int Stride>
constexpr std::array<Runs, 128> make_runs() {
  constexpr std::array<int, 6> offsets{-Stride - 1, -Stride, 1, Stride + 1, Stride, -1};
  std::array<Runs, 128> table{};
  for (unsigned seven = 0; seven < 128; ++seven) {
    const unsigned around = directions_of(seven);
    Runs& runs = table[seven];
    int count = 0;
    for (unsigned d = 0; d < 6; ++d) {
      const bool own = (around >> d & 1) != 0;
      const bool before = (around >> ((d + 5) % 6) & 1) != 0;
      const bool after = (around >> ((d + 1) % 6) & 1) != 0;
      if (own && before && after) runs.rare = static_cast<std::uint8_t>(runs.rare | 1u << d);
      const bool begins_run = own && (!before || (around == 63 && d == 0));
      if (!begins_run) continue;
      ++count;
      if (count == 1) runs.first = static_cast<std::int16_t>(offsets[d]);
      if (count <= 2) runs.second = static_cast<std::int16_t>(offsets[d]);
    }
    runs.is_new = count == 0;
    runs.is_single = count < 2;
    if (count == 3) runs.rare = third_run;
  }
  return table;
}

/// The bridge and fork among the edges and corners that a group touches.
constexpr std::array<std::uint8_t, 4096> make_wins() {
  std::array<std::uint8_t, 4096> wins{};
  for (unsigned touch = 0; touch < 4096; ++touch) {
    const bool three_edges = std::popcount(touch & 63u) >= 3;
    const bool two_corners = std::popcount(touch >> 6) >= 2;
    wins[touch] = static_cast<std::uint8_t>((three_edges ? fork : 0u) | (two_corners ? bridge : 0u));
  }
  return wins;
}
}  // namespace detail

/// What placing a stone must know of its cell, in one load, and what there is room for: the directions that lead off
/// the board, and how many lines of cells are between the cell and the rim.
struct alignas(8) Cell {
  std::uint16_t grid, touch;
  std::uint8_t x, y, line;
};

/// Two cells of an edge beside a cell of the second line, as indices, and the edge as a bit.
struct EdgeBridge {
  std::uint16_t cell, first, second, touch;
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
  std::array<detail::Runs, 128> runs = detail::make_runs<stride>();
  std::array<std::uint8_t, 4096> wins = detail::make_wins();
  std::array<std::int16_t, grid_size> cell_of{};                // -1 off the board
  std::array<std::uint32_t, stride + 1> board{};                // bit x + 1 of row y + 1: the cell is on the board
  std::array<std::uint32_t, stride + 1> rim{};                  // it touches an edge or is a corner
  std::array<std::uint32_t, stride + 1> second_line{};          // it has edge bridges
  std::array<std::uint8_t, max_cells + 1> first_edge_bridge{};  // those of a cell, up to those of the next
  std::array<EdgeBridge, std::size_t{12} * Capacity> edge_bridge{};
  std::array<Places, max_cells> places{};  // around a cell; off the board is the place behind the last cell

  static constexpr int grid_at(int x, int y) { return (y + 1) * stride + x + 1; }

  [[gnu::noinline]] explicit Geometry(int board_side) : side(board_side), cells(cell_count(board_side)) {
    cell_of.fill(-1);
    unsigned index = 0;
    for (int row = 0; row <= 2 * side - 2; ++row) {
      for (int column = 0; column <= 2 * side - 2; ++column) {
        if (!on_board(side, column, row)) continue;
        const int grid = grid_at(column, row);
        cell[index] = {static_cast<std::uint16_t>(grid), touch_of(side, column, row), static_cast<std::uint8_t>(column),
                       static_cast<std::uint8_t>(row), rim_distance(side, column, row)};
        cell_of[static_cast<unsigned>(grid)] = static_cast<std::int16_t>(index);
        board[static_cast<unsigned>(row) + 1] |= 2u << column;
        if (cell[index].touch != 0) rim[static_cast<unsigned>(row) + 1] |= 2u << column;
        ++index;
      }
    }
    find_edge_bridges();
    find_places();
  }

  std::span<const EdgeBridge> edge_bridges() const { return std::span(edge_bridge).first(first_edge_bridge.back()); }
  std::span<const EdgeBridge> edge_bridges_of(std::size_t index) const {
    return edge_bridges().subspan(first_edge_bridge[index], first_edge_bridge[index + 1] - first_edge_bridge[index]);
  }

  int cell_at(int column, int row) const {
    return on_board(side, column, row) ? cell_of[static_cast<unsigned>(grid_at(column, row))] : -1;
  }

  void find_edge_bridges() {
    std::uint8_t found = 0;
    for (unsigned index = 0; index < static_cast<unsigned>(max_cells); ++index) {
      first_edge_bridge[index] = found;
      if (index >= static_cast<unsigned>(cells)) continue;
      for (unsigned d = 0; d < 6; ++d) {
        const int first = cell_of[static_cast<unsigned>(cell[index].grid + offsets[d])];
        const int second = cell_of[static_cast<unsigned>(cell[index].grid + offsets[(d + 1) % 6])];
        if (first < 0 || second < 0) continue;
        const unsigned touch = cell[static_cast<unsigned>(first)].touch & cell[static_cast<unsigned>(second)].touch;
        if ((touch & ~unsigned{cell[index].touch}) == 0) continue;
        edge_bridge[found++] = {static_cast<std::uint16_t>(index), static_cast<std::uint16_t>(first),
                                static_cast<std::uint16_t>(second), static_cast<std::uint16_t>(touch)};
        second_line[cell[index].y + 1u] |= 2u << cell[index].x;
      }
    }
    first_edge_bridge.back() = found;
  }

  void find_places() {
    for (unsigned index = 0; index < static_cast<unsigned>(cells); ++index) {
      const auto place = [&](Step by) {
        const int at = cell_at(cell[index].x + by.x, cell[index].y + by.y);
        return static_cast<std::uint16_t>(at < 0 ? cells : at);
      };
      for (unsigned d = 0; d < 6; ++d) {
        places[index].beside[d] = place(steps[d]);
        places[index].ends[d] = place(bridge_ends[d]);
      }
    }
  }

  /// The tables of one side: built on first use, never changed, alive until the program ends.
  static const Geometry& of(int side);
};

template <int Capacity>
const Geometry<Capacity>& Geometry<Capacity>::of(int side) {
  static const auto all = [] {
    std::array<Geometry, Capacity - min_side + 1> tables = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::array{Geometry(min_side + static_cast<int>(I))...};
    }
    (std::make_index_sequence<Capacity - min_side + 1>());
    return tables;
  }();
  assert(side >= min_side && side <= Capacity);
  return all[static_cast<unsigned>(side - min_side)];
}

// In havannah.cpp.
extern template struct Geometry<6>;
extern template struct Geometry<8>;
extern template struct Geometry<10>;
extern template struct Geometry<12>;

}  // namespace banyan::havannah
