// SPDX-License-Identifier: MIT
#include "core/math.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/random.h"
#include "tests/share.h"

namespace banyan {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr int points = share(1'000'000);

/// How many doubles lie between two numbers of the same sign.
std::int64_t ulps_between(double a, double b) {
  return std::abs(std::bit_cast<std::int64_t>(a) - std::bit_cast<std::int64_t>(b));
}

// The C library rounds its extended precision to within half a unit of the double's last place.
std::int64_t exp_error(double x) {
  return ulps_between(exp(x), static_cast<double>(std::exp(static_cast<long double>(x))));
}
std::int64_t log_error(double x) {
  return ulps_between(log(x), static_cast<double>(std::log(static_cast<long double>(x))));
}

TEST(Exp, IsWithinTwoUnitsInTheLastPlace) {
  Rng rng(1);
  std::int64_t worst = 0;
  for (int i = 0; i < points; ++i) {
    const double whole_range = -745.1 + rng.unit() * (745.1 + 709.78);
    const double around_zero = (rng.unit() - 0.5) * std::pow(2.0, -static_cast<double>(rng.below(60)));
    worst = std::max({worst, exp_error(whole_range), exp_error(around_zero)});
  }
  EXPECT_LE(worst, 2);
}

TEST(Exp, IsRightAtItsEnds) {
  EXPECT_EQ(exp(0.0), 1.0);
  EXPECT_EQ(exp(-0.0), 1.0);
  EXPECT_EQ(exp(infinity), infinity);
  EXPECT_EQ(exp(-infinity), 0.0);
  EXPECT_TRUE(std::isnan(exp(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(exp(1e308), infinity);
  EXPECT_EQ(exp(-1e308), 0.0);
  EXPECT_EQ(exp(709.79), infinity);
  EXPECT_LE(exp_error(709.782712893384), 2);    // the last before infinity
  EXPECT_LE(exp_error(-708.3964185322641), 2);  // where subnormals begin
  EXPECT_LE(exp_error(-745.1332191019411), 1);  // the smallest subnormal
  EXPECT_EQ(exp(-745.14), 0.0);
  EXPECT_EQ(exp(5e-324), 1.0);
}

TEST(Exp, NeverFalls) {
  double last = 0;
  for (int i = -74'600; i < 71'000; ++i) {
    const double next = exp(0.01 * i);
    ASSERT_GE(next, last);
    last = next;
  }
}

TEST(Log, IsWithinTwoUnitsInTheLastPlace) {
  Rng rng(2);
  std::int64_t worst = 0;
  for (int i = 0; i < points; ++i) {
    // Any bits of a positive finite double: all exponents, subnormals included.
    const auto any = std::bit_cast<double>(rng.next() % std::bit_cast<std::uint64_t>(infinity));
    const auto subnormal = std::bit_cast<double>(1 + rng.next() % ((std::uint64_t{1} << 52) - 1));
    const double around_one = 1.0 + (rng.unit() - 0.5) * std::pow(2.0, -static_cast<double>(rng.below(53)));
    worst = std::max({worst, log_error(any), log_error(subnormal), log_error(around_one)});
  }
  EXPECT_LE(worst, 2);
}

TEST(Log, IsRightAtItsEnds) {
  EXPECT_EQ(log(1.0), 0.0);
  EXPECT_EQ(log(0.0), -infinity);
  EXPECT_EQ(log(-0.0), -infinity);
  EXPECT_EQ(log(infinity), infinity);
  EXPECT_TRUE(std::isnan(log(-1.0)));
  EXPECT_TRUE(std::isnan(log(-infinity)));
  EXPECT_TRUE(std::isnan(log(std::numeric_limits<double>::quiet_NaN())));
  for (const double x : {5e-324, 0x1p-1022, std::numeric_limits<double>::max(), std::nextafter(1.0, 0.0),
                         std::nextafter(1.0, 2.0), std::nextafter(0x1p-1022, 0.0)}) {
    EXPECT_LE(log_error(x), 2) << x;
  }
}

TEST(Log, OfWholeNumbersIsWithinTwoUnits) {  // what selection formulas ask for
  for (int n = 2; n < 100'000; ++n) ASSERT_LE(log_error(n), 2) << n;
}

// The same bits with every compiler, at every level of optimisation, on every processor.
TEST(Exp, KeepsItsBits) {
  for (const auto& [x, bits] : {std::pair<double, std::uint64_t>{1.0, 0x4005bf0a8b14576a},
                                {-1.0, 0x3fd78b56362cef38},
                                {0.1, 0x3ff1aec7b35a00d4},
                                {10.0, 0x40d5829dcf950560},
                                {123.456, 0x4b11428e1cbc0143},
                                {709.78, 0x7fefe9ce5c4c52b4},
                                {-700.25, 0x00caf5fe9a485c8e},
                                {-740.0, 0x0000000000000055}}) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(exp(x)), bits) << x;
  }
}

TEST(Log, KeepsItsBits) {
  for (const auto& [x, bits] : {std::pair<double, std::uint64_t>{2.0, 0x3fe62e42fefa39ef},
                                {0.1, 0xc0026bb1bbb55515},
                                {10.0, 0x40026bb1bbb55516},
                                {123.456, 0x401343774f3e2362},
                                {1e6, 0x402ba18a998fffa0},
                                {1e300, 0x4085963447f87fb5},
                                {1.0000000000000002, 0x3cafffffffffffff},
                                {5e-324, 0xc0874385446d71c3}}) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(log(x)), bits) << x;
  }
}

}  // namespace
}  // namespace banyan
