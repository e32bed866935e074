// SPDX-License-Identifier: MIT
#include "cli/version.h"

#include <string_view>

#include "commit.h"  // written by cmake/commit.cmake

namespace banyan::cli {

const std::string& version_and_commit() {
  static const std::string text = [] {
    constexpr std::string_view commit = BANYAN_COMMIT;
    return std::string(BANYAN_VERSION).append(commit.empty() ? "" : "+").append(commit);
  }();
  return text;
}

}  // namespace banyan::cli
