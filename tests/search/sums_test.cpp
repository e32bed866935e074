// SPDX-License-Identifier: MIT
// The players of the thesis on Hive [Konz 2012]: every formula on a tree that is computed by hand, and what follows
// from the formulas and not from the text.
#include "search/selection/sums.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/params.h"
#include "engine/catalogue.h"
#include "search/mcts/candidates.h"
#include "search/mcts/final_move.h"
#include "search/mcts/tree_search.h"
#include "search/random/random.h"
#include "tests/games/tic_tac_toe/tic_tac_toe.h"

namespace banyan::sums_test {
namespace {

using testing::DoubleNear;
using tic_tac_toe::TicTacToe;
using Selection = selection::Sums;
using Value = Selection::Value;
using View = Selection::View;
using Backup = Selection::Backup;
using Formula = Selection::Formula;

// ---- A tree by hand ----

/// A root of the first player, with what is counted in it move by move.
class ByHand {
 public:
  using Tree = banyan::Tree<TicTacToe, Selection>;

  explicit ByHand(const Selection::Params& params) : selection_(params, {}), tree_(1 << 20, 9, selection_) {
    selection_.begin_search(0, 1);
    root_ = tree_.open(TicTacToe({}), supply_);
  }

  Tree::Index root() const { return root_; }

  /// Gives the move a node of the opponent's.
  Tree::Index open_behind(unsigned slot) {
    TicTacToe state({});
    state.play(state.move_at(static_cast<int>(slot)));
    const auto opened = tree_.open(state, supply_);
    tree_.edge(tree_.node(root_), slot).set_child(opened);
    return opened;
  }

  /// A game through the move, of which its mover gets `reward`; games are counted at the root.
  void count(Tree::Index at, unsigned slot, double reward) {
    Tree::Node& n = tree_.node(at);
    if (!tree_.is_tried(n, slot)) {
      tree_.make_room(n, supply_);
      tree_.add_edge(n, slot);
    }
    if (at == root_) selection_.begin_game(n.visits);
    auto edge = tree_.edge(n, slot);
    ++n.visits;
    edge.add(reward, 1);
    selection_.count(n, edge, reward, 1);
    selection_.weigh(tree_, n, slot, edge);
  }

  double value(Tree::Index at, unsigned slot) {
    Tree::Node& n = tree_.node(at);
    return selection_.rank(tree_, n, slot, tree_.edge(n, slot)).value;
  }
  /// What the formula reads of a move.
  float weight(Tree::Index at, unsigned slot) { return *tree_.edge(tree_.node(at), slot).weight[0]; }

 private:
  Selection selection_;
  Tree tree_;
  Tree::Supply supply_;
  Tree::Index root_;
};

/// Two wins, a draw and a loss of move 4, with two lost games of move 0 before and four after.
double value_of_four(Value value) {
  ByHand tree({.value = value});
  for (int i = 0; i < 2; ++i) tree.count(tree.root(), 0, 0.0);
  for (const double reward : {1.0, 1.0, 0.5, 0.0}) tree.count(tree.root(), 4, reward);
  for (int i = 0; i < 4; ++i) tree.count(tree.root(), 0, 0.0);
  return tree.value(tree.root(), 4);
}

TEST(Sums, AMoveIsWorthTheSumOfItsResults) { EXPECT_EQ(value_of_four(Value::sum), 1.0 + 1.0 + 0.0 - 1.0); }

TEST(Sums, A1DividesByAllGamesOfTheSearch) {
  EXPECT_THAT(value_of_four(Value::a1), DoubleNear(1.0 / 10, 1e-6));
  EXPECT_THAT(value_of_four(Value::a1_wins), DoubleNear(2.0 / 10, 1e-6));
  // Its games were the third to the sixth.
  EXPECT_THAT(value_of_four(Value::a1_running), DoubleNear(1.0 / 3 + 1.0 / 4 + 0.0 / 5 - 1.0 / 6, 1e-6));
}

TEST(Sums, A2DividesByTheGamesOfTheMove) {
  EXPECT_THAT(value_of_four(Value::a2), DoubleNear(1.0 / 4, 1e-6));
  EXPECT_THAT(value_of_four(Value::a2_wins), DoubleNear(2.0 / 4, 1e-6));
}

TEST(Sums, UctAddsExplorationToTheSum) {
  const Selection uct({.c = 100}, {});
  const Seen<float, Selection::weights> seen{.weight = {7.0f, 0.0f}, .visits = 16};
  const auto log_of_50 = static_cast<float>(std::log(50.0));
  EXPECT_NEAR(uct.score(seen, log_of_50), 7 + 100 * std::sqrt(std::log(50.0) / 16), 1e-3);
  EXPECT_EQ(Selection({.c = 0}, {}).score(seen, log_of_50), 7.0f);
}

TEST(Sums, TheFormulaIsUsedWhereItIsAskedFor) {
  const auto drawn = [](Formula formula, std::uint32_t arrivals, std::uint32_t games) {
    Selection selection({.formula = formula, .threshold = 3}, {});
    selection.begin_game(games);
    return selection.draws(arrivals);
  };
  for (const std::uint32_t arrivals : {0u, 1u, 2u, 3u, 4u}) {
    for (const std::uint32_t games : {6u, 7u}) {
      EXPECT_TRUE(drawn(Formula::never, arrivals, games));
      EXPECT_FALSE(drawn(Formula::always, arrivals, games));
      EXPECT_EQ(drawn(Formula::odd_visits, arrivals, games), arrivals % 2 == 0);
      EXPECT_EQ(drawn(Formula::odd_games, arrivals, games), games == 6);
      EXPECT_EQ(drawn(Formula::threshold, arrivals, games), arrivals < 3);
    }
  }
}

/// Move 0 of the root has three replies: 1 with four games of mean 0.5 for the opponent, 2 with two lost ones, 3 with
/// one won. A game of the root's player before there was a node was won, so that the results of all eight sum to 0.
std::unique_ptr<ByHand> replied(const Selection::Params& params, ByHand::Tree::Index& below) {
  auto all = std::make_unique<ByHand>(params);
  ByHand& tree = *all;
  tree.count(tree.root(), 0, 1.0);
  below = tree.open_behind(0);
  const auto play = [&](unsigned reply, double reward) {
    tree.count(below, reply, reward);
    tree.count(tree.root(), 0, 1 - reward);
  };
  for (const double reward : {1.0, 1.0, 0.5, 0.5}) play(1, reward);
  for (int i = 0; i < 2; ++i) play(2, 0.0);
  play(3, 1.0);
  return all;
}

TEST(Sums, BackUpsTakeMeansOfWhatIsBelow) {
  for (const View view : {View::root, View::mover}) {
    ByHand::Tree::Index below = 0;
    const auto value = [&](Selection::Params params) {
      params.view = view;
      const auto tree = replied(params, below);
      return tree->value(tree->root(), 0);
    };
    EXPECT_NEAR(value({.value = Value::a2}), 0, 1e-6) << "counts alone";
    EXPECT_NEAR(value({.backup = Backup::max, .max_visits = 5}), 0, 1e-6) << "nothing is good enough: the mean";
    EXPECT_NEAR(value({.backup = Backup::max, .max_visits = 2}), -0.5, 1e-6);
    EXPECT_NEAR(value({.backup = Backup::max, .max_visits = 1}), -1, 1e-6);
    // Of replies of 4, 2 and 1 games, which are worth -1/2, 1 and -1 to the root.
    EXPECT_NEAR(value({.backup = Backup::informed, .informed_power = 2}), (-16 / 2.0 + 4 - 1) / 21, 1e-6);
    EXPECT_NEAR(value({.backup = Backup::informed, .informed_power = 1}), (-4 / 2.0 + 2 - 1) / 7, 1e-6);
    EXPECT_NEAR(value({.backup = Backup::mix, .mix_weight = 4}), (4 * 0 + 4 * -0.5) / (4 + 4), 1e-6);
    EXPECT_NEAR(value({.backup = Backup::mix, .mix_weight = 0}), -0.5, 1e-6);
  }
}

TEST(Sums, RepliesAreSeenByTheRootsPlayerOrByWhoMoves) {
  ByHand::Tree::Index below = 0;
  EXPECT_EQ(replied({.value = Value::sum, .view = View::root}, below)->weight(below, 1), -2.0f);
  EXPECT_EQ(replied({.value = Value::sum, .view = View::mover}, below)->weight(below, 1), 2.0f);
  EXPECT_EQ(replied({.value = Value::a2_wins, .view = View::root}, below)->weight(below, 2), 1.0f);
  EXPECT_EQ(replied({.value = Value::a2_wins, .view = View::mover}, below)->weight(below, 2), 0.0f);
}

// ---- Whole searches ----

template <class S>
class Searching {
 public:
  Searching(const S& state, const std::string& settings, std::uint64_t seed = 7) : state_(state), seed_(seed) {
    apply(parse_spec("sums:" + settings), "player", bound_);
  }
  SearchResult<S> run() const { return Sums::make<S>(params_, seed_)->search(state_, {}, {}); }

 private:
  S state_;
  std::uint64_t seed_;
  Sums::Params params_;
  Params bound_ = params_.bind();
};

const std::string konz = ",expand=1,expand_all=true,solver=false,reuse=false,final_move=max";

SearchResult<TicTacToe> search(const std::string& settings, const TicTacToe& state = TicTacToe({}),
                               std::uint64_t seed = 7) {
  return Searching<TicTacToe>(state, settings + konz, seed).run();
}

TicTacToe after(std::initializer_list<const char*> moves) {
  TicTacToe state({});
  for (const char* move : moves) state.play(*state.parse_move(move));
  return state;
}

TEST(Sums, BasicVisitsAllMovesAlike) {
  const auto result = search("formula=never,iterations=9000");
  ASSERT_EQ(result.moves.size(), 9u);
  for (const auto& m : result.moves) EXPECT_NEAR(static_cast<double>(m.visits), 1000, 5 * std::sqrt(1000.0 * 8 / 9));
}

TEST(Sums, A1WithTheSumRanksAsBasicDoes) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const TicTacToe state = after({"b2", "a1", "c3"});
    const auto basic = search("formula=never,ties=listed,iterations=97", state, seed);
    const auto a1 = search("formula=never,ties=listed,value=a1,iterations=97", state, seed);
    ASSERT_EQ(a1.best.move, basic.best.move);
    ASSERT_EQ(a1.moves.size(), basic.moves.size());
    for (std::size_t i = 0; i < a1.moves.size(); ++i) {
      EXPECT_EQ(a1.moves[i].move, basic.moves[i].move);
      EXPECT_EQ(a1.moves[i].visits, basic.moves[i].visits);
      EXPECT_EQ(a1.moves[i].rank->value, basic.moves[i].rank->value / 97);
    }
  }
}

/// After each number of games from `first` on: whether the next one goes to a move of the highest sum.
std::vector<bool> next_is_highest(const std::string& settings, int first, int last) {
  std::vector<bool> all;
  auto before = search(settings + fmt::format(",iterations={}", first));
  for (int games = first; games < last; ++games) {
    auto now = search(settings + fmt::format(",iterations={}", games + 1));
    std::map<int, std::uint64_t> visits;
    double highest = -1e9;
    for (const auto& m : before.moves) {
      visits[m.move.square] = m.visits;
      highest = std::max(highest, m.rank->value);
    }
    for (const auto& m : now.moves) {
      if (m.visits == visits[m.move.square]) continue;
      const auto same = [&](const auto& other) { return other.move == m.move; };
      const auto old = std::find_if(before.moves.begin(), before.moves.end(), same);
      all.push_back(old != before.moves.end() && old->rank->value == highest);
    }
    before = std::move(now);
  }
  return all;
}

TEST(Sums, WithoutExplorationTheFormulaIsGreedy) {
  // The thesis says that C = 0 is basic MCTS (4.2.4). By its formula every game goes to the highest sum.
  EXPECT_THAT(next_is_highest("formula=always,c=0", 9, 60), testing::Each(true));
  EXPECT_THAT(next_is_highest("formula=never", 40, 90), testing::Contains(false));
}

TEST(Sums, OddVisitsFollowTheFormulaAndEvenOnesAreDrawn) {
  for (const char* formula : {"odd_visits", "odd_games"}) {
    const auto all = next_is_highest(fmt::format("formula={},c=0", formula), 60, 110);
    ASSERT_EQ(all.size(), 50u);
    int drawn = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i % 2 == 1) {
        EXPECT_TRUE(all[i]) << formula << " after " << 60 + i << " games";
      }
      drawn += all[i] ? 0 : 1;
    }
    EXPECT_GT(drawn, 10) << formula;
  }
}

TEST(Sums, LargeConstantsSpreadTheGamesEvenly) {
  const auto result = search("formula=always,c=100000,iterations=900");
  for (const auto& m : result.moves) EXPECT_NEAR(static_cast<double>(m.visits), 100, 2);
}

TEST(Expansion, OfAllChildrenDrawsOneOfThem) {
  // The first game adds the root's children and starts behind one of them; each further one adds those of a child.
  for (const int games : {1, 2, 3}) {
    const auto result = search(fmt::format("formula=never,iterations={}", games));
    EXPECT_EQ(result.nodes, static_cast<std::uint64_t>(games));
  }
  // One node a game: the child's own is made at once, and nothing is drawn in it.
  Searching<TicTacToe> one(TicTacToe({}), "formula=never,expand=1,solver=false,iterations=1");
  const auto result = one.run();
  EXPECT_EQ(result.nodes, 2u);
  EXPECT_EQ(result.principal_variation.size(), 1u);
}

TEST(Expansion, ToADepthGoesOnInTheTree) {
  for (const int depth : {2, 3, 5}) {
    Searching<TicTacToe> deep(TicTacToe({}), fmt::format("solver=false,iterations=1,expand_depth={}", depth));
    const auto result = deep.run();
    EXPECT_EQ(result.principal_variation.size(), static_cast<std::size_t>(depth));
    EXPECT_EQ(result.nodes, static_cast<std::uint64_t>(depth));
  }
}

TEST(Expansion, AfterSoManyGames) {
  const TicTacToe state = after({"a1", "b2", "c3", "a3", "c1"});
  std::set<std::uint64_t> found;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto result = Searching<TicTacToe>(state, "formula=never,solver=false,iterations=5,expand=3", seed).run();
    std::uint64_t nodes = 1;
    for (const auto& m : result.moves) {
      TicTacToe next = state;
      next.play(m.move);
      nodes += !next.is_terminal() && m.visits >= 3 ? 1 : 0;
    }
    EXPECT_EQ(result.nodes, nodes);
    found.insert(nodes);
  }
  EXPECT_EQ(found.size(), 2u);
}

// ---- Candidates ----

TEST(Candidates, DecideHowLongIsSearched) {
  EXPECT_EQ(search("per_candidate=20").iterations, 180u);
  EXPECT_EQ(search("per_candidate=20,iterations=100").iterations, 100u);
  EXPECT_EQ(search("per_candidate=20", after({"a1", "b2"})).iterations, 140u);
}

TEST(Candidates, ASingleOneIsPlayedUnsearched) {
  const auto result = search("per_candidate=20", after({"a1", "b2", "c3", "a3", "c1", "b1", "b3", "a2"}));
  EXPECT_EQ(result.iterations, 0u);
  EXPECT_EQ(result.stopped_by, "decided");
  EXPECT_EQ(TicTacToe({}).move_text(result.best.move), "c2");
}

TEST(Candidates, AreTheBestOrThoseNotFarBelowTheMean) {
  const std::vector<double> scores{1, 8, 3, 3, 5};
  const auto kept = [&](const CandidateParams& params) {
    std::vector<int> places;
    const auto all = kept_candidates(scores, params);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i]) places.push_back(static_cast<int>(i));
    }
    return places;
  };
  EXPECT_THAT(kept({.keep = 1}), testing::ElementsAre(1));
  EXPECT_THAT(kept({.keep = 3}), testing::ElementsAre(1, 2, 4));
  EXPECT_THAT(kept({.keep = 9}), testing::ElementsAre(0, 1, 2, 3, 4));
  // The mean is 4.
  EXPECT_THAT(kept({.keep_mean = 1}), testing::ElementsAre(1, 4));
  EXPECT_THAT(kept({.keep_mean = 0.75}), testing::ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(kept({.keep_mean = 50}), testing::ElementsAre(1)) << "at least one";
  EXPECT_THAT(kept({.keep = 2, .keep_mean = 0.75}), testing::ElementsAre(1, 4));
}

/// Tic-tac-toe that scores its moves by the number of their square.
class Scoring : public TicTacToe {
 public:
  using TicTacToe::TicTacToe;
  void score_moves(const MoveList<Scoring>& moves, std::span<float> scores) const {
    for (std::size_t i = 0; i < moves.size(); ++i) scores[i] = moves[i].square;
  }
};
static_assert(ScoresMoves<Scoring>);

TEST(Candidates, AreChosenByTheScoresOfTheGame) {
  const auto squares = [](const std::string& settings) {
    std::set<int> all;
    Searching<Scoring> searching(Scoring(TicTacToe::Options{}), "formula=never,iterations=300," + settings + konz);
    for (const auto& m : searching.run().moves) all.insert(m.move.square);
    return all;
  };
  EXPECT_THAT(squares("keep=3"), testing::ElementsAre(6, 7, 8));
  EXPECT_THAT(squares("keep_mean=1.6"), testing::ElementsAre(7, 8)) << "the mean is 4";
  Searching<Scoring> one(Scoring(TicTacToe::Options{}), "per_candidate=10,keep=1" + konz);
  EXPECT_EQ(one.run().best.move.square, 8);
  EXPECT_EQ(one.run().iterations, 0u);
}

TEST(Candidates, CanBeChosenByWhatAFirstShareOfTheGamesHasFound) {
  const TicTacToe state = after({"a1", "b1", "a2", "b2"});
  for (const char* formula : {"never", "always"}) {
    const auto result = search(fmt::format("formula={},iterations=1000,keep=2,keep_after=0.2,c=5", formula), state);
    EXPECT_EQ(result.moves.size(), 2u) << formula;
    EXPECT_EQ(TicTacToe({}).move_text(result.best.move), "a3") << formula;
    EXPECT_EQ(result.iterations, 1000u);
  }
  EXPECT_THROW(search("keep=2"), UsageError) << "tic-tac-toe has no scores";
}

TEST(Candidates, StayTheOnesTheyAreWhenTheSearchGoesOn) {
  for (int seed = 1; seed <= 40; ++seed) {
    Uct::Params params;
    params.limits.iterations = 60;
    params.candidates = {.keep = 1, .keep_after = 0.5};
    const auto going_on = Uct::make<TicTacToe>(params, static_cast<std::uint64_t>(seed));
    const TicTacToe state({});
    const auto first = going_on->search(state, {}, {});
    ASSERT_EQ(first.moves.size(), 1u);
    for (int again = 0; again < 5; ++again) {
      const auto next = going_on->search(state, {}, {});
      ASSERT_EQ(next.moves.size(), 1u) << "seed " << seed;
      EXPECT_EQ(next.best.move, first.best.move) << "seed " << seed;
    }
  }
}

TEST(Sums, RefusesWhatItCannotHave) {
  EXPECT_THROW(search("playout=ppr"), UsageError);
  EXPECT_THROW(search("open_loop=true"), UsageError);
}

// ---- Final moves ----

TEST(FinalMoves, GoByTheSelectionsOwnValue) {
  using M = MoveStatistics<TicTacToe>;
  std::vector<M> moves{{.move = {0}, .visits = 100, .value = 0.52, .proven = {}, .rank = Rank{4, 0}},
                       {.move = {1}, .visits = 25, .value = 0.55, .proven = {}, .rank = Rank{2.5, 0}},
                       {.move = {2}, .visits = 4, .value = 1.0, .proven = {}, .rank = Rank{4, 1}}};
  const auto chosen = [&](FinalMove rule, double secure) {
    return int{choose_final_move(moves, rule, secure).move.square};
  };
  EXPECT_EQ(chosen(FinalMove::max, 0), 2) << "of equal sums the higher tie";
  EXPECT_EQ(chosen(FinalMove::robust, 0), 0);
  EXPECT_EQ(chosen(FinalMove::secure, 20), 0) << "4 - 2, 2.5 - 4, 4 - 10";
  EXPECT_EQ(chosen(FinalMove::secure, -20), 2) << "4 + 2, 2.5 + 4, 4 + 10";
  EXPECT_FALSE(is_settled(moves)) << "robust-max goes on";
  moves[2].rank->tie = -1;
  EXPECT_TRUE(is_settled(moves));
}

TEST(FinalMoves, OfEqualSumsTheFirstListedOrAny) {
  // Nobody can win any more, so that all sums are 0.
  const TicTacToe drawn = after({"a1", "b1", "c1", "b2", "a2", "a3", "b3"});
  std::set<int> first, any;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    first.insert(search("formula=never,ties=listed,iterations=20", drawn, seed).best.move.square);
    any.insert(search("formula=never,ties=random,iterations=20", drawn, seed).best.move.square);
  }
  EXPECT_EQ(first.size(), 1u);
  EXPECT_EQ(any.size(), 2u);
}

// ---- Random players ----

TEST(RandomPlayer, PlaysEveryMoveAlikeAndTakesWinsWhenAsked) {
  const TicTacToe state = after({"a1", "b1", "a2", "b2"});
  const auto counts = [&](bool decisive) {
    RandomMoves::Params params;
    params.random.decisive = decisive;
    const auto player = RandomMoves::make<TicTacToe>(params, 3);
    std::map<std::string, int> all;
    for (int i = 0; i < 5000; ++i) ++all[state.move_text(player->search(state, {}, {}).best.move)];
    return all;
  };
  const auto uniform = counts(false);
  EXPECT_EQ(uniform.size(), 5u);
  for (const auto& [move, count] : uniform) EXPECT_NEAR(count, 1000, 5 * std::sqrt(5000 * 0.2 * 0.8)) << move;
  EXPECT_THAT(counts(true), testing::ElementsAre(testing::Pair("a3", 5000)));
}

// ---- On another game ----

TEST(Sums, PlaysHavannahInAllItsForms) {
  const auto session = new_session(parse_spec("havannah:size=4"));
  const std::size_t moves = session->legal_moves().size();
  for (const char* form :
       {"formula=never", "formula=never,value=a1_wins", "formula=never,value=a1_running", "formula=never,value=a2",
        "formula=odd_visits", "formula=odd_games", "formula=always,c=50", "formula=threshold,threshold=5",
        "formula=always,c=1,backup=max", "formula=always,c=1,backup=informed", "formula=always,c=1,backup=mix",
        "view=mover", "final_move=robust", "final_move=robust-max", "final_move=secure,secure=-1",
        "formula=never,keep=5,keep_after=0.25", "keep_mean=1,keep_after=0.25", "expand_depth=3", "expand=4"}) {
    Spec spec = parse_spec(std::string("sums:per_candidate=20,expand_all=true,solver=false,") + form);
    SearchControl control;
    const auto report = session->new_player(spec, 3)->search(*session, control);
    EXPECT_GE(report.iterations, 20 * moves) << form;
    EXPECT_LE(report.iterations, 30 * moves) << form;
    const auto legal = session->legal_moves();
    EXPECT_NE(std::find(legal.begin(), legal.end(), report.best_move), legal.end()) << form;
  }
}

TEST(Sums, FindsAWinInOneInHavannah) {
  // A corner-to-corner bridge of the smallest board lacks one stone.
  const auto session = new_session(parse_spec("havannah:size=3,swap=false"));
  for (const char* move : {"a1", "b3", "b1", "c3"}) session->play(move);
  for (const char* form : {"formula=never", "formula=odd_visits,c=10", "formula=always,c=10,value=a2"}) {
    SearchControl control;
    Spec spec =
        parse_spec(std::string("sums:iterations=2000,expand=1,expand_all=true,solver=false,final_move=max,") + form);
    EXPECT_EQ(session->new_player(spec, 3)->search(*session, control).best_move, "c1") << form;
  }
}

}  // namespace
}  // namespace banyan::sums_test
