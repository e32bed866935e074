// SPDX-License-Identifier: MIT
// Where each kind of piece can go. A function calls `visit` once with each cell that the piece on `from`, which must be
// on top there and free to leave, can reach. Nothing is lifted for it: the cells that look at `from` are told to look
// past it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/fixed_list.h"
#include "games/hive/board.h"

namespace banyan::hive {

/// Calls visit(d) for each direction of a mask.
template <class Visit>
[[gnu::always_inline]] inline void for_each_direction(unsigned mask, Visit&& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

/// One step on the ground: queen and pillbug.
template <class Visit>
void slide_once(const Board& board, Cell from, Visit&& visit) {
  for_each_direction(tables.slides[board.around(from)], [&](unsigned d) { visit(neighbour(from, d)); });
}

/// Whether both cells beside a step are higher than where it begins and ends, so that a piece cannot pass between them.
/// `level` is the height of the higher of its two ends, the piece itself not counted.
inline bool is_gate_above(const Board& board, Cell from, unsigned d, unsigned level) {
  return board.height_beside(from, next_clockwise(d)) > level &&
         board.height_beside(from, next_counterclockwise(d)) > level;
}

/// One step up, down, along the top or on the ground.
template <class Visit>
void climb_once(const Board& board, Cell from, Visit&& visit) {
  const unsigned height = board.height(from) - 1;
  unsigned steps = all_around;
  if (height == 0) {
    steps = board.around(from);
    slide_once(board, from, visit);
  }
  for_each_direction(steps, [&](unsigned d) {
    const Cell to = neighbour(from, d);
    const unsigned level = std::max(height, board.height(to));
    if (!is_gate_above(board, from, d, level)) visit(to);
  });
}

/// Over a straight line of pieces, to the first empty cell behind them.
template <class Visit>
void jump(const Board& board, Cell from, Visit&& visit) {
  for_each_direction(board.around(from), [&](unsigned d) {
    Cell at = neighbour(from, d);
    while ((board.around(at) >> d & 1) != 0) at = neighbour(at, d);
    visit(neighbour(at, d));
  });
}

/// As far as one likes on the ground. Every way on comes back in a circle (AroundTables::onward), and all that can be
/// reached lies on one: the region of empty cells is cut by gates into parts without holes, since the hive is
/// connected.
template <class Visit>
void slide_far(const Board& board, Cell from, Visit&& visit) {
  const unsigned ways = tables.slides[board.around(from)];
  if (ways == 0) return;
  const auto first = static_cast<unsigned>(std::countr_zero(ways));
  FixedList<Cell, 64> crossings;  // cells that are met twice
  Sliding piece(from, first);
  do {
    piece.step();
    const Cell at = piece.at();
    const unsigned around = board.around_without(at, from);
    piece.turn(around);
    if (at == from) continue;
    if (tables.is_crossing[around]) {
      if (std::find(crossings.begin(), crossings.end(), at) != crossings.end()) continue;
      crossings.push_back(at);
    }
    visit(at);
  } while (!piece.is_on_the_way_of(from, first));
}

/// Three steps on the ground, no cell twice. Where no cell on the way lies between two opposite pieces, each way round
/// is one path; else all paths are tried.
template <class Visit>
void slide_three(const Board& board, Cell from, Visit&& visit) {
  const unsigned ways = tables.slides[board.around(from)];
  FixedList<Cell, 64> reached;
  bool is_plain = std::popcount(ways) <= 2;
  for_each_direction(ways, [&](unsigned first) {
    Sliding piece(from, first);
    piece.step();
    for (int step = 1; step < 3; ++step) {
      const unsigned around = board.around_without(piece.at(), from);
      is_plain &= !tables.is_crossing[around];
      piece.turn(around);
      piece.step();
      if (piece.at() == from) return;
    }
    if (reached.empty() || reached[0] != piece.at()) reached.push_back(piece.at());
  });
  if (!is_plain) {
    reached.clear();
    for_each_direction(ways, [&](unsigned d1) {
      const Cell one = neighbour(from, d1);
      for_each_direction(tables.slides[board.around_without(one, from)], [&](unsigned d2) {
        const Cell two = neighbour(one, d2);
        if (two == from) return;
        for_each_direction(tables.slides[board.around_without(two, from)], [&](unsigned d3) {
          const Cell three = neighbour(two, d3);
          const bool is_new = std::find(reached.begin(), reached.end(), three) == reached.end();
          if (three != from && three != one && is_new) reached.push_back(three);
        });
      });
    });
  }
  for (const Cell cell : reached) visit(cell);
}

/// A set of cells that can be gone through in the order in which they came.
class CellSet {
 public:
  /// Whether it was new.
  bool add(Cell cell) {
    std::uint64_t& word = words_[cell / 64];
    const std::uint64_t bit = std::uint64_t{1} << (cell % 64);
    const bool is_new = (word & bit) == 0;
    word |= bit;
    if (is_new) cells_.push_back(cell);
    return is_new;
  }
  const Cell* begin() const { return cells_.begin(); }
  const Cell* end() const { return cells_.end(); }

 private:
  std::array<std::uint64_t, cell_count / 64> words_{};
  FixedList<Cell, 72> cells_;
};

/// Up, along the top, and down again, where `leads_on` says so of the second cell on the top. A cell that is reached
/// in several ways is visited for each.
template <class LeadsOn, class Visit>
void climb_every_way(const Board& board, Cell from, LeadsOn&& leads_on, Visit&& visit) {
  // The height of what stands there without the piece that is on its way.
  const auto height = [&](Cell cell) { return cell == from ? 0u : board.height(cell); };
  const auto can_step = [&](Cell at, unsigned d) {
    const unsigned level = std::max(height(at), height(neighbour(at, d)));
    return height(neighbour(at, next_clockwise(d))) <= level ||
           height(neighbour(at, next_counterclockwise(d))) <= level;
  };
  for_each_direction(board.around(from), [&](unsigned d1) {
    if (!can_step(from, d1)) return;
    const Cell one = neighbour(from, d1);
    for_each_direction(board.around_without(one, from), [&](unsigned d2) {
      const Cell two = neighbour(one, d2);
      if (!leads_on(two) || !can_step(one, d2)) return;
      for_each_direction(~board.around(two) & all_around, [&](unsigned d3) {
        const Cell three = neighbour(two, d3);
        if (can_step(two, d3)) visit(three);
      });
    });
  });
}

template <class Visit>
void climb_over(const Board& board, Cell from, Visit&& visit) {
  CellSet reached;
  climb_every_way(
      board, from, [](Cell) { return true; },
      [&](Cell to) {
        if (reached.add(to)) visit(to);
      });
}

/// The kinds, as bits, that show on top beside a cell.
inline unsigned kinds_around(const Board& board, Cell cell) {
  unsigned found = 0;
  for_each_direction(board.around(cell),
                     [&](unsigned d) { found |= 1u << static_cast<unsigned>(kind_of(board.top(neighbour(cell, d)))); });
  return found;
}

/// Of any kind but the mosquito.
template <class Visit>
void move_as(Kind kind, const Board& board, Cell from, Visit&& visit) {
  switch (kind) {
    case Kind::queen:
    case Kind::pillbug:
      return slide_once(board, from, visit);
    case Kind::spider:
      return slide_three(board, from, visit);
    case Kind::beetle:
      return climb_once(board, from, visit);
    case Kind::grasshopper:
      return jump(board, from, visit);
    case Kind::ant:
      return slide_far(board, from, visit);
    case Kind::ladybug:
      return climb_over(board, from, visit);
    case Kind::mosquito:
      return;
  }
}

/// Adds to `reached` the cells that a mosquito can go to: as any of the kinds that it touches, on top of others as a
/// beetle.
void move_as_neighbours(const Board& board, Cell from, CellSet& reached);

/// What a pillbug, or a mosquito beside one, can do from a cell: lift a neighbour over itself to an empty cell.
struct Throws {
  Cell from = nowhere;
  unsigned lifts = 0;  // directions of pieces that it can lift as far as gates go: single ones
  unsigned drops = 0;  // directions of empty cells
};

/// Whether it can lift what is on a cell.
inline bool can_be_thrown(const Throws& throws, Cell cell) {
  return throws.from != nowhere &&
         (throws.lifts & tables.toward[static_cast<unsigned>(cell - throws.from) % cell_count]) != 0;
}

inline Throws throws_from(const Board& board, Cell from) {
  Throws throws{.from = from};
  for (unsigned d = 0; d < directions; ++d) {
    const unsigned height = board.height_beside(from, d);
    if (height > 1 || is_gate_above(board, from, d, 1)) continue;
    (height == 0 ? throws.drops : throws.lifts) |= 1u << d;
  }
  return throws;
}

}  // namespace banyan::hive
