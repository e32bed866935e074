// SPDX-License-Identifier: MIT
#include "stats/mean.h"

#include <cmath>

namespace banyan {

Mean mean_of(std::span<const double> values) {
  Mean result{.count = values.size()};
  if (values.empty()) return result;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) result.mean += value / n;
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  result.deviation = std::sqrt(squares / (n - 1));
  result.half_width = student_t(values.size() - 1) * result.deviation / std::sqrt(n);
  return result;
}

// The Cornish-Fisher expansion in powers of 1/n [Abramowitz & Stegun 26.7.5].
double student_t(std::uint64_t degrees_of_freedom) {
  if (degrees_of_freedom == 1) return 12.706204736432095;
  if (degrees_of_freedom == 2) return 4.302652729911275;
  const double x = 1.959963984540054, n = static_cast<double>(degrees_of_freedom);
  const double x3 = x * x * x, x5 = x3 * x * x, x7 = x5 * x * x, x9 = x7 * x * x;
  return x + (x3 + x) / (4 * n) + (5 * x5 + 16 * x3 + 3 * x) / (96 * n * n) +
         (3 * x7 + 19 * x5 + 17 * x3 - 15 * x) / (384 * n * n * n) +
         (79 * x9 + 776 * x7 + 1482 * x5 - 1920 * x3 - 945 * x) / (92160 * n * n * n * n);
}

}  // namespace banyan
