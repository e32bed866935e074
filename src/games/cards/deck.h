// SPDX-License-Identifier: MIT
// The cards that both players have, and how they are read from a file (docs/file-formats.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banyan::cards {

/// Cards, zones and moves are numbered in 32 bits.
inline constexpr int max_cards = 32;

struct Stats {
  int fight = 0, heal = 0, attack = 0;
  int total() const { return fight + heal + attack; }
  bool operator==(const Stats&) const = default;
};

struct Deck {
  std::vector<Stats> soldiers;
  int removals = 0;
  Stats removal_worth{5, 0, 0};     // what a Removal counts as where a value is needed
  std::vector<int> reference_hand;  // indices of soldiers, from soldiers.size() on of Removals
  bool operator==(const Deck&) const = default;
};

/// The deck of specs and tests: 23 soldiers with values 1 to 6, and 2 Removals.
const Deck& standard_deck();

/// Throws UsageError that names what is wrong; `place` begins the sentence.
Deck parse_deck(std::string_view json, std::string_view place);

/// "standard", or the path of a file. Throws UsageError.
Deck load_deck(const std::string& name);

}  // namespace banyan::cards
