// SPDX-License-Identifier: MIT
#include "game/knowledge.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/random.h"
#include "game/depth.h"
#include "game/repetition.h"
#include "games/hive/hive.h"
#include "games/hive/notation.h"

namespace banyan::hive {
namespace {

static_assert(EvaluatesLeaves<Hive> && SumsTerms<Repeating<Hive>> && HasNullMove<Repeating<Hive>> &&
              JudgesMoves<Repeating<Hive>> && NamesNoisyMoves<Hive> && KnowsCrises<Hive>);
static_assert(CapsTurns<Hive> && NamesNoisyMoves<Repeating<Hive>>);

Hive after(const std::string& game) {
  const GameText text = parse_game_string(game);
  Hive state(Options{.expansions = text.expansions});
  for (const std::string& move : text.moves) state.play(state.parse_move(move).value());
  return state;
}

int term(const Hive& state, Term which) { return state.terms()[static_cast<std::size_t>(which)]; }

/// Every position of a few random games, with all pieces.
template <class Visit>
void for_some_positions(Visit&& visit) {
  Rng rng(3);
  for (int game = 0; game < 20; ++game) {
    Hive state(Options{.expansions = {.bits = static_cast<std::uint32_t>(game % 8)}, .max_plies = 80});
    while (!state.is_terminal()) {
      visit(state);
      MoveList<Hive> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(HiveKnowledge, WhatIsGoodForOneIsBadForTheOther) {
  for_some_positions([](const Hive& state) {
    ASSERT_EQ(state.evaluate(0), -state.evaluate(1));
    ASSERT_EQ(state.mobility(0), -state.mobility(1));
  });
}

TEST(HiveKnowledge, IsTheSumOfItsTerms) {
  for_some_positions([](const Hive& state) {
    if (state.is_terminal()) return;
    double sum = 0;
    for (const EvaluationTerm& term : state.evaluation_terms()) sum += term.amount * term.weight;
    ASSERT_NEAR(state.evaluate(0), sum, 1);  // rounded towards 0
  });
}

TEST(HiveKnowledge, CountsWhatItSays) {
  // In a row from left to right: the beetle of White, its queen, Black's queen, Black's ant.
  const Hive row = after("Base;InProgress;White[3];wB1;bA1 wB1-;wQ -wB1;bQ bA1-");
  EXPECT_EQ(term(row, Term::ring_1), 0);  // both queens have one neighbour
  EXPECT_EQ(term(row, Term::queen_free), 0);
  EXPECT_EQ(term(row, Term::stuck_beetle), 1);
  EXPECT_EQ(term(row, Term::stuck_ant), -1);
  EXPECT_EQ(term(row, Term::free_beetle), 0);
  EXPECT_EQ(term(row, Term::hand_beetle), -1);
  EXPECT_EQ(term(row, Term::hand_ant), 1);
  EXPECT_EQ(term(row, Term::tempo), 1);

  // Before Black's queen enters, White's spider holds the hive together beside its own; a beetle is then four steps
  // away.
  EXPECT_EQ(term(after("Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1"), Term::ring_stuck), 1);
  const Hive with_beetle = after("Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ");
  EXPECT_EQ(term(with_beetle, Term::ring_stuck), 0);  // one on each side
  EXPECT_EQ(term(with_beetle, Term::beetle_way), 3);

  // A white ant comes, is free, and can go beside Black's queen.
  const Hive with_ant = after("Base;InProgress;Black[3];wB1;bA1 wB1-;wQ -wB1;bQ bA1-;wA1 -wQ");
  EXPECT_EQ(term(with_ant, Term::free_ant), 1);
  EXPECT_EQ(term(with_ant, Term::attackers), 1);
  EXPECT_EQ(term(with_ant, Term::ring_2), 1);
  EXPECT_EQ(term(with_ant, Term::ring_1), -1);
  EXPECT_EQ(term(with_ant, Term::ring_friend), 1);
  EXPECT_EQ(term(with_ant, Term::tempo), -1);

  // It goes there: one more around Black's queen, and it does not count as an attacker any more.
  const Hive beside = after("Base;InProgress;White[4];wB1;bA1 wB1-;wQ -wB1;bQ bA1-;wA1 -wQ;bG1 bA1/;wA1 bQ-");
  EXPECT_EQ(term(beside, Term::attackers), 0);
  EXPECT_GT(beside.evaluate(0), with_ant.evaluate(0));
}

TEST(HiveKnowledge, CountsAttackersAndTheTurnByTheRing) {
  // Two cells around Black's queen are occupied, and so are two around White's; an ant of White can come.
  const Hive two = after("Base;InProgress;White[4];wB1;bA1 wB1-;wQ -wB1;bQ bA1-;wA1 -wQ;bG1 bA1/");
  EXPECT_EQ(term(two, Term::attack_2), 1);
  EXPECT_EQ(term(two, Term::tempo_2), 1);
  EXPECT_EQ(term(two, Term::tempo_3), 0);
  EXPECT_EQ(term(two, Term::enough), 0);
  // White to move had the turn; with Black to move, White's queen counts.
  EXPECT_EQ(term(after("Base;InProgress;Black[3];wB1;bA1 wB1-;wQ -wB1;bQ bA1-;wA1 -wQ"), Term::tempo_2), -1);
  // The ant has come.
  const Hive three = after("Base;InProgress;White[5];wB1;bA1 wB1-;wQ -wB1;bQ bA1-;wA1 -wQ;bG1 bA1/;wA1 bQ-;bG2 bG1/");
  EXPECT_EQ(term(three, Term::tempo_3), 1);
  EXPECT_EQ(term(three, Term::attack_2), 0);
}

TEST(HiveKnowledge, KnowsWhatNoGapLetsOutAndWhereOneCanDropOn) {
  // The spider of White has neighbours in every other direction.
  EXPECT_EQ(term(after("Base;InProgress;Black[3];wS1;bS1 wS1/;wQ -wS1;bQ bS1/;wA1 wS1\\"), Term::gated), 1);
  // A beetle of White on Black's queen: two of the cells beside it touch nothing black.
  const Hive covered = after(
      "Base;InProgress;Black[6];wB1;bG1 wB1-;wQ -wB1;bQ bG1-;wB2 \\wB1;bA1 bG1\\;wB2 wB1/;bA2 bA1\\;wB2 bG1;bA3 "
      "bA2\\;wB2 bQ");
  EXPECT_EQ(term(covered, Term::drops), 2);
  EXPECT_EQ(term(covered, Term::covered), -1);
}

TEST(HiveKnowledge, WeighsMovesByTheirPieces) {
  // Each may place a spider, a beetle, a grasshopper or an ant on three cells, and move nothing.
  EXPECT_EQ(after("Base;InProgress;White[2];wS1;bS1 wS1-").mobility(0), 0);
  const Hive state = after("Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1");
  int white = 0, black = 0;
  for (const Player side : {0, 1}) {
    Hive seen = state;
    if (seen.to_move() != side) seen.play_noting(pass);
    MoveList<Hive> moves;
    seen.legal_moves(moves);
    for (const Move& m : moves) {
      constexpr std::array<int, kind_count> worth{8, 6, 6, 6, 2, 4, 4, 6};
      (side == 0 ? white : black) += worth[static_cast<std::size_t>(kind_of(static_cast<Piece>(m.piece)))];
    }
  }
  EXPECT_EQ(state.mobility(0), white - black);
}

TEST(HiveKnowledge, NamesItsNoisyMoves) {
  int noisy = 0;
  for_some_positions([&](const Hive& state) {
    MoveList<Hive> all, listed;
    state.legal_moves(all);
    state.noisy_moves(listed);
    std::vector<Move> expected;
    for (const Move& m : all) {
      if (state.is_noisy(m)) expected.push_back(m);
    }
    ASSERT_THAT(std::vector<Move>(listed.begin(), listed.end()), testing::UnorderedElementsAreArray(expected));
    noisy += static_cast<int>(listed.size());
  });
  EXPECT_GT(noisy, 100);
}

TEST(HiveKnowledge, TellsACapFromAnEnd) {
  Hive state(Options{.max_plies = 2});
  const std::uint64_t first = state.hash_without_turn();
  EXPECT_FALSE(state.is_capped());
  MoveList<Hive> moves;
  state.legal_moves(moves);
  state.play(moves[0]);
  moves.clear();
  state.legal_moves(moves);
  state.play(moves[0]);
  EXPECT_TRUE(state.is_capped());
  EXPECT_NE(state.hash_without_turn(), first);
}

}  // namespace
}  // namespace banyan::hive
