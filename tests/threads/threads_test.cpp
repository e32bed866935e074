// SPDX-License-Identifier: MIT
// What may be done from several threads, for the thread sanitizer.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "arena/run.h"
#include "engine/catalogue.h"
#include "engine/session.h"
#include "protocol/gtp_server.h"

namespace banyan {
namespace {

/// Those that search.
std::vector<std::string> havannah_algorithms() {
  for (const GameInfo& game : games()) {
    if (game.name != "havannah") continue;
    std::vector<std::string> searching = game.algorithms;
    std::erase(searching, "random");
    return searching;
  }
  return {};
}

class Threads : public testing::TestWithParam<std::string> {};

TEST_P(Threads, AnotherThreadMayStopASearch) {
  const auto session = new_session(parse_spec("havannah:size=5"));
  const auto player = session->new_player(parse_spec(GetParam() + ":seconds=60"), 1);
  SearchControl control;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    control.stop = true;
  });
  const SearchReport report = player->search(*session, control);
  stopper.join();
  EXPECT_EQ(report.stopped_by, "cancelled");
  EXPECT_FALSE(report.best_move.empty());
}

TEST_P(Threads, SearchesInDifferentThreadsDoNotDisturbEachOther) {
  const auto search = [] {
    const auto session = new_session(parse_spec("havannah:size=4"));
    SearchControl control;
    return session->new_player(parse_spec(GetParam() + ":iterations=300"), 7)->search(*session, control);
  };
  std::vector<SearchReport> reports(3);
  std::vector<std::thread> threads;
  for (SearchReport& report : reports) threads.emplace_back([&report, &search] { report = search(); });
  for (std::thread& thread : threads) thread.join();
  const SearchReport alone = search();
  for (const SearchReport& report : reports) {
    EXPECT_EQ(report.best_move, alone.best_move);
    EXPECT_EQ(report.playout_moves, alone.playout_moves);
  }
}

TEST_P(Threads, AnAnalysisRunsUntilTheNextLineComes) {
  std::string output;
  GtpServer server({.game = parse_spec("havannah:size=5"), .player = parse_spec(GetParam()), .version = ""},
                   [&](std::string_view text) { output += text; });
  for (int i = 0; i < 3 || (i < 8 && output.find("info move") == std::string::npos); ++i) {
    server.handle("lz-analyze");
    std::this_thread::sleep_for(std::chrono::milliseconds(20 << i));  // a busy machine may be slow to begin
    server.handle("genmove");
  }
  EXPECT_NE(output.find("info move"), std::string::npos);
}

TEST(ThreadsOfMatches, PlayWithoutDisturbingEachOther) {
  const std::string path = testing::TempDir() + "banyan_threads_" + std::to_string(getpid());
  {
    const std::vector<Match> matches{
        Match({.game = "havannah:size=3", .a = "rave:iterations=20", .b = "uct:iterations=20"}),
        Match({.game = "havannah:size=3", .a = "rave:iterations=20", .b = "flat:iterations=20"})};
    Store store(path);
    RunControl control;
    std::uint64_t seen = 0;
    const auto tallies = run_matches(matches, {.rules = {.games = 10}, .concurrency = 3}, store, control,
                                     [&](const RunProgress& progress) { seen = progress.played; });
    EXPECT_TRUE(tallies[0].is_over() && tallies[1].is_over());
    EXPECT_EQ(seen, 20u);
  }
  for (const char* end : {"", "-locks", "-wal", "-shm"}) std::filesystem::remove(path + end);
}

INSTANTIATE_TEST_SUITE_P(EveryAlgorithm, Threads, testing::ValuesIn(havannah_algorithms()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace banyan
