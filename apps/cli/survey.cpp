// SPDX-License-Identifier: MIT
#include "cli/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "arena/survey_run.h"
#include "cli/files.h"
#include "cli/ranks.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/error.h"

namespace banyan::cli {
namespace {

namespace fs = std::filesystem;

/// A survey with the files beside it.
class Workplace {
 public:
  Workplace(const std::string& file, const std::string& toml) {
    try {
      survey_ = parse_survey(toml);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("'{}', {}", file, error.what()));
    }
    const fs::path path(file);
    base_ = (path.parent_path() / "results" / path.stem()).string();
    if (!fs::exists(path_of("jsonl"))) return;
    try {
      runs_ = read_runs(read_text_file(path_of("jsonl")));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("'{}', {}", path_of("jsonl"), error.what()));
    }
  }

  const Survey& survey() const { return survey_; }
  const std::vector<SurveyRun>& runs() const { return runs_; }
  std::string path_of(std::string_view extension) const { return fmt::format("{}.{}", base_, extension); }

  std::vector<SurveyTask> missing() const { return missing_tasks(survey_, runs_); }

  void add(const SurveyRun& run) {
    make_folder_of(base_);
    std::string all;
    // As it will be read: a report of today is that of tomorrow.
    runs_.push_back(read_runs(run_line(run)).front());
    for (const SurveyRun& each : runs_) all += run_line(each);
    write_text_file(path_of("jsonl"), all);
  }

  std::string save() const {
    make_folder_of(base_);
    std::string report = survey_markdown(survey_, runs_);
    write_text_file(path_of("md"), report);
    return report;
  }

 private:
  Survey survey_;
  std::string base_;
  std::vector<SurveyRun> runs_;
};

void status(const Workplace& work, int ranks) {
  const auto missing = work.missing();
  std::uint64_t all = 0;
  for (const SurveyCell* cell : distinct_cells(work.survey())) {
    all += cell->runs;
    const auto left =
        std::count_if(missing.begin(), missing.end(), [&](const auto& task) { return task.cell == cell; });
    fmt::print("{:>6}/{:<6}  {}{}{}\n", cell->runs - static_cast<std::uint64_t>(left), cell->runs,
               printable(label_of(*cell)),
               left > 0 && cell->ranks != ranks ? fmt::format("  (needs mpirun -np {})", cell->ranks) : "",
               is_of_several_builds(versions_of(work.survey(), *cell, work.runs())) ? "  (by several builds)" : "");
  }
  fmt::print("{} of {} runs\n", all - missing.size(), all);
}

void run(Workplace& work, const SurveyArguments& arguments) {
  const auto ranks = join_ranks();
  std::atomic<bool> stop{false};
  const StopOnInterrupt interrupt(stop, EndedBy::anybody);
  StatusLine line;
  const SurveyListener listener{
      .begins = [&](int concurrency) { ThreadNote(arguments.concurrency).look(concurrency); },
      .runs =
          [&](const SurveyTask& task, std::size_t done, std::size_t all) {
            line.show(fmt::format("{} of {}: {} seed={}", done, all, label_of(*task.cell), task.seed));
          },
      .finds = [&](const SurveyRun& run) { work.add(run); }};
  run_survey(work.missing(),
             {.seconds = 60 * arguments.minutes, .concurrency = arguments.concurrency, .version = version_text()}, stop,
             listener, *ranks);
  if (ranks->rank() > 0) return;
  work.save();
  status(work, ranks->size());
  if (stop) throw Error("interrupted; the same command goes on with the searches that are missing");
}

}  // namespace

void survey(const SurveyArguments& arguments, const std::string& toml) {
  Workplace work(arguments.file, toml);
  if (arguments.action == "run") return run(work, arguments);
  if (arguments.action == "status") return status(work, 1);
  if (arguments.action == "plot") {
    run_gnuplot(work.path_of("plot"),
                plot_script(plot_of(work.survey(), work.runs()), work.path_of("svg"), work.path_of("png")));
    fmt::print("{}\n{}\n", work.path_of("svg"), work.path_of("png"));
    return;
  }
  fmt::print("{}", work.save());
}

}  // namespace banyan::cli
