// SPDX-License-Identifier: MIT
#include "search/playout/pair_draw.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "tests/share.h"

namespace banyan {
namespace {

/// Roots as a learner would have them, beside the sums that are drawn from.
template <unsigned Moves>
class RootsAndSums {
  using Draws = PairDraw<Moves>;

 public:
  static constexpr std::size_t rows = 3;

  /// Roots are e to a power in (-powers, 0].
  RootsAndSums(double powers, std::uint64_t seed) : powers_(powers), rng_(seed), draws_(rows, Moves - 2) {
    for (unsigned i = 0; i < Moves - 2; ++i) single_[i] = some_root();
    for (auto& row : pair_) row.fill(-1);
    bound();
  }

  void change(int times) {
    for (int i = 0; i < times; ++i) {
      const unsigned move = rng_.below(Moves - 2), row = rng_.below(rows - 1);  // nothing is known of the last row
      draws_.set_pair_root(0, row, move, pair_[row][move] = some_root());
      const unsigned other = rng_.below(Moves - 2);
      // Mostly by little, so that bounds hold for a while.
      single_[other] *= static_cast<float>(rng_.below(20) == 0 ? 1.1 : 1.02 - 0.06 * rng_.unit());
      draws_.set_root(0, other, single_[other]);
      if (!draws_.is_bounded(0)) bound();
    }
  }
  void occupy(int times) {
    for (int i = 0; i < times; ++i) owners_[rng_.below(Moves)] = 1;
  }

  /// How far what is drawn after each row lies from the weights of free moves: chi square as a normal deviate [Wilson &
  /// Hilferty 1931]. The share of draws that were given up is added to `given_up`.
  double deviation(std::size_t row, double& given_up) {
    std::array<double, Moves> weights{};
    double total = 0;
    for (unsigned i = 0; i < Moves - 2; ++i) {
      if (owners_[i] != 0) continue;
      const float pair = pair_[row][i];
      total += weights[i] = double{single_[i]} * double{pair < 0 ? single_[i] : pair};
    }
    const int games = 50'000;
    int drawn = 0;
    std::array<int, Moves> counts{};
    for (int i = 0; i < games; ++i) {
      const unsigned move = draws_.draw(
          0, row, [&](unsigned first) { return load<Floats8>(pair_[row].data() + first); }, owners_.data(), word_);
      if (move == Draws::none) continue;
      ++drawn;
      ++counts[move];
    }
    given_up += 1 - static_cast<double>(drawn) / games;
    double chi = 0, rest = 0, rest_expected = 0;
    int cells = 0;
    for (unsigned i = 0; i < Moves; ++i) {
      const double expected = drawn * weights[i] / total;
      if (weights[i] == 0) {
        EXPECT_EQ(counts[i], 0) << i;
      } else if (expected < 10) {  // those count as one
        rest += counts[i];
        rest_expected += expected;
      } else {
        chi += (counts[i] - expected) * (counts[i] - expected) / expected;
        ++cells;
      }
    }
    if (rest_expected > 10) {
      chi += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
      ++cells;
    }
    if (cells < 2) return 0;
    const double spread = 2.0 / 9 / (cells - 1);
    return (std::cbrt(chi / (cells - 1)) - (1 - spread)) / std::sqrt(spread);
  }

 private:
  float some_root() { return static_cast<float>(std::exp(-powers_ * rng_.unit())); }

  void bound() {
    std::array<float, Moves> bounds;
    for (unsigned i = 0; i < Moves; ++i) bounds[i] = 1.25f * single_[i];
    draws_.bound(0, bounds.data(), single_.data());
  }

  double powers_;
  Rng rng_;
  Draws draws_;
  std::array<float, Moves> single_{};
  std::array<std::array<float, Draws::padded>, rows> pair_;
  std::array<std::uint8_t, Moves> owners_{};
  std::uint64_t word_ = 12;
};

template <unsigned Moves>
void expect_proportional(double powers) {
  RootsAndSums<Moves> both(powers, 31);
  double given_up = 0;
  for (int round = 0; round < 6; ++round) {
    for (std::size_t row = 0; row < both.rows; ++row) {
      EXPECT_LT(std::abs(both.deviation(row, given_up)), 4.5) << Moves << ' ' << powers << ' ' << round << ' ' << row;
    }
    both.change(round < 3 ? 30 : 400);
    both.occupy(static_cast<int>(Moves / 10));
  }
  EXPECT_LT(given_up, 0.4 * 6 * both.rows) << Moves << ' ' << powers;
}

TEST(PairDraw, DrawsFreeMovesInProportionToTheirWeightsWhateverHasChanged) {
  for (const double powers : {0.0, 2.0, 6.0}) {
    if (!is_full_run && powers != 2.0) continue;
    expect_proportional<16>(powers);
    expect_proportional<92>(powers);
    if (is_full_run) expect_proportional<272>(powers);  // seventeen groups
    expect_proportional<398>(powers);                   // groups of 32
  }
}

TEST(PairDraw, GivesUpWhenNothingIsFree) {
  PairDraw<20> draws(1, 20);
  std::array<float, 20> roots;
  roots.fill(0.5f);
  draws.bound(0, roots.data(), roots.data());
  std::array<std::uint8_t, 20> owners;
  owners.fill(2);
  std::uint64_t word = 3;
  const auto no_pairs = [](unsigned) { return Floats8{} - 1.0f; };
  EXPECT_EQ(draws.draw(0, 0, no_pairs, owners.data(), word), PairDraw<20>::none);
  owners[7] = 0;
  unsigned move = PairDraw<20>::none;
  for (int i = 0; i < 100 && move == PairDraw<20>::none; ++i) move = draws.draw(0, 0, no_pairs, owners.data(), word);
  EXPECT_EQ(move, 7u);
}

TEST(PairDraw, SaysWhenARootHasOutgrownItsBound) {
  PairDraw<20> draws(1, 20);
  std::array<float, 20> roots, bounds;
  roots.fill(0.5f);
  bounds.fill(0.6f);
  draws.bound(1, bounds.data(), roots.data());
  draws.set_root(1, 4, 0.59f);
  EXPECT_TRUE(draws.is_bounded(1));
  draws.set_root(1, 4, 0.61f);
  EXPECT_FALSE(draws.is_bounded(1));
  EXPECT_TRUE(draws.is_bounded(0));
}

}  // namespace
}  // namespace banyan
