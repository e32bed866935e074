// SPDX-License-Identifier: MIT
// What the terms of Hive's evaluation are worth: a sum of products, so that the weights can be learned from games. A
// weight is two numbers, for the first move and for empty hands; between them it changes with the pieces that are still
// in the hands. They are the same with every expansion.
#pragma once

#include <array>
#include <cstdint>

#include "games/hive/knowledge/terms.h"

namespace banyan::hive {

struct Weight {
  std::int32_t full, empty;  // hands
};
using Weights = std::array<Weight, term_count>;

inline constexpr Weights usual_weights{{
    {-10, -12},    // ring_1
    {-26, -32},    // ring_2
    {-50, -70},    // ring_3
    {-90, -140},   // ring_4
    {-170, -270},  // ring_5
    {12, 24},      // ring_friend
    {0, 0},        // ring_stuck
    {-2, -5},      // ring_way_in
    {-80, -120},   // covered
    {-10, -20},    // covered_by_friend
    {12, 8},       // queen_free
    {8, 8},        // queen_flees
    {5, 7},        // free_spider
    {16, 18},      // free_beetle
    {8, 9},        // free_grasshopper
    {26, 22},      // free_ant
    {20, 20},      // free_mosquito
    {16, 18},      // free_ladybug
    {12, 14},      // free_pillbug
    {-5, -18},     // stuck_spider
    {-6, -18},     // stuck_beetle
    {-3, -16},     // stuck_grasshopper
    {-12, -18},    // stuck_ant
    {-8, -16},     // stuck_mosquito
    {-5, -14},     // stuck_ladybug
    {-4, -10},     // stuck_pillbug
    {-22, -24},    // buried
    {16, 0},       // on_top
    {6, 2},        // beetle_way
    {20, 26},      // near
    {8, 4},        // attackers
    {12, 14},      // pressure
    {20, 24},      // guard
    {6, 10},       // guarded_ring
    {3, 2},        // hand_spider
    {10, 8},       // hand_beetle
    {6, 5},        // hand_grasshopper
    {18, 16},      // hand_ant
    {14, 12},      // hand_mosquito
    {12, 10},      // hand_ladybug
    {10, 8},       // hand_pillbug
    {6, 2},        // places
    {16, 12},      // tempo
}};

}  // namespace banyan::hive
