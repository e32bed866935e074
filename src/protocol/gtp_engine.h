// SPDX-License-Identifier: MIT
// Programs that speak the Go Text Protocol as external engines: the client behind the interface that all have.
#pragma once

#include <memory>
#include <string_view>

#include "protocol/external.h"

namespace banyan {

/// What the text of such a program begins with.
inline constexpr std::string_view gtp_scheme = "gtp:";

/// gtp:"command args",key=value,..; throws UsageError.
std::unique_ptr<ExternalProgram> parse_gtp_program(std::string_view text);

}  // namespace banyan
