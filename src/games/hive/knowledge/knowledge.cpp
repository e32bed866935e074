// SPDX-License-Identifier: MIT
// What is known about playing Hive well: the evaluation, which moves are urgent, and which are too sharp for a position
// to be judged before they are made.
#include <algorithm>
#include <bit>
#include <string>

#include "games/hive/hive.h"
#include "games/hive/knowledge/terms.h"
#include "games/hive/knowledge/weights.h"
#include "games/hive/listing.h"

namespace banyan::hive {
namespace {

/// Points at the edge of the scale of evaluations, beyond all sums of terms.
constexpr double decided = 100'000;

bool is_beside(Cell a, Cell b) { return tables.toward[static_cast<unsigned>(a - b) % cell_count] != 0; }

/// How far a piece of a kind can be from a cell and still come beside it, or onto it, with its next move.
constexpr std::array<std::uint8_t, kind_count> reach{2, 4, 2, 255, 255, 255, 4, 2};
unsigned steps_between(Cell a, Cell b) { return tables.steps[static_cast<unsigned>(b - a) % cell_count]; }
bool is_far(Kind kind, Cell from, Cell to) { return steps_between(from, to) > reach[static_cast<std::size_t>(kind)]; }

int around_count(const Board& board, Cell cell) { return cell == nowhere ? 0 : std::popcount(board.around(cell)); }

/// Of terms for two occupied cells around a queen and more, that for so many.
Term term_of_ring(Term first, int ring) { return static_cast<Term>(static_cast<int>(first) + ring - 2); }

/// Notes how often each term counts.
struct CountsTerms {
  Terms& terms;
  int sign;
  void operator()(Term term, int amount) const { terms[static_cast<std::size_t>(term)] += sign * amount; }
};

/// Both numbers of a weight in one word, so that one multiplication and one addition serve both.
using PackedWeights = std::array<std::int64_t, term_count>;
constexpr PackedWeights packed(const Weights& weights) {
  PackedWeights all{};
  for (std::size_t i = 0; i < term_count; ++i) all[i] = weights[i].full + (std::int64_t{weights[i].empty} << 32);
  return all;
}
constexpr PackedWeights packed_weights = packed(usual_weights);

/// Adds up what the terms are worth.
struct SumsWeights {
  std::int64_t sum = 0;
  void operator()(Term term, int amount) { sum += packed_weights[static_cast<std::size_t>(term)] * amount; }
};

/// Tells `Add` what belongs to one player.
template <class Add>
class SideCounter {
 public:
  SideCounter(const Hive& state, Player player, const Add& add)
      : state_(state),
        board_(state.board()),
        player_(player),
        own_queen_(board_.cell_of(queen_of(player))),
        other_queen_(board_.cell_of(queen_of(1 - player))),
        other_ring_(around_count(board_, other_queen_)),
        add_(add) {}

  Add count() {
    count_queen();
    if (other_queen_ != nowhere) {
      for_each_direction(~board_.around(other_queen_) & all_around, [&](unsigned d) {
        if (tables.slides[board_.around(neighbour(other_queen_, d))] != 0) other_ways_in_ |= 1u << d;
      });
    }
    const auto first = static_cast<Piece>(player_ * pieces_per_side);
    for (Piece piece = static_cast<Piece>(first + 1); piece < first + pieces_per_side; ++piece) {
      if (board_.is_placed(piece)) count_piece(piece);
    }
    add_(Term::attackers, attackers_);
    if (other_queen_ != nowhere) {
      const int free = 6 - other_ring_;
      if (other_ring_ >= 2 && free > 0) add_(term_of_ring(Term::attack_2, other_ring_), std::min(attackers_, free + 1));
      if (free <= 3 && attackers_ >= free) add_(Term::enough, 1);
      if (owner_of(board_.top(other_queen_)) == player_) count_drops();
    }
    for (unsigned kind = 1; kind < kind_count; ++kind) {
      add_(kind_term(Term::hand_spider, kind), static_cast<int>(state_.in_hand(player_, static_cast<Kind>(kind))));
    }
    add_(Term::places, static_cast<int>(board_.empty_cells().touching_only(player_)));
    return add_;
  }

 private:
  static Term kind_term(Term first, unsigned kind) {
    return static_cast<Term>(static_cast<unsigned>(first) + kind - 1);
  }

  void count_queen() {
    if (own_queen_ == nowhere) return;
    const unsigned around = board_.around(own_queen_);
    const int ring = std::popcount(around);
    if (ring >= 1 && ring <= 5) add_(static_cast<Term>(static_cast<int>(Term::ring_1) + ring - 1), 1);
    for_each_direction(~around & all_around, [&](unsigned d) {
      if (tables.slides[board_.around(neighbour(own_queen_, d))] != 0) add_(Term::ring_way_in, 1);
    });
    const Piece top = board_.top(own_queen_);
    if (top != queen_of(player_)) {
      add_(owner_of(top) == player_ ? Term::covered_by_friend : Term::covered, 1);
    } else if (tables.slides[around] != 0 && !board_.is_pinned(own_queen_)) {
      add_(Term::queen_free, 1);
      add_(Term::queen_flees, ring);
    }
  }

  void count_piece(Piece piece) {
    const Cell at = board_.cell_of(piece);
    const auto kind = static_cast<unsigned>(kind_of(piece));
    if (board_.is_covered(piece)) {
      add_(Term::buried, 1);
      return;
    }
    const bool is_on_top = board_.height(at) > 1;
    const bool is_in_other_ring = other_queen_ != nowhere && is_beside(at, other_queen_);
    if (is_on_top) {
      add_(Term::on_top, 1);
      if (at == other_queen_ || is_in_other_ring) add_(Term::near, 1);
    }
    const bool is_gated = !has_way_out(piece, at);
    const bool is_free = !is_gated && (is_on_top || !board_.is_pinned(at));
    add_(kind_term(is_free ? Term::free_spider : Term::stuck_spider, kind), 1);
    if (is_gated) add_(Term::gated, 1);
    const bool is_in_own_ring = own_queen_ != nowhere && is_beside(at, own_queen_);
    if (is_in_own_ring && !is_on_top) add_(is_free ? Term::ring_friend : Term::ring_stuck, 1);
    if (is_free && other_queen_ != nowhere && kind_of(piece) == Kind::beetle) {
      add_(Term::beetle_way, std::max(7 - static_cast<int>(steps_between(at, other_queen_)), 0));
    }
    if (is_free && other_queen_ != nowhere && !is_in_other_ring && can_attack(piece, at)) ++attackers_;
    if (is_in_own_ring && can_throw(piece, at)) {
      add_(Term::guard, 1);
      add_(Term::guarded_ring, std::popcount(board_.around(own_queen_)));
    }
  }

  void count_drops() {
    for_each_direction(~board_.around(other_queen_) & all_around, [&](unsigned d) {
      const Cell cell = neighbour(other_queen_, d);
      const unsigned around = board_.around(cell), white = board_.white_around(cell);
      if (player_ == 0 ? white == around : white == 0) add_(Term::drops, 1);
    });
  }

  /// Sliders need a gap; others always have somewhere to go.
  bool has_way_out(Piece piece, Cell at) const {
    switch (kind_of(piece)) {
      case Kind::spider:
      case Kind::ant:
      case Kind::pillbug:
        return tables.slides[board_.around(at)] != 0;
      default:
        return true;
    }
  }

  /// Whether a piece beside the own queen can throw it.
  bool can_throw(Piece piece, Cell at) const {
    if (!state_.expansions().has(Kind::pillbug)) return false;
    const Kind kind = kind_of(piece);
    if (kind == Kind::mosquito) {
      if (board_.height(at) > 1 || (kinds_around(board_, at) >> static_cast<unsigned>(Kind::pillbug) & 1) == 0) {
        return false;
      }
    } else if (kind != Kind::pillbug) {
      return false;
    }
    const Throws throws = throws_from(board_, at);
    return throws.drops != 0 && can_be_thrown(throws, own_queen_) && !board_.is_pinned(own_queen_);
  }

  bool can_attack(Piece piece, Cell at) const {
    if (is_far(kind_of(piece), at, other_queen_)) return false;
    bool can = false;
    const auto look = [&](Cell to) { can = can || to == other_queen_ || is_beside(to, other_queen_); };
    switch (kind_of(piece)) {
      case Kind::ant:
        if (steps_between(at, other_queen_) > 2) return other_ways_in_ != 0;
        // Where it stands beside the cell, it is not in its own way.
        for_each_direction(~board_.around(other_queen_) & all_around, [&](unsigned d) {
          can = can || tables.slides[board_.around_without(neighbour(other_queen_, d), at)] != 0;
        });
        break;
      case Kind::mosquito:
        if (board_.height(at) > 1) {
          climb_once(board_, at, look);
        } else {
          const unsigned kinds = kinds_around(board_, at);
          for (unsigned left = kinds & ~(1u << static_cast<unsigned>(Kind::mosquito)); left != 0 && !can;
               left &= left - 1) {
            const auto kind = static_cast<Kind>(std::countr_zero(left));
            if (kind != Kind::ladybug) move_as(kind, board_, at, look);
          }
        }
        break;
      case Kind::ladybug:
        climb_every_way(
            board_, at, [&](Cell two) { return !can && steps_between(two, other_queen_) <= 2; }, look);
        break;
      default:
        move_as(kind_of(piece), board_, at, look);
    }
    return can;
  }

  const Hive& state_;
  const Board& board_;
  Player player_;
  Cell own_queen_, other_queen_;
  int other_ring_;
  unsigned other_ways_in_ = 0;  // directions from the other's queen of cells that can be slid into
  int attackers_ = 0;
  Add add_;
};

/// Tells `add` what belongs to who is to move.
template <class Add>
void count_turn(const Hive& state, Add&& add) {
  add(Term::tempo, 1);
  const int ring = around_count(state.board(), state.board().cell_of(queen_of(1 - state.to_move())));
  if (ring >= 2 && ring <= 5) add(term_of_ring(Term::tempo_2, ring), 1);
}

}  // namespace

Terms Hive::terms() const {
  Terms terms{};
  SideCounter(*this, 0, CountsTerms{terms, 1}).count();
  SideCounter(*this, 1, CountsTerms{terms, -1}).count();
  count_turn(*this, CountsTerms{terms, to_move() == 0 ? 1 : -1});
  return terms;
}

int Hive::pieces_in_hands() const {
  int all = 0;
  for (const auto& hand : hands_) {
    for (const std::uint8_t count : hand) all += count;
  }
  return all;
}

std::vector<EvaluationTerm> Hive::evaluation_terms() const {
  const Terms all = terms();
  const double full = static_cast<double>(pieces_in_hands()) / piece_count;
  std::vector<EvaluationTerm> products;
  for (std::size_t i = 0; i < term_count; ++i) {
    const std::string name(term_names[i]);
    const auto amount = static_cast<double>(all[i]);
    products.push_back(
        {.name = name + " full", .amount = amount * full, .weight = static_cast<double>(usual_weights[i].full)});
    products.push_back({.name = name + " empty",
                        .amount = amount * (1 - full),
                        .weight = static_cast<double>(usual_weights[i].empty)});
  }
  return products;
}

double Hive::evaluate(Player p) const {
  if (is_terminal()) return decided * (2 * rewards()[static_cast<std::size_t>(p)] - 1);
  std::int64_t sum =
      SideCounter(*this, 0, SumsWeights{}).count().sum - SideCounter(*this, 1, SumsWeights{}).count().sum;
  SumsWeights turn;
  count_turn(*this, turn);
  sum += to_move() == 0 ? turn.sum : -turn.sum;
  const auto full = static_cast<std::int32_t>(sum);
  const auto empty = static_cast<std::int32_t>((sum - full) >> 32);
  const int in_hands = pieces_in_hands();
  const int points = (full * in_hands + empty * (piece_count - in_hands)) / piece_count;
  return p == 0 ? points : -points;
}

double Hive::mobility(Player p) const {
  if (is_terminal()) return decided * (2 * rewards()[static_cast<std::size_t>(p)] - 1);
  // Q S B G A M L P: who has few ways values each of them more.
  constexpr std::array<int, kind_count> worth{8, 6, 6, 6, 2, 4, 4, 6};
  int points = 0;
  for (const Player side : {0, 1}) {
    Hive seen = *this;
    if (seen.to_move() != side) seen.make<true>(pass);
    int sum = 0;
    const auto add = [&](Kind kind) { sum += worth[static_cast<std::size_t>(kind)]; };
    seen.for_each_movement([&](Move m) { add(kind_of(static_cast<Piece>(m.piece))); });
    const unsigned kinds = seen.placeable_kinds();
    if (kinds != 0) {
      seen.for_each_placement_cell([&](Cell) {
        for (unsigned left = kinds; left != 0; left &= left - 1) add(static_cast<Kind>(std::countr_zero(left)));
      });
    }
    points += side == p ? sum : -sum;
  }
  return points;
}

// ---- Moves ----

bool Hive::is_noisy(Move m) const { return move_judge().is_noisy(m); }
int Hive::urgency(Move m) const { return move_judge().urgency(m); }

void Hive::noisy_moves(MoveList<Hive>& out) const {
  const MoveJudge judge = move_judge();
  if (!judge.is_tense() || is_terminal()) return;
  const Cell own_queen = board_.cell_of(queen_of(to_move())), other_queen = board_.cell_of(queen_of(1 - to_move()));
  if (around_count(board_, own_queen) >= 5) {
    MoveList<Hive> all;
    legal_moves(all);
    for (const Move& m : all) {
      if (judge.is_noisy(m)) out.push_back(m);
    }
    return;
  }
  // Nothing but what comes beside the other's queen or onto it; pieces and throws that are too far away need no look.
  const unsigned empty = ~board_.around(other_queen) & all_around;
  if (const unsigned kinds = placeable_kinds(); kinds != 0) {
    for_each_direction(empty, [&](unsigned d) {
      const Cell cell = neighbour(other_queen, d);
      if (!can_place_at(cell)) return;
      for (unsigned left = kinds; left != 0; left &= left - 1) {
        out.push_back({next_in_hand(static_cast<Kind>(std::countr_zero(left))), cell});
      }
    });
  }
  if (!may_move()) return;
  std::array<Throws, 2> near_throws = throws();
  for (Throws& one : near_throws) {
    if (one.from != nowhere && steps_between(one.from, other_queen) > 2) one = {};
  }
  const bool can_throw = near_throws[0].from != nowhere || near_throws[1].from != nowhere;
  const auto first = static_cast<Piece>(can_throw ? 0 : to_move() * pieces_per_side);
  for (Piece piece = first; piece < first + (can_throw ? piece_count : pieces_per_side); ++piece) {
    const Cell from = board_.cell_of(piece);
    if (from == nowhere || from == other_queen || is_beside(from, other_queen)) continue;
    if (!can_throw && is_far(kind_of(piece), from, other_queen)) continue;
    for_each_destination(piece, near_throws, [&](Cell to) {
      const Move m{piece, to};
      if (judge.is_noisy(m)) out.push_back(m);
    });
  }
}

}  // namespace banyan::hive
