// SPDX-License-Identifier: MIT
// Search to a depth on several threads over one table, for the thread sanitizer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "engine/catalogue.h"
#include "search/alphabeta/alphabeta.h"
#include "tests/games/crossing/crossing.h"
#include "tests/no_more_threads.h"

namespace banyan {
namespace {

using crossing::Crossing;

TEST(AlphaBetaThreads, FindTheValueThatOneThreadFinds) {
  Crossing state(crossing::Options{});
  for (const char* move : {"a1a2", "a4a3"}) state.play(state.parse_move(move).value());
  const auto alone = AlphaBetaSearch<Crossing>({}, {.depth = 10, .memory = 1}).search(state, {}, {});
  for (const int threads : {2, 8}) {
    AlphaBetaSearch<Crossing> search({}, {.depth = 10, .threads = threads, .memory = 1});
    for (int round = 0; round < 3; ++round) {
      const auto result = search.search(state, {}, {});
      EXPECT_EQ(result.proven, alone.proven);
      EXPECT_GE(result.nodes, 1u);
      EXPECT_TRUE(is_legal(state, result.best.move));
    }
  }
}

TEST(AlphaBetaThreads, FindTheValueOfHiveThatOneThreadFinds) {
  const auto session = new_session(parse_spec("hive:expansions=M+L+P"));
  for (const char* move : {"wL", "bL wL-", "wQ -wL", "bQ bL-", "wA1 -wQ", "bA1 bQ-"}) session->play(move);
  const auto value = [&](int threads) {
    SearchControl control;
    const auto spec = fmt::format("alphabeta:depth=3,deeper=false,reduce=0,memory=1,threads={}", threads);
    return session->new_player(parse_spec(spec), 1)->search(*session, control).value;
  };
  const double alone = value(1);
  for (const int threads : {2, 8}) EXPECT_EQ(value(threads), alone) << threads;
}

TEST(AlphaBetaThreads, StopWhenTheyAreTold) {
  const Crossing state(crossing::Options{.repetitions = 0});
  AlphaBetaSearch<Crossing> search({.seconds = 100}, {.threads = 4, .table = false});
  std::atomic<bool> stop{false};
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const auto result = search.search(state, {}, {.stop = &stop, .progress = {}});
  EXPECT_EQ(result.stopped_by, "cancelled");
}

TEST(AlphaBetaThreads, EndTheSearchWhenWhoListensThrows) {
  const Crossing state(crossing::Options{.repetitions = 0});
  AlphaBetaSearch<Crossing> search({.seconds = 100}, {.threads = 4, .table = false});
  Watch<Crossing> watch;
  watch.progress = [](const auto&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(search.search(state, {}, watch), std::runtime_error);
}

TEST(AlphaBetaThreads, GoOnWithThoseThatCouldBeStarted) {
  const NoMoreThreads none;
  const Crossing state(crossing::Options{});
  const auto found = AlphaBetaSearch<Crossing>({}, {.depth = 3, .threads = 4, .memory = 1}).search(state, {}, {});
  EXPECT_EQ(found.threads, 1);
  EXPECT_EQ(found.missing_threads, 3);
  EXPECT_EQ(found.depth, 3);
}

}  // namespace
}  // namespace banyan
