// SPDX-License-Identifier: MIT
// A finished game of a match, as it is stored, and as SGF and CSV.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace banyan {

struct GameRecord {
  std::uint64_t number = 0;  // within its match: A moves first in even ones; 2n and 2n + 1 share an opening
  std::uint64_t seed = 0;
  std::string opening{};               // moves separated by spaces
  std::optional<std::string> moves{};  // those after the opening; none where a text file left them out
  std::uint64_t plies = 0;             // the opening included
  int winner = 0;                      // 1 = who moved first, 2, or 0 = nobody
  /// How the game ended: what the rules call it ("ring", "fork+bridge"), "draw", or one of "length", "resignation",
  /// "crash", "stall", "protocol", "illegal", "time", these last five with ": " and what happened.
  std::string ending{};
  std::uint64_t hash = 0;               // of all moves, see hash_moves
  double seconds_a = 0, seconds_b = 0;  // of thinking, by the wall
  std::string version{};                // of the program that played it
  std::int64_t finished = 0;            // seconds since 1970, UTC

  bool a_moved_first() const { return number % 2 == 0; }
  /// A's half points: 0, 1 or 2.
  std::size_t half_points_of_a() const { return winner == 0 ? 1 : (winner == 1) == a_moved_first() ? 2 : 0; }
  /// "illegal" of "illegal: e9 is no cell".
  std::string_view kind_of_ending() const { return std::string_view(ending).substr(0, ending.find(':')); }

  bool operator==(const GameRecord&) const = default;
};

/// A fingerprint of the moves, by which games are told apart and replays are checked.
std::uint64_t hash_moves(std::string_view opening, std::string_view moves);

/// Who played, for the header of a record.
struct Contest {
  std::string game, a, b;
};

/// One game tree of SGF FF[4]. The first player is White, as on our boards; moves are in the game's own notation.
std::string to_sgf(const Contest& contest, const GameRecord& game);

std::string csv_header();
std::string to_csv(const GameRecord& game);

}  // namespace banyan
