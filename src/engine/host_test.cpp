// SPDX-License-Identifier: MIT
#include "engine/host.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "engine/catalogue.h"
#include "tests/no_more_threads.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

HostedGame hosted(const std::string& game, const std::vector<std::string>& players) {
  HostedGame all{.game = {.session = new_session(parse_spec(game)), .seed = 1}};
  for (const std::string& player : players) all.players.emplace_back(*all.game.session, parse_spec(player), 1);
  return all;
}

std::vector<std::string> moves_of(const Host& host) {
  return host.read([](const SavedGame& game) { return game.session->moves(); });
}

std::uint64_t visits(const SearchReport& report) {
  std::uint64_t all = 0;
  for (const MoveReport& move : report.moves) all += move.visits;
  return all;
}

/// Keeps what it is told.
class Ear {
 public:
  Host::Listener listener() {
    return [this](const Host::Event& event) {
      const std::lock_guard lock(mutex_);
      events_.push_back(event);
      changed_.notify_all();
    };
  }
  /// Waits for an event of which this is true.
  template <class Is>
  bool hears(Is is) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(60),
                             [&] { return std::any_of(events_.begin(), events_.end(), is); });
  }
  std::vector<Host::Event> events() {
    const std::lock_guard lock(mutex_);
    return events_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Host::Event> events_;
};

// ---- The game ----

TEST(Host, PlaysTakesBackAndBeginsAnew) {
  Host host(hosted("havannah:size=4", {"flat:iterations=10"}));
  const std::uint64_t start = host.position();
  host.play("a1");
  EXPECT_THROW(host.play("a1"), IllegalMove);
  EXPECT_EQ(host.position(), start + 1);
  EXPECT_TRUE(host.undo());
  EXPECT_FALSE(host.undo());
  EXPECT_TRUE(host.redo());
  EXPECT_FALSE(host.redo());
  EXPECT_THAT(moves_of(host), testing::ElementsAre("a1"));
  EXPECT_EQ(host.position(), start + 3);
  host.begin(hosted("havannah:size=5", {}));
  EXPECT_THAT(moves_of(host), IsEmpty());
}

TEST(Host, GivesUpAndTakesThatBack) {
  Host host(hosted("havannah:size=4", {"flat:iterations=10"}));
  host.play("a1");
  host.resign();
  EXPECT_EQ(host.read([](const SavedGame& game) { return game.result()->winner; }), 1);
  EXPECT_THROW(host.play("a2"), IllegalMove);
  EXPECT_THROW(host.resign(), UsageError);
  EXPECT_THAT([&] { host.move({}); }, ThrowsMessage<UsageError>(HasSubstr("the game is over")));
  EXPECT_TRUE(host.take_back_resignation());
  EXPECT_FALSE(host.take_back_resignation());
  host.play("a2");
}

TEST(Host, DealsAsTheSeedDecides) {
  const auto dealt = [] {
    Host host(hosted("cards", {"uct:iterations=10"}));
    EXPECT_THAT([&] { host.move({}); }, ThrowsMessage<UsageError>(HasSubstr("chance moves")));
    auto drawn = host.deal();
    EXPECT_THAT(drawn, Not(IsEmpty()));
    EXPECT_THAT(host.deal(), IsEmpty());
    EXPECT_TRUE(host.move({}).is_played);
    return drawn;
  };
  EXPECT_EQ(dealt(), dealt());
}

// ---- Moves and clocks ----

TEST(Host, MovesByThePlayersOwnLimits) {
  Host host(hosted("havannah:size=4", {"rave:iterations=200", "flat:iterations=30"}));
  EXPECT_FALSE(host.report());
  Ear ear;
  const auto [report, is_played] = host.move({.listener = ear.listener()});
  EXPECT_TRUE(is_played);
  EXPECT_EQ(report.iterations, 200u);
  EXPECT_THAT(moves_of(host), testing::ElementsAre(report.best_move));
  ASSERT_THAT(ear.events(), Not(IsEmpty()));
  EXPECT_TRUE(ear.events().back().is_last);
  EXPECT_EQ(ear.events().back().position + 1, host.position());
  EXPECT_EQ(host.think({.player = 1}).iterations, 30u);
  EXPECT_EQ(moves_of(host).size(), 1u);
  EXPECT_EQ(host.report()->iterations, 30u);
  EXPECT_THAT([&] { host.move({.player = 2}); }, ThrowsMessage<UsageError>(HasSubstr("no player 2")));
}

TEST(Host, AClockReplacesThem) {
  Host host(hosted("havannah:size=8", {"rave:iterations=10,early_stop=never"}));
  host.set_time({.main_seconds = 0, .period_seconds = 0.3, .period_moves = 1});
  const SearchReport timed = host.move({}).report;
  EXPECT_GT(timed.iterations, 10u);
  EXPECT_EQ(timed.stopped_by, "seconds");
  host.set_time({.main_seconds = 2, .kind = ClockKind::cpu});
  EXPECT_EQ(host.move({}).report.stopped_by, "cpu_seconds");
  host.set_time({});
  EXPECT_EQ(host.move({}).report.iterations, 10u);
  host.set_clock(1, 0.01, 0);
  EXPECT_NE(host.move({}).report.stopped_by, "iterations");
}

TEST(Host, AClockBoundsALevelAndMakesItNoStronger) {
  for (const auto& [level, most] : std::initializer_list<std::pair<const char*, std::uint64_t>>{
           {"havannah-beginner", 400}, {"havannah-easy", 1000}, {"havannah-beginner:iterations=30,seconds=60", 30}}) {
    Host host(hosted("havannah:size=8", {level}));
    host.set_time({.main_seconds = 600});
    const SearchReport report = host.move({}).report;
    EXPECT_LE(report.iterations, most) << level;
    EXPECT_THAT(report.stopped_by, testing::AnyOf("iterations", "decided")) << level;
    EXPECT_EQ(host.think({}).iterations, most) << level;
  }
  Host host(hosted("havannah:size=8", {"havannah-hard:iterations=100000000", "havannah-best"}));
  host.set_time({.main_seconds = 0, .period_seconds = 0.1, .period_moves = 1});
  EXPECT_EQ(host.move({}).report.stopped_by, "seconds");
  EXPECT_EQ(host.move({.player = 1}).report.stopped_by, "seconds");
}

TEST(Host, ThinksByTheClockWhereItIsAskedTo) {
  Host host(hosted("havannah:size=8", {"rave:iterations=10,early_stop=never"}));
  EXPECT_EQ(host.think({.by_clock = true}).stopped_by, "iterations");  // there is no clock
  host.set_time({.main_seconds = 30});
  EXPECT_EQ(host.think({}).iterations, 10u);
  EXPECT_EQ(host.seconds_left()[0], 30);
  const SearchReport report = host.think({.by_clock = true});
  EXPECT_EQ(report.stopped_by, "seconds");
  EXPECT_LE(host.seconds_left()[0], 30 - report.wall_seconds);
  EXPECT_EQ(host.seconds_left()[1], 30);
  EXPECT_EQ(host.think({.limits = LimitParams{.iterations = 7}, .by_clock = true}).iterations, 7u);
}

TEST(Host, APlayerThatHasForgottenSharesItsClockAsBefore) {
  Host host(hosted("havannah:size=8", {"rave:early_stop=never,clock_share=2"}));
  host.forget();
  host.set_time({.main_seconds = 1});
  EXPECT_GT(host.move({}).report.wall_seconds, 0.3);  // half of it; even shares are of some milliseconds
}

TEST(Host, ClocksThatAreNoneAreRefusedAndNothingChanges) {
  Host host(hosted("havannah:size=4", {"rave:iterations=10"}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double seconds : {-1.0, 1e308, nan, 86'401.0, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(host.set_time({.main_seconds = seconds}), UsageError) << seconds;
    EXPECT_THROW(host.set_time({.main_seconds = 1, .period_seconds = seconds, .period_moves = 1}), UsageError);
    EXPECT_THROW(host.set_clock(0, seconds, 0), UsageError);
  }
  EXPECT_THROW(host.set_time({.main_seconds = 10, .period_seconds = 0, .period_moves = 5}), UsageError);
  EXPECT_THROW(host.set_clock(0, 1, -1), UsageError);
  EXPECT_THROW(host.set_clock(0, 1, 1), UsageError);
  EXPECT_EQ(host.move({}).report.iterations, 10u);
}

TEST(Host, AClockThatWasToldEndsWithItsGame) {
  Host host(hosted("havannah:size=4", {"rave:iterations=10"}));
  host.set_clock(0, 5, 0);
  host.begin(hosted("havannah:size=4", {"rave:iterations=10"}));
  EXPECT_EQ(host.move({}).report.iterations, 10u);
}

TEST(Host, AForcedMoveTakesNothingFromAClock) {
  Host host(hosted("samegame:cells=0110/0110", {"uct"}));
  host.set_time({.main_seconds = 40});
  const double start = wall_seconds();
  while (!host.read([](const SavedGame& game) { return game.result().has_value(); })) host.move({});
  EXPECT_LT(wall_seconds() - start, 30);  // the last moves are the only ones there are
}

TEST(Host, AnotherThreadMayHurryAMove) {
  Host host(hosted("havannah:size=8", {"rave:seconds=600"}));
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    host.hurry() = true;
  });
  const auto moved = host.move({});
  other.join();
  EXPECT_TRUE(moved.is_played);
  EXPECT_EQ(moved.report.stopped_by, "cancelled");
}

TEST(Host, AMoveThatIsOvertakenIsNotPlayed) {
  Host host(hosted("havannah:size=8", {"rave:seconds=600"}));
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    host.play("a1");
  });
  const auto moved = host.move({});
  other.join();
  EXPECT_FALSE(moved.is_played);
  EXPECT_THAT(moves_of(host), testing::ElementsAre("a1"));
  EXPECT_FALSE(host.report());
}

// ---- Analysis ----

TEST(Host, AnAnalysisFollowsTheGameUntilItIsStopped) {
  Host host(hosted("havannah:size=4", {"rave:iterations=10"}));
  Ear ear;
  host.analyse({.interval = 0.01, .listener = ear.listener()});
  const std::uint64_t first = host.position();
  ASSERT_TRUE(ear.hears([&](const auto& event) { return event.position == first && !event.is_last; }));
  host.play("a1");
  ASSERT_TRUE(ear.hears([&](const auto& event) { return event.position == first + 1 && !event.is_last; }));
  host.undo();
  ASSERT_TRUE(ear.hears([&](const auto& event) { return event.position == first + 2; }));
  host.stop();
  const auto events = ear.events();
  EXPECT_THAT(events, Each(Field(&Host::Event::failure, "")));
  EXPECT_GT(events.front().report.iterations, 10u);
  EXPECT_GT(events.front().report.iterations_per_second(), 0);
  EXPECT_EQ(std::count_if(events.begin(), events.end(), [](const auto& event) { return event.is_last; }), 3);
  EXPECT_TRUE(std::is_sorted(events.begin(), events.end(),
                             [](const auto& a, const auto& b) { return a.position < b.position; }));
  EXPECT_EQ(host.report()->iterations, events.back().report.iterations);
  host.play("b2");
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(ear.events().size(), events.size()) << "after stop() nobody is told anything";
}

TEST(Host, AnAnalysisRestsWhileTheGameIsOver) {
  Host host(hosted("havannah:size=4", {"rave:iterations=10"}));
  for (const char* move : {"a1", "d4", "a2", "d5", "a3", "d6"}) host.play(move);
  Ear ear;
  host.analyse({.listener = ear.listener()});
  host.play("a4");
  const std::uint64_t over = host.position();
  host.undo();
  ASSERT_TRUE(ear.hears([&](const auto& event) { return event.position == over + 1; }));
  host.stop();
  for (const Host::Event& event : ear.events()) EXPECT_NE(event.position, over);
}

TEST(Host, ReportsComeAtTheChosenRate) {
  Host host(hosted("havannah:size=6", {"rave"}));
  const auto in_half_a_second = [&](double interval) {
    Ear ear;
    host.analyse({.interval = interval, .listener = ear.listener()});
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    host.stop();
    return ear.events().size();
  };
  EXPECT_EQ(in_half_a_second(100), 1u);  // the last
  EXPECT_GE(in_half_a_second(0.02), 5u);
}

TEST(Host, AnAnalysisWithoutAThreadIsRefused) {
  Host host(hosted("havannah:size=4", {"rave:iterations=10"}));
  {
    const NoMoreThreads limit;
    EXPECT_THAT([&] { host.analyse({}); }, ThrowsMessage<Error>(HasSubstr("no thread can be started")));
    EXPECT_TRUE(host.move({}).is_played);
  }
  host.analyse({});
}

TEST(Host, AListenerMayReadAndHurryAndNoMore) {
  Host host(hosted("havannah:size=4", {"rave:iterations=100000000"}));
  std::string refusal;
  const auto report = host.think({.interval = 0.01, .listener = [&](const Host::Event& event) {
                                    if (event.is_last) return;
                                    EXPECT_THAT(moves_of(host), IsEmpty());
                                    try {
                                      host.play("a1");
                                    } catch (const Error& error) {
                                      refusal = error.what();
                                    }
                                    host.hurry() = true;
                                  }});
  EXPECT_EQ(report.stopped_by, "cancelled");
  EXPECT_THAT(refusal, HasSubstr("a listener cannot change the game"));
}

TEST(Host, WhatAListenerThrowsEndsTheSearchAndThePlayerIsMadeAnew) {
  Host host(hosted("havannah:size=4", {"rave:seconds=60"}));
  Ear ear;
  host.analyse({.interval = 0.01, .listener = [&, hear = ear.listener()](const Host::Event& event) {
                  hear(event);
                  if (!event.is_last) throw Error("enough");
                }});
  ASSERT_TRUE(ear.hears([](const auto& event) { return event.is_last; }));
  EXPECT_EQ(ear.events().back().failure, "enough");
  host.stop();
  host.set_time({.main_seconds = 1});
  EXPECT_TRUE(host.move({}).is_played);
}

TEST(Host, TellsOnceOfThreadsThatAreMissing) {
  std::vector<std::string> told;
  HostedGame game = hosted("havannah:size=4", {"rave:iterations=100,threads=3", "rave:iterations=100,threads=2"});
  Host host(std::move(game), [&](const std::string& sentence) { told.push_back(sentence); });
  const NoMoreThreads limit;
  host.move({});
  host.move({});
  EXPECT_THAT(told, testing::ElementsAre("only 1 of 3 threads can be started; it goes on with these"));
  host.think({.player = 1});
  EXPECT_EQ(told.size(), 2u);
  EXPECT_THAT(told.back(), HasSubstr("only 1 of 2 threads"));
}

// ---- Pondering ----

TEST(Host, KeepsWhatItFindsInTheOpponentsTime) {
  const auto thoughts = [](const std::string& ponder) {
    Host host(hosted("havannah:size=4", {"rave:iterations=300,ponder=" + ponder}));
    host.move({});
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    const std::uint64_t in_the_opponents_time = visits(host.think({}));
    // The reply that was thought of most is the one whose tree is worth keeping.
    host.play(host.report()->best_move);
    return std::pair(in_the_opponents_time, visits(host.move({}).report));
  };
  const auto without = thoughts("false"), with = thoughts("true");
  EXPECT_LE(without.first, 600u);
  EXPECT_LE(without.second, 900u);
  EXPECT_GT(with.first, 1200u);
  EXPECT_GT(with.second, without.second);
}

TEST(Host, PondersForTheOpponentOnly) {
  Host host(hosted("havannah:size=4", {"rave:iterations=300,ponder=true"}));
  host.move({});
  host.play(moves_of(host)[0] == "a1" ? "a2" : "a1");
  // Now it is the player's own turn: the tree does not grow.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const std::uint64_t once = visits(host.think({}));
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  EXPECT_EQ(visits(host.think({})), once + 300);
}

TEST(Host, PonderingIsForPlayersThatKeepTheirTree) {
  const auto session = new_session(parse_spec("havannah:size=4"));
  for (const char* player : {"flat:ponder=true", "uct:reuse=false,ponder=true"}) {
    EXPECT_THAT([&] { session->new_player(parse_spec(player), 1); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr("ponder=true is for players that keep their tree"))))
        << player;
  }
  EXPECT_TRUE(session->new_player(parse_spec("uct:ponder=true"), 1)->params().ponder);
  EXPECT_THAT(session->new_player(parse_spec("uct:ponder=true"), 1)->settings(), HasSubstr("ponder=true"));
  EXPECT_THAT(session->new_player(parse_spec("uct"), 1)->settings(), Not(HasSubstr("ponder")));
}

}  // namespace
}  // namespace banyan
