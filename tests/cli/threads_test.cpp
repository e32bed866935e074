// SPDX-License-Identifier: MIT
// Where a user may have few threads, the program goes on with those.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliThreads : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    chmod(folder_.c_str(), 0777);
    launcher_ = as_ordinary_user(3);
    if (launcher_.empty()) GTEST_SKIP() << "only root can be another user, and is not limited itself";
  }

  Json output_with_note(const Words& words, const std::string& note) const {
    const Outcome outcome = run(words, {.launcher = launcher_});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "banyan: only 3 of " + note + " threads can be started; it goes on with these\n");
    return Json::parse(outcome.out);
  }

  Words launcher_;
};

TEST_F(CliThreads, solve_searches_with_those_it_gets) {
  for (const char* parallel : {"root", "leaf-shared", "node-local"}) {
    const Json solution = output_with_note(
        {"solve", "samegame", "--algorithm", "nrpa:level=2,n=10", "--threads", "64", "--parallel", parallel, "--json"},
        "64");
    EXPECT_EQ(solution["threads"], 3);
  }
}

TEST_F(CliThreads, match_and_tune_play_with_those_they_get) {
  EXPECT_EQ(
      output_with_note({"match", "--game", "havannah:size=3", "--a", "flat:iterations=5", "--b", "flat:iterations=6",
                        "--games", "20", "--concurrency", "64", "--store", path("s"), "--json"},
                       "64")["matches"][0]["games"],
      20);
  EXPECT_EQ(output_with_note({"tune", "--game", "havannah:size=3", "--player", "rave:iterations=5", "--over",
                              "r=20|100", "--games", "20", "--concurrency", "32", "--store", path("s"), "--json"},
                             "32")["over"],
            true);
}

TEST_F(CliThreads, a_book_is_built_with_those_it_gets) {
  const Outcome built = run({"book", "build", "poly_y", "--size", "3", "--player", "flat:iterations=5", "--games", "64",
                             "--concurrency", "64", "--store", path("s"), "--out", path("b")},
                            {.launcher = launcher_});
  EXPECT_EQ(built.status, 0);
  EXPECT_EQ(built.err, "banyan: only 3 of 64 threads can be started; it goes on with these\n");
}

const std::string shortage = "banyan: only 3 of 8 threads can be started; it goes on with these\n";

TEST_F(CliThreads, search_tells_of_those_it_lacks) {
  for (const std::string player : {"uct:iterations=500,threads=8", "alphabeta:depth=2,threads=8"}) {
    const std::string game = player.starts_with("uct") ? "havannah" : "hive";
    const Words words{"search", game, "--player", player};
    EXPECT_THAT(output(words, {.launcher = launcher_}), HasSubstr("threads     only 3 of 8 could be started\n"));
    Words as_json = words;
    as_json.emplace_back("--json");
    const Json json = Json::parse(output(as_json, {.launcher = launcher_}));
    EXPECT_EQ(json["threads"], 3) << player;
    EXPECT_EQ(json["missing_threads"], 5) << player;
  }
}

TEST_F(CliThreads, players_say_once_that_they_lack_some) {
  const std::string player = "uct:iterations=50,threads=8";
  const auto told = [&](const Words& words, const std::string& input) {
    const Outcome outcome = run(words, {.input = input, .launcher = launcher_});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, shortage) << words[0];
    return outcome.out;
  };
  EXPECT_THAT(told({"play", "havannah", "--size", "4", "--white", player, "--black", "human"}, "quit\n"),
              HasSubstr("White ● plays "));
  EXPECT_THAT(told({"gtp", "havannah", "--size", "4", "--player", player},
                   "genmove white\nclear_board\ngenmove white\nname\nquit\n"),
              HasSubstr("= Banyan\n"));
  EXPECT_THAT(told({"uhp", "--player", "alphabeta:depth=2,threads=8"}, "newgame\nbestmove\nbestmove\nexit\n"),
              HasSubstr("\nok\n"));
  const std::string file =
      write_file("game.json", R"({"version":2,"game":"havannah","options":"size=4","moves":["a1","b2","c3"]})");
  chmod(file.c_str(), 0666);
  EXPECT_THAT(told({"review", file, "--player", player}, ""), HasSubstr("reviewed by " + player));
}

TEST_F(CliThreads, a_match_plays_no_game_with_fewer) {
  const Outcome outcome = run({"match", "--game", "hive", "--a", "alphabeta:depth=1,threads=8", "--b", "random",
                               "--games", "2", "--store", path("s")},
                              {.launcher = launcher_});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr(" of 8 threads can be started, and a player with fewer is another one"));
}

TEST_F(CliThreads, a_survey_records_no_search_with_fewer) {
  const auto survey = [&](int threads, const std::string& concurrency) {
    const std::string toml =
        write_file("survey" + std::to_string(threads) + ".toml",
                   "title = \"x\"\n[[search]]\ntitle = \"y\"\nx = \"playouts\"\ngame = \"samegame\"\nalgorithm = "
                   "\"nrpa:level=2,n=5\"\nruns = 6\nthreads = " +
                       std::to_string(threads) + '\n');
    return run({"experiment", "run", toml, "--concurrency", concurrency}, {.launcher = launcher_});
  };
  const Outcome refused = survey(8, "1");
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("only 3 of 8 threads can be started, and a search with fewer is another one"));
  EXPECT_FALSE(std::filesystem::exists(path("results/survey8.jsonl")));
  const Outcome several = survey(1, "8");
  EXPECT_THAT(several.err, HasSubstr("only 3 of 8 threads can be started; it goes on with these"));
  EXPECT_THAT(several.out, HasSubstr("6 of 6 runs"));
}

}  // namespace
}  // namespace banyan::testing
