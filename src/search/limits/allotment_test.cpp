// SPDX-License-Identifier: MIT
#include "search/limits/allotment.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace banyan {
namespace {

TEST(PlayerClock, SharesTheMainTimeEvenly) {
  PlayerClock clock({.main_seconds = 60});
  EXPECT_DOUBLE_EQ(clock.allot(20), 3 - 0.05);
  clock.spend(40);
  EXPECT_DOUBLE_EQ(clock.allot(10), 2 - 0.05);
}

TEST(PlayerClock, NeverOverdrawsTheMainTime) {
  PlayerClock clock({.main_seconds = 10});
  double spent = 0;
  for (int moves = 40; moves > 0; --moves) {
    const double seconds = clock.allot(moves);
    clock.spend(seconds);
    spent += seconds;
  }
  EXPECT_LT(spent, 10);
  EXPECT_GT(spent, 7);  // and makes use of most of it
}

TEST(PlayerClock, APeriodIsSharedByItsMoves) {
  PlayerClock clock({.main_seconds = 0, .period_seconds = 30, .period_moves = 3});
  EXPECT_DOUBLE_EQ(clock.allot(100), 10 - 0.05);
  clock.spend(20);
  EXPECT_DOUBLE_EQ(clock.allot(100), 5 - 0.05);
  clock.spend(5);
  EXPECT_DOUBLE_EQ(clock.allot(100), 5 - 0.05);  // the last of the period gets all that is left
  clock.spend(5);
  EXPECT_DOUBLE_EQ(clock.allot(100), 10 - 0.05);  // and the next begins
}

TEST(PlayerClock, FallsFromTheMainTimeIntoTheFirstPeriod) {
  PlayerClock clock({.main_seconds = 10, .period_seconds = 30, .period_moves = 3});
  EXPECT_DOUBLE_EQ(clock.allot(100), 10 - 0.05);  // no less than later
  clock.spend(14);
  EXPECT_DOUBLE_EQ(clock.allot(100), 26.0 / 2 - 0.05);
}

TEST(PlayerClock, BelievesWhatItIsTold) {
  PlayerClock clock({.main_seconds = 100});
  clock.set(8, 0);
  EXPECT_DOUBLE_EQ(clock.allot(4), 2 - 0.05);
  PlayerClock with_periods({.main_seconds = 100, .period_seconds = 30, .period_moves = 5});
  with_periods.set(8, 2);
  EXPECT_DOUBLE_EQ(with_periods.allot(100), 4 - 0.05);
}

TEST(PlayerClock, HasNoMovesOfAPeriodWhereItHasNoPeriods) {
  for (const TimeControl& control :
       {TimeControl{}, TimeControl{.main_seconds = 100}, TimeControl{.period_seconds = 1}}) {
    PlayerClock clock(control);
    const double before = clock.seconds_left();
    EXPECT_THROW(clock.set(8, 2), UsageError);
    EXPECT_EQ(clock.seconds_left(), before);
    clock.set(8, 0);
    EXPECT_EQ(clock.seconds_left(), 8);
  }
}

TEST(PlayerClock, NoMoveTakesMoreThanAQuarterOfTheMainTimeOrTenMinutes) {
  for (const double seconds : {1.0, 600.0, 86'400.0, 1e6, 1e308}) {
    for (const int expected : {-1, 0, 1, 3, 40}) {
      const double share = PlayerClock({.main_seconds = seconds}).allot(expected);
      EXPECT_LE(share, seconds / 4) << seconds << ' ' << expected;
      EXPECT_LE(share, 600) << seconds << ' ' << expected;
    }
    EXPECT_LE(PlayerClock({.main_seconds = 0, .period_seconds = seconds, .period_moves = 1}).allot(1), 600);
    EXPECT_LE(PlayerClock({.main_seconds = 1, .period_seconds = seconds, .period_moves = 2}).allot(1), 600);
  }
}

TEST(PlayerClock, ShortTimesAreHalvedAndNoneIsStillAMove) {
  EXPECT_DOUBLE_EQ(PlayerClock({.main_seconds = 0, .period_seconds = 0.06, .period_moves = 1}).allot(1), 0.03);
  PlayerClock clock({.main_seconds = 1});
  clock.spend(5);
  EXPECT_DOUBLE_EQ(clock.allot(10), 0.001);
}

TEST(PlayerClock, HalfOfWhatIsPossibleIsExpected) {
  EXPECT_EQ(expected_moves(127, 2), 32);
  EXPECT_EQ(expected_moves(127, 1), 64);
  EXPECT_EQ(expected_moves(1, 2), 1);
  EXPECT_EQ(expected_moves(0, 2), 1);
  EXPECT_EQ(expected_moves(std::nullopt, 2), 30);
}

TEST(PlayerClock, AllotsWhatItCounts) {
  const LimitParams wall = PlayerClock({.main_seconds = 60}).allot_limits(20);
  EXPECT_EQ(wall.iterations, 0);
  EXPECT_DOUBLE_EQ(wall.seconds, 3 - 0.05);
  EXPECT_EQ(wall.cpu_seconds, 0);
  const LimitParams cpu = PlayerClock({.main_seconds = 60, .kind = ClockKind::cpu}).allot_limits(20);
  EXPECT_EQ(cpu.seconds, 0);
  EXPECT_DOUBLE_EQ(cpu.cpu_seconds, 3 - 0.05);
}

TEST(PlayerClock, ThreadsShareTheProcessorsTimeAndNotThatOfTheWall) {
  const LimitParams cpu = PlayerClock({.main_seconds = 60, .kind = ClockKind::cpu}).allot_limits(20, {.threads = 4});
  EXPECT_DOUBLE_EQ(cpu.cpu_seconds, (3 - 0.05) / 4);
  EXPECT_DOUBLE_EQ(PlayerClock({.main_seconds = 60}).allot_limits(20, {.threads = 4}).seconds, 3 - 0.05);
}

TEST(PlayerClock, TheLastMoveOfAPeriodSavesNothing) {
  PlayerClock clock({.main_seconds = 1, .period_seconds = 30, .period_moves = 2});
  EXPECT_TRUE(clock.keeps_what_is_saved());
  clock.spend(2);  // the first of the period as well
  EXPECT_FALSE(clock.keeps_what_is_saved());
  clock.spend(2);
  EXPECT_TRUE(clock.keeps_what_is_saved());
}

TEST(TimeControl, IsWrittenAsItIsRead) {
  EXPECT_EQ(parse_clock("30").main_seconds, 30);
  EXPECT_EQ(parse_clock("30").kind, ClockKind::wall);
  EXPECT_EQ(parse_clock("cpu:0.5").kind, ClockKind::cpu);
  for (const char* text : {"30", "cpu:0.5", "86400", "0.125"}) EXPECT_EQ(clock_text(parse_clock(text)), text);
  for (const char* text : {"", "0", "-1", "x", "nan", "inf", "1e308", "86401", "cpu:", "cpu:-1", "wall:3", "3 s"}) {
    EXPECT_THROW(parse_clock(text), UsageError) << text;
  }
}

TEST(TimeControl, PeriodsWithoutMovesAreNoLimit) {
  EXPECT_TRUE((TimeControl{.main_seconds = 0, .period_seconds = 1, .period_moves = 0}).is_unlimited());
  EXPECT_TRUE(TimeControl{}.is_unlimited());
  EXPECT_FALSE((TimeControl{.main_seconds = 60}).is_unlimited());
  EXPECT_FALSE((TimeControl{.main_seconds = 0, .period_seconds = 1, .period_moves = 1}).is_unlimited());
}

TEST(PlayerClock, APlayerMayShareItsTimeOutItself) {
  const PlayerClock clock({.main_seconds = 24, .kind = ClockKind::cpu});
  EXPECT_DOUBLE_EQ(clock.allot(100, {.divisor = 12}), 2);
  EXPECT_DOUBLE_EQ(clock.allot(100, {.divisor = 240, .floor = 1}), 1);
  EXPECT_DOUBLE_EQ(clock.allot(100, {.divisor = 1}), 12);  // never all of it
  EXPECT_DOUBLE_EQ(clock.allot(100, {.divisor = 12, .part = 0.5}), 1);
  const PlayerClock wall({.main_seconds = 24});
  EXPECT_DOUBLE_EQ(wall.allot(100, {.divisor = 12}), 2 - 0.05);
}

TEST(PlayerClock, APlayerMayUsePartOfAClock) {
  PlayerClock clock({.main_seconds = 40, .kind = ClockKind::cpu});
  EXPECT_DOUBLE_EQ(clock.allot(10, {.part = 0.5}), 2 - 0.05);
  clock.spend(20);
  EXPECT_DOUBLE_EQ(clock.allot(10, {.part = 0.5}), 0.001);
}

}  // namespace
}  // namespace banyan
