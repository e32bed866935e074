// SPDX-License-Identifier: MIT
// Nested search on several threads, for the thread sanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/team.h"
#include "games/samegame/samegame.h"
#include "search/nested/nrpa.h"

namespace banyan {
namespace {

using Game = samegame::SameGame<16>;

TEST(TeamThreads, EveryMemberWorksInEveryRound) {
  for (const int size : {1, 2, 5}) {
    Team team(size);
    std::vector<int> done(static_cast<std::size_t>(size));
    for (int round = 1; round <= 200; ++round) {
      team.run([&](int member) { ++done[static_cast<std::size_t>(member)]; });
      for (const int count : done) ASSERT_EQ(count, round);
    }
    EXPECT_GE(team.lost_seconds(), 0.0);
  }
}

TEST(TeamThreads, WhatAMemberThrowsIsThrownByTheRound) {
  Team team(3);
  for (const int thrower : {0, 2}) {
    EXPECT_THROW(team.run([&](int member) {
      if (member == thrower) throw std::runtime_error("x");
    }),
                 std::runtime_error);
  }
  std::atomic<int> count{0};
  team.run([&](int) { ++count; });
  EXPECT_EQ(count, 3);
}

class NestedThreadSafety : public testing::TestWithParam<Strategy> {};

TEST_P(NestedThreadSafety, SearchesReportAndCanBeStopped) {
  const Game root{samegame::Options{}};
  Nrpa::Params params;
  params.nested.level = 2;
  params.nested.n = 10;
  params.team.threads = 3;
  params.team.parallel = GetParam();
  NestedRun<Game> solver(root, Nrpa::setup<Game>(params), 1);
  std::atomic<bool> stop{false};
  int reports = 0;
  NestedWatch<Game> watch;
  watch.stop = &stop;
  watch.progress = [&](const NestedResult<Game>& now) {
    ++reports;
    EXPECT_GT(now.playouts, 0u);
    EXPECT_FALSE(solver.snapshots().empty());
  };
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    stop = true;
  });
  const auto found = solver.run({}, 0, watch);
  stopper.join();
  EXPECT_GT(reports, 0);
  EXPECT_EQ(found.stopped_by, "cancelled");
  EXPECT_FALSE(found.solution.moves.empty());
}

INSTANTIATE_TEST_SUITE_P(EveryStrategy, NestedThreadSafety,
                         testing::Values(Strategy::root, Strategy::leaf_shared, Strategy::leaf_local,
                                         Strategy::node_shared, Strategy::node_local),
                         [](const auto& instance) {
                           std::string name(names(Strategy{})[static_cast<std::size_t>(instance.param)]);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace banyan
