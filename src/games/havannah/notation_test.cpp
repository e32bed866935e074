// SPDX-License-Identifier: MIT
#include "games/havannah/notation.h"

#include <gtest/gtest.h>

#include "games/havannah/havannah.h"

namespace banyan::havannah {
namespace {

TEST(HavannahNotation, EveryCellReadsBackInEveryConvention) {
  for (int size = 3; size <= 12; ++size) {
    const Havannah<12> state(Options{.size = size, .swap = false});
    MoveList<Havannah<12>> moves;
    state.legal_moves(moves);
    for (const auto notation : notation_names()) {
      for (const Move& legal : moves) {
        const std::string move = state.move_text(legal);
        const std::string theirs = to_notation(notation, size, move);
        EXPECT_EQ(from_notation(notation, size, theirs), move) << theirs;
      }
    }
  }
}

TEST(HavannahNotation, ColumnsExchangeLetterAndNumber) {
  EXPECT_EQ(to_notation("columns", 4, "a4"), "d1");
  EXPECT_EQ(from_notation("columns", 4, "D1"), "a4");
}

TEST(HavannahNotation, LittleGolemCountsInsideTheRow) {
  EXPECT_EQ(to_notation("littlegolem", 4, "d1"), "d1");  // the middle row
  EXPECT_EQ(to_notation("littlegolem", 4, "e2"), "e1");
  EXPECT_EQ(to_notation("littlegolem", 4, "g7"), "g4");  // the last cell of all
  EXPECT_EQ(from_notation("littlegolem", 4, "g1"), "g4");
}

TEST(HavannahNotation, SwapIsTheSameEverywhere) {
  for (const auto notation : notation_names()) {
    EXPECT_EQ(to_notation(notation, 6, "swap"), "swap");
    EXPECT_EQ(from_notation(notation, 6, "SWAP"), "swap");
  }
}

TEST(HavannahNotation, OnlyALetterAndANumberAreACell) {
  for (const auto notation : notation_names()) {
    for (const char* text : {"", "a", "1", "a0", "a01", "1a", "a1b", "a1234", "aa1", "pass", "a-1", "{1", "a+1"}) {
      EXPECT_EQ(from_notation(notation, 6, text), std::nullopt) << text;
    }
    // Cells that no board has are left for the rules to refuse.
    const Havannah<12> state(Options{.size = 12, .swap = false});
    for (const char* text : {"z99", "a99", "z26"}) {
      const auto move = from_notation(notation, 12, text);
      ASSERT_TRUE(move.has_value());
      EXPECT_EQ(state.parse_move(*move), std::nullopt) << *move;
    }
  }
}

}  // namespace
}  // namespace banyan::havannah
