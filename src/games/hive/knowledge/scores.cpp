// SPDX-License-Identifier: MIT
// Scores of moves, by which a search can choose its candidates and a playout its first moves.
#include <cstddef>
#include <span>

#include "core/math.h"
#include "games/hive/hive.h"

namespace banyan::hive {

void Hive::score_moves(const MoveList<Hive>& moves, std::span<float> scores) const {
  constexpr double points_to_double = 50, ln_2 = 0.693147180559945309417;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    scores[i] = static_cast<float>(banyan::exp(ln_2 / points_to_double * urgency(moves[i])));
  }
}

}  // namespace banyan::hive
