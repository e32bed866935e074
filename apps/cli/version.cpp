// SPDX-License-Identifier: MIT
#include "cli/version.h"

#include <fmt/format.h>

#include <string_view>

#include "cli/commands.h"
#include "commit.h"  // written by cmake/commit.cmake

namespace banyan::cli {

const std::string& version_and_commit() {
  static const std::string text = [] {
    constexpr std::string_view commit = BANYAN_COMMIT;
    return std::string(BANYAN_VERSION).append(commit.empty() ? "" : "+").append(commit);
  }();
  return text;
}

void add_version(CommandLine& line) {
  Command command = line.add("version", "the version and the commit of this program");
  command.footer("Example:\n  banyan version");
  command.runs([] { fmt::print("banyan {}\n", version_and_commit()); });
}

}  // namespace banyan::cli
