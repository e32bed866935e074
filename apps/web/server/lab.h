// SPDX-License-Identifier: MIT
// Experiments and small matches on the page. Experiments are those of a folder, with the games of their texts and of
// the store that `banyan experiment run` plays into: they are read and never written. Matches are begun here, are
// played in the background like all searches, game by game, and are kept in a store of their own; the same match goes
// on.
//
// Any call from any thread. Everything throws Refusal.
#pragma once

#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "arena/experiment.h"
#include "arena/match.h"
#include "arena/run.h"
#include "arena/store.h"
#include "web/server/body.h"
#include "web/server/feed.h"
#include "web/server/searches.h"
#include "web/server/specs.h"

namespace banyan::web {

struct LabSettings {
  std::string experiments{};                              // the folder; empty or not there: there are none
  std::string experiment_store = "build/experiments.db";  // where their games are while they are played
  std::string matches{};                                  // the store of the matches; empty: none are played
  std::string version{};                                  // of the program, for records
};

struct MatchOrder {
  std::string game, options, a, b, openings = "random:2";
  std::uint64_t games = 0;
};

class Lab {
 public:
  Lab(LabSettings settings, const Bounds& bounds, Searches& searches);
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  Json overview();
  /// Its report, as results/NAME.json.
  std::string experiment(const std::string& name);
  std::string plot(const std::string& name);
  /// The games of a cell, counted from 0, whose moves the store of experiments has.
  Json games_of_cell(const std::string& name, const std::string& cell);
  std::string saved_game_of_cell(const std::string& name, const std::string& cell, const std::string& number);

  /// Begins a match, or goes on with it.
  Json begin(const MatchOrder& order);
  Json match(const std::string& id);
  std::shared_ptr<EventStream> subscribe(const std::string& id, std::shared_ptr<void> guard);
  Json stop(const std::string& id);
  std::string saved_game(const std::string& id, const std::string& number);
  std::string csv(const std::string& id);

  /// Ends all that is played.
  void close();

 private:
  struct Known;
  struct Run;

  // Experiments, under experiments_mutex_.
  const Known& look_at(const std::string& name);
  void read_news();
  std::pair<const Match&, MatchId> match_of_cell(const std::string& name, const std::string& cell);
  std::string file_of(const std::string& name, const std::string& ending) const;

  // Matches, under matches_mutex_.
  std::shared_ptr<Run> find(const std::string& id);
  std::shared_ptr<Run> known_run(const StoredMatch& stored);
  static Json match_json(Run& run);
  void go_on(const std::shared_ptr<Run>& run);
  void play(const std::shared_ptr<Run>& run);

  const LabSettings settings_;
  const Bounds& bounds_;
  Searches& searches_;

  std::mutex experiments_mutex_;
  std::map<std::string, std::unique_ptr<Known>> known_;
  std::unique_ptr<Store> experiment_store_;
  std::int64_t last_row_ = 0;
  std::map<MatchId, std::int64_t> last_finished_;

  std::mutex matches_mutex_;
  std::unique_ptr<Store> store_;
  std::map<MatchId, std::shared_ptr<Run>> runs_;
  bool is_closed_ = false;
};

}  // namespace banyan::web
