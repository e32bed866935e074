// SPDX-License-Identifier: MIT
#include "core/fixed_list.h"

#include <gmock/gmock.h>

#include <type_traits>

namespace banyan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

static_assert(std::is_trivially_copyable_v<FixedList<int, 4>>);
static_assert(FixedList<int, 4>::capacity() == 4);

TEST(FixedList, HoldsWhatWasPushedInOrder) {
  FixedList<int, 4> list;
  EXPECT_TRUE(list.empty());
  EXPECT_THAT(list, IsEmpty());
  list.push_back(3);
  list.push_back(1);
  EXPECT_FALSE(list.empty());
  EXPECT_EQ(list.size(), 2u);
  EXPECT_THAT(list, ElementsAre(3, 1));
  EXPECT_EQ(list[1], 1);
  list[1] = 7;
  EXPECT_THAT(list, ElementsAre(3, 7));
}

TEST(FixedList, CanBeFilledClearedAndFilledAgain) {
  FixedList<int, 3> list;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3; ++i) list.push_back(10 * round + i);
    EXPECT_EQ(list.size(), list.capacity());
    EXPECT_THAT(list, ElementsAre(10 * round, 10 * round + 1, 10 * round + 2));
    list.clear();
    EXPECT_TRUE(list.empty());
  }
}

TEST(FixedList, KeepsItsBeginningWhenItShrinks) {
  FixedList<int, 3> list;
  for (int i = 0; i < 3; ++i) list.push_back(i);
  list.shrink_to(2);
  EXPECT_THAT(list, ElementsAre(0, 1));
}

TEST(FixedList, CopiesAreIndependent) {
  FixedList<int, 3> list;
  list.push_back(1);
  FixedList<int, 3> copy = list;
  copy.push_back(2);
  EXPECT_THAT(list, ElementsAre(1));
  EXPECT_THAT(copy, ElementsAre(1, 2));
}

#ifndef NDEBUG
TEST(FixedListDeathTest, RefusesMoreThanItsCapacity) {
  FixedList<int, 1> list;
  list.push_back(1);
  EXPECT_DEATH(list.push_back(2), "");
}
#endif

}  // namespace
}  // namespace banyan
