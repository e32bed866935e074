// SPDX-License-Identifier: MIT
// Which root move is played, from what a search knows of each [Chaslot 2010]. A proven win is always played, a proven
// loss only when there is nothing else, a proven draw before anything that is worth less.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "search/mcts/params.h"
#include "search/search.h"

namespace banyan {

template <GameState S>
double final_score(const MoveStatistics<S>& m, FinalMove rule, double secure) {
  const double n = static_cast<double>(m.visits);
  if (m.proven == 1.0) return std::numeric_limits<double>::infinity();
  if (m.proven == 0.0) return -std::numeric_limits<double>::infinity();
  switch (rule) {
    case FinalMove::max:
      return m.value;
    case FinalMove::secure:
      return m.value - secure / std::sqrt(n);
    case FinalMove::robust:
    case FinalMove::robust_max:
      break;
  }
  return n;
}

/// The move to play; `moves` must not be empty. Of equals, the one of higher value, then the first.
template <GameState S>
MoveStatistics<S> choose_final_move(const std::vector<MoveStatistics<S>>& moves, FinalMove rule, double secure) {
  const MoveStatistics<S>* best = moves.data();
  const MoveStatistics<S>* draw = nullptr;
  double best_score = final_score(*best, rule, secure);
  for (const auto& m : moves) {
    if (m.proven == 0.5) draw = &m;
    const double score = final_score(m, rule, secure);
    if (score > best_score || (score == best_score && m.value > best->value)) {
      best = &m;
      best_score = score;
    }
  }
  return draw != nullptr && best->value < 0.5 ? *draw : *best;
}

template <GameState S>
MoveStatistics<S> choose_final_move(const std::vector<MoveStatistics<S>>& moves, const TreeParams& params) {
  return choose_final_move(moves, params.final_move, params.secure);
}

/// Whether the move of the highest value is the most visited one.
template <GameState S>
bool is_settled(const std::vector<MoveStatistics<S>>& moves) {
  return choose_final_move(moves, FinalMove::max, 0).move == choose_final_move(moves, FinalMove::robust, 0).move;
}

/// What a search that was stopped before its first iteration answers: a legal move.
template <GameState S>
void answer_unsearched(const S& state, SearchResult<S>& result) {
  MoveList<S> legal;
  state.legal_moves(legal);
  result.best.move = legal[0];
  result.principal_variation = {legal[0]};
}

}  // namespace banyan
