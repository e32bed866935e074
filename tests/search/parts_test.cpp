// SPDX-License-Identifier: MIT
// Playout policies that are put together from parts: how they are written, in which order the parts are asked, that one
// loop is as good as another, that each part learns in a game of moving pieces, and what it takes to add one.
#include "search/playout/parts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/havannah.h"
#include "search/mcts/flat.h"
#include "search/mcts/tree_search.h"
#include "search/playout/hashed.h"
#include "tests/games/searches.h"
#include "tests/havannah_helpers.h"
#include "tests/same_search.h"
#include "tests/search/favourite.h"

namespace banyan {
namespace {

using crossing::Crossing;
using testing::HasSubstr;
using testing::ThrowsMessage;

template <class P = PlayoutParams>
P parts_of(const std::string& text) {
  P params;
  auto bound = Params(params);
  apply(parse_spec("playout:playout=" + text), "test", bound);
  return params;
}

template <class Algorithm, GameState S>
SearchResult<S> search_parts(const S& state, const std::string& text) {
  typename Algorithm::Params params;
  auto bound = params.bind();
  apply(parse_spec("player:" + text), "test", bound);
  return Algorithm::template make<S>(params, 3)->search(state, {}, {});
}

// ---- How they are written -------------------------------------------------------------------------------------------

TEST(Parts, AnyOrderMeansTheSameAndIsPrintedInOne) {
  for (const char* text : {"decisive+lgrf1+mast", "mast+lgrf1+decisive", "lgrf1+decisive+mast"}) {
    PlayoutParams params = parts_of(text);
    EXPECT_EQ(Params(params).text(),
              "playout=decisive+lgrf1+mast,gram_draw=gibbs,gram_tau=0.1,gram_unseen=0.5,gram_decay=1");
  }
}

TEST(Parts, OnePartIsPrintedAsBefore) {
  const std::map<std::string, std::string> settings{
      {"uniform", "playout=uniform"},
      {"decisive", "playout=decisive"},
      {"lgrf1", "playout=lgrf1"},
      {"lgr", "playout=lgr"},
      {"poolrave", "playout=poolrave,pool_size=40,pool_p=0.25,pool_playouts=30"},
      {"ppr", "playout=ppr,ppr_tn=0.01,ppr_tw=0.25,ppr_p=0.8,ppr_rest=paper"},
      {"mast", "playout=mast,gram_draw=gibbs,gram_tau=0.1,gram_unseen=0.5,gram_decay=1"},
      {"nast2", "playout=nast2,gram_draw=gibbs,gram_tau=0.1,gram_visits=2,gram_unseen=0.5,gram_decay=1"},
      {"nast3,gram_draw=greedy",
       "playout=nast3,gram_draw=greedy,gram_epsilon=0.8,gram_visits=2,gram_unseen=0.5,gram_decay=1"},
  };
  for (const auto& [given, printed] : settings) {
    PlayoutParams params = parts_of(given);
    EXPECT_EQ(Params(params).text(), printed);
  }
}

TEST(Parts, WhatWouldNeverBeAskedIsAnError) {
  const auto refused = [](const std::string& text, const std::string& why) {
    EXPECT_THAT([&] { search_parts<Uct>(Crossing({}), "playout=" + text); }, ThrowsMessage<UsageError>(HasSubstr(why)));
  };
  refused("nast2+mast", "playout=mast+nast2: mast has a move for every position, so that nast2 would never be asked");
  refused("lgrf1+mast+nast3,gram_draw=greedy,gram_epsilon=0", "mast has a move for every position");
  refused("mast+uniform", "uniform is what is left without the others");
  refused("mast+mast", "names mast twice");
  refused("mats+lgrf1", "'playout=mats' does not fit");
  EXPECT_NO_THROW(search_parts<Uct>(Crossing({}), "iterations=10,playout=mast+nast2,gram_draw=greedy"));
}

TEST(Parts, SayWhatAGameOrASearchLacks) {
  const auto refused = [](const auto& search, const char* why) {
    EXPECT_THAT(search, ThrowsMessage<UsageError>(HasSubstr(why)));
  };
  const havannah::Small board(havannah::Options{.size = 4});
  refused([&] { search_parts<Flat>(board, "playout=lgrf1+ppr"); },
          "playout=lgrf1+ppr: ppr needs a search that keeps all-moves-as-first counts, as rave and uct do");
  refused([&] { search_parts<Flat>(board, "playout=poolrave"); }, "playout=poolrave: poolrave needs a search");
  refused([] { search_parts<Uct>(Crossing({}), "playout=ppr"); }, "ppr needs a board that shows who played");
  refused([] { search_parts<Uct>(Crossing({}), "playout=replies"); }, "SuggestsReplies");
  refused(
      [&] { search_parts<Uct>(board, "playout=replies,reply_kinds=bridge+brigde"); },
      "reply_kinds=bridge+brigde: this game has no replies 'brigde' (did you mean 'bridge'?); known: usual, or bridge");
  refused([] { search_parts<Uct>(Crossing({}), "playout=fillboard"); }, "MeasuresRim");
  refused([&] { search_parts<Uct>(board, "playout=alive"); }, "KnowsDeadCells");
  refused([&] { search_parts<Rave>(board, "playout=scored"); }, "ScoresMoves");
  refused([] { search_parts<Uct>(number_triangle::NumberTriangle({}), "playout=mast"); }, "mast needs two players");
}

// ---- One loop is as good as another ---------------------------------------------------------------------------------

/// Plays and learns with both, from counts that grow as a root's would.
template <GameState S>
void expect_equal_loops(const S& root, const std::string& text, bool is_cut) {
  const PlayoutParams params = parts_of(text);
  const auto one = make_playout<S>(params, root, 7);
  const auto any = make_playout_of_any<S>(params, root, 7);
  std::array<std::int32_t, 64> visits{}, half_points{};
  for (PlayoutPolicy<S>* policy : {one.get(), any.get()}) {
    policy->prepare(root);
    if (is_cut) policy->set_ending({.most_moves = 20});
  }
  for (std::uint32_t playout = 0; playout < 100; ++playout) {
    const AmafCounts counts{playout, visits.data(), half_points.data()};
    const Descent<S> descent{{}, {&counts, 1}};
    S a = root, b = root;
    const Outcome<S> expected = one->run(a, descent);
    const Outcome<S> found = any->run(b, descent);
    ASSERT_EQ(found.rewards, expected.rewards) << text;
    ASSERT_EQ(found.moves, expected.moves) << text;
    ASSERT_EQ(a.hash(), b.hash()) << text;
    one->learn(descent, expected);
    any->learn(descent, found);
    if constexpr (ShowsOwners<S>) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(root.index_count()); ++i) {
        const bool is_played = (a.owners()[i] & a.owner_bit(0)) != 0;
        visits[i] += is_played;
        half_points[i] += is_played ? static_cast<std::int32_t>(2 * expected.rewards[0]) : 0;
      }
    }
  }
}

TEST(Parts, TheLoopOfOnePartIsTheLoopOfAny) {
  for (const bool is_cut : {false, true}) {
    for (const char* text : {"decisive", "lgrf1", "lgr", "mast", "nast2,gram_draw=greedy", "nast3"}) {
      expect_equal_loops(havannah::Small(havannah::Options{.size = 4}), text, is_cut);
      expect_equal_loops(Crossing({}), text, is_cut);
    }
    for (const char* text : {"poolrave", "ppr", "ppr,ppr_rest=shuffled", "ppr,ppr_rest=uniform"}) {
      expect_equal_loops(havannah::Small(havannah::Options{.size = 4}), text, is_cut);
    }
  }
}

TEST(Parts, APartThatNeverActsChangesNothing) {
  const havannah::Small root(havannah::Options{.size = 5});
  const std::string search = "iterations=400,playout=";
  const std::map<std::string, std::string> same{
      {"lgrf1", "lgrf1+mast,gram_draw=greedy,gram_epsilon=1"},
      {"lgr", "lgr+ppr,ppr_tw=1"},
      {"lgrf1", "lgrf1+poolrave,pool_size=0"},
      {"poolrave", "poolrave+nast2,gram_draw=greedy,gram_epsilon=1"},
  };
  for (const auto& [without, with_it] : same) {
    expect_same(search_parts<Rave>(root, search + with_it), search_parts<Rave>(root, search + without));
  }
  // Parts that decide nothing by chance take nobody's stream: a reply is never known in front of a first move.
  expect_same(search_parts<Rave>(root, "iterations=400,cut=1,playout=mast"),
              search_parts<Rave>(root, "iterations=400,cut=1,playout=decisive+mast"));
}

TEST(Parts, AreAskedInTheirOrder) {
  // In tic-tac-toe the corner a1 has once been the good reply to b2; where there is a win, it is taken all the same.
  using tic_tac_toe::TicTacToe;
  const auto policy = make_playout<TicTacToe>(parts_of("lgrf1+decisive"), TicTacToe({}), 1);
  TicTacToe root({});
  policy->prepare(root);
  const auto move = [](int square) { return tic_tac_toe::Move{static_cast<std::uint8_t>(square)}; };
  const std::array<PlayedMove<TicTacToe>, 2> reply{played_move(root, move(4), 1), played_move(root, move(0), 0)};
  Outcome<TicTacToe> won;
  won.rewards = {1, 0};
  policy->learn({reply, {}}, won);
  const auto answer = [&](std::span<const int> squares) {
    TicTacToe state = root;
    for (const int square : squares) state.play(move(square));
    policy->set_ending({.most_moves = 1});
    policy->run(state, {std::span(reply).first(1), {}});
    return state;
  };
  const TicTacToe answered = answer(std::array{8, 4});  // first player to move, nothing to win
  EXPECT_NE(answered.owners()[0], 0);
  const TicTacToe decided = answer(std::array{6, 1, 7, 4});  // the first player wins on 8
  EXPECT_TRUE(decided.is_terminal());
  EXPECT_EQ(decided.owners()[0], 0);
}

// ---- A game of moving pieces ----------------------------------------------------------------------------------------

Crossing crossing_after(std::initializer_list<const char*> moves) {
  Crossing state({});
  for (const char* move : moves) state.play(state.parse_move(move).value());
  return state;
}

PlayedMove<Crossing> step(const Crossing& state, const char* text, Player mover) {
  return played_move(state, state.parse_move(text).value(), mover);
}

/// The first move of playouts after `a1a2`, which is the path.
struct AfterFirstStep {
  explicit AfterFirstStep(const std::string& parts) : policy(make_playout<Crossing>(parts_of(parts), root, 1)) {
    policy->prepare(root);
    policy->set_ending({.most_moves = 1});
  }
  /// The second player answers with this move, and the game ends so.
  void teach(const char* answer, bool wins, int times) {
    const std::array<PlayedMove<Crossing>, 2> moves{path, step(state, answer, 1)};
    Outcome<Crossing> outcome;
    outcome.rewards = wins ? Rewards<Crossing>{0, 1} : Rewards<Crossing>{1, 0};
    for (int i = 0; i < times; ++i) policy->learn({moves, {}}, outcome);
  }
  std::map<std::string, int> answers(int times) {
    std::map<std::string, int> seen;
    MoveList<Crossing> moves;
    state.legal_moves(moves);
    for (int i = 0; i < times; ++i) {
      Crossing next = state;
      policy->run(next, {{&path, 1}, {}});
      for (const auto& move : moves) {
        Crossing other = state;
        other.play(move);
        if (other.hash() == next.hash()) ++seen[state.move_text(move)];
      }
    }
    return seen;
  }

  Crossing root{Crossing::Options{}};
  PlayedMove<Crossing> path = step(root, "a1a2", 0);
  Crossing state = crossing_after({"a1a2"});
  std::unique_ptr<PlayoutPolicy<Crossing>> policy;
};

TEST(MovingPieces, LgrfAnswersWithTheReplyThatWonAndForgetsTheOneThatLost) {
  for (const bool forgets : {true, false}) {
    AfterFirstStep game(forgets ? "lgrf1" : "lgr");
    EXPECT_EQ(game.answers(200).size(), 4u);
    game.teach("c4c3", true, 1);
    EXPECT_EQ(game.answers(50), (std::map<std::string, int>{{"c4c3", 50}}));
    game.teach("c4c3", false, 1);
    EXPECT_EQ(game.answers(200).size(), forgets ? 4u : 1u);
  }
}

TEST(MovingPieces, AReplyThatIsNotLegalIsPassedOver) {
  AfterFirstStep game("lgrf1");
  game.teach("c4c3", true, 1);
  game.state = crossing_after({"a1b1", "c4b4", "b1a1", "a4a3", "a1a2"});  // c4 is empty
  ASSERT_EQ(game.state.to_move(), 1);
  EXPECT_GT(game.answers(100).size(), 1u);
}

TEST(MovingPieces, MastTakesWhatHasWon) {
  AfterFirstStep greedy("mast,gram_draw=greedy,gram_epsilon=0");
  greedy.teach("c4c3", true, 3);
  greedy.teach("a4b4", false, 3);
  EXPECT_EQ(greedy.answers(50), (std::map<std::string, int>{{"c4c3", 50}}));
  AfterFirstStep gibbs("mast,gram_tau=0.5");
  for (const char* move : {"a4b4", "a4a3", "c4b4"}) gibbs.teach(move, false, 5);
  gibbs.teach("c4c3", true, 5);
  const double expected = 4000 * std::exp(2) / (std::exp(2) + 3);
  EXPECT_NEAR(gibbs.answers(4000)["c4c3"], expected, 4 * std::sqrt(expected));
}

TEST(MovingPieces, NastTakesWhatHasWonAfterThis) {
  for (const char* parts : {"nast2", "nast3"}) {
    AfterFirstStep game(std::string(parts) + ",gram_draw=greedy,gram_epsilon=0");
    game.teach("c4c3", true, 3);
    // After another move the same answer loses, so that singly it is as good as the unseen.
    game.path = step(game.root, "c1c2", 0);
    game.teach("c4c3", false, 3);
    EXPECT_EQ(game.answers(50).count("c4c3"), 0u) << parts;
    game.path = step(game.root, "a1a2", 0);
    EXPECT_EQ(game.answers(50), (std::map<std::string, int>{{"c4c3", 50}})) << parts;
  }
}

TEST(MovingPieces, DecisiveWinsWhereItCan) {
  const Crossing root = crossing_after({"a1a2", "a4b4", "a2a3", "c4c3"});
  const auto policy = make_playout<Crossing>(parts_of("decisive"), root, 1);
  policy->prepare(root);
  for (int i = 0; i < 20; ++i) {
    Crossing end = root;
    EXPECT_EQ(policy->run(end).moves, 1u);
    EXPECT_EQ(end.rewards()[0], 1);
  }
}

TEST(MovingPieces, PlayoutsOfASearchGetShorterWithWhatIsLearnt) {
  const Crossing root({});
  const std::string search = "iterations=2000,cut=200,playout=";  // replies to replies may go in circles
  const auto flat = search_parts<Flat>(root, search + "uniform").playout_moves;
  const auto uct = search_parts<Uct>(root, search + "uniform").playout_moves;
  for (const char* parts : {"decisive", "lgrf1", "lgr", "mast", "nast2", "nast3", "decisive+lgrf1+mast"}) {
    EXPECT_LT(search_parts<Flat>(root, search + parts).playout_moves, flat * 19 / 20) << parts;
    EXPECT_LT(search_parts<Uct>(root, search + parts).playout_moves, uct * 19 / 20) << parts;
  }
}

TEST(Parts, PlayHavannahTogether) {
  for (const char* parts : {"decisive+lgrf1+mast", "lgrf1+ppr+nast2", "lgr+poolrave+ppr"}) {
    for (const bool swap : {false, true}) {
      havannah::Small state(havannah::Options{.size = 5, .swap = swap});
      state.play(state.parse_move("c3").value());
      const auto together = search_parts<Rave>(state, std::string("iterations=500,playout=") + parts);
      EXPECT_EQ(together.iterations, 500u);
      EXPECT_NE(together.playout_moves, search_parts<Rave>(state, "iterations=500").playout_moves);
    }
  }
}

TEST(Parts, LearnBesideChanceAndInCompoundTurns) {
  const pig::Pig root({});
  for (const char* loop : {"", ",open_loop=true"}) {
    const std::string search = std::string("iterations=500") + loop;
    const auto uniform = search_parts<Uct>(root, search);
    for (const char* parts : {"lgrf1", "mast", "nast2", "decisive+lgr+nast3"}) {
      EXPECT_NE(search_parts<Uct>(root, search + ",playout=" + parts).playout_moves, uniform.playout_moves) << parts;
    }
  }
}

// ---- Bounded tables -------------------------------------------------------------------------------------------------

TEST(HashedTable, GrowsUpToItsBoundAndKeepsWhatItKnows) {
  HashedTable<int> table(10'000);
  int known = 0;
  for (int i = 0; i < 10'000; ++i) {
    if (int* const value = table.find_or_add(static_cast<std::uint64_t>(i) * 64)) {
      *value = i;
      ++known;
    }
  }
  EXPECT_LE(table.bytes(), 10'000u);
  EXPECT_EQ(table.size(), static_cast<std::size_t>(known));
  EXPECT_GE(known, 100);
  for (int i = 0; i < known; ++i) {
    const int* const value = table.find(static_cast<std::uint64_t>(i) * 64);
    ASSERT_NE(value, nullptr);
    EXPECT_EQ(*value, i);
  }
  EXPECT_EQ(table.find(static_cast<std::uint64_t>(known) * 64), nullptr);
  int sum = 0;
  table.for_each([&](int& value) { sum += value >= 0; });
  EXPECT_EQ(sum, known);
}

// ---- What a game knows ----------------------------------------------------------------------------------------------

/// Moving pieces with knowledge: a step to the side is answered by one to the side, and steps ahead are good.
struct Guided : Crossing {
  using Crossing::Crossing;
  static constexpr int max_replies = 4;
  static constexpr std::array<std::string_view, 2> reply_kinds{"aside", "nothing"};
  static constexpr std::uint32_t usual_replies = 1;

  static bool is_aside(crossing::Move m) { return m.from / crossing::columns == m.to / crossing::columns; }

  struct Replier {
    std::uint32_t kinds;
    Replier(const Guided&, std::uint32_t asked) : kinds(asked) {}
    bool is_empty() const { return kinds == 0; }

    std::size_t suggest(const Guided& state, crossing::Move last, std::span<crossing::Move> out) const {
      std::size_t count = 0;
      if (!is_aside(last) || (kinds & 1) == 0) return 0;
      MoveList<Crossing> moves;
      state.legal_moves(moves);
      for (const auto& move : moves) {
        if (is_aside(move)) out[count++] = move;
      }
      return count;
    }
  };
  void score_moves(const MoveList<Guided>& moves, std::span<float> scores) const {
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bool is_ahead = to_move() == 0 ? moves[i].to > moves[i].from : moves[i].to < moves[i].from;
      scores[i] = is_aside(moves[i]) ? 0.0f : !is_ahead ? 1.0f : 3.0f;
    }
  }
};
static_assert(SuggestsReplies<Guided> && ScoresMoves<Guided>);

PartParams<PartList<Replies, ScoredMoves>> guided_by(const std::string& text) {
  return parts_of<PartParams<PartList<Replies, ScoredMoves>>>(text);
}

TEST(Parts, RepliesAreWhatTheGameSuggests) {
  Guided root(Crossing::Options{});
  const auto policy = make_playout<Guided>(guided_by("replies"), root, 1);
  policy->prepare(root);
  policy->set_ending({.most_moves = 1});
  std::map<std::uint64_t, int> seen;
  for (const char* first : {"a1b1", "a1a2"}) {
    Guided state = root;
    const PlayedMove<Guided> path = played_move(state, state.parse_move(first).value(), 0);
    state.play(path.move);
    seen.clear();
    for (int i = 0; i < 300; ++i) {
      Guided next = state;
      policy->run(next, {{&path, 1}, {}});
      ++seen[next.hash()];
    }
    // The second player has two steps aside, each as likely, and two ahead.
    EXPECT_EQ(seen.size(), Guided::is_aside(path.move) ? 2u : 4u);
    for (const auto& [hash, count] : seen) EXPECT_NEAR(count, 300 / static_cast<double>(seen.size()), 50);
  }
}

TEST(Parts, RepliesOfOtherKindsAreNotGiven) {
  const Guided root(Crossing::Options{});
  const auto policy = make_playout<Guided>(guided_by("replies,reply_kinds=nothing"), root, 1);
  const auto without = make_playout<Guided>(guided_by("replies,reply_to_tree=false"), root, 1);
  for (PlayoutPolicy<Guided>* asked : {policy.get(), without.get()}) {
    asked->prepare(root);
    asked->set_ending({.most_moves = 1});
    Guided state = root;
    const PlayedMove<Guided> path = played_move(state, state.parse_move("a1b1").value(), 0);
    state.play(path.move);
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 100; ++i) {
      Guided next = state;
      asked->run(next, {{&path, 1}, {}});
      seen.insert(next.hash());
    }
    EXPECT_EQ(seen.size(), 4u);
  }
}

TEST(Parts, ScoredMovesAreDrawnInProportion) {
  const Guided root(Crossing::Options{});
  Guided state = root;
  for (const char* move : {"a1a2", "a4b4"}) state.play(state.parse_move(move).value());
  // a2 can go ahead, back and aside, c1 ahead and aside: 3, 1 and 3 of 7.
  std::map<std::string, int> seen;
  for (const char* text : {"scored", "scored,scored_moves=1"}) {
    const auto policy = make_playout<Guided>(guided_by(text), root, 1);
    policy->prepare(root);
    policy->set_ending({.most_moves = 1});
    seen.clear();
    MoveList<Guided> moves;
    state.legal_moves(moves);
    for (int i = 0; i < 3500; ++i) {
      Guided next = state;
      policy->run(next, {});
      for (const auto& move : moves) {
        Guided other = state;
        other.play(move);
        if (other.hash() == next.hash()) ++seen[state.move_text(move)];
      }
    }
    EXPECT_EQ(seen.size(), 3u);
    for (const char* move : {"a2a3", "c1c2"}) EXPECT_NEAR(seen[move], 1500, 150);
    EXPECT_NEAR(seen["a2a1"], 500, 100);
  }
  // From the second move on, steps aside are made again.
  const auto policy = make_playout<Guided>(guided_by("scored,scored_moves=1"), root, 1);
  policy->prepare(root);
  policy->set_ending({.most_moves = 2});
  int aside = 0;
  for (int i = 0; i < 200; ++i) {
    Guided next = state;
    policy->run(next, {});
    aside += std::abs(next.evaluate(0) - 1) < 0.5;
  }
  EXPECT_GT(aside, 20);
}

// ---- Adding a part --------------------------------------------------------------------------------------------------

using OwnParts = PartList<Decisive, Favourite, Mast>;
using OwnParams = PartParams<OwnParts>;

TEST(AddingAPart, TakesItsFileAndALineInAList) {
  OwnParams params = parts_of<OwnParams>("mast+favourite+decisive,favourite_p=1");
  EXPECT_THAT(Params(params).text(), testing::StartsWith("playout=decisive+favourite+mast,favourite_p=1,gram_draw="));
  const ParamInfo info = Params(params).infos()[0];
  EXPECT_EQ(info.range(), "uniform, or decisive, favourite, mast joined by +");
  EXPECT_THAT(info.meaning, HasSubstr("; favourite: the first move of the last playout that the player has won; mast"));
  check_playout<Crossing>(params, false);

  // Alone and with others: what was played first in a playout that was won is played again.
  const Crossing root = crossing_after({"a1a2", "a4b4", "a2a3", "c4c3"});  // a3a4 wins
  for (const char* text : {"favourite,favourite_p=1", "favourite+mast,favourite_p=1"}) {
    const auto policy = make_playout<Crossing>(parts_of<OwnParams>(text), root, 1);
    policy->prepare(root);
    policy->set_ending({.most_moves = 1});  // who does not win at once draws
    int wins = 0;
    for (int i = 0; i < 200; ++i) {
      Crossing end = root;
      const Outcome<Crossing> outcome = policy->run(end);
      policy->learn({}, outcome);
      if (wins > 0) {
        EXPECT_TRUE(end.is_terminal());
      }
      wins += end.is_terminal();
    }
    EXPECT_GT(wins, 100);
  }
}

/// Proposes nothing, and takes no stream.
struct Silent {
  static constexpr std::string_view name = "silent";
  static constexpr std::string_view summary = "nothing";
  using Params = NoParams;
  struct Work {
    struct Playing {
      bool propose(const Crossing&, Player, crossing::Move&) const { return false; }
    };
    Playing begin(const Crossing&, const Descent<Crossing>&) const { return {}; }
  };
  template <GameState S>
  static constexpr std::string_view missing() {
    return "";
  }
  template <GameState S>
  static Work make(const Params&, PartSetup<S>&) {
    return {};
  }
};

/// Notes what its tables may take.
template <int Number, bool Grows>
struct Noting : Silent {
  static constexpr std::string_view name = std::array<std::string_view, 3>{"first", "second", "third"}[Number];
  static inline std::size_t table_bytes = 0;

  template <GameState S>
  static constexpr bool grows() {
    return Grows;
  }
  template <GameState S>
  static Work make(const Params&, PartSetup<S>& setup) {
    table_bytes = setup.table_bytes;
    return {};
  }
};

TEST(Parts, WhoseTablesGrowShareTheBytes) {
  using First = Noting<0, true>;
  using Second = Noting<1, false>;
  using Third = Noting<2, true>;
  using All = PartParams<PartList<First, Second, Third>>;
  const Crossing root({});
  for (const auto& [text, share] : std::map<std::string, std::size_t>{
           {"first", 1000}, {"first+second", 1000}, {"first+third", 500}, {"first+second+third", 500}}) {
    First::table_bytes = 0;
    make_playout<Crossing>(parts_of<All>(text), root, 1, 1000);
    EXPECT_EQ(First::table_bytes, share) << text;
    First::table_bytes = 0;
    make_playout_of_any<Crossing>(parts_of<All>(text), root, 1, 1000);
    EXPECT_EQ(First::table_bytes, share) << text;
  }
  EXPECT_EQ(Third::table_bytes, 500u);
}

TEST(Parts, TablesGrowWhereMovesHaveNoNumbersAndForTriples) {
  static_assert(Lgrf1::grows<Crossing>() && Lgr::grows<Crossing>() && Mast::grows<Crossing>());
  using havannah::Small;
  static_assert(!Lgrf1::grows<Small>() && !Lgr::grows<Small>() && !Mast::grows<Small>() && !Nast2::grows<Small>());
  static_assert(Nast3::grows<Small>());
}

TEST(AddingAPart, ASilentOneInFrontMovesNobodysStream) {
  using Both = PartParams<PartList<Silent, Mast>>;
  const Crossing root({});
  const auto alone = make_playout<Crossing>(parts_of<Both>("mast"), root, 5);
  const auto behind = make_playout<Crossing>(parts_of<Both>("silent+mast"), root, 5);
  for (int i = 0; i < 50; ++i) {
    Crossing a = root, b = root;
    const Outcome<Crossing> expected = alone->run(a);
    const Outcome<Crossing> found = behind->run(b);
    ASSERT_EQ(found.moves, expected.moves);
    ASSERT_EQ(a.hash(), b.hash());
    alone->learn({}, expected);
    behind->learn({}, found);
  }
}

}  // namespace
}  // namespace banyan
