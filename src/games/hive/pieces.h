// SPDX-License-Identifier: MIT
// The pieces of Hive and their numbers: 0 to 13 are White's, 14 to 27 Black's, in the order Q S1 S2 B1 B2 G1 G2 G3 A1
// A2 A3 M L P, whether the game has them all or not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace banyan::hive {

enum class Kind : std::uint8_t { queen, spider, beetle, grasshopper, ant, mosquito, ladybug, pillbug };
inline constexpr unsigned kind_count = 8;
inline constexpr std::array<char, kind_count> kind_letters{'Q', 'S', 'B', 'G', 'A', 'M', 'L', 'P'};
inline constexpr std::array<const char*, kind_count> kind_names{"queen", "spider",   "beetle",  "grasshopper",
                                                                "ant",   "mosquito", "ladybug", "pillbug"};
inline constexpr std::array<std::uint8_t, kind_count> copies{1, 2, 2, 3, 3, 1, 1, 1};
inline constexpr std::array<std::uint8_t, kind_count> first_of_kind{0, 1, 3, 5, 8, 11, 12, 13};

using Piece = std::uint8_t;
inline constexpr Piece pieces_per_side = 14;
inline constexpr Piece piece_count = 28;
inline constexpr Piece no_piece = 31;

/// Players are 0, White, and 1, Black.
constexpr int owner_of(Piece piece) { return piece < pieces_per_side ? 0 : 1; }
constexpr unsigned number_within_side(Piece piece) { return piece < pieces_per_side ? piece : piece - pieces_per_side; }

inline constexpr std::array<Kind, piece_count> kind_by_piece = [] {
  std::array<Kind, piece_count> all{};
  for (unsigned kind = 0; kind < kind_count; ++kind) {
    for (unsigned i = 0; i < copies[kind]; ++i) {
      all[first_of_kind[kind] + i] = all[pieces_per_side + first_of_kind[kind] + i] = static_cast<Kind>(kind);
    }
  }
  return all;
}();

constexpr Kind kind_of(Piece piece) { return kind_by_piece[piece]; }
/// The piece of a player that is number `copy`, from 0, of its kind.
constexpr Piece piece_of(int player, Kind kind, unsigned copy) {
  return static_cast<Piece>(static_cast<unsigned>(player) * pieces_per_side +
                            first_of_kind[static_cast<unsigned>(kind)] + copy);
}
constexpr Piece queen_of(int player) { return piece_of(player, Kind::queen, 0); }

}  // namespace banyan::hive
