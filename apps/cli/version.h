// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace banyan::cli {

/// What a result was made with: "0.1.0+130b40d0c1a2", with the commit where git knew it when the program was built.
const std::string& version_and_commit();

}  // namespace banyan::cli
