// SPDX-License-Identifier: MIT
// Several ranks, here threads of one process; tests/cluster has them as processes under mpirun.
#include "engine/cluster.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "core/error.h"
#include "engine/catalogue.h"
#include "tests/no_more_threads.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

SolveOptions search(const std::string& algorithm) {
  SolveOptions options;
  options.algorithm = parse_spec(algorithm);
  return options;
}

using Progress = decltype(SolveControl::progress);

SolveReport alone(const SolveOptions& options) {
  SolveControl control;
  return new_session(parse_spec("samegame"))->solve(options, control);
}

/// Reports by rank.
std::vector<SolveReport> together(int size, const SolveOptions& options, const Progress& chief = {}) {
  const auto ranks = local_communicators(size);
  std::vector<SolveReport> reports(ranks.size());
  std::vector<SolveControl> controls(ranks.size());
  controls[0].progress = chief;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    threads.emplace_back(
        [&, i] { reports[i] = solve_together(*new_session(parse_spec("samegame")), options, controls[i], *ranks[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  return reports;
}

TEST(Cluster, ThreeRanksFindWhatThreeThreadsAtTheRootFind) {
  const SolveReport threads = alone(search("nrpa:level=2,n=10,threads=3"));
  const SolveReport ranks = together(3, search("nrpa:level=2,n=10"))[0];
  EXPECT_EQ(ranks.score, threads.score);
  EXPECT_EQ(ranks.moves, threads.moves);
  EXPECT_EQ(ranks.playouts, 300u);
  EXPECT_EQ(ranks.runs, 3u);
  EXPECT_EQ(ranks.stopped_by, "runs");
}

TEST(Cluster, ASearchGoesOnWithTheThreadsThatCanBeStarted) {
  std::string checkpoint;
  SolveControl control;
  control.progress = [&](const SolveReport& report, const SolveHandle& search) {
    checkpoint = search.checkpoint(report);
  };
  SolveOptions options = search("nrpa:level=2,n=10,threads=4");
  const auto session = new_session(parse_spec("samegame"));
  EXPECT_EQ(session->solve(options, control).threads, 4);
  const SolveReport expected = alone(search("nrpa:level=2,n=10"));
  const NoMoreThreads limit;
  const SolveReport found = alone(options);
  EXPECT_EQ(found.threads, 1);
  EXPECT_EQ(found.moves, expected.moves);
  EXPECT_EQ(found.playouts, expected.playouts);
  options.checkpoint = checkpoint;
  EXPECT_THAT([&] { alone(options); }, ThrowsMessage<Error>(HasSubstr("only 1 of 4 threads can be started")));
}

TEST(Cluster, OneRankIsASearchWithoutRanks) {
  const SolveReport one = together(1, search("nrpa:level=2,n=10"))[0], none = alone(search("nrpa:level=2,n=10"));
  EXPECT_EQ(one.moves, none.moves);
  EXPECT_EQ(one.playouts, none.playouts);
}

TEST(Cluster, AHybridIsTheBestOfItsRanksSearches) {
  SolveOptions options = search("nrpa:level=2,n=10,threads=2,parallel=leaf-shared");
  const SolveReport hybrid = together(2, options)[0];
  const SolveReport first = alone(options);
  options.first_stream = 2;
  const SolveReport second = alone(options);
  EXPECT_NE(first.moves, second.moves);
  EXPECT_EQ(hybrid.moves, first.score >= second.score ? first.moves : second.moves);
  EXPECT_EQ(hybrid.playouts, first.playouts + second.playouts);
}

TEST(Cluster, NothingIsLeftOverForTheNextSearch) {
  const auto ranks = local_communicators(3);
  std::vector<std::thread> threads;
  for (const auto& each : ranks) {
    threads.emplace_back([&rank = *each] {
      for (int i = 0; i < 3; ++i) {
        SolveControl control;
        solve_together(*new_session(parse_spec("samegame")), search("nrpa:level=1,n=5"), control, rank);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& rank : ranks) {
    for (int from = 0; from < 3; ++from) EXPECT_EQ(rank->receive(from), std::nullopt);
  }
}

TEST(Cluster, StoppingTheFirstRankStopsAll) {
  SolveOptions options = search("nrpa:level=9");
  const auto ranks = local_communicators(2);
  SolveControl first, second;
  first.progress = [&](const SolveReport&, const SolveHandle&) { first.stop = true; };
  SolveReport other;
  std::thread thread([&] { other = solve_together(*new_session(parse_spec("samegame")), options, second, *ranks[1]); });
  const SolveReport all = solve_together(*new_session(parse_spec("samegame")), options, first, *ranks[0]);
  thread.join();
  EXPECT_EQ(all.stopped_by, "cancelled");
  EXPECT_EQ(other.stopped_by, "cancelled");
  EXPECT_GE(all.score, other.score);
}

TEST(Cluster, TheChiefsCheckpointHoldsTheBestOfAll) {
  std::string text;
  const SolveOptions options = search("nrpa:level=2,n=10");
  const auto reports =
      together(3, options, [&](const SolveReport& best, const SolveHandle& handle) { text = handle.checkpoint(best); });
  const Checkpoint last = read_checkpoint(text);
  EXPECT_EQ(last.score, reports[0].score);
  EXPECT_EQ(last.moves, reports[0].moves);
  EXPECT_EQ(last.playouts, 100u);  // the rest of it is about this rank
}

TEST(Cluster, ARankTakesInWhatTheChiefTellsIt) {
  const SolveReport good = alone(search("nrpa:level=2,n=30"));
  const auto ranks = local_communicators(2);
  SolveReport other;
  std::thread thread([&] {
    const SolveOptions options =
        search("nrpa:level=2,n=3,iterations=1000000000,exchange=1");  // never as good by itself
    SolveControl control;
    other = solve_together(*new_session(parse_spec("samegame")), options, control, *ranks[1]);
  });
  Communicator& chief = *ranks[0];
  chief.send(1, Json{{"kind", "best"}, {"score", good.score}, {"moves", good.moves}}.dump());
  Json news;
  do {
    news = Json::parse(chief.wait_for(1));
  } while (news["score"] < good.score);
  EXPECT_EQ(news["moves"], Json(good.moves));
  chief.send(1, Json{{"kind", "stop"}}.dump());
  do {
    news = Json::parse(chief.wait_for(1));
  } while (news["kind"] != "last");
  chief.send(1, Json{{"kind", "end"}, {"stopped_by", "cancelled"}}.dump());
  thread.join();
  EXPECT_EQ(other.moves, good.moves);
}

TEST(Cluster, ExchangeIsForSearchesThatLearnBetweenSteps) {
  EXPECT_THAT([] { alone(search("nmcs:exchange=1")); },
              ThrowsMessage<UsageError>(HasSubstr("no use for the sequences of others")));
  EXPECT_THAT([] { alone(search("nrpa:level=2,threads=2,parallel=node-shared,exchange=1")); },
              ThrowsMessage<UsageError>(HasSubstr("steps are shared out")));
}

}  // namespace
}  // namespace banyan
