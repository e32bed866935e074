// SPDX-License-Identifier: MIT
// Who sits where in the games of a match. Games come in groups, which share an opening and what chance deals; within a
// group the players sit in every order once. Of two players that is a pair with sides swapped. Of three it is six
// games and not three: if they only moved up, the same player would always act before the same other, and whom one
// follows matters at least as much as who begins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace banyan {

inline constexpr int most_seats = 3;

/// By seat, the player who sits there, 0 for A; the first seat moves first.
using Seating = std::array<int, most_seats>;

constexpr std::uint64_t games_of_group(int players) { return players == 3 ? 6 : 2; }

/// Of three, the first half of a group has each player in each seat once, and so has the second.
constexpr Seating seating_of(int players, std::uint64_t number) {
  constexpr std::array<Seating, 2> of_two{{{0, 1}, {1, 0}}};
  constexpr std::array<Seating, 6> of_three{{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  return players == 3 ? of_three[number % 6] : of_two[number % 2];
}

/// Of a player who plays, which is below `players`.
constexpr int seat_of(int player, int players, std::uint64_t number) {
  const Seating seating = seating_of(players, number);
  int seat = 0;
  while (seat + 1 < players && seating[static_cast<std::size_t>(seat)] != player) ++seat;
  return seat;
}

}  // namespace banyan
