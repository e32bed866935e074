// SPDX-License-Identifier: MIT
#include "cli/version.h"

#include <fmt/format.h>

#include <string_view>

#include "cli/commands.h"
#include "commit.h"  // written by cmake/commit.cmake

namespace banyan::cli {

const std::string& version_text() {
  static const std::string text = [] {
    constexpr std::string_view commit = BANYAN_COMMIT, fingerprint = BANYAN_FINGERPRINT;
    std::string all = std::string(BANYAN_VERSION).append(commit.empty() ? "" : "+").append(commit);
    if (!fingerprint.empty()) all += fmt::format(" (bench {})", fingerprint);
    return all;
  }();
  return text;
}

void add_version(CommandLine& line) {
  Command command = line.add("version", "the version, the commit and the fingerprint of this program");
  command.footer("Example:\n  banyan version");
  command.runs([] { fmt::print("banyan {}\n", version_text()); });
}

}  // namespace banyan::cli
