// SPDX-License-Identifier: MIT
// Hive behind the boundary: sessions, players and saved games know it by its text alone.
#include <gmock/gmock.h>

#include <string>

#include "engine/catalogue.h"
#include "engine/save.h"
#include "engine/session.h"
#include "games/hive/notation.h"

namespace banyan {
namespace {

std::unique_ptr<Session> session_of(const std::string& spec, const std::string& game) {
  auto session = new_session(parse_spec(spec));
  for (const std::string& move : hive::parse_game_string(game).moves) session->play(move);
  return session;
}

SearchReport search(const Session& session, const std::string& player) {
  SearchControl control;
  return session.new_player(parse_spec(player), 1)->search(session, control);
}

/// "wA1 \bG3" closes the last cell beside Black's queen.
const std::string win_in_one =
    "Base;InProgress;White[8];wS1;bS1 wS1-;wB1 -wS1;bA1 bS1/;wQ \\wB1;bQ bS1-;wG1 \\wS1;bG1 \\bA1;wB2 \\wQ;bG2 "
    "bS1\\;wG1 "
    "-bG2;bB1 bG2-;wA1 wQ/;bG3 bB1/";

TEST(HiveEngine, PlaysByItsText) {
  const auto session = session_of("hive:expansions=M+L+P", "Base+MLP;InProgress;White[2];wM;bL wM-");
  EXPECT_EQ(session->options(), "expansions=M+L+P,queen_first=false,repetitions=3,max_plies=0");
  EXPECT_EQ(session->moves().back(), "bL wM-");
  EXPECT_THROW(session->play("wA1 bL-"), IllegalMove);
  session->play("wA1 -wM");
  EXPECT_TRUE(session->undo());
  EXPECT_TRUE(session->redo());
  EXPECT_EQ(session->moves().size(), 3u);
}

TEST(HiveEngine, TreeSearchesTakeAWinInOne) {
  const auto session = session_of("hive", win_in_one);
  for (const std::string player : {"uct:iterations=300", "uct:iterations=3000,solver=false,cut=100,playout=decisive",
                                   "uct:iterations=3000,solver=false,cut=100,playout=decisive+piece"}) {
    EXPECT_EQ(search(*session, player).best_move, "wA1 \\bG3") << player;
  }
}

TEST(HiveEngine, RepetitionEndsAGame) {
  const std::string cycle =
      "Base+ML;Draw;White[10];wB1;bB1 wB1-;wQ /wB1;bQ bB1\\;wA1 -wB1;bQ /bB1;wA1 -wQ;bB1 bQ;wA1 /wQ;bB1 wB1;wA1 "
      "-bB1;bB1 "
      "bQ/;wA1 -wQ;bB1 bQ;wA1 /wQ;bB1 wB1;wA1 -bB1;bB1 bQ/";
  const auto drawn = session_of("hive:expansions=M+L", cycle);
  ASSERT_TRUE(drawn->result());
  EXPECT_EQ(drawn->result()->how, std::vector<std::string>{"repetition"});
  EXPECT_FALSE(session_of("hive:expansions=M+L,repetitions=0", cycle)->result());
}

TEST(HiveEngine, CountsAlikeWithAndWithoutRepetition) {
  EXPECT_EQ(new_session(parse_spec("hive"))->perft(4), 21600u);
  EXPECT_EQ(new_session(parse_spec("hive:repetitions=0"))->perft(4), 21600u);
  EXPECT_EQ(new_session(parse_spec("hive:expansions=M+L+P"))->perft(3), 6678u);
}

}  // namespace
}  // namespace banyan
