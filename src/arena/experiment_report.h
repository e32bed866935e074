// SPDX-License-Identifier: MIT
// What an experiment has found so far, as Markdown, CSV, JSON, and as a figure.
#pragma once

#include <string>
#include <vector>

#include "arena/experiment.h"
#include "arena/plot.h"

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

std::string report_markdown(const ExperimentResult& all);
std::string report_csv(const ExperimentResult& all);
std::string report_json(const ExperimentResult& all);

/// The figure of every panel that has an x: shares of A with their intervals, and what was published. Throws UsageError
/// when no panel has one.
Plot plot_of(const ExperimentResult& all);

}  // namespace banyan
