// SPDX-License-Identifier: MIT
// Every algorithm makes the sensible move in every kind of game. adding_a_game_test.cpp asks for perfect ones.
#include <gmock/gmock.h>

#include <cstdint>
#include <initializer_list>
#include <string>

#include "search/mcts/flat.h"
#include "search/mcts/tree_search.h"
#include "tests/games/nim/nim.h"
#include "tests/games/searches.h"

namespace banyan {
namespace {

using last_stone::LastStone;
using nim::Nim;
using number_triangle::NumberTriangle;
using pig::Pig;

template <class A, class S>
SearchResult<S> search(const S& state, std::int64_t iterations = 5000) {
  typename A::Params params{};
  params.limits.iterations = iterations;
  return A::template make<S>(params, 1)->search(state, {}, {});
}

template <class A, class S>
std::string choice_after(const typename S::Options& options, std::initializer_list<const char*> moves) {
  S state(options);
  for (const char* move : moves) state.play(state.parse_move(move).value());
  return state.move_text(search<A>(state).best.move);
}

template <class A>
class Searching : public testing::Test {};
using AnyGame = testing::Types<Flat, Uct>;
TYPED_TEST_SUITE(Searching, AnyGame);

TYPED_TEST(Searching, TakesTheLastStones) {
  EXPECT_EQ((choice_after<TypeParam, LastStone>({.stones = 3}, {})), "3");
  EXPECT_EQ((choice_after<TypeParam, LastStone>({.stones = 5}, {"2"})), "3");
  EXPECT_EQ((choice_after<TypeParam, LastStone>({.stones = 6}, {"2", "2"})), "2");
}

TYPED_TEST(Searching, BanksAWinAndRollsWhenBehind) {
  // 18 points in three rolls: holding wins with 18 of 18.
  EXPECT_EQ((choice_after<TypeParam, Pig>({.goal = 18}, {"roll", "6", "roll", "6", "roll", "6"})), "hold");
  EXPECT_EQ((choice_after<TypeParam, Pig>({.goal = 100}, {})), "roll");  // nothing to hold
  // Two points are not worth holding when the other player needs one lucky roll more.
  EXPECT_EQ((choice_after<TypeParam, Pig>({.goal = 6}, {"roll", "1", "roll", "5", "hold", "roll", "2"})), "roll");
}

TYPED_TEST(Searching, WalksToTheLargerNumbers) {
  EXPECT_EQ((choice_after<TypeParam, NumberTriangle>({.rows = 4}, {})), "left");
  EXPECT_EQ((choice_after<TypeParam, NumberTriangle>({.rows = 4}, {"left"})), "right");
  EXPECT_EQ((choice_after<TypeParam, NumberTriangle>({.rows = 4}, {"left", "right"})), "right");
}

TYPED_TEST(Searching, TakesTheLastHeap) {
  EXPECT_EQ((choice_after<TypeParam, Nim>({.heaps = 2}, {"1-1"})), "2-3");
  EXPECT_EQ((choice_after<TypeParam, Nim>({.heaps = 3}, {"1-1", "3-5"})), "2-3");
}

TEST(NimPlayers, FindTheWinningHeap) {
  // Heaps of 1, 3 and 5. A position is lost exactly when the exclusive or of its heaps is 0: leave 1, 3 and 2.
  const auto result = search<Uct>(Nim({.heaps = 3}), 200'000);
  EXPECT_EQ(result.proven, 1.0);
  EXPECT_EQ(Nim({.heaps = 3}).move_text(result.best.move), "3-3");
}

}  // namespace
}  // namespace banyan
