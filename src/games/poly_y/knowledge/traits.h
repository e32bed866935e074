// SPDX-License-Identifier: MIT
// What the moves of a position of Poly-Y look like: the stones around a cell, the bridges that a stone would have,
// where the last stone was, how far the border is, and which edges the group would touch that it joins, one's own or
// the opponent's.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "game/move_traits.h"
#include "games/poly_y/cells.h"
#include "games/poly_y/topology.h"

namespace banyan::poly_y {

namespace trait {
enum Kind : std::size_t { circle, bridges, ends, last, line, reach, block, kinds };
/// Where the last stone is; `keeps` answers it by a pattern.
enum Last : std::uint16_t { none, keeps_near, keeps_far, beside, two, farther, last_count };
inline constexpr std::uint16_t line_count = 7;    // up to five rows from the border; and the corners
inline constexpr std::uint16_t touch_count = 15;  // up to four edges, up to two of them new
}  // namespace trait
inline constexpr std::array<TraitKind, trait::kinds> trait_kinds{{
    {"circle", circle_count},       // who has the six cells around, or whether they are on the board
    {"bridges", circle_count},      // who has a bridge from there, for each direction, or whether it is to the border
    {"ends", circle_count},         // who has the cells where bridges would end
    {"last", trait::last_count},    // where the last stone is, and whether this answers it
    {"line", trait::line_count},    // from the border
    {"reach", trait::touch_count},  // edges that the group would touch, and how many more
    {"block", trait::touch_count},  // the same of the opponent's
}};
using MoveTraits = std::array<std::uint16_t, trait::kinds>;

/// The cells beside the last stone, those two steps from it, and those that answer it.
template <int Words>
struct Vicinity {
  Cells<Words> near, far, replies;
};

/// What traits look up, of one board.
template <int Words>
class TraitTables {
  static constexpr std::size_t capacity = std::size_t{64} * Words;

 public:
  using Set = Cells<Words>;

  explicit TraitTables(const Topology& board) : around_(static_cast<std::size_t>(board.cells)) {
    const auto outside = static_cast<std::uint16_t>(board.cells);
    for (int cell = 0; cell < board.cells; ++cell) {
      const auto index = static_cast<std::size_t>(cell);
      Around& around = around_[index];
      const auto& beside = board.neighbours[index];
      around.edges = board.edges[index];
      around.line = std::popcount(unsigned{around.edges}) > 1
                        ? std::uint16_t{trait::line_count - 1}
                        : static_cast<std::uint16_t>(std::min(board.edge_distance[index], trait::line_count - 2));
      around.places.beside.fill(outside);
      around.places.ends.fill(outside);
      for (std::size_t d = 0; d < std::min<std::size_t>(beside.size(), 6); ++d) {
        around.places.beside[d] = beside[d];
        const int next = beside[(d + 1) % beside.size()];
        // The centre has no six neighbours, and bridges from it are not seen.
        if (cell != 0 && board.are_adjacent(beside[d], next)) {
          around.places.ends[d] = end_of_bridge(board, cell, beside[d], next);
        }
      }
    }
  }

  /// Calls visit(cell, traits) for every free cell. `edges_at` tells what the group of a stone touches; `vicinity` is
  /// null when there is no last stone.
  template <class EdgesAt, class Visit>
  void for_each(const Set& own, const Set& opponent, const Set& free, const Vicinity<Words>* vicinity,
                EdgesAt&& edges_at, Visit&& visit) const {
    std::array<std::uint16_t, capacity + 1> stones{}, touches{};
    stones[around_.size()] = Stone::outside;
    const auto add = [&](const Set& cells, std::uint16_t stone) {
      cells.for_each([&](std::size_t cell) {
        stones[cell] = stone;
        touches[cell] = static_cast<std::uint16_t>(edges_at(cell));
      });
    };
    add(own, Stone::own);
    add(opponent, Stone::other);
    free.for_each([&](std::size_t cell) {
      const Around& around = around_[cell];
      Circles circles = circles_around(around.places, stones.data());
      const Touched mine = touched_from(around.places, circles, Stone::own, touches.data(), around.edges);
      const Touched others = touched_from(around.places, circles, Stone::other, touches.data(), around.edges);
      if (cell == 0) circles = {.beside = sorted(circles.beside)};
      const std::uint16_t last = vicinity == nullptr ? std::uint16_t{trait::none} : seen_from(*vicinity, cell);
      visit(cell, MoveTraits{circle_of[circles.beside], circle_of[circles.bridges], circle_of[circles.ends], last,
                             around.line, touch_trait(mine), touch_trait(others)});
    });
  }

 private:
  struct Around {
    Places places;
    std::uint16_t edges = 0, line = 0;
  };

  static std::uint16_t seen_from(const Vicinity<Words>& vicinity, std::size_t cell) {
    const bool keeps = vicinity.replies.has(cell);
    if (vicinity.near.has(cell)) return keeps ? trait::keeps_near : trait::beside;
    if (keeps) return trait::keeps_far;
    return vicinity.far.has(cell) ? trait::two : trait::farther;
  }

  /// Over two cells that touch; the cell itself, which is empty, where there is neither a cell nor the border.
  static std::uint16_t end_of_bridge(const Topology& board, int cell, int first, int second) {
    for (const std::uint8_t end : board.neighbours[static_cast<std::size_t>(first)]) {
      if (end != cell && board.are_adjacent(end, second) && !board.are_adjacent(end, cell)) return end;
    }
    const bool is_edge = board.is_border(first) && board.is_border(second) && !board.is_border(cell);
    return static_cast<std::uint16_t>(is_edge ? board.cells : cell);
  }

  /// Of the order around the centre nothing is kept: turned by one of its sides, it must look the same.
  static unsigned sorted(unsigned circle) {
    const unsigned outside = circle & circle >> 6 & 63;
    const int own = std::popcount(circle & 63 & ~outside), other = std::popcount(circle >> 6 & ~outside);
    return ((1u << own) - 1) | ((1u << other) - 1) << (6 + own);
  }

  static std::uint16_t touch_trait(const Touched& touched) {
    const int all = std::popcount(touched.all);
    return static_cast<std::uint16_t>(3 * std::min(all, 4) + std::min(all - touched.best, 2));
  }

  std::vector<Around> around_;  // by cell
};

}  // namespace banyan::poly_y
