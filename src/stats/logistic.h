// SPDX-License-Identifier: MIT
// Logistic regression: the weights of a sum of products that tell best how games end [Texel's method, Oesterlund 2014].
// A position is worth s = sum of weights times amounts, in points; its expected result is 1 / (1 + exp(-s / scale)).
// Pure functions of the samples: the same samples in the same order give the same weights.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace banyan {

/// Positions as rows of amounts, one row after the other, and how their games ended: 1, 1/2 or 0.
struct LogisticSamples {
  std::size_t width = 0;  // amounts in a row
  std::vector<float> amounts{};
  std::vector<float> results{};

  std::size_t size() const { return results.size(); }
  std::span<const float> row(std::size_t i) const { return std::span(amounts).subspan(i * width, width); }
};

/// What the result of a sample costs, in nats: 0 for weights that know everything, ln 2 for a coin.
double loss_of_sample(const LogisticSamples& samples, std::size_t i, std::span<const double> weights, double scale);
/// The same on average.
double mean_loss(const LogisticSamples& samples, std::span<const double> weights, double scale);

/// The scale that fits these weights best.
double best_scale(const LogisticSamples& samples, std::span<const double> weights);

/// The weights that fit the samples best, by Newton's method from `prior` on. A weight that leaves its prior by one
/// point costs as much as `ridge` / (2 scale^2) samples that are told wrong by a factor of e: what the samples say
/// nothing about stays where it was. Weights that are `left_out` are 0.
std::vector<double> fit_logistic(const LogisticSamples& samples, std::span<const double> prior, double scale,
                                 double ridge, std::span<const std::size_t> left_out = {});

}  // namespace banyan
