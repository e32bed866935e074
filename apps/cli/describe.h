// SPDX-License-Identifier: MIT
// Parameters and search reports as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/params.h"
#include "engine/session.h"

namespace banyan::cli {

nlohmann::ordered_json describe(const std::vector<ParamInfo>& params);
nlohmann::ordered_json describe(const SearchReport& report);

/// On one line. What users typed and programs said may be anything: what is no UTF-8 is replaced.
std::string one_line(const nlohmann::ordered_json& json);

}  // namespace banyan::cli
