// SPDX-License-Identifier: MIT
#include "game/repetition.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "core/random.h"

namespace banyan {
namespace {

TEST(PositionCounts, CountEveryKey) {
  PositionCounts counts, backwards;
  std::map<std::uint64_t, int> slow;
  std::vector<std::uint64_t> keys;
  Rng rng(1);
  for (int i = 0; i < 3000; ++i) {
    keys.push_back(rng.below(500) * (i % 2 == 0 ? 1 : std::uint64_t{1} << 40));
    ASSERT_EQ(counts.add(keys.back()), ++slow[keys.back()]);
  }
  EXPECT_GT(slow[0], 2) << "which is a key like any other";
  for (std::size_t i = keys.size(); i-- > 0;) backwards.add(keys[i]);
  EXPECT_EQ(counts.hash(), backwards.hash());
  backwards.add(keys[0]);
  EXPECT_NE(counts.hash(), backwards.hash());
}

}  // namespace
}  // namespace banyan
