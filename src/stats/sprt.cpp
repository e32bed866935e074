// SPDX-License-Identifier: MIT
#include "stats/sprt.h"

#include <array>
#include <cmath>
#include <vector>

namespace banyan {
namespace {

/// An outcome that has not happened yet is not impossible: it counts as this many.
constexpr double unseen = 1e-3;

struct Outcome {
  double value;  // in [0, 1]
  double share;  // of all games or pairs
};

/// The best-fitting frequencies with mean `s` are share / (1 + theta (value - s)), with the theta that makes that mean
/// s. The mean falls as theta grows, so halving finds it between the two poles, where a frequency would be infinite.
double solve_theta(std::span<const Outcome> outcomes, double s) {
  double low = -1 / (1 - s), high = 1 / s;
  for (int i = 0; i < 200; ++i) {
    const double theta = (low + high) / 2;
    double sum = 0;
    for (const Outcome& o : outcomes) sum += o.share * (o.value - s) / (1 + theta * (o.value - s));
    (sum > 0 ? low : high) = theta;
  }
  return (low + high) / 2;
}

double ratio(const Sprt& sprt, std::span<const std::uint64_t> counts) {
  std::vector<Outcome> outcomes;
  double total = 0, seen = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double count = counts[i] == 0 ? unseen : static_cast<double>(counts[i]);
    outcomes.push_back({static_cast<double>(i) / static_cast<double>(counts.size() - 1), count});
    total += count;
    seen += static_cast<double>(counts[i]);
  }
  if (seen == 0) return 0;
  for (Outcome& o : outcomes) o.share /= total;
  const double s0 = rate_of(sprt.elo0), s1 = rate_of(sprt.elo1);
  const double theta0 = solve_theta(outcomes, s0), theta1 = solve_theta(outcomes, s1);
  double sum = 0;
  for (const Outcome& o : outcomes) {
    sum += o.share * std::log((1 + theta0 * (o.value - s0)) / (1 + theta1 * (o.value - s1)));
  }
  return total * sum;
}

}  // namespace

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const Sprt& sprt, const Pairs& pairs) { return ratio(sprt, pairs); }
double log_likelihood_ratio(const Sprt& sprt, const Score& score) {
  return ratio(sprt, std::array{score.losses, score.draws, score.wins});
}

Verdict verdict(const Sprt& sprt, double log_likelihood_ratio) {
  if (log_likelihood_ratio >= sprt.upper_bound()) return Verdict::elo1;
  return log_likelihood_ratio <= sprt.lower_bound() ? Verdict::elo0 : Verdict::undecided;
}

}  // namespace banyan
