// SPDX-License-Identifier: MIT
// Going through the moves of a position: for the files that list, count and draw them.
#pragma once

#include "games/hive/hive.h"

namespace banyan::hive {

template <class Visit>
void Hive::for_each_placement_cell(Visit&& visit) const {
  if (ply_ == 0) return visit(first_cell);
  if (ply_ == 1) {
    for (unsigned d = 0; d < directions; ++d) visit(neighbour(first_cell, d));
    return;
  }
  const unsigned own_colour = to_move() == 0 ? all_around : 0;
  unsigned left = board_.empty_cells().touching_only(to_move());
  if (left == 0) return;
  // The cells beside own pieces; one that touches several is taken from the first direction that leads to one.
  const Piece first = static_cast<Piece>(to_move() * pieces_per_side);
  for (Piece piece = first; piece < first + pieces_per_side; ++piece) {
    const Cell at = board_.cell_of(piece);
    if (at == nowhere || board_.top(at) != piece) continue;
    for_each_direction(~board_.around(at) & all_around, [&](unsigned d) {
      const Cell cell = neighbour(at, d);
      const unsigned occupied = board_.around(cell);
      if (board_.white_around(cell) != (own_colour & occupied)) return;
      if (static_cast<unsigned>(std::countr_zero(occupied)) == opposite(d)) visit(cell);
    });
  }
}

template <class Visit>
void Hive::for_each_destination(Piece piece, const std::array<Throws, 2>& throws, Visit&& visit) const {
  const Cell from = board_.cell_of(piece);
  if (from == nowhere || board_.is_covered(piece) || piece == moved_) return;
  if (board_.height(from) == 1 && board_.is_pinned(from)) return;
  const bool is_own = owner_of(piece) == to_move();
  const bool is_thrown = can_be_thrown(throws[0], from) || can_be_thrown(throws[1], from);
  if (!is_thrown && kind_of(piece) != Kind::mosquito) {
    if (is_own) move_as(kind_of(piece), board_, from, visit);
    return;
  }
  CellSet reached;
  if (is_own) own_destinations(piece, reached);
  for (const Throws& one : throws) {
    if (!can_be_thrown(one, from)) continue;
    for_each_direction(one.drops, [&](unsigned d) { reached.add(neighbour(one.from, d)); });
  }
  for (const Cell cell : reached) visit(cell);
}

template <class Visit>
void Hive::for_each_movement(Visit&& visit) const {
  if (!may_move()) return;
  const std::array<Throws, 2> all_throws = throws();
  const auto first = static_cast<Piece>(to_move() * pieces_per_side);
  for (Piece piece = first; piece < first + pieces_per_side; ++piece) {
    for_each_destination(piece, all_throws, [&](Cell to) { visit(Move{piece, to}); });
  }
  if (all_throws[0].from == nowhere && all_throws[1].from == nowhere) return;
  const auto other = static_cast<Piece>(pieces_per_side - first);
  for (Piece piece = other; piece < other + pieces_per_side; ++piece) {
    for_each_destination(piece, all_throws, [&](Cell to) { visit(Move{piece, to}); });
  }
}

}  // namespace banyan::hive
