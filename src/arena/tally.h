// SPDX-License-Identifier: MIT
// Counts the games of one match and says when it is over. Games arrive in any order; whether the match is decided is
// asked pair by pair in the order of their numbers, so that the answer does not depend on which game was faster.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "arena/builds.h"
#include "arena/record.h"
#include "stats/elo.h"
#include "stats/sprt.h"
#include "stats/win_rate.h"

namespace banyan {

/// When a match ends. Both rules are asked after every pair; the number of games is the limit in any case.
struct StopRules {
  std::uint64_t games = 100;  // even
  std::optional<Sprt> sprt{};
  double until = 0;  // half the width of the 95 % interval of the win rate that is narrow enough; 0 = off
};

/// What a number of games amounts to, from A's side.
struct MatchResult {
  Score score;
  Pairs pairs{};
  Score as_first, as_second;  // by who moved first
  std::map<std::string, Score> endings;
  Versions versions;  // of the program that played
  std::uint64_t plies = 0;
  double seconds_a = 0, seconds_b = 0;
  std::unordered_set<std::uint64_t> distinct;  // fingerprints of move sequences

  /// Of the win rate, 95 %.
  Interval interval() const { return rate_interval(score, pairs); }

  void add(const GameRecord& game);
  /// Both games of a pair.
  void add_pair(std::size_t half_points) { ++pairs[half_points]; }
};

class Tally {
 public:
  explicit Tally(const StopRules& rules) : rules_(rules), half_points_(rules.games, not_played) {}

  /// Counts a game; those past the limit, and those counted before, are ignored.
  void add(const GameRecord& game);

  /// Everything that has been counted, whatever the order.
  const MatchResult& so_far() const { return so_far_; }
  /// Every game below this number is finished.
  std::uint64_t first_missing() const { return first_missing_; }
  bool is_over() const { return end_.has_value(); }
  /// The number of games after which the match was over, once it is.
  std::uint64_t end() const { return end_.value(); }
  const StopRules& rules() const { return rules_; }

 private:
  static constexpr std::uint8_t not_played = 3;
  void close_pair();

  StopRules rules_;
  std::vector<std::uint8_t> half_points_;  // of A, by number
  MatchResult so_far_;
  std::uint64_t first_missing_ = 0;
  Score prefix_score_;  // of the pairs below first_missing_
  Pairs prefix_pairs_{};
  std::optional<std::uint64_t> end_;
};

/// The result of the games below `end`.
MatchResult summarise(const std::vector<GameRecord>& games, std::uint64_t end);

}  // namespace banyan
