// SPDX-License-Identifier: MIT
// Wilson's score interval for a proportion [Wilson 1927], with and without Yates' continuity correction
// [Newcombe 1998]. A draw counts as half a success, so successes may be a multiple of 1/2.
#pragma once

namespace banyan {

struct Interval {
  double low, high;
};

inline constexpr double z_95 = 1.959963984540054;

/// The interval for `successes` out of `trials`; [0, 1] when there were no trials.
Interval wilson(double successes, double trials, double z = z_95);
Interval wilson_corrected(double successes, double trials, double z = z_95);

}  // namespace banyan
