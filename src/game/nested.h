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

/// Keeps its moves in numbered pockets and says after every play which of them hold another move than before, so that a
/// playout with a policy looks up only those. What playouts should avoid is not among the pockets; there is one at
/// least until the game is over.
template <class S>
concept PocketsMoves = CodesMoves<S> && requires(S s, const S c, int pocket) {
  { c.pocket_count() } -> std::same_as<int>;  // pockets [0, pocket_count()) are filled
  { c.pocket_move(pocket) } -> std::same_as<typename S::Move>;
  { c.pocket_code(pocket) } -> std::same_as<std::uint64_t>;
  { s.play_pocket(pocket) } -> std::same_as<void>;
  { c.changed_pockets() } -> std::same_as<std::span<const std::uint16_t>>;  // by the last play; of pockets still filled
};

/// Says of a move in a pocket how promising it looks, as a small number: the bias of GNRPA [Cazenave 2020].
template <class S>
concept PrefersPockets = PocketsMoves<S> && requires(const S c, int pocket) {
  { c.pocket_preference(pocket) } -> std::same_as<int>;  // 0..max_preference
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
