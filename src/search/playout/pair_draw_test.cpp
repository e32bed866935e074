// SPDX-License-Identifier: MIT
#include "search/playout/pair_draw.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/random.h"
#include "tests/share.h"

namespace banyan {
namespace {

/// Roots as a learner would have them, beside what is drawn from.
template <unsigned Moves>
class RootsAndDraws {
  using Draws = PairDraw<Moves>;
  static constexpr unsigned drawn = Moves - 2;

 public:
  static constexpr std::size_t rows = 9;

  /// Roots are e to a power in (-powers, 0].
  RootsAndDraws(double powers, std::uint64_t seed) : powers_(powers), rng_(seed), draws_(rows, drawn) {
    for (unsigned i = 0; i < drawn; ++i) draws_.set_root(1, i, single_[i] = some_root());
    for (auto& row : pair_) row.fill(-1);
  }

  void change(int times) {
    for (int i = 0; i < times; ++i) {
      const unsigned move = rng_.below(drawn), row = rng_.below(rows - 1);  // nothing is known of the last row
      draws_.set_pair_root(1, rows + row, move, pair_[row][move] = some_root());
    }
  }
  /// Roots of moves become higher by up to so much, or lower.
  void change_moves(int times, double most) {
    for (int i = 0; i < times; ++i) {
      const unsigned move = rng_.below(drawn);
      single_[move] *= static_cast<float>(most - (most - 0.9) * rng_.unit());
      draws_.set_root(1, move, single_[move]);
    }
  }
  void propose_anew() { draws_.propose_anew(1, owners_.data()); }
  bool proposes() const { return draws_.proposes(1); }
  void occupy(int times) {
    for (int i = 0; i < times; ++i) owners_[rng_.below(drawn)] = 1;
  }

  /// How far what is drawn after a row lies from the weights of free moves: chi square as a normal deviate [Wilson &
  /// Hilferty 1931]. Some of the moves with owners are taken one by one, as in a playout.
  double deviation(std::size_t row) {
    std::array<double, Moves> weights{};
    double total = 0;
    for (unsigned i = 0; i < drawn; ++i) {
      if (owners_[i] != 0) continue;
      const float pair = pair_[row][i];
      total += weights[i] = double{single_[i]} * double{pair < 0 ? single_[i] : pair};
    }
    const int games = is_full_run ? 50'000 : 5'000;
    std::array<int, Moves> counts{};
    for (int i = 0; i < games; ++i) {
      if (i % 40 == 0) {
        draws_.begin();
        for (unsigned move = 0; move < drawn; move += 2) {
          if (owners_[move] != 0) draws_.take(move);
        }
      }
      ++counts[static_cast<std::size_t>(draws_.draw(1, rows + row, owners_.data(), word_))];
    }
    double chi = 0, rest = 0, rest_expected = 0;
    int cells = 0;
    for (unsigned i = 0; i < Moves; ++i) {
      const double expected = games * weights[i] / total;
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

  double powers_;
  Rng rng_;
  Draws draws_;
  std::array<float, Moves> single_{};
  std::array<std::array<float, Draws::padded>, rows> pair_;
  std::array<std::uint8_t, Draws::padded> owners_{};
  std::uint64_t word_ = 12;
};

template <unsigned Moves>
void expect_proportional(double powers) {
  RootsAndDraws<Moves> both(powers, 31);
  int step = 0;
  const auto look = [&] {
    for (std::size_t row = 0; row < both.rows; row += step % 2 + 1) {
      EXPECT_LT(std::abs(both.deviation(row)), 4.5) << Moves << ' ' << powers << ' ' << step << ' ' << row;
    }
    ++step;
  };
  both.change(30);
  EXPECT_FALSE(both.proposes());
  look();
  both.propose_anew();
  EXPECT_TRUE(both.proposes());
  look();
  both.change(400);  // some pairs outweigh what is proposed
  both.change_moves(30, 1.02);
  EXPECT_TRUE(both.proposes());
  look();
  both.occupy(static_cast<int>(Moves / 3));
  look();
  both.propose_anew();
  both.change(4000);
  look();
  both.propose_anew();
  both.occupy(static_cast<int>(Moves / 4));
  look();
  both.change_moves(30, 3);  // several are proposed anew
  look();
  both.change_moves(300, 3);
  look();
}

TEST(PairDraw, DrawsFreeMovesInProportionToTheirWeightsWhateverHasChanged) {
  for (const double powers : {0.0, 2.0, 6.0}) {
    if (!is_full_run && powers != 2.0) continue;
    expect_proportional<16>(powers);
    expect_proportional<92>(powers);
    if (is_full_run) expect_proportional<270>(powers);  // seventeen groups of what is proposed
    expect_proportional<398>(powers);                   // groups of 32
  }
}

TEST(PairDraw, FindsTheOnlyFreeMoveAndTellsWhenThereIsNone) {
  PairDraw<20> draws(1, 20);
  for (unsigned i = 0; i < 20; ++i) draws.set_root(0, i, 0.5f);
  std::array<std::uint8_t, 32> owners{};
  for (const bool is_proposed : {false, true}) {
    if (is_proposed) draws.propose_anew(0, owners.data());
    std::fill_n(owners.begin(), 20, std::uint8_t{2});
    std::uint64_t word = 3;
    draws.begin();
    EXPECT_EQ(draws.draw(0, 0, owners.data(), word), -1);
    owners[7] = 0;
    EXPECT_EQ(draws.draw(0, 0, owners.data(), word), 7);
    owners.fill(0);
  }
}

TEST(PairDraw, ProposesNothingFromAFullBoard) {
  PairDraw<20> draws(1, 20);
  for (unsigned i = 0; i < 20; ++i) draws.set_root(0, i, 0.5f);
  std::array<std::uint8_t, 32> owners{};
  std::fill_n(owners.begin(), 20, std::uint8_t{2});
  draws.propose_anew(0, owners.data());
  EXPECT_FALSE(draws.proposes(0));
}

}  // namespace
}  // namespace banyan
