// SPDX-License-Identifier: MIT
// The parameters that MAST and NAST share, and how they count.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "core/params.h"

namespace banyan {

/// How a move is drawn by its value.
enum class Draw { greedy, gibbs };
constexpr auto names(Draw) { return std::array<std::string_view, 2>{"greedy", "gibbs"}; }

struct GramParams {
  Draw gram_draw = Draw::gibbs;
  double gram_epsilon = 0.8;
  double gram_tau = 0.1;
  int gram_visits = 2;
  double gram_unseen = 0.5;
  double gram_decay = 1.0;

  static constexpr auto fields() {
    using P = GramParams;
    return std::tuple{
        field(&P::gram_draw, "gram_draw",
              "MAST and NAST: the move of the highest mean, uniformly with probability epsilon; or each with a "
              "probability like exp(mean / tau)"),
        field(&P::gram_epsilon, "gram_epsilon", 0.0, 1.0, "epsilon of gram_draw=greedy"),
        field(&P::gram_tau, "gram_tau", 0.01, 100.0, "tau of gram_draw=gibbs"),
        field(&P::gram_visits, "gram_visits", 1, 1'000'000,
              "NAST: sequences of two or three moves count from this many visits on; single moves from the first"),
        field(&P::gram_unseen, "gram_unseen", 0.0, 10.0,
              "MAST and NAST: the mean of a move that nothing is known of; above 1, such moves come first"),
        field(&P::gram_decay, "gram_decay", 0.0, 1.0,
              "MAST and NAST: what is kept of the counts from search to search"),
    };
  }
};

/// Counts a move that was made once more. Floats count no further than 2^24: visits would stand still then, and rewards
/// go on until every mean is 1. So both are halved long before, which leaves the mean as it is.
[[gnu::always_inline]] inline void count_gram(float& visits, float& rewards, float reward) {
  constexpr float most_visits = 0x1p22f;
  if (visits >= most_visits) [[unlikely]] {
    visits *= 0.5f;
    rewards *= 0.5f;
  }
  visits += 1.0f;
  rewards += reward;
}

}  // namespace banyan
