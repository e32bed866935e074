// SPDX-License-Identifier: MIT
// Positions of the card game for tests.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

#include "core/text.h"
#include "games/cards/cards.h"
#include "tests/cards_reference.h"

namespace banyan::cards {

inline Cards reference_position() { return Cards(Options{.start = Start::reference}); }

/// Games of a few turns, in which one side comes to lead by hundreds and then nobody has anything left to do.
inline Options short_game() {
  return {.deck = BANYAN_SOURCE_DIR "/tests/short_deck.json", .start_hp = 1000, .start_hand = 2, .hand_limit = 2};
}

template <class S>
void play(S& state, const std::vector<std::string>& moves) {
  for (const std::string& text : moves) {
    const auto move = state.parse_move(text);
    if (!move || !state.is_legal(*move)) throw std::invalid_argument("no legal move: " + text);
    state.play(*move);
  }
}

/// "6/2/1" or "R", with or without the number of a twin.
inline reference::Card card_named(const std::string& label) {
  const std::string name = label.substr(0, label.find('.'));
  if (name == "R") return {5, 0, 0, true, name};
  const auto values = split(name, '/');
  return {static_cast<int>(*to_integer(values[0])), static_cast<int>(*to_integer(values[1])),
          static_cast<int>(*to_integer(values[2])), false, name};
}

/// The same position for the slow rules.
inline reference::Position as_reference(const Cards& state) {
  reference::Position p;
  for (int player = 0; player < 2; ++player) {
    auto& side = p.sides[static_cast<std::size_t>(player)];
    side.health = state.health(player);
    for (const auto& label : state.hand(player)) side.hand.push_back(card_named(label));
    for (const auto& label : state.deck(player)) side.deck.push_back(card_named(label));
    for (const auto& label : state.field(player)) side.field.push_back(card_named(label));
  }
  p.mover = state.turn() % 2;
  p.ply = state.turn();
  if (state.is_terminal() && state.rewards()[0] != 0.5) p.winner = state.rewards()[0] == 1.0 ? 0 : 1;
  return p;
}

}  // namespace banyan::cards
