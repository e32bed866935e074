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
