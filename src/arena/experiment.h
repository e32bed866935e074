// SPDX-License-Identifier: MIT
// An experiment: a file that lists matches, as grids over players, sizes and budgets, with the published values they
// are to be compared with. docs/experiments.md describes the file. Games are played by run_matches into a
// Store, each cell a match of its own, so cells that two experiments have in common are played once. An experiment
// keeps what is its own as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/match.h"
#include "arena/panel.h"
#include "arena/store.h"
#include "arena/tally.h"

namespace banyan {

/// What a publication found.
struct Published {
  double rate = 0;          // of A, in [0, 1]
  std::uint64_t games = 0;  // 0 = not said
};

/// One match of the grid.
struct Cell {
  std::size_t panel = 0;
  Values variables{};  // "a", "b" and "c" too
  MatchSettings match{};
  std::uint64_t games = 0;
  std::optional<Published> published{};

  int players() const { return match.c.empty() ? 2 : 3; }
};

struct Experiment {
  std::string title{}, source{}, text{};
  bool is_corrected = false;  // the report has Wilson's interval with continuity correction as well
  Values players{};           // name and template, in the order of the file
  std::vector<Panel> panels{};
  std::vector<Cell> cells{};  // in the order in which they are to be played
};

/// Reads the text of such a file. Throws UsageError that says where it is wrong. Players and games are not looked at:
/// Match does that.
Experiment parse_experiment(std::string_view toml);

/// A tenth of the games, at least 10, in whole groups.
std::uint64_t quick_games(std::uint64_t games, int players = 2);

/// The matches of the cells, by cell. Throws UsageError that names the cell whose match cannot be.
std::vector<Match> matches_of(const Experiment& experiment);

/// A match of which an experiment has games that its file does not ask for, because the file was changed.
struct FormerMatch {
  Match match;
  MatchResult result;
};

/// The games of an experiment: all that stand in its text, and of a store that others may use as well those that it
/// asks for. What it has it keeps, whatever becomes of its file or of the store. The experiment and its matches must
/// outlive it.
class ExperimentGames {
 public:
  ExperimentGames(const Experiment& experiment, const std::vector<Match>& matches)
      : experiment_(experiment), matches_(matches) {}

  /// Adds the games of a text that import_text can read. Throws UsageError.
  void read(std::string_view text);
  /// Adds the games of the cells that the store holds, of each cell those with numbers below Cell::games. Reads alone.
  /// Throws UsageError when the store has another game under the same number.
  void take_from(Store& store);

  /// All games, without their moves, as text.
  std::string text();
  /// By cell: every game that there is of its match, also where the file asks for fewer.
  std::vector<MatchResult> results();
  /// The games of all other matches.
  std::vector<FormerMatch> former();

 private:
  const Experiment& experiment_;
  const std::vector<Match>& matches_;
  Store games_{":memory:"};
};

/// How a result compares with what was published.
struct Comparison {
  RateDifference difference{};  // ours above the published rate
  Agreement agreement = Agreement::open;
};
/// Win rates that are nearer than this agree. Two matches of 600 games each that end alike can show it.
inline constexpr double margin_of_rates = 0.075;
/// Nothing to compare when one of the two is missing. A published rate without its number of games is taken as it is.
std::optional<Comparison> compare(const std::optional<Published>& published, const MatchResult& result);

}  // namespace banyan
