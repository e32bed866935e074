// SPDX-License-Identifier: MIT
// The plane of hexagons that a hive stands on. Cells are numbered q + 32 r modulo 1024 for axial coordinates q and r: a
// helix, in which every neighbour is one addition away and nothing has an edge. Two cells get the same number only if
// they are 32 columns or rows apart or more. The 28 pieces of a connected hive, the empty cells beside them and the
// cells beside those lie within 31 columns and rows of each other, so nothing that is ever looked at is met twice.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace banyan::hive {

using Cell = std::uint16_t;

inline constexpr unsigned cell_count = 1024;
/// Where a piece is that is not on the board.
inline constexpr Cell nowhere = cell_count;
inline constexpr Cell first_cell = 16 * 32 + 16;

/// Directions go clockwise: E, SE, SW, W, NW, NE. A mask of directions has bit d for direction d.
inline constexpr unsigned directions = 6;
inline constexpr unsigned all_around = 63;
inline constexpr std::array<int, directions> offsets{1, 32, 31, -1, -32, -31};

constexpr Cell neighbour(Cell cell, unsigned direction) {
  return static_cast<Cell>(static_cast<unsigned>(cell + offsets[direction]) % cell_count);
}
constexpr unsigned opposite(unsigned direction) { return direction < 3 ? direction + 3 : direction - 3; }
constexpr unsigned next_clockwise(unsigned direction) { return direction == 5 ? 0 : direction + 1; }
constexpr unsigned next_counterclockwise(unsigned direction) { return direction == 0 ? 5 : direction - 1; }

/// Bit d of the answer is bit d - 1, or d + 1, of the mask.
constexpr unsigned turned_clockwise(unsigned mask) { return (mask << 1 | mask >> 5) & all_around; }
constexpr unsigned turned_counterclockwise(unsigned mask) { return (mask >> 1 | mask << 5) & all_around; }

/// What follows from which neighbours of a cell are occupied.
struct AroundTables {
  /// The directions in which a piece can slide: to an empty cell, past exactly one piece. Two would be a gate that it
  /// cannot pass, and none would lose touch with the hive.
  std::array<std::uint8_t, 64> slides{};
  std::array<std::uint8_t, 64> slide_counts{};
  /// How many groups the occupied neighbours form; 0 for none and for all six.
  std::array<std::uint8_t, 64> runs{};
  /// The empty neighbours between two occupied ones: what a gate keeps apart.
  std::array<std::uint8_t, 64> gates{};
  /// Who comes from direction d into the cell and keeps sliding along the same pieces leaves in this direction; where a
  /// gate stops it, it goes back along the pieces on the other side. So sliding goes in circles. A cell between two
  /// opposite pieces is on the circle twice.
  /// The row for direction d is 64 d; what is found says the offset of the next cell, and the row to look it up by.
  struct Way {
    std::int16_t offset;
    std::uint16_t row;
  };
  std::array<Way, std::size_t{64} * directions> onward{};
  std::array<bool, 64> is_crossing{};
  /// The last direction, going clockwise from an occupied one, that is occupied as well.
  std::array<std::array<std::uint8_t, directions>, 64> run_end{};
  /// The direction from one cell to another by the difference of their numbers, as a mask; 0 for those not beside it.
  std::array<std::uint8_t, cell_count> toward{};
  /// Steps from one cell to another by the same difference, for those up to 15 columns and rows apart; no more than
  /// there are for others.
  std::array<std::uint8_t, cell_count> steps{};

  /// The way through the direction `out` of any cell.
  static constexpr Way way_out(unsigned out) {
    return {static_cast<std::int16_t>(offsets[out]), static_cast<std::uint16_t>(64 * opposite(out))};
  }

  constexpr AroundTables() {
    for (unsigned mask = 0; mask < 64; ++mask) {
      const unsigned before = turned_clockwise(mask), after = turned_counterclockwise(mask);
      const unsigned can_slide = ~mask & (before ^ after) & all_around;
      slides[mask] = static_cast<std::uint8_t>(can_slide);
      slide_counts[mask] = static_cast<std::uint8_t>(std::popcount(can_slide));
      runs[mask] = static_cast<std::uint8_t>(std::popcount(mask & ~before));
      gates[mask] = static_cast<std::uint8_t>(~mask & before & after);
      is_crossing[mask] = std::popcount(can_slide) == 4;
      for (unsigned d = 0; d < directions; ++d) {
        if ((can_slide >> d & 1) != 0) {
          // Round the pieces that stand beside this way in, on to the next empty cell; back where that is a gate.
          const bool is_clockwise = (mask >> next_clockwise(d) & 1) != 0;
          unsigned out = d;
          do {
            out = is_clockwise ? next_clockwise(out) : next_counterclockwise(out);
          } while ((can_slide >> out & 1) == 0);
          onward[64 * d + mask] = way_out(out);
        }
        if ((mask >> d & 1) != 0) {
          unsigned end = d;
          while (end != next_counterclockwise(d) && (mask >> next_clockwise(end) & 1) != 0) end = next_clockwise(end);
          run_end[mask][d] = static_cast<std::uint8_t>(end);
        }
      }
    }
    for (unsigned d = 0; d < directions; ++d) {
      toward[static_cast<unsigned>(offsets[d]) % cell_count] = static_cast<std::uint8_t>(1u << d);
    }
    for (int q = -16; q < 16; ++q) {
      for (int r = -16; r < 16; ++r) {
        const int sum = q + r;
        const int longest = std::max({q < 0 ? -q : q, r < 0 ? -r : r, sum < 0 ? -sum : sum});
        steps[static_cast<unsigned>(q + 32 * r) % cell_count] = static_cast<std::uint8_t>(longest);
      }
    }
  }
};

inline constexpr AroundTables tables;

/// A piece that slides on and on along the hive, in one of the two ways round. What is around a cell is told by whoever
/// makes it slide.
class Sliding {
 public:
  using Way = AroundTables::Way;

  Sliding(Cell start, Way way) : at_(start), way_(way) {}
  Sliding(Cell start, unsigned direction) : Sliding(start, AroundTables::way_out(direction)) {}

  Cell at() const { return at_; }
  void step() { at_ = next(); }
  Cell next() const { return static_cast<Cell>(static_cast<unsigned>(at_ + way_.offset) % cell_count); }
  void turn(unsigned around) { way_ = tables.onward[way_.row + around]; }
  /// Whether it is about to go where another one comes from.
  bool is_on_the_way_of(Cell cell, unsigned direction) const {
    return at_ == cell && way_.offset == offsets[direction];
  }
  bool meets(const Sliding& other) const { return next() == other.at_ && way_.offset == -other.way_.offset; }

 private:
  Cell at_;
  Way way_;
};

}  // namespace banyan::hive
