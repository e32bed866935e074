// SPDX-License-Identifier: MIT
#include "cli/problems.h"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>

#include "arena/problems.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/clock.h"
#include "core/error.h"

namespace banyan::cli {
namespace {

namespace fs = std::filesystem;

/// Problems with the files beside them.
class ProblemPlace {
 public:
  ProblemPlace(const std::string& file, const std::string& toml) {
    try {
      problems_ = parse_problems(toml);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("'{}', {}", file, error.what()));
    }
    const fs::path path(file);
    base_ = (path.parent_path() / "results" / path.stem()).string();
    if (!fs::exists(path_of("jsonl"))) return;
    try {
      tries_ = read_tries(read_text_file(path_of("jsonl")));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("'{}', {}", path_of("jsonl"), error.what()));
    }
  }

  std::vector<ProblemTask> missing() const { return missing_tries(problems_, tries_); }
  void add(const ProblemTry& tried) { tries_.push_back(tried); }

  void status() const {
    const std::size_t all = missing_tries(problems_, {}).size();
    fmt::print("{} of {} tries\n", all - missing().size(), all);
  }

  std::string save() const {
    make_folder_of(base_);
    std::string all;
    for (const ProblemTry& tried : tries_) all += try_line(tried);
    write_text_file(path_of("jsonl"), all);
    std::string report = problems_markdown(problems_, tries_);
    write_text_file(path_of("md"), report);
    return report;
  }

 private:
  std::string path_of(std::string_view extension) const { return fmt::format("{}.{}", base_, extension); }

  Problems problems_;
  std::string base_;
  std::vector<ProblemTry> tries_;
};

void run(ProblemPlace& place, double minutes) {
  constexpr double seconds_between_saves = 10;
  std::atomic<bool> stop{false};
  const StopOnInterrupt interrupt(stop, EndedBy::anybody);
  const double start = wall_seconds();
  double saved = start;
  for (const ProblemTask& task : place.missing()) {
    const double now = wall_seconds();
    if (stop || (minutes > 0 && now - start > 60 * minutes)) break;
    place.add(run_try(task, version_text()));
    if (now - saved < seconds_between_saves) continue;
    place.save();
    saved = now;
  }
  place.save();
  place.status();
  if (stop) throw Error("interrupted; the same command goes on with the tries that are missing");
}

}  // namespace

void problems(const ProblemArguments& arguments, const std::string& toml) {
  ProblemPlace place(arguments.file, toml);
  if (arguments.action == "run") return run(place, arguments.minutes);
  if (arguments.action == "status") return place.status();
  if (arguments.action == "plot") throw UsageError("there is nothing to plot: the report has the problems as tables");
  fmt::print("{}", place.save());
}

}  // namespace banyan::cli
