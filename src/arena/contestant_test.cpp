// SPDX-License-Identifier: MIT
// External programs in matches, as small engines written in the language of /bin/sh: each way to fail costs the game,
// is told apart and does not end the match.
#include "arena/contestant.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "arena/match.h"
#include "arena/run.h"
#include "core/text.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

class ExternalTest : public FolderTest {
 protected:
  /// A program that agrees to everything, and does `genmove` when it is asked for a move; $n counts its moves.
  std::string program(const std::string& genmove, const std::string& settings = "") {
    const std::string path = folder_ + "/engine" + std::to_string(++programs_) + ".sh";
    std::ofstream(path) << "n=0\nwhile read -r command rest; do\n"
                        << "  echo \"$command${rest:+ $rest}\" >> " << log() << "\n"
                        << "  case $command in\n"
                        << "    genmove) n=$((n + 1)); " << genmove << " ;;\n"
                        << "    quit) printf '=\\n\\n'; exit 0 ;;\n"
                        << "    *) printf '=\\n\\n' ;;\n"
                        << "  esac\ndone\n";
    return "gtp:\"/bin/sh " + path + " {seed}\"" + settings;
  }
  std::string log() const { return folder_ + "/log"; }
  std::string logged() const {
    std::ifstream file(log());
    return {std::istreambuf_iterator<char>(file), {}};
  }

  static GameRecord play(const std::string& a, std::uint64_t number, const std::string& opening = "") {
    MatchSettings settings{.game = "havannah:size=3", .a = a, .b = "flat:iterations=5"};
    if (!opening.empty()) settings.openings = Openings::list(opening);
    SearchControl control;
    return Match(settings).play(number, control, "").value();
  }

  int programs_ = 0;
};

TEST_F(ExternalTest, PlaysBothSidesToldEveryMoveOnce) {
  const std::string a = program("case $n in 1) m=a1;; 2) m=b1;; *) m=c1;; esac; printf '= %s\\n\\n' $m");
  const GameRecord game = play(a, 0, "e5 a3 e4 c3");
  EXPECT_THAT(*game.moves, StartsWith("a1 "));
  const auto moves = words(*game.moves);
  const std::string reply(moves.at(1));
  EXPECT_THAT(logged(), StartsWith("boardsize 3\nclear_board\nplay white e5\nplay black a3\nplay white e4\nplay black "
                                   "c3\ngenmove white\nplay black " +
                                   reply + "\ngenmove white\n"));
  EXPECT_THAT(logged(), Not(HasSubstr("play white a1")));
  std::filesystem::remove(log());
  play(a, 1, "e5 a3 e4 c3");
  EXPECT_THAT(logged(), HasSubstr("genmove black\n"));
}

TEST_F(ExternalTest, LosesByEachOfItsFaults) {
  struct Case {
    std::string genmove, settings, kind, what;
  };
  for (const Case& c : {
           Case{"echo 'out of luck' >&2; exit 3", "", "crash", "exited with status 3"},
           Case{"kill -11 $$", "", "crash", "signal 11"},
           Case{"sleep 60", ",patience=0.2", "stall", "no answer in 0.2 s"},
           Case{"printf '? not now\\n\\n'", "", "protocol", "refused"},
           Case{"printf '= Zulu 9\\n\\n'", "", "protocol", "no move"},
           Case{"printf '= a9\\n\\n'", "", "illegal", "a9"},
           Case{"sleep 0.4; printf '= a1\\n\\n'", ",seconds=0.05,grace=0.1", "time", "its move took"},
       }) {
    for (const std::uint64_t number : {0u, 1u}) {
      const GameRecord game = play(program(c.genmove, c.settings), number);
      EXPECT_EQ(game.kind_of_ending(), c.kind) << game.ending;
      EXPECT_THAT(game.ending, HasSubstr(c.what));
      EXPECT_EQ(game.half_points_of_a(), 0u) << game.ending;
      EXPECT_EQ(game.plies, number);
    }
  }
}

TEST_F(ExternalTest, TakesAnOccupiedCellForIllegal) {
  const GameRecord game = play(program("printf '= c3\\n\\n'"), 0, "c3 a1");
  EXPECT_THAT(game.ending, AllOf(StartsWith("illegal: "), HasSubstr("the cell is occupied")));
  EXPECT_EQ(game.winner, 2);
}

TEST_F(ExternalTest, MayResign) {
  const GameRecord game = play(program("printf '= resign\\n\\n'"), 1);
  EXPECT_EQ(game.ending, "resignation");
  EXPECT_EQ(game.half_points_of_a(), 0u);
}

TEST_F(ExternalTest, FailsSomeGamesWithoutEndingTheMatch) {
  const Match match({.game = "havannah:size=3", .a = program("exit 1"), .b = "flat:iterations=5"});
  Store store(folder_ + "/store");
  RunControl control;
  const auto tallies = run_matches({match}, {.rules = {.games = 6}, .concurrency = 2}, store, control, {});
  EXPECT_TRUE(tallies[0].is_over());
  EXPECT_EQ(tallies[0].so_far().score.losses, 6u);
  EXPECT_EQ(tallies[0].so_far().endings.at("crash").losses, 6u);
}

TEST_F(ExternalTest, GetsASeedThatFollowsFromTheGame) {
  const std::string path = folder_ + "/seed.sh";
  std::ofstream(path) << "echo $1 >> " << log() << "\nexit 0\n";
  const std::string a = "gtp:\"/bin/sh " + path + " {seed}\"";
  play(a, 0);
  play(a, 2);
  play(a, 0);
  const std::string text = logged();
  const auto seeds = words(text);
  ASSERT_EQ(seeds.size(), 3u);
  EXPECT_EQ(seeds[0], seeds[2]);
  EXPECT_NE(seeds[0], seeds[1]);
  EXPECT_LT(to_integer(seeds[0]).value(), 1LL << 31);
}

TEST_F(ExternalTest, IsTriedBeforeAMatch) {
  const auto with = [](const std::string& a) {
    return Match({.game = "havannah:size=3", .a = a, .b = "flat:iterations=5"});
  };
  EXPECT_THAT([&] { with("gtp:/no/such/program").try_players(); },
              ThrowsMessage<Error>(AllOf(HasSubstr("player A cannot begin a game"), HasSubstr("/no/such/program"))));
  with(program("exit 1")).try_players();
  EXPECT_THAT([&] { with("gtp:"); }, ThrowsMessage<UsageError>(HasSubstr("must name a program")));
  EXPECT_THAT([&] { with("gtp:true,coordinates=hex"); },
              ThrowsMessage<UsageError>(HasSubstr("expected rows, columns or littlegolem")));
}

TEST_F(ExternalTest, KeepsItsSettingsInTheKey) {
  const std::string text = R"(gtp:"a \"b, c\"",setup="x 1",setup="y, 2",seconds=5)";
  const Match match({.game = "havannah:size=3", .a = text, .b = "flat:iterations=5"});
  EXPECT_THAT(match.key(), HasSubstr("\na " + text + ",cpu_seconds=0,"));
  EXPECT_EQ(Match::from_key(match.key()).key(), match.key());
}

}  // namespace
}  // namespace banyan
