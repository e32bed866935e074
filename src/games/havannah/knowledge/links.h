// SPDX-License-Identifier: MIT
// What stones are joined with on a board of Havannah: by touching, and over bridges. A bridge joins two stones over two
// empty cells, either of which will do; an edge bridge joins a stone in the second line to its edge. Groups that
// bridges join are taken for one, whether or not their bridges overlap: this is a guess.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/havannah/geometry.h"

namespace banyan::havannah {

/// The directions from the opponent's stone in which a bridge that it intrudes on can be kept: between two own ones, of
/// the six in the circle.
template <class Colour>
unsigned kept_bridges(const Colour& own, const Colour& opponent, const Cell& cell) {
  const unsigned mine = detail::directions[own.around(cell.x, cell.y)];
  const unsigned taken = mine | detail::directions[opponent.around(cell.x, cell.y)];
  return (mine << 1 | mine >> 5) & (mine >> 1 | mine << 5) & ~taken & 63u;
}

/// `Colour` is what the rules keep of a player's stones; `labels` name the group of each by its place in the grid.
template <int Capacity, class Colour>
class Links {
 public:
  using Geo = Geometry<Capacity>;
  static constexpr std::size_t rows = 2 * static_cast<std::size_t>(Capacity) + 1;
  /// Bit x + 1 of row y + 2: with a row to spare on either side.
  using Rows = std::array<std::uint32_t, rows + 2>;

  Links(const Geo& geometry, const std::uint8_t* labels, const Colour& own, const Colour& opponent)
      : geometry_(geometry), labels_(labels) {
    for (std::size_t y = 0; y < rows; ++y) empty_[y + 1] = geometry.board[y] & ~(own.rows[y] | opponent.rows[y]);
  }

  const Rows& empty() const { return empty_; }
  bool is_empty(std::size_t cell) const {
    return (empty_[geometry_.cell[cell].y + 2u] >> (geometry_.cell[cell].x + 1u) & 1) != 0;
  }

  static Rows stones_of(const Colour& colour) {
    Rows stones{};
    std::copy(colour.rows.begin(), colour.rows.end(), stones.begin() + 1);
    return stones;
  }

  /// The cells of a row that have a step's end in a row of the set.
  static std::uint32_t with(const Rows& set, std::size_t row, Step step) {
    const std::uint32_t there = set[row + static_cast<std::size_t>(step.y)];
    return step.x < 0 ? there << -step.x : there >> step.x;
  }
  /// The cells of a row from which both cells of a bridge in direction d are empty.
  std::uint32_t open(std::size_t row, std::size_t d) const {
    return with(empty_, row, steps[d]) & with(empty_, row, steps[(d + 1) % 6]);
  }
  /// The cells of a row that have a bridge to a stone in direction d.
  std::uint32_t bridges(const Rows& stones, std::size_t row, std::size_t d) const {
    return with(stones, row, bridge_ends[d]) & open(row, d);
  }

  std::size_t label_at(int grid) const { return labels_[static_cast<std::size_t>(grid)]; }
  static constexpr int offset_of(Step step) { return step.y * Geo::stride + step.x; }
  static constexpr int grid_of(std::size_t row, unsigned bit) {
    return (static_cast<int>(row) - 1) * Geo::stride + static_cast<int>(bit);
  }

  /// What groups touch, and which of them bridges make one.
  struct Joined {
    std::array<std::uint8_t, Colour::capacity> group;
    std::array<std::uint16_t, Colour::capacity> touch;

    std::size_t find(std::size_t label) const {
      while (group[label] != label) label = group[label];
      return label;
    }
  };

  Joined join(const Colour& colour, const Rows& stones) const {
    Joined joined;
    std::copy(colour.root.begin(), colour.root.end(), joined.group.begin());
    std::copy(colour.touch.begin(), colour.touch.end(), joined.touch.begin());
    for (const EdgeBridge& edge : geometry_.edge_bridges()) {
      const Cell& cell = geometry_.cell[edge.cell];
      if ((stones[cell.y + 2u] >> (cell.x + 1u) & 1) == 0 || !is_empty(edge.first) || !is_empty(edge.second)) continue;
      std::uint16_t& touch = joined.touch[joined.group[labels_[cell.grid]]];
      touch = static_cast<std::uint16_t>(touch | edge.touch);
    }
    const auto last_row = 2 * static_cast<std::size_t>(geometry_.side);
    for (std::size_t row = 2; row <= last_row; ++row) {
      if (stones[row] == 0) continue;
      for (std::size_t d = 1; d < 4; ++d) {  // each bridge from one of its ends
        for (std::uint32_t left = stones[row] & bridges(stones, row, d); left != 0; left &= left - 1) {
          const int grid = grid_of(row, static_cast<unsigned>(std::countr_zero(left)));
          const std::size_t a = joined.find(label_at(grid));
          const std::size_t b = joined.find(label_at(grid + offset_of(bridge_ends[d])));
          if (a == b) continue;
          joined.group[b] = static_cast<std::uint8_t>(a);
          joined.touch[a] = static_cast<std::uint16_t>(joined.touch[a] | joined.touch[b]);
        }
      }
    }
    return joined;
  }

  /// The edges that a stone on a cell of the second line would be joined to.
  unsigned edges_over(std::size_t index) const {
    unsigned touch = 0;
    for (const EdgeBridge& edge : geometry_.edge_bridges_of(index)) {
      if (is_empty(edge.first) && is_empty(edge.second)) touch |= edge.touch;
    }
    return touch;
  }

 private:
  const Geo& geometry_;
  const std::uint8_t* labels_;
  Rows empty_{};
};

/// Each direction in which a run of neighbours begins.
constexpr unsigned runs_of(unsigned around) { return around & ~(around << 1 | around >> 5) & 63u; }

}  // namespace banyan::havannah
