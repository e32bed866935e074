// SPDX-License-Identifier: MIT
#include "core/math.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace banyan {
namespace {

// ln 2 as a sum of two doubles; the first has its low 32 bits clear, so that a product with an exponent is exact.
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;

constexpr double two_to(int k) {  // -1022 <= k <= 1023
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

}  // namespace

double exp(double x) {
  if (x != x) return x;
  if (x > 709.79) return std::numeric_limits<double>::infinity();
  if (x < -745.2) return 0.0;
  // x = k ln 2 + r with |r| <= ln 2 / 2; e^r by its Taylor series, whose 14th term is below 2^-57.
  const double scaled = x * 1.4426950408889634;
  const int k = static_cast<int>(scaled + (scaled < 0 ? -0.5 : 0.5));
  const double high = x - k * ln2_high;
  const double r = high - k * ln2_low;
  double sum = 1.0 / 6227020800.0;
  constexpr double inverse_factorials[] = {
      1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040,
      1.0 / 720,       1.0 / 120,      1.0 / 24,      1.0 / 6,      0.5};
  for (const double c : inverse_factorials) sum = sum * r + c;
  const double result = 1.0 + (r + r * r * sum);
  if (k > 1023) return result * two_to(1023) * two_to(k - 1023);
  if (k < -1022) return result * two_to(-1022) * two_to(k + 1022);
  return result * two_to(k);
}

double log(double x) {
  if (x != x || x < 0) return std::numeric_limits<double>::quiet_NaN();
  if (x == 0) return -std::numeric_limits<double>::infinity();
  if (x == std::numeric_limits<double>::infinity()) return x;
  int k = 0;
  if (x < 0x1p-1022) {  // a subnormal: scale it up first
    x *= 0x1p54;
    k = -54;
  }
  // x = 2^k m with m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh(f), f = (m-1)/(m+1), |f| < 0.1716.
  auto bits = std::bit_cast<std::uint64_t>(x);
  k += static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL;
  auto m = std::bit_cast<double>(bits);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++k;
  }
  const double f = (m - 1.0) / (m + 1.0);
  const double f2 = f * f;
  double sum = 0.0;
  for (int n = 21; n >= 3; n -= 2) sum = sum * f2 + 1.0 / n;
  // 2f = (m-1) - f (m-1), written so that the leading term m-1 is exact.
  const double d = m - 1.0;
  const double tail = 2.0 * f * f2 * sum - f * d;
  return k * ln2_high + (d + (tail + k * ln2_low));
}

}  // namespace banyan
