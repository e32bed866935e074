// SPDX-License-Identifier: MIT
#include "arena/tally.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "core/random.h"

namespace banyan {
namespace {

using testing::ElementsAre;

/// A game that A wins (2), draws (1) or loses (0).
GameRecord game(std::uint64_t number, int half_points) {
  GameRecord record{.number = number, .plies = 10, .ending = "ring", .hash = number % 5, .version = "v"};
  const bool a_first = record.a_moved_first();
  record.winner = half_points == 1 ? 0 : (half_points == 2) == a_first ? 1 : 2;
  return record;
}

TEST(Tally, CountsGamesAndPairs) {
  Tally tally({.games = 8});
  for (const auto& [number, points] : {std::pair{0, 2}, {1, 2}, {2, 1}, {3, 0}, {5, 2}, {6, 0}, {7, 0}}) {
    tally.add(game(static_cast<std::uint64_t>(number), points));
  }
  const MatchResult& result = tally.so_far();
  EXPECT_EQ(result.score.wins, 3u);
  EXPECT_EQ(result.score.draws, 1u);
  EXPECT_EQ(result.score.losses, 3u);
  EXPECT_THAT(result.pairs, ElementsAre(1, 1, 0, 0, 1));
  EXPECT_EQ(result.as_first.wins, 1u);
  EXPECT_EQ(result.as_second.wins, 2u);
  EXPECT_EQ(result.endings.at("ring").games(), 7u);
  EXPECT_EQ(result.distinct.size(), 4u);
  EXPECT_EQ(result.plies, 70u);
  EXPECT_EQ(tally.first_missing(), 4u);
  EXPECT_FALSE(tally.is_over());
  tally.add(game(4, 0));
  EXPECT_TRUE(tally.is_over());
  EXPECT_EQ(tally.end(), 8u);
}

TEST(Tally, IgnoresGamesPastTheLimitAndGamesItKnows) {
  Tally tally({.games = 2});
  tally.add(game(0, 2));
  tally.add(game(0, 0));
  tally.add(game(2, 2));
  EXPECT_EQ(tally.so_far().score.games(), 1u);
  EXPECT_EQ(tally.so_far().score.wins, 1u);
}

/// Where a match ends, its games arriving in this order.
std::uint64_t end_of(const StopRules& rules, const std::vector<GameRecord>& games) {
  Tally tally(rules);
  for (const GameRecord& record : games) tally.add(record);
  return tally.is_over() ? tally.end() : 0;
}

TEST(Tally, EndsWhereTheRulesSayWhateverCameFirst) {
  Rng rng(1);
  std::vector<GameRecord> games;
  for (std::uint64_t number = 0; number < 1000; ++number) games.push_back(game(number, rng.below(10) < 7 ? 2 : 0));
  const StopRules sprt{.games = 1000, .sprt = Sprt{.elo0 = 0, .elo1 = 50}};
  const StopRules until{.games = 1000, .until = 0.05};
  const std::uint64_t by_sprt = end_of(sprt, games), by_width = end_of(until, games);
  EXPECT_GT(by_sprt, 2u);
  EXPECT_LT(by_sprt, 1000u);
  EXPECT_EQ(by_sprt % 2, 0u);
  // 0.05 = 1.96 sqrt(0.21 / n) at n = 323; how pairs vary is estimated, and the first moment that is narrow enough ends
  // it.
  EXPECT_NEAR(static_cast<double>(by_width), 323, 80);
  for (std::size_t i = games.size(); i > 1; --i) {
    std::swap(games[i - 1], games[rng.below(static_cast<std::uint32_t>(i))]);
  }
  EXPECT_EQ(end_of(sprt, games), by_sprt);
  EXPECT_EQ(end_of(until, games), by_width);
}

TEST(Tally, SummaryIsTheTallyOfTheSameGames) {
  Tally tally({.games = 20});
  std::vector<GameRecord> games;
  for (std::uint64_t number = 0; number < 30; ++number) games.push_back(game(number, static_cast<int>(number * 7 % 3)));
  games.erase(games.begin() + 5);
  for (const GameRecord& record : games) tally.add(record);
  const MatchResult summary = summarise(games, 20);
  EXPECT_EQ(summary.score.games(), 19u);
  EXPECT_EQ(summary.score.wins, tally.so_far().score.wins);
  EXPECT_EQ(summary.pairs, tally.so_far().pairs);
  EXPECT_EQ(summary.distinct, tally.so_far().distinct);
}

}  // namespace
}  // namespace banyan
