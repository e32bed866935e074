// SPDX-License-Identifier: MIT
// Matches of three, from who sits where to the store and back.
#include "arena/seating.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "arena/exchange.h"
#include "arena/run.h"
#include "arena/tally.h"
#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Seating, SwapsTwo) {
  static_assert(games_of_group(2) == 2);
  EXPECT_EQ(seat_of(0, 2, 6), 0);
  EXPECT_EQ(seat_of(0, 2, 7), 1);
  EXPECT_EQ(seat_of(1, 2, 7), 0);
}

TEST(Seating, PutsThreeInEveryOrderOnce) {
  static_assert(games_of_group(3) == 6);
  std::set<Seating> orders;
  std::map<std::pair<int, int>, int> followers;
  for (std::uint64_t number = 12; number < 18; ++number) {
    const Seating order = seating_of(3, number);
    orders.insert(order);
    for (std::size_t seat = 0; seat < 3; ++seat) ++followers[{order[seat], order[(seat + 1) % 3]}];
    for (int player = 0; player < 3; ++player) {
      EXPECT_EQ(order[static_cast<std::size_t>(seat_of(player, 3, number))], player);
    }
  }
  EXPECT_EQ(orders.size(), 6u);
  ASSERT_EQ(followers.size(), 6u);  // everybody acts after everybody else, equally often
  for (const auto& [pair, times] : followers) EXPECT_EQ(times, 3);
  for (const std::uint64_t half : {0u, 3u}) {
    for (int player = 0; player < 3; ++player) {
      std::set<int> seats;
      for (std::uint64_t i = half; i < half + 3; ++i) seats.insert(seat_of(player, 3, i));
      EXPECT_EQ(seats.size(), 3u);
    }
  }
}

GameRecord game_of_three(std::uint64_t number, int winner) {
  return {.number = number, .plies = 9, .winner = winner, .ending = "x", .hash = number, .seconds_c = 0.5};
}

TEST(RecordOfThree, SharesAPointAmongThoseWhoComeFirst) {
  EXPECT_EQ(game_of_three(0, 2).sixths_of(0), 0u);
  EXPECT_EQ(game_of_three(0, 2).sixths_of(1), 6u);
  EXPECT_EQ(game_of_three(1, 2).sixths_of(2), 6u);  // of B, C, A the second
  EXPECT_EQ(game_of_three(0, 13).sixths_of(0), 3u);
  EXPECT_EQ(game_of_three(0, 13).sixths_of(1), 0u);
  EXPECT_EQ(game_of_three(0, 13).sixths_of(2), 3u);
  EXPECT_EQ(game_of_three(0, 0).sixths_of(1), 2u);
  EXPECT_EQ(game_of_three(4, 0).seats(), "cba");
}

int winner_from(const std::vector<double>& rewards) {
  Result result;
  result.rewards = rewards;
  return winner_of(result);
}

TEST(RecordOfThree, NamesThoseOfTheHighestReward) {
  EXPECT_EQ(winner_from({0, 1, 0}), 2);
  EXPECT_EQ(winner_from({0.5, 0, 0.5}), 13);
  EXPECT_EQ(winner_from({1.0 / 3, 1.0 / 3, 1.0 / 3}), 0);
  EXPECT_EQ(winner_from({0, 1}), 2);
  EXPECT_EQ(winner_from({0.5, 0.5}), 0);
  EXPECT_TRUE(is_winner(23, 3));
  EXPECT_FALSE(is_winner(12, 2));
  EXPECT_FALSE(is_winner(3, 2));
  EXPECT_FALSE(is_winner(21, 3));
  EXPECT_FALSE(is_winner(-1, 3));
}

TEST(TallyOfThree, CountsSharesSeatsAndGroups) {
  Tally tally({.games = 12}, 3);
  // A wins wherever it sits, but for a draw of all and a first place that it shares with B.
  for (std::uint64_t number = 0; number < 6; ++number) tally.add(game_of_three(number, seat_of(0, 3, number) + 1));
  tally.add(game_of_three(6, 0));
  tally.add(game_of_three(7, 13));  // of B, C, A
  const auto& shares = tally.so_far().shares;
  ASSERT_EQ(shares.size(), 3u);
  EXPECT_EQ(shares[0].wins, 6u);
  EXPECT_EQ(shares[0].shared, 2u);
  EXPECT_EQ(shares[2].losses, 7u);
  EXPECT_EQ(shares[0].sixths + shares[1].sixths + shares[2].sixths, 8 * 6u);
  EXPECT_DOUBLE_EQ(shares[0].rate(), (6 + 1.0 / 3 + 0.5) / 8);
  EXPECT_DOUBLE_EQ(shares[1].rate_in_seat(0), 0.5 / 3);  // twice in the first group, and in game 7
  EXPECT_EQ(shares[0].groups, 1u);
  EXPECT_DOUBLE_EQ(shares[0].means().sum, 1);
  EXPECT_EQ(tally.so_far().games(), 8u);
  EXPECT_DOUBLE_EQ(tally.so_far().rate(), shares[0].rate());
  EXPECT_FALSE(tally.is_over());
  for (std::uint64_t number = 8; number < 12; ++number) tally.add(game_of_three(number, 1));
  EXPECT_EQ(tally.end(), 12u);
}

TEST(TallyOfThree, EndsWhenEveryShareIsKnownWhateverCameFirst) {
  Rng rng(3);
  std::vector<GameRecord> games;
  for (std::uint64_t number = 0; number < 1200; ++number) {
    games.push_back(game_of_three(number, static_cast<int>(rng.below(3)) + 1));
  }
  const auto end_of = [&] {
    Tally tally({.games = 1200, .until = 0.05}, 3);
    for (const GameRecord& game : games) tally.add(game);
    return tally.is_over() ? tally.end() : 0;
  };
  const std::uint64_t in_order = end_of();
  EXPECT_EQ(in_order % 6, 0u);
  EXPECT_NEAR(static_cast<double>(in_order), 341, 90);  // 0.05 = 1.96 sqrt(2/9 / n)
  const MatchResult summary = summarise(games, in_order);
  for (const Share& share : summary.shares) {
    EXPECT_LE(share.interval().high - share.interval().low, 0.1);
    EXPECT_EQ(share.groups, in_order / 6);
  }
  for (std::size_t i = games.size(); i > 1; --i) {
    std::swap(games[i - 1], games[rng.below(static_cast<std::uint32_t>(i))]);
  }
  EXPECT_EQ(end_of(), in_order);
}

MatchSettings cards_of_three() {
  return {.game = "cards3:max_plies=60",
          .a = "flat:iterations=6",
          .b = "uct:iterations=4",
          .c = "flat:iterations=3",
          .seed = 4};
}

GameRecord play_of_three(const Match& match, std::uint64_t number) {
  SearchControl control;
  return match.play(number, control, "test").value();
}

TEST(MatchOfThree, IsKnownByAllThree) {
  const Match match(cards_of_three());
  EXPECT_EQ(match.players(), 3);
  EXPECT_THAT(match.key(), HasSubstr("\nb uct:iterations=4"));
  EXPECT_THAT(match.key(), HasSubstr("\nc flat:iterations=3"));
  EXPECT_EQ(Match::from_key(match.key()).key(), match.key());
  MatchSettings other = cards_of_three();
  other.c = "flat:iterations=2";
  EXPECT_NE(Match(other).key(), match.key());
}

TEST(MatchOfThree, DealsTheSameCardsToASeatInAllGamesOfAGroup) {
  MatchSettings settings = cards_of_three();
  settings.openings = Openings::random(17);  // fifteen cards that are dealt, and what follows
  const Match match(settings);
  std::set<std::string> openings, games;
  for (std::uint64_t number = 0; number < 6; ++number) {
    const GameRecord game = play_of_three(match, number);
    openings.insert(game.opening);
    games.insert(*game.moves);
    EXPECT_TRUE(game.seconds_c.has_value());
    EXPECT_TRUE(is_winner(game.winner, 3));
    EXPECT_NO_THROW(check_record(match, game));
    EXPECT_EQ(play_of_three(match, number).hash, game.hash);
  }
  EXPECT_EQ(openings.size(), 1u);
  EXPECT_EQ(games.size(), 6u);
  EXPECT_NE(match.opening_of(6), *openings.begin());
}

TEST(MatchOfThree, IsWonByTheBestPlayerInEverySeat) {
  MatchSettings settings = cards_of_three();
  settings.a = "flat:iterations=1", settings.c = "flat:iterations=1";
  settings.b = "uct:iterations=60";
  settings.game = "cards3";
  const Match match(settings);
  MatchResult result;
  for (std::uint64_t number = 0; number < 6; ++number) result.add(play_of_three(match, number));
  EXPECT_GE(result.shares[1].sixths, 4 * 6u);
}

TEST(MatchOfThree, SaysWhatItCannotSeat) {
  const auto refusal = [](const MatchSettings& settings, const std::string& why) {
    EXPECT_THAT([&] { const Match match(settings); }, ThrowsMessage<UsageError>(HasSubstr(why)));
  };
  MatchSettings settings = cards_of_three();
  settings.c.clear();
  refusal(settings, "cards3 is a game for three, and no third player is named");
  settings = cards_of_three();
  settings.game = "havannah:size=3";
  refusal(settings, "havannah is a game for two, and a third player is named");
  settings = cards_of_three();
  settings.adjudication = {.resign_value = 0.1, .resign_moves = 2};
  refusal(settings, "only two can agree on who resigns");
  refusal({.game = "samegame", .a = "uct", .b = "uct"}, "a match is between two or three; samegame has 1 player");
  const Match match(cards_of_three());
  EXPECT_THAT([&] { to_sgf(match.contest(), game_of_three(0, 1)); },
              ThrowsMessage<UsageError>(HasSubstr("SGF knows two colours, and cards3 has three players")));
}

TEST(MatchOfThree, IsDrawnWhereItIsTooLong) {
  MatchSettings settings = cards_of_three();
  settings.adjudication.max_plies = 20;
  const GameRecord game = play_of_three(Match(settings), 2);
  EXPECT_EQ(game.ending, "length");
  EXPECT_EQ(game.winner, 0);
}

class StoreOfThree : public FolderTest {
 protected:
  const Match match_{cards_of_three()};
  const Match of_two_{{.game = "havannah:size=3", .a = "flat:iterations=3", .b = "flat:iterations=2"}};
};

TEST_F(StoreOfThree, KeepsExportsAndImportsGamesBesideThoseOfTwo) {
  Store store(path("s")), other(path("t")), compact(path("u"));
  const MatchId id = store.add(match_), id_of_two = store.add(of_two_);
  std::vector<GameRecord> games;
  for (std::uint64_t number = 0; number < 4; ++number) {
    games.push_back(play_of_three(match_, number));
    store.finish(id, games.back());
    store.finish(id_of_two, play_of_three(of_two_, number));
  }
  EXPECT_EQ(store.games(id, Store::all_games), games);
  EXPECT_EQ(store.games(id_of_two, 1)[0].players(), 2);
  const std::string text = export_text(store, {id, id_of_two}, ExportMoves::all);
  EXPECT_EQ(import_text(other, text).added, 8u);
  EXPECT_EQ(export_text(other, {1, 2}, ExportMoves::all), text);
  EXPECT_EQ(other.find(match_), id);
  EXPECT_EQ(import_text(compact, export_text(store, {id}, ExportMoves::none)).added, 4u);
  EXPECT_EQ(compact.games(1, 4)[3].sixths_of(2), games[3].sixths_of(2));

  const GameRecord line = read_record_line(record_line(games[1]), "test", 3);
  EXPECT_EQ(line.moves, games[1].moves);
  EXPECT_NEAR(*line.seconds_c, *games[1].seconds_c, 1e-3);
  EXPECT_THAT([&] { read_record_line(record_line(games[1]), "test", 2); },
              ThrowsMessage<UsageError>(HasSubstr("a game has 11 or 12 fields between tabs, not 13")));
  games[1].winner = 31;
  EXPECT_THAT([&] { check_record(match_, games[1]); },
              ThrowsMessage<UsageError>(HasSubstr("winner 31: expected 0, 1, 2, 3, 12, 13 or 23")));
}

TEST_F(StoreOfThree, MissesTheClockOfAThirdPlayer) {
  Store store(path("s"));
  GameRecord game = play_of_three(match_, 0);
  game.seconds_c.reset();
  store.finish(store.add(match_), game);
  RunControl control;
  EXPECT_THAT([&] { run_matches({match_}, {.rules = {.games = 6}}, store, control, {}); },
              ThrowsMessage<StoreDamage>(HasSubstr("game 0 of match 1 has not the clocks of its 3 players")));
}

TEST_F(StoreOfThree, IsPlayedByAnyNumberOfThreadsAndRanks) {
  const RunSettings settings{.rules = {.games = 12}, .concurrency = 2, .version = "test"};
  const std::vector<Match> matches{match_};
  const auto plain = [&](Store& store) {
    auto games = store.games(store.add(match_), Store::all_games);
    for (GameRecord& game : games) game.seconds_a = game.seconds_b = 0, game.seconds_c = 0, game.finished = 0;
    return games;
  };
  Store alone(path("s")), together(path("t"));
  RunControl control;
  const auto tally = run_matches(matches, settings, alone, control, {})[0];
  EXPECT_EQ(tally.end(), 12u);
  EXPECT_EQ(tally.so_far().shares[2].groups, 2u);
  const auto ranks = local_communicators(2);
  std::thread helper([&] {
    RunControl own;
    play_for_chief(matches, settings, own, *ranks[1]);
  });
  run_matches(matches, settings, together, control, {}, *ranks[0]);
  helper.join();
  EXPECT_EQ(plain(together), plain(alone));
}

}  // namespace
}  // namespace banyan
