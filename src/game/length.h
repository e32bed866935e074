// SPDX-License-Identifier: MIT
// How long a game may still last. Asked by whoever shares time out over its moves.
#pragma once

#include <concepts>

namespace banyan {

/// Knows how many moves, of all players together, can still be made: at most. With every move it is at least one less.
template <class S>
concept BoundsLength = requires(const S c) {
  { c.moves_left() } -> std::same_as<int>;
};

}  // namespace banyan
