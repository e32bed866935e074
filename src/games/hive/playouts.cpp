// SPDX-License-Identifier: MIT
// Random moves without lists. Each piece has a bound on its moves that costs one look at its neighbours; a move is
// drawn among as many as the bounds allow, and drawn again when there is none of that number. So only the piece that
// was drawn is looked at closely, and every legal move is as likely as any other.
#include <algorithm>
#include <bit>

#include "games/hive/hive.h"
#include "games/hive/listing.h"

namespace banyan::hive {
namespace {

/// Where an ant can go, in the order in which it gets there, up to number `last`.
using Ways = FixedList<Cell, 64>;

void slide_until(const Board& board, Cell from, unsigned last, Ways& ways) {
  const unsigned first_ways = tables.slides[board.around(from)];
  if (first_ways == 0) return;
  const auto first = static_cast<unsigned>(std::countr_zero(first_ways));
  Cell at = from;
  unsigned out = first;
  do {
    at = neighbour(at, out);
    const unsigned around = board.around_without(at, from);
    out = tables.onward[around][opposite(out)];
    if (at == from) continue;
    if (tables.is_crossing[around] && std::find(ways.begin(), ways.end(), at) != ways.end()) continue;
    ways.push_back(at);
  } while (ways.size() <= last && (at != from || out != first));
}

/// No more moves than this, if it may move at all; exact but for ants, and beetles beside stacks.
unsigned most_moves(const Board& board, Kind kind, Cell from) {
  const unsigned around = board.around(from);
  switch (kind) {
    case Kind::queen:
    case Kind::pillbug:
      return tables.slide_counts[around];
    case Kind::beetle:
      return board.height(from) > 1 ? directions
                                    : tables.slide_counts[around] + static_cast<unsigned>(std::popcount(around));
    case Kind::grasshopper:
      return static_cast<unsigned>(std::popcount(around));
    case Kind::ant:
      return tables.slides[around] == 0 ? 0 : board.empty_cells().touching();
    default:
      return board.empty_cells().touching();
  }
}

/// The same for a spider, which goes two ways at most wherever no cell lies between two opposite pieces.
unsigned moves_of_spider(const Board& board, Cell from) {
  unsigned count = 0;
  slide_three(board, from, [&](Cell) { ++count; });
  return count;
}

}  // namespace

Move Hive::placement(unsigned n, unsigned kinds) const {
  const auto kinds_of_cell = static_cast<unsigned>(std::popcount(kinds));
  unsigned cell_number = n / kinds_of_cell;
  for (unsigned skip = n % kinds_of_cell; skip > 0; --skip) kinds &= kinds - 1;
  Cell chosen = nowhere;
  for_each_placement_cell([&](Cell cell) {
    if (cell_number-- == 0) chosen = cell;
  });
  return {next_in_hand(static_cast<Kind>(std::countr_zero(kinds))), chosen};
}

Move Hive::draw_move(Rng& rng) const {
  const auto random_legal = [&] {
    MoveList<Hive> moves;
    legal_moves(moves);
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  };
  if (expansions_.bits != 0) return random_legal();
  const auto placements = static_cast<unsigned>(count_placements());
  if (!may_move()) return placement(rng.below(placements), placeable_kinds());
  constexpr auto base_pieces = first_of_kind[static_cast<std::size_t>(Kind::mosquito)];
  const auto first = static_cast<Piece>(to_move() * pieces_per_side);
  std::array<std::uint32_t, base_pieces> bounds{};
  std::uint32_t all = placements;
  const int holes = board_.holes();
  for (Piece i = 0; i < base_pieces; ++i) {
    const auto piece = static_cast<Piece>(first + i);
    const Cell from = board_.cell_of(piece);
    if (from != nowhere && !board_.is_covered(piece)) {
      const unsigned runs = tables.runs[board_.around(from)];
      const bool may_leave =
          board_.height(from) > 1 || runs < 2 || static_cast<int>(runs) <= holes + (holes > 0 ? 1 : 0);
      if (may_leave) {
        all +=
            kind_of(piece) == Kind::spider ? moves_of_spider(board_, from) : most_moves(board_, kind_of(piece), from);
      }
    }
    bounds[i] = all;
  }
  if (all == 0) return pass;
  Ways ways;
  for (int attempts = 0; attempts < 64; ++attempts) {
    const std::uint32_t drawn = rng.below(all);
    if (drawn < placements) return placement(drawn, placeable_kinds());
    Piece i = 0;
    while (bounds[i] <= drawn) ++i;
    const unsigned number = drawn - (i == 0 ? placements : bounds[i - 1]);
    const auto piece = static_cast<Piece>(first + i);
    const Cell from = board_.cell_of(piece);
    if (!is_free(piece, from)) continue;
    ways.clear();
    if (kind_of(piece) == Kind::ant) {
      slide_until(board_, from, number, ways);
    } else {
      move_as(kind_of(piece), board_, from, [&](Cell to) { ways.push_back(to); });
    }
    if (number < ways.size()) return {piece, ways[number]};
  }
  return random_legal();  // hardly anything can move
}

Move Hive::draw_by_piece(Rng& rng) const {
  const auto first = static_cast<Piece>(to_move() * pieces_per_side);
  std::uint32_t left = (1u << pieces_per_side) - 1;
  const auto placements = static_cast<unsigned>(count_placements());
  const unsigned kinds = placeable_kinds();
  std::optional<std::array<Throws, 2>> all_throws;
  while (left != 0) {
    // Any of those that have not been tried.
    std::uint32_t skipped = left;
    for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(std::popcount(left))); skip > 0; --skip) {
      skipped &= skipped - 1;
    }
    const auto i = static_cast<Piece>(std::countr_zero(skipped));
    left &= ~(1u << i);
    const auto piece = static_cast<Piece>(first + i);
    const Cell from = board_.cell_of(piece);
    const Kind kind = kind_of(piece);
    if (from == nowhere) {
      const unsigned bit = 1u << static_cast<unsigned>(kind);
      if (placements == 0 || (kinds & bit) == 0) continue;
      return placement(rng.below(placements / static_cast<unsigned>(std::popcount(kinds))), bit);
    }
    if (!may_move() || board_.is_covered(piece) || piece == moved_) continue;
    const bool can_leave = is_free(piece, from);
    FixedList<Move, 128> moves;
    if (can_leave && kind == Kind::ant) {
      Ways ways;
      const std::uint32_t number = rng.below(std::max(board_.empty_cells().touching(), 1u));
      slide_until(board_, from, number, ways);
      if (ways.empty()) continue;
      // Where the circle is shorter than that, any of its cells.
      const bool is_short = number >= ways.size();
      return {piece, ways[is_short ? rng.below(static_cast<std::uint32_t>(ways.size())) : number]};
    }
    if (can_leave) {
      if (kind == Kind::mosquito) {
        CellSet reached;
        move_as_neighbours(board_, from, reached);
        for (const Cell to : reached) moves.push_back({piece, to});
      } else {
        move_as(kind, board_, from, [&](Cell to) { moves.push_back({piece, to}); });
      }
    }
    if (has_pillbug() && (kind == Kind::pillbug || kind == Kind::mosquito)) {
      if (!all_throws) all_throws = throws();
      const Throws& own = (*all_throws)[kind == Kind::pillbug ? 0 : 1];
      if (own.from != nowhere) {
        for_each_direction(own.lifts, [&](unsigned lifted) {
          const Cell at = neighbour(own.from, lifted);
          if (!is_free(board_.top(at), at)) return;
          for_each_direction(own.drops, [&](unsigned d) { moves.push_back({board_.top(at), neighbour(own.from, d)}); });
        });
      }
    }
    if (!moves.empty()) return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  }
  return pass;
}

// ---- Winning at once ----

/// Whether the other's queen, and not the mover's, is surrounded when the piece stands there.
bool Hive::wins_by(Piece piece, Cell to, Player mover) const {
  const Cell from = board_.cell_of(piece);
  const bool leaves_empty = from != nowhere && board_.height(from) == 1;
  const auto is_surrounded_then = [&](Player player) {
    const Piece queen = queen_of(player);
    const Cell at = queen == piece ? to : board_.cell_of(queen);
    if (at == nowhere) return false;
    unsigned around = board_.around(at);
    if (leaves_empty) around = board_.around_without(at, from);
    return (around | tables.toward[static_cast<unsigned>(to - at) % cell_count]) == all_around;
  };
  return is_surrounded_then(1 - mover) && !is_surrounded_then(mover);
}

std::size_t Hive::find_wins(Player mover, std::span<Move> out) const {
  const Cell queen_at = board_.cell_of(queen_of(1 - mover));
  if (queen_at == nowhere || out.empty()) return 0;
  std::size_t found = 0;
  const auto take = [&](Piece piece, Cell to) {
    const Move m{piece, to};
    const bool is_known = std::find(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(found), m) !=
                          out.begin() + static_cast<std::ptrdiff_t>(found);
    if (found < out.size() && !is_known && wins_by(piece, to, mover)) out[found++] = m;
  };
  const unsigned empty = ~board_.around(queen_at) & all_around;
  const bool is_last = std::has_single_bit(empty);
  if (is_last) {
    const Cell last = neighbour(queen_at, static_cast<unsigned>(std::countr_zero(empty)));
    // Pieces of the hand can enter there only where the queen is covered.
    if (ply_ > 1 && can_place_at(last)) {
      for (unsigned kinds = placeable_kinds(); kinds != 0; kinds &= kinds - 1) {
        take(next_in_hand(static_cast<Kind>(std::countr_zero(kinds))), last);
      }
    }
    if (may_move()) {
      const auto first = static_cast<Piece>(mover * pieces_per_side);
      for (Piece piece = first; piece < first + pieces_per_side && found < out.size(); ++piece) {
        const Cell from = board_.cell_of(piece);
        if (from == nowhere || board_.is_covered(piece) || !wins_by(piece, last, mover)) continue;
        const Kind kind = kind_of(piece);
        const unsigned beside = tables.toward[static_cast<unsigned>(last - from) % cell_count];
        const bool steps_once = kind == Kind::queen || kind == Kind::pillbug || kind == Kind::beetle;
        if (steps_once && beside == 0) continue;
        const bool slides_only =
            kind == Kind::queen || kind == Kind::pillbug || kind == Kind::ant || kind == Kind::spider;
        if (slides_only && tables.slides[board_.around_without(last, from)] == 0) continue;
        if (!is_free(piece, from)) continue;
        bool is_reached = false;
        const auto look = [&](Cell to) { is_reached |= to == last; };
        if (kind == Kind::mosquito) {
          CellSet reached;
          move_as_neighbours(board_, from, reached);
          for (const Cell to : reached) look(to);
        } else {
          move_as(kind, board_, from, look);
        }
        if (is_reached) take(piece, last);
      }
    }
  }
  if (has_pillbug() && may_move() && found < out.size()) {
    // Another piece is thrown to the last cell, or the queen to where it is surrounded.
    for (const Throws& one : throws()) {
      if (one.from == nowhere) continue;
      for_each_direction(one.lifts, [&](unsigned lifted) {
        const Cell at = neighbour(one.from, lifted);
        const Piece piece = board_.top(at);
        if ((!is_last && at != queen_at) || !is_free(piece, at)) return;
        for_each_direction(one.drops, [&](unsigned d) { take(piece, neighbour(one.from, d)); });
      });
    }
  }
  return found;
}

}  // namespace banyan::hive
