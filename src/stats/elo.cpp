// SPDX-License-Identifier: MIT
#include "stats/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace banyan {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Mean and variance of outcomes that are worth 0, 1/(n-1), .., 1, from how often each happened.
struct Moments {
  double count = 0, mean = 0.5, variance = 0;
  double about_half = 0;  // the mean of (outcome - 1/2)^2
};

Moments moments(std::span<const std::uint64_t> counts) {
  Moments m;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double value = static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    const auto count = static_cast<double>(counts[i]);
    m.count += count;
    sum += count * value;
    squares += count * value * value;
    m.about_half += count * (value - 0.5) * (value - 0.5);
  }
  if (m.count == 0) return m;
  m.mean = sum / m.count;
  m.variance = std::max(0.0, squares / m.count - m.mean * m.mean);
  m.about_half /= m.count;
  return m;
}

EloEstimate estimate(const Moments& m, const Score& score) {
  Interval rates = wilson(score.points(), static_cast<double>(score.games()));
  if (m.variance > 1e-12) {
    const double spread = z_95 * std::sqrt(m.variance / m.count);
    rates = {std::max(0.0, m.mean - spread), std::min(1.0, m.mean + spread)};
  }
  return {.elo = elo_of(score.rate()), .bounds = {elo_of(rates.low), elo_of(rates.high)}};
}

double superiority(const Moments& m) {
  if (m.about_half == 0) return 0.5;
  const double z = (m.mean - 0.5) * std::sqrt(m.count / m.about_half);
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

std::array<std::uint64_t, 3> counts_of(const Score& score) { return {score.losses, score.draws, score.wins}; }

}  // namespace

double elo_of(double rate) {
  if (rate <= 0) return -infinity;
  if (rate >= 1) return infinity;
  return 400 * std::log10(rate / (1 - rate));
}

double rate_of(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

EloEstimate elo_estimate(const Score& score) { return estimate(moments(counts_of(score)), score); }
EloEstimate elo_estimate(const Pairs& pairs, const Score& score) { return estimate(moments(pairs), score); }

double likelihood_of_superiority(const Score& score) { return superiority(moments(counts_of(score))); }
double likelihood_of_superiority(const Pairs& pairs) { return superiority(moments(pairs)); }

}  // namespace banyan
