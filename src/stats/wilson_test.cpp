// SPDX-License-Identifier: MIT
#include "stats/wilson.h"

#include <gmock/gmock.h>

namespace banyan {
namespace {

void expect_interval(const Interval& interval, double low, double high, double tolerance) {
  EXPECT_NEAR(interval.low, low, tolerance);
  EXPECT_NEAR(interval.high, high, tolerance);
}

// Table I of R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
// (1998): methods 3 and 4, printed to four places.
TEST(Wilson, GivesNewcombesTable) {
  constexpr double printed = 0.5e-4 + 1e-9;
  expect_interval(wilson(81, 263), 0.2553, 0.3662, printed);
  expect_interval(wilson(15, 148), 0.0624, 0.1605, printed);
  expect_interval(wilson(0, 20), 0.0000, 0.1611, printed);
  expect_interval(wilson(1, 29), 0.0061, 0.1718, printed);
}

TEST(Wilson, GivesNewcombesTableWithCorrection) {
  constexpr double printed = 0.5e-4 + 1e-9;
  expect_interval(wilson_corrected(81, 263), 0.2535, 0.3682, printed);
  expect_interval(wilson_corrected(15, 148), 0.0598, 0.1644, printed);
  expect_interval(wilson_corrected(0, 20), 0.0000, 0.2005, printed);
  expect_interval(wilson_corrected(1, 29), 0.0018, 0.1963, printed);
}

TEST(Wilson, GivesTheIntervalOfAMatch) {
  expect_interval(wilson(128, 150), 0.79, 0.90, 0.005);  // 85 %, 95 % interval 79..90
}

TEST(Wilson, IsSymmetric) {
  for (int half_points = 0; half_points <= 80; ++half_points) {
    const double wins = 0.5 * half_points;
    const Interval one = wilson(wins, 40), other = wilson(40 - wins, 40);
    EXPECT_NEAR(one.low, 1 - other.high, 1e-12);
    const Interval corrected = wilson_corrected(wins, 40), mirrored = wilson_corrected(40 - wins, 40);
    EXPECT_NEAR(corrected.low, 1 - mirrored.high, 1e-12);
  }
}

TEST(Wilson, HoldsTheProportionWithinBounds) {
  for (int trials = 1; trials <= 200; ++trials) {
    for (int half_points = 0; half_points <= 2 * trials; ++half_points) {
      const double wins = 0.5 * half_points;
      for (const Interval& interval : {wilson(wins, trials), wilson_corrected(wins, trials)}) {
        ASSERT_GE(interval.low, 0.0);
        ASSERT_LE(interval.low, wins / trials + 1e-12);
        ASSERT_GE(interval.high, wins / trials - 1e-12);
        ASSERT_LE(interval.high, 1.0);
      }
    }
  }
}

TEST(Wilson, CorrectionWidens) {
  for (int wins = 0; wins <= 50; ++wins) {
    EXPECT_LE(wilson_corrected(wins, 50).low, wilson(wins, 50).low);
    EXPECT_GE(wilson_corrected(wins, 50).high, wilson(wins, 50).high);
  }
}

TEST(Wilson, NarrowsWithTrialsAndWidensWithConfidence) {
  const auto width = [](const Interval& i) { return i.high - i.low; };
  EXPECT_LT(width(wilson(400, 800)), width(wilson(100, 200)));
  EXPECT_LT(width(wilson(100, 200)), width(wilson(100, 200, 2.5758293035489004)));  // 99 %
}

TEST(Wilson, KnowsNothingWithoutTrials) {
  expect_interval(wilson(0, 0), 0, 1, 0);
  expect_interval(wilson_corrected(0, 0), 0, 1, 0);
}

}  // namespace
}  // namespace banyan
