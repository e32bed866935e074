// SPDX-License-Identifier: MIT
#include "games/hive/hive.h"

#include <cstring>

#include "games/hive/listing.h"

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
  if (is_surrounded(0) && is_surrounded(1)) return {"both queens surrounded"};
  if (is_surrounded(0) || is_surrounded(1)) return {"surrounded queen"};
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
  // Eight numbers from 0 to 3: the low bit of each that is not 0, gathered by a multiplication.
  static_assert(kind_count == 8);
  std::uint64_t hand = 0;
  std::memcpy(&hand, hands_[static_cast<std::size_t>(to_move())].data(), sizeof hand);
  if (hand == 0) return 0;
  const auto all = static_cast<unsigned>(((hand | hand >> 1) & 0x0101010101010101) * 0x0102040810204080 >> 56);
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

void Hive::own_destinations(Piece piece, CellSet& reached) const {
  const Cell from = board_.cell_of(piece);
  if (kind_of(piece) == Kind::mosquito) {
    move_as_neighbours(board_, from, reached);
  } else {
    move_as(kind_of(piece), board_, from, [&](Cell cell) { reached.add(cell); });
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

void Hive::grouped_moves(MoveList<Hive>& out, std::span<std::uint32_t> sizes) const {
  if (is_terminal()) return;
  constexpr auto queen = 1u << static_cast<unsigned>(Kind::queen);
  const auto add = [&](Move m, unsigned size) {
    sizes[out.size()] = size;
    out.push_back(m);
  };
  if (const unsigned placeable = placeable_kinds(); placeable != 0) {
    for_each_placement_cell([&](Cell cell) {
      // A queen among six others ends the game.
      const unsigned apart = board_.around(cell) == all_around ? placeable & queen : 0;
      for (const unsigned group : {placeable & ~apart, apart}) {
        if (group == 0) continue;
        add({next_in_hand(static_cast<Kind>(std::countr_zero(group))), cell},
            static_cast<unsigned>(std::popcount(group)));
      }
    });
  }
  for_each_movement([&](Move m) { add(m, 1); });
  if (out.empty()) add(pass, 1);
}

}  // namespace banyan::hive
