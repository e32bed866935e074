// SPDX-License-Identifier: MIT
// What games say of the moves that are left is never too little.
#include "game/length.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "engine/catalogue.h"
#include "tests/havannah_helpers.h"

namespace banyan {
namespace {

using Board = havannah::Small;
static_assert(BoundsLength<Board>);

TEST(BoundsLength, EveryMoveOfHavannahLeavesOneLess) {
  Rng rng(1);
  for (const bool swap : {false, true}) {
    for (int game = 0; game < 100; ++game) {
      Board state({.size = 3, .swap = swap});
      EXPECT_EQ(state.moves_left(), swap ? 20 : 19);
      while (!state.is_terminal()) {
        const int before = state.moves_left();
        ASSERT_GT(before, 0);
        MoveList<Board> moves;
        state.legal_moves(moves);
        state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        ASSERT_LT(state.moves_left(), before);
      }
      ASSERT_EQ(state.moves_left(), 0);
    }
  }
}

TEST(BoundsLength, ASessionTellsWhatItsGameKnows) {
  const auto havannah = new_session(parse_spec("havannah:size=4"));
  EXPECT_EQ(havannah->moves_left(), 37);
  havannah->play("a1");
  EXPECT_EQ(havannah->moves_left(), 36);
  EXPECT_EQ(new_session(parse_spec("cards"))->moves_left(), std::nullopt);
}

}  // namespace
}  // namespace banyan
