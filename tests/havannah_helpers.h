// SPDX-License-Identifier: MIT
// What several Havannah tests need: the state type that fits a side, and its moves as text.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "games/havannah/havannah.h"
#include "tests/share.h"

namespace banyan::havannah {

/// The state type that the engine takes for small boards.
#ifdef BANYAN_LARGEST_ONLY
using Small = Havannah<12>;
#else
using Small = Havannah<6>;
#endif

/// Calls `test` with the state type that the engine takes for `side`: test.operator()<Havannah<8>>().
template <class Test>
void with_type_for([[maybe_unused]] int side, Test&& test) {
#ifndef BANYAN_LARGEST_ONLY
  if (side <= 6) return test.template operator()<Havannah<6>>();
  if (side <= 8) return test.template operator()<Havannah<8>>();
  if (side <= 10) return test.template operator()<Havannah<10>>();
#endif
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
