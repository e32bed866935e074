// SPDX-License-Identifier: MIT
// Random moves and wins in one, against the list of legal moves.
#include "game/playouts.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "game/board_view.h"
#include "game/drawing.h"
#include "game/knowledge.h"
#include "game/repetition.h"
#include "games/hive/hive.h"
#include "games/hive/notation.h"
#include "tests/share.h"

namespace banyan::hive {
namespace {

static_assert(DrawsMoves<Hive> && FindsWins<Hive> && !BlocksWins<Hive>);
static_assert(DrawsMoves<Repeating<Hive>> && FindsWins<Repeating<Hive>>);

using Named = std::pair<std::uint16_t, std::uint16_t>;

Hive new_game(unsigned expansions) { return Hive({.expansions = {expansions}, .repetitions = 0}); }

MoveList<Hive> list_of(const Hive& state) {
  MoveList<Hive> moves;
  state.legal_moves(moves);
  return moves;
}

/// Positions along random games, some of every length.
std::vector<Hive> positions(int count, std::uint64_t seed) {
  std::vector<Hive> all;
  Rng rng(seed);
  for (int game = 0; static_cast<int>(all.size()) < count; ++game) {
    Hive state = new_game(static_cast<unsigned>(game) % 8);
    const std::uint32_t length = rng.below(150);
    for (std::uint32_t ply = 0; ply < length && !state.is_terminal(); ++ply) {
      const MoveList<Hive> moves = list_of(state);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!state.is_terminal()) all.push_back(state);
  }
  return all;
}

/// Whether counts are as even as chance makes them: the sum of (seen - expected)^2 / expected is far from its tail, of
/// which 20 is beyond one in a hundred thousand even for two counts.
bool is_even(const std::vector<double>& seen, double expected) {
  double sum = 0;
  for (const double count : seen) sum += (count - expected) * (count - expected) / expected;
  const double freedom = static_cast<double>(seen.size()) - 1;
  return sum < freedom + 4 * std::sqrt(2 * freedom) + 20;
}

TEST(HivePlayouts, DrawEveryMoveAsOften) {
  Rng rng(1);
  for (const Hive& state : positions(share(80), 11)) {
    SCOPED_TRACE(plain_text(board_of(state)));
    const MoveList<Hive> moves = list_of(state);
    std::map<Named, double> seen;
    for (const Move m : moves) seen[{m.piece, m.to}] = 0;
    constexpr int each = 100;
    for (std::size_t i = 0; i < each * moves.size(); ++i) {
      const Move m = state.draw_move(rng);
      const auto found = seen.find({m.piece, m.to});
      ASSERT_NE(found, seen.end()) << state.move_text(m);
      ++found->second;
    }
    std::vector<double> counts;
    for (const auto& [move, count] : seen) counts.push_back(count);
    EXPECT_TRUE(is_even(counts, each));
  }
}

TEST(HivePlayouts, DrawEveryPieceAsOftenThatCanMove) {
  Rng rng(2);
  for (const Hive& state : positions(share(80), 12)) {
    SCOPED_TRACE(plain_text(board_of(state)));
    const MoveList<Hive> moves = list_of(state);
    std::map<Named, double> seen;
    std::map<unsigned, double> by_piece;
    for (const Move m : moves) {
      seen[{m.piece, m.to}] = 0;
      by_piece[m.piece] = 0;
    }
    constexpr int each = 200;
    const auto draws = static_cast<std::size_t>(each) * moves.size();
    for (std::size_t i = 0; i < draws; ++i) {
      const Move m = state.draw_by_piece(rng);
      const auto found = seen.find({m.piece, m.to});
      ASSERT_NE(found, seen.end()) << state.move_text(m);
      ++found->second;
      ++by_piece[m.piece];
    }
    // Throws belong to who throws, so only games without a pillbug tell the pieces apart.
    if (state.expansions().has(Kind::pillbug) || moves[0] == pass) continue;
    // All of a kind that are in the hand enter as the next of them.
    double pieces = 0;
    const auto weight_of = [&](unsigned piece) {
      const bool is_placed = state.board().is_placed(static_cast<Piece>(piece));
      return is_placed ? 1.0 : static_cast<double>(state.in_hand(state.to_move(), kind_of(static_cast<Piece>(piece))));
    };
    for (const auto& [piece, count] : by_piece) pieces += weight_of(piece);
    for (const auto& [piece, count] : by_piece) {
      const double expected = static_cast<double>(draws) * weight_of(piece) / pieces;
      EXPECT_NEAR(count, expected, 6 * std::sqrt(expected)) << piece_name(static_cast<Piece>(piece));
      std::vector<double> counts;
      for (const auto& [move, times] : seen) {
        if (move.first == piece) counts.push_back(times);
      }
      EXPECT_TRUE(is_even(counts, count / static_cast<double>(counts.size()))) << piece_name(static_cast<Piece>(piece));
    }
  }
}

TEST(HivePlayouts, PassWhereNothingElseIsLegal) {
  Rng rng(3);
  int passes = 0;
  for (int game = 0; game < share(400) && passes < 5; ++game) {
    Hive state = new_game(0);
    for (int ply = 0; ply < 300 && !state.is_terminal(); ++ply) {
      const Move m = state.draw_by_piece(rng);
      if (m == pass) {
        EXPECT_EQ(list_of(state)[0], pass);
        EXPECT_EQ(state.draw_move(rng), pass);
        ++passes;
      }
      state.play(m);
    }
  }
  EXPECT_GT(passes, 0);
}

TEST(HivePlayouts, FindEveryWinInOne) {
  Rng rng(4);
  std::array<int, 8> wins{};
  for (int game = 0; game < share(400); ++game) {
    const auto set = static_cast<unsigned>(game) % 8;
    Hive state = new_game(set);
    for (int ply = 0; ply < 250 && !state.is_terminal(); ++ply) {
      const MoveList<Hive> moves = list_of(state);
      std::set<Named> expected;
      for (const Move m : moves) {
        Hive next = state;
        next.play(m);
        if (next.is_terminal() && next.rewards()[static_cast<std::size_t>(state.to_move())] == 1) {
          expected.emplace(m.piece, m.to);
        }
      }
      std::array<Move, Hive::max_moves> found{};
      const std::size_t count = state.find_wins(state.to_move(), found);
      std::set<Named> seen;
      for (std::size_t i = 0; i < count; ++i) seen.emplace(found[i].piece, found[i].to);
      ASSERT_EQ(seen, expected) << "game " << game << "\n" << plain_text(board_of(state));
      ASSERT_EQ(seen.size(), count);
      Move one{};
      ASSERT_EQ(state.find_wins(state.to_move(), std::span(&one, 1)), expected.empty() ? 0u : 1u);
      wins[set] += static_cast<int>(expected.size());
      // Moves beside the other's queen are tried more often, so that it is soon surrounded.
      Move m = state.draw_by_piece(rng);
      for (int i = 0; i < 3; ++i) {
        const Cell queen = state.board().cell_of(queen_of(1 - state.to_move()));
        const bool is_beside =
            m != pass && queen != nowhere && tables.toward[static_cast<unsigned>(m.to - queen) % cell_count] != 0;
        if (is_beside && expected.empty()) break;
        m = state.draw_by_piece(rng);
      }
      state.play(m);
    }
  }
  if (is_full_run) {
    for (const int count : wins) EXPECT_GT(count, 20);
  }
}

}  // namespace
}  // namespace banyan::hive
