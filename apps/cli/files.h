// SPDX-License-Identifier: MIT
// Whole files, or nothing of them. Errors name the file and the system's reason.
#pragma once

#include <string>
#include <string_view>

namespace banyan::cli {

std::string read_text_file(const std::string& path);

/// Writes beside the file and renames, so that nobody ever sees half of it.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace banyan::cli
