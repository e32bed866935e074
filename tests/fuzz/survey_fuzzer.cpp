// SPDX-License-Identifier: MIT
// Surveys from arbitrary bytes. Bytes that begin with "{" are finished runs, one a line: they are refused with a
// sentence, or written back as they were read. Others are the file of a survey: it is refused, or can be reported.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/survey.h"
#include "core/error.h"
#include "tests/fuzz/check.h"

namespace {

std::string written(const std::vector<banyan::SurveyRun>& runs) {
  std::string text;
  for (const banyan::SurveyRun& run : runs) text += banyan::run_line(run);
  return text;
}

void read_runs(const std::string& text) {
  const std::string once = written(banyan::read_runs(text));
  check(written(banyan::read_runs(once)) == once);
}

/// Reported without runs, and with two of its first cell.
void report(const banyan::Survey& survey) {
  check(!survey.cells.empty() && !survey.title.empty());
  check(!banyan::distinct_cells(survey).empty());
  std::vector<banyan::SurveyRun> runs;
  check(!banyan::survey_markdown(survey, runs).empty());
  for (std::uint64_t seed = survey.seed; seed < survey.seed + 2; ++seed) {
    runs.push_back(
        {.key = survey.cells[0].key(),
         .seed = seed,
         .score = 100,
         .playouts = 20,
         .seconds = 2,
         .history = {{.playouts = 10, .seconds = 1, .score = 50}, {.playouts = 20, .seconds = 2, .score = 100}}});
  }
  check(!banyan::survey_markdown(survey, runs).empty());
  banyan::plot_script(banyan::plot_of(survey, runs), "a.svg", "a.png");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    if (text.starts_with('{')) {
      read_runs(text);
    } else {
      report(banyan::parse_survey(text));
    }
  } catch (const banyan::UsageError& error) {
    check(!std::string(error.what()).empty());
  }
  return 0;
}
