// SPDX-License-Identifier: MIT
// k-medoids over a few points: classes of moves learned from their features alone. Features are standardised, classes
// begin as in k-means++ [Arthur & Vassilvitskii 2007] from a fixed seed, and assignment and medoids take turns until
// nothing changes. A medoid is a point of its class, so it is a legal move.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace banyan {

struct Clustering {
  std::vector<int> class_of;  // by point
  std::vector<int> medoids;   // by class: the number of a point
};

/// `points` holds `dimensions` numbers for each of weights.size() points. Never more classes than different points.
Clustering k_medoids(std::span<const float> points, int dimensions, std::span<const double> weights, int classes,
                     std::uint64_t seed);

/// For each class, the point with the smallest sum of weighted distances to the others.
std::vector<int> medoids_of(std::span<const float> points, int dimensions, std::span<const double> weights,
                            std::span<const int> class_of, int classes);

}  // namespace banyan
