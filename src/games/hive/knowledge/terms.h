// SPDX-License-Identifier: MIT
// What the evaluation of Hive counts, White's less Black's, and what each is worth: a sum of products, so that the
// weights can be learned from games. A weight is two numbers, for the first move and for empty hands; between them it
// changes with the pieces that are still in the hands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace banyan::hive {

enum class Term : std::uint8_t {
  // How many cells around a player's own queen are occupied: one of these is 1.
  ring_1,
  ring_2,
  ring_3,
  ring_4,
  ring_5,
  ring_friend,        // own pieces around the own queen that can leave
  ring_way_in,        // empty cells around the own queen that can be slid into
  covered,            // the other's piece on the own queen
  covered_by_friend,  // an own piece on it
  queen_free,         // the own queen can move
  queen_flees,        // the same times the occupied cells around it
  // Own pieces on top of their stacks that can move, by kind from the spider on; then those that cannot.
  free_spider,
  free_beetle,
  free_grasshopper,
  free_ant,
  free_mosquito,
  free_ladybug,
  free_pillbug,
  stuck_spider,
  stuck_beetle,
  stuck_grasshopper,
  stuck_ant,
  stuck_mosquito,
  stuck_ladybug,
  stuck_pillbug,
  buried,        // own pieces under others
  on_top,        // own pieces that stand on others
  near,          // own pieces that stand on others beside the other's queen, or on it
  attackers,     // own free pieces that can go beside the other's queen, and do not stand there
  pressure,      // as many of these as there is room for, times the occupied cells around that queen
  guard,         // an own pillbug, or a mosquito beside one, beside the own queen, with a cell to throw it to
  guarded_ring,  // the same times the occupied cells around the own queen
  // Own pieces in the hand.
  hand_spider,
  hand_beetle,
  hand_grasshopper,
  hand_ant,
  hand_mosquito,
  hand_ladybug,
  hand_pillbug,
  places,  // cells where own pieces can be placed
  tempo,   // to move
  count
};
inline constexpr auto term_count = static_cast<std::size_t>(Term::count);

using Terms = std::array<std::int32_t, term_count>;

struct Weight {
  std::int32_t full, empty;  // hands
};

inline constexpr std::array<Weight, term_count> weights{{
    {-10, -12},    // ring_1
    {-26, -32},    // ring_2
    {-50, -70},    // ring_3
    {-90, -140},   // ring_4
    {-170, -270},  // ring_5
    {10, 14},      // ring_friend
    {-2, -5},      // ring_way_in
    {-80, -120},   // covered
    {-10, -20},    // covered_by_friend
    {6, 10},       // queen_free
    {3, 5},        // queen_flees
    {5, 7},        // free_spider
    {16, 18},      // free_beetle
    {8, 9},        // free_grasshopper
    {28, 30},      // free_ant
    {20, 20},      // free_mosquito
    {16, 18},      // free_ladybug
    {12, 14},      // free_pillbug
    {-2, -2},      // stuck_spider
    {-6, -6},      // stuck_beetle
    {-3, -3},      // stuck_grasshopper
    {-10, -10},    // stuck_ant
    {-6, -6},      // stuck_mosquito
    {-4, -4},      // stuck_ladybug
    {-3, -3},      // stuck_pillbug
    {-16, -16},    // buried
    {12, 12},      // on_top
    {14, 20},      // near
    {6, 10},       // attackers
    {3, 5},        // pressure
    {20, 24},      // guard
    {6, 10},       // guarded_ring
    {3, 2},        // hand_spider
    {10, 8},       // hand_beetle
    {6, 5},        // hand_grasshopper
    {18, 16},      // hand_ant
    {14, 12},      // hand_mosquito
    {12, 10},      // hand_ladybug
    {10, 8},       // hand_pillbug
    {1, 2},        // places
    {10, 12},      // tempo
}};

}  // namespace banyan::hive
