// SPDX-License-Identifier: MIT
// banyan solve, and what replay does for puzzles.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "games/samegame/board.h"
#include "tests/cli/program.h"
#include "tests/folder_test.h"
#include "tests/samegame_reference.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Json = nlohmann::json;

/// The score of a solution by rules that know nothing of the program.
int slow_score(const Json& solution, const samegame::Board& board) {
  samegame::reference::SlowSameGame slow(board);
  for (const Json& click : solution["moves"]) EXPECT_TRUE(slow.click({click[0].get<int>(), click[1].get<int>()}));
  EXPECT_TRUE(slow.legal().empty());
  return slow.score();
}

class CliSolve : public FolderTest {
 protected:
  static std::string read(const std::string& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }
};

TEST_F(CliSolve, prints_a_solution_that_other_rules_confirm) {
  for (const char* parallel : {"root", "leaf-shared", "node-local"}) {
    const std::string line = output({"solve", "samegame", "--board", "3", "--algorithm", "nrpa:level=2,n=10",
                                     "--threads", "2", "--parallel", parallel, "--json"});
    const Json solution = Json::parse(line);
    EXPECT_EQ(solution["board"], 3);
    EXPECT_EQ(solution["playouts"], parallel == std::string("root") ? 200 : 100);
    EXPECT_GE(solution["seconds"], 0);
    EXPECT_GE(solution["lost_seconds"], 0);
    EXPECT_EQ(solution["score"], slow_score(solution, samegame::standard_board(3)));
    const Json replayed = Json::parse(output({"replay", "samegame", "--board", "3"}, {.input = line}));
    EXPECT_EQ(replayed["score"], solution["score"]);
    EXPECT_EQ(replayed["over"], true);
  }
}

TEST_F(CliSolve, gives_the_same_answer_to_the_same_seed) {
  const Words words{"solve",  "samegame", "--algorithm", "nrpa:level=2,n=12", "--threads", "2",
                    "--seed", "5",        "--parallel",  "leaf-shared",       "--json"};
  EXPECT_EQ(Json::parse(output(words))["moves"], Json::parse(output(words))["moves"]);
}

TEST_F(CliSolve, an_option_is_short_for_a_key_of_the_algorithm) {
  const auto solution = [](const Words& more) {
    Words words{"solve", "samegame", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const Json all = Json::parse(output(words));
    return std::tuple(all["algorithm"], all["threads"], all["parallel"], all["moves"], all["playouts"]);
  };
  const auto by_options = solution({"--algorithm", "nrpa:level=2,n=8", "--threads", "2", "--parallel", "node-shared",
                                    "--parallel-level", "1", "--adapt-each"});
  const std::string keys = "nrpa:level=2,n=8,threads=2,parallel=node-shared,parallel_level=1,adapt_each=true";
  EXPECT_EQ(by_options, solution({"--algorithm", keys}));
  EXPECT_EQ(by_options, solution({"--algorithm", keys, "--threads", "2", "--adapt-each"})) << "the same said twice";
  EXPECT_EQ(std::get<2>(by_options), "node-shared");
}

TEST_F(CliSolve, other_commands_know_the_threads_of_a_player) {
  const std::string player = "nrpa:level=2,n=8,iterations=100,threads=2,parallel=leaf-shared";
  const Json found = Json::parse(output({"search", "samegame", "--player", player, "--json"}));
  EXPECT_EQ(found["iterations"], 100);
  EXPECT_THAT(found["player"].get<std::string>(), HasSubstr("threads=2,parallel=leaf-shared"));
  EXPECT_THAT(output({"play", "samegame", "--first", "nrpa:level=1,iterations=10,threads=2", "--ascii"}),
              HasSubstr("The end. Score: "));
  EXPECT_THAT(refusal({"search", "samegame", "--player", "nmcs:parallel=leaf-local"}), HasSubstr("at the root only"));
}

TEST_F(CliSolve, searches_with_the_games_best_when_nothing_is_said) {
  const Json solution = Json::parse(output({"solve", "samegame", "--seconds", "0.2", "--json"}));
  EXPECT_THAT(solution["algorithm"].get<std::string>(), HasSubstr("trials=3"));
  EXPECT_EQ(slow_score(solution, samegame::standard_board(1)), solution["score"]);
}

TEST_F(CliSolve, takes_boards_from_files) {
  const std::string board = write_file("board.txt", "# mine\n0 1 0\n0 1 0\n");
  const Json solution =
      Json::parse(output({"solve", "samegame", "--board", board, "--algorithm", "nmcs:level=1", "--json"}));
  EXPECT_EQ(solution["score"], 1004);
  EXPECT_EQ(solution["moves"], Json::parse("[[1,1],[0,1]]"));
  EXPECT_EQ(solution["board"], board);
  EXPECT_THAT(refusal({"solve", "samegame", "--board", write_file("bad", "01\n012\n")}),
              HasSubstr("row 1 of the board has 3 cells, expected 2"));
  EXPECT_THAT(refusal({"solve", "samegame", "--board", write_file("bad2", "01\n09\n")}),
              HasSubstr("row 1, column 1 of the board: expected a colour 0..7"));
  EXPECT_EQ(run({"solve", "samegame", "--board", path("none")}).status, 1);
  EXPECT_THAT(refusal({"solve", "havannah", "--board", "all"}), HasSubstr("havannah has no boards with numbers"));
  EXPECT_THAT(refusal({"solve", "samegame", "--board", "21"}), HasSubstr("0..20"));
}

TEST_F(CliSolve, solves_all_boards_one_after_the_other) {
  std::istringstream lines(
      output({"solve", "samegame", "--board", "all", "--algorithm", "nrpa:level=1,n=3", "--json"}));
  int board = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json solution = Json::parse(line);
    EXPECT_EQ(solution["board"], ++board);
    EXPECT_EQ(solution["score"], slow_score(solution, samegame::standard_board(board)));
  }
  EXPECT_EQ(board, 20);
  EXPECT_THAT(output({"solve", "samegame", "--board", "all", "--algorithm", "nrpa:level=1,n=1"}),
              HasSubstr("\ntotal "));
}

TEST_F(CliSolve, shows_a_solution_step_by_step) {
  const std::string board = write_file("board.txt", "010\n010\n");
  const std::string file =
      write_file("solution", output({"solve", "samegame", "--board", board, "--algorithm", "nmcs:level=1", "--json"}));
  EXPECT_EQ(output({"solve", "--show", file}),
            " 0  0 1 0\n 1  0(1)0\n    a b c\n1 of 2: b1\n\n"
            " 0  0 0 ·\n 1 (0)0 ·\n    a b c\n2 of 2: a1\n\n"
            " 0  · · ·\n 1  · · ·\n    a b c\nscore 1004\n");
  EXPECT_THAT(refusal({"solve", "--show", write_file("bad", "[1]")}), HasSubstr("not a solution"));
  std::string wrong = read(file);
  wrong.replace(wrong.find("[1,1]"), 5, "[0,7]");
  EXPECT_THAT(refusal({"solve", "--show", write_file("wrong", wrong)}), HasSubstr("'a7' cannot be played"));
  std::string deep = read(file);
  deep.insert(1, "\"note\":" + std::string(200'000, '[') + std::string(200'000, ']') + ",");
  EXPECT_THAT(refusal({"solve", "--show", write_file("deep", deep)}), HasSubstr("nested deeper than 100 levels"));
}

TEST_F(CliSolve, replay_scores_clicks) {
  const std::string board = write_file("board.txt", "010\n010\n");
  std::istringstream lines(output({"replay", "samegame", "--board", board},
                                  {.input = "b0 c1\n[[1,0],[1,1]]\n[[0,0],[0,0]]\n[[1,0],[\n[[1]]\n"}));
  std::vector<Json> all;
  for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0]["error"]["reason"], "the cell is empty");
  EXPECT_EQ(all[1]["score"], 1004);
  EXPECT_EQ(all[2]["plies"], 2);
  EXPECT_THAT(all[3]["error"]["reason"].get<std::string>(), HasSubstr("JSON"));
  EXPECT_THAT(all[4]["error"]["reason"].get<std::string>(), HasSubstr("expected [column, row]"));
  const std::string deep = "{\"moves\":[" + std::string(200'000, '[') + std::string(200'000, ']') + "]}\n";
  EXPECT_THAT(output({"replay", "samegame", "--board", board}, {.input = deep}),
              HasSubstr("nested deeper than 100 levels"));
}

TEST_F(CliSolve, an_interrupted_search_prints_the_best_so_far) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto interrupt = [=](int pid) {
      wait_until_it_handles(pid, signal);
      kill(pid, signal);
    };
    const Outcome outcome =
        run({"solve", "samegame", "--algorithm", "nrpa:level=9", "--threads", "2", "--json"}, {.meanwhile = interrupt});
    ASSERT_EQ(outcome.status, 0) << signal;
    const Json solution = Json::parse(outcome.out);
    EXPECT_EQ(solution["stopped_by"], "cancelled");
    EXPECT_EQ(solution["score"], slow_score(solution, samegame::standard_board(1)));
  }
}

TEST_F(CliSolve, a_search_under_nohup_goes_on_when_the_terminal_closes) {
  const Words launcher{"/bin/sh", "-c", R"(trap '' HUP; exec "$0" "$@")"};
  const auto hang_up = [](int pid) {
    wait_until_it_handles(pid, SIGTERM);
    kill(pid, SIGHUP);
  };
  const Outcome outcome = run({"solve", "samegame", "--algorithm", "nrpa:level=2,n=50", "--json"},
                              {.meanwhile = hang_up, .launcher = launcher});
  EXPECT_EQ(Json::parse(outcome.out)["stopped_by"], "runs");
}

TEST_F(CliSolve, a_checkpoint_that_cannot_be_written_costs_nothing_that_was_found) {
  for (const std::string& file : {std::string("/dev/full"), path("none/checkpoint")}) {
    for (const char* algorithm : {"nrpa:level=1,n=3", "nrpa:level=9"}) {  // at the end, and at the first
      const Outcome outcome = run({"solve", "samegame", "--algorithm", algorithm, "--checkpoint", file, "--json"});
      EXPECT_EQ(outcome.status, 1);
      const Json solution = Json::parse(outcome.out);
      EXPECT_EQ(solution["score"], slow_score(solution, samegame::standard_board(1)));
      EXPECT_THAT(outcome.err, AllOf(StartsWith("banyan: cannot write '" + file + "': "), EndsWith("\n")));
      EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
  }
}

TEST_F(CliSolve, a_file_that_may_not_grow_is_an_error_like_any_other) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const Outcome outcome = run({"solve", "samegame", "--algorithm", "nrpa:level=1,n=3", "--checkpoint", path("c")},
                              {.out = ends[1], .launcher = {"/usr/bin/prlimit", "--fsize=200"}});
  close(ends[1]);
  char block[4096];
  const ssize_t count = ::read(ends[0], block, sizeof block);
  close(ends[0]);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(std::string(block, count > 0 ? static_cast<std::size_t>(count) : 0), StartsWith("score "));
  EXPECT_THAT(outcome.err, HasSubstr("File too large"));
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
}

TEST_F(CliSolve, a_disk_that_fails_later_does_not_end_the_search) {
  const std::string file = path("folder/checkpoint");
  std::filesystem::create_directory(path("folder"));
  const auto remove_folder = [&](int pid) {
    for (int i = 0; i < 1000 && !std::filesystem::exists(file); ++i) usleep(20'000);
    std::filesystem::rename(path("folder"), path("elsewhere"));
    kill(pid, SIGTERM);
  };
  const Outcome outcome = run({"solve", "samegame", "--algorithm", "nrpa:level=9", "--checkpoint", file, "--json"},
                              {.meanwhile = remove_folder});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(Json::parse(outcome.out)["stopped_by"], "cancelled");
  EXPECT_THAT(outcome.err, EndsWith("banyan: cannot write '" + file + "': No such file or directory\n"));
}

TEST_F(CliSolve, goes_on_from_a_checkpoint_after_it_was_killed) {
  const std::string file = path("checkpoint");
  const Words words{"solve", "samegame", "--algorithm", "nrpa:level=9", "--checkpoint", file, "--json"};
  const auto kill_it = [&](int pid) {
    for (int i = 0; i < 1000 && !std::filesystem::exists(file); ++i) usleep(20'000);
    kill(pid, SIGKILL);
  };
  EXPECT_EQ(run(words, {.meanwhile = kill_it}).status, 128 + SIGKILL);
  const Json before = Json::parse(read(file));
  Words timed = words;
  timed.insert(timed.end(), {"--seconds", "0.001"});
  const Json after = Json::parse(output(timed));
  EXPECT_GE(after["score"], before["score"]);
  EXPECT_GT(after["playouts"], before["playouts"]);
  EXPECT_GE(after["seconds"], before["seconds"]);
}

TEST_F(CliSolve, a_checkpoint_that_does_not_fit_is_refused_and_left_alone) {
  const std::string file = path("checkpoint");
  output({"solve", "samegame", "--algorithm", "nrpa:level=2,n=5", "--checkpoint", file, "--json"});
  const std::string text = read(file);
  EXPECT_THAT(refusal({"solve", "samegame", "--board", "2", "--algorithm", "nrpa:level=2,n=5", "--checkpoint", file}),
              HasSubstr("the checkpoint is of another search: its game is samegame:board=1"));
  EXPECT_EQ(read(file), text);
  const std::string half = write_file("half", text.substr(0, text.size() / 2));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "nrpa:level=2,n=5", "--checkpoint", half}),
              HasSubstr("not a checkpoint"));
  EXPECT_EQ(read(half), text.substr(0, text.size() / 2));
}

TEST_F(CliSolve, words_that_make_no_sense_are_named) {
  EXPECT_THAT(refusal({"solve"}), HasSubstr("solve needs a game"));
  EXPECT_THAT(refusal({"solve", "havannah"}), HasSubstr("havannah cannot be solved: it lacks one player"));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "uct"}), HasSubstr("'uct' does not solve"));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "nrpa:levl=2"}), HasSubstr("did you mean 'level'?"));
  EXPECT_THAT(refusal({"solve", "samegame", "--parallel", "branch"}),
              HasSubstr("'parallel=branch' does not fit: expected root, leaf-shared"));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "nmcs", "--parallel", "leaf-shared"}),
              HasSubstr("at the root only"));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "nrpa:level=2", "--parallel", "node-local",
                       "--parallel-level", "3"}),
              HasSubstr("above the level of the algorithm, 2"));
  EXPECT_THAT(refusal({"solve", "samegame", "--threads", "0"}), HasSubstr("expected a whole number in 1..1024"));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "nrpa:seconds=3", "--seconds", "5"}),
              HasSubstr("--seconds 5 contradicts 'nrpa:seconds=3'"));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "nrpa:iterations=30", "--iterations", "5"}),
              HasSubstr("--iterations 5 contradicts"));
  EXPECT_THAT(refusal({"solve", "samegame", "--algorithm", "nrpa:cpu_seconds=30", "--cpu-seconds", "5"}),
              HasSubstr("--cpu-seconds 5 contradicts"));
  EXPECT_THAT(refusal({"solve", "samegame", "--board", "all", "--checkpoint", path("x")}), HasSubstr("one board"));
  EXPECT_THAT(refusal({"solve", "samegame:board=2", "--board", "3"}), HasSubstr("given twice"));
}

}  // namespace
}  // namespace banyan::testing
