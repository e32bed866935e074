// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace banyan::cli {

/// "0.1.0", and the commit it was built from where that is known: what a result was made with.
const std::string& program_version();

}  // namespace banyan::cli
