// SPDX-License-Identifier: MIT
// Players that search one tree on several threads, for the thread sanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/catalogue.h"
#include "engine/session.h"

namespace banyan {
namespace {

TEST(HavannahThreads, ProveTheSameOnAnyNumberOfThem) {
  const auto session = new_session(parse_spec("havannah:size=3"));
  for (const char* move : {"a1", "b2", "c3", "d3", "a3", "c5"}) session->play(move);
  for (const std::string player : {"uct", "rave", "alpha_amaf", "product"}) {
    std::vector<std::optional<double>> proven;
    for (const char* threads : {"1", "2", "8"}) {
      SearchControl control;
      const auto spec = parse_spec(player + ":iterations=1000000,threads=" + threads);
      const SearchReport report = session->new_player(spec, 1)->search(*session, control);
      EXPECT_EQ(report.stopped_by, "solved") << player << threads;
      proven.push_back(report.proven);
    }
    EXPECT_EQ(proven[1], proven[0]) << player;
    EXPECT_EQ(proven[2], proven[0]) << player;
  }
}

class PlayerThreads : public testing::TestWithParam<const char*> {};

TEST_P(PlayerThreads, PlayAGameOnReportAndCanBeStopped) {
  const auto session = new_session(parse_spec("havannah:size=5"));
  const auto player = session->new_player(parse_spec(std::string(GetParam()) + ",memory=1,threads=3"), 1);
  for (int ply = 0; ply < 3; ++ply) {
    SearchControl control;
    std::atomic<int> reports = 0;
    control.progress = [&](const SearchReport& report) {
      ++reports;
      EXPECT_GT(report.iterations, 0u);
      EXPECT_FALSE(report.principal_variation.empty());
    };
    std::thread stopper([&] {
      for (int i = 0; i < 200 && reports == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      control.stop = true;
    });
    const SearchReport report = player->search(*session, control);
    stopper.join();
    EXPECT_TRUE(report.stopped_by == "cancelled" || report.stopped_by == "solved") << report.stopped_by;
    EXPECT_EQ(report.threads, 3);
    EXPECT_GT(report.cpu_seconds, 0.0);
    EXPECT_LE(report.bytes, 1u << 20);
    session->play(report.best_move);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryWayToSearch, PlayerThreads,
                         testing::Values("uct:seconds=60", "rave:seconds=60", "alpha_amaf:seconds=60",
                                         "product:seconds=60", "rave:seconds=60,playout=ppr",
                                         "uct:seconds=60,playout=poolrave",
                                         "rave:seconds=60,playout=decisive+lgrf1+mast", "rave:seconds=60,playouts=3"));

TEST(PlayerThreadsOfCards, DrawWhatChanceDoes) {
  const auto session = new_session(parse_spec("cards:start=reference"));
  for (const char* player : {"uct:iterations=300,threads=3", "uct:iterations=300,threads=3,widening=2",
                             "uct:iterations=300,threads=3,representatives=averaged"}) {
    SearchControl control;
    const SearchReport report = session->new_player(parse_spec(player), 1)->search(*session, control);
    EXPECT_EQ(report.iterations, 300u) << player;
    EXPECT_EQ(report.threads, 3) << player;
  }
}

}  // namespace
}  // namespace banyan
