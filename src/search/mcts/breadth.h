// SPDX-License-Identifier: MIT
// Which moves and outcomes of a position a tree search looks at: all, or after the turn at the root representatives of
// their classes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/random.h"
#include "game/chance.h"
#include "game/depth.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "search/mcts/params.h"
#include "search/representatives/representatives.h"

namespace banyan {

template <GameState S>
class Breadth {
 public:
  explicit Breadth(const BreadthParams& params) {
    if (params.representatives == Representatives::chosen) classes_ = own_classes;
    if (params.representatives == Representatives::learned) classes_ = params.classes;
    if (classes_) check_classes<S>(*classes_);
  }

  bool has_representatives() const { return classes_.has_value(); }

  /// Whether representatives stand in at `state`, where a player `has_moved` since the root.
  bool is_reduced(const S& root, const S& state, bool has_moved) const {
    if (!classes_) return false;
    if constexpr (CountsTurns<S>) {
      return state.turn() > root.turn();
    } else {
      return has_moved;
    }
  }

  /// The moves of a position, or its outcomes with their weights.
  void list(const S& state, bool is_reduced, MoveList<S>& moves) {
    state.legal_moves(moves);
    weights_.clear();
    if constexpr (HasChance<S>) {
      if (state.to_move() == chance) {
        for (const auto& move : moves) weights_.push_back(state.probability(move));
      }
    }
    if constexpr (ClassifiesMoves<S> || DescribesMoves<S>) {
      if (is_reduced) keep_representatives(state, *classes_, moves, weights_.empty() ? nullptr : &weights_);
    }
  }

  /// The place of one of the outcomes that were listed last, drawn by their weights.
  std::size_t draw(Rng& rng) const { return draw(1.0, rng); }
  /// The same among those that pass.
  template <class Pass>
  std::size_t draw_among(Rng& rng, Pass pass) {
    double all = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (!pass(i)) weights_[i] = 0;
      all += weights_[i];
    }
    return draw(all, rng);
  }

 private:
  std::size_t draw(double all, Rng& rng) const {
    double left = all * rng.unit();
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (weights_[i] == 0) continue;
      last = i;
      left -= weights_[i];
      if (left < 0) break;
    }
    return last;  // when the weights summed to a hair less than all, the last one
  }

  std::optional<int> classes_;
  std::vector<double> weights_;
};

}  // namespace banyan
