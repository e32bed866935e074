// SPDX-License-Identifier: MIT
// What the tree searches have in common once their parameters are read.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

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
  CandidateParams candidates{};
  PlayoutParams playout;
  LeafParams leaf{};
  BreadthParams breadth{};
};

/// What was played after `before`, or nothing where the game has gone another way.
template <GameState S>
std::optional<std::span<const typename S::Move>> moves_since(std::span<const typename S::Move> before,
                                                             std::span<const typename S::Move> now) {
  if (now.size() < before.size() || !std::equal(before.begin(), before.end(), now.begin())) return {};
  return now.subspan(before.size());
}

/// What the tables of playouts may take of `memory`, beside the tree.
inline std::size_t table_bytes(const TreeParams& tree) { return (static_cast<std::size_t>(tree.memory) << 20) / 4; }

/// How many moves or outcomes the next visit of a node considers, with progressive widening.
inline double considered(const BreadthParams& breadth, std::uint32_t visits) {
  const double n = static_cast<double>(visits) + 1;
  const double all = breadth.widening * banyan::exp(breadth.widening_power * banyan::log(n));
  return std::max(std::ceil(all - 1e-9), 1.0);  // 2.0000000000000004 is 2
}

}  // namespace banyan
