// SPDX-License-Identifier: MIT
// A board of Poly-Y as flat tables, for states whose sets of cells have so many words, and who has captured what on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/poly_y/cells.h"
#include "games/poly_y/topology.h"

namespace banyan::poly_y {

/// What placing a stone must know of its cell.
struct alignas(16) Cell {
  std::array<std::uint8_t, max_sides> neighbours{};
  std::uint8_t degree = 0;
  std::uint16_t edges = 0;
};

template <int Words>
struct Geometry {
  static constexpr std::size_t capacity = std::size_t{64} * Words;

  explicit Geometry(const Topology& board);

  const Topology* topology;
  unsigned cells;
  int corners_to_win;
  Cells<Words> board, border;
  std::array<Cells<Words>, capacity> neighbours{};
  std::array<Cell, capacity> cell{};
  std::array<std::uint16_t, std::size_t{1} << max_sides> captures{};  // as in Topology

  bool wins(unsigned corners) const { return std::popcount(corners) >= corners_to_win; }

  /// The edges that the group of this stone touches.
  unsigned edges_of_group(std::size_t start, const Cells<Words>& stones) const;

  /// The corners that these stones have captured, on any board, full or not.
  unsigned captured_by(const Cells<Words>& stones) const;

  /// The tables of one board: built on first use, never changed, alive until the program ends.
  static const Geometry& of(int sides, int size);
};

// Cell by cell: what has been reached and not yet been left.
template <int Words>
inline unsigned Geometry<Words>::edges_of_group(std::size_t start, const Cells<Words>& stones) const {
  Cells<Words> left = stones;
  left.words[start / 64] &= ~(std::uint64_t{1} << (start % 64));
  Cells<Words> front{};
  front.add(start);
  unsigned edges = 0;
  do {
    const std::size_t at = front.first();
    front.remove_first();
    edges |= cell[at].edges;
    const Cells<Words> next = neighbours[at] & left;
    front |= next;
    left -= next;
  } while (!front.is_empty());
  return edges;
}

template <int Words>
inline unsigned Geometry<Words>::captured_by(const Cells<Words>& stones) const {
  Cells<Words> left = stones;
  unsigned corners = 0;
  for (Cells<Words> starts = left & border; !starts.is_empty(); starts = left & border) {
    Cells<Words> front{};
    front.add(starts.first());
    left -= front;
    unsigned edges = 0;
    do {
      const std::size_t at = front.first();
      front.remove_first();
      edges |= cell[at].edges;
      const Cells<Words> next = neighbours[at] & left;
      front |= next;
      left -= next;
    } while (!front.is_empty());
    corners |= captures[edges];
  }
  return corners;
}

// In poly_y.cpp.
extern template struct Geometry<2>;
extern template struct Geometry<4>;

}  // namespace banyan::poly_y
