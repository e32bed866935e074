// SPDX-License-Identifier: MIT
#include "stats/elo.h"

#include <gmock/gmock.h>

#include <cmath>

namespace banyan {
namespace {

using testing::DoubleEq;

// The classic table: 64 % of the points are worth 100 Elo, 76 % are worth 200, 91 % are worth 400.
TEST(Elo, GivesTheRatesOfTheLogisticCurve) {
  EXPECT_NEAR(rate_of(100), 0.640065, 1e-6);
  EXPECT_NEAR(rate_of(200), 0.759747, 1e-6);
  EXPECT_NEAR(rate_of(400), 10.0 / 11, 1e-12);
  for (int eighths = -64; eighths <= 64; ++eighths) {
    const double elo = 12.5 * eighths;
    EXPECT_NEAR(elo_of(rate_of(elo)), elo, 1e-9);
  }
}

// Computed with another program (Python, from the moments of the list of all games).
TEST(Elo, HasTheErrorOfItsGames) {
  const EloEstimate strong = elo_estimate(Score{128, 0, 22});
  EXPECT_NEAR(strong.elo, 305.91491553026486, 1e-9);
  EXPECT_NEAR(strong.bounds.low, 237.2831963042631, 1e-9);
  EXPECT_NEAR(strong.bounds.high, 401.8088904835657, 1e-9);
  const EloEstimate with_draws = elo_estimate(Score{10, 3, 5});
  EXPECT_NEAR(with_draws.elo, 99.11379348430242, 1e-9);
  EXPECT_NEAR(with_draws.bounds.low, -43.28414263729691, 1e-9);
  EXPECT_NEAR(with_draws.bounds.high, 287.7387114985266, 1e-9);
  EXPECT_NEAR(with_draws.error(), (287.7387114985266 + 43.28414263729691) / 2, 1e-9);
}

TEST(Elo, HasTheErrorOfItsPairs) {
  const Pairs pairs{3, 20, 50, 22, 5};
  const Score score{.wins = 54, .draws = 98, .losses = 48};  // one of the ways to get these pairs
  const EloEstimate estimate = elo_estimate(pairs, score);
  EXPECT_NEAR(estimate.elo, 10.426196175570936, 1e-9);
  EXPECT_NEAR(estimate.bounds.low, -18.813217442769528, 1e-9);
  EXPECT_NEAR(estimate.bounds.high, 39.814356819277265, 1e-9);
}

TEST(Elo, PairsThatSplitHalveNothingButTheDoubt) {
  // Who moves first wins every game: pairs know that the players are equal, games alone do not.
  const Score score{.wins = 50, .draws = 0, .losses = 50};
  const EloEstimate pairs = elo_estimate(Pairs{1, 0, 48, 0, 1}, score);
  EXPECT_NEAR(pairs.elo, 0, 1e-12);
  EXPECT_LT(pairs.error(), elo_estimate(score).error() / 3);
}

TEST(Elo, TakesWilsonsBoundsWhereEveryGameEndedAlike) {
  const Score all{.wins = 20, .draws = 0, .losses = 0};
  const EloEstimate estimate = elo_estimate(all);
  EXPECT_TRUE(std::isinf(estimate.elo));
  EXPECT_THAT(estimate.bounds.low, DoubleEq(elo_of(wilson(20, 20).low)));
  EXPECT_TRUE(std::isinf(estimate.bounds.high));
  const EloEstimate pairs = elo_estimate(Pairs{0, 0, 10, 0, 0}, Score{10, 0, 10});
  EXPECT_THAT(pairs.bounds.high, DoubleEq(elo_of(wilson(10, 20).high)));
}

// LOS = (1 + erf((w - l) / sqrt(2 w + 2 l))) / 2 [Chess Programming Wiki, "Match Statistics"], by another program.
TEST(Superiority, GivesTheFormulaOfTheWiki) {
  EXPECT_NEAR(likelihood_of_superiority(Score{170, 0, 142}), 0.9435381696420355, 1e-12);
  EXPECT_NEAR(likelihood_of_superiority(Score{4, 10, 2}), 0.7928919108787374, 1e-12);
  EXPECT_NEAR(likelihood_of_superiority(Score{10, 3, 5}), 0.9016471987705266, 1e-12);
  EXPECT_NEAR(likelihood_of_superiority(Score{128, 0, 22}), 1.0, 1e-12);
  // The exact posterior under a uniform prior, P(Beta(171, 143) > 1/2), is near.
  EXPECT_NEAR(likelihood_of_superiority(Score{170, 0, 142}), 0.9433220769412681, 1e-3);
}

TEST(Superiority, CountsPairs) {
  EXPECT_NEAR(likelihood_of_superiority(Pairs{3, 20, 50, 22, 5}), 0.757250598677859, 1e-12);
  EXPECT_NEAR(likelihood_of_superiority(Pairs{5, 22, 50, 20, 3}), 1 - 0.757250598677859, 1e-12);
}

TEST(Superiority, IsHalfWhenNothingIsKnown) {
  EXPECT_EQ(likelihood_of_superiority(Score{}), 0.5);
  EXPECT_EQ(likelihood_of_superiority(Score{0, 7, 0}), 0.5);
  EXPECT_EQ(likelihood_of_superiority(Pairs{0, 0, 9, 0, 0}), 0.5);
}

}  // namespace
}  // namespace banyan
