// SPDX-License-Identifier: MIT
#include "core/threads.h"

#include <gtest/gtest.h>

#include <atomic>

#include "core/team.h"
#include "tests/no_more_threads.h"

namespace banyan {
namespace {

TEST(Threads, start_as_many_as_the_system_allows) {
  std::atomic<int> done{0};
  const auto work = [&] { ++done; };
  {
    Threads threads;
    threads.start(3, work);
    EXPECT_EQ(threads.size(), 3);
    const NoMoreThreads limit;
    threads.start(3, work);
    EXPECT_FALSE(threads.start(work));
    EXPECT_EQ(threads.size(), 3);
  }
  EXPECT_EQ(done, 3);
}

TEST(Threads, a_team_without_helpers_is_its_first_member) {
  const NoMoreThreads limit;
  Team team(4);
  EXPECT_EQ(team.size(), 1);
  int rounds = 0;
  for (int i = 0; i < 3; ++i) team.run([&](int member) { rounds += member == 0 ? 1 : 100; });
  EXPECT_EQ(rounds, 3);
  EXPECT_EQ(team.lost_seconds(), 0.0);
}

}  // namespace
}  // namespace banyan
