// SPDX-License-Identifier: MIT
// An experiment: a file that lists matches, as grids over players, sizes and budgets, with the published values they
// are to be compared with. docs/experiments.md describes the file. The games live in a Store and are played by
// run_matches, each cell a match of its own, so cells that two experiments have in common are played once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/match.h"
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
  std::vector<std::pair<std::string, std::string>> variables{};  // as the file has them, in its order; "a" and "b" too
  MatchSettings match{};
  std::uint64_t games = 0;
  std::optional<Published> published{};
};

/// Cells that are shown in one table and in one plot: all grids of the same title.
struct Panel {
  std::string title{}, text{};
  std::string x{};  // the variable of the plot's axis; empty = no plot
  std::string x_label{};
  bool has_log_axis = false;
};

struct Experiment {
  std::string title{}, source{}, text{};
  std::vector<std::pair<std::string, std::string>> players{};  // name and template, in the order of the file
  std::vector<Panel> panels{};
  std::vector<Cell> cells{};  // in the order in which they are to be played
};

/// Reads the text of such a file. Throws UsageError that says where it is wrong. Players and games are not looked at:
/// Match does that.
Experiment parse_experiment(std::string_view toml);

/// A tenth of the games, at least 10, in pairs.
std::uint64_t quick_games(std::uint64_t games);

/// The matches of the cells, by cell. Throws UsageError that names the cell whose match cannot be.
std::vector<Match> matches_of(const Experiment& experiment);

/// What a store holds of an experiment, by cell: the games below Cell::games.
std::vector<MatchResult> results_of(const Experiment& experiment, const std::vector<Match>& matches, Store& store);

/// How a result compares with what was published: the published rate lies inside our 95 % interval; only the two
/// intervals overlap; or neither.
enum class Comparison { agrees, overlaps, differs };
std::string_view name_of(Comparison comparison);
/// Nothing to compare when one of the two is missing.
std::optional<Comparison> compare(const std::optional<Published>& published, const Score& score);

}  // namespace banyan
