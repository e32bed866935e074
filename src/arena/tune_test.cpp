// SPDX-License-Identifier: MIT
#include "arena/tune.h"

#include <gmock/gmock.h>

#include <cmath>

#include "core/error.h"
#include "core/random.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// Games that are coins: point i wins with the probability rates[i].
class Coins {
 public:
  Coins(std::vector<double> rates, std::uint64_t seed) : rates_(std::move(rates)), scores_(rates_.size()), rng_(seed) {}

  std::optional<std::vector<TuneScore>> operator()(const std::vector<std::size_t>& points, std::uint64_t games) {
    std::vector<TuneScore> scores;
    for (const std::size_t i : points) {
      for (; scores_[i].games() < games; ++total_) ++(rng_.unit() < rates_[i] ? scores_[i].wins : scores_[i].losses);
      scores.push_back({.score = scores_[i]});
    }
    return scores;
  }
  std::uint64_t total() const { return total_; }

 private:
  std::vector<double> rates_;
  std::vector<Score> scores_;
  Rng rng_;
  std::uint64_t total_ = 0;
};

TEST(Tune, finds_the_best_of_sixteen_points) {
  int found = 0;
  for (std::size_t best = 0; best < 16; ++best) {
    std::vector<double> rates;
    for (std::size_t i = 0; i < 16; ++i) {
      rates.push_back(std::max(0.2, 0.6 - 0.06 * std::fabs(static_cast<double>(i) - static_cast<double>(best))));
    }
    Coins coins(rates, best + 1);
    const TuneResult result = sequential_halving(16, 8000, std::ref(coins));
    EXPECT_TRUE(result.is_over);
    EXPECT_LE(coins.total(), 8000u);
    EXPECT_GE(coins.total(), 7000u);
    EXPECT_LE(result.order[0] > best ? result.order[0] - best : best - result.order[0], 1u) << best;
    found += result.order[0] == best ? 1 : 0;
  }
  EXPECT_GE(found, 15);
}

TEST(Tune, halves_the_points_and_doubles_their_games) {
  std::vector<std::pair<std::size_t, std::uint64_t>> rounds;
  Coins coins({0.1, 0.9, 0.2, 0.3, 0.4}, 1);
  const TuneResult result = sequential_halving(5, 300, [&](const auto& points, std::uint64_t games) {
    rounds.emplace_back(points.size(), games);
    return coins(points, games);
  });
  using Round = std::pair<std::size_t, std::uint64_t>;
  EXPECT_THAT(rounds, ElementsAre(Round{5, 20}, Round{3, 52}, Round{2, 102}));
  EXPECT_EQ(result.order[0], 1u);
  EXPECT_EQ(result.rounds[1], 3);
  EXPECT_EQ(result.scores[1].score.games(), 102u);
  EXPECT_EQ(result.rounds[0], 1);
  EXPECT_EQ(least_games(5), 30u);
}

TEST(Tune, says_that_it_was_interrupted) {
  Coins coins({0.1, 0.9, 0.5, 0.4}, 1);
  int rounds = 0;
  const TuneResult result = sequential_halving(4, 100, [&](const auto& points, std::uint64_t games) {
    return ++rounds == 2 ? std::nullopt : coins(points, games);
  });
  EXPECT_FALSE(result.is_over);
  EXPECT_EQ(rounds, 2);
  EXPECT_EQ(result.order[0], 1u);
}

class TuneAxes : public ::testing::Test {
 protected:
  static std::vector<TuneAxis> parse(std::string_view text, int points = 5) {
    for (const AlgorithmInfo& algorithm : algorithms()) {
      if (algorithm.name == "rave") return parse_axes(text, algorithm.params, points);
    }
    return {};
  }
};

TEST_F(TuneAxes, are_ranges_lists_and_declared_bounds) {
  EXPECT_THAT(parse("k=0:1")[0].values, ElementsAre("0", "0.25", "0.5", "0.75", "1"));
  EXPECT_THAT(parse("r=20:500", 3)[0].values, ElementsAre("20", "100", "500"));  // by logarithms
  EXPECT_THAT(parse("expand=1:3", 5)[0].values, ElementsAre("1", "2", "3"));
  EXPECT_THAT(parse("solver")[0].values, ElementsAre("false", "true"));
  EXPECT_THAT(parse("ppr_p", 3)[0].values, ElementsAre("0", "0.5", "1"));
  const auto axes = parse("r=50|130,untried=first|rave");
  ASSERT_EQ(axes.size(), 2u);
  const auto grid = grid_of(parse_spec("rave:iterations=10,r=7"), axes);
  ASSERT_EQ(grid.size(), 4u);
  using Values = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(grid[1].values, (Values{{"iterations", "10"}, {"r", "50"}, {"untried", "rave"}}));
  EXPECT_EQ(grid[2].values, (Values{{"iterations", "10"}, {"r", "130"}, {"untried", "first"}}));
}

TEST_F(TuneAxes, refuse_what_makes_no_grid) {
  const auto fails_with = [&](std::string_view text, const char* message) {
    EXPECT_THAT([&] { parse(text); }, ThrowsMessage<UsageError>(HasSubstr(message))) << text;
  };
  fails_with("r", "too wide for a grid; say r=LOW:HIGH");
  fails_with("exapnd=1:2", "the player has no such parameter (did you mean 'expand'?)");
  fails_with("k=1:0", "expected LOW:HIGH");
  fails_with("k=1", "expected NAME, NAME=LOW:HIGH");
  fails_with("untried=1:2", "expected LOW:HIGH");
  fails_with("k=0:1,k=0:2", "given twice");
}

}  // namespace
}  // namespace banyan
