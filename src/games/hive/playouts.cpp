// SPDX-License-Identifier: MIT
// Random moves without lists. Each piece has a bound on its moves that costs one look at its neighbours; a move is
// drawn among as many as the bounds allow, and drawn again when there is none of that number. So only the piece that
// was drawn is looked at closely, and every legal move is as likely as any other.
#include <algorithm>
#include <bit>

#include "games/hive/circles.h"
#include "games/hive/hive.h"
#include "games/hive/listing.h"

namespace banyan::hive {
namespace {

/// Where an ant can go, in the order in which it gets there, up to number `last`.
using Ways = FixedList<Cell, 72>;

void slide_until(const Board& board, Cell from, unsigned last, Ways& ways) {
  const unsigned first_ways = tables.slides[board.around(from)];
  if (first_ways == 0) return;
  const auto first = static_cast<unsigned>(std::countr_zero(first_ways));
  Sliding piece(from, first);
  do {
    piece.step();
    const Cell at = piece.at();
    const unsigned around = board.around_without(at, from);
    piece.turn(around);
    if (at == from) continue;
    if (tables.is_crossing[around] && std::find(ways.begin(), ways.end(), at) != ways.end()) continue;
    ways.push_back(at);
  } while (ways.size() <= last && !piece.is_on_the_way_of(from, first));
}

/// No more moves than this, if the piece may leave at all; exact but for ants, beetles beside stacks, mosquitoes and
/// ladybugs.
unsigned most_moves(const Board& board, Kind kind, Cell from) {
  const unsigned around = board.around(from), slides = tables.slide_counts[around];
  const auto pieces = static_cast<unsigned>(std::popcount(around));
  const unsigned touching = board.empty_cells().touching();
  if (board.height(from) > 1) return directions;
  switch (kind) {
    case Kind::queen:
    case Kind::pillbug:
      return slides;
    case Kind::spider: {
      unsigned count = 0;
      slide_three(board, from, [&](Cell) { ++count; });
      return count;
    }
    case Kind::beetle:
      return slides + pieces;
    case Kind::grasshopper:
      return pieces;
    case Kind::ant:
      return slides == 0 ? 0 : touching;
    case Kind::ladybug:
      return touching;
    case Kind::mosquito: {
      constexpr unsigned near = 1u << static_cast<unsigned>(Kind::queen) | 1u << static_cast<unsigned>(Kind::beetle) |
                                1u << static_cast<unsigned>(Kind::grasshopper) |
                                1u << static_cast<unsigned>(Kind::pillbug) |
                                1u << static_cast<unsigned>(Kind::mosquito);
      // Slides, climbs and jumps; or all cells that touch the hive, and those climbs.
      return (kinds_around(board, from) & ~near) == 0 ? slides + 2 * pieces : touching + pieces;
    }
  }
  return 0;
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
  const auto placements = static_cast<unsigned>(count_placements());
  if (!may_move()) return placements == 0 ? pass : placement(rng.below(placements), placeable_kinds());
  const auto first = static_cast<Piece>(to_move() * pieces_per_side);
  const unsigned pieces =
      expansions_.bits == 0 ? first_of_kind[static_cast<std::size_t>(Kind::mosquito)] : unsigned{pieces_per_side};
  std::array<std::uint32_t, pieces_per_side + 2> bounds{};
  std::uint32_t all = placements;
  const int most_runs = board_.holes() == 0 ? 1 : board_.holes() + 1;
  for (unsigned i = 0; i < pieces; ++i) {
    const auto piece = static_cast<Piece>(first + i);
    const Cell from = board_.cell_of(piece);
    if (from != nowhere && !board_.is_covered(piece) && piece != moved_) {
      const bool may_leave = board_.height(from) > 1 || tables.runs[board_.around(from)] <= most_runs;
      if (may_leave) all += most_moves(board_, kind_of(piece), from);
    }
    bounds[i] = all;
  }
  // After the pieces, what the pillbug and the mosquito throw.
  std::array<Throws, 2> all_throws{};
  if (has_pillbug()) {
    all_throws = throws();
    for (unsigned i = 0; i < 2; ++i) {
      all += static_cast<unsigned>(std::popcount(all_throws[i].lifts) * std::popcount(all_throws[i].drops));
      bounds[pieces + i] = all;
    }
  }
  if (all == 0) return pass;
  Ways ways;
  for (int attempts = 0; attempts < 64; ++attempts) {
    const std::uint32_t drawn = rng.below(all);
    if (drawn < placements) return placement(drawn, placeable_kinds());
    unsigned i = 0;
    while (bounds[i] <= drawn) ++i;
    const unsigned number = drawn - (i == 0 ? placements : bounds[i - 1]);
    if (i >= pieces) {
      const Move thrown = throw_number(all_throws, i - pieces, number);
      if (thrown != pass) return thrown;
      continue;
    }
    const auto piece = static_cast<Piece>(first + i);
    const Cell from = board_.cell_of(piece);
    if (!is_free(piece, from)) continue;
    ways.clear();
    if (kind_of(piece) == Kind::ant) {
      slide_until(board_, from, number, ways);
    } else if (kind_of(piece) == Kind::mosquito) {
      CellSet reached;
      move_as_neighbours(board_, from, reached);
      for (const Cell to : reached) ways.push_back(to);
    } else {
      move_as(kind_of(piece), board_, from, [&](Cell to) { ways.push_back(to); });
    }
    if (number < ways.size()) return {piece, ways[number]};
  }
  return random_legal();  // hardly anything can move
}

/// Number `number` of what one of two can throw; a pass where it cannot, and where the same move is counted elsewhere:
/// the piece can go there by itself, or the first of the two throws it there as well.
Move Hive::throw_number(const std::array<Throws, 2>& all_throws, unsigned which, unsigned number) const {
  const Throws& throws = all_throws[which];
  const auto direction = [](unsigned mask, unsigned skip) {
    for (; skip > 0; --skip) mask &= mask - 1;
    return static_cast<unsigned>(std::countr_zero(mask));
  };
  const auto drops = static_cast<unsigned>(std::popcount(throws.drops));
  const Cell at = neighbour(throws.from, direction(throws.lifts, number / drops));
  const Cell to = neighbour(throws.from, direction(throws.drops, number % drops));
  const Piece piece = board_.top(at);
  if (!is_free(piece, at)) return pass;
  if (which == 1 && can_be_thrown(all_throws[0], at) &&
      (all_throws[0].drops & tables.toward[static_cast<unsigned>(to - all_throws[0].from) % cell_count]) != 0) {
    return pass;
  }
  if (owner_of(piece) == to_move()) {
    CellSet reached;
    own_destinations(piece, reached);
    if (std::find(reached.begin(), reached.end(), to) != reached.end()) return pass;
  }
  return {piece, to};
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
  const unsigned empty = ~board_.around(queen_at) & all_around;
  const bool is_last = std::has_single_bit(empty);
  // Another piece is thrown to the last cell, or the queen to where it is surrounded.
  const auto can_throw_queen = [&](Kind kind) {
    const Cell at = board_.cell_of(piece_of(mover, kind, 0));
    return tables.toward[static_cast<unsigned>(queen_at - at) % cell_count] != 0;
  };
  const bool may_throw =
      has_pillbug() && (is_last || can_throw_queen(Kind::pillbug) || can_throw_queen(Kind::mosquito));
  if (!is_last && !may_throw) return 0;
  std::size_t found = 0;
  const auto take = [&](Piece piece, Cell to) {
    const Move m{piece, to};
    const bool is_known = std::find(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(found), m) !=
                          out.begin() + static_cast<std::ptrdiff_t>(found);
    if (found < out.size() && !is_known && wins_by(piece, to, mover)) out[found++] = m;
  };
  if (is_last) {
    const Cell last = neighbour(queen_at, static_cast<unsigned>(std::countr_zero(empty)));
    // Pieces of the hand can enter there only where the queen is covered.
    if (ply_ > 1 && can_place_at(last)) {
      for (unsigned kinds = placeable_kinds(); kinds != 0; kinds &= kinds - 1) {
        take(next_in_hand(static_cast<Kind>(std::countr_zero(kinds))), last);
      }
    }
    if (may_move()) {
      std::optional<Circles> circles;
      const auto first = static_cast<Piece>(mover * pieces_per_side);
      for (Piece piece = first; piece < first + pieces_per_side && found < out.size(); ++piece) {
        const Cell from = board_.cell_of(piece);
        if (from == nowhere || board_.is_covered(piece)) continue;
        const Kind kind = kind_of(piece);
        const unsigned beside = tables.toward[static_cast<unsigned>(last - from) % cell_count];
        const bool steps_once = kind == Kind::queen || kind == Kind::pillbug || kind == Kind::beetle;
        if (steps_once && beside == 0) continue;
        const bool slides_only =
            kind == Kind::queen || kind == Kind::pillbug || kind == Kind::ant || kind == Kind::spider;
        if (slides_only && tables.slides[board_.around_without(last, from)] == 0) continue;
        if (!is_free(piece, from) || !wins_by(piece, last, mover)) continue;
        bool is_reached = false;
        const auto look = [&](Cell to) { is_reached |= to == last; };
        if (kind == Kind::ant) {
          if (!circles) circles.emplace(board_);
          const unsigned number = circles->number_of(last);
          for_each_direction(ways_to_circles(board_.around(from)),
                             [&](unsigned d) { is_reached |= circles->is_on(neighbour(from, d), number); });
        } else if (kind == Kind::mosquito) {
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
  if (may_throw && may_move() && found < out.size()) {
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
