// SPDX-License-Identifier: MIT
#include "stats/choices.h"

#include <gtest/gtest.h>

#include <cmath>

namespace banyan {
namespace {

/// Offers of two kinds, every two of all four kinds of offer against each other, chosen as often as strengths say.
Choices chosen_by(const Strengths& strengths, int games) {
  Choices choices{.counts = {2, 2}};
  const auto strength = [&](unsigned offer) { return strengths[0][offer & 1] * strengths[1][offer >> 1]; };
  for (unsigned a = 0; a < 4; ++a) {
    for (unsigned b = 0; b < a; ++b) {
      const double share = strength(a) / (strength(a) + strength(b));
      for (int i = 0; i < games; ++i) {
        const auto begin = static_cast<std::uint32_t>(choices.traits.size() / 2);
        for (const unsigned offer : {a, b}) {
          choices.traits.push_back(static_cast<std::uint16_t>(offer & 1));
          choices.traits.push_back(static_cast<std::uint16_t>(offer >> 1));
        }
        choices.ends.push_back(begin + 2);
        choices.chosen.push_back(begin + (i < std::lround(share * games) ? 0 : 1));
      }
    }
  }
  return choices;
}

TEST(Choices, StrengthsAreFoundThatTheChoicesCameFrom) {
  const Choices choices = chosen_by({{1, 3}, {1, 0.25}}, 2000);
  const Strengths found = fit_choices(choices, 1e-3, 200, 1e-9);
  EXPECT_NEAR(found[0][1] / found[0][0], 3, 0.05);
  EXPECT_NEAR(found[1][1] / found[1][0], 0.25, 0.01);
}

TEST(Choices, EachRoundMakesThemLikelier) {
  const Choices choices = chosen_by({{1, 5}, {2, 1}}, 40);
  double before = mean_loss(choices, equal_strengths(choices));
  EXPECT_NEAR(before, std::log(2), 1e-9) << "two equal offers";
  for (int rounds = 1; rounds < 6; ++rounds) {
    const double now = mean_loss(choices, fit_choices(choices, 1e-9, rounds, 0));
    EXPECT_LE(now, before + 1e-12) << rounds;
    before = now;
  }
  EXPECT_LT(before, 0.6);
}

TEST(Choices, WhatWasNeverSeenStaysAsItWas) {
  Choices choices = chosen_by({{1, 5}, {2, 1}}, 10);
  choices.counts = {3, 2};
  EXPECT_DOUBLE_EQ(fit_choices(choices, 1, 20)[0][2], 1);
}

TEST(Choices, TheStrongestOffersAreForeseen) {
  const Choices choices = chosen_by({{1, 9}, {1, 1}}, 10);
  const Strengths found = fit_choices(choices, 0.1, 20);
  // Four of six pairs differ in the first kind, and nine of ten times the stronger one was chosen; the others are ties.
  EXPECT_NEAR(part_foreseen(choices, found), (4 * 0.9 + 2 * 0.5) / 6, 1e-9);
}

TEST(Choices, NothingIsLearnedFromNothing) {
  const Choices none{.counts = {2}};
  EXPECT_EQ(fit_choices(none, 1, 20), equal_strengths(none));
  EXPECT_EQ(mean_loss(none, equal_strengths(none)), 0);
}

}  // namespace
}  // namespace banyan
