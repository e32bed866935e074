// SPDX-License-Identifier: MIT
// What the result of a match says about strength: rate of points, Elo difference with its error, likelihood of
// superiority. Pure functions of counts. docs/arena.md has the formulas and their sources.
#pragma once

#include <array>
#include <cstdint>

#include "stats/wilson.h"

namespace banyan {

/// Games counted from one player's side.
struct Score {
  std::uint64_t wins = 0, draws = 0, losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }
  double rate() const { return games() == 0 ? 0.5 : points() / static_cast<double>(games()); }
};

/// Pairs of games with sides swapped, counted by what a player got from both: 0, 1/2, 1, 3/2 or 2 points.
using Pairs = std::array<std::uint64_t, 5>;

/// The difference in Elo at which a player is expected to get this share of the points; infinite at 0 and 1.
double elo_of(double rate);
/// The share of points that is expected with this advantage in Elo.
double rate_of(double elo);

struct EloEstimate {
  double elo;       // infinite when one side got every point
  Interval bounds;  // 95 %
  double error() const { return (bounds.high - bounds.low) / 2; }
};

/// From games, which count as independent; Wilson's bounds where every game ended alike.
EloEstimate elo_estimate(const Score& score);
/// From pairs, which are independent of each other while the two games of one opening are not. `score` holds the same
/// games, and gives Wilson's bounds where every pair ended alike.
EloEstimate elo_estimate(const Pairs& pairs, const Score& score);

/// The probability that the player is the stronger one, by the normal approximation; 1/2 when nothing is known.
double likelihood_of_superiority(const Score& score);
double likelihood_of_superiority(const Pairs& pairs);

}  // namespace banyan
