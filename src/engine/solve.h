// SPDX-License-Identifier: MIT
// Looking for the best sequence of a one-player game: what is asked, what comes back, and what is written down so that
// a search can go on after it was killed.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.h"
#include "search/nested/improvement.h"
#include "search/nested/params.h"

namespace banyan {

struct SolveOptions {
  Spec algorithm;  // nrpa or nmcs, with parameters; its limits are for all, what came before a checkpoint included
  std::uint64_t seed = 1;
  std::uint64_t first_stream = 0;  // of the random streams, one per thread
  int neighbours = 1;              // processes that search on this machine
  std::string checkpoint;          // where an earlier search was, or empty
};

/// What can be told of a search before it begins.
struct SolvePlan {
  std::string settings;  // "nrpa:iterations=0,..": every parameter that matters, with its value
  std::string search;    // the same without limits: what decides which way the search goes, but not how far
  LimitParams limits;
  TeamParams team;
  std::optional<double> playouts;  // of one whole search, of all that run side by side; unless nobody knows

  std::string_view strategy() const { return names(Strategy{})[static_cast<std::size_t>(team.parallel)]; }
};

/// Throws UsageError when the algorithm solves nothing, or its parameters are wrong.
SolvePlan plan_of(const Spec& algorithm);

struct SolveReport {
  std::string settings;  // "nrpa:level=3,..."
  int threads = 0;       // that searched: fewer than asked for where the system has no room for more
  double score = 0;
  std::vector<std::string> moves;
  std::uint64_t playouts = 0;
  std::uint64_t playouts_before = 0;  // of them, before the checkpoint
  std::uint64_t runs = 0;             // whole searches of the top level
  std::vector<int> progress;          // steps done of each level, the top level first
  double seconds = 0;                 // in all
  double seconds_before = 0;
  double lost_seconds = 0;           // threads waiting for each other
  std::string stopped_by;            // "runs", "iterations", "seconds", "cpu_seconds", "cancelled"
  std::vector<Improvement> history;  // how the score grew, since this run began

  /// Of this run.
  double playouts_per_second() const {
    return static_cast<double>(playouts - playouts_before) / std::max(seconds - seconds_before, 1e-9);
  }
};

/// What a listener may ask of the search that it listens to.
struct SolveHandle {
  /// The text from which the search could go on; the best sequence in it is that of `best`.
  std::function<std::string(const SolveReport& best)> checkpoint;
  /// Tells the search of a sequence that others have found.
  std::function<void(double score, const std::vector<std::string>& moves)> offer;
};

/// How a caller watches and ends a search. `progress` is called a few times a second and once at the end, on the thread
/// that called solve().
struct SolveControl {
  std::atomic<bool> stop{false};
  std::function<void(const SolveReport&, const SolveHandle&)> progress;
};

/// What a checkpoint holds, as plain data.
struct Checkpoint {
  struct Chain {
    std::uint64_t run = 0, step = 0, same = 0;
    std::vector<std::pair<std::uint64_t, float>> weights;
    std::vector<std::string> best;
    std::vector<std::array<double, 3>> kinds;  // of playouts: mean of trials, sum and number of searches
    std::vector<std::array<std::uint64_t, 4>> streams;
  };
  std::string game, options;  // of the search; another one cannot go on from here
  std::string search;         // SolvePlan::search, with as many threads as could be started
  int threads = 0;            // the same number
  std::uint64_t seed = 0;
  std::uint64_t playouts = 0;
  double seconds = 0;
  double score = 0;
  std::vector<std::string> moves;
  std::vector<Chain> chains;
};

std::string write_checkpoint(const Checkpoint& checkpoint);
/// Throws UsageError that says what is wrong with the text.
Checkpoint read_checkpoint(std::string_view text);
/// Throws UsageError when the checkpoint is of another search than this one.
void check_same_search(const Checkpoint& found, const Checkpoint& expected);

}  // namespace banyan
