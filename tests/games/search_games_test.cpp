// SPDX-License-Identifier: MIT
// Every algorithm makes the sensible move in every kind of game, and the tree searches the perfect one where a game is
// small enough to solve.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>

#include "search/mcts/flat.h"
#include "search/mcts/mcts.h"
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

/// The value of a position for the player to move, by trying everything once.
double solve(const TicTacToe& state) {
  static std::map<std::uint64_t, double> known;
  if (state.is_terminal()) return state.rewards()[static_cast<std::size_t>(state.to_move())];
  if (const auto found = known.find(state.hash()); found != known.end()) return found->second;
  double best = 0;
  MoveList<TicTacToe> moves;
  state.legal_moves(moves);
  for (const auto& m : moves) {
    TicTacToe next = state;
    next.play(m);
    best = std::max(best, 1.0 - solve(next));
  }
  return known[state.hash()] = best;
}

/// Optimised builds search every position; builds with assertions or sanitizers every sixteenth.
bool is_searched(std::size_t number) {
#ifdef NDEBUG
  constexpr std::size_t step = 1;
#else
  constexpr std::size_t step = 16;
#endif
  return number % step == 0;
}

void collect(const TicTacToe& state, std::map<std::uint64_t, TicTacToe>& positions) {
  if (state.is_terminal() || !positions.emplace(state.hash(), state).second) return;
  MoveList<TicTacToe> moves;
  state.legal_moves(moves);
  for (const auto& m : moves) {
    TicTacToe next = state;
    next.play(m);
    collect(next, positions);
  }
}

/// The positions, of all 4520 that are not over, in which an algorithm gives away what it had.
template <class A>
int mistakes(std::int64_t iterations) {
  std::map<std::uint64_t, TicTacToe> positions;
  collect(TicTacToe({}), positions);
  EXPECT_EQ(positions.size(), 4520u);
  int mistakes = 0;
  std::size_t number = 0;
  for (const auto& [hash, state] : positions) {
    if (!is_searched(number++)) continue;
    TicTacToe next = state;
    next.play(search<A>(state, iterations).best.move);
    mistakes += 1.0 - solve(next) != solve(state);
  }
  return mistakes;
}

TEST(TicTacToePlayers, TreeSearchIsPerfectInEveryPosition) {
  EXPECT_EQ(mistakes<Uct>(3000), 0);
  EXPECT_EQ(mistakes<Rave>(3000), 0);
}

/// Every game against an opponent who tries all replies; true when none is lost.
template <class A>
bool never_loses(const TicTacToe& state, Player engine) {
  if (state.is_terminal()) return state.rewards()[static_cast<std::size_t>(engine)] >= 0.5;
  MoveList<TicTacToe> moves;
  if (state.to_move() == engine) {
    moves.push_back(search<A>(state, 3000).best.move);
  } else {
    state.legal_moves(moves);
  }
  for (const auto& m : moves) {
    TicTacToe next = state;
    next.play(m);
    if (!never_loses<A>(next, engine)) return false;
  }
  return true;
}

TEST(TicTacToePlayers, NeverLoseAGame) {
  for (const Player engine : {0, 1}) {
    EXPECT_TRUE(never_loses<Uct>(TicTacToe({}), engine)) << engine;
    EXPECT_TRUE(never_loses<Rave>(TicTacToe({}), engine)) << engine;
  }
  EXPECT_TRUE(never_loses<Flat>(TicTacToe({}), 0));
}

/// The mean reward of the first player when both sides play at random from here: what flat Monte-Carlo estimates.
double mean_of_random_play(const TicTacToe& state, std::map<std::uint64_t, double>& known) {
  if (state.is_terminal()) return state.rewards()[0];
  if (const auto found = known.find(state.hash()); found != known.end()) return found->second;
  MoveList<TicTacToe> moves;
  state.legal_moves(moves);
  double sum = 0;
  for (const auto& m : moves) {
    TicTacToe next = state;
    next.play(m);
    sum += mean_of_random_play(next, known);
  }
  return known[state.hash()] = sum / static_cast<double>(moves.size());
}

TEST(TicTacToePlayers, FlatIsAsGoodAsItsDefinition) {
  // Flat Monte-Carlo takes the best mean against random replies, which is not always the best move: even with exact
  // means it gives away 152 of the 4520 positions. So it is held to its definition here, and to perfection only as the
  // first player.
  std::map<std::uint64_t, TicTacToe> positions;
  collect(TicTacToe({}), positions);
  std::map<std::uint64_t, double> known;
  int given_away = 0;
  std::size_t number = 0;
  for (const auto& [hash, state] : positions) {
    MoveList<TicTacToe> moves;
    state.legal_moves(moves);
    const auto mean_after = [&, &from = state](TicTacToe::Move m) {
      TicTacToe next = from;
      next.play(m);
      const double first = mean_of_random_play(next, known);
      return from.to_move() == 0 ? first : 1.0 - first;
    };
    const auto best = *std::max_element(moves.begin(), moves.end(),
                                        [&](auto a, auto b) { return mean_after(a) < mean_after(b) - 1e-9; });
    TicTacToe next = state;
    next.play(best);
    given_away += 1.0 - solve(next) != solve(state);
    if (is_searched(number++)) {
      EXPECT_GE(mean_after(search<Flat>(state, 3000).best.move), mean_after(best) - 0.12);
    }
  }
  EXPECT_EQ(given_away, 152);
}

TEST(TicTacToePlayers, ProveTheDraw) {
  const auto uct = search<Uct>(TicTacToe({}), 200'000);
  EXPECT_EQ(uct.proven, 0.5);
  EXPECT_EQ(uct.stopped_by, "solved");
  EXPECT_EQ(search<Rave>(TicTacToe({}), 200'000).proven, 0.5);
}

TEST(NimPlayers, FindTheWinningHeap) {
  // Heaps of 1, 3 and 5. A position is lost exactly when the exclusive or of its heaps is 0: leave 1, 3 and 2.
  const auto result = search<Uct>(Nim({.heaps = 3}), 200'000);
  EXPECT_EQ(result.proven, 1.0);
  EXPECT_EQ(Nim({.heaps = 3}).move_text(result.best.move), "3-3");
}

}  // namespace
}  // namespace banyan
