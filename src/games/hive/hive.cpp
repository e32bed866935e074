// SPDX-License-Identifier: MIT
#include "games/hive/hive.h"

#include <algorithm>

namespace banyan::hive {
namespace {

/// A player's queen is placed by this turn.
constexpr std::uint32_t queen_turn = 4;

}  // namespace

Hive::Hive(const Options& options)
    : max_plies_(static_cast<std::uint32_t>(options.max_plies)),
      repetitions_(options.repetitions),
      expansions_(options.expansions),
      queen_first_(options.queen_first) {
  for (auto& hand : hands_) {
    for (unsigned kind = 0; kind < kind_count; ++kind) {
      hand[kind] = expansions_.has(static_cast<Kind>(kind)) ? copies[kind] : 0;
    }
  }
}

Rewards<Hive> Hive::rewards() const {
  assert(is_terminal());
  if (is_surrounded(0) == is_surrounded(1)) return {0.5, 0.5};
  return is_surrounded(1) ? Rewards<Hive>{1.0, 0.0} : Rewards<Hive>{0.0, 1.0};
}

std::vector<std::string> Hive::how() const {
  if (is_surrounded(0) && is_surrounded(1)) return {"both queens"};
  if (is_surrounded(0) || is_surrounded(1)) return {"queen"};
  if (is_terminal()) return {"max_plies"};
  return {};
}

std::uint64_t Hive::hash() const {
  // Which of equal pieces is where, since moves name them.
  std::uint64_t order = 0;
  for (unsigned side = 0; side < 2; ++side) {
    for (const Kind kind : {Kind::spider, Kind::beetle, Kind::grasshopper, Kind::ant}) {
      const Piece first = piece_of(static_cast<int>(side), kind, 0);
      for (unsigned i = 0; i + 1 < copies[static_cast<std::size_t>(kind)]; ++i) {
        for (unsigned j = i + 1; j < copies[static_cast<std::size_t>(kind)]; ++j) {
          const auto a = static_cast<Piece>(first + i), b = static_cast<Piece>(first + j);
          const Cell a_at = board_.cell_of(a), b_at = board_.cell_of(b);
          bool is_before = a_at < b_at;
          if (a_at == b_at && a_at != nowhere) {
            for (Piece under = board_.below(b); under != no_piece; under = board_.below(under)) is_before |= under == a;
          }
          order = order << 1 | static_cast<std::uint64_t>(is_before);
        }
      }
    }
  }
  order |= std::uint64_t{moved_} << 32;
  if (max_plies_ > 0) order |= std::uint64_t{ply_} << 40;
  return repetition_key() ^ mix64(order);
}

void Hive::take_back(Move m, const Before& before) {
  --ply_;
  moved_ = before.moved;
  if (m == pass) return;
  const auto piece = static_cast<Piece>(m.piece);
  board_.lift<false>(piece);
  if (before.from != nowhere) {
    board_.put<false>(piece, before.from);
  } else {
    ++hands_[static_cast<std::size_t>(to_move())][static_cast<std::size_t>(kind_of(piece))];
  }
  board_.restore(before.counts);
}

// ---- Placing ----

unsigned Hive::placeable_kinds() const {
  constexpr auto queen = 1u << static_cast<unsigned>(Kind::queen);
  unsigned all = 0;
  for (unsigned kind = 0; kind < kind_count; ++kind) {
    if (hands_[static_cast<std::size_t>(to_move())][kind] > 0) all |= 1u << kind;
  }
  const std::uint32_t turn = ply_ / 2 + 1;
  if (turn == 1 && !queen_first_) return all & ~queen;
  if (turn >= queen_turn && (all & queen) != 0) return queen;
  return all;
}

bool Hive::can_place_at(Cell cell) const {
  if (ply_ == 0) return cell == first_cell;
  if (board_.is_occupied(cell)) return false;
  const unsigned occupied = board_.around(cell);
  if (occupied == 0) return false;
  if (ply_ == 1) return true;
  return board_.white_around(cell) == (to_move() == 0 ? occupied : 0);
}

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

// ---- Moving ----

std::array<Throws, 2> Hive::throws() const {
  std::array<Throws, 2> all{};
  if (!has_pillbug()) return all;
  const Piece pillbug = piece_of(to_move(), Kind::pillbug, 0), mosquito = piece_of(to_move(), Kind::mosquito, 0);
  const auto can_act = [&](Piece piece) {
    return board_.is_placed(piece) && !board_.is_covered(piece) && piece != moved_;
  };
  if (can_act(pillbug)) all[0] = throws_from(board_, board_.cell_of(pillbug));
  if (can_act(mosquito)) {
    const Cell at = board_.cell_of(mosquito);
    if (board_.height(at) == 1 && (kinds_around(board_, at) >> static_cast<unsigned>(Kind::pillbug) & 1) != 0) {
      all[1] = throws_from(board_, at);
    }
  }
  return all;
}

bool Hive::can_be_thrown(const Throws& throws, Cell cell) const {
  return throws.from != nowhere &&
         (throws.lifts & tables.toward[static_cast<unsigned>(cell - throws.from) % cell_count]) != 0;
}

void Hive::own_destinations(Piece piece, CellSet& reached) const {
  const Cell from = board_.cell_of(piece);
  if (kind_of(piece) == Kind::mosquito) {
    move_as_neighbours(board_, from, reached);
  } else {
    move_as(kind_of(piece), board_, from, [&](Cell cell) { reached.add(cell); });
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

void Hive::legal_moves(MoveList<Hive>& out) const {
  if (is_terminal()) return;
  if (const unsigned placeable = placeable_kinds(); placeable != 0) {
    for_each_placement_cell([&](Cell cell) {
      for (unsigned left = placeable; left != 0; left &= left - 1) {
        out.push_back({next_in_hand(static_cast<Kind>(std::countr_zero(left))), cell});
      }
    });
  }
  for_each_movement([&](Move m) { out.push_back(m); });
  if (out.empty()) out.push_back(pass);
}

std::uint64_t Hive::count_moves() const {
  if (is_terminal()) return 0;
  std::uint64_t count = 0;
  if (const unsigned placeable = placeable_kinds(); placeable != 0) {
    const unsigned cells = ply_ == 0 ? 1 : ply_ == 1 ? 6 : board_.empty_cells().touching_only(to_move());
    count += cells * static_cast<unsigned>(std::popcount(placeable));
  }
  for_each_movement([&](Move) { ++count; });
  return count == 0 ? 1 : count;
}

bool Hive::is_legal(Move m) const {
  if (is_terminal()) return false;
  if (m == pass) {
    MoveList<Hive> moves;
    legal_moves(moves);
    return moves[0] == pass;
  }
  if (m.piece >= piece_count || m.to >= cell_count) return false;
  const auto piece = static_cast<Piece>(m.piece);
  if (!board_.is_placed(piece)) {
    return owner_of(piece) == to_move() && expansions_.has(kind_of(piece)) &&
           (placeable_kinds() >> static_cast<unsigned>(kind_of(piece)) & 1) != 0 &&
           piece == next_in_hand(kind_of(piece)) && can_place_at(m.to);
  }
  if (!may_move()) return false;
  bool is_found = false;
  for_each_destination(piece, throws(), [&](Cell to) { is_found |= to == m.to; });
  return is_found;
}

}  // namespace banyan::hive
