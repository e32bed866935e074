// SPDX-License-Identifier: MIT
#include "protocol/uhp_server.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class UhpServerTest : public testing::Test {
 protected:
  /// Without the last line, which is always `ok`.
  std::string ask(const std::string& line) {
    output_.clear();
    goes_on_ = server_.handle(line);
    EXPECT_TRUE(output_.ends_with("ok\n")) << output_;
    if (output_ == "ok\n") return {};
    EXPECT_TRUE(output_.ends_with("\nok\n")) << output_;
    return output_.substr(0, output_.size() - 4);
  }

  std::string output_;
  UhpServer server_{{.player = parse_spec("alphabeta:iterations=2000,memory=1"), .version = "1.2"},
                    [this](std::string_view text) { output_ += text; }};
  bool goes_on_ = true;
};

TEST_F(UhpServerTest, SaysWhoItIsBeforeAnybodyAsks) {
  EXPECT_EQ(output_, "id Banyan 1.2\nMosquito;Ladybug;Pillbug\nok\n");
  EXPECT_EQ(ask("info"), "id Banyan 1.2\nMosquito;Ladybug;Pillbug");
}

TEST_F(UhpServerTest, BeginsGamesInAllForms) {
  EXPECT_EQ(ask("newgame"), "Base;NotStarted;White[1]");
  EXPECT_EQ(ask("newgame Base+MLP"), "Base+MLP;NotStarted;White[1]");
  EXPECT_EQ(ask("newgame Base+PL"), "Base+LP;NotStarted;White[1]");
  EXPECT_EQ(ask("newgame Base;InProgress;White[2];wS1;bS1 wS1-"), "Base;InProgress;White[2];wS1;bS1 wS1-");
  // What was said of state and turn is not believed.
  EXPECT_EQ(ask("newgame Base;WhiteWins;Black[9];wS1"), "Base;InProgress;Black[1];wS1");
  ask("options set Expansions Base+M");
  EXPECT_EQ(ask("newgame"), "Base+M;NotStarted;White[1]");
}

TEST_F(UhpServerTest, RefusesWithTheGameUnchanged) {
  EXPECT_THAT(ask("play wS1"), StartsWith("err there is no game"));
  EXPECT_THAT(ask("validmoves"), StartsWith("err"));
  EXPECT_THAT(ask("bestmove depth 1"), StartsWith("err"));
  ask("newgame");
  ask("play wS1");
  const std::string game = "Base;InProgress;Black[1];wS1";
  for (const char* line : {"newgame Base+X",
                           "newgame Base;InProgress;White[2];wS1;bS1 wS1-;wS1 bS1-",
                           "undo 2",
                           "undo x",
                           "undo 0",
                           "bestmove time 1",
                           "bestmove time -1:0:0",
                           "bestmove time 99:00:00",
                           "bestmove depth 0",
                           "bestmove depth x",
                           "bestmove nodes 3",
                           "perft 100",
                           "options get X",
                           "options set Seconds -1",
                           "options set Seconds nan",
                           "options set Player nobody",
                           "options set Threads 0",
                           "options set Expansions Base+Q",
                           "options set Repetition maybe",
                           "options what",
                           "play",
                           "INFO",
                           "nonsense \x01\x7f"}) {
    EXPECT_THAT(ask(line), StartsWith("err ")) << line;
    EXPECT_EQ(output_.find('\x01'), std::string::npos);
  }
  for (const char* line : {"play wS2 wS1-", "play bQ wS1-", "play pass", "pass", "play bS1 wA1-", "play xyz"}) {
    EXPECT_THAT(ask(line), StartsWith("invalidmove ")) << line;
  }
  EXPECT_EQ(ask("play bS1 wS1-"), "Base;InProgress;White[2];wS1;bS1 wS1-");
  EXPECT_EQ(ask("undo"), game);
}

TEST_F(UhpServerTest, PlaysAndTakesBack) {
  ask("newgame");
  EXPECT_EQ(ask("validmoves"), "wS1;wB1;wG1;wA1");
  ask("play wS1");
  ask("play bS1 wS1-");
  EXPECT_EQ(ask("undo 2"), "Base;NotStarted;White[1]");
  EXPECT_EQ(ask("perft 3"), "perft(0) = 1\nperft(1) = 4\nperft(2) = 96\nperft(3) = 1440");
}

TEST_F(UhpServerTest, FindsMovesThatCanBePlayed) {
  ask("newgame Base+MLP");
  for (const char* line : {"bestmove depth 2", "bestmove time 00:00:00.02", "bestmove depth 3"}) {
    const std::string best = ask(line);
    const auto valid = ask("validmoves");
    const auto moves = split(valid, ';');
    EXPECT_NE(std::find(moves.begin(), moves.end(), best), moves.end()) << best;
    EXPECT_THAT(ask("play " + best), StartsWith("Base+MLP;InProgress;"));
  }
}

TEST_F(UhpServerTest, APlayerLimitedByWorkDoesNoMoreInAnyTime) {
  ask("newgame");
  EXPECT_THAT(ask("bestmove time 10:00:00"), StartsWith("w"));
  EXPECT_THAT(ask("bestmove"), StartsWith("w"));
}

TEST(UhpServer, SharesTheClockOfAGameOutAmongItsMoves) {
  std::string output;
  UhpServer server(
      {.player = parse_spec("alphabeta:memory=1"), .seconds = 600, .version = "", .clock = {.main_seconds = 6}},
      [&](std::string_view text) { output += text; });
  const double start = wall_seconds();
  server.handle("newgame Base;InProgress;White[2];wS1;bG1 wS1-");
  output.clear();
  server.handle("bestmove");
  EXPECT_THAT(output, testing::EndsWith("\nok\n"));
  EXPECT_LT(wall_seconds() - start, 60);  // a thirtieth of six seconds, and not 600
}

TEST_F(UhpServerTest, AnswersWithWhatItKnowsWhenItIsHurried) {
  ask("options set Player alphabeta");
  ask("newgame");
  std::jthread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    server_.hurry() = true;
  });
  EXPECT_THAT(ask("bestmove time 10:00:00"), StartsWith("w"));
}

TEST_F(UhpServerTest, HasOptions) {
  EXPECT_THAT(ask("options"), HasSubstr("Seconds;double;5;5;0.01;86400\n"));
  EXPECT_THAT(ask("options get Threads"), StartsWith("Threads;int;1;1;1;"));
  EXPECT_THAT(ask("options set Memory 2"), StartsWith("Memory;int;2;64;1;"));
  EXPECT_EQ(ask("options set Seconds 0.5"), "Seconds;double;0.5;5;0.01;86400");
  EXPECT_THAT(ask("options set Player uct"), StartsWith("Player;enum;uct;hive-best;hive-best;"));
  EXPECT_THAT(ask("options get Expansions"), StartsWith("Expansions;enum;Base;Base;Base;Base+M;"));
  EXPECT_EQ(ask("options set Repetition False"), "Repetition;bool;False;True");
  ask("newgame");
  EXPECT_THAT(ask("bestmove time 00:00:01"), StartsWith("w"));
}

TEST_F(UhpServerTest, EndsWhenToldTo) {
  EXPECT_TRUE(goes_on_);
  EXPECT_EQ(ask("exit"), "");
  EXPECT_FALSE(goes_on_);
}

TEST_F(UhpServerTest, TellsHowGamesEnd) {
  const std::string golden = std::string(BANYAN_SOURCE_DIR) + "/tests/golden/hive/cases.jsonl";
  std::ifstream file(golden);
  ASSERT_TRUE(file) << golden;
  std::set<std::string> states;
  for (std::string line; std::getline(file, line);) {
    const auto record = nlohmann::json::parse(line);
    if (!record.contains("state")) continue;
    const std::string game = ask("newgame " + record["game"].get<std::string>());
    EXPECT_EQ(split(game, ';').at(1), record["state"].get<std::string>()) << record["game"];
    if (split(game, ';').at(1) == "InProgress") continue;
    states.insert(std::string(split(game, ';').at(1)));
    if (game.find("NotStarted") != std::string::npos) continue;
    EXPECT_THAT(ask("play pass"), StartsWith("err the game is over"));
    EXPECT_THAT(ask("validmoves"), StartsWith("err"));
    EXPECT_THAT(ask("bestmove depth 1"), StartsWith("err"));
  }
  EXPECT_GE(states.size(), 3u);
}

}  // namespace
}  // namespace banyan
