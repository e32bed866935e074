// SPDX-License-Identifier: MIT
// Why a move is not legal, in a sentence.
#include <fmt/format.h>

#include <algorithm>

#include "games/hive/hive.h"
#include "games/hive/notation.h"

namespace banyan::hive {
namespace {

std::string with_article(Kind kind) {
  const char* name = kind_names[static_cast<std::size_t>(kind)];
  return fmt::format("{} {}", kind == Kind::ant ? "an" : "a", name);
}

/// Why a piece that goes one step cannot go to a cell beside its own.
std::string refused_step(const Board& board, Cell from, unsigned d) {
  const Cell left = neighbour(from, next_counterclockwise(d)), right = neighbour(from, next_clockwise(d));
  if (board.is_occupied(left) && board.is_occupied(right)) {
    return fmt::format("it does not fit between {} and {}", piece_name(board.top(left)), piece_name(board.top(right)));
  }
  return "it would lose touch with the hive on the way";
}

}  // namespace

std::string Hive::refusal(Move m) const {
  if (is_terminal()) return "the game is over";
  if (m == pass) return "a player passes only when there is no other move";
  const auto piece = static_cast<Piece>(m.piece);
  const Kind kind = kind_of(piece);
  const std::string name = piece_name(piece);
  const bool is_own = owner_of(piece) == to_move();
  if (!expansions_.has(kind)) return fmt::format("this game has no {}", kind_names[static_cast<std::size_t>(kind)]);
  if (m.to == beside_unplaced) return "the piece it refers to is not on the board";
  if (m.to == without_reference) return "only the first move of a game names no second piece";
  if (m.to >= on_occupied) {
    const Piece there = board_.top(m.to % cell_count);
    if (there == piece) return fmt::format("{} is there already", name);
    return fmt::format("{} is there; what climbs onto it names it without a sign", piece_name(there));
  }
  if (!board_.is_placed(piece)) return refused_placement(piece, m.to);
  const Cell from = board_.cell_of(piece);
  if (m.to == from) return fmt::format("{} is there already", name);
  if (!may_move()) return "no piece moves before its queen is placed";
  if (board_.is_covered(piece)) return fmt::format("{} stands on {}", piece_name(board_.top(from)), name);
  if (piece == moved_) return fmt::format("{} was moved by the last ply and rests", name);
  if (board_.height(from) == 1 && board_.is_pinned(from)) {
    return fmt::format("without {} the hive would fall apart", name);
  }
  if (!is_own) return fmt::format("{} is the other player's, and nothing can throw it there", name);
  return refused_movement(piece, m.to);
}

std::string Hive::refused_placement(Piece piece, Cell to) const {
  const Kind kind = kind_of(piece);
  if (owner_of(piece) != to_move()) return fmt::format("{} is the other player's", piece_name(piece));
  if ((placeable_kinds() >> static_cast<unsigned>(kind) & 1) == 0) {
    return kind == Kind::queen ? "the queen may not be a player's first piece"
                               : "the queen must be placed by the fourth turn";
  }
  if (piece != next_in_hand(kind)) {
    return fmt::format("{} comes before {}", piece_name(next_in_hand(kind)), piece_name(piece));
  }
  if (board_.is_occupied(to))
    return fmt::format("a piece enters on an empty cell, and {} is there", piece_name(board_.top(to)));
  if (board_.around(to) == 0) return "the cell does not touch the hive";
  const unsigned white = board_.white_around(to);
  const unsigned others = to_move() == 0 ? board_.around(to) & ~white : white;
  const auto d = static_cast<unsigned>(std::countr_zero(others));
  return fmt::format("a piece enters beside its own colour only, and {} is beside the cell",
                     piece_name(board_.top(neighbour(to, d))));
}

std::string Hive::refused_movement(Piece piece, Cell to) const {
  const Kind kind = kind_of(piece);
  const Cell from = board_.cell_of(piece);
  const bool is_on_top = board_.height(from) > 1;
  const unsigned beside = tables.toward[static_cast<unsigned>(to - from) % cell_count];
  const auto d = static_cast<unsigned>(std::countr_zero(beside));
  const unsigned touched = is_on_top ? all_around : board_.around_without(to, from);
  if (!board_.is_occupied(to) && touched == 0) return "the cell does not touch the hive";
  if (board_.is_occupied(to) && kind != Kind::beetle && kind != Kind::mosquito) {
    return fmt::format("{} does not climb onto another piece", with_article(kind));
  }
  if (kind == Kind::mosquito && !is_on_top) return "no piece that the mosquito touches could go there";
  if (kind == Kind::beetle || is_on_top) {
    if (beside == 0) return fmt::format("{} goes one step", with_article(kind));
    if (is_on_top || board_.is_occupied(to)) return "the stacks beside its way are too high to pass between them";
    return refused_step(board_, from, d);
  }
  if (kind == Kind::queen || kind == Kind::pillbug) {
    if (beside == 0) return fmt::format("{} goes one step", with_article(kind));
    return refused_step(board_, from, d);
  }
  if (kind == Kind::grasshopper) return "a grasshopper jumps over a straight line of pieces to the first empty cell";
  if (kind == Kind::spider) return "a spider slides exactly three steps, and cannot get there so";
  if (kind == Kind::ladybug) return "a ladybug goes two steps on top of the hive and one down, and cannot get there so";
  return "the ant cannot slide there: gates are in its way";
}

}  // namespace banyan::hive
