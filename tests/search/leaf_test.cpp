// SPDX-License-Identifier: MIT
// What a position at the edge of the tree is worth: whole playouts, several of them, cut ones, or the game's
// evaluation.
#include "search/playout/leaf.h"

#include <gmock/gmock.h>

#include <map>
#include <string>

#include "core/error.h"
#include "core/math.h"
#include "engine/havannah.h"
#include "search/mcts/flat.h"
#include "search/mcts/tree_search.h"
#include "tests/games/searches.h"
#include "tests/havannah_helpers.h"
#include "tests/same_search.h"

namespace banyan {
namespace {

using crossing::Crossing;
using testing::HasSubstr;
using testing::ThrowsMessage;
using tic_tac_toe::TicTacToe;

template <class Algorithm, GameState S>
SearchResult<S> search_by(const S& state, const std::string& text) {
  typename Algorithm::Params params;
  auto bound = params.bind();
  apply(parse_spec("player:" + text), "test", bound);
  return Algorithm::template make<S>(params, 1)->search(state, {}, {});
}

template <GameState S>
std::unique_ptr<PlayoutPolicy<S>> leaf_of(const S& root, const LeafParams& params) {
  auto leaf = make_leaf<S>(params, PlayoutParams{}, root, 1);
  leaf->prepare(root);
  return leaf;
}

/// A position of the game of moving pieces that is worth 2 points to the first player.
Crossing two_rows_ahead() {
  Crossing state{Crossing::Options{}};
  for (const char* move : {"a1a2", "a4b4", "a2a3", "b4a4"}) state.play(state.parse_move(move).value());
  EXPECT_EQ(state.evaluate(0), 2);
  return state;
}

TEST(Leaf, AnEvaluationCountsAsItIs) {
  const Crossing root = two_rows_ahead();
  LeafParams params;
  params.leaf = Leaf::evaluation;
  params.squash = 4;
  Crossing state = root;
  const Outcome<Crossing> outcome = leaf_of(root, params)->run(state, {});
  EXPECT_EQ(outcome.rewards[0], 1 / (1 + banyan::exp(-0.5)));  // 0.62
  EXPECT_EQ(outcome.rewards[0] + outcome.rewards[1], 1);
  EXPECT_EQ(outcome.moves, 0u);
  EXPECT_EQ(outcome.weight, 1u);
  EXPECT_FALSE(outcome.is_exact);
}

TEST(Leaf, AFinishedGameIsWorthWhatItIsWhateverTheEvaluationSays) {
  Crossing state{Crossing::Options{}};
  for (const char* move : {"a1a2", "a4b4", "a2a3", "c4c3", "a3a4"}) state.play(state.parse_move(move).value());
  ASSERT_TRUE(state.is_terminal());
  for (const int playouts : {1, 4}) {
    for (const Leaf leaf : {Leaf::playout, Leaf::evaluation}) {
      LeafParams params;
      params.leaf = leaf;
      params.playouts = playouts;
      params.cut = 3;
      Crossing end = state;
      const Outcome<Crossing> outcome = leaf_of(state, params)->run(end, {});
      EXPECT_EQ(outcome.rewards[0], 1);
      EXPECT_EQ(outcome.weight, 1u);
      EXPECT_TRUE(outcome.is_exact);
    }
  }
}

TEST(Leaf, ATreeCountsEvaluationsToTheLastBit) {
  // One ply deep, every move is worth its evaluation, however often it was visited.
  const Crossing root = two_rows_ahead();
  const auto result = search_by<Uct>(root, "iterations=50,expand=1000,leaf=evaluation,squash=4,solver=false");
  std::map<std::string, double> values;
  for (const auto& move : result.moves) {
    Crossing next = root;
    next.play(move.move);
    const double expected = next.is_terminal() ? 1 : 1 / (1 + banyan::exp(-next.evaluate(0) / 4));
    EXPECT_NEAR(move.value, expected, 1e-12) << root.move_text(move.move);
  }
  EXPECT_EQ(result.moves.size(), 2u);
  EXPECT_EQ(result.playout_moves, 0u);
}

TEST(Leaf, OnePlayoutByTheWrapperIsOneWithoutIt) {
  const auto game = havannah::Small(havannah::Options{.size = 4});
  for (const char* playout : {"uniform", "lgrf1", "mast", "ppr", "lgrf1+mast", "decisive+ppr"}) {
    PlayoutParams how;
    Params(how).set("test", "playout", playout);
    auto plain = make_playout<havannah::Small>(how, game, 1);
    Repeated<havannah::Small> once(1, make_playout<havannah::Small>(how, game, 1));
    plain->prepare(game);
    once.prepare(game);
    const std::vector<std::int32_t> none(64);
    const AmafCounts counts{0, none.data(), none.data()};
    for (int i = 0; i < 50; ++i) {
      auto a = game, b = game;
      const auto expected = plain->run(a, {{}, {&counts, 1}});
      const auto found = once.run(b, {{}, {&counts, 1}});
      plain->learn({{}, {&counts, 1}}, expected);
      once.learn({{}, {&counts, 1}}, found);
      ASSERT_EQ(found.rewards, expected.rewards);
      ASSERT_EQ(found.moves, expected.moves);
      for (const Player p : {0, 1}) {
        for (int move = 0; move < game.index_count(); ++move) {
          const bool is_played = (expected.played.owners[move] & game.owner_bit(p)) != 0;
          const auto player = static_cast<std::size_t>(p);
          ASSERT_EQ(found.played.visits[player][move], is_played);
          ASSERT_EQ(found.played.half_points[player][move], is_played ? 2 * expected.rewards[player] : 0);
        }
      }
    }
  }
}

TEST(Leaf, SeveralPlayoutsAreSummedAndEachIsAnIteration) {
  const TicTacToe root{TicTacToe::Options{}};
  LeafParams params;
  params.playouts = 8;
  auto eight = leaf_of(root, params);
  auto one = leaf_of(root, {});
  TicTacToe state = root;
  const Outcome<TicTacToe> found = eight->run(state, {});
  Outcome<TicTacToe> expected{.weight = 0};
  for (int i = 0; i < 8; ++i) {
    TicTacToe copy = root;
    const auto each = one->run(copy, {});
    expected.rewards[0] += each.rewards[0];
    expected.moves += each.moves;
  }
  EXPECT_EQ(found.rewards[0], expected.rewards[0]);
  EXPECT_EQ(found.moves, expected.moves);
  EXPECT_EQ(found.weight, 8u);

  for (const char* text : {"iterations=800,playouts=8", "iterations=800,playouts=8,reuse=false,expand=1"}) {
    const auto result = search_by<Uct>(root, text);
    EXPECT_GE(result.iterations, 800u);  // games that end in the tree count one each
    EXPECT_LT(result.iterations, 808u);
    std::uint64_t visits = 0;
    for (const auto& move : result.moves) visits += move.visits;
    EXPECT_EQ(visits, result.iterations);
  }
  EXPECT_EQ(search_by<Flat>(root, "iterations=720,playouts=8").iterations, 720u);
}

TEST(Leaf, SeveralPlayoutsServeAllMovesAsFirstCounts) {
  const auto game = havannah::Small(havannah::Options{.size = 4});
  const auto result = search_by<Rave>(game, "iterations=4000,playouts=4,reuse=false");
  EXPECT_EQ(result.iterations, 4000u);
  // Each playout shows about half of the board as the first player's: nothing is lost, and nothing counted twice.
  std::uint64_t played = 0;
  for (const auto& move : result.moves) {
    EXPECT_GE(move.amaf_visits, move.visits);
    EXPECT_LE(move.amaf_visits, 4000u);
    played += move.amaf_visits;
  }
  EXPECT_GT(played, 4000u * 5);
}

TEST(Leaf, ACutAtInfinityIsNoCut) {
  const auto game = havannah::Small(havannah::Options{.size = 4});
  for (const char* text :
       {"", ",playout=lgrf1", ",playout=nast2", ",playout=ppr", ",playout=poolrave", ",playout=decisive+lgrf1+mast"}) {
    const std::string player = std::string("iterations=500") + text;
    expect_same(search_by<Rave>(game, player), search_by<Rave>(game, player + ",cut=1000000"));
  }
  const Crossing crossing{Crossing::Options{}};
  expect_same(search_by<Uct>(crossing, "iterations=500"), search_by<Uct>(crossing, "iterations=500,cut=1000000"));
}

TEST(Leaf, ACutPlayoutIsADrawOrWhatTheEvaluationSays) {
  const Crossing root = two_rows_ahead();
  LeafParams params;
  params.cut = 1;
  Crossing state = root;
  const Outcome<Crossing> drawn = leaf_of(root, params)->run(state, {});
  EXPECT_EQ(drawn.moves, 1u);
  if (!state.is_terminal()) {
    EXPECT_EQ(drawn.rewards, (Rewards<Crossing>{0.5, 0.5}));
    EXPECT_FALSE(drawn.is_exact);
  }
  params.cut_as = CutAs::evaluation;
  params.squash = 1;
  Crossing again = root;
  const Outcome<Crossing> evaluated = leaf_of(root, params)->run(again, {});
  ASSERT_FALSE(again.is_terminal());
  EXPECT_EQ(evaluated.rewards[0], 1 / (1 + banyan::exp(-again.evaluate(0))));
  EXPECT_EQ(evaluated.moves, 1u);
}

TEST(Leaf, EveryKindFindsAWinInOne) {
  Crossing root{Crossing::Options{}};
  for (const char* move : {"a1a2", "a4b4", "a2a3", "c4c3"}) root.play(root.parse_move(move).value());
  for (const char* text : {"", ",cut=2", ",cut=4,cut_as=evaluation,squash=1", ",leaf=evaluation,squash=1",
                           ",playouts=4", ",playouts=4,cut=6"}) {
    const auto result = search_by<Uct>(root, std::string("iterations=2000,solver=false") + text);
    EXPECT_EQ(root.move_text(result.best.move), "a3a4") << text;
    EXPECT_EQ(root.move_text(search_by<Flat>(root, std::string("iterations=2000") + text).best.move), "a3a4") << text;
  }
}

TEST(Leaf, SaysWhatAGameOrASearchCannotDo) {
  const auto game = havannah::Small(havannah::Options{.size = 4});
  const auto refused = [](const auto& search, const char* why) {
    EXPECT_THAT(search, ThrowsMessage<UsageError>(HasSubstr(why)));
  };
  refused([&] { search_by<Uct>(game, "leaf=evaluation"); }, "leaf=evaluation: only for games");
  refused([&] { search_by<Uct>(game, "cut=5,cut_as=evaluation"); }, "cut_as=evaluation: only for games");
  refused([] { search_by<Uct>(number_triangle::NumberTriangle({}), "cut=5"); }, "cut: a game for one player");
}

// ---- A game whose board shows who made which move, and that is evaluated -------------------------------------------

/// Tic-tac-toe, in which who has the middle is said to be ahead.
class Judged : public TicTacToe {
 public:
  using TicTacToe::TicTacToe;
  double evaluate(Player player) const {
    if (is_terminal()) return 100 * (rewards()[static_cast<std::size_t>(player)] - 0.5);
    const std::uint8_t owner = owners()[4];
    return owner == 0 ? 0 : owner == owner_bit(player) ? 2 : -2;
  }
};
static_assert(EvaluatesLeaves<Judged> && KeepsAmafCounts<Judged>);

TEST(Leaf, AnEvaluationDoesNotEnterAllMovesAsFirstCounts) {
  const Judged root{TicTacToe::Options{}};
  for (const std::string leaf : {"leaf=evaluation", "cut=3,cut_as=evaluation"}) {
    const auto refused = [&](const auto& search) {
      EXPECT_THAT(search, ThrowsMessage<UsageError>(HasSubstr(
                              "=evaluation: all-moves-as-first counts are in half points, so only a search that keeps "
                              "none can use it: flat, sums, or uct with playouts that read none")));
    };
    refused([&] { search_by<Rave>(root, leaf); });
    refused([&] { search_by<Uct>(root, "playout=ppr," + leaf); });
    refused([&] { search_by<Uct>(root, "playout=lgrf1+poolrave," + leaf); });
    // And those that can use it do.
    const std::string settings = "iterations=900," + leaf + ",squash=2";
    for (const auto& result : {search_by<Flat>(root, settings), search_by<Uct>(root, settings + ",solver=false"),
                               search_by<Sums>(root, settings + ",solver=false")}) {
      EXPECT_EQ(result.iterations, 900u);
      EXPECT_EQ(root.move_text(result.best.move), "b2") << leaf;
    }
  }
}

TEST(Leaf, AnEvaluationThatNobodyAsksForChangesNoCounts) {
  const auto plain = search_by<Rave>(TicTacToe{TicTacToe::Options{}}, "iterations=500,playouts=2");
  const auto judged = search_by<Rave>(Judged{TicTacToe::Options{}}, "iterations=500,playouts=2");
  ASSERT_EQ(judged.moves.size(), plain.moves.size());
  for (std::size_t i = 0; i < plain.moves.size(); ++i) {
    EXPECT_EQ(judged.moves[i].move, plain.moves[i].move);
    EXPECT_EQ(judged.moves[i].visits, plain.moves[i].visits);
    EXPECT_EQ(judged.moves[i].value, plain.moves[i].value);
    EXPECT_EQ(judged.moves[i].amaf_visits, plain.moves[i].amaf_visits);
    EXPECT_EQ(judged.moves[i].amaf_value, plain.moves[i].amaf_value);
  }
}

}  // namespace
}  // namespace banyan
