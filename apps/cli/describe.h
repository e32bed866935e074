// SPDX-License-Identifier: MIT
// Parameters and search reports as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/params.h"
#include "engine/session.h"

namespace banyan::cli {

nlohmann::ordered_json describe(const std::vector<ParamInfo>& params);
nlohmann::ordered_json describe(const SearchReport& report);

}  // namespace banyan::cli
