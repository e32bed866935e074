// SPDX-License-Identifier: MIT
#include "game/board_view.h"

#include <gmock/gmock.h>

namespace banyan {
namespace {

BoardData squares(int columns, int rows) {
  BoardData board;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      board.cells.push_back({.name = {"abcdef"[column], static_cast<char>('1' + row)}, .at = square_at(column, row)});
    }
  }
  return board;
}

TEST(BoardText, SquaresStandInRowsAndColumns) {
  BoardData board = squares(3, 2);
  board.pieces = {{.cell = "a1", .owner = 0}, {.cell = "c2", .owner = 1}, {.cell = "b2", .text = "7", .colour = 3}};
  EXPECT_EQ(plain_text(board),
            "    ● · ·\n"
            "    · 7 ○\n");
  const BoardView view = draw(board);
  ASSERT_GT(view[1].size(), 3u);
  EXPECT_EQ(view[1][3].name, "b2");
  EXPECT_EQ(view[1][3].ink, Ink::stone_3);
}

TEST(BoardText, RowsOfHexagonsStandHalfACellApart) {
  BoardData board{.shape = CellShape::hexagon, .margin = 1};
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 3; ++i) {
      board.cells.push_back({.name = std::to_string(3 * row + i), .at = hexagon_at(i - 0.5 * row, row)});
    }
  }
  EXPECT_EQ(plain_text(board),
            "   · · ·\n"
            "  · · ·\n"
            " · · ·\n");
}

TEST(BoardText, LabelsStandBesideTheirRowsAndUprightAboveThem) {
  BoardData board = squares(2, 2);
  board.labels = {{.text = "10", .at = {-1.5, 0}}, {.text = "9", .at = {-1.5, 1}}, {.text = "end", .at = {2.5, 1}},
                  {.text = "8", .at = {0, -1}},    {.text = "12", .at = {1, -1}},  {.text = "a", .at = {0, 2}}};
  EXPECT_EQ(plain_text(board),
            "      1\n"
            "    8 2\n"
            "10  · ·\n"
            " 9  · ·  end\n"
            "    a\n");
  board.labels[0].text = "tenth";  // what needs more room than the margin moves the board
  EXPECT_THAT(plain_text(board), testing::HasSubstr("tenth  · ·\n    9  · ·  end\n"));
}

TEST(BoardText, MarksStandInTheBlanks) {
  BoardData board = squares(4, 1);
  const auto with = [&](std::vector<BoardMark> marks) {
    board.marks = std::move(marks);
    return plain_text(board);
  };
  EXPECT_EQ(with({{.kind = MarkKind::last, .names = {"a1"}}}), "   [·]· · ·\n");
  EXPECT_EQ(with({{.kind = MarkKind::suggested, .names = {"d1"}}}), "    · · ·(·)\n");
  EXPECT_EQ(with({{.kind = MarkKind::last, .names = {"b1"}}, {.kind = MarkKind::suggested, .names = {"c1"}}}),
            "    ·[·(·)·\n");
  EXPECT_EQ(with({{.kind = MarkKind::last, .names = {"c1"}}, {.kind = MarkKind::suggested, .names = {"b1"}}}),
            "    ·(·[·]·\n");
  EXPECT_EQ(with({{.kind = MarkKind::last, .names = {"b1"}}, {.kind = MarkKind::suggested, .names = {"b1"}}}),
            "    ·(·)· ·\n")
      << "the board keeps its shape where both mark one cell";
  EXPECT_EQ(with({{.kind = MarkKind::pruned, .names = {"b1", "c1"}}}), "    · x x ·\n");
  EXPECT_EQ(with({{.kind = MarkKind::winning, .names = {"b1"}}}), "    · · · ·\n");
  EXPECT_EQ(with({{.kind = MarkKind::last, .names = {"gone"}}}), "    · · · ·\n");
}

/// An open plane of pieces that climb on each other, with hands: what Hive needs.
TEST(BoardText, PiecesHaveNamesStacksAndHands) {
  BoardData board{.shape = CellShape::hexagon, .players = {"White", "Black"}};
  board.turn = 0;
  for (int r = 0; r < 3; ++r) {
    for (int q = 0; q < 3; ++q) {
      board.cells.push_back({.name = std::to_string(q) + ',' + std::to_string(r), .at = hexagon_at(q + 0.5 * r, r)});
    }
  }
  board.pieces = {{.name = "wQ", .cell = "0,0", .owner = 0, .kind = "queen", .text = "wQ"},
                  {.name = "bB1", .cell = "1,0", .owner = 1, .kind = "beetle", .text = "bB1", .height = 1},
                  {.name = "wA1", .cell = "1,0", .owner = 0, .kind = "ant", .text = "wA1"},
                  {.name = "wG1", .cell = "0,1", .owner = 0, .kind = "grasshopper", .text = "wG1"}};
  const auto hand = [](int owner, const std::vector<std::string>& names) {
    BoardZone zone{.owner = owner, .title = "hand"};
    for (const std::string& name : names) zone.pieces.push_back({.name = name, .owner = owner, .text = name});
    return zone;
  };
  board.zones = {hand(0, {"wA2", "wA3"}), hand(1, {"bA1"})};
  // A piece was moved, and another is to be placed: where it goes is marked, the hand is not.
  board.marks = {{.kind = MarkKind::last, .names = {"bB1", "1,0"}},
                 {.kind = MarkKind::suggested, .names = {"wA2", "0,2"}}};
  EXPECT_EQ(plain_text(board),
            "    wQ [bB1] ·\n"
            "      wG1  ·   ·\n"
            "        (·)  ·   ·\n"
            "\n"
            "> White\n"
            "    hand  wA2  wA3\n"
            "  Black\n"
            "    hand  bA1\n"
            "  bB1 on wA1\n");
  board.marks.clear();
  EXPECT_THAT(plain_text(board), testing::StartsWith("    wQ  bB1+ ·\n"));
}

/// A table with cards, health and decks.
TEST(BoardText, ZonesStandByTheirOwners) {
  BoardData board{.notes = {"turn 3"}, .turn = 1, .players = {"player 1", "player 2"}};
  for (const int owner : {0, 1}) {
    board.zones.push_back({.owner = owner, .kind = ZoneKind::health, .title = "health", .number = 50 - 45 * owner});
    board.zones.push_back({.owner = owner, .kind = ZoneKind::deck, .title = "cards left", .number = 20});
    board.zones.push_back({.owner = owner, .kind = ZoneKind::hand, .title = "hand"});
    board.zones.push_back({.owner = owner, .kind = ZoneKind::field, .title = "field"});
  }
  board.zones.push_back({.kind = ZoneKind::deck, .title = "in the stock", .number = 7});
  board.zones[2].pieces = {{.name = "x", .text = "6/6/6"}, {.name = "y", .text = "R"}};
  board.zones[7].pieces = {{.name = "z", .owner = 1, .text = "1/1/1"}, {.name = "v", .owner = 1, .text = "2/2/2"}};
  board.marks = {{.kind = MarkKind::acting, .names = {"v"}}, {.kind = MarkKind::suggested, .names = {"y"}}};
  EXPECT_EQ(plain_text(board),
            "  player 1  50 health   20 cards left\n"
            "    hand   6/6/6 (R)\n"
            "    field\n"
            "> player 2   5 health   20 cards left\n"
            "    hand\n"
            "    field  1/1/1 >2/2/2\n"
            "             7 in the stock\n"
            "  turn 3\n");
}

TEST(BoardText, OtherShapesStandNearTheirPlaces) {
  // A cell in the middle of six that do not stand in rows.
  BoardData board{.shape = CellShape::polygon};
  const std::vector<Point> places{{0, 0},        {0.95, 0.3}, {0.2, 1},     {-0.75, 0.65},
                                  {-0.95, -0.3}, {-0.2, -1},  {0.75, -0.65}};
  for (const Point& at : places) board.cells.push_back({.name = std::to_string(board.cells.size()), .at = at});
  int cells = 0;
  for (const BoardLine& line : draw(board)) {
    std::size_t column = 0;
    std::optional<std::size_t> last;
    for (const Span& span : line) {
      if (!span.name.empty()) {
        ++cells;
        if (last) {
          EXPECT_GE(column - *last, 2u) << plain_text(board);
        }
        last = column;
      }
      column += span.name.empty() ? span.text.size() : 1;
    }
  }
  EXPECT_EQ(cells, 7) << plain_text(board);

  // Rows that are curved in the plane can be straight in a text.
  for (std::size_t i = 0; i < 7; ++i) {
    const std::size_t row = i < 1 ? 0 : i < 4 ? 1 : 2;
    const double from = row == 0 ? 1 : row == 1 ? 0 : -0.5;
    const std::size_t first = row == 0 ? 0 : row == 1 ? 1 : 4;
    board.cells[i].text_at = Point{from + static_cast<double>(i - first), static_cast<double>(row)};
  }
  EXPECT_EQ(plain_text(board),
            "       ·\n"
            "     · · ·\n"
            "    · · ·\n");
}

TEST(BoardText, BoardsWithoutCellsAreNotes) {
  EXPECT_EQ(plain_text(BoardData{.notes = {"12 stones", ""}}), "  12 stones\n\n");
  EXPECT_EQ(plain_text(BoardData{}), "");
}

}  // namespace
}  // namespace banyan
