// SPDX-License-Identifier: MIT
// Searches about some moves of the root only: nothing else is looked at, and what is certain of these moves is not
// taken for the truth about the position.
#include <gmock/gmock.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/catalogue.h"
#include "search/minimax/minimax.h"
#include "tests/games/searches.h"

namespace banyan {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::ThrowsMessage;

using Texts = std::vector<std::string>;

SearchReport found_among(EnginePlayer& player, const Session& session, const Texts& only) {
  SearchControl control;
  control.only = only;
  return player.search(session, control);
}

void expect_only(const std::string& game, const std::string& player, const Texts& played, const Texts& only) {
  const auto session = new_session(parse_spec(game));
  for (const std::string& move : played) session->play(move);
  const auto who = session->new_player(parse_spec(player), 1);
  const auto check = [&] {
    const SearchReport report = found_among(*who, *session, only);
    EXPECT_FALSE(report.moves.empty()) << player;
    EXPECT_THAT(only, Contains(report.best_move)) << player;
    for (const MoveReport& move : report.moves) EXPECT_THAT(only, Contains(move.move)) << player;
    EXPECT_EQ(report.principal_variation.at(0), report.best_move);
  };
  check();
  // Before and after a search of the whole position by the same player.
  const SearchReport whole = found_among(*who, *session, {});
  EXPECT_GT(whole.moves.size(), 0u);
  check();
  EXPECT_THAT(
      [&] {
        found_among(*who, *session, {only[0], "nowhere"});
      },
      ThrowsMessage<UsageError>(HasSubstr("'nowhere' cannot be played")));
}

TEST(Only, these_moves_of_havannah_get_visits) {
  for (const std::string player :
       {"uct:iterations=400", "uct:iterations=400,untried=urgency,threads=2", "rave:iterations=400",
        "rave:iterations=400,playouts=3", "alpha_amaf:iterations=400", "flat:iterations=400", "sums:iterations=400",
        "sums:iterations=400,per_candidate=20", "rave:iterations=400,early_stop=always", "expectiminimax:depth=1",
        "uct:iterations=400,playout=mast"}) {
    expect_only("havannah:size=4", player, {"d4"}, {"a1", "g7", "d5"});
    expect_only("havannah:size=4", player, {"d4"}, {"c3"});
  }
}

TEST(Only, these_moves_of_hive_get_visits) {
  for (const std::string player :
       {"alphabeta:iterations=500", "alphabeta:iterations=1", "alphabeta:iterations=1,threads=2",
        "alphabeta:iterations=500,threads=2", "alphabeta:depth=2", "uct:iterations=50,cut=20",
        "hive-basic:iterations=50,cut=20", "sums:iterations=50,cut=20,keep=1"}) {
    expect_only("hive", player, {"wS1"}, {"bG1 wS1-", "bA1 -wS1"});
    expect_only("hive", player, {"wS1"}, {"bS1 wS1/"});
  }
}

TEST(Only, these_moves_of_games_with_chance_get_visits) {
  const auto start = [](const std::string& game) {
    const auto session = new_session(parse_spec(game));
    let_chance_play(*session, 1);
    return std::make_pair(session->moves(), session->legal_moves());
  };
  for (const std::string player :
       {"uct:iterations=200", "uct:iterations=200,open_loop=true", "uct:iterations=200,representatives=averaged",
        "expectiminimax:depth=1", "expectiminimax:depth=2,representatives=averaged"}) {
    const auto [played, legal] = start("cards");
    expect_only("cards", player, played, {legal.back()});
    expect_only("cards", player, played, {legal[1], legal[2]});
  }
  for (const std::string player : {"uct:iterations=200", "maxn:depth=1", "best_reply:depth=1"}) {
    const auto [played, legal] = start("cards3");
    expect_only("cards3", player, played, {legal[1], legal[2]});
  }
}

TEST(Lines, are_told_of_as_many_moves_as_are_wanted) {
  for (const auto& [game, player] :
       std::vector<std::pair<std::string, std::string>>{{"havannah:size=4", "rave:iterations=2000"},
                                                        {"havannah:size=4", "uct:iterations=2000,threads=2"},
                                                        {"cards", "uct:iterations=2000"},
                                                        {"cards", "uct:iterations=2000,open_loop=true"},
                                                        {"cards", "uct:iterations=2000,representatives=averaged"}}) {
    const auto session = new_session(parse_spec(game));
    let_chance_play(*session, 1);
    const auto who = session->new_player(parse_spec(player), 1);
    SearchControl control;
    control.lines = 3;
    const SearchReport report = who->search(*session, control);
    ASSERT_GE(report.moves.size(), 4u) << player;
    for (std::size_t i = 0; i < report.moves.size(); ++i) {
      ASSERT_EQ(report.moves[i].line.empty(), i >= 3) << game << ' ' << player;
      if (i >= 3) continue;
      EXPECT_EQ(report.moves[i].line[0], report.moves[i].move);
      if (report.moves[i].move == report.best_move) {
        EXPECT_EQ(report.moves[i].line, report.principal_variation) << game << ' ' << player;
      }
    }
    EXPECT_GT(report.moves[1].line.size(), 1u) << game << ' ' << player;
    control.lines = 0;
    EXPECT_TRUE(who->search(*session, control).moves[0].line.empty());
  }
}

TEST(Only, a_sequence_may_begin_with_one_given_move) {
  const auto session = new_session(parse_spec("samegame:cells=0110/0110/2002"));
  for (const std::string player : {"nrpa:level=1,n=5,iterations=50", "nmcs:level=1,iterations=50"}) {
    const auto who = session->new_player(parse_spec(player), 1);
    for (const std::string& move : session->legal_moves()) {
      const SearchReport report = found_among(*who, *session, {move});
      EXPECT_EQ(report.best_move, move);
      const auto after = new_session(spec_of(*session));
      for (const std::string& each : report.principal_variation) after->play(each);
      EXPECT_TRUE(after->result());
      EXPECT_NEAR(after->score().value(), report.score.value(), 1e-6);
    }
    EXPECT_THAT([&] { found_among(*who, *session, session->legal_moves()); },
                ThrowsMessage<UsageError>(HasSubstr("one move only")));
  }
  const auto last = new_session(parse_spec("samegame:cells=00/00"));
  const auto who = last->new_player(parse_spec("nrpa:level=1,n=5,iterations=50"), 1);
  EXPECT_EQ(found_among(*who, *last, last->legal_moves()).best_move, last->legal_moves()[0]);
}

TEST(Only, who_looks_at_nothing_refuses) {
  const auto session = new_session(parse_spec("havannah:size=4"));
  const auto who = session->new_player(parse_spec("random"), 1);
  EXPECT_THAT([&] { found_among(*who, *session, {"a1"}); }, ThrowsMessage<UsageError>(HasSubstr("looks at no moves")));
}

TEST(Only, a_book_does_not_answer) {
  const auto session = new_session(parse_spec("poly_y:sides=5,size=7,swap=true"));
  const auto who = session->new_player(parse_spec("uct:iterations=50,book=poly_y_paper"), 1);
  EXPECT_EQ(found_among(*who, *session, {}).stopped_by, "book");
  EXPECT_EQ(found_among(*who, *session, {"1"}).best_move, "1");
}

// ---- What is certain ----

using tic_tac_toe::TicTacToe;

/// The first player has 0 and 1 and wins with 2; the second has 3 and 4 and threatens 5.
TicTacToe won_position() {
  TicTacToe state(tic_tac_toe::Options{});
  for (const TicTacToe::Move move : std::vector<TicTacToe::Move>{{0}, {3}, {1}, {4}}) state.play(move);
  return state;
}

template <class Search>
void expect_proofs_apart(Search& search) {
  const TicTacToe state = won_position();
  const std::vector<TicTacToe::Move> history{{0}, {3}, {1}, {4}}, losing{{7}, {8}}, winning{{2}};
  const auto about = [&](const std::vector<TicTacToe::Move>& only) {
    Watch<TicTacToe> watch;
    watch.only = only;
    return search.search(state, history, watch);
  };
  for (int round = 0; round < 2; ++round) {
    const auto lost = about(losing);
    EXPECT_EQ(lost.best.proven, 0.0);
    EXPECT_FALSE(lost.proven) << "what was left out wins";
    const auto whole = about({});
    EXPECT_EQ(whole.best.move.square, 2);
    EXPECT_EQ(whole.proven, 1.0);
    const auto won = about(winning);
    EXPECT_EQ(won.proven, 1.0) << "a win is one whatever else there is";
  }
}

TEST(Only, a_proof_of_some_moves_is_none_of_the_position) {
  for (const int threads : {1, 2}) {
    Uct::Params uct;
    uct.limits.iterations = 2000;
    uct.tree.threads = threads;
    expect_proofs_apart(*Uct::make<TicTacToe>(uct, 1));
    Rave::Params rave;
    rave.limits = uct.limits;
    rave.tree = uct.tree;
    expect_proofs_apart(*Rave::make<TicTacToe>(rave, 1));
  }
  Expectiminimax::Params minimax;
  minimax.minimax.depth = 9;
  expect_proofs_apart(*Expectiminimax::make<TicTacToe>(minimax, 1));
}

TEST(Only, all_moves_are_as_none) {
  const auto session = new_session(parse_spec("havannah:size=4"));
  for (const std::string player : {"uct:iterations=500", "rave:iterations=500", "flat:iterations=500"}) {
    const auto all = found_among(*session->new_player(parse_spec(player), 1), *session, session->legal_moves());
    const auto none = found_among(*session->new_player(parse_spec(player), 1), *session, {});
    ASSERT_EQ(all.moves.size(), none.moves.size());
    for (std::size_t i = 0; i < all.moves.size(); ++i) {
      EXPECT_EQ(all.moves[i].move, none.moves[i].move);
      EXPECT_EQ(all.moves[i].visits, none.moves[i].visits);
    }
  }
}

}  // namespace
}  // namespace banyan
