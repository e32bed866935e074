// SPDX-License-Identifier: MIT
// The hive as data: the occupied cells and the empty ones beside them, pieces with their heights, and the hands. Cells
// are named by their axial coordinates, seen from where the first piece of the game was placed.
#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "games/hive/hive.h"
#include "games/hive/notation.h"

namespace banyan::hive {
namespace {

struct Place {
  int q, r;
  Place beside(unsigned d) const {
    constexpr std::array<std::array<int, 2>, directions> steps{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};
    return {q + steps[d][0], r + steps[d][1]};
  }
  std::string name() const { return fmt::format("{},{}", q, r); }
};

/// Every occupied cell and every empty one beside it. The plane is walked over from any piece, because a hive may cross
/// the place where its numbers begin again.
std::map<Cell, Place> places(const Board& board) {
  std::map<Cell, Place> all;
  std::vector<Cell> left;
  const auto add = [&](Cell cell, Place place) {
    if (all.emplace(cell, place).second) left.push_back(cell);
  };
  for (Piece piece = 0; piece < piece_count && all.empty(); ++piece) {
    if (!board.is_placed(piece)) continue;
    const Cell cell = board.cell_of(piece);
    add(cell, {cell % 32 - first_cell % 32, cell / 32 - first_cell / 32});
  }
  if (all.empty()) add(first_cell, {0, 0});
  while (!left.empty()) {
    const Cell cell = left.back();
    left.pop_back();
    if (!board.is_occupied(cell)) continue;
    for (unsigned d = 0; d < directions; ++d) add(neighbour(cell, d), all.at(cell).beside(d));
  }
  return all;
}

BoardPiece piece_data(Piece piece) {
  const std::string name = piece_name(piece);
  return {.name = name,
          .owner = owner_of(piece),
          .kind = kind_names[static_cast<std::size_t>(kind_of(piece))],
          .text = name.size() == 2 ? name + ' ' : name};
}

}  // namespace

BoardData Hive::board_data() const {
  BoardData board{.shape = CellShape::hexagon};
  for (const auto& [cell, place] : places(board_)) {
    board.cells.push_back({.name = place.name(), .at = hexagon_at(place.q + 0.5 * place.r, place.r)});
    if (!board_.is_occupied(cell)) continue;
    int height = static_cast<int>(board_.height(cell));
    for (Piece piece = board_.top(cell); piece != no_piece; piece = board_.below(piece)) {
      BoardPiece data = piece_data(piece);
      data.cell = place.name();
      data.height = --height;
      board.pieces.push_back(std::move(data));
    }
  }
  for (const Player player : {0, 1}) {
    BoardZone hand{.name = player == 0 ? "white hand" : "black hand", .owner = player, .title = "hand"};
    for (int number = 0; number < pieces_per_side; ++number) {
      const auto piece = static_cast<Piece>(player * pieces_per_side + number);
      if (!board_.is_placed(piece) && expansions_.has(kind_of(piece))) hand.pieces.push_back(piece_data(piece));
    }
    board.zones.push_back(std::move(hand));
  }
  BoardMark surrounded{.kind = MarkKind::winning};
  for (const Player player : {0, 1}) {
    if (is_surrounded(player)) surrounded.names.push_back(piece_name(queen_of(player)));
  }
  if (!surrounded.names.empty()) board.marks.push_back(std::move(surrounded));
  return board;
}

// The piece is clicked, then the cell that it goes to.
BoardMove Hive::board_move(Move m) const {
  if (m == pass) return {};
  const auto all = places(board_);
  return {.clicks = {piece_name(static_cast<Piece>(m.piece)), all.at(m.to).name()}};
}

}  // namespace banyan::hive
