// SPDX-License-Identifier: MIT
#include "arena/survey_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "core/threads.h"
#include "engine/catalogue.h"
#include "engine/cluster.h"

namespace banyan {
namespace {

class SurveyRunner {
 public:
  SurveyRunner(std::vector<SurveyTask> tasks, const SurveySettings& settings, const std::atomic<bool>& stop,
               const SurveyListener& listener)
      : tasks_(std::move(tasks)), settings_(settings), stop_(stop), listener_(listener) {}

  /// One after the other, by all ranks together.
  void run_together(Communicator& ranks) { work(ranks); }

  void run_side_by_side() {
    const auto work_alone = [this] {
      try {
        work(*local_communicators(1).front());
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
      }
    };
    Threads threads;
    {
      const std::lock_guard lock(mutex_);  // the listener hears first how many there are
      threads.start(settings_.concurrency - 1, work_alone);
      if (listener_.begins) listener_.begins(threads.size() + 1);
    }
    work_alone();
    threads.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work(Communicator& ranks) {
    while (const auto task = next(ranks)) {
      const auto found = search(*task, ranks);
      if (!found) return;
      const std::lock_guard lock(mutex_);
      ++done_;
      if (ranks.rank() == 0 && listener_.finds) listener_.finds(*found);
    }
  }

  std::optional<SurveyTask> next(Communicator& ranks) {
    const std::lock_guard lock(mutex_);
    // All ranks must agree on whether there is another one: the first decides.
    bool goes_on = next_ < tasks_.size() && !stop_ && !failure_ && !is_late();
    if (ranks.rank() > 0) goes_on = ranks.wait_for(0) == "go";
    for (int rank = 1; ranks.rank() == 0 && rank < ranks.size(); ++rank) ranks.send(rank, goes_on ? "go" : "end");
    if (!goes_on) return std::nullopt;
    const SurveyTask task = tasks_[next_++];
    if (ranks.rank() == 0 && listener_.runs) listener_.runs(task, done_, tasks_.size());
    return task;
  }

  bool is_late() const { return settings_.seconds > 0 && wall_seconds() - start_ >= settings_.seconds; }

  /// Nothing when it was given up. Of several ranks, the first gets the whole result.
  std::optional<SurveyRun> search(const SurveyTask& task, Communicator& ranks) const {
    SolveOptions options = task.cell->search;
    options.seed = task.seed;
    const int threads = task.cell->plan.team.threads;
    SolveControl control;
    control.progress = [&](const SolveReport& report, const SolveHandle&) {
      if (stop_ || report.threads < threads) control.stop = true;
    };
    const SolveReport report = solve_together(*new_session(parse_spec(task.cell->game)), options, control, ranks);
    if (report.threads < threads) {
      throw Error(shortage_text(report.threads, threads, ", and a search with fewer is another one"));
    }
    if (control.stop) return std::nullopt;
    return SurveyRun{.key = task.cell->key(),
                     .seed = task.seed,
                     .score = report.score,
                     .playouts = report.playouts,
                     .searches = report.runs,
                     .seconds = report.seconds,
                     .lost_seconds = report.lost_seconds,
                     .moves = join({report.moves.begin(), report.moves.end()}, " "),
                     .history = report.history,
                     .version = settings_.version};
  }

  const std::vector<SurveyTask> tasks_;
  const SurveySettings& settings_;
  const std::atomic<bool>& stop_;
  const SurveyListener& listener_;
  const double start_ = wall_seconds();

  std::mutex mutex_;  // guards what follows
  std::size_t next_ = 0, done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<SurveyTask> missing_tasks(const Survey& survey, const std::vector<SurveyRun>& runs) {
  std::set<std::pair<std::string, std::uint64_t>> known;
  for (const SurveyRun& run : runs) known.emplace(run.key, run.seed);
  std::vector<SurveyTask> tasks;
  for (const SurveyCell* cell : distinct_cells(survey)) {
    const std::string key = cell->key();
    for (std::uint64_t seed = survey.seed; seed < survey.seed + cell->runs; ++seed) {
      if (!known.contains({key, seed})) tasks.push_back({cell, seed});
    }
  }
  return tasks;
}

void run_survey(std::vector<SurveyTask> tasks, const SurveySettings& settings, const std::atomic<bool>& stop,
                const SurveyListener& listener, Communicator& ranks) {
  std::erase_if(tasks, [&](const SurveyTask& task) { return task.cell->ranks != ranks.size(); });
  SurveyRunner runner(std::move(tasks), settings, stop, listener);
  ranks.size() > 1 ? runner.run_together(ranks) : runner.run_side_by_side();
}

}  // namespace banyan
