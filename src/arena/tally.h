// SPDX-License-Identifier: MIT
// Counts the games of one match and says when it is over. Games arrive in any order; whether the match is decided is
// asked group by group in the order of their numbers, so that the answer does not depend on which game was faster.
#pragma once

#include <array>
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

/// When a match ends. Both rules are asked after every group; the number of games is the limit in any case.
struct StopRules {
  std::uint64_t games = 100;   // in whole groups, which are pairs where two play
  std::optional<Sprt> sprt{};  // of two players
  double until = 0;  // half the width of the 95 % interval of the win rate, of three players every share, that is
                     // narrow enough; 0 = off
};

/// What one of three players has got: a point for every first place, shared by those who share it. Sums are in sixths
/// of a point, and so the same whatever their order.
struct Share {
  std::uint64_t wins = 0, shared = 0, losses = 0;  // games
  std::uint64_t sixths = 0;
  std::array<std::uint64_t, most_seats> games_by_seat{}, sixths_by_seat{};
  std::uint64_t groups = 0, sixths_of_groups = 0, squares_of_groups = 0;  // of whole groups

  std::uint64_t games() const { return wins + shared + losses; }
  /// Points per game; a third where there is none.
  double rate() const;
  double rate_in_seat(std::size_t seat) const;
  GroupMeans means() const;
  /// Of the rate, 95 %.
  Interval interval() const { return rate_interval(rate(), static_cast<double>(games()), means()); }

  void add(std::size_t points, int seat);
  void add_group(std::size_t points);
  Share& operator+=(const Share& other);
};

/// Games that were ended because of their length (Adjudication::max_plies). As results they are draws.
struct Interrupted {
  std::uint64_t as_first = 0, as_second = 0;  // by who moved first; of three players, all in the first
  std::uint64_t plies = 0;
  std::uint64_t games() const { return as_first + as_second; }
};

/// What a number of games amounts to. Of two players it is seen from A's side.
struct MatchResult {
  Score score;  // of three, draws are games in which A shares the first place
  Pairs pairs{};
  std::vector<Share> shares{};  // of three: A's, B's and C's
  Score as_first, as_second;    // of two, by who moved first
  std::map<std::string, Score> endings;
  Versions versions;  // of the program that played
  std::uint64_t plies = 0;
  Interrupted interrupted{};
  double seconds_a = 0, seconds_b = 0, seconds_c = 0;
  std::unordered_set<std::uint64_t> distinct;  // fingerprints of move sequences

  std::uint64_t games() const { return score.games(); }
  /// A's points per game.
  double rate() const { return shares.empty() ? score.rate() : shares[0].rate(); }
  /// Of that, 95 %.
  Interval interval() const { return shares.empty() ? rate_interval(score, pairs) : shares[0].interval(); }
  /// How many independent games would tell as much of it.
  double effective_games() const;

  void add(const GameRecord& game);
  /// All games of a group: what each player got from them, in sixths of a point.
  void add_group(const std::array<std::size_t, most_seats>& sixths);
};

class Tally {
 public:
  explicit Tally(const StopRules& rules, int players = 2)
      : rules_(rules), players_(players), games_of_group_(games_of_group(players)), points_(rules.games) {}

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
  /// What each player got from one game, in sixths.
  using Points = std::array<std::uint8_t, most_seats>;
  /// The sums of a group that is whole.
  std::optional<std::array<std::size_t, most_seats>> group_of(std::uint64_t number) const;
  void close_group();

  StopRules rules_;
  int players_;
  std::uint64_t games_of_group_;
  std::vector<std::optional<Points>> points_;  // by number
  MatchResult so_far_;
  std::uint64_t first_missing_ = 0;
  MatchResult prefix_;  // of the groups below first_missing_: scores, pairs and shares alone
  std::optional<std::uint64_t> end_;
};

/// The result of the games below `end`.
MatchResult summarise(const std::vector<GameRecord>& games, std::uint64_t end);

}  // namespace banyan
