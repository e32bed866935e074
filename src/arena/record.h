// SPDX-License-Identifier: MIT
// A finished game of a match, as it is stored, and as SGF and CSV.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/seating.h"
#include "engine/session.h"

namespace banyan {

struct GameRecord {
  std::uint64_t number = 0;  // within its match; decides who sits where, see seating.h
  std::uint64_t seed = 0;
  std::string opening{};               // moves separated by spaces
  std::optional<std::string> moves{};  // those after the opening; none where a text file left them out
  std::uint64_t plies = 0;             // the opening included
  int winner = 0;                      // 1 = who moved first, 2, 3, or 0 = nobody; of three, 13 = the first and
                                       // the third share the first place
  /// How the game ended: what the rules call it ("ring", "fork+bridge"), "draw", or one of "length", "resignation",
  /// "crash", "stall", "protocol", "illegal", "time", these last five with ": " and what happened.
  std::string ending{};
  std::uint64_t hash = 0;               // of all moves, see hash_moves
  double seconds_a = 0, seconds_b = 0;  // of thinking, by the wall
  std::string version{};                // of the program that played it
  std::int64_t finished = 0;            // seconds since 1970, UTC
  std::optional<double> seconds_c{};    // of a match of three

  int players() const { return seconds_c ? 3 : 2; }
  bool a_moved_first() const { return seat_of(0, players(), number) == 0; }
  /// Who sat where, the first to move first: "ab", "cab".
  std::string seats() const;
  /// What a player, 0 for A, got: a point for the first place, shared by those who share it; in sixths.
  std::size_t sixths_of(int player) const;
  /// A's half points in a game of two: 0, 1 or 2.
  std::size_t half_points_of_a() const { return sixths_of(0) / 3; }
  /// "illegal" of "illegal: e9 is no cell".
  std::string_view kind_of_ending() const { return std::string_view(ending).substr(0, ending.find(':')); }

  bool operator==(const GameRecord&) const = default;
};

/// GameRecord::winner of a finished game: those of the highest reward share the first place.
int winner_of(const Result& result);
/// The same where these seats, counted from 0, share it.
int winner_of_seats(const std::vector<int>& seats, int players);
bool is_winner(int winner, int players);

/// A fingerprint of the moves, by which games are told apart and replays are checked.
std::uint64_t hash_moves(std::string_view opening, std::string_view moves);

/// Who played, for the header of a record.
struct Contest {
  std::string game, a, b, c{};  // c is empty in a match of two

  std::vector<std::string> players() const;
};

/// One game tree of SGF FF[4]. The first player is White, as on our boards; moves are in the game's own notation.
/// Throws UsageError where three play: SGF knows two colours.
std::string to_sgf(const Contest& contest, const GameRecord& game);

std::string csv_header(int players);
std::string to_csv(const GameRecord& game);

}  // namespace banyan
