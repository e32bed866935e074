// SPDX-License-Identifier: MIT
#include "stats/logistic.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace banyan {
namespace {

double dot(std::span<const float> row, std::span<const double> weights) {
  double sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) sum += static_cast<double>(row[i]) * weights[i];
  return sum;
}

/// -result ln p - (1 - result) ln (1 - p) for p = 1 / (1 + exp(-x)), without overflow.
double loss_of(double x, double result) {
  return (x > 0 ? std::log1p(std::exp(-x)) : std::log1p(std::exp(x)) - x) + (1 - result) * x;
}

/// Solves a x = b for a symmetric, positive definite matrix, in place: Cholesky's method.
std::vector<double> solve(std::vector<double> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k) {
      for (std::size_t i = j; i < n; ++i) a[i * n + j] -= a[i * n + k] * a[j * n + k];
    }
    const double root = std::sqrt(a[j * n + j]);
    for (std::size_t i = j; i < n; ++i) a[i * n + j] /= root;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
  return b;
}

}  // namespace

double loss_of_sample(const LogisticSamples& samples, std::size_t i, std::span<const double> weights, double scale) {
  return loss_of(dot(samples.row(i), weights) / scale, static_cast<double>(samples.results[i]));
}

double mean_loss(const LogisticSamples& samples, std::span<const double> weights, double scale) {
  double sum = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) sum += loss_of_sample(samples, i, weights, scale);
  return sum / static_cast<double>(std::max<std::size_t>(samples.size(), 1));
}

double best_scale(const LogisticSamples& samples, std::span<const double> weights) {
  // The loss has one lowest point along the logarithm of the scale: golden section search.
  constexpr double ratio = 0.6180339887498949;
  double low = std::log(1.0), high = std::log(1e6);
  const auto loss = [&](double log_scale) { return mean_loss(samples, weights, std::exp(log_scale)); };
  double a = high - ratio * (high - low), b = low + ratio * (high - low);
  double loss_a = loss(a), loss_b = loss(b);
  for (int step = 0; step < 40; ++step) {
    if (loss_a < loss_b) {
      high = std::exchange(b, a);
      loss_b = loss_a;
      a = high - ratio * (high - low);
      loss_a = loss(a);
    } else {
      low = std::exchange(a, b);
      loss_a = loss_b;
      b = low + ratio * (high - low);
      loss_b = loss(b);
    }
  }
  return std::exp((low + high) / 2);
}

std::vector<double> fit_logistic(const LogisticSamples& samples, std::span<const double> prior, double scale,
                                 double ridge, std::span<const std::size_t> left_out) {
  const std::size_t n = samples.width;
  std::vector<double> weights(prior.begin(), prior.end());
  for (const std::size_t i : left_out) weights[i] = 0;
  constexpr int most_steps = 20;
  for (int step = 0; step < most_steps; ++step) {
    std::vector<double> gradient(n), curvature(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      gradient[i] = ridge * (weights[i] - prior[i]) / (scale * scale);
      curvature[i * n + i] = ridge / (scale * scale);
    }
    for (std::size_t s = 0; s < samples.size(); ++s) {
      const auto row = samples.row(s);
      const double p = 1 / (1 + std::exp(-dot(row, weights) / scale));
      const double error = (p - static_cast<double>(samples.results[s])) / scale;
      const double bend = p * (1 - p) / (scale * scale);
      for (std::size_t i = 0; i < n; ++i) {
        if (row[i] == 0) continue;
        const auto amount = static_cast<double>(row[i]);
        gradient[i] += error * amount;
        for (std::size_t j = 0; j <= i; ++j) curvature[i * n + j] += bend * amount * static_cast<double>(row[j]);
      }
    }
    for (const std::size_t i : left_out) {
      gradient[i] = 0;
      for (std::size_t j = 0; j < n; ++j) curvature[i * n + j] = curvature[j * n + i] = i == j ? 1 : 0;
    }
    const std::vector<double> change = solve(std::move(curvature), gradient);
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      weights[i] -= change[i];
      largest = std::max(largest, std::abs(change[i]));
    }
    if (largest < 1e-3) break;
  }
  return weights;
}

}  // namespace banyan
