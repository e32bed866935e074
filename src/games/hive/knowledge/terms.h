// SPDX-License-Identifier: MIT
// What the evaluation of Hive counts, White's less Black's; weights.h says what each is worth.
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
  ring_stuck,         // own pieces around the own queen that cannot
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
  gated,       // those of them that no gap lets out, pinned or not
  buried,      // own pieces under others
  on_top,      // own pieces that stand on others
  beetle_way,  // own free beetles, times the steps that they are nearer to the other's queen than 7
  near,        // own pieces that stand on others beside the other's queen, or on it
  attackers,   // own free pieces that can go beside the other's queen, and do not stand there
  // As many of these as there is room for and one more, where so many cells around that queen are occupied.
  attack_2,
  attack_3,
  attack_4,
  attack_5,
  enough,        // there are as many attackers as cells to fill, and these are three at most
  drops,         // under an own piece on the other's queen: cells beside it where own pieces can be placed
  guard,         // an own pillbug, or a mosquito beside one, beside the own queen, that can throw it
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
  // The same where so many cells around the other's queen are occupied.
  tempo_2,
  tempo_3,
  tempo_4,
  tempo_5,
  count
};
inline constexpr auto term_count = static_cast<std::size_t>(Term::count);

using Terms = std::array<std::int32_t, term_count>;

inline constexpr std::array<std::string_view, term_count> term_names{
    "ring_1",
    "ring_2",
    "ring_3",
    "ring_4",
    "ring_5",
    "ring_friend",
    "ring_stuck",
    "ring_way_in",
    "covered",
    "covered_by_friend",
    "queen_free",
    "queen_flees",
    "free_spider",
    "free_beetle",
    "free_grasshopper",
    "free_ant",
    "free_mosquito",
    "free_ladybug",
    "free_pillbug",
    "stuck_spider",
    "stuck_beetle",
    "stuck_grasshopper",
    "stuck_ant",
    "stuck_mosquito",
    "stuck_ladybug",
    "stuck_pillbug",
    "gated",
    "buried",
    "on_top",
    "beetle_way",
    "near",
    "attackers",
    "attack_2",
    "attack_3",
    "attack_4",
    "attack_5",
    "enough",
    "drops",
    "guard",
    "guarded_ring",
    "hand_spider",
    "hand_beetle",
    "hand_grasshopper",
    "hand_ant",
    "hand_mosquito",
    "hand_ladybug",
    "hand_pillbug",
    "places",
    "tempo",
    "tempo_2",
    "tempo_3",
    "tempo_4",
    "tempo_5",
};

}  // namespace banyan::hive
