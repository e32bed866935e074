// SPDX-License-Identifier: MIT
// The boards of Poly-Y. An (n, r) board has a centre with n sides and r - 1 rings around it; ring k has n k cells, and
// the outermost is the border, which n corner cells divide into n edges. A cell's index counts rings from the centre
// outwards: the centre is 0, cell j of ring k is 1 + n k (k - 1) / 2 + j. Ring and place give a cell its name on every
// board, "3.14"; the board of the CodeCup, (5, 7), also has numbers, row by row from the top corner.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/board.h"

namespace banyan::poly_y {

inline constexpr int min_sides = 3, max_sides = 9;
inline constexpr int min_size = 2, max_size = 13;
inline constexpr int max_cells = 256;

constexpr int cell_count(int sides, int size) { return 1 + sides * size * (size - 1) / 2; }

/// Of how many words of 64 cells the smallest state is that holds a board; one bit is the swap's.
constexpr std::size_t words_for(int cells) { return cells < 128 ? 2 : 4; }

/// Whether there is such a board.
constexpr bool is_board(int sides, int size) {
  return sides >= min_sides && sides <= max_sides && sides % 2 == 1 && size >= min_size &&
         cell_count(sides, size) <= max_cells;
}

/// Where a cell lies: place j of ring k.
struct Place {
  int ring, index;
  bool operator==(const Place&) const = default;
};

/// One board, whole. Built once and never changed.
struct Topology {
  Topology(int board_sides, int board_size);

  int sides, size, cells;
  std::vector<Place> place;                           // of a cell
  std::vector<std::vector<std::uint8_t>> neighbours;  // in circular order; on the border beginning after the outside
  std::vector<std::uint16_t> edges;  // bit s: the cell lies on edge s, which runs from corner s to s + 1
  std::vector<int> edge_distance;    // 0 on the border
  /// By the edges that a group touches: bit s for a corner that it captures, between edges s - 1 and s.
  std::vector<std::uint16_t> captures;
  /// The 2 n permutations that turn the board into itself, by cell; first the rotations, of which the first moves
  /// nothing.
  std::vector<std::vector<std::uint8_t>> symmetries;

  int cell_at(Place at) const;
  bool is_border(int cell) const { return edge_distance[static_cast<std::size_t>(cell)] == 0; }
  bool are_adjacent(int a, int b) const;
  /// Corners of more than half of these win.
  int corners_to_win() const { return sides / 2 + 1; }
  /// In the plane, with corner 0 at the top; neighbours of one ring are about 1 apart.
  Point point(int cell) const;

  /// The CodeCup has given the cells of the (5, 7) board numbers.
  bool has_numbers() const { return !numbers_.empty(); }
  std::string name(int cell) const;
  std::string ring_name(int cell) const;
  /// By number or by ring and place.
  std::optional<int> cell_named(std::string_view name) const;
  /// The row of a drawing in which a cell stands, from the top.
  int row(int cell) const { return rows_[static_cast<std::size_t>(cell)]; }

  /// There is only one of each board; it lives until the program ends.
  static const Topology& of(int sides, int size);

 private:
  void add_neighbours(int cell);
  void find_rows();
  void find_numbers();
  void find_symmetries();

  std::vector<int> rows_;
  std::vector<int> numbers_;    // by cell, from 1
  std::vector<int> by_number_;  // the cell with a number
};

}  // namespace banyan::poly_y
