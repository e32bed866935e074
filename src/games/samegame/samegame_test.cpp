// SPDX-License-Identifier: MIT
#include "games/samegame/samegame.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/error.h"
#include "game/board_view.h"
#include "game/drawing.h"
#include "game/moves.h"
#include "game/nested.h"
#include "game/perft.h"
#include "game/playouts.h"
#include "game/results.h"
#include "tests/samegame_reference.h"
#include "tests/share.h"

namespace banyan::samegame {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using ::testing::UnorderedElementsAre;
using Slow = reference::SlowSameGame;

static_assert(GameState<SameGame<16>> && TestsMoves<SameGame<16>> && CodesMoves<SameGame<16>>);
static_assert(HasScore<SameGame<16>> && DrawsMoves<SameGame<16>> && ExplainsRefusals<SameGame<16>>);
static_assert(PocketsMoves<SameGame<16>> && PocketsMoves<SameGame<20>>);

Options with_cells(const std::string& cells) {
  Options options;
  options.cells = cells;
  return options;
}

template <class S>
std::vector<std::string> texts(const S& state) {
  MoveList<S> moves;
  state.legal_moves(moves);
  std::vector<std::string> all;
  for (const Move m : moves) all.push_back(state.move_text(m));
  return all;
}

TEST(SameGameBoard, ReadsRowsFromTheTop) {
  const Board board = parse_board("# a comment\n0 1 2\n3 4 7\n");
  EXPECT_EQ(board.width, 3);
  EXPECT_EQ(board.height, 2);
  EXPECT_EQ(board.at(2, 0), 2);
  EXPECT_EQ(board.at(2, 1), 7);
  EXPECT_EQ(board_text(board), "012/347");
  EXPECT_EQ(parse_board(board_text(board)), board);
}

TEST(SameGameBoard, SaysWhatIsWrongWithATextAndWhere) {
  const auto refusal = [](const char* text) { return [text] { parse_board(text); }; };
  EXPECT_THAT(refusal("01/012"), ThrowsMessage<UsageError>(HasSubstr("row 1 of the board has 3 cells, expected 2")));
  EXPECT_THAT(refusal("01/08"),
              ThrowsMessage<UsageError>(HasSubstr("row 1, column 1 of the board: expected a colour")));
  EXPECT_THAT(refusal("01"), ThrowsMessage<UsageError>(HasSubstr("2 to 20 rows, this one has 1")));
  EXPECT_THAT(refusal(""), ThrowsMessage<UsageError>(HasSubstr("this one has 0")));
  EXPECT_THAT(refusal("0/1"), ThrowsMessage<UsageError>(HasSubstr("row 0 of the board has 1 cells")));
  EXPECT_THAT([] { parse_board(std::string(21, '0') + '/' + std::string(21, '0')); },
              ThrowsMessage<UsageError>(HasSubstr("has 21 cells")));
}

TEST(SameGameBoard, TheStandardOnesAreThere) {
  std::set<std::string> all;
  for (int k = 1; k <= standard_boards; ++k) {
    const Board& board = standard_board(k);
    EXPECT_EQ(board.width, 15);
    EXPECT_EQ(board.height, 15);
    for (const auto colour : board.cells) EXPECT_LT(colour, 5);
    all.insert(board_text(board));
  }
  EXPECT_EQ(all.size(), 20u);
  EXPECT_THAT(*all.begin(), ::testing::Not(HasSubstr("9")));
  EXPECT_THAT(board_text(standard_board(1)), ::testing::StartsWith("311410404411023/332044131200404"));
}

TEST(SameGame, RemovesFallsAndCloses) {
  // 0 1
  // 0 1
  // 2 1
  // 2 0
  SameGame<16> state(with_cells("01/01/21/20"));
  EXPECT_THAT(texts(state), UnorderedElementsAre("a1", "a3", "b2"));
  state.play(state.parse_move("b0").value());  // any cell of the group
  EXPECT_EQ(state.score(), 1);
  state.play(state.parse_move("a2").value());
  EXPECT_THAT(texts(state), ElementsAre("a3"));  // the three cells of 0 have met
  EXPECT_EQ(state.score(), 1);                   // a pair is worth nothing
  state.play(state.parse_move("b3").value());
  EXPECT_TRUE(state.is_terminal());
  EXPECT_EQ(state.score(), 1 + 1 + 1000);
}

TEST(SameGame, ClosesColumnsToTheLeftAndPaysForAnEmptyBoard) {
  SameGame<16> state(with_cells("010/010"));
  state.play(state.parse_move("b0").value());
  EXPECT_THAT(texts(state), ElementsAre("a1"));  // the two columns of 0 have met: one group of four
  EXPECT_FALSE(state.is_terminal());
  state.play(state.parse_move("b1").value());
  EXPECT_TRUE(state.is_terminal());
  EXPECT_TRUE(state.is_cleared());
  EXPECT_EQ(state.score(), 0 + 4 + 1000);
  EXPECT_EQ(state.rewards()[0], 1004.0 / (1000 + 4));
}

TEST(SameGame, LeftoversCostPointsWhereAskedFor) {
  Options options = with_cells("0011/0012/2345");
  options.penalty = true;
  SameGame<16> state(options);
  state.play(state.parse_move("a0").value());
  state.play(state.parse_move("d0").value());
  EXPECT_TRUE(state.is_terminal());
  EXPECT_EQ(state.score(), 4 + 1 - 3);  // two cells of one colour and three single ones are left
}

TEST(SameGame, SaysWhyAClickDoesNothing) {
  const SameGame<16> state(with_cells("01/22"));
  EXPECT_FALSE(state.is_legal({0, 0}));
  EXPECT_EQ(state.refusal({0, 0}), "no neighbour of the cell has its colour");
  EXPECT_EQ(state.parse_move("c0"), std::nullopt);
  EXPECT_EQ(state.parse_move("a2"), std::nullopt);
  EXPECT_EQ(state.parse_move("a00"), std::nullopt);
  SameGame<16> later = state;
  later.play(later.parse_move("b1").value());
  EXPECT_EQ(later.refusal({0, 0}), "the cell is empty");
}

TEST(SameGame, DrawsTheBoardWithNumbersAndLetters) {
  SameGame<16> state(with_cells("01/22"));
  EXPECT_EQ(plain_text(banyan::board_of(state)), " 0  0 1\n 1  2 2\n    a b\n");
  state.play(state.parse_move("a1").value());
  EXPECT_EQ(plain_text(banyan::board_of(state)), " 0  · ·\n 1  0 1\n    a b\n");
}

/// The groups of a fast state, by asking the slow one what lies around each click.
template <class S, class Moves>
std::set<Slow::Group> groups(const Slow& slow, const Moves& moves) {
  std::set<Slow::Group> all;
  for (const Move m : moves) all.insert(slow.group_at({m.column, m.row}));
  EXPECT_EQ(all.size(), moves.size()) << "two moves name one group";
  return all;
}

/// One random game on every kernel of the class, compared with the slow rules at every move.
template <int Capacity>
void compare(const Options& options, Rng& rng) {
  using S = SameGame<Capacity>;
  std::vector<S> states;
  for (const Kernel<Capacity>* kernel : kernels<Capacity>()) states.emplace_back(options, *kernel);
  Slow slow(board_of(options));
  std::map<std::uint64_t, Slow::Group> by_code;
  S& state = states[0];
  std::vector<std::uint64_t> followed;  // what a playout that looks at changed pockets alone believes
  for (int i = 0; i < state.pocket_count(); ++i) followed.push_back(state.pocket_code(i));
  while (!state.is_terminal()) {
    MoveList<S> legal;
    state.legal_moves(legal);
    ASSERT_EQ(groups<S>(slow, legal), slow.legal());
    std::vector<Move> pockets;
    for (int i = 0; i < state.pocket_count(); ++i) pockets.push_back(state.pocket_move(i));
    ASSERT_EQ(groups<S>(slow, pockets), options.tabu ? slow.playable() : slow.legal());
    followed.resize(pockets.size());
    for (const std::uint16_t changed : state.changed_pockets()) {
      ASSERT_LT(changed, pockets.size());
      followed[changed] = state.pocket_code(changed);
    }
    for (int i = 0; i < state.pocket_count(); ++i) {
      ASSERT_EQ(followed[static_cast<std::size_t>(i)], state.pocket_code(i)) << "a pocket changed in silence";
      ASSERT_EQ(state.code_of(pockets[static_cast<std::size_t>(i)]), state.pocket_code(i));
      const Slow::Group group =
          slow.group_at({pockets[static_cast<std::size_t>(i)].column, pockets[static_cast<std::size_t>(i)].row});
      ASSERT_EQ(state.pocket_size(i), static_cast<int>(group.size()));
      if (options.codes == Codes::cells) {
        ASSERT_EQ(by_code.emplace(state.pocket_code(i), group).first->second, group) << "one code for two groups";
      }
      for (const S& other : states) ASSERT_EQ(other.pocket_code(i), state.pocket_code(i));
    }
    // Mostly what playouts do; now and then what they avoid.
    const Move m = rng.below(5) == 0 ? legal[rng.below(static_cast<std::uint32_t>(legal.size()))]
                                     : pockets[rng.below(static_cast<std::uint32_t>(pockets.size()))];
    for (S& each : states) each.play(m);
    ASSERT_TRUE(slow.click({m.column, m.row}));
    for (const S& each : states) {
      ASSERT_EQ(each.hash(), state.hash());
      ASSERT_EQ(each.pocket_count(), state.pocket_count());
    }
    const Board now = state.board();
    for (int column = 0; column < now.width; ++column) {
      for (int row = 0; row < now.height; ++row) {
        const int colour = now.at(column, row) == no_stone ? Slow::empty : now.at(column, row);
        ASSERT_EQ(colour, slow.colour({column, row}));
      }
    }
  }
  ASSERT_TRUE(slow.legal().empty());
  ASSERT_EQ(state.score(), slow.score() - (options.penalty ? slow.penalty() : 0));
  ASSERT_GE(state.rewards()[0], 0.0);
  ASSERT_LE(state.rewards()[0], 1.0);
}

TEST(SameGame, AgreesWithSlowRulesInTenThousandRandomGames) {
  Rng rng(1);
  for (int game = 0; game < share(10'000); ++game) {
    Options options;
    options.board = 0;
    // All sizes, the large ones less often: they take long.
    const std::uint32_t largest = game % 100 == 0 ? 20 : game % 20 == 0 ? 16 : 6;
    options.width = static_cast<int>(2 + rng.below(largest - 1));
    options.height = static_cast<int>(2 + rng.below(largest - 1));
    options.colours = static_cast<int>(1 + rng.below(8));
    options.deal = game;
    options.tabu = rng.below(3) != 0;
    options.penalty = rng.below(3) == 0;
    options.codes = rng.below(4) == 0 ? Codes::surroundings : Codes::cells;
    if (options.width <= 16 && options.height <= 16 && rng.below(4) != 0) {
      compare<16>(options, rng);
    } else {
      compare<20>(options, rng);
    }
    ASSERT_FALSE(::testing::Test::HasFatalFailure()) << "game " << game;
  }
}

TEST(SameGame, FullBoardsOfPairsAndStripesFit) {
  Rng rng(2);
  for (const int side : {16, 20}) {
    if (!is_full_run && side == 16) continue;
    std::string pairs, stripes;
    for (int row = 0; row < side; ++row) {
      for (int column = 0; column < side; ++column) {
        pairs += static_cast<char>('0' + (column / 2 + 2 * row) % 4);
        stripes += static_cast<char>('0' + (column + row / 2 * 2) % 3);
      }
      pairs += '/';
      stripes += '/';
    }
    for (const std::string& cells : {pairs, stripes}) {
      if (!is_full_run && cells == pairs) continue;
      if (side == 16) compare<16>(with_cells(cells), rng);
      compare<20>(with_cells(cells), rng);
    }
  }
}

// Known for the program of Negrevergne & Cazenave: mean 217, deviation 103, 66.3 moves.
TEST(SameGame, UniformPlayoutsOnTheFirstBoardHaveTheKnownStatistics) {
  const SameGame<16> root{Options{}};
  SameGame<16>::Drawer drawer(root);
  Rng rng(1);
  constexpr int games = 4000;
  double sum = 0, squares = 0, moves = 0;
  for (int game = 0; game < games; ++game) {
    SameGame<16> state = root;
    auto draw = drawer.begin(rng);
    moves += static_cast<double>(run_playout(state, [&](const SameGame<16>& now, Player) { return draw(now); }));
    sum += state.score();
    squares += state.score() * state.score();
  }
  const double mean = sum / games;
  EXPECT_NEAR(mean, 217, 4 * 103 / std::sqrt(games));
  EXPECT_NEAR(std::sqrt(squares / games - mean * mean), 103, 12);  // a cleared board adds 1000: a heavy tail
  EXPECT_NEAR(moves / games, 66.3, 0.4);
}

TEST(SameGame, SurroundingsTellGroupsApart) {
  Options options = with_cells("0012/0013");
  const auto code = [&](const char* click) {
    const SameGame<16> state(options);
    return state.code_of(state.parse_move(click).value());
  };
  const std::uint64_t plain = code("a1");
  options.cells = "0022/0013";
  EXPECT_EQ(code("a1"), plain);
  options.codes = Codes::surroundings;
  const std::uint64_t one = code("a1");
  options.cells = "0012/0013";
  EXPECT_NE(code("a1"), one);
}

TEST(SameGame, PerftOfTheFirstBoardIsWhatTheSlowRulesCount) {
  const SameGame<16> root{Options{}};
  const Slow slow(standard_board(1));
  EXPECT_EQ(perft(root, 1), slow.legal().size());
  std::uint64_t two = 0;
  for (const auto& group : slow.legal()) {
    Slow next = slow;
    next.click(*group.begin());
    two += next.legal().size();
  }
  EXPECT_EQ(perft(root, 2), two);
}

}  // namespace
}  // namespace banyan::samegame
