// SPDX-License-Identifier: MIT
// Decks of cards from arbitrary bytes: they are refused with a sentence, or are decks that the card game can hold.
#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>

#include "core/error.h"
#include "games/cards/deck.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    const banyan::cards::Deck deck = banyan::cards::parse_deck(text, "a deck");
    const std::size_t cards = deck.soldiers.size() + static_cast<std::size_t>(deck.removals);
    check(!deck.soldiers.empty() && deck.removals >= 0 && cards <= banyan::cards::max_cards);
    for (const banyan::cards::Stats& soldier : deck.soldiers) check(soldier.total() >= 0 && soldier.total() < 300);
    check(std::set(deck.reference_hand.begin(), deck.reference_hand.end()).size() == deck.reference_hand.size());
    for (const int card : deck.reference_hand) check(card >= 0 && static_cast<std::size_t>(card) < cards);
  } catch (const banyan::UsageError& error) {
    check(std::string_view(error.what()).starts_with("a deck: "));
  }
  return 0;
}
