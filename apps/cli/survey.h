// SPDX-License-Identifier: MIT
// banyan experiment with a file that lists searches instead of matches.
#pragma once

#include <string>

namespace banyan::cli {

struct SurveyArguments {
  std::string action, file;  // run, status, report or plot
  double minutes = 0;
  int concurrency = 1;  // searches at a time
};

void survey(const SurveyArguments& arguments, const std::string& toml);

/// Draws what a gnuplot script says, which is written beside `base` and removed.
void run_gnuplot(const std::string& base, const std::string& script);

}  // namespace banyan::cli
