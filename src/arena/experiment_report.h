// SPDX-License-Identifier: MIT
// What an experiment has found so far, as Markdown, CSV, JSON, and as a gnuplot script.
#pragma once

#include <string>
#include <vector>

#include "arena/experiment.h"

namespace banyan {

/// An experiment with what is known of each of its cells.
struct ExperimentResult {
  const Experiment& experiment;
  const std::vector<Match>& matches;
  const std::vector<MatchResult>& results;
  const std::vector<FormerMatch>& former;
};

/// "size=6, iterations=1000, b=mast": the variables that tell the cells of its panel apart.
std::string label_of(const Experiment& experiment, std::size_t cell);

std::string report_markdown(const ExperimentResult& result);
std::string report_csv(const ExperimentResult& result);
std::string report_json(const ExperimentResult& result);

/// Draws every panel that has an x into `svg` and `png`: win rates in percent with 95 % intervals, and what
/// was published. Throws UsageError when no panel has one.
std::string plot_script(const ExperimentResult& result, const std::string& svg, const std::string& png);

}  // namespace banyan
