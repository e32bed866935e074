// SPDX-License-Identifier: MIT
// What the tree searches have in common once their parameters are read.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/math.h"
#include "search/limits/limits.h"
#include "search/mcts/params.h"
#include "search/playout/params.h"

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

/// How many moves or outcomes the next visit of a node considers, with progressive widening.
inline double considered(const BreadthParams& breadth, std::uint32_t visits) {
  const double n = static_cast<double>(visits) + 1;
  const double all = breadth.widening * banyan::exp(breadth.widening_power * banyan::log(n));
  return std::max(std::ceil(all - 1e-9), 1.0);  // 2.0000000000000004 is 2
}

}  // namespace banyan
