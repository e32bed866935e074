// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace banyan::cli {

/// What a result was made with: "0.1.0+130b40d0c1a2 (bench d45c755f)", with the commit where git knew it when the
/// program was built, and the fingerprint that it had by tests/fingerprint/bench.txt unless files had been changed
/// since.
const std::string& version_text();

}  // namespace banyan::cli
