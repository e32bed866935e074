// SPDX-License-Identifier: MIT
#include "engine/board_json.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/json.h"
#include "game/board_view.h"
#include "tests/share.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// What somebody draws who has nothing but the JSON.
std::string drawn_from(const std::string& json) { return plain_text(read_board(Json::parse(json).at("board"))); }

/// The board, before every move of a game in which somebody always plays the `step`th move of the list.
void expect_the_same_boards(const std::string& game, std::size_t step) {
  const auto session = new_session(parse_spec(game));
  for (std::size_t ply = 0; ply < 200; ++ply) {
    const auto moves = session->legal_moves();
    if (is_full_run || ply % 10 == 0 || session->result()) {
      const BoardData board = session->board();
      const std::string json = position_json(*session).dump();
      const BoardData read = read_board(Json::parse(json).at("board"));
      EXPECT_EQ(read, board) << json;
      EXPECT_EQ(plain_text(read), plain_text(board));
      EXPECT_EQ(board.moves.size(), moves.size());
    }
    if (session->result()) break;
    session->play(moves[ply * step % moves.size()]);
  }
}

TEST(BoardJson, GivesTheTerminalsBoardBack) {
  expect_the_same_boards("havannah:size=4,swap=true", 7);
  expect_the_same_boards("havannah:size=12", 31);
  expect_the_same_boards("samegame:board=1", 5);
  expect_the_same_boards("samegame:cells=0110/0110/2221", 1);
  expect_the_same_boards("cards", 3);
  expect_the_same_boards("cards:action_order=any,fight_own=true", 5);
  expect_the_same_boards("cards3", 2);
}

TEST(BoardJson, IsWhatTheTerminalShows) {
  const auto havannah = new_session(parse_spec("havannah:size=4"));
  for (const char* move : {"d4", "e2", "c3"}) havannah->play(move);
  EXPECT_EQ(drawn_from(position_json(*havannah).dump()),
            "         1 2 3 4\n"
            "     a  · · · ·  5\n"
            "    b  · · · · ·  6\n"
            "   c  · ·[●]· · ·  7\n"
            "  d  · · · ● · · ·\n"
            "   e  ○ · · · · ·\n"
            "    f  · · · · ·\n"
            "     g  · · · ·\n");
  const auto samegame = new_session(parse_spec("samegame:cells=0112/0110/2221"));
  samegame->play("b1");
  EXPECT_EQ(drawn_from(position_json(*samegame).dump()),
            " 0  0 · · 2\n"
            " 1  0[·]· 0\n"
            " 2  2 2 2 1\n"
            "    a b c d\n");
  const auto cards = new_session(parse_spec("cards:start=reference"));
  cards->play("place:6/6/6");
  EXPECT_EQ(drawn_from(position_json(*cards).dump()),
            "> White    50 health   20 in the deck\n"
            "    hand   1/3/3  2/3/2  4/1/1  2/1/1\n"
            "    field >6/6/6\n"
            "  Black    50 health   20 in the deck\n"
            "    hand   6/6/6  1/3/3  2/3/2  4/1/1  2/1/1\n"
            "    field\n"
            "  turn 1; cards are fight/heal/attack, R is a Removal\n");
}

TEST(BoardJson, KeepsEverything) {
  BoardData board{
      .shape = CellShape::polygon,
      .cells = {{.name = "1", .at = {0.25, -1}, .outline = {{0, 0}, {1, 0}, {0, 1}}, .text_at = Point{2, 1}}},
      .pieces = {{.name = "wB1", .cell = "1", .owner = 2, .kind = "beetle", .text = "w", .height = 3},
                 {.cell = "1", .colour = 0}},
      .zones = {{.name = "stock", .kind = ZoneKind::score, .title = "points", .number = -5}},
      .labels = {{.text = "a", .at = {-1.5, 0}}},
      .marks = {{.kind = MarkKind::captured, .names = {"1"}, .owner = 1}},
      .notes = {"a note"},
      .turn = 1,
      .players = {"White", "Black"},
      .margin = 0,
      .moves = {{.text = "x", .label = "y", .clicks = {"wB1", "1"}, .area = {"1"}}}};
  EXPECT_EQ(read_board(json_of(board)), board);
  EXPECT_EQ(read_board(json_of(BoardData{})), BoardData{});
}

TEST(BoardJson, RefusesWithThePlaceAndWhatWasExpected) {
  const auto reading = [](const char* text) { return [=] { read_board(Json::parse(text)); }; };
  const auto refuses = [](const std::string& sentence) { return ThrowsMessage<UsageError>(HasSubstr(sentence)); };
  EXPECT_THAT(reading("[]"), refuses("expected an object at board"));
  EXPECT_THAT(reading("{}"), refuses("expected one of square, hexagon, polygon at board.shape"));
  EXPECT_THAT(reading(R"({"shape":"round"})"), refuses("expected one of square, hexagon, polygon at board.shape"));
  EXPECT_THAT(reading(R"({"shape":"square","cells":[{"name":"a","x":0,"y":1e9}]})"),
              refuses("expected a number in -1000..1000 at cells[0].y"));
  EXPECT_THAT(reading(R"({"shape":"square","cells":[{"name":"a","x":0}]})"), refuses("at cells[0].y"));
  EXPECT_THAT(reading(R"({"shape":"square","cells":{}})"), refuses("expected a list at board.cells"));
  EXPECT_THAT(reading(R"({"shape":"square","pieces":[{},{"owner":true}]})"), refuses("at pieces[1].owner"));
  EXPECT_THAT(reading(R"({"shape":"square","pieces":[{"colour":8}]})"), refuses("at pieces[0].colour"));
  EXPECT_THAT(reading(R"({"shape":"square","zones":[{"kind":"hand","number":18446744073709551615}]})"),
              refuses("at zones[0].number"));
  EXPECT_THAT(reading(R"({"shape":"square","margin":2.5})"),
              refuses("expected a whole number in 0..1000 at board.margin"));
  EXPECT_THAT(reading(R"({"shape":"square","margin":2,"notes":[1]})"),
              refuses("expected a list of texts at board.notes"));
}

}  // namespace
}  // namespace banyan
