// SPDX-License-Identifier: MIT
#include "book/build.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "book/picture.h"
#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// Searches nothing: all moves are alike.
std::vector<std::string> no_order(const Session&) { return {}; }

/// Plays what an explorer asks for, by a coin for each opening, until so many games are played or nothing is asked for.
template <class Rate>
std::size_t explore(Explorer& explorer, std::size_t games, Rate rate) {
  std::size_t played = 0;
  Rng rng(1);
  while (played < games) {
    const auto tasks = explorer.plan();
    if (tasks.empty()) break;
    for (const auto& task : tasks) explorer.add(task, rng.unit() < rate(task.opening) ? 1 : 0);
    played += tasks.size();
  }
  return played;
}

TEST(Explorer, FindsTheOpeningThatIsWorthMost) {
  const Spec game = parse_spec("poly_y:size=3,swap=false");
  Explorer explorer(game, {.depth = 1, .order_iterations = 1}, no_order);
  explore(explorer, 2000, [](const std::string& opening) { return opening == "1.0" ? 0.7 : 0.4; });
  const auto lines = explorer.lines();
  EXPECT_EQ(lines[0].reply, "1.0");
  EXPECT_TRUE(lines[0].is_measured);
  EXPECT_NEAR(lines[0].value.rate(), 0.7, 0.15);
  EXPECT_EQ(lines.size(), 5);  // the start, and a move of each of four orbits
  for (const auto& line : lines) {
    if (line.moves.size() == 1 && line.moves[0] != "1.0") {
      EXPECT_LT(line.played.games, 300) << line.moves[0];
    }
  }
}

// With so much exploration all replies are played alike, unless some are left alone.
TEST(Explorer, PlaysNoReplyThatCannotBecomeTheBest) {
  const auto games = [](double others) {
    Explorer explorer(parse_spec("poly_y:size=3,swap=false"), {.depth = 1, .exploration = 100, .widening = 0},
                      no_order);
    explore(explorer, 1000, [&](const std::string& opening) { return opening == "1.0" ? 1.0 : others; });
    std::map<std::string, double> played;
    for (const auto& line : explorer.lines()) {
      if (line.moves.size() == 1) played[line.moves[0]] = line.played.games;
    }
    return played;
  };
  // After the first round, eight games each, the intervals are [0.68, 1] and [0, 0.32].
  for (const auto& [move, count] : games(0)) {
    if (move == "1.0") {
      EXPECT_GT(count, 500);
    } else {
      EXPECT_EQ(count, 8) << move;
    }
  }
  double least = 1000, most = 0;
  for (const auto& [move, count] : games(1)) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  EXPECT_GT(least, 100);
  EXPECT_LE(most, least + 1);
}

TEST(Explorer, OpensWithTheMostEvenMoveWhereTheOtherMaySwap) {
  const Spec game = parse_spec("poly_y:size=3");
  Explorer explorer(game, {.depth = 1}, no_order);
  explore(explorer, 3000, [](const std::string& opening) {
    return opening == "0.0" ? 0.9 : opening == "1.0" ? 0.75 : opening == "2.0" ? 0.1 : 0.55;
  });
  const Book book = explorer.book("test");
  EXPECT_EQ(book.entries()[0].replies, std::vector<std::string>{"2.1"});
  for (const BookEntry& entry : book.entries()) {
    if (entry.moves.size() != 1) continue;
    const bool swaps = !entry.replies.empty() && entry.replies[0] == "swap";
    EXPECT_EQ(swaps, entry.rate.rate > 0.5) << entry.moves[0];
  }
}

// The second player has one reply that refutes the best first move.
TEST(Explorer, LooksAtReplies) {
  const auto rate = [](const std::string& opening) {
    if (opening == "0.0 1.0") return 0.1;
    return opening.starts_with("0.0") ? 0.8 : 0.6;
  };
  for (const ExploreBy by : {ExploreBy::uct, ExploreBy::levels}) {
    Explorer explorer(parse_spec("poly_y:size=3,swap=false"),
                      {.explore = by, .depth = 2, .position_games = 30, .fresh_games = 30, .best = 2}, no_order);
    explore(explorer, 4000, rate);
    const auto lines = explorer.lines();
    EXPECT_NE(lines[0].reply, "0.0");
    const auto centre = std::find_if(lines.begin(), lines.end(),
                                     [](const auto& line) { return line.moves == std::vector<std::string>{"0.0"}; });
    ASSERT_NE(centre, lines.end());
    EXPECT_EQ(centre->reply, "1.0");
    EXPECT_LT(centre->value.rate(), 0.4);
  }
}

TEST(Explorer, ByLevelsMeasuresEveryPositionOfALevelAndEnds) {
  const ExploreParams params{
      .explore = ExploreBy::levels, .depth = 2, .position_games = 4, .fresh_games = 8, .round = 10};
  Explorer explorer(parse_spec("poly_y:size=3"), params, no_order);
  const std::size_t played = explore(explorer, 100'000, [](const std::string&) { return 0.5; });
  EXPECT_LT(played, 100'000);
  std::size_t first = 0, second = 0;
  for (const auto& line : explorer.lines()) {
    if (line.moves.size() == 1) ++first;
    if (line.moves.size() == 2) ++second;
    if (!line.moves.empty()) {
      EXPECT_EQ(line.played.games, 4);
    }
  }
  EXPECT_EQ(first, 4);
  EXPECT_GT(second, 20);
}

TEST(Explorer, AChosenReplyIsMeasuredAgain) {
  // All replies are alike: the best of their estimates is too good to be true, and the fresh one is not.
  Explorer explorer(parse_spec("poly_y:size=4,swap=false"),
                    {.explore = ExploreBy::levels, .depth = 2, .position_games = 16, .fresh_games = 400}, no_order);
  explore(explorer, 100'000, [](const std::string&) { return 0.5; });
  for (const auto& line : explorer.lines()) {
    if (line.moves.size() != 1 || line.reply.empty()) continue;
    EXPECT_TRUE(line.is_measured);
    EXPECT_NEAR(line.value.rate(), 0.5, 0.1);
  }
}

class BookBuilding : public FolderTest {
 protected:
  static BuildSettings settings() {
    return {.game = "poly_y:size=3",
            .player = "rave:iterations=20",
            .explore = {.depth = 3, .position_games = 2, .fresh_games = 4, .order_iterations = 50, .round = 8},
            .seed = 5,
            .games = 120};
  }
  Book build(const BuildSettings& settings, const std::string& store_name) {
    Store store(path(store_name));
    RunControl control;
    BookBuild build(settings);
    EXPECT_TRUE(build.run(store, control, {}));
    EXPECT_EQ(build.games(), settings.games);
    return build.book();
  }
};

TEST_F(BookBuilding, IsTheSameWhoeverPlaysItsGames) {
  const Book alone = build(settings(), "alone");
  BuildSettings several = settings();
  several.concurrency = 3;
  EXPECT_EQ(build(several, "several").text(), alone.text());
  // Nothing is played twice, and more games go on from there.
  Store store(path("alone"));
  RunControl control;
  BookBuild again(settings());
  std::uint64_t played = 0;
  EXPECT_TRUE(again.run(store, control, [&](const BuildProgress& progress) { played = progress.played; }));
  EXPECT_EQ(played, 0);
  EXPECT_EQ(again.book().text(), alone.text());
  BuildSettings more = settings();
  more.games = 136;
  BookBuild longer(more);
  EXPECT_TRUE(longer.run(store, control, [&](const BuildProgress& progress) { played = progress.played; }));
  EXPECT_EQ(played, 16);
}

TEST_F(BookBuilding, GoesOnWhereItWasStopped) {
  const Book whole = build(settings(), "whole");
  for (int stop = 0; stop < 100; ++stop) {
    Store store(path("stopped"));
    RunControl control;
    BookBuild build(settings());
    if (build.run(store, control, [&](const BuildProgress& progress) {
          if (progress.played >= 8) control.finish = true;
        })) {
      EXPECT_EQ(build.book().text(), whole.text());
      return;
    }
  }
  FAIL() << "it does not come to an end";
}

TEST_F(BookBuilding, ItsBookCanBePlayedWith) {
  const Book book = build(settings(), "store");
  const std::string path = write_file("test.book", book.text());
  const auto session = new_session(parse_spec("poly_y:size=3"));
  const auto player = session->new_player(parse_spec("rave:iterations=10,book=" + path), 1);
  SearchControl control;
  EXPECT_EQ(player->search(*session, control).stopped_by, "book");
}

TEST_F(BookBuilding, RefusesWhatHasNoOpenings) {
  const auto refusal = [](const std::string& game, const std::string& player) {
    return [=] { BookBuild({.game = game, .player = player}); };
  };
  EXPECT_THAT(refusal("cards", "uct"), ThrowsMessage<UsageError>(HasSubstr("without chance")));
  EXPECT_THAT(refusal("samegame", "uct"), ThrowsMessage<UsageError>(HasSubstr("two players")));
  EXPECT_THAT(refusal("poly_y", "nobody"), ThrowsMessage<UsageError>(HasSubstr("unknown player")));
}

TEST(BookPictures, ShowEveryCellOfAnOrbitAlike) {
  const auto paper = Book::load("poly_y_paper");
  const auto plain = map_of(*paper, BookMap::plain);
  const auto swap = map_of(*paper, BookMap::swap);
  ASSERT_EQ(plain.size(), 106);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    ASSERT_TRUE(plain[i].rate) << plain[i].cell;
    EXPECT_DOUBLE_EQ(*swap[i].rate, std::min(*plain[i].rate, 1 - *plain[i].rate));
  }
  const std::string svg = map_svg(*paper, BookMap::plain);
  EXPECT_EQ(std::count(svg.begin(), svg.end(), '\n'), 106 * 3 + 4);
  EXPECT_THAT(map_text(*paper, BookMap::plain), HasSubstr("68 "));
  EXPECT_THAT(table_text(*paper), HasSubstr("67.6 % [61.6, 73.0]     256  swap"));
  EXPECT_THAT(tree_text(*paper, 4), HasSubstr("start"));
  EXPECT_NO_THROW(
      map_svg(Book("banyan book 1\ngame havannah:size=4\nabout x\na1 : - : 0.5 2\nend 1\n"), BookMap::plain));
}

}  // namespace
}  // namespace banyan
