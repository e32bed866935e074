// SPDX-License-Identifier: MIT
// How the score of a search grew, as JSON: a list of [playouts, seconds, score].
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "search/nested/improvement.h"

namespace banyan {

nlohmann::ordered_json history_json(const std::vector<Improvement>& history);

/// Throws UsageError where a count is no whole number, and the library's exceptions where it is no such list.
std::vector<Improvement> read_history(const nlohmann::ordered_json& list);

}  // namespace banyan
