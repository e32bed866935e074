// SPDX-License-Identifier: MIT
// Players that search one tree on several threads, for the thread sanitizer.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>

#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/session.h"
#include "tests/havannah_helpers.h"

namespace banyan {
namespace {

/// The reward of who is to move, by trying everything.
double value_of(const havannah::Small& state, std::unordered_map<std::uint64_t, double>& known) {
  if (state.is_terminal()) return state.rewards()[static_cast<std::size_t>(state.to_move())];
  if (const auto found = known.find(state.hash()); found != known.end()) return found->second;
  MoveList<havannah::Small> moves;
  state.legal_moves(moves);
  double best = 0;
  for (const havannah::Move& move : moves) {
    if (best == 1) break;
    havannah::Small next = state;
    next.play(move);
    best = std::max(best, 1 - value_of(next, known));
  }
  return known[state.hash()] = best;
}

TEST(HavannahThreads, ProveWhatIsTrueOnAnyNumberOfThem) {
  std::set<double> seen;
  for (const std::string_view opening : {"a1 b2 c3 d3 a3 c5", "b2 c3 d4 d3 c2 a1", "a1 e5 c3 b2 e3 c1 a3 c5"}) {
    const auto session = new_session(parse_spec("havannah:size=3"));
    havannah::Small state({.size = 3});
    for (const std::string_view move : words(opening)) {
      session->play(move);
      havannah::play_text(state, move);
    }
    std::unordered_map<std::uint64_t, double> known;
    const double value = value_of(state, known);
    seen.insert(value);
    for (const std::string player : {"uct", "rave", "alpha_amaf"}) {
      for (const char* threads : {"1", "2", "8"}) {
        SearchControl control;
        const auto spec = parse_spec(player + ":iterations=1000000,threads=" + threads);
        const SearchReport report = session->new_player(spec, 1)->search(*session, control);
        EXPECT_EQ(report.stopped_by, "solved") << player << threads << ' ' << opening;
        EXPECT_EQ(report.proven, value) << player << threads << ' ' << opening;
      }
    }
  }
  EXPECT_GE(seen.size(), 2u) << "wins and losses";
}

/// Everything at once: proofs, a tree that is kept from move to move, no memory left for it, and an end that another
/// thread asks for.
class CrowdedThreads : public testing::TestWithParam<const char*> {};

TEST_P(CrowdedThreads, KeepAFullTreeWithProofsUntilTheyAreStopped) {
  const auto session = new_session(parse_spec("havannah:size=5"));
  for (const char* move : {"a1", "e5", "a2", "e6", "a3", "e7"}) session->play(move);
  const auto player = session->new_player(
      parse_spec(std::string(GetParam()) + ":seconds=600,threads=8,memory=1,solver=true,reuse=true"), 1);
  const std::vector<std::string> forced{"a4", "a5"};  // a threat of a bridge, and the only answer that does not lose
  bool kept = false;
  for (std::size_t ply = 0; ply < 4; ++ply) {
    SearchControl control;
    control.report_interval = 0.02;
    std::atomic<bool> is_full{false}, is_over{false};
    control.progress = [&](const SearchReport& report) { is_full = is_full || report.memory_is_full; };
    std::thread stopper([&] {
      while (!is_full && !is_over) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      control.stop = true;
    });
    const SearchReport report = player->search(*session, control);
    is_over = true;
    stopper.join();
    EXPECT_EQ(report.stopped_by, "cancelled");
    EXPECT_TRUE(report.memory_is_full);
    EXPECT_LE(report.bytes, 1u << 20);
    EXPECT_EQ(report.threads, 8);
    std::uint64_t visits = 0;
    for (const MoveReport& move : report.moves) visits += move.visits;
    EXPECT_GE(visits, report.iterations);
    kept = kept || visits > report.iterations;
    session->play(ply < forced.size() ? forced[ply] : report.best_move);
  }
  EXPECT_TRUE(kept) << "what was searched before a move";
}

INSTANTIATE_TEST_SUITE_P(Trees, CrowdedThreads, testing::Values("uct", "rave", "alpha_amaf"));

class PlayerThreads : public testing::TestWithParam<const char*> {};

TEST_P(PlayerThreads, PlayAGameOnReportAndCanBeStopped) {
  const auto session = new_session(parse_spec("havannah:size=5"));
  const auto player = session->new_player(parse_spec(std::string(GetParam()) + ",memory=1,threads=3"), 1);
  for (int ply = 0; ply < 3; ++ply) {
    SearchControl control;
    std::atomic<int> reports = 0;
    control.progress = [&](const SearchReport& report) {
      ++reports;
      EXPECT_GT(report.iterations, 0u);
      EXPECT_FALSE(report.principal_variation.empty());
    };
    std::thread stopper([&] {
      for (int i = 0; i < 200 && reports == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      control.stop = true;
    });
    const SearchReport report = player->search(*session, control);
    stopper.join();
    EXPECT_TRUE(report.stopped_by == "cancelled" || report.stopped_by == "solved") << report.stopped_by;
    EXPECT_EQ(report.threads, 3);
    EXPECT_GT(report.cpu_seconds, 0.0);
    EXPECT_LE(report.bytes, 1u << 20);
    session->play(report.best_move);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryWayToSearch, PlayerThreads,
                         testing::Values("uct:seconds=60", "rave:seconds=60", "alpha_amaf:seconds=60",
                                         "product:seconds=60", "rave:seconds=60,playout=ppr",
                                         "uct:seconds=60,playout=poolrave",
                                         "rave:seconds=60,playout=decisive+lgrf1+mast", "rave:seconds=60,playouts=3"));

TEST(PlayerThreadsOfCards, DrawWhatChanceDoes) {
  const auto session = new_session(parse_spec("cards:start=reference"));
  for (const char* player : {"uct:iterations=300,threads=3", "uct:iterations=300,threads=3,widening=2",
                             "uct:iterations=300,threads=3,representatives=averaged"}) {
    SearchControl control;
    const SearchReport report = session->new_player(parse_spec(player), 1)->search(*session, control);
    EXPECT_EQ(report.iterations, 300u) << player;
    EXPECT_EQ(report.threads, 3) << player;
  }
}

}  // namespace
}  // namespace banyan
