// SPDX-License-Identifier: MIT
// What every game promises, checked in random games of the test-only games: one of each kind that search must serve.
#include <gmock/gmock.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/random.h"
#include "game/board_view.h"
#include "game/chance.h"
#include "game/drawing.h"
#include "game/moves.h"
#include "game/perft.h"
#include "game/playouts.h"
#include "game/results.h"
#include "games/cards/cards.h"
#include "games/havannah/havannah.h"
#include "games/samegame/samegame.h"
#include "tests/games/crossing/crossing.h"
#include "tests/games/hidden_word/hidden_word.h"
#include "tests/games/last_stone/last_stone.h"
#include "tests/games/nim/nim.h"
#include "tests/games/number_triangle/number_triangle.h"
#include "tests/games/pig/pig.h"
#include "tests/games/tic_tac_toe/tic_tac_toe.h"

namespace banyan {
namespace {

using crossing::Crossing;
using hidden_word::HiddenWord;
using last_stone::LastStone;
using nim::Nim;
using number_triangle::NumberTriangle;
using pig::Pig;
using tic_tac_toe::TicTacToe;

static_assert(GameState<TicTacToe> && TestsMoves<TicTacToe> && IndexesMoves<TicTacToe> && WinsOrLoses<TicTacToe>);
static_assert(ShowsOwners<TicTacToe>);
static_assert(!DrawsMoves<TicTacToe> && !MasksMoves<TicTacToe> && !HasChance<TicTacToe> && !HasScore<TicTacToe>);

static_assert(GameState<LastStone> && IndexesMoves<LastStone>);
static_assert(!WinsOrLoses<LastStone> && !TestsMoves<LastStone> && !HasChance<LastStone>);

static_assert(GameState<Pig> && HasChance<Pig> && IndexesMoves<Pig> && WinsOrLoses<Pig> && !HasScore<Pig>);

static_assert(GameState<NumberTriangle> && HasScore<NumberTriangle> && !WinsOrLoses<NumberTriangle>);

static_assert(GameState<HiddenWord> && HasScore<HiddenWord> && CodesMoves<HiddenWord>);

static_assert(GameState<Nim> && CodesMoves<Nim> && WinsOrLoses<Nim> && !IndexesMoves<Nim> && !TestsMoves<Nim>);

template <class S>
class EveryGame : public testing::Test {};

/// Names are used once, pieces stand on cells, and moves click on what is there, each in a way of its own.
template <class S>
void expect_a_sound_board(const S& state, const MoveList<S>& moves) {
  const BoardData board = board_of(state);
  EXPECT_FALSE(draw(board).empty());
  std::set<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!name.empty()) {
      EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
    }
  };
  for (const BoardCell& cell : board.cells) {
    EXPECT_FALSE(cell.name.empty());
    add(cell.name);
  }
  for (const BoardPiece& piece : board.pieces) {
    EXPECT_TRUE(names.contains(piece.cell)) << piece.cell;
    EXPECT_LT(piece.owner, S::players);
  }
  for (const BoardPiece& piece : board.pieces) add(piece.name);
  for (const BoardZone& zone : board.zones) {
    add(zone.name);
    for (const BoardPiece& piece : zone.pieces) add(piece.name);
  }
  std::set<std::vector<std::string>> paths;
  const Clicks<S> clicks(state, board);
  for (const auto& m : moves) {
    const BoardMove move = clicks(m);
    EXPECT_EQ(move.text, state.move_text(m));
    EXPECT_FALSE(move.label.empty());
    for (const std::string& name : move.clicks) EXPECT_TRUE(names.contains(name)) << move.text << " clicks " << name;
    for (const std::string& name : move.area) EXPECT_TRUE(names.contains(name)) << move.text << " covers " << name;
    if (!move.clicks.empty()) {
      EXPECT_TRUE(paths.insert(move.clicks).second) << move.text;
    }
  }
}

using Games =
    testing::Types<TicTacToe, LastStone, Pig, NumberTriangle, Nim, HiddenWord, Crossing, samegame::SameGame<16>>;
TYPED_TEST_SUITE(EveryGame, Games);

TYPED_TEST(EveryGame, KeepsItsPromisesAtEveryMove) {
  using S = TypeParam;
  Rng rng(1);
  for (int game = 0; game < 200; ++game) {
    const S start(typename S::Options{});
    S state = start;
    for (int ply = 0; !state.is_terminal(); ++ply) {
      ASSERT_LT(ply, 100'000);
      ASSERT_GE(state.to_move(), chance);
      ASSERT_LT(state.to_move(), S::players);
      MoveList<S> moves;
      state.legal_moves(moves);
      ASSERT_FALSE(moves.empty());
      std::set<std::string> texts;
      for (const auto& m : moves) {
        EXPECT_TRUE(banyan::is_legal(state, m));
        EXPECT_EQ(state.parse_move(state.move_text(m)), m);
        texts.insert(state.move_text(m));
        if constexpr (IndexesMoves<S>) {
          EXPECT_GE(state.index_of(m), 0);
          EXPECT_LT(state.index_of(m), state.index_count());
          EXPECT_EQ(state.move_at(state.index_of(m)), m);
          EXPECT_EQ(start.index_of(m), state.index_of(m)) << "an index belongs to the move, not to the position";
        }
      }
      EXPECT_EQ(texts.size(), moves.size()) << "two moves share a name";
      if constexpr (HasChance<S>) {
        if (state.to_move() == chance) {
          double sum = 0;
          for (const auto& m : moves) sum += state.probability(m);
          EXPECT_NEAR(sum, 1.0, 1e-12);
        }
      }
      if (game < 3) expect_a_sound_board(state, moves);
      EXPECT_EQ(state.parse_move("no such move"), std::nullopt);

      const S before = state;
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      EXPECT_NE(state.hash(), before.hash());
      MoveList<S> moves_before;
      before.legal_moves(moves_before);
      EXPECT_EQ(moves_before.size(), moves.size()) << "playing on a copy changed the original";
    }
    MoveList<S> none;
    state.legal_moves(none);
    EXPECT_TRUE(none.empty());
    for (const double reward : state.rewards()) {
      EXPECT_GE(reward, 0.0);
      EXPECT_LE(reward, 1.0);
    }
    if constexpr (WinsOrLoses<S>) {
      EXPECT_EQ(state.rewards()[0] + state.rewards()[1], 1.0);
    }
  }
}

template <class S>
void expect_sound_boards(const typename S::Options& options) {
  Rng rng(1);
  S state(options);
  for (int ply = 0; ply < 300 && !state.is_terminal(); ++ply) {
    MoveList<S> moves;
    state.legal_moves(moves);
    expect_a_sound_board(state, moves);
    state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  EXPECT_FALSE(draw(board_of(state)).empty());
}

TEST(EveryBoard, OfTheCatalogueIsSound) {
  expect_sound_boards<havannah::Havannah<6>>({.size = 5, .swap = true});
  expect_sound_boards<cards::Cards>({});
  expect_sound_boards<cards::Cards>({.removal_needs_target = false, .fight_own = true});
  expect_sound_boards<cards::Cards>({.action_order = cards::ActionOrder::any});
  expect_sound_boards<cards::Cards3>({});
}

TEST(EveryBoard, OfAGameThatSaysNothingOfClicksHasCellsAndButtons) {
  const TicTacToe state({});
  const BoardData board = board_of(state);
  EXPECT_EQ(Clicks<TicTacToe>(state, board)({4}), (BoardMove{.text = "b2", .label = "b2", .clicks = {"b2"}}));
  EXPECT_EQ(board.players, (std::vector<std::string>{"White", "Black"}));
  EXPECT_EQ(board.turn, 0);
  const Nim heaps({});
  MoveList<Nim> moves;
  heaps.legal_moves(moves);
  EXPECT_TRUE(Clicks<Nim>(heaps, board_of(heaps))(moves[0]).clicks.empty());
}

TEST(TicTacToe, HasItsKnownCounts) {
  const TicTacToe start({});
  const std::vector<std::uint64_t> sequences{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
  for (std::size_t depth = 0; depth < sequences.size(); ++depth) {
    EXPECT_EQ(perft(start, static_cast<int>(depth)), sequences[depth]) << depth;
  }
}

TEST(LastStone, RewardsOnlyWhoTookTheLastStone) {
  LastStone state({.stones = 5});
  for (const char* take : {"1", "1", "2", "1"}) state.play(state.parse_move(take).value());
  EXPECT_EQ(state.rewards(), (Rewards<LastStone>{1.0, 0.0, 0.0}));
}

TEST(Pig, KeepsThePlayerUntilTheTurnIsOver) {
  Pig state({.goal = 20});
  const auto play = [&](const char* text) { state.play(state.parse_move(text).value()); };
  for (const char* face : {"4", "6", "2"}) {
    EXPECT_EQ(state.to_move(), 0);
    play("roll");
    EXPECT_EQ(state.to_move(), chance);
    play(face);
  }
  play("hold");
  EXPECT_EQ(plain_text(board_of(state)), "  White    12 points\n> Black     0 points\n  this turn 0\n");
  EXPECT_EQ(state.to_move(), 1);
  play("roll");
  play("5");
  play("roll");
  play("1");
  EXPECT_EQ(plain_text(board_of(state)), "> White    12 points\n  Black     0 points\n  this turn 0\n");
  EXPECT_EQ(state.to_move(), 0);
}

TEST(Pig, OutcomesAreDrawnByTheirProbability) {
  Pig state({.goal = 20});
  state.play(pig::roll);
  Drawer<Pig> drawer(state);
  Rng rng(2);
  std::vector<int> counts(7);
  auto draw = drawer.begin(rng);
  for (int i = 0; i < 60'000; ++i) ++counts[draw(state).what];
  for (int face = 1; face <= 6; ++face) EXPECT_NEAR(counts[static_cast<std::size_t>(face)], 10'000, 400);
}

TEST(NumberTriangle, ScoresTheNumbersOnTheWay) {
  NumberTriangle state({.rows = 4});
  for (const char* step : {"left", "right", "right"}) state.play(state.parse_move(step).value());
  EXPECT_TRUE(state.is_terminal());
  EXPECT_EQ(state.score(), 3 + 7 + 4 + 9);
  EXPECT_NEAR(state.rewards()[0], 23.0 / 36, 1e-12);
}

TEST(Nim, CodesNameMoves) {
  const Nim state({.heaps = 5});
  MoveList<Nim> moves;
  state.legal_moves(moves);
  EXPECT_EQ(moves.size(), 25u);
  std::set<std::uint64_t> codes;
  for (const auto& m : moves) codes.insert(state.code_of(m));
  EXPECT_EQ(codes.size(), moves.size());
}

}  // namespace
}  // namespace banyan
