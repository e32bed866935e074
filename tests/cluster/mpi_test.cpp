// SPDX-License-Identifier: MIT
// The program under mpirun, where MPI was found: ranks on this machine. namespaces.sh has them on several.
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

#ifdef BANYAN_MPIRUN

namespace banyan::testing {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

/// Tests may be run by root, and with fewer cores than ranks.
Setting on_ranks(int count) {
  return {.environment = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                          "OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_mpi_yield_when_idle=1",
                          // MPI keeps what it once allocated.
                          "ASAN_OPTIONS=detect_leaks=0"},
          .launcher = {BANYAN_MPIRUN, "-np", std::to_string(count)}};
}

Json solution(const Words& more, const Setting& setting) {
  Words words{"solve", "samegame", "--json"};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome outcome = run(words, setting);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return Json::parse(outcome.out);
}

class CliMpi : public FolderTest {
 protected:
};

TEST_F(CliMpi, three_ranks_find_what_three_threads_find) {
  const Json ranks = solution({"--algorithm", "nrpa:level=2,n=20"}, on_ranks(3));
  const Json threads = solution({"--algorithm", "nrpa:level=2,n=20", "--threads", "3"}, {});
  EXPECT_EQ(ranks["ranks"], 3);
  for (const char* field : {"score", "moves", "playouts", "runs"}) EXPECT_EQ(ranks[field], threads[field]) << field;
}

TEST_F(CliMpi, one_rank_is_a_search_without_mpi) {
  const Words words{"--algorithm", "nrpa:level=2,n=20", "--threads", "2", "--parallel", "leaf-shared"};
  Json one = solution(words, on_ranks(1)), none = solution(words, {});
  for (const char* clock : {"seconds", "playouts_per_second", "lost_seconds", "history"})
    one.erase(clock), none.erase(clock);
  EXPECT_EQ(one, none);
}

TEST_F(CliMpi, a_hybrid_exchanges_and_solves_one_board_after_the_other) {
  const Outcome outcome = run({"solve", "samegame", "--board", "all", "--algorithm", "nrpa:level=2,n=4", "--threads",
                               "2", "--parallel", "leaf-shared", "--exchange", "1", "--json"},
                              on_ranks(2));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  int board = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json found = Json::parse(line);
    EXPECT_EQ(found["board"], ++board);
    EXPECT_EQ(found["playouts"], 2 * 16);
  }
  EXPECT_EQ(board, 20);
}

TEST_F(CliMpi, ranks_build_the_book_that_one_process_builds) {
  const auto build = [&](const std::string& name, const Setting& setting) {
    const Outcome outcome = run({"book", "build", "poly_y", "--size", "3", "--player", "rave:iterations=50",
                                 "--explore", "depth=2,position_games=2,fresh_games=4,order_iterations=20,round=8",
                                 "--games", "96", "--store", path(name + ".db"), "--out", path(name)},
                                setting);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return content(name);
  };
  const std::string alone = build("alone", {});
  EXPECT_THAT(alone, HasSubstr("\nend "));
  EXPECT_EQ(build("ranks", on_ranks(2)), alone);
}

TEST_F(CliMpi, a_rank_that_dies_does_not_take_the_best_sequence_with_it) {
  const Words words{"--algorithm", "nrpa:level=9", "--checkpoint", path("best")};
  const auto kill_last_rank = [&](int mpirun) {
    for (int i = 0; i < 3000; ++i) {
      if (std::filesystem::exists(path("best")) && std::filesystem::exists(path("best.1")) &&
          std::filesystem::exists(path("best.2"))) {
        break;
      }
      usleep(20'000);
    }
    std::ifstream children("/proc/" + std::to_string(mpirun) + "/task/" + std::to_string(mpirun) + "/children");
    int last = 0;
    for (int pid = 0; children >> pid;) last = pid;
    ASSERT_GT(last, 0);
    kill(last, SIGKILL);
  };
  Setting setting = on_ranks(3);
  setting.meanwhile = kill_last_rank;
  Words first{"solve", "samegame", "--json"};
  first.insert(first.end(), words.begin(), words.end());
  EXPECT_NE(run(first, setting).status, 0);
  double best = 0;
  for (const char* file : {"best", "best.1", "best.2"}) {
    best = std::max(best, Json::parse(content(file))["score"].get<double>());
  }
  EXPECT_GT(best, 0);
  Words again = words;
  again.insert(again.end(), {"--seconds", "0.001"});
  EXPECT_GE(solution(again, on_ranks(3))["score"], best);
  // The first rank alone knows it as well, since it was told again.
  EXPECT_GE(solution(again, {})["score"], best);
}

TEST_F(CliMpi, what_makes_no_sense_is_said_and_ends_all_ranks) {
  const Outcome outcome = run({"solve", "samegame", "--board", "21"}, on_ranks(3));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("0..20"));
}

TEST_F(CliMpi, an_experiment_is_shared_out_over_ranks) {
  const auto play = [&](const std::string& name, const Setting& setting) {
    std::filesystem::create_directory(path(name));
    std::ofstream(path(name) + "/small.toml") << R"(
title = "Small"
[players]
flat = "flat:iterations=50"
[[grid]]
title = "One"
game = "havannah:size=4"
a = "uct:iterations={n}"
b = "flat"
n = [50, 100]
games = 20
)";
    const Outcome outcome =
        run({"experiment", "run", path(name) + "/small.toml", "--store", path(name) + "/store"}, setting);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("40 of 40 games"));
    return content(name + "/results/small.csv");
  };
  EXPECT_EQ(play("ranks", on_ranks(4)), play("alone", {}));
}

}  // namespace
}  // namespace banyan::testing

#endif
