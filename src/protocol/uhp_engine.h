// SPDX-License-Identifier: MIT
// Programs that speak the Universal Hive Protocol as external engines: docs/uhp.md.
#pragma once

#include <memory>
#include <string_view>

#include "protocol/external.h"

namespace banyan {

/// What the text of such a program begins with.
inline constexpr std::string_view uhp_scheme = "uhp:";

/// uhp:"command args",key=value,..; throws UsageError.
std::unique_ptr<ExternalProgram> parse_uhp_program(std::string_view text);

}  // namespace banyan
