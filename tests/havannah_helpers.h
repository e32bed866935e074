// SPDX-License-Identifier: MIT
// What several Havannah tests need: the state type that fits a side, its moves as text, and how much to test.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "games/havannah/havannah.h"

namespace banyan::havannah {

/// Optimised builds run everything; builds with assertions or sanitizers run a share that takes as long.
#ifdef NDEBUG
inline constexpr bool is_full_run = true;
#else
inline constexpr bool is_full_run = false;
#endif

/// Calls `test` with the state type of the smallest capacity that holds `side`: test.operator()<Havannah<8>>(). Where
/// not everything is run, two capacities have to do: each costs the compiler as much as the others.
template <class Test>
void with_type_for(int side, Test&& test) {
  if (side <= 6) return test.template operator()<Havannah<6>>();
  if constexpr (is_full_run) {
    if (side <= 8) return test.template operator()<Havannah<8>>();
    if (side <= 10) return test.template operator()<Havannah<10>>();
  }
  test.template operator()<Havannah<12>>();
}

template <class S>
void play_text(S& state, std::string_view move) {
  state.play(state.parse_move(move).value());
}

template <class S>
std::set<std::string> shapes_of(const S& state) {
  const auto how = state.how();
  return {how.begin(), how.end()};
}

}  // namespace banyan::havannah
