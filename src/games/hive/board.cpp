// SPDX-License-Identifier: MIT
#include "games/hive/board.h"

namespace banyan::hive {
namespace {

/// The first cell, going clockwise, of the gap that direction d is in.
unsigned first_of_gap(unsigned occupied, unsigned d) {
  while ((occupied >> next_counterclockwise(d) & 1) == 0) d = next_counterclockwise(d);
  return d;
}

}  // namespace

/// Whether the gaps between the occupied neighbours belong to different regions of empty cells, each to one of its own.
/// Then, and only then, are the groups of neighbours connected without this cell: with k gaps in m regions, the hive
/// has k - m + 1 parts without it.
bool Board::separates_regions(Cell cell) const {
  const unsigned occupied = around(cell);
  // Step 1. Holes of one cell are regions of their own; of the other gaps, one may be left.
  unsigned open = 0;  // the first cell, going clockwise, of each other gap
  for (unsigned firsts = ~occupied & turned_clockwise(occupied) & all_around; firsts != 0; firsts &= firsts - 1) {
    const auto d = static_cast<unsigned>(std::countr_zero(firsts));
    if (around(neighbour(cell, d)) != all_around) open |= 1u << d;
  }
  if ((open & (open - 1)) == 0) return true;
  if (static_cast<int>(empty_.enclosed()) == holes()) return false;
  // Step 2. Follow the edge of each region until it comes back to this cell: by its own gap, or by another one. The
  // last gap needs no walk when all others have come back to themselves.
  for (; (open & (open - 1)) != 0; open &= open - 1) {
    const auto gap = static_cast<unsigned>(std::countr_zero(open));
    Cell at = neighbour(cell, gap);
    // Clockwise along the pieces beside `at`, which is counter-clockwise around these: away from this cell.
    unsigned contact = opposite(gap);
    for (;;) {
      const unsigned last = tables.run_end[around(at)][contact];
      at = neighbour(at, next_clockwise(last));
      contact = next_counterclockwise(last);
      const unsigned seen = tables.toward[static_cast<unsigned>(cell - at) % cell_count];
      if (seen == 0) continue;
      // Beside the cell again; perhaps with its back to it.
      const unsigned end = tables.run_end[around(at)][contact];
      unsigned d = contact;
      while (d != end && (seen >> d & 1) == 0) d = next_clockwise(d);
      if ((seen >> d & 1) == 0) continue;
      if (first_of_gap(occupied, opposite(d)) != gap) return false;
      break;
    }
  }
  return true;
}

}  // namespace banyan::hive
