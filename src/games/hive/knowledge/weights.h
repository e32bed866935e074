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
    {860, 60},      // ring_1
    {289, 36},      // ring_2
    {-220, -12},    // ring_3
    {-837, -54},    // ring_4
    {-1852, -251},  // ring_5
    {311, 58},      // ring_friend
    {248, -14},     // ring_stuck
    {-139, -5},     // ring_way_in
    {-303, 2},      // covered
    {-234, -42},    // covered_by_friend
    {-94, -31},     // queen_free
    {37, 20},       // queen_flees
    {96, -15},      // free_spider
    {-25, -53},     // free_beetle
    {33, -10},      // free_grasshopper
    {74, 10},       // free_ant
    {174, -45},     // free_mosquito
    {107, 6},       // free_ladybug
    {104, 22},      // free_pillbug
    {20, -28},      // stuck_spider
    {51, -66},      // stuck_beetle
    {-22, -17},     // stuck_grasshopper
    {-34, -22},     // stuck_ant
    {100, -35},     // stuck_mosquito
    {46, 5},        // stuck_ladybug
    {106, 31},      // stuck_pillbug
    {-72, -24},     // gated
    {46, -57},      // buried
    {171, 7},       // on_top
    {43, 3},        // beetle_way
    {28, 101},      // near
    {60, 8},        // attackers
    {25, 9},        // attack_2
    {51, 14},       // attack_3
    {55, 67},       // attack_4
    {102, 120},     // attack_5
    {-240, 86},     // enough
    {223, -23},     // drops
    {-106, -35},    // guard
    {63, 28},       // guarded_ring
    {-91, 71},      // hand_spider
    {-108, 38},     // hand_beetle
    {-183, 99},     // hand_grasshopper
    {-159, 105},    // hand_ant
    {-92, 21},      // hand_mosquito
    {-69, 27},      // hand_ladybug
    {-61, -55},     // hand_pillbug
    {9, -1},        // places
    {125, -11},     // tempo
    {21, 9},        // tempo_2
    {38, 20},       // tempo_3
    {130, 53},      // tempo_4
    {472, 25},      // tempo_5
}};

}  // namespace banyan::hive
