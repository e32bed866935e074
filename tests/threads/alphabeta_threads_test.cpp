// SPDX-License-Identifier: MIT
// Search to a depth on several threads over one table, for the thread sanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

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
