// SPDX-License-Identifier: MIT
// How deep the JSON files that we read may be nested.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace banyan {

/// For nlohmann::ordered_json::parse: throws UsageError at what is nested deeper than any file of ours. The library
/// copies and writes by recursion, and copies already while it reads: without a bound, that takes the whole stack.
inline bool refuse_depth(int depth, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) {
  constexpr int deepest = 100;
  if (depth > deepest) throw UsageError(fmt::format("it is nested deeper than {} levels", deepest));
  return true;
}

}  // namespace banyan
