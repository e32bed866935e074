// SPDX-License-Identifier: MIT
#include "search/limits/limits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

namespace banyan {
namespace {

constexpr double an_hour = 3600;

TEST(Limits, EndAfterSoManyIterations) {
  Limits limits({.iterations = 100}, Limits::no_cap, nullptr);
  EXPECT_FALSE(limits.reached(99));
  EXPECT_TRUE(limits.reached(100));
  EXPECT_EQ(limits.stopped_by(), "iterations");
  Limits none({}, Limits::no_cap, nullptr);
  EXPECT_FALSE(none.reached(default_iterations - 1));
  EXPECT_TRUE(none.reached(default_iterations));
}

TEST(Limits, TheFirstThatIsReachedEndsTheSearch) {
  Limits limits({.iterations = 100, .seconds = 1e-9}, Limits::no_cap, nullptr);
  EXPECT_TRUE(limits.reached(1));
  EXPECT_EQ(limits.stopped_by(), "seconds");
  std::atomic<bool> stop{true};
  Limits cancelled({.seconds = an_hour}, Limits::no_cap, &stop);
  EXPECT_TRUE(cancelled.reached(1));
  EXPECT_EQ(cancelled.stopped_by(), "cancelled");
}

TEST(Limits, ASearchThatIsNotSettledGoesOnForHalfAsLongAgainOnce) {
  int asked = 0;
  Limits limits({.iterations = 100}, Limits::no_cap, nullptr);
  limits.extend_unless_settled([&] {
    ++asked;
    return false;
  });
  EXPECT_FALSE(limits.reached(99));
  EXPECT_EQ(asked, 0) << "what costs time is asked when it would end";
  EXPECT_FALSE(limits.reached(100));
  EXPECT_EQ(limits.stopped_by(), "");
  EXPECT_FALSE(limits.reached(149));
  EXPECT_TRUE(limits.reached(150));
  EXPECT_EQ(asked, 1);

  Limits settled({.iterations = 100}, Limits::no_cap, nullptr);
  settled.extend_unless_settled([] { return true; });
  EXPECT_TRUE(settled.reached(100));
}

TEST(Limits, NeitherACancelledSearchNorOneThatCanCountNoFurtherIsExtended) {
  std::atomic<bool> stop{true};
  Limits cancelled({.iterations = 100}, Limits::no_cap, &stop);
  cancelled.extend_unless_settled([] { return false; });
  EXPECT_TRUE(cancelled.reached(100));
  Limits full({.iterations = 100}, 100, nullptr);
  full.extend_unless_settled([] { return false; });
  EXPECT_TRUE(full.reached(100));
  EXPECT_EQ(full.stopped_by(), "iterations");
}

TEST(Limits, OtherStoppersSeeWhatIsLeft) {
  std::vector<double> left;
  const Stopper stopper{"enough", [&](const SearchFacts& facts) {
                          left.push_back(facts.iterations + facts.iterations_left);
                          return facts.iterations >= 60;
                        }};
  const auto end_of = [&](Limits limits) {
    limits.add(stopper);
    std::uint64_t done = 1;
    while (!limits.reached(done)) ++done;
    return std::pair(std::string(limits.stopped_by()), done);
  };
  const auto [reason, done] = end_of(Limits({.iterations = 100}, Limits::no_cap, nullptr));
  EXPECT_EQ(reason, "enough");
  EXPECT_GE(done, 60u);  // when it was looked at next
  EXPECT_LE(done, 100u);
  for (const double all : left) EXPECT_DOUBLE_EQ(all, 100);
  left.clear();
  Limits extended({.iterations = 100, .seconds = an_hour}, Limits::no_cap, nullptr);
  extended.extend_unless_settled([] { return false; });
  EXPECT_EQ(end_of(extended).first, "enough");
  for (const double all : left) EXPECT_DOUBLE_EQ(all, 150) << "what it may get is left";
}

TEST(Limits, ReportsAreDueAfterTheirInterval) {
  Limits often({.seconds = an_hour}, Limits::no_cap, nullptr, 0);
  Limits seldom({.seconds = an_hour}, Limits::no_cap, nullptr, an_hour);
  for (Limits* const limits : {&often, &seldom}) limits->reached(1);
  EXPECT_TRUE(often.report_is_due());
  EXPECT_FALSE(seldom.report_is_due());
}

TEST(Limits, IterateUntilSolvedOrReached) {
  const auto run = [](std::uint64_t solved_at) {
    std::uint64_t done = 0;
    Limits limits({.iterations = 100}, Limits::no_cap, nullptr);
    const auto reason = iterate_to_limit(
        limits, [&] { return ++done; }, [&] { return done == solved_at; });
    return std::pair(std::string(reason), done);
  };
  EXPECT_EQ(run(40), std::pair(std::string("solved"), std::uint64_t{40}));
  EXPECT_EQ(run(100), std::pair(std::string("solved"), std::uint64_t{100}));
  EXPECT_EQ(run(101), std::pair(std::string("iterations"), std::uint64_t{100}));
}

}  // namespace
}  // namespace banyan
