// SPDX-License-Identifier: MIT
#include "protocol/coordinates.h"

#include <gtest/gtest.h>

#include "engine/catalogue.h"

namespace banyan {
namespace {

TEST(Coordinates, EveryCellReadsBackInEveryConvention) {
  for (int size = 3; size <= 12; ++size) {
    const auto session = new_session(parse_spec("havannah:size=" + std::to_string(size)));
    EXPECT_EQ(board_size(*session), size);
    for (const auto coordinates : {Coordinates::rows, Coordinates::columns, Coordinates::littlegolem}) {
      for (const std::string& move : session->legal_moves()) {
        const std::string theirs = to_coordinates(coordinates, size, move);
        EXPECT_EQ(from_coordinates(coordinates, size, theirs), move) << theirs;
      }
    }
  }
}

TEST(Coordinates, ColumnsExchangeLetterAndNumber) {
  EXPECT_EQ(to_coordinates(Coordinates::columns, 4, "a4"), "d1");
  EXPECT_EQ(from_coordinates(Coordinates::columns, 4, "D1"), "a4");
}

TEST(Coordinates, LittleGolemCountsInsideTheRow) {
  EXPECT_EQ(to_coordinates(Coordinates::littlegolem, 4, "d1"), "d1");  // the middle row
  EXPECT_EQ(to_coordinates(Coordinates::littlegolem, 4, "e2"), "e1");
  EXPECT_EQ(to_coordinates(Coordinates::littlegolem, 4, "g7"), "g4");  // the last cell of all
  EXPECT_EQ(from_coordinates(Coordinates::littlegolem, 4, "g1"), "g4");
}

TEST(Coordinates, SwapIsTheSameEverywhere) {
  for (const auto coordinates : {Coordinates::rows, Coordinates::columns, Coordinates::littlegolem}) {
    EXPECT_EQ(to_coordinates(coordinates, 6, "swap"), "swap");
    EXPECT_EQ(from_coordinates(coordinates, 6, "SWAP"), "swap");
  }
}

TEST(Coordinates, OnlyALetterAndANumberAreACell) {
  for (const auto coordinates : {Coordinates::rows, Coordinates::columns, Coordinates::littlegolem}) {
    for (const char* text : {"", "a", "1", "a0", "a01", "1a", "a1b", "a1234", "aa1", "pass", "a-1", "{1", "a+1"}) {
      EXPECT_EQ(from_coordinates(coordinates, 6, text), std::nullopt) << text;
    }
    // Cells that no board has are left for the rules to refuse.
    const auto session = new_session(parse_spec("havannah:size=12"));
    for (const char* text : {"z99", "a99", "z26"}) {
      const auto move = from_coordinates(coordinates, 12, text);
      ASSERT_TRUE(move.has_value());
      EXPECT_THROW(session->play(*move), IllegalMove) << *move;
    }
  }
}

}  // namespace
}  // namespace banyan
