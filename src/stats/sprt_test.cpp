// SPDX-License-Identifier: MIT
#include "stats/sprt.h"

#include <gmock/gmock.h>

namespace banyan {
namespace {

double ratio(double elo0, double elo1, const Pairs& pairs) {
  return log_likelihood_ratio({.elo0 = elo0, .elo1 = elo1}, pairs);
}

// Results that fishtest printed, to two places, for patches of Stockfish in 2020: pull requests 3098, 3209 and 3103 of
// official-stockfish/Stockfish, under the logistic bounds of that year.
TEST(Sprt, GivesWhatFishtestPublished) {
  constexpr double printed = 0.005 + 1e-9;
  EXPECT_NEAR(ratio(-0.25, 1.25, {491, 7345, 29693, 7670, 465}), 2.96, printed);
  EXPECT_NEAR(ratio(0.25, 1.25, {53, 2220, 21459, 2445, 47}), 2.97, printed);
  EXPECT_NEAR(ratio(-0.25, 1.25, {253, 4282, 17604, 4431, 286}), 2.94, printed);
  EXPECT_NEAR(ratio(-1.25, 0.25, {293, 5085, 20082, 5070, 326}), 2.95, printed);
}

// Computed with another program (Python): the two fits by Newton's method, then the likelihoods themselves.
TEST(Sprt, GivesTheRatioOfTwoFits) {
  EXPECT_NEAR(ratio(0, 20, {3, 20, 50, 22, 5}), 0.04032037241671649, 1e-9);
  EXPECT_NEAR(ratio(-10, 10, {3, 20, 50, 22, 5}), 0.9344729113890051, 1e-9);
  EXPECT_NEAR(ratio(0, 20, {0, 10, 30, 12, 0}), -0.270414536288847, 1e-9);
  EXPECT_NEAR(ratio(0, 20, {0, 0, 10, 0, 40}), 2.7954565266218734, 1e-9);
}

TEST(Sprt, CountsSingleGames) {
  EXPECT_NEAR(log_likelihood_ratio({.elo0 = 0, .elo1 = 10}, Score{128, 0, 22}), 2.988821921526932, 1e-9);
  EXPECT_NEAR(log_likelihood_ratio({.elo0 = 0, .elo1 = 200}, Score{128, 0, 22}), 37.428300117762205, 1e-9);
  EXPECT_NEAR(log_likelihood_ratio({.elo0 = -5, .elo1 = 5}, Score{80, 40, 30}), 1.9623629756868022, 1e-9);
}

TEST(Sprt, IsMirroredWithTheSides) {
  EXPECT_NEAR(ratio(-5, 15, {7, 1, 30, 4, 12}), -ratio(-15, 5, {12, 4, 30, 1, 7}), 1e-9);
}

TEST(Sprt, HasWaldsBounds) {
  EXPECT_NEAR(Sprt{}.upper_bound(), 2.9444389791664403, 1e-12);
  EXPECT_NEAR(Sprt{}.lower_bound(), -2.9444389791664403, 1e-12);
  EXPECT_NEAR((Sprt{.alpha = 0.01, .beta = 0.1}.upper_bound()), 4.499809670330265, 1e-12);    // ln 90
  EXPECT_NEAR((Sprt{.alpha = 0.01, .beta = 0.1}.lower_bound()), -2.2925347571405443, 1e-12);  // ln 0.1/0.99
}

TEST(Sprt, DecidesAtItsBounds) {
  const Sprt sprt{.elo0 = 0, .elo1 = 20};
  EXPECT_EQ(verdict(sprt, 2.9), Verdict::undecided);
  EXPECT_EQ(verdict(sprt, 2.95), Verdict::elo1);
  EXPECT_EQ(verdict(sprt, -2.95), Verdict::elo0);
  EXPECT_EQ(verdict(sprt, log_likelihood_ratio(sprt, Pairs{})), Verdict::undecided);
}

}  // namespace
}  // namespace banyan
