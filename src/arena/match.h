// SPDX-License-Identifier: MIT
// A match between two contestants, A and B, or three. Game n of a match is decided by the match and by n alone: its
// seed, its opening and who sits where (seating.h) follow from them, so games can be played in any order, by any
// process, or one of them again, and are the same games. Only a limit on time makes them differ.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/contestant.h"
#include "arena/openings.h"
#include "arena/record.h"
#include "search/limits/allotment.h"

namespace banyan {

/// Ends games that the rules would not end yet. 0 = off.
struct Adjudication {
  std::uint64_t max_plies = 0;  // a game of this length is a draw
  double resign_value =
      0;  // of two, a player that expects no more than this, while its opponent expects no less than the
  std::uint64_t resign_moves = 0;  // rest, loses after both have said so at this many moves of theirs in a row

  bool operator==(const Adjudication&) const = default;
};

struct MatchSettings {
  std::string game{};    // "havannah:size=6"
  std::string a{}, b{};  // players
  std::string c{};       // the third, in games for three
  Openings openings{};
  std::uint64_t seed = 1;
  Adjudication adjudication{};
  std::optional<TimeControl> clock{};  // of each player for a whole game, in place of limits for each move
};

/// A match that can be played. Its functions may be called from several threads at once.
class Match {
 public:
  /// Throws UsageError when the game, a player or an opening does not exist, the game is for fewer or more, or there is
  /// no such clock, or a player has other limits beside it.
  explicit Match(const MatchSettings& settings);
  /// From the text of key().
  static Match from_key(std::string_view key);

  /// How the last line of a key begins, where each player has a clock.
  static constexpr std::string_view clock_line = "clock ";

  /// Everything that decides the games, a line each. Two matches with the same key have the same games.
  const std::string& key() const { return key_; }
  const Contest& contest() const { return contest_; }
  int players() const { return static_cast<int>(contestants_.size()); }
  /// Of each player for a whole game, where there is one.
  const std::optional<TimeControl>& clock() const { return clock_; }

  /// Begins a game with all players and no more. Throws Error when one of them cannot begin: a program that is not
  /// there, rather than one that fails in some of its games.
  void try_players() const;

  std::uint64_t seed_of(std::uint64_t number) const;
  std::string opening_of(std::uint64_t number) const;

  /// Plays game `number`; nothing when control.stop ended it. `version` and the time go into the record.
  std::optional<GameRecord> play(std::uint64_t number, SearchControl& control, const std::string& version) const {
    return play(number, opening_of(number), control, version);
  }
  /// The same where the opening is known from a record, and the list it came from need not be.
  std::optional<GameRecord> play(std::uint64_t number, const std::string& opening, SearchControl& control,
                                 const std::string& version) const;

 private:
  void check_clock() const;

  Spec game_;
  Contest contest_;
  std::vector<std::shared_ptr<const Contestant>> contestants_;  // A, B, ..
  Openings openings_;
  std::uint64_t seed_;
  Adjudication adjudication_;
  std::optional<TimeControl> clock_;
  std::string key_;
};

}  // namespace banyan
