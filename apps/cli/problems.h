// SPDX-License-Identifier: MIT
// banyan experiment with a file that lists problems instead of matches.
#pragma once

#include <string>

namespace banyan::cli {

struct ProblemArguments {
  std::string action, file;  // run, status or report
  double minutes = 0;
};

void problems(const ProblemArguments& arguments, const std::string& toml);

}  // namespace banyan::cli
