// SPDX-License-Identifier: MIT
#include "games/hive/movement.h"

namespace banyan::hive {

void move_as_neighbours(const Board& board, Cell from, CellSet& reached) {
  const auto add = [&](Cell cell) { reached.add(cell); };
  if (board.height(from) > 1) return climb_once(board, from, add);
  for (unsigned left = kinds_around(board, from); left != 0; left &= left - 1) {
    move_as(static_cast<Kind>(std::countr_zero(left)), board, from, add);
  }
}

}  // namespace banyan::hive
