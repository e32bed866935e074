// SPDX-License-Identifier: MIT
#include "search/playout/weighted_draw.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "tests/share.h"

namespace banyan {
namespace {

constexpr unsigned draw_moves = 271;
using LeftMoves = WeightedDraw<draw_moves>;
using MoveWeights = std::array<float, LeftMoves::padded>;

/// Weights of which some are 0, spread over so many powers of e.
MoveWeights spread_weights(double powers, std::uint64_t seed) {
  Rng rng(seed);
  MoveWeights weights{};
  for (unsigned i = 0; i < draw_moves; ++i) {
    if (i % 7 != 3) weights[i] = static_cast<float>(std::exp(-powers * rng.unit()));
  }
  return weights;
}

/// Where z of the first draws, all from `left`, would be if each move's count were normal: chi square, normalised.
double deviation(const LeftMoves& left, const MoveWeights& weights, Rng& rng) {
  const int draws = 400'000;
  std::vector<int> counts(LeftMoves::padded);
  for (int i = 0; i < draws; ++i) ++counts[left.draw(static_cast<std::uint32_t>(rng.next() >> 32))];
  double total = 0;
  for (const float weight : weights) total += weight;
  // Moves that are expected fewer than ten times count as one.
  double chi = 0, rest_expected = 0;
  int cells = 0, rest = 0;
  for (unsigned i = 0; i < LeftMoves::padded; ++i) {
    const double expected = draws * weights[i] / total;
    if (weights[i] == 0) {
      EXPECT_EQ(counts[i], 0) << i;
    } else if (expected < 10) {
      rest_expected += expected;
      rest += counts[i];
    } else {
      chi += (counts[i] - expected) * (counts[i] - expected) / expected;
      ++cells;
    }
  }
  if (rest_expected > 10) {
    chi += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
    ++cells;
  } else {
    EXPECT_LT(rest, 40);
  }
  return (chi - (cells - 1)) / std::sqrt(2.0 * std::max(cells - 1, 1));
}

TEST(WeightedDraw, DrawsInProportionToWeightsWhateverWasTaken) {
  for (const double powers : {0.0, 3.0, 10.0, 60.0}) {
    if (!is_full_run && powers != 3.0 && powers != 60.0) continue;
    Rng rng(5);
    MoveWeights weights = spread_weights(powers, 11);
    LeftMoves left;
    left.begin(weights.data());
    for (int round = 0; round < 6; ++round) {
      EXPECT_LT(std::abs(deviation(left, weights, rng)), 4.5) << powers << ' ' << round;
      for (int i = 0; i < 40; ++i) {
        // Half of them drawn, half taken by somebody else, perhaps twice.
        const unsigned move = i % 2 == 0 ? left.draw(static_cast<std::uint32_t>(rng.next())) : rng.below(draw_moves);
        weights[move] = 0;
        left.take(move);
        if (left.is_worn()) left.begin(weights.data());
      }
    }
  }
}

TEST(WeightedDraw, DrawsEveryMoveOnceUntilNoneIsLeft) {
  for (const double powers : {0.0, 70.0}) {
    Rng rng(3);
    MoveWeights weights = spread_weights(powers, 4);
    LeftMoves left;
    left.begin(weights.data());
    for (unsigned i = 0; i < draw_moves; ++i) {
      if (i % 7 == 3) continue;
      if (left.is_worn()) left.begin(weights.data());
      const unsigned move = left.draw(static_cast<std::uint32_t>(rng.next() >> 32));
      ASSERT_GT(weights[move], 0);
      weights[move] = 0;
      left.take(move);
    }
    for (const float weight : weights) EXPECT_EQ(weight, 0);
  }
}

}  // namespace
}  // namespace banyan
