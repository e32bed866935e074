// SPDX-License-Identifier: MIT
// How well a win rate is known from games that come in pairs or other groups, and whether two win rates agree.
// docs/arena.md has the formula of the interval, docs/experiments.md the rule of the words.
#pragma once

#include <string_view>

#include "stats/elo.h"
#include "stats/wilson.h"

namespace banyan {

/// Groups of games that are not independent of each other, by the mean that a player got from each.
struct GroupMeans {
  double games = 2;                        // of one group
  double count = 0, sum = 0, squares = 0;  // of the groups: how many, their means summed up, and the squares of these
};

/// How many independent games would tell as much as these did. The games of a group share an opening with the seats
/// changed: if who moves first decides games, a group tells more than games of their own; if the opening does, less.
/// The groups are among the games; without any, games count as independent.
double effective_games(double games, const GroupMeans& groups);
double effective_games(const Score& score, const Pairs& pairs);

/// The 95 % interval of a win rate: Wilson's for so many effective games. Without groups it is Wilson's.
Interval rate_interval(double rate, double games, const GroupMeans& groups);
Interval rate_interval(const Score& score, const Pairs& pairs);

/// A win rate that was measured.
struct MeasuredRate {
  double rate = 0.5;
  double games = 0;  // effective ones; infinite when the rate is taken as it stands
};

/// How far the first is above the second.
struct RateDifference {
  double value = 0;
  Interval bounds{-1, 1};  // 95 %, from the two intervals of Wilson [Newcombe 1998, method 10]
  double p = 1;            // of the score test that both are the same rate, two-sided
};
RateDifference difference_of(const MeasuredRate& a, const MeasuredRate& b);

/// What may be said of two results, one word for each case.
enum class Agreement { agrees, differs, open };
std::string_view name_of(Agreement agreement);
/// `differs` when a test at 5 % says so; `agrees` when it does not and the interval of the difference lies within
/// ±margin; otherwise too little is known, and the question is `open`.
Agreement agreement_of(bool is_significant, const Interval& difference, double margin);

}  // namespace banyan
