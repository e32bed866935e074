// SPDX-License-Identifier: MIT
// Counting all-moves-as-first: of every move, in how many playouts a player made it, and the half points of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/simd.h"
#include "game/game_state.h"
#include "game/moves.h"
#include "game/results.h"

namespace banyan {

/// Games of which a search can keep all-moves-as-first counts.
template <class S>
concept KeepsAmafCounts = ShowsOwners<S> && WinsOrLoses<S>;

template <GameState S>
constexpr std::string_view missing_counts() {
  if (!ShowsOwners<S>) return "a board that shows who played which move (ShowsOwners)";
  if (!WinsOrLoses<S>) return "games of two players that end in a win, a loss or a draw (WinsOrLoses)";
  return "";
}

/// Counts one playout for every move that bit `owner` of `owners` marks. The arrays are padded to whole vectors.
inline void count_owned(std::int32_t* visits, std::int32_t* rewards, std::size_t padded, const std::uint8_t* owners,
                        std::uint8_t owner, std::int32_t half_points) {
  const auto not_played = [&](std::size_t i) { return (load_bytes(owners + i) & owner) == 0; };
  if (half_points == 0) {
    for (std::size_t i = 0; i < padded; i += 8) store(visits + i, load<Ints8>(visits + i) + 1 + not_played(i));
    return;
  }
  for (std::size_t i = 0; i < padded; i += 8) {
    const Ints8 mask = not_played(i);  // -1 where it was not, which takes back the one visit
    store(visits + i, load<Ints8>(visits + i) + 1 + mask);
    store(rewards + i, load<Ints8>(rewards + i) + (half_points & ~mask));
  }
}

/// Adds counts to counts.
inline void add_counts(std::int32_t* to, const std::int32_t* from, std::size_t padded) {
  for (std::size_t i = 0; i < padded; i += 8) store(to + i, load<Ints8>(to + i) + load<Ints8>(from + i));
}

}  // namespace banyan
