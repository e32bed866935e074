// SPDX-License-Identifier: MIT
// The list of algorithms. Every game meets every one of them: game_session.h makes the players.
#pragma once

#include <string_view>
#include <tuple>

#include "core/error.h"
#include "search/mcts/flat.h"
#include "search/mcts/mcts.h"
#include "search/minimax/minimax.h"
#include "search/minimax/several.h"
#include "search/nested/nmcs.h"
#include "search/nested/nrpa.h"

namespace banyan {

using Algorithms = std::tuple<Flat, Uct, Rave, Expectiminimax, MaxN, BestReply, Nmcs, Nrpa>;

/// Calls `visit` with a value of each algorithm's type, in the order of the list.
template <class Visit>
void for_each_algorithm(Visit&& visit) {
  std::apply([&](auto... algorithm) { (visit(algorithm), ...); }, Algorithms{});
}

/// The error for a name that is not on the list; it suggests the nearest one that is.
UsageError unknown_algorithm(std::string_view name);

}  // namespace banyan
