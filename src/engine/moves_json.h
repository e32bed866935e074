// SPDX-License-Identifier: MIT
// Moves as clicks: a move like "c14" is [2, 14] in JSON, column and row.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace banyan {

/// [column, row]; a move that is no letter with a number stays a text.
nlohmann::ordered_json click_of(const std::string& move);

/// The moves of a line: words, or what semicolons separate, or a JSON list of clicks and texts, or a JSON object that
/// has one as "moves". Throws UsageError.
std::vector<std::string> moves_of_line(std::string_view line);

}  // namespace banyan
