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
  template <GameState S>
  DepthLimits(const LimitParams& own, const Watch<S>& watch)
      : params(watch.limits.value_or(own)), any(watch.limits || params.has_any()) {
    if (params.iterations == 0) params.iterations = std::numeric_limits<std::int64_t>::max();
  }

  LimitParams params;
  bool any;
};

}  // namespace banyan
