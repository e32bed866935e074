// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstddef>

namespace banyan {

/// That two searches, or reports of searches, did the same to the last visit.
template <class Result>
void expect_same(const Result& a, const Result& b) {
  ASSERT_EQ(a.moves.size(), b.moves.size());
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    ASSERT_EQ(a.moves[i].move, b.moves[i].move) << i;
    ASSERT_EQ(a.moves[i].visits, b.moves[i].visits) << i;
    ASSERT_EQ(a.moves[i].value, b.moves[i].value) << i;
  }
  EXPECT_EQ(a.playout_moves, b.playout_moves);
  EXPECT_EQ(a.nodes, b.nodes);
}

}  // namespace banyan
