// SPDX-License-Identifier: MIT
// Runs a survey: hands out the searches that are missing to a number of threads, or one after the other to all ranks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/survey.h"
#include "parallel/communicator.h"

namespace banyan {

/// One search. The cell belongs to a survey that must outlive it.
struct SurveyTask {
  const SurveyCell* cell = nullptr;
  std::uint64_t seed = 0;
};

/// Those that are still to be run, in the order of the file.
std::vector<SurveyTask> missing_tasks(const Survey& survey, const std::vector<SurveyRun>& runs);

struct SurveySettings {
  double seconds = 0;  // no search begins later than this; 0 = no limit
  int concurrency = 1;
  std::string version{};  // of the program, for the runs
};

/// Who wants to know what is going on; called from one thread at a time, of rank 0 alone. Any may be empty.
struct SurveyListener {
  /// How many searches can be run at a time: fewer than asked for where the system has no room for more threads.
  std::function<void(int concurrency)> begins{};
  std::function<void(const SurveyTask& task, std::size_t done, std::size_t all)> runs{};
  std::function<void(const SurveyRun& run)> finds{};
};

/// Runs the tasks that are for so many ranks, some at a time where each is for one rank, until all are done or `stop`
/// is set. What runs then is given up. Under mpirun all ranks call it with the same tasks. The first error of a thread
/// ends the run; a search that gets fewer threads than it asks for is one.
void run_survey(std::vector<SurveyTask> tasks, const SurveySettings& settings, const std::atomic<bool>& stop,
                const SurveyListener& listener, Communicator& ranks);

}  // namespace banyan
