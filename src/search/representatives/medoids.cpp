// SPDX-License-Identifier: MIT
#include "search/representatives/medoids.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/random.h"

namespace banyan {
namespace {

/// All distances between standardised points.
class Distances {
 public:
  Distances(std::span<const float> points, std::size_t dimensions, std::span<const double> weights)
      : count_(weights.size()), all_(count_ * count_) {
    double sum = 0;
    for (const double w : weights) sum += w;
    for (std::size_t d = 0; d < dimensions; ++d) {
      double mean = 0, square = 0;
      for (std::size_t i = 0; i < count_; ++i) mean += weights[i] * points[i * dimensions + d] / sum;
      for (std::size_t i = 0; i < count_; ++i) {
        const double off = points[i * dimensions + d] - mean;
        square += weights[i] * off * off / sum;
      }
      if (square <= 0) continue;
      for (std::size_t i = 0; i < count_; ++i) {
        for (std::size_t j = 0; j < count_; ++j) {
          const double off = points[i * dimensions + d] - points[j * dimensions + d];
          all_[i * count_ + j] += off * off / square;
        }
      }
    }
    for (double& distance : all_) distance = std::sqrt(distance);
  }
  std::size_t count() const { return count_; }
  double operator()(std::size_t i, std::size_t j) const { return all_[i * count_ + j]; }

 private:
  std::size_t count_;
  std::vector<double> all_;
};

std::vector<int> medoids_by(const Distances& distance, std::span<const double> weights, std::span<const int> class_of,
                            int classes) {
  std::vector<int> medoids(static_cast<std::size_t>(classes), -1);
  std::vector<double> best(static_cast<std::size_t>(classes), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < class_of.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < class_of.size(); ++j) {
      if (class_of[j] == class_of[i]) sum += weights[j] * distance(i, j);
    }
    const auto c = static_cast<std::size_t>(class_of[i]);
    if (sum < best[c]) {
      best[c] = sum;
      medoids[c] = static_cast<int>(i);
    }
  }
  return medoids;
}

}  // namespace

std::vector<int> medoids_of(std::span<const float> points, int dimensions, std::span<const double> weights,
                            std::span<const int> class_of, int classes) {
  return medoids_by(Distances(points, static_cast<std::size_t>(dimensions), weights), weights, class_of, classes);
}

Clustering k_medoids(std::span<const float> points, int dimensions, std::span<const double> weights, int classes,
                     std::uint64_t seed) {
  const Distances distance(points, static_cast<std::size_t>(dimensions), weights);
  const std::size_t count = distance.count();
  Clustering result;
  if (count == 0) return result;
  // The first medoid is the middle of all; each further one is drawn by its squared distance from those there are.
  Rng rng(seed);
  const std::vector<int> one_class(count, 0);
  result.medoids = medoids_by(distance, weights, one_class, 1);
  std::vector<double> nearest(count, std::numeric_limits<double>::infinity());
  while (result.medoids.size() < static_cast<std::size_t>(classes)) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double d = distance(i, static_cast<std::size_t>(result.medoids.back()));
      nearest[i] = std::min(nearest[i], d * d);
      sum += weights[i] * nearest[i];
    }
    if (sum <= 0) break;  // every point is like some medoid
    double left = rng.unit() * sum;
    std::size_t drawn = count;
    for (std::size_t i = 0; i < count; ++i) {
      if (nearest[i] <= 0) continue;
      drawn = i;
      left -= weights[i] * nearest[i];
      if (left < 0) break;
    }
    result.medoids.push_back(static_cast<int>(drawn));
  }
  result.class_of.assign(count, 0);
  constexpr int most_rounds = 20;
  for (int round = 0; round < most_rounds; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < result.medoids.size(); ++c) {
        const auto now = static_cast<std::size_t>(result.medoids[static_cast<std::size_t>(result.class_of[i])]);
        const auto medoid = static_cast<std::size_t>(result.medoids[c]);
        // A medoid stays in its own class, whatever is like it.
        if (medoid == i || (now != i && distance(i, medoid) < distance(i, now)))
          result.class_of[i] = static_cast<int>(c);
      }
    }
    auto better = medoids_by(distance, weights, result.class_of, static_cast<int>(result.medoids.size()));
    if (better == result.medoids) break;
    result.medoids = std::move(better);
  }
  return result;
}

}  // namespace banyan
