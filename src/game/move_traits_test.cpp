// SPDX-License-Identifier: MIT
#include "game/move_traits.h"

#include <gtest/gtest.h>

#include <set>

namespace banyan {
namespace {

/// A letter for each of six places to the code of a circle.
unsigned code_of(const char* six) {
  unsigned code = 0;
  for (unsigned d = 0; d < 6; ++d) {
    if (six[d] == 'o' || six[d] == '#') code |= 1u << d;
    if (six[d] == 'x' || six[d] == '#') code |= 64u << d;
  }
  return code;
}

TEST(MoveTraits, CirclesAreTheSameTurnedAndMirrored) {
  EXPECT_EQ(circle_of[code_of("ox....")], circle_of[code_of("..ox..")]);
  EXPECT_EQ(circle_of[code_of("ox....")], circle_of[code_of("x....o")]);
  EXPECT_EQ(circle_of[code_of("oo.x#.")], circle_of[code_of("oo.#x.")]) << "mirrored";
  EXPECT_NE(circle_of[code_of("oox...")], circle_of[code_of("oxo...")]);
  EXPECT_NE(circle_of[code_of("o.....")], circle_of[code_of("x.....")]);
  EXPECT_NE(circle_of[code_of("o..o..")], circle_of[code_of("o.o...")]);
}

TEST(MoveTraits, CirclesAreNumberedWithoutGaps) {
  EXPECT_EQ(std::set<std::uint16_t>(circle_of.begin(), circle_of.end()).size(), circle_count);
}

constexpr std::array<TraitKind, 2> two_kinds{{{"colour", 3}, {"size", 2}}};

TEST(MoveTraits, StrengthsMultiply) {
  const Habits<two_kinds> habits(Habits<two_kinds>::Table{0, 100, -50, 0, 25});
  EXPECT_FLOAT_EQ(habits.strength({0, 0}), 1);
  EXPECT_FLOAT_EQ(habits.strength({1, 0}), std::exp(1.0F));
  EXPECT_FLOAT_EQ(habits.strength({2, 1}), std::exp(-0.25F));
}

}  // namespace
}  // namespace banyan
