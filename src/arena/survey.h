// SPDX-License-Identifier: MIT
// A survey: a file that lists searches of one-player games, as grids over boards, algorithms, threads and so on, each
// to be run with several seeds. docs/experiments.md describes the file. A finished run is one line of JSON; runs are
// known by these lines, so a survey goes on where it was stopped, and on another machine from the committed text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/builds.h"
#include "arena/panel.h"
#include "arena/plot.h"
#include "engine/solve.h"

namespace banyan {

/// One search of the grid.
struct SurveyCell {
  std::size_t panel = 0;
  Values variables{};
  std::string game{};
  SolveOptions search{};  // the seed is set for each run
  SolvePlan plan{};       // of the search
  int ranks = 1;
  std::uint64_t runs = 1;
  std::optional<double> published{};  // a score

  /// Everything that decides what is found, but for the seed.
  std::string key() const;

  /// How many playouts one full search takes, all that are run side by side together, where the algorithm tells: N to
  /// the power of its level for NRPA, unless it may end early.
  std::optional<double> playouts_of_a_search() const;
};

struct Survey {
  std::string title{}, source{}, text{};
  std::uint64_t seed = 1;
  std::vector<Panel> panels{};      // x is "playouts" or "seconds"
  std::vector<SurveyCell> cells{};  // in the order in which they are to be run
};

/// The cells to run: of those that several panels show, the one with the most runs.
std::vector<const SurveyCell*> distinct_cells(const Survey& survey);

/// Whether the text is a survey rather than an experiment with matches: it has [[search]].
bool is_survey(std::string_view toml);
/// Throws UsageError that says where it is wrong. Games are not looked at: a search does that.
Survey parse_survey(std::string_view toml);

struct SurveyRun {
  std::string key{};
  std::uint64_t seed = 0;
  double score = 0;
  std::uint64_t playouts = 0;
  std::optional<std::uint64_t> searches{};  // of the top level that were finished; older runs do not say
  double seconds = 0, lost_seconds = 0;
  std::string moves{};  // separated by spaces
  std::vector<Improvement> history{};
  std::string version{};  // of the program
};

std::string run_line(const SurveyRun& run);
/// Reads such lines, those of earlier versions as well. Throws UsageError that names the line.
std::vector<SurveyRun> read_runs(std::string_view text);

/// "board=1 algorithm=nrpa:level=3": all variables of a cell.
std::string label_of(const SurveyCell& cell);
/// Of the programs that made the runs of a cell.
Versions versions_of(const Survey& survey, const SurveyCell& cell, const std::vector<SurveyRun>& runs);

/// What has been found so far, as Markdown.
std::string survey_markdown(const Survey& survey, const std::vector<SurveyRun>& runs);
/// The figure of every panel that has an x: mean scores with 95 % intervals against what had been spent. Throws
/// UsageError when no panel has one.
Plot plot_of(const Survey& survey, const std::vector<SurveyRun>& runs);

}  // namespace banyan
