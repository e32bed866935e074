// SPDX-License-Identifier: MIT
// Builds a book of openings: a player plays against itself from the positions that an Explorer asks for, on several
// threads, in several processes, now and later. Every finished game is in a store (arena/store.h) before the next one
// begins, so that a build that is killed loses none; what they are worth is found out again from the store, game by
// game, and so goes on as if nothing had happened.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "arena/run.h"
#include "arena/store.h"
#include "book/explorer.h"
#include "search/limits/allotment.h"

namespace banyan {

struct BuildSettings {
  std::string game{};    // with the swap rule, if it is to be played with it
  std::string player{};  // that plays against itself
  std::optional<TimeControl> clock{};
  ExploreParams explore{};
  std::uint64_t seed = 1;
  // What follows decides when a build ends, not what it finds.
  std::uint64_t games = 0;  // 0 = as many as there are to play
  double seconds = 0;       // no game begins later than this; 0 = no limit
  int concurrency = 1;
  std::string version{};  // of the program, for the records
};

struct BuildProgress {
  std::uint64_t games = 0;   // counted so far
  std::uint64_t played = 0;  // of these by us
  double seconds = 0;        // since we began
  int concurrency = 1;       // games at a time: fewer than were asked for where threads cannot be started
  const Explorer& explorer;
};

/// Throws UsageError when there is no such game or player, or the game is not for two without chance.
class BookBuild {
 public:
  explicit BookBuild(BuildSettings settings);

  /// Plays until the settings or the control say so. True when there is nothing left to play. `observer` may be empty;
  /// it is called after every round by the calling thread.
  bool run(Store& store, RunControl& control, const std::function<void(const BuildProgress&)>& observer);

  /// From the rounds that are complete.
  Book book() const;
  const Explorer& explorer() const { return explorer_; }
  /// Games that the book stands on.
  std::uint64_t games() const { return games_; }
  /// The player against itself, which all its games belong to.
  const Match& match() const { return match_; }

 private:
  struct Round;
  void play_missing(Store& store, MatchId id, Round& round, RunControl& control);

  BuildSettings settings_;
  Match match_;
  Explorer explorer_;
  std::uint64_t games_ = 0;
  std::atomic<std::uint64_t> played_{0};
  double start_ = 0;
  int concurrency_;
};

}  // namespace banyan
