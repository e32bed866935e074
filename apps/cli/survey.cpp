// SPDX-License-Identifier: MIT
#include "cli/survey.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

#include "arena/survey.h"
#include "cli/files.h"
#include "cli/ranks.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "core/threads.h"
#include "engine/catalogue.h"
#include "engine/cluster.h"

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

  /// Cells and seeds that are still to be run, in the order of the file.
  struct Task {
    const SurveyCell* cell;
    std::uint64_t seed;
  };
  std::vector<Task> missing() const {
    std::set<std::pair<std::string, std::uint64_t>> known;
    for (const SurveyRun& run : runs_) known.emplace(run.key, run.seed);
    std::vector<Task> tasks;
    for (const SurveyCell* cell : distinct_cells(survey_)) {
      for (std::uint64_t seed = survey_.seed; seed < survey_.seed + cell->runs; ++seed) {
        if (!known.contains({cell->key(), seed})) tasks.push_back({cell, seed});
      }
    }
    return tasks;
  }

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

std::string label(const SurveyCell& cell) {
  std::string text;
  for (const auto& [name, value] : cell.variables) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

void status(const Workplace& work, int ranks) {
  const auto missing = work.missing();
  std::uint64_t all = 0;
  for (const SurveyCell* cell : distinct_cells(work.survey())) {
    all += cell->runs;
    const auto left =
        std::count_if(missing.begin(), missing.end(), [&](const auto& task) { return task.cell == cell; });
    fmt::print("{:>6}/{:<6}  {}{}\n", cell->runs - static_cast<std::uint64_t>(left), cell->runs,
               printable(label(*cell)),
               left > 0 && cell->ranks != ranks ? fmt::format("  (needs mpirun -np {})", cell->ranks) : "");
  }
  fmt::print("{} of {} runs\n", all - missing.size(), all);
}

/// One search. Under mpirun all ranks call it, and the first gets the whole result.
SurveyRun run_task(const Workplace::Task& task, Communicator& ranks, SolveControl& control) {
  SolveOptions options = task.cell->search;
  options.seed = task.seed;
  const SolveReport report = solve_together(*new_session(parse_spec(task.cell->game)), options, control, ranks);
  if (const int threads = task.cell->plan.team.threads; report.threads < threads) {
    throw Error(fmt::format("only {} of {} threads can be started, and a search with fewer is another one",
                            report.threads, threads));
  }
  return {.key = task.cell->key(),
          .seed = task.seed,
          .score = report.score,
          .playouts = report.playouts,
          .searches = report.runs,
          .seconds = report.seconds,
          .lost_seconds = report.lost_seconds,
          .moves = join({report.moves.begin(), report.moves.end()}, " "),
          .history = report.history,
          .version = version_and_commit()};
}

/// Runs what is missing and can be run with so many ranks, some searches at a time where each is for one rank.
void run(Workplace& work, const SurveyArguments& arguments) {
  const auto ranks = join_ranks();
  auto tasks = work.missing();
  std::erase_if(tasks, [&](const auto& task) { return task.cell->ranks != ranks->size(); });
  const double start = wall_seconds();
  std::atomic<bool> stop{false};
  const StopOnInterrupt interrupt(stop, EndedBy::anybody);
  StatusLine line;
  std::mutex mutex;
  std::size_t next = 0, done = 0;
  std::exception_ptr failure;
  const auto is_late = [&] { return arguments.minutes > 0 && wall_seconds() - start >= 60 * arguments.minutes; };
  const auto play = [&](Communicator& own) {
    for (;;) {
      std::unique_lock lock(mutex);
      // All ranks must agree on whether there is another one: the first decides.
      bool goes_on = next < tasks.size() && !stop && !failure && !is_late();
      if (own.size() > 1 && own.rank() > 0) goes_on = own.wait_for(0) == "go";
      for (int rank = 1; own.rank() == 0 && rank < own.size(); ++rank) own.send(rank, goes_on ? "go" : "end");
      if (!goes_on) return;
      const auto task = tasks[next++];
      if (own.rank() == 0)
        line.show(fmt::format("{} of {}: {} seed={}", done, tasks.size(), label(*task.cell), task.seed));
      lock.unlock();
      SolveControl control;
      control.progress = [&](const SolveReport& report, const SolveHandle&) {
        if (stop || report.threads < task.cell->plan.team.threads) control.stop = true;
      };
      const SurveyRun found = run_task(task, own, control);
      if (control.stop) return;  // not the whole search
      lock.lock();
      ++done;
      if (own.rank() == 0) work.add(found);
    }
  };
  if (ranks->size() > 1) {
    play(*ranks);
    if (ranks->rank() > 0) return;
  } else {
    const auto play_alone = [&] {
      try {
        play(*local_communicators(1).front());
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
    };
    Threads threads;
    {
      const std::lock_guard lock(mutex);  // the line is not yet anybody's
      threads.start(arguments.concurrency - 1, play_alone);
      ThreadNote(arguments.concurrency).look(threads.size() + 1, line);
    }
    play_alone();
    threads.join();
    if (failure) std::rethrow_exception(failure);
  }
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
