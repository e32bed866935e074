// SPDX-License-Identifier: MIT
// Plays matches: hands out the games that are missing in the store to a number of threads, until every match is over.
// Others may work on the same store at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/match.h"
#include "arena/store.h"
#include "arena/tally.h"
#include "parallel/communicator.h"

namespace banyan {

/// How a caller ends a run early, from any thread: `finish` begins no new game, `drop.stop` also gives up those that
/// are being played.
struct RunControl {
  std::atomic<bool> finish{false};
  SearchControl drop{};
};

/// How matches share the time: each has got as many games as any other, or the first is played first.
enum class Order { side_by_side, in_turn };

struct RunSettings {
  StopRules rules{};                   // of every match
  std::vector<std::uint64_t> games{};  // by match, in place of rules.games; empty = the same for all
  Order order = Order::side_by_side;
  double seconds = 0;  // no game begins later than this; 0 = no limit
  int concurrency = 1;
  std::string version{};  // of the program, for the records
};

/// What is going on, for a progress line.
struct RunProgress {
  const std::vector<Tally>& tallies;  // one per match
  std::uint64_t played = 0;           // games finished by this run
  int running = 0;                    // games being played by it
  int concurrency = 0;                // games that it can play at a time: fewer than asked for where the system has no
                                      // room for more threads
  double seconds = 0;                 // since it began
};

/// Which game is to be played next, and what became of it: the side of a run that touches the store. Whoever plays
/// takes a task, plays it with Match::play, and brings the record back or gives up. One thread at a time. The matches,
/// the settings and the store must outlive it.
class Schedule {
 public:
  struct Task {
    std::size_t match;
    std::uint64_t number;
  };

  Schedule(const std::vector<Match>& matches, const RunSettings& settings, Store& store);
  /// Gives up what nobody has brought back.
  ~Schedule();
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;

  /// Claims a game; nothing when all that is missing is being played, by us or by others. Throws Error when a player
  /// cannot even begin a game, before the first of its match.
  std::optional<Task> next();
  void finish(const Task& task, const GameRecord& game);
  void give_up(const Task& task);
  /// Counts what anybody has finished since the last look.
  void read_news();

  bool is_over() const;
  const std::vector<Tally>& tallies() const { return tallies_; }
  std::uint64_t played() const { return played_; }
  int running() const;

 private:
  /// The store calls every game finished that was missing: others must have played them since the last look.
  void expect_all_games_of(std::size_t match);

  const std::vector<Match>& matches_;
  Order order_;
  Store& store_;
  std::vector<MatchId> ids_;
  std::multimap<MatchId, std::size_t> indices_;  // a match may be asked for twice
  std::vector<Tally> tallies_;
  std::vector<bool> tried_;                       // whether the players of a match are known to begin a game
  std::vector<std::set<std::uint64_t>> running_;  // games being played by us, by match
  std::int64_t last_row_ = 0;
  std::uint64_t played_ = 0;
};

/// Plays whatever is missing, on threads of this process, as many as can be started, and of all `ranks` that call
/// play_for_chief; this one is rank 0. Where not one could be started, the calling thread plays. `observer` may be
/// empty; it is called after every game, from one thread at a time. Returns the tallies, one per match; those of an
/// ended run may not be over. The first error of a thread ends the run, and so does a player that cannot even begin a
/// game.
std::vector<Tally> run_matches(const std::vector<Match>& matches, const RunSettings& settings, Store& store,
                               RunControl& control, const std::function<void(const RunProgress&)>& observer,
                               Communicator& ranks);
/// The same by this process alone.
std::vector<Tally> run_matches(const std::vector<Match>& matches, const RunSettings& settings, Store& store,
                               RunControl& control, const std::function<void(const RunProgress&)>& observer);

/// What every other rank does meanwhile: plays the games that rank 0 hands out, settings.concurrency at a time. It
/// needs the same matches and version, and no store. Returns how many it could play at a time.
int play_for_chief(const std::vector<Match>& matches, const RunSettings& settings, RunControl& control,
                   Communicator& ranks);

}  // namespace banyan
