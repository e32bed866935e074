// SPDX-License-Identifier: MIT
#include "engine/save.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "core/error.h"
#include "core/random.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

SavedGame game_of(std::string_view spec, std::initializer_list<const char*> moves = {}) {
  SavedGame game{.session = new_session(parse_spec(spec))};
  for (const char* move : moves) game.session->play(move);
  return game;
}

constexpr auto won_by_a_bridge = {"a1", "e5", "b1", "e4", "c1"};

std::string refusal_of(std::string_view text) {
  try {
    load_game(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

SavedGame golden(const std::string& name) {
  std::ifstream file(BANYAN_SOURCE_DIR "/tests/golden/saves/" + name);
  std::ostringstream text;
  text << file.rdbuf();
  return load_game(text.str());
}

TEST(SavedGame, comes_back_as_it_was) {
  for (const std::string spec : {"havannah:size=3", "havannah:size=7,swap=true", "havannah:size=12", "cards3"}) {
    SavedGame game = game_of(spec);
    Session& session = *game.session;
    Rng rng(11);
    for (int ply = 0; !session.result(); ++ply) {
      const SavedGame loaded = load_game(save_game(game));
      ASSERT_EQ(loaded.session->hash(), session.hash());
      ASSERT_EQ(loaded.session->moves(), session.moves());
      ASSERT_EQ(loaded.session->options(), session.options());
      if (ply == 30) break;
      const auto moves = session.legal_moves();
      session.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

TEST(SavedGame, holds_the_result) {
  EXPECT_THAT(save_game(game_of("havannah:size=3", won_by_a_bridge)),
              AllOf(HasSubstr("\"winner\": 1"), HasSubstr("\"bridge\""), Not(HasSubstr("resigned"))));
  EXPECT_THAT(save_game(game_of("havannah")), HasSubstr("\"result\": null"));
}

TEST(SavedGame, knows_who_plays_how_long_with_which_seed) {
  SavedGame game = game_of("cards3");
  game.seats = {{.player = "human", .seconds = 12.3456}, {.player = "uct:seconds=5"}, {.player = "best_reply"}};
  game.seed = 9'223'372'036'854'775'807;
  const SavedGame loaded = load_game(save_game(game));
  ASSERT_EQ(loaded.seats.size(), 3u);
  EXPECT_EQ(loaded.seats[0].player, "human");
  EXPECT_DOUBLE_EQ(loaded.seats[0].seconds, 12.346);
  EXPECT_EQ(loaded.seats[1].player, "uct:seconds=5");
  EXPECT_EQ(loaded.seats[1].seconds, 0);
  EXPECT_EQ(loaded.seed, game.seed);
  EXPECT_EQ(save_game(loaded), save_game(load_game(save_game(loaded))));
}

TEST(SavedGame, a_resignation_is_a_result) {
  SavedGame game = game_of("havannah:size=4", {"d4"});
  EXPECT_FALSE(game.result());
  game.resigned = 1;
  const SavedGame loaded = load_game(save_game(game));
  ASSERT_TRUE(loaded.result());
  EXPECT_EQ(loaded.resigned, 1);
  EXPECT_EQ(loaded.result()->winner, 1);
  EXPECT_THAT(loaded.result()->rewards, ElementsAre(1.0, 0.0));
  EXPECT_THAT(loaded.result()->how, ElementsAre("resignation"));

  SavedGame three = game_of("cards3");
  three.resigned = 2;
  EXPECT_EQ(three.result()->winner, 0);
  EXPECT_THAT(three.result()->rewards, ElementsAre(0.5, 0.5, 0.0));

  SavedGame alone = game_of("samegame:cells=0110/0110", {"b0"});
  alone.resigned = 0;
  EXPECT_EQ(load_game(save_game(alone)).result()->score, 4);
}

TEST(SavedGame, keeps_what_it_has_no_use_for) {
  const std::string text =
      R"({"version":2,"game":"havannah","options":"","notes":[{"ply":1,"text":"schön"}],"moves":["a1"],)"
      R"("variations":[{"ply":1,"moves":["b2","c3"]}],"reviews":[],"event":{"round":7}})";
  const std::string again = save_game(load_game(text));
  EXPECT_THAT(again, AllOf(HasSubstr("\"schön\""), HasSubstr("\"b2\""), HasSubstr("\"reviews\": []"),
                           HasSubstr("\"round\": 7")));
  EXPECT_EQ(save_game(load_game(again)), again);
}

TEST(SavedGame, of_version_1_loads_for_ever) {
  const SavedGame won = golden("v1_havannah.json");
  EXPECT_EQ(won.session->options(), "size=3,swap=false");
  EXPECT_THAT(won.session->moves(), ElementsAre("a1", "e5", "b1", "e4", "c1"));
  EXPECT_EQ(won.result()->winner, 1);
  EXPECT_TRUE(won.seats.empty());
  EXPECT_FALSE(won.seed);
  EXPECT_THAT(golden("v1_havannah_swap.json").session->moves(), ElementsAre("d4", "swap", "a1"));
  EXPECT_EQ(golden("v1_cards.json").session->moves().back(), "draw:6/6/6");
  EXPECT_EQ(golden("v1_samegame.json").session->moves().size(), 1u);
  EXPECT_THAT(save_game(golden("v1_cards.json")), HasSubstr("\"version\": 2"));
}

TEST(SavedGame, whatever_is_wrong_with_a_file_is_named) {
  EXPECT_EQ(refusal_of(""), "not a saved game: it is no JSON from byte 1 on");
  EXPECT_THAT(refusal_of("{\"version\""), HasSubstr("no JSON"));
  EXPECT_THAT(refusal_of("\xff\xfe"), HasSubstr("no JSON"));
  EXPECT_THAT(refusal_of("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(refusal_of("{}"), HasSubstr("\"version\""));
  EXPECT_THAT(refusal_of(R"({"version":3})"), HasSubstr("version is 3, expected 1 or 2"));
  EXPECT_THAT(refusal_of(R"({"version":"x"})"), HasSubstr("expected 1"));
  EXPECT_THAT(refusal_of(R"({"version":1,"options":""})"), HasSubstr("no \"game\""));
  EXPECT_THAT(refusal_of(R"({"version":1,"options":5})"), HasSubstr("\"options\" is not a text"));
  EXPECT_THAT(refusal_of(R"({"version":1,"game":"chess","options":"","moves":[]})"), HasSubstr("unknown game 'chess'"));
  EXPECT_THAT(refusal_of(R"({"version":1,"game":"havannah","options":"size=99","moves":[]})"), HasSubstr("size=99"));
  EXPECT_THAT(refusal_of(R"({"version":1,"game":"havannah","options":""})"), HasSubstr("no \"moves\""));
  EXPECT_THAT(refusal_of(R"({"version":1,"game":"havannah","options":"","moves":"a1"})"), HasSubstr("not a list"));
  EXPECT_THAT(refusal_of(R"({"version":1,"game":"havannah","options":"","moves":["a1",2]})"),
              HasSubstr("move 2 is not"));
  EXPECT_THAT(refusal_of(R"({"version":1,"game":"havannah","options":"","moves":["a1","a1"]})"),
              AllOf(HasSubstr("at ply 2"), HasSubstr("occupied")));
  EXPECT_THAT(refusal_of(std::string(100'000, '[')), HasSubstr("nested deeper than 100 levels"));
  EXPECT_THAT(refusal_of(R"({"version":1e999})"), HasSubstr("not a saved game"));
}

TEST(SavedGame, whatever_is_wrong_with_the_players_is_named) {
  const auto with = [](std::string_view more) {
    return refusal_of(R"({"version":2,"game":"havannah","options":"","moves":["a1"],)" + std::string(more) + "}");
  };
  EXPECT_THAT(with(R"("players":{})"), HasSubstr("\"players\" is no list of 2"));
  EXPECT_THAT(with(R"("players":[{"player":"human"}])"), HasSubstr("\"players\" is no list of 2"));
  EXPECT_THAT(with(R"("players":["human","human"])"), HasSubstr("player 1 is not an object"));
  EXPECT_THAT(with(R"("players":[{"player":"human"},{"player":5}])"), HasSubstr("\"player\" is not a text"));
  EXPECT_THAT(with(R"("players":[{"player":"human","seconds":-1},{}])"), HasSubstr("the seconds of player 1 are -1"));
  EXPECT_THAT(with(R"("players":[{"player":"human","seconds":1e306},{}])"), HasSubstr("expected a number in 0.."));
  EXPECT_THAT(with(R"("seed":-1)"), HasSubstr("the seed is -1, expected a whole number in 0..9223372036854775807"));
  EXPECT_THAT(with(R"("seed":9223372036854775808)"), HasSubstr("the seed is 9223372036854775808"));
  EXPECT_THAT(with(R"("result":5)"), HasSubstr("\"result\" is not an object"));
  EXPECT_THAT(with(R"("result":{"resigned":3})"), HasSubstr("who resigned is 3, expected a whole number in 1..2"));
  EXPECT_THAT(
      refusal_of(
          R"({"version":2,"game":"havannah","options":"size=3","moves":["a1","e5","b1","e4","c1"],"result":{"resigned":1}})"),
      HasSubstr("after the end"));
}

}  // namespace
}  // namespace banyan
