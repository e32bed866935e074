// SPDX-License-Identifier: MIT
#include "engine/review.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "engine/catalogue.h"
#include "engine/json.h"
#include "tests/no_more_threads.h"

namespace banyan {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<Session> game_after(const std::string& game, const std::vector<std::string>& moves) {
  auto session = new_session(parse_spec(game));
  for (const std::string& move : moves) session->play(move);
  return session;
}

/// The first player could have won by c1 and lets the second win.
const std::vector<std::string> missed_win{"a1", "e5", "b1", "e4", "c4", "e3"};

Review review_of(const Session& game, const std::string& player, std::uint64_t seed = 1) {
  Review review{.player = player, .seed = seed};
  ReviewControl control;
  EXPECT_TRUE(go_on(game, review, control));
  return review;
}

std::string review_text(const Review& review) { return json_of(review).dump(); }

std::string fault_in(const std::string& reviews) {
  SavedGame game{.session = game_after("havannah:size=3", missed_win), .others = R"({"reviews":)" + reviews + "}"};
  try {
    reviews_of(game);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Review, tells_once_of_threads_that_are_missing) {
  const NoMoreThreads limit;
  Review review{.player = "rave:iterations=50,threads=4"};
  std::vector<std::string> told;
  ReviewControl control;
  control.shortage = ShortageNote([&](const std::string& sentence) { told.push_back(sentence); });
  EXPECT_TRUE(go_on(*game_after("havannah:size=3", missed_win), review, control));
  EXPECT_THAT(told, testing::ElementsAre("only 1 of 4 threads can be started; it goes on with these"));
}

TEST(Review, tells_what_a_missed_win_cost) {
  const auto game = game_after("havannah:size=3", missed_win);
  const Review review = review_of(*game, "rave:iterations=2000");
  ASSERT_EQ(review.plies.size(), missed_win.size());
  const ReviewEntry& miss = review.plies[4];
  EXPECT_EQ(miss.seat, 0);
  EXPECT_EQ(miss.move, "c4");
  EXPECT_EQ(miss.best, "c1");
  EXPECT_EQ(miss.value, 1.0) << "what is proven is exact";
  EXPECT_EQ(miss.first, 1.0);
  EXPECT_EQ(miss.uncertainty, 0.0);
  EXPECT_GT(miss.cost, 0.2);
  EXPECT_DOUBLE_EQ(miss.cost, miss.value - miss.played);
  EXPECT_EQ(miss.variation.at(0), "c1");
  for (const ReviewEntry& entry : review.plies) {
    EXPECT_GE(entry.cost, 0);
    EXPECT_EQ(entry.seat, static_cast<int>(entry.ply % 2));
    EXPECT_DOUBLE_EQ(entry.first.value(), entry.seat == 0 ? entry.value : 1 - entry.value);
    EXPECT_LE(entry.moves.size(), 5u);
    if (entry.move == entry.best) {
      EXPECT_EQ(entry.cost, 0);
    }
  }
}

TEST(Review, goes_on_as_if_it_had_not_been_stopped) {
  const auto game = game_after("havannah:size=3", missed_win);
  const std::string whole = review_text(review_of(*game, "uct:iterations=500"));
  EXPECT_EQ(review_text(review_of(*game, "uct:iterations=500")), whole);
  EXPECT_NE(review_text(review_of(*game, "uct:iterations=500", 2)), whole);

  Review review{.player = "uct:iterations=500"};
  ReviewControl first;
  first.reviewed = [&](const ReviewEntry&, std::size_t done, std::size_t of) {
    EXPECT_EQ(of, missed_win.size());
    if (done == 2) first.stop = true;
  };
  EXPECT_FALSE(go_on(*game, review, first));
  EXPECT_EQ(review.plies.size(), 2u);
  ReviewControl second;
  EXPECT_TRUE(go_on(*game, review, second));
  EXPECT_EQ(review_text(review), whole);
}

TEST(Review, forgets_what_is_about_another_game) {
  const auto game = game_after("havannah:size=3", missed_win);
  Review review = review_of(*game, "uct:iterations=200");
  auto other = missed_win;
  other[3] = "d2";
  const auto changed = game_after("havannah:size=3", other);
  ReviewControl control;
  std::vector<std::size_t> anew;
  control.reviewed = [&](const ReviewEntry& entry, std::size_t, std::size_t) { anew.push_back(entry.ply); };
  EXPECT_TRUE(go_on(*changed, review, control));
  EXPECT_THAT(anew, testing::ElementsAre(3, 4, 5));
}

TEST(Review, judges_one_ply_as_the_whole_review_does) {
  const auto game = game_after("havannah:size=3", missed_win);
  const Review review = review_of(*game, "uct:iterations=300");
  ReviewControl control;
  const auto entry = judge(*game, 3, parse_spec("uct:iterations=300"), 1, control);
  ASSERT_TRUE(entry);
  EXPECT_EQ(json_of(*entry), json_of(review.plies[3]));
  EXPECT_THROW(judge(*game, 6, parse_spec("uct"), 1, control), UsageError);
  control.stop = true;
  EXPECT_FALSE(judge(*game, 3, parse_spec("uct:iterations=300"), 1, control));
}

TEST(Review, sees_forced_moves_and_leaves_chance_out) {
  const auto hive = game_after("hive", {"wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"});
  for (const ReviewEntry& entry : review_of(*hive, "alphabeta:iterations=300").plies) {
    EXPECT_FALSE(entry.forced);
    EXPECT_GE(entry.value, 0);
    EXPECT_LE(entry.value, 1);
    EXPECT_FALSE(entry.uncertainty);
  }
  auto cards = new_session(parse_spec("cards"));
  for (int i = 0; i < 4; ++i) {
    let_chance_play(*cards, 1);
    cards->play(cards->legal_moves().front());
  }
  const Review review = review_of(*cards, "uct:iterations=300");
  EXPECT_EQ(review.plies.size(), 4u);
  EXPECT_EQ(plies_to_review(*cards), 4u);

  const auto last = game_after("samegame:cells=00/00", {"a0"});
  const Review alone = review_of(*last, "nrpa:level=1,n=5,iterations=20");
  ASSERT_EQ(alone.plies.size(), 1u);
  EXPECT_TRUE(alone.plies[0].forced);
  EXPECT_EQ(alone.plies[0].cost, 0);
}

TEST(Review, counts_points_where_a_game_is_played_for_them) {
  // Removing the middle first joins what is beside it.
  const auto game = game_after("samegame:cells=011110/011110", {"a0", "a1"});
  const Review review = review_of(*game, "nrpa:level=1,n=10,iterations=100");
  ASSERT_EQ(review.plies.size(), 2u);
  EXPECT_EQ(review.plies[0].best, "b1");
  EXPECT_GT(review.plies[0].value, 1000) << "all are removed";
  EXPECT_GT(review.plies[0].cost, 1);
  EXPECT_EQ(review.plies[0].first, review.plies[0].value);
}

TEST(Review, is_kept_in_the_saved_game) {
  SavedGame game{.session = game_after("havannah:size=3", missed_win), .others = R"({"event":7})"};
  const Review one = review_of(*game.session, "uct:iterations=200");
  const Review two = review_of(*game.session, "uct:iterations=200", 2);
  keep_review(game, one);
  keep_review(game, two);
  keep_review(game, one);
  const SavedGame again = load_game(save_game(game));
  const auto reviews = reviews_of(again);
  ASSERT_EQ(reviews.size(), 2u);
  EXPECT_EQ(review_text(reviews[0]), review_text(one));
  EXPECT_EQ(review_text(reviews[1]), review_text(two));
  EXPECT_THAT(save_game(again), HasSubstr("\"event\": 7"));
  EXPECT_THAT(reviews_of({.session = game_after("havannah:size=3", {})}), IsEmpty());
}

TEST(Review, whatever_is_wrong_in_a_file_is_named) {
  const std::string head = R"([{"player":"uct","seed":1,"plies":[)";
  const std::string entry =
      R"({"ply":0,"seat":0,"move":"a1","best":"a1","value":0.5,"played":0.5,"cost":0,"first":0.5,"visits":1,)"
      R"("uncertainty":null,"variation":[],"moves":[],"forced":false})";
  EXPECT_EQ(fault_in(head + entry + "]}]"), "");
  EXPECT_THAT(fault_in(head + entry + "," + entry + "]}]"),
              HasSubstr("reviews[0].plies[1].ply is 0, expected more than 0"));
  EXPECT_THAT(fault_in("7"), HasSubstr("reviews is 7, expected a list"));
  EXPECT_THAT(fault_in("[7]"), HasSubstr("reviews[0] is 7, expected an object"));
  EXPECT_THAT(fault_in("[{}]"), HasSubstr("reviews[0] has no \"player\""));
  EXPECT_THAT(fault_in(R"([{"player":"uct","seed":-1,"plies":[]}])"), HasSubstr("reviews[0].seed is -1"));
  EXPECT_THAT(fault_in(head + "[]]}]"), HasSubstr("reviews[0].plies[0] is [], expected an object"));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = entry;
    changed.replace(changed.find(from), from.size(), to);
    return fault_in(head + changed + "]}]");
  };
  EXPECT_THAT(with("\"value\":0.5", "\"value\":1.5"), HasSubstr("plies[0].value is 1.5, expected a number in 0..1"));
  EXPECT_THAT(with("\"cost\":0", "\"cost\":-0.5"), HasSubstr("plies[0].cost is -0.5"));
  EXPECT_THAT(with("\"seat\":0", "\"seat\":2"), HasSubstr("plies[0].seat is 2, expected a whole number in 0..1"));
  EXPECT_THAT(with("\"forced\":false", "\"forced\":0"), HasSubstr("plies[0].forced is 0, expected true or false"));
  EXPECT_THAT(with("\"moves\":[]", "\"moves\":[{}]"), HasSubstr("plies[0].moves[0] has no \"move\""));
  EXPECT_THAT(with("\"variation\":[]", "\"variation\":[1]"), HasSubstr("plies[0].variation[0] is 1, expected a text"));
}

TEST(Uncertainty, is_half_of_an_interval_of_means) {
  SearchReport report;
  report.are_means = true;
  MoveReport move;
  move.visits = 100;
  move.value = 0.5;
  EXPECT_NEAR(uncertainty(report, move).value(), 0.096, 0.001);
  move.visits = 10'000;
  EXPECT_NEAR(uncertainty(report, move).value(), 0.0098, 0.0001);
  move.value = 1;
  EXPECT_GT(uncertainty(report, move).value(), 0) << "nothing is certain because all of it was won so far";
  move.proven = 1;
  EXPECT_EQ(uncertainty(report, move), 0.0);
  move.proven.reset();
  report.are_means = false;
  EXPECT_FALSE(uncertainty(report, move));
}

TEST(Levels, are_players_of_the_game_with_limits) {
  for (const GameInfo& game : games()) {
    const auto all = levels(game);
    EXPECT_EQ(all.size(), game.name == "samegame" ? 3u : 5u) << game.name;
    const auto session = new_session(parse_spec(game.name));
    for (const Level& level : all) {
      const Spec spec = resolve_player(parse_spec(level.spec));
      EXPECT_NO_THROW(session->new_player(parse_spec(level.spec), 1)) << level.spec;
      const bool is_best = &level == &all.back();
      EXPECT_EQ(std::any_of(spec.values.begin(), spec.values.end(), [](const auto& v) { return v.first == "seconds"; }),
                is_best)
          << level.spec;
      EXPECT_EQ(level.title == "best", is_best);
    }
    for (const std::string& spec : {game.reviewer, game.analyst}) {
      EXPECT_NO_THROW(session->new_player(parse_spec(spec), 1)) << spec;
    }
  }
  EXPECT_EQ(game_named("hive").name, "hive");
  EXPECT_THROW(game_named("chess"), UsageError);
}

}  // namespace
}  // namespace banyan
