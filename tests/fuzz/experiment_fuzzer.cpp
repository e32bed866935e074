// SPDX-License-Identifier: MIT
// Experiment files from arbitrary bytes: they are refused with a sentence, or lead to matches and to a report of what
// was not played yet.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/experiment.h"
#include "arena/experiment_report.h"
#include "arena/survey.h"
#include "core/error.h"
#include "tests/fuzz/check.h"

namespace {

/// A match brings its players, with memory of their own: a grid of thousands would be all that is ever tried.
constexpr std::size_t most_cells = 4;

void report(banyan::Experiment experiment) {
  check(!experiment.cells.empty() && !experiment.title.empty());
  experiment.cells.resize(std::min(experiment.cells.size(), most_cells));
  std::size_t panels = 0;
  for (const banyan::Cell& cell : experiment.cells) panels = std::max(panels, cell.panel + 1);
  experiment.panels.resize(panels);
  const std::vector<banyan::Match> matches = banyan::matches_of(experiment);
  const std::vector<banyan::MatchResult> results(matches.size());
  const std::vector<banyan::FormerMatch> former;
  const banyan::ExperimentResult result{experiment, matches, results, former};
  check(!banyan::report_markdown(result).empty());
  check(!banyan::report_csv(result).empty());
  check(!banyan::report_json(result).empty());
  banyan::plot_script(banyan::plot_of(result), "a.svg", "a.png");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    banyan::is_survey(text);
    report(banyan::parse_experiment(text));
  } catch (const banyan::UsageError& error) {
    check(!std::string(error.what()).empty());
  }
  return 0;
}
