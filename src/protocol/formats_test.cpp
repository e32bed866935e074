// SPDX-License-Identifier: MIT
#include "protocol/formats.h"

#include <gmock/gmock.h>

#include "core/error.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SavedGame saved_game(const std::string& spec, const std::vector<std::string>& moves) {
  SavedGame game{.session = new_session(parse_spec(spec))};
  for (const std::string& move : moves) game.session->play(move);
  return game;
}

std::string complaint_about(const std::string& text, std::optional<Format> format = {}) {
  try {
    read_game(text, format);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

void expect_same_file(const SavedGame& game, Format format) {
  const std::string text = write_game(game, format);
  EXPECT_EQ(format_of(text), format) << text;
  const std::optional<Spec> board = spec_of(*game.session);
  const SavedGame again = read_game(text, {}, board);
  EXPECT_EQ(spec_of(*again.session).text(), board->text());
  EXPECT_EQ(again.session->moves(), game.session->moves());
  EXPECT_EQ(write_game(again, format), text);
}

TEST(Formats, each_is_read_as_it_is_written) {
  SavedGame havannah = saved_game("havannah:size=4,swap=true", {"d4", "swap", "a1"});
  expect_same_file(havannah, Format::json);
  expect_same_file(havannah, Format::sgf);
  havannah.seats = {{.player = "human"}, {.player = "rave:iterations=5"}};
  havannah.resigned = 0;
  expect_same_file(havannah, Format::sgf);
  const SavedGame again = read_game(write_game(havannah, Format::sgf));
  EXPECT_EQ(again.resigned, 0);
  EXPECT_EQ(again.seats.at(1).player, "rave:iterations=5");
  expect_same_file(saved_game("poly_y", {"15", "swap", "40"}), Format::sgf);
  expect_same_file(saved_game("hive:expansions=M+L", {"wL", "bM wL-"}), Format::uhp);
  expect_same_file(saved_game("samegame:cells=0110/0110", {"b0", "a0"}), Format::clicks);
}

TEST(Formats, are_those_that_suit_the_game) {
  EXPECT_THAT(formats_of(*new_session(parse_spec("havannah"))), ElementsAre(Format::json, Format::sgf));
  EXPECT_THAT(formats_of(*new_session(parse_spec("hive"))), ElementsAre(Format::json, Format::uhp));
  EXPECT_THAT(formats_of(*new_session(parse_spec("samegame"))), ElementsAre(Format::json, Format::clicks));
  EXPECT_THAT(formats_of(*new_session(parse_spec("cards"))), ElementsAre(Format::json));
  EXPECT_EQ(format_named("uhp"), Format::uhp);
  EXPECT_THROW(format_named("pgn"), UsageError);
  try {
    write_game(saved_game("hive", {}), Format::sgf);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "hive cannot be written as sgf; it can as json, uhp");
  }
}

TEST(Formats, sgf_is_read_with_what_others_put_into_it) {
  const SavedGame game = read_game(
      "\n(;FF[4]CA[UTF-8]AP[banyan:1]\nGN[havannah:size=4]C[a \\] b\\\\]PW[Ann]PB[uct:iterations=9]RE[B+Resign]\n"
      ";W[a1]C[good];B[d4]LB[a1:1][b1:2]\n(;W[b1];B[c1])(;W[g7]))\n");
  EXPECT_THAT(game.session->moves(), ElementsAre("a1", "d4", "b1", "c1"));
  EXPECT_EQ(game.seats.at(0).player, "human") << "who is no player of ours is a person";
  EXPECT_EQ(game.seats.at(1).player, "uct:iterations=9");
  EXPECT_EQ(game.resigned, 0);
}

TEST(Formats, sgf_of_little_golem_counts_cells_in_their_rows) {
  const SavedGame game = read_game(
      "(;FF[4]EV[havannah.mc.2010.1]PB[ann]PW[ben]SZ[4]SO[http://www.littlegolem.com];W[A1];B[E1];W[resign])");
  EXPECT_EQ(game.session->options(), "size=4,swap=false");
  EXPECT_THAT(game.session->moves(), ElementsAre("a1", "e2"));
  EXPECT_THAT(read_game("(;SZ[4]SO[www.littlegolem.com];W[A1];B[swap];B[d4])").session->moves(),
              ElementsAre("a1", "swap", "d4"));
}

TEST(Formats, what_is_wrong_with_sgf_is_named) {
  EXPECT_EQ(complaint_about("(;GN[havannah]"), "not an SGF game: byte 15: expected ';', '(' or ')'");
  EXPECT_EQ(complaint_about("(;GN"), "not an SGF game: byte 5: expected '[' after the name of a property");
  EXPECT_THAT(complaint_about("(;GN[havannah\\"), HasSubstr("a property has no ']'"));
  EXPECT_THAT(complaint_about("(;)"), HasSubstr("there is no GN"));
  EXPECT_THAT(complaint_about("()"), HasSubstr("there is no node"));
  EXPECT_THAT(complaint_about("(;GN[havannah])(;GN[havannah])"), HasSubstr("byte 16: expected the end"));
  EXPECT_THAT(complaint_about("(;GN[cards:deck=/etc/passwd])"), HasSubstr("expected havannah or poly_y"));
  EXPECT_THAT(complaint_about("(;GN[havannah:size=99])"), HasSubstr("size"));
  EXPECT_EQ(complaint_about("(;GN[havannah:size=4];W[a1];B[a1])"),
            "not an SGF game: at ply 2, B[a1]: the cell is occupied");
  EXPECT_THAT(complaint_about("(;GN[havannah:size=4];W[a1];W[b1])"), HasSubstr("at ply 2, W[b1]: it is the turn of B"));
  EXPECT_THAT(complaint_about("", Format::sgf), HasSubstr("byte 1: expected '('"));
}

TEST(Formats, what_is_wrong_with_others_is_named) {
  EXPECT_THAT(complaint_about("Base+X"), HasSubstr("not a game string: "));
  EXPECT_THAT(complaint_about("Base;InProgress;White[2];wS1;bS9"), HasSubstr("not a game string: move 2 'bS9'"));
  EXPECT_THAT(complaint_about("[[0,0],[0]]"), HasSubstr("not a list of clicks: move 2 is [0]"));
  EXPECT_THAT(complaint_about("[[0,99]]"), HasSubstr("not a list of clicks: at ply 1"));
  EXPECT_THAT(complaint_about("{}"), HasSubstr("not a saved game"));
  EXPECT_THAT(complaint_about("a1 b2"), HasSubstr("not a saved game"));
}

TEST(Formats, clicks_of_a_solution_know_their_board) {
  const SavedGame game = read_game(
      R"({"game":"samegame","board":"x","options":"cells=0110/0110","algorithm":"nmcs:level=1","score":4,"moves":[[1,0]]})");
  EXPECT_THAT(game.session->moves(), ElementsAre("b1"));
}

}  // namespace
}  // namespace banyan
