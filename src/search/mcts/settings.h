// SPDX-License-Identifier: MIT
// What the tree searches have in common once their parameters are read.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/math.h"
#include "game/game_state.h"
#include "search/limits/limits.h"
#include "search/mcts/params.h"
#include "search/playout/params.h"
#include "search/playout/parts.h"

namespace banyan {

struct MctsSettings {
  LimitParams limits;
  TreeParams tree;
  double r = 0, k = 0;
  Untried untried = Untried::first;
  double urgency = 1;
  PlayoutParams playout;
  LeafParams leaf{};
  BreadthParams breadth{};
};

/// What the tables of playouts may take of `memory`, beside the tree.
inline std::size_t table_bytes(const TreeParams& tree) { return (static_cast<std::size_t>(tree.memory) << 20) / 4; }

/// Nodes of other games could widen as well, at a cost for their selection.
template <class S>
concept WidensNodes = HasChance<S> || OrdersMoves<S>;

/// How many moves or outcomes the next visit of a node considers, with progressive widening.
inline double considered(const BreadthParams& breadth, std::uint32_t visits) {
  const double n = static_cast<double>(visits) + 1;
  const double all = breadth.widening * banyan::exp(breadth.widening_power * banyan::log(n));
  return std::max(std::ceil(all - 1e-9), 1.0);  // 2.0000000000000004 is 2
}

}  // namespace banyan
