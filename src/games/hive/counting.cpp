// SPDX-License-Identifier: MIT
// How many moves there are, by looking each piece up instead of going its ways. What a queen, a beetle and a
// grasshopper can do follows from the mask of their neighbours; an ant goes to every cell of the circles it stands
// beside.
#include <bit>

#include "games/hive/circles.h"
#include "games/hive/hive.h"
#include "games/hive/listing.h"

namespace banyan::hive {
namespace {

unsigned steps_of_beetle(const Board& board, Cell from) {
  unsigned count = 0;
  climb_once(board, from, [&](Cell) { ++count; });
  return count;
}

unsigned steps_of_spider(const Board& board, Cell from) {
  unsigned count = 0;
  slide_three(board, from, [&](Cell) { ++count; });
  return count;
}

/// The empty cells that touch nothing but what stands on `from`.
unsigned cells_touching_only(const Board& board, Cell from) {
  unsigned count = 0;
  for_each_direction(~board.around(from) & all_around,
                     [&](unsigned d) { count += board.around(neighbour(from, d)) == 1u << opposite(d) ? 1 : 0; });
  return count;
}

/// What touched nothing but the ant is not beside the hive any more when it leaves.
unsigned steps_of_ant(const Board& board, Cell from, std::optional<Circles>& circles) {
  const unsigned around = board.around(from);
  if (tables.slides[around] == 0) return 0;
  const EmptyCells& empty = board.empty_cells();
  if (empty.gates() == 0 && board.holes() == 0) return empty.touching() - cells_touching_only(board, from);
  if (!circles) circles.emplace(board);
  unsigned count = 0;
  std::uint64_t counted = 0;
  for_each_direction(ways_to_circles(around), [&](unsigned d) {
    const Cell beside = neighbour(from, d);
    const unsigned number = circles->number_of(beside);
    if ((counted >> number & 1) == 0) count += circles->size_of(number);
    counted |= std::uint64_t{1} << number;
    count -= board.around(beside) == 1u << opposite(d) ? 1 : 0;
  });
  return count;
}

}  // namespace

std::uint64_t Hive::count_placements() const {
  const unsigned placeable = placeable_kinds();
  if (placeable == 0) return 0;
  const unsigned cells = ply_ == 0 ? 1 : ply_ == 1 ? 6 : board_.empty_cells().touching_only(to_move());
  return std::uint64_t{cells} * static_cast<unsigned>(std::popcount(placeable));
}

std::uint64_t Hive::count_movements() const {
  if (!may_move()) return 0;
  std::uint64_t count = 0;
  std::optional<Circles> circles;
  const auto first = static_cast<Piece>(to_move() * pieces_per_side);
  for (Piece piece = first; piece < first + first_of_kind[static_cast<std::size_t>(Kind::mosquito)]; ++piece) {
    const Cell from = board_.cell_of(piece);
    if (from == nowhere || board_.is_covered(piece)) continue;
    const unsigned around = board_.around(from);
    switch (kind_of(piece)) {
      case Kind::queen:
        if (!board_.is_pinned(from)) count += tables.slide_counts[around];
        break;
      case Kind::spider:
        if (!board_.is_pinned(from)) count += steps_of_spider(board_, from);
        break;
      case Kind::beetle:
        if (board_.height(from) > 1 || !board_.is_pinned(from)) count += steps_of_beetle(board_, from);
        break;
      case Kind::grasshopper:
        if (!board_.is_pinned(from)) count += static_cast<unsigned>(std::popcount(around));
        break;
      default:
        if (!board_.is_pinned(from)) count += steps_of_ant(board_, from, circles);
    }
  }
  return count;
}

std::uint64_t Hive::count_moves() const {
  if (is_terminal()) return 0;
  std::uint64_t count = count_placements();
  if (expansions_.bits == 0) {
    count += count_movements();
  } else {
    for_each_movement([&](Move) { ++count; });
  }
  return count == 0 ? 1 : count;
}

}  // namespace banyan::hive
