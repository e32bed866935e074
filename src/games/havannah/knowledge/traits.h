// SPDX-License-Identifier: MIT
// What the moves of a position of Havannah look like: the stones around a cell, the bridges that a stone would have,
// where the last stone was, how far the rim is, and what the group would touch that it joins, one's own or the
// opponent's.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "game/move_traits.h"
#include "games/havannah/geometry.h"
#include "games/havannah/knowledge/links.h"

namespace banyan::havannah {

namespace trait {
enum Kind : std::size_t { circle, bridges, ends, last, line, reach, block, kinds };
/// Where the last stone is.
enum Last : std::uint16_t { none, keeps, beside, over_bridge, straight, three, four, farther, last_count };
inline constexpr std::uint16_t line_count = 7;    // up to five lines from the rim; and the corners
inline constexpr std::uint16_t touch_count = 20;  // up to four edges and corners, up to three of them new
}  // namespace trait
inline constexpr std::array<TraitKind, trait::kinds> trait_kinds{{
    {"circle", circle_count},       // who has the six cells around, or whether they are on the board
    {"bridges", circle_count},      // who has a bridge from there, for each direction, or whether it is to the edge
    {"ends", circle_count},         // who has the six cells where bridges would end
    {"last", trait::last_count},    // where the last stone is, and whether it intrudes on a bridge that is kept
    {"line", trait::line_count},    // from the rim
    {"reach", trait::touch_count},  // edges and corners that the group would touch, with bridges, and how many more
    {"block", trait::touch_count},  // the same of the opponent's
}};
using MoveTraits = std::array<std::uint16_t, trait::kinds>;

/// `Colour` is what the rules keep of a player's stones.
template <int Capacity, class Colour>
class Traits {
  using Linked = Links<Capacity, Colour>;
  using Geo = typename Linked::Geo;

 public:
  Traits(const Geo& geometry, const Colour& own, const Colour& opponent, const Linked& links)
      : geometry_(geometry), links_(links), own_(own), opponent_(opponent) {
    stones_[static_cast<std::size_t>(geometry.cells)] = Stone::outside;
    add(own, Stone::own);
    add(opponent, Stone::other);
  }

  /// Calls visit(cell, traits) for every empty cell. `last` is the cell of the last stone, negative when there is none.
  template <class Visit>
  void for_each(int last, Visit&& visit) const {
    const Cell* const stone = last < 0 ? nullptr : &geometry_.cell[static_cast<std::size_t>(last)];
    const unsigned kept = stone == nullptr ? 0 : kept_bridges(own_, opponent_, *stone);
    for (std::size_t index = 0; index < static_cast<std::size_t>(geometry_.cells); ++index) {
      if (stones_[index] != Stone::empty) continue;
      const Cell& cell = geometry_.cell[index];
      const Places& places = geometry_.places[index];
      const Circles circles = circles_around(places, stones_.data());
      const bool has_edge = (circles.bridges & circles.bridges >> 6) != 0;
      const unsigned alone = cell.touch | (has_edge ? links_.edges_over(index) : 0);
      const Touched mine = touched_from(places, circles, Stone::own, touches_.data(), alone);
      const Touched others = touched_from(places, circles, Stone::other, touches_.data(), alone);
      visit(index, MoveTraits{circle_of[circles.beside], circle_of[circles.bridges], circle_of[circles.ends],
                              stone == nullptr ? std::uint16_t{trait::none} : seen_from(*stone, kept, cell),
                              cell.touch >= 64 ? std::uint16_t{trait::line_count - 1}
                                               : std::min<std::uint16_t>(cell.line, trait::line_count - 2),
                              touch_trait(mine), touch_trait(others)});
    }
  }

 private:
  void add(const Colour& colour, std::uint16_t stone) {
    const auto rows = Linked::stones_of(colour);
    const auto joined = links_.join(colour, rows);
    const auto last_row = 2 * static_cast<std::size_t>(geometry_.side);
    for (std::size_t row = 2; row <= last_row; ++row) {
      for (std::uint32_t left = rows[row]; left != 0; left &= left - 1) {
        const int grid = Linked::grid_of(row, static_cast<unsigned>(std::countr_zero(left)));
        const auto index = static_cast<std::size_t>(geometry_.cell_of[static_cast<std::size_t>(grid)]);
        stones_[index] = stone;
        touches_[index] = joined.touch[joined.find(links_.label_at(grid))];
      }
    }
  }

  static std::uint16_t seen_from(const Cell& stone, unsigned kept, const Cell& cell) {
    const int x = cell.x - stone.x, y = cell.y - stone.y;
    if (std::max(std::abs(x), std::abs(y)) > 4) return trait::farther;
    const std::uint8_t seen = by_step[place_of(x, y)];
    if (seen < trait::last_count) return seen;
    return (kept >> (seen - trait::last_count) & 1) != 0 ? trait::keeps : trait::beside;
  }
  /// In a square of nine by nine around a stone.
  static constexpr std::size_t place_of(int x, int y) {
    return 9 * static_cast<std::size_t>(y + 4) + static_cast<std::size_t>(x + 4);
  }
  /// By place; of a neighbour, last_count and the direction.
  static constexpr auto by_step = [] {
    std::array<std::uint8_t, 81> table{};
    for (int y = -4; y <= 4; ++y) {
      for (int x = -4; x <= 4; ++x) {
        const int distance = std::max({x, y, x - y, -x, -y, y - x});
        unsigned seen = distance == 3 ? trait::three : distance == 4 ? trait::four : trait::farther;
        if (distance == 2) seen = x == 0 || y == 0 || x == y ? trait::straight : trait::over_bridge;
        for (unsigned d = 0; d < 6; ++d) {
          if (steps[d].x == x && steps[d].y == y) seen = trait::last_count + d;
        }
        table[place_of(x, y)] = static_cast<std::uint8_t>(seen);
      }
    }
    return table;
  }();

  static std::uint16_t touch_trait(const Touched& touched) {
    const int all = std::popcount(touched.all);
    return static_cast<std::uint16_t>(4 * std::min(all, 4) + std::min(all - touched.best, 3));
  }

  const Geo& geometry_;
  const Linked& links_;
  const Colour& own_;
  const Colour& opponent_;
  std::array<std::uint16_t, Geo::max_cells + 1> stones_{};   // the last place is off the board
  std::array<std::uint16_t, Geo::max_cells + 1> touches_{};  // by stone, what its group touches
};

}  // namespace banyan::havannah
