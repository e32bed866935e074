// SPDX-License-Identifier: MIT
#include "arena/fit.h"

#include <gmock/gmock.h>

#include "arena/match.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A game of so many moves, the first legal one each time, won by White or not.
GameRecord some_game(const std::string& game, std::uint64_t number, int winner, int plies) {
  const auto session = new_session(parse_spec(game));
  GameRecord record{.number = number, .moves = "", .winner = winner};
  for (int i = 0; i < plies; ++i) {
    const auto moves = session->legal_moves();
    if (moves.empty()) break;  // the game is over
    session->play(moves[number % moves.size()]);
    if (i < 2) record.opening += session->moves().back() + ';';
    if (i >= 2) *record.moves += session->moves().back() + ';';
  }
  return record;
}

TEST(Fit, TakesThePositionsAfterTheOpening) {
  const Spec game = parse_spec("hive");
  FitSamples samples;
  samples.add(game, some_game("hive", 0, 1, 12), {.skip_last = 2});
  EXPECT_EQ(samples.learned.size(), 8u);
  EXPECT_EQ(samples.kept.size(), 0u);
  EXPECT_EQ(samples.learned.results.at(0), 1);
  EXPECT_EQ(samples.learned.width, samples.names.size());
  // Pairs of games share an opening, so that they are kept together.
  samples.add(game, some_game("hive", 18, 2, 12), {.skip_last = 2});
  samples.add(game, some_game("hive", 19, 0, 12), {.skip_last = 2});
  EXPECT_EQ(samples.learned.size(), 8u);
  EXPECT_EQ(samples.kept.size(), 16u);
  EXPECT_EQ(samples.games, 3u);
}

TEST(Fit, WeightsTellTheResultsBetter) {
  const Spec game = parse_spec("hive");
  FitSamples samples;
  for (std::uint64_t number = 0; number < 30; ++number) {
    samples.add(game, some_game("hive", number, static_cast<int>(number % 3), 20), {});
  }
  const FitResult fit = fit_weights(samples, {.ridge = 1});
  EXPECT_LT(fit.new_loss, fit.old_loss);
  EXPECT_EQ(fit.weights.size(), samples.names.size());
  EXPECT_EQ(fit_weights(samples, {.ridge = 1}).weights, fit.weights);
}

TEST(Fit, TellsWhatEachTermBrings) {
  FitSamples samples{.names = {"a full", "a empty", "b full"}, .weights = {1, 1, 0}};
  samples.learned.width = samples.kept.width = 3;
  // The first two products tell how a game ends, the third does not.
  for (std::uint64_t i = 0; i < 400; ++i) {
    const bool is_won = i % 2 == 0, is_true = i % 5 != 0;
    LogisticSamples& part = i < 300 ? samples.learned : samples.kept;
    const float sign = is_won == is_true ? 1.0F : -1.0F;
    part.amounts.insert(part.amounts.end(), {i % 3 == 0 ? sign : 0, i % 3 == 0 ? 0 : sign, i % 7 < 3 ? 1.0F : -1.0F});
    part.results.push_back(is_won ? 1 : 0);
    if (i >= 300) samples.kept_games.push_back(i / 10);
  }
  const FitSettings settings{.ridge = 0.01};
  const FitResult fit = fit_weights(samples, settings);
  const auto gains = gains_of_terms(samples, settings, fit);
  ASSERT_EQ(gains.size(), 2u);
  EXPECT_EQ(gains[0].term, "a");
  EXPECT_GT(gains[0].loss, 0.1);
  EXPECT_GT(gains[0].loss, 3 * gains[0].error);
  EXPECT_GT(gains[0].error, 0);
  EXPECT_EQ(gains[1].term, "b");
  EXPECT_NEAR(gains[1].loss, 0, 0.02);
}

TEST(Habits, AreTakenFromTheMovesAfterTheOpening) {
  const Spec game = parse_spec("havannah:size=4,swap=true");
  HabitSamples samples;
  samples.add(game, some_game("havannah:size=4,swap=true", 0, 1, 12), {.skip_last = 2});
  EXPECT_EQ(samples.learned.size(), 8u);
  EXPECT_EQ(samples.kept.size(), 0u);
  EXPECT_EQ(samples.names.at(0), "circle");
  EXPECT_EQ(samples.learned.counts.size(), samples.names.size());
  EXPECT_EQ(samples.learned.ends.at(0), 35u) << "two of 37 cells are taken by the opening";
  EXPECT_EQ(samples.learned.chosen.at(0), 0u);
  EXPECT_EQ(samples.learned.traits.size(), samples.learned.ends.back() * samples.names.size());
  samples.add(game, some_game("havannah:size=4,swap=true", 18, 2, 12), {.skip_last = 2});
  EXPECT_EQ(samples.learned.size(), 8u);
  EXPECT_EQ(samples.kept.size(), 8u);
  EXPECT_EQ(samples.games, 2u);
}

TEST(Habits, AreFoundInMovesThatLookAlike) {
  const Spec game = parse_spec("havannah:size=4");
  HabitSamples samples;
  // Who always takes the first free cell plays along the rim, where the last stone was.
  for (std::uint64_t number = 0; number < 40; number += 20) {
    GameRecord record{.number = number, .opening = "d4;e5;", .moves = "a1;a2;a3;a4;b1;b2;b3;", .winner = 0};
    samples.add(game, record, {.skip_last = 0});
    record.number = 19;
    samples.add(game, record, {.skip_last = 0});
  }
  const HabitResult fit = fit_habits(samples);
  EXPECT_LT(fit.new_loss, fit.old_loss - 1);
  EXPECT_LT(fit.new_kept_loss, fit.old_kept_loss - 1);
  EXPECT_GT(fit.foreseen, 0.3);
  EXPECT_EQ(fit_habits(samples).strengths, fit.strengths);
}

TEST(Habits, AreRefusedWhereThereAreNone) {
  HabitSamples samples;
  EXPECT_THAT([&] { fit_habits(samples); }, ThrowsMessage<UsageError>(HasSubstr("no moves")));
  EXPECT_THAT([&] { samples.add(parse_spec("hive"), some_game("hive", 0, 1, 6), {}); },
              ThrowsMessage<UsageError>(HasSubstr("hive does not tell what moves look like")));
  samples.add(parse_spec("havannah:size=4"), some_game("havannah:size=4", 0, 1, 6), {});
  EXPECT_THAT([&] { samples.add(parse_spec("poly_y"), some_game("poly_y", 0, 1, 6), {}); },
              ThrowsMessage<UsageError>(HasSubstr("cannot be learned from together")));
}

TEST(Fit, RefusesWhatItCannotLearnFrom) {
  FitSamples samples;
  EXPECT_THAT([&] { fit_weights(samples, {}); }, ThrowsMessage<UsageError>(HasSubstr("no positions")));
  EXPECT_THAT([&] { samples.add(parse_spec("hive"), {.number = 3}, {}); },
              ThrowsMessage<UsageError>(HasSubstr("game 3 has no moves")));
  EXPECT_THAT([&] { samples.add(parse_spec("havannah:size=4"), some_game("havannah:size=4", 0, 1, 6), {}); },
              ThrowsMessage<UsageError>(HasSubstr("havannah has no evaluation")));
}

}  // namespace
}  // namespace banyan
