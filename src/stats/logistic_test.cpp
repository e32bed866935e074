// SPDX-License-Identifier: MIT
#include "stats/logistic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace banyan {
namespace {

/// Every result as often as these weights expect it, in 64ths.
LogisticSamples expected_by(const std::vector<double>& weights, double scale) {
  LogisticSamples samples{.width = weights.size()};
  for (int a = -3; a <= 3; ++a) {
    for (int b = -3; b <= 3; ++b) {
      const double p = 1 / (1 + std::exp(-(weights[0] * a + weights[1] * b) / scale));
      for (int i = 0; i < 64; ++i) {
        samples.amounts.insert(samples.amounts.end(), {static_cast<float>(a), static_cast<float>(b)});
        samples.results.push_back(i < std::lround(64 * p) ? 1.0F : 0.0F);
      }
    }
  }
  return samples;
}

TEST(Logistic, FindsTheWeightsThatTheResultsCameFrom) {
  const LogisticSamples samples = expected_by({30, -12}, 50);
  const auto weights = fit_logistic(samples, std::vector<double>{0, 0}, 50, 1e-9);
  EXPECT_NEAR(weights[0], 30, 0.7);
  EXPECT_NEAR(weights[1], -12, 0.7);
  EXPECT_LT(mean_loss(samples, weights, 50), mean_loss(samples, std::vector<double>{20, -12}, 50));
}

TEST(Logistic, FindsTheScaleOfWeights) {
  const LogisticSamples samples = expected_by({30, -12}, 50);
  EXPECT_NEAR(best_scale(samples, std::vector<double>{30, -12}), 50, 1.5);
  EXPECT_NEAR(best_scale(samples, std::vector<double>{60, -24}), 100, 3);
}

TEST(Logistic, StaysWhereNothingIsKnown) {
  LogisticSamples samples = expected_by({30, -12}, 50);
  for (std::size_t i = 1; i < samples.amounts.size(); i += 2) samples.amounts[i] = 0;
  const auto weights = fit_logistic(samples, std::vector<double>{0, 7}, 50, 1);
  EXPECT_EQ(weights[1], 7);
  const auto held = fit_logistic(samples, std::vector<double>{0, 7}, 50, 1e9);
  EXPECT_NEAR(held[0], 0, 0.01);
}

TEST(Logistic, CostsWhatACoinCostsWhereNothingIsToldApart) {
  const LogisticSamples samples{.width = 1, .amounts = {1, -1}, .results = {0.5F, 1}};
  EXPECT_NEAR(mean_loss(samples, std::vector<double>{0}, 10), std::numbers::ln2, 1e-12);
}

}  // namespace
}  // namespace banyan
