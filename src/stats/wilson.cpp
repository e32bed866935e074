// SPDX-License-Identifier: MIT
#include "stats/wilson.h"

#include <algorithm>
#include <cmath>

namespace banyan {

Interval wilson(double successes, double trials, double z) {
  if (trials <= 0) return {0.0, 1.0};
  const double p = successes / trials;
  const double z2 = z * z;
  const double centre = p + z2 / (2 * trials);
  const double spread = z * std::sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials));
  const double scale = 1 + z2 / trials;
  return {std::max(0.0, (centre - spread) / scale), std::min(1.0, (centre + spread) / scale)};
}

Interval wilson_corrected(double successes, double trials, double z) {
  if (trials <= 0) return {0.0, 1.0};
  const double p = successes / trials;
  const double q = 1 - p;
  const double z2 = z * z;
  const double middle = 2 * trials * p + z2;
  const double scale = 2 * (trials + z2);
  const double low_root = std::sqrt(std::max(0.0, z2 - 2 - 1 / trials + 4 * p * (trials * q + 1)));
  const double high_root = std::sqrt(std::max(0.0, z2 + 2 - 1 / trials + 4 * p * (trials * q - 1)));
  const double low = p == 0 ? 0.0 : (middle - 1 - z * low_root) / scale;
  const double high = p == 1 ? 1.0 : (middle + 1 + z * high_root) / scale;
  return {std::max(0.0, low), std::min(1.0, high)};
}

}  // namespace banyan
