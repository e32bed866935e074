// SPDX-License-Identifier: MIT
// Hosts that are commanded from several threads while they search, for the thread sanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "engine/catalogue.h"
#include "engine/host.h"

namespace banyan {
namespace {

using std::chrono::milliseconds;

HostedGame havannah_with(const std::string& player) {
  HostedGame all{.game = {.session = new_session(parse_spec("havannah:size=4")), .seed = 1}};
  all.players.emplace_back(*all.game.session, parse_spec(player), 1);
  return all;
}

TEST(HostThreads, CommandsOfSeveralThreadsTakeTheirTurns) {
  Host host(havannah_with("rave:iterations=200,ponder=true,memory=16"));
  std::atomic<int> reports{0};
  std::atomic<bool> is_over{false};
  const auto repeat = [&](auto command) {
    return std::thread([&is_over, command] {
      while (!is_over) command();
    });
  };
  std::vector<std::thread> threads;
  threads.push_back(repeat([&] {
    const auto legal = host.read([](const SavedGame& game) { return game.session->legal_moves(); });
    try {
      if (!legal.empty()) host.play(legal.back());
    } catch (const UsageError&) {  // another thread has played it meanwhile
    }
  }));
  threads.push_back(repeat([&] {
    host.undo();
    host.undo();
    host.redo();
  }));
  threads.push_back(repeat([&] {
    try {
      host.move({.interval = 0.001, .listener = [&](const Host::Event&) { ++reports; }});
    } catch (const UsageError&) {  // the game is over
    }
  }));
  threads.push_back(repeat([&] {
    host.analyse({.interval = 0.001,
                  .listener = [&](const Host::Event& event) { reports += event.report.best_move.empty() ? 0 : 1; }});
    std::this_thread::sleep_for(milliseconds(20));
    host.stop();
  }));
  threads.push_back(repeat([&] {
    host.set_time({.main_seconds = 100});
    host.set_clock(0, 50, 0);
    host.hurry() = true;
    host.set_time({});
    std::this_thread::sleep_for(milliseconds(1));
  }));
  threads.push_back(repeat([&] {
    host.begin(havannah_with("uct:iterations=100,ponder=true,memory=16"));
    std::this_thread::sleep_for(milliseconds(200));
  }));
  std::this_thread::sleep_for(milliseconds(1500));
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(reports, 0);
  host.stop();
  const int before = reports;
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(reports, before);
}

TEST(HostThreads, ManyHostsSearchAtOnceAndEndWithTheirOwners) {
  std::atomic<int> reports{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      Host host(havannah_with("rave:memory=16"));
      host.analyse({.interval = 0.01, .listener = [&](const Host::Event&) { ++reports; }});
      for (const char* move : {"a1", "d4", "a2", "d5"}) {
        std::this_thread::sleep_for(milliseconds(20));
        host.play(move);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(reports, 6 * 5);  // each position has its last
}

TEST(HostThreads, AClientThatGoesEndsTheMoveItHasAskedFor) {
  Host host(havannah_with("rave:seconds=600,memory=16"));
  std::thread client([&] { EXPECT_FALSE(host.move({}).is_played); });
  std::this_thread::sleep_for(milliseconds(50));
  // The client's thread may be slow to begin: whoever stops before it has to stop once more.
  std::atomic<bool> has_gone{false};
  std::thread stopper([&] {
    while (!has_gone) {
      host.stop();
      std::this_thread::sleep_for(milliseconds(5));
    }
  });
  client.join();
  has_gone = true;
  stopper.join();
}

TEST(HostThreads, PonderingEndsWhenItsHostDoes) {
  for (int i = 0; i < 5; ++i) {
    Host host(havannah_with("rave:iterations=50,ponder=true,memory=16"));
    EXPECT_TRUE(host.move({}).is_played);
    std::this_thread::sleep_for(milliseconds(10 * i));
  }
}

}  // namespace
}  // namespace banyan
