// SPDX-License-Identifier: MIT
// Tuning: which point of a grid of parameters plays best? By sequential halving [Karnin, Koren & Somekh 2013]: all
// points play the same number of games, the better half goes on, with twice as many games each, until one is left. A
// grid takes choices as well as numbers, needs no step sizes, and every point is an ordinary match, so the store
// resumes it; docs/experiments.md says more about the choice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "stats/elo.h"

namespace banyan {

/// A parameter and the values it is tried with.
struct TuneAxis {
  std::string name;
  std::vector<std::string> values;
};

/// "r=20:500,k=0:1,untried,final_move=max|robust": a range gives `points` values, evenly spaced, or by their logarithms
/// where the range begins above 0 and spans a factor of ten; a name alone has its declared bounds or choices. Throws
/// UsageError when there is no such parameter, or its declared bounds are too wide for a grid.
std::vector<TuneAxis> parse_axes(std::string_view text, const std::vector<ParamInfo>& params, int points);

/// The player of each point of the grid, the first axis varying slowest. What `player` says of an axis is replaced.
std::vector<Spec> grid_of(const Spec& player, const std::vector<TuneAxis>& axes);

/// The smallest number of games that sequential_halving can work with: a pair for each point that takes part in a
/// round.
std::uint64_t least_games(std::size_t points);

/// What a point has got.
struct TuneScore {
  Score score{};
  Pairs pairs{};
};

/// The scores of these points after so many games each, earlier games included; nothing when interrupted.
using Measure =
    std::function<std::optional<std::vector<TuneScore>>(const std::vector<std::size_t>& points, std::uint64_t games)>;

struct TuneResult {
  std::vector<TuneScore> scores;   // by point
  std::vector<int> rounds;         // how many rounds each point took part in
  std::vector<std::size_t> order;  // all points, those that got furthest first; the best first when it is over
  bool is_over = false;            // false: interrupted
};

/// Spends at most `games` games, at least least_games(points). There must be two points at least.
TuneResult sequential_halving(std::size_t points, std::uint64_t games, const Measure& measure);

}  // namespace banyan
