// SPDX-License-Identifier: MIT
// What may stop a search before it has reached its depth.
#pragma once

#include <cstdint>
#include <limits>

#include "search/limits/limits.h"
#include "search/search.h"

namespace banyan {

/// What the watch asks for, else what the parameters do; unlike other searches, these need no limit.
struct DepthLimits {
  template <class DepthParams, GameState S>
  DepthLimits(const DepthParams& own, const Watch<S>& watch)
      : params{.iterations = own.nodes, .seconds = own.seconds, .cpu_seconds = own.cpu_seconds} {
    if (watch.limits) params = *watch.limits;
    any = watch.limits || params.iterations > 0 || params.seconds > 0 || params.cpu_seconds > 0;
    if (params.iterations == 0) params.iterations = std::numeric_limits<std::int64_t>::max();
  }

  LimitParams params;
  bool any;
};

}  // namespace banyan
