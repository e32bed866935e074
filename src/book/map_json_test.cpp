// SPDX-License-Identifier: MIT
#include "book/map_json.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "engine/catalogue.h"

namespace banyan {
namespace {

TEST(BookMapJson, has_what_the_book_knows_of_first_moves) {
  const auto session = new_session(parse_spec("poly_y:sides=5,size=7,swap=true"));
  const std::string name = book_for(*session);
  EXPECT_EQ(name, "poly_y_paper");
  const auto map = map_json(*Book::load(name), name);
  EXPECT_EQ(map["name"], "poly_y_paper");
  EXPECT_EQ(map["options"], session->options());
  ASSERT_FALSE(map["moves"].empty());
  double games = 0;
  for (const auto& move : map["moves"]) {
    EXPECT_LE(move["low"], move["win_rate"]);
    EXPECT_LE(move["win_rate"], move["high"]);
    if (move["win_rate"] > 0.6) {
      EXPECT_EQ(move["reply"], "swap") << move;
    }
    games += move["games"].get<double>();
  }
  EXPECT_GE(games, map["games"].get<double>()) << "a symmetry shows a move more than once";
}

TEST(BookMapJson, there_is_none_for_other_boards) {
  for (const char* game : {"poly_y:sides=5,size=5", "poly_y:sides=5,size=7,swap=false", "havannah", "samegame"}) {
    EXPECT_EQ(book_for(*new_session(parse_spec(game))), "") << game;
  }
}

TEST(BookMapJson, shows_a_book_of_ones_own) {
  const Book book(parse_spec("havannah:size=3,swap=true"), "by hand",
                  {{.moves = {"c3"}, .replies = {"swap"}, .rate = {.rate = 0.75, .games = 40}},
                   {.moves = {"a1"}, .replies = {"c3"}, .rate = {}}});
  const auto map = map_json(book, "own");
  EXPECT_EQ(map["games"], 40);
  for (const auto& move : map["moves"]) {
    if (move["move"] == "c3") {
      EXPECT_EQ(move["reply"], "swap");
      EXPECT_EQ(move["win_rate"], 0.75);
    } else {
      EXPECT_EQ(move["reply"], "c3") << "a corner, whichever";
      EXPECT_TRUE(move["win_rate"].is_null());
    }
  }
  EXPECT_EQ(map["moves"].size(), 7u) << "the middle and six corners";
}

}  // namespace
}  // namespace banyan
