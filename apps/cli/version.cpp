// SPDX-License-Identifier: MIT
#include "cli/version.h"

namespace banyan::cli {

const std::string& program_version() {
  static const std::string version = BANYAN_VERSION;
  return version;
}

}  // namespace banyan::cli
