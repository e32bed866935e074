// SPDX-License-Identifier: MIT
// Flat Monte-Carlo makes the sensible move in every kind of game.
#include <gmock/gmock.h>

#include <initializer_list>
#include <string>

#include "search/mcts/flat.h"
#include "tests/games/last_stone/last_stone.h"
#include "tests/games/nim/nim.h"
#include "tests/games/number_triangle/number_triangle.h"
#include "tests/games/pig/pig.h"
#include "tests/games/tic_tac_toe/tic_tac_toe.h"

namespace banyan {
namespace {

using last_stone::LastStone;
using nim::Nim;
using number_triangle::NumberTriangle;
using pig::Pig;
using tic_tac_toe::TicTacToe;

template <class S>
SearchResult<S> search_after(const typename S::Options& options, std::initializer_list<const char*> moves) {
  S state(options);
  for (const char* move : moves) state.play(state.parse_move(move).value());
  const auto search = Flat::make<S>({.limits = {.iterations = 5000}}, 1);
  return search->search(state, {}, {});
}

template <class S>
std::string choice_after(const typename S::Options& options, std::initializer_list<const char*> moves) {
  return S(options).move_text(search_after<S>(options, moves).best.move);
}

TEST(FlatOnTicTacToe, TakesTheCentreWinsAndBlocks) {
  EXPECT_EQ(choice_after<TicTacToe>({}, {}), "b2");
  EXPECT_EQ(choice_after<TicTacToe>({}, {"a1", "b2", "a2", "c3"}), "a3");  // wins
  EXPECT_EQ(choice_after<TicTacToe>({}, {"a1", "b2", "a2"}), "a3");        // blocks
  const auto win = search_after<TicTacToe>({}, {"a1", "b2", "a2", "c3"});
  EXPECT_EQ(win.best.value, 1.0);
  EXPECT_EQ(win.iterations, 5000u);
}

TEST(FlatOnLastStone, TakesTheLastStones) {
  EXPECT_EQ(choice_after<LastStone>({.stones = 3}, {}), "3");
  EXPECT_EQ(choice_after<LastStone>({.stones = 5}, {"2"}), "3");
  EXPECT_EQ(choice_after<LastStone>({.stones = 6}, {"2", "2"}), "2");
}

TEST(FlatOnPig, BanksAWinAndRollsWhenBehind) {
  // 18 points in three rolls: holding wins with 18 of 18.
  EXPECT_EQ(choice_after<Pig>({.goal = 18}, {"roll", "6", "roll", "6", "roll", "6"}), "hold");
  EXPECT_EQ(choice_after<Pig>({.goal = 100}, {}), "roll");  // nothing to hold
  // Two points are not worth holding when the other player needs one lucky roll more.
  EXPECT_EQ(choice_after<Pig>({.goal = 6}, {"roll", "1", "roll", "5", "hold", "roll", "2"}), "roll");
}

TEST(FlatOnNumberTriangle, WalksToTheLargerNumbers) {
  EXPECT_EQ(choice_after<NumberTriangle>({.rows = 4}, {}), "left");
  EXPECT_EQ(choice_after<NumberTriangle>({.rows = 4}, {"left"}), "right");
  EXPECT_EQ(choice_after<NumberTriangle>({.rows = 4}, {"left", "right"}), "right");
}

TEST(FlatOnNim, TakesTheLastHeap) {
  EXPECT_EQ(choice_after<Nim>({.heaps = 2}, {"1-1"}), "2-3");
  EXPECT_EQ(choice_after<Nim>({.heaps = 3}, {"1-1", "3-5"}), "2-3");
}

}  // namespace
}  // namespace banyan
