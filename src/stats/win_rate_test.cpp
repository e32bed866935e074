// SPDX-License-Identifier: MIT
#include "stats/win_rate.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "core/random.h"

namespace banyan {
namespace {

constexpr double exact = std::numeric_limits<double>::infinity();

// By hand: ten pairs, mean 0.6, sum of squares about it 9/10. Of independent games a pair's mean has the variance
// 0.6 * 0.4 / 2 = 0.12, and these have 0.1: a factor of 5/6, which 4 pairs of weight draw to (9 * 5/6 + 4) / 13.
TEST(WinRate, CountsTheGamesThatPairsAreWorth) {
  EXPECT_NEAR(effective_games({12, 0, 8}, {1, 0, 6, 0, 3}), 20 * 13 / 11.5, 1e-12);
  const Interval interval = rate_interval({12, 0, 8}, {1, 0, 6, 0, 3});
  EXPECT_NEAR(interval.low, 0.3982145956836712, 1e-12);
  EXPECT_NEAR(interval.high, 0.7727386263503656, 1e-12);
  // Draws are half points, and pairs with them vary less.
  EXPECT_NEAR(effective_games({93, 20, 87}, {3, 20, 50, 22, 5}), 504.244862359248, 1e-9);
  // A game without its partner counts as the others do.
  EXPECT_NEAR(effective_games({12, 0, 9}, {1, 0, 6, 0, 3}), 21 * 13 / 11.5, 1e-12);
}

TEST(WinRate, IsWilsonsWhereThereIsNothingToLearnFromPairs) {
  const auto expect_wilson = [](const Score& score, const Pairs& pairs) {
    const Interval paired = rate_interval(score, pairs);
    const Interval plain = wilson(score.points(), static_cast<double>(score.games()));
    EXPECT_DOUBLE_EQ(paired.low, plain.low);
    EXPECT_DOUBLE_EQ(paired.high, plain.high);
  };
  expect_wilson({0, 0, 0}, {});
  expect_wilson({7, 0, 4}, {});
  expect_wilson({1, 0, 1}, {0, 0, 1, 0, 0});
  expect_wilson({20, 0, 0}, {0, 0, 0, 0, 10});  // every game won
  expect_wilson({0, 0, 20}, {10, 0, 0, 0, 0});
}

TEST(WinRate, IsNeverCertain) {
  // Who moves first wins, ten times out of ten pairs: no variance, and yet an interval.
  const Interval even = rate_interval({10, 0, 10}, {0, 0, 10, 0, 0});
  EXPECT_NEAR(even.low, 0.3818882612492974, 1e-12);
  EXPECT_NEAR(even.high, 0.6181117387507027, 1e-12);
  // The opening decides: ten pairs are worth about ten games.
  EXPECT_NEAR(effective_games({12, 0, 8}, {4, 0, 0, 0, 6}), 20 * 13 / 24.0, 1e-12);
}

/// How games of a pair hang together.
enum class Bond { none, first_move, opening };

struct Coverage {
  double paired = 0, wilsons = 0;  // how often the interval holds the true rate
  double paired_width = 0, wilsons_width = 0;
};

Coverage coverage_of(Bond bond, double rate, int pairs, int matches) {
  Rng rng(1);
  Coverage found;
  for (int match = 0; match < matches; ++match) {
    Score score;
    Pairs counts{};
    for (int i = 0; i < pairs; ++i) {
      const double lead = bond == Bond::first_move ? 0.8 * std::min(rate, 1 - rate) : 0;
      const bool one = rng.unit() < rate + lead;
      const bool is_same = bond == Bond::opening && rng.unit() < 0.6;
      const bool other = is_same ? one : rng.unit() < rate - lead;
      for (const bool is_won : {one, other}) ++(is_won ? score.wins : score.losses);
      ++counts[(one ? 2u : 0u) + (other ? 2u : 0u)];
    }
    const Interval paired = rate_interval(score, counts);
    const Interval plain = wilson(score.points(), static_cast<double>(score.games()));
    found.paired += paired.low <= rate && rate <= paired.high ? 1.0 / matches : 0;
    found.wilsons += plain.low <= rate && rate <= plain.high ? 1.0 / matches : 0;
    found.paired_width += (paired.high - paired.low) / matches;
    found.wilsons_width += (plain.high - plain.low) / matches;
  }
  return found;
}

TEST(WinRate, CoversTheTruthAsOftenAsItSays) {
  for (const Bond bond : {Bond::none, Bond::first_move, Bond::opening}) {
    for (const double rate : {0.5, 0.75, 0.9, 0.98}) {
      for (const int pairs : {5, 10, 25, 100}) {
        // Results of few games are few, so that what covers them jumps with the rate by some percent.
        EXPECT_GE(coverage_of(bond, rate, pairs, 500).paired, pairs < 25 || rate > 0.95 ? 0.87 : 0.925)
            << static_cast<int>(bond) << ' ' << rate << ' ' << pairs;
      }
    }
  }
}

/// How often the interval of a share holds the truth, in matches of three players whose six games of a group hang
/// together.
double coverage_of_sixes(Bond bond, double rate, int groups, int matches) {
  Rng rng(2);
  double covered = 0;
  for (int match = 0; match < matches; ++match) {
    GroupMeans means{.games = 6};
    double points = 0;
    for (int group = 0; group < groups; ++group) {
      const bool opening = rng.unit() < rate;
      double of_group = 0;
      for (int game = 0; game < 6; ++game) {
        const double lead = bond == Bond::first_move ? (game % 3 - 1) * 0.8 * std::min(rate, 1 - rate) : 0;
        const bool is_same = bond == Bond::opening && rng.unit() < 0.6;
        of_group += (is_same ? opening : rng.unit() < rate + lead) ? 1 : 0;
      }
      points += of_group;
      ++means.count;
      means.sum += of_group / 6;
      means.squares += of_group * of_group / 36;
    }
    const double games = 6.0 * groups;
    const Interval interval = rate_interval(points / games, games, means);
    covered += interval.low <= rate && rate <= interval.high ? 1.0 / matches : 0;
  }
  return covered;
}

TEST(WinRate, CoversTheTruthWhereThreePlay) {
  for (const Bond bond : {Bond::none, Bond::first_move, Bond::opening}) {
    for (const double rate : {1.0 / 3, 0.5, 0.75}) {
      for (const int groups : {10, 25, 100}) {
        EXPECT_GE(coverage_of_sixes(bond, rate, groups, 500), groups < 25 ? 0.85 : 0.91)
            << static_cast<int>(bond) << ' ' << rate << ' ' << groups;
      }
    }
  }
}

TEST(WinRate, IsNarrowerWhereSidesDecideAndWiderWhereOpeningsDo) {
  const Coverage sides = coverage_of(Bond::first_move, 0.5, 100, 1000);
  EXPECT_LT(sides.paired_width, 0.67 * sides.wilsons_width);
  EXPECT_GT(sides.wilsons, 0.99);  // wider than it says
  const Coverage openings = coverage_of(Bond::opening, 0.5, 100, 1000);
  EXPECT_GT(openings.paired_width, 1.2 * openings.wilsons_width);
  EXPECT_LT(openings.wilsons, 0.9);  // narrower than it says
}

// Newcombe's example: 56 of 70 against 48 of 80.
TEST(WinRate, DiffersBySoMuch) {
  const RateDifference newcombe = difference_of({56.0 / 70, 70}, {48.0 / 80, 80});
  EXPECT_NEAR(newcombe.value, 0.2, 1e-12);
  EXPECT_NEAR(newcombe.bounds.low, 0.0524, 5e-5);
  EXPECT_NEAR(newcombe.bounds.high, 0.3339, 5e-5);
  EXPECT_NEAR(newcombe.p, 0.00804508136819656, 1e-12);
  // Against a number that is taken as it stands: the one-sample score test, and our interval alone.
  const RateDifference of_one = difference_of({0.5, 100}, {0.62, exact});
  EXPECT_NEAR(of_one.bounds.low, -0.21616846963400432, 1e-12);
  EXPECT_NEAR(of_one.bounds.high, -0.023831530365995612, 1e-12);
  EXPECT_NEAR(of_one.p, 0.013426298293326987, 1e-12);
  EXPECT_EQ(difference_of({1, 20}, {1, 600}).p, 1);
  EXPECT_EQ(difference_of({0.5, 20}, {0, exact}).p, 0);
}

TEST(WinRate, HasOneWordForEachCase) {
  EXPECT_EQ(agreement_of(false, {-0.04, 0.09}, 0.1), Agreement::agrees);
  EXPECT_EQ(agreement_of(false, {-0.04, 0.11}, 0.1), Agreement::open);
  EXPECT_EQ(agreement_of(false, {-0.11, 0.01}, 0.1), Agreement::open);
  EXPECT_EQ(agreement_of(true, {0.01, 0.09}, 0.1), Agreement::differs);
  EXPECT_EQ(name_of(Agreement::open), "open");
}

}  // namespace
}  // namespace banyan
