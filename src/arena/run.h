// SPDX-License-Identifier: MIT
// Plays matches: hands out the games that are missing in the store to a number of threads, until every match is over.
// Others may work on the same store at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/match.h"
#include "arena/store.h"
#include "arena/tally.h"

namespace banyan {

/// How a caller ends a run early, from any thread: `finish` begins no new game, `drop.stop` also gives up those that
/// are being played.
struct RunControl {
  std::atomic<bool> finish{false};
  SearchControl drop{};
};

struct RunSettings {
  StopRules rules{};  // of every match
  int concurrency = 1;
  std::string version{};  // of the program, for the records
};

/// What is going on, for a progress line.
struct RunProgress {
  const std::vector<Tally>& tallies;  // one per match
  std::uint64_t played = 0;           // games finished by this run
  int running = 0;                    // games being played by it
  double seconds = 0;                 // since it began
};

/// Plays whatever is missing. `observer` may be empty; it is called after every game, from one thread at a time.
/// Returns the tallies, one per match; those of an ended run may not be over. The first error of a thread ends the run,
/// and so does a player that cannot even begin a game, before its match does.
std::vector<Tally> run_matches(const std::vector<Match>& matches, const RunSettings& settings, Store& store,
                               RunControl& control, const std::function<void(const RunProgress&)>& observer);

}  // namespace banyan
