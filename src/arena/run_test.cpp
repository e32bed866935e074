// SPDX-License-Identifier: MIT
// Games handed out to ranks, here threads of one process.
#include "arena/run.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <latch>
#include <thread>

#include "core/error.h"
#include "tests/folder_test.h"
#include "tests/no_more_threads.h"

namespace banyan {
namespace {

using ::testing::HasSubstr;

class RunOnRanks : public FolderTest {
 protected:
  /// The games of every match, without clocks and dates.
  std::vector<std::vector<GameRecord>> run(int size, const std::string& store_name, RunControl& control) {
    Store store(folder_ + '/' + store_name);
    const auto ranks = local_communicators(size);
    std::vector<std::thread> helpers;
    for (int rank = 1; rank < size; ++rank) {
      helpers.emplace_back([&, rank] {
        RunControl own;
        play_for_chief(matches_, settings_, own, *ranks[static_cast<std::size_t>(rank)]);
        EXPECT_TRUE(own.drop.stop || !control.drop.stop);
      });
    }
    const auto tallies = run_matches(matches_, settings_, store, control, {}, *ranks[0]);
    for (std::thread& helper : helpers) helper.join();
    EXPECT_EQ(tallies.size(), matches_.size());
    std::vector<std::vector<GameRecord>> all;
    for (const Match& match : matches_) {
      all.push_back(store.games(store.add(match), Store::all_games));
      for (GameRecord& game : all.back()) game.seconds_a = game.seconds_b = 0, game.finished = 0;
    }
    return all;
  }

  static Match match(const std::string& a) {
    return Match({.game = "havannah:size=4", .a = a, .b = "flat:iterations=20"});
  }

  std::vector<Match> matches_{match("uct:iterations=40"), match("flat:iterations=30")};
  RunSettings settings_{.rules = {.games = 20}, .concurrency = 2, .version = "test"};
};

TEST_F(RunOnRanks, PlaysTheGamesThatOneProcessPlays) {
  RunControl control;
  const auto alone = run(1, "alone", control), together = run(3, "together", control);
  ASSERT_EQ(alone.size(), 2u);
  EXPECT_EQ(alone[0].size(), 20u);
  EXPECT_EQ(alone, together);
}

TEST_F(RunOnRanks, HasNothingToDoWhenAllIsPlayed) {
  RunControl control;
  const auto first = run(1, "store", control);
  EXPECT_EQ(run(3, "store", control), first);
}

TEST_F(RunOnRanks, PlaysAloneWhereNoThreadCanBeStarted) {
  Store store(folder_ + "/store");
  RunControl control;
  int concurrency = 0;
  const NoMoreThreads limit;
  const auto tallies = run_matches(matches_, settings_, store, control,
                                   [&](const RunProgress& progress) { concurrency = progress.concurrency; });
  EXPECT_EQ(concurrency, 1);
  for (const Tally& tally : tallies) EXPECT_TRUE(tally.is_over());
}

TEST_F(RunOnRanks, ARankWithoutThreadsLeavesTheGamesToTheOthers) {
  const auto ranks = local_communicators(2);
  RunControl control;
  const NoMoreThreads limit;
  ranks[0]->send(1, "end");
  EXPECT_EQ(play_for_chief(matches_, settings_, control, *ranks[1]), 0);
}

TEST_F(RunOnRanks, TheFirstRankPlaysWhereNoneCanStartAThread) {
  Store store(folder_ + "/store");
  const auto ranks = local_communicators(2);
  std::latch is_full(1);
  std::thread helper([&] {
    is_full.wait();
    RunControl own;
    EXPECT_EQ(play_for_chief(matches_, settings_, own, *ranks[1]), 0);
  });
  const NoMoreThreads limit;
  is_full.count_down();
  RunControl control;
  int concurrency = 0;
  const auto tallies = run_matches(
      matches_, settings_, store, control, [&](const RunProgress& progress) { concurrency = progress.concurrency; },
      *ranks[0]);
  helper.join();
  EXPECT_EQ(concurrency, 1);
  for (const Tally& tally : tallies) EXPECT_TRUE(tally.is_over());
}

TEST_F(RunOnRanks, GivesUpWhatIsDropped) {
  matches_ = {match("uct:iterations=1000000000")};
  RunControl control;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    control.finish = true;
    control.drop.stop = true;
  });
  EXPECT_TRUE(run(2, "store", control)[0].empty());
  stopper.join();
}

TEST_F(RunOnRanks, RefusesARankThatWouldPlayOtherGames) {
  Store store(folder_ + "/store");
  const auto ranks = local_communicators(2);
  ranks[1]->send(0, "another version");
  RunControl control;
  EXPECT_THAT([&] { run_matches(matches_, settings_, store, control, {}, *ranks[0]); },
              ::testing::ThrowsMessage<Error>(HasSubstr("rank 1 has another version")));
}

}  // namespace
}  // namespace banyan
