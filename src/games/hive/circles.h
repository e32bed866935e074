// SPDX-License-Identifier: MIT
// Where ants go, for those who ask about several of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/hive/board.h"
#include "games/hive/geometry.h"

namespace banyan::hive {

/// The empty cells that a piece can slide between without end, where gates and holes keep some of them apart. A circle
/// is gone round when first somebody asks for one of its cells. The pieces all stand where they are; nothing is lifted.
class Circles {
 public:
  explicit Circles(const Board& board) : board_(board) {}

  /// Of the circle that an empty cell beside the hive is on.
  unsigned number_of(Cell cell) {
    if (numbers_[cell] == 0) go_round(cell);
    return numbers_[cell];
  }
  unsigned size_of(unsigned number) const { return sizes_[number]; }
  /// Of one that somebody has asked for.
  bool is_on(Cell cell, unsigned number) const { return numbers_[cell] == number; }

 private:
  void go_round(Cell start) {
    const auto number = static_cast<std::uint8_t>(++count_);
    unsigned size = 1;
    numbers_[start] = number;
    if (const unsigned ways = tables.slides[board_.around(start)]; ways != 0) {
      // Both ways round at once, until they meet: neither step has to wait for the other.
      const auto first = static_cast<unsigned>(std::countr_zero(ways));
      Sliding one(start, first);
      Sliding other(start, tables.onward[64 * first + board_.around(start)]);
      while (!one.meets(other)) {
        one.step();
        one.turn(board_.around(one.at()));
        size += numbers_[one.at()] == 0 ? 1 : 0;
        numbers_[one.at()] = number;
        if (one.meets(other)) break;
        other.step();
        other.turn(board_.around(other.at()));
        size += numbers_[other.at()] == 0 ? 1 : 0;
        numbers_[other.at()] = number;
      }
    }
    sizes_[count_] = static_cast<std::uint8_t>(size);
  }

  const Board& board_;
  unsigned count_ = 0;
  std::array<std::uint8_t, cell_count> numbers_{};
  std::array<std::uint8_t, 64> sizes_{};
};

/// The directions of the empty cells beside a piece whose circles become one when it leaves: a gate that it was part of
/// opens, one that it would have to pass does not. Nothing, where it cannot slide at all.
inline unsigned ways_to_circles(unsigned around) {
  return tables.slides[around] == 0 ? 0 : ~around & ~unsigned{tables.gates[around]} & all_around;
}

}  // namespace banyan::hive
