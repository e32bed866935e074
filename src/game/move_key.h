// SPDX-License-Identifier: MIT
// What a table knows a move by, whatever the position: its dense number where the game numbers its moves, else the code
// that the game gives it, else its own bytes, which then have no gaps.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "game/game_state.h"
#include "game/moves.h"

namespace banyan {

template <class S>
concept NamesMoves = IndexesMoves<S> || CodesMoves<S> ||
    (GameState<S>&& std::has_unique_object_representations_v<typename S::Move>);

template <class S>
using MoveKey = std::conditional_t<IndexesMoves<S>, std::uint16_t, std::uint64_t>;

template <NamesMoves S>
[[gnu::always_inline]] inline MoveKey<S> key_of([[maybe_unused]] const S& state, typename S::Move move) {
  if constexpr (IndexesMoves<S>) {
    return static_cast<std::uint16_t>(state.index_of(move));
  } else if constexpr (CodesMoves<S>) {
    return state.code_of(move);
  } else {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, &move, sizeof move);
    return bytes;
  }
}

}  // namespace banyan
