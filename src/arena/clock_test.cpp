// SPDX-License-Identifier: MIT
// Matches in which each player has a clock for a whole game.
#include <gmock/gmock.h>

#include <fstream>

#include "arena/exchange.h"
#include "arena/match.h"
#include "arena/store.h"
#include "core/text.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::ThrowsMessage;

class ClockTest : public FolderTest {
 protected:
  static Match match(const std::string& a, const std::string& b, const std::string& clock) {
    MatchSettings settings{.game = "havannah:size=3", .a = a, .b = b};
    if (!clock.empty()) settings.clock = parse_clock(clock);
    return Match(settings);
  }
  static GameRecord play(const Match& match, std::uint64_t number = 0) {
    SearchControl control;
    return match.play(number, control, "").value();
  }
  /// A program that takes so long for each move, the first free cell.
  std::string program(const std::string& seconds) {
    const std::string path = folder_ + "/engine.sh";
    std::ofstream(path) << "n=0\nwhile read -r command rest; do\n"
                        << "  echo \"$command${rest:+ $rest}\" >> " << folder_ << "/log\n"
                        << "  case $command in\n"
                        << "    genmove) n=$((n + 1)); sleep " << seconds << "; printf '= a%s\\n\\n' $n ;;\n"
                        << "    quit) printf '=\\n\\n'; exit 0 ;;\n"
                        << "    *) printf '=\\n\\n' ;;\n"
                        << "  esac\ndone\n";
    return "gtp:\"/bin/sh " + path + "\"";
  }
  std::string logged() const {
    std::ifstream file(folder_ + "/log");
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_F(ClockTest, IsPartOfTheMatch) {
  const Match timed = match("uct", "rave", "cpu:0.5");
  EXPECT_TRUE(timed.key().ends_with("\nrules 1\nclock cpu:0.5\n"));
  EXPECT_EQ(Match::from_key(timed.key()).key(), timed.key());
  const Match untimed = match("uct:iterations=5", "rave:iterations=5", "");
  EXPECT_THAT(untimed.key(), Not(HasSubstr("clock ")));
  EXPECT_EQ(Match::from_key(untimed.key()).key(), untimed.key());
}

TEST_F(ClockTest, IsExportedAndImported) {
  Store store(folder_ + "/a"), other(folder_ + "/b");
  const Match timed = match("uct", "rave", "0.2");
  const MatchId id = store.add(timed);
  store.finish(id, play(timed));
  const std::string text = export_text(store, {id}, ExportMoves::all);
  EXPECT_THAT(text, HasSubstr("\nrules 1\nclock 0.2\n"));
  EXPECT_EQ(import_text(other, text).added, 1u);
  EXPECT_EQ(export_text(other, {id}, ExportMoves::all), text);
}

TEST_F(ClockTest, BothPlayersKeepToIt) {
  for (const char* clock : {"1", "cpu:0.5"}) {
    const GameRecord game = play(match("uct", "rave", clock));
    EXPECT_NE(game.kind_of_ending(), "time") << game.ending;
    EXPECT_GT(game.seconds_a, 0);
    if (std::string(clock) == "1") {
      EXPECT_LT(game.seconds_a, 1.5);
      EXPECT_LT(game.seconds_b, 1.5);
    }
  }
}

TEST_F(ClockTest, AProgramIsToldOfIt) {
  const GameRecord game = play(match(program("0"), "flat", "5"));
  EXPECT_THAT(logged(), AllOf(StartsWith("boardsize 3\nclear_board\ntime_settings 5 0 0\ntime_left white 5 0\n"
                                         "genmove white\n"),
                              HasSubstr("\ntime_left white 4.")));
  EXPECT_NE(game.kind_of_ending(), "time");
}

TEST_F(ClockTest, WhoOverdrawsItLoses) {
  const GameRecord game = play(match(program("0.4"), "flat", "0.3"));
  EXPECT_EQ(game.kind_of_ending(), "time") << game.ending;
  EXPECT_EQ(game.half_points_of_a(), 0u);
}

TEST_F(ClockTest, ContradictsLimitsOfMoves) {
  for (const std::string player : {"uct:iterations=5", "rave:seconds=1", "flat:cpu_seconds=1", "gtp:x,seconds=1"}) {
    EXPECT_THAT([&] { match("uct", player, "30"); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr("clock 30: player B has a limit for each move"))))
        << player;
  }
  EXPECT_THROW(Match({.game = "havannah:size=3", .a = "uct", .b = "rave", .clock = TimeControl{.main_seconds = 1e308}}),
               UsageError);
}

TEST_F(ClockTest, NobodyPondersInAMatch) {
  EXPECT_THAT([&] { match("uct:ponder=true", "rave", ""); },
              ThrowsMessage<UsageError>(HasSubstr("ponder=true is not for matches")));
}

}  // namespace
}  // namespace banyan
