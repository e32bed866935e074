// SPDX-License-Identifier: MIT
// What nested search of games for one player asks.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "game/game_state.h"
#include "game/moves.h"
#include "game/results.h"

namespace banyan {

/// One player, a score, and moves with codes: what nested search needs.
template <class S>
concept NestedGame = HasScore<S> && CodesMoves<S> &&(S::players == 1);

/// Keeps its moves in numbered slots and says after every play which of them hold another move than before, so that a
/// playout with a policy looks up only those. What playouts should avoid is not among the slots; there is one at least
/// until the game is over.
template <class S>
concept SlotsMoves = CodesMoves<S> && requires(S s, const S c, int slot) {
  { c.slot_count() } -> std::same_as<int>;  // slots [0, slot_count()) are filled
  { c.slot_move(slot) } -> std::same_as<typename S::Move>;
  { c.slot_code(slot) } -> std::same_as<std::uint64_t>;
  { s.play_slot(slot) } -> std::same_as<void>;
  { c.changed_slots() } -> std::same_as<std::span<const std::uint16_t>>;  // by the last play; of slots still filled
};

/// Says of a move in a slot how promising it looks, as a small number: the bias of GNRPA [Cazenave 2020].
template <class S>
concept PrefersSlots = SlotsMoves<S> && requires(const S c, int slot) {
  { c.slot_preference(slot) } -> std::same_as<int>;  // 0..max_preference
  requires S::max_preference >= 0;
};

/// Has several kinds of playouts, none of which is best everywhere. The rules are the same for all; kind 0 is the state
/// as it is.
template <class S>
concept VariesPlayouts = requires(const S c, int kind) {
  { c.playout_kinds() } -> std::same_as<int>;
  { c.with_playouts(kind) } -> std::same_as<S>;
};

}  // namespace banyan
