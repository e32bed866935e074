// SPDX-License-Identifier: MIT
// A board of Poly-Y as flat tables, for states whose sets of cells have so many words, and who has captured what on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/poly_y/cells.h"
#include "games/poly_y/knowledge/guesses.h"
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

  explicit Geometry(const Topology& from);

  const Topology* topology;
  unsigned cells;
  int corners_to_win;
  Cells<Words> board, border;
  std::array<Cells<Words>, capacity> neighbours{};
  std::array<Cell, capacity> cell{};
  std::array<std::uint16_t, std::size_t{1} << max_sides> captures{};  // as in Topology
  GuessTables<Words> guesses;

  bool wins(unsigned corners) const { return std::popcount(corners) >= corners_to_win; }

  /// The edges that the stones touch which hang together with `front`; takes them off `left`, of which the front is no
  /// part.
  unsigned follow(Cells<Words> front, Cells<Words>& left) const;

  /// The edges that the group of this stone touches.
  unsigned edges_of_group(std::size_t start, const Cells<Words>& stones) const;

  /// The corners that these stones have captured, on any board, full or not.
  unsigned captured_by(const Cells<Words>& stones) const;

  /// The tables of one board: built on first use, never changed, alive until the program ends.
  static const Geometry& of(int sides, int size);
};

// What has been reached and not yet been left: at each step a cell of every word, so that none waits for another. The
// last place of the tables is no cell, and has no neighbours.
template <int Words>
inline unsigned Geometry<Words>::follow(Cells<Words> front, Cells<Words>& left) const {
  unsigned edges = 0;
  do {
    Cells<Words> next{};
    for (std::size_t w = 0; w < static_cast<std::size_t>(Words); ++w) {
      const std::uint64_t word = front.words[w];
      const std::size_t at = word != 0 ? 64 * w + static_cast<std::size_t>(std::countr_zero(word)) : capacity - 1;
      front.words[w] = word & (word - 1);
      edges |= cell[at].edges;
      next |= neighbours[at];
    }
    next &= left;
    front |= next;
    left -= next;
  } while (!front.is_empty());
  return edges;
}

template <int Words>
inline unsigned Geometry<Words>::edges_of_group(std::size_t start, const Cells<Words>& stones) const {
  Cells<Words> front{};
  front.add(start);
  Cells<Words> left = stones - front;
  return follow(front, left);
}

template <int Words>
inline unsigned Geometry<Words>::captured_by(const Cells<Words>& stones) const {
  Cells<Words> left = stones;
  unsigned corners = 0;
  for (Cells<Words> starts = left & border; !starts.is_empty(); starts = left & border) {
    Cells<Words> front{};
    front.add(starts.first());
    left -= front;
    corners |= captures[follow(front, left)];
  }
  return corners;
}

// In poly_y.cpp.
extern template struct Geometry<2>;
extern template struct Geometry<4>;

}  // namespace banyan::poly_y
