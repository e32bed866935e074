// SPDX-License-Identifier: MIT
// Searches that end when their move cannot change any more.
#include <gtest/gtest.h>

#include <string>

#include "engine/catalogue.h"

namespace banyan {
namespace {

/// White can make a bridge with a4.
std::unique_ptr<Session> decided_game() {
  auto session = new_session(parse_spec("havannah:size=4"));
  for (const char* move : {"a1", "d4", "a2", "d5", "a3", "d6"}) session->play(move);
  return session;
}

SearchReport found(const Session& session, const std::string& player, std::uint64_t seed = 1) {
  SearchControl control;
  return session.new_player(parse_spec(player), seed)->search(session, control);
}

TEST(EarlyStop, NeverChangesTheMove) {
  const auto decided = decided_game();
  const auto open = new_session(parse_spec("havannah:size=4"));
  for (const std::string player : {"uct:iterations=2000,solver=false", "rave:iterations=2000,solver=false",
                                   "uct:iterations=2000,solver=false,final_move=robust-max"}) {
    for (const Session* session : {decided.get(), open.get()}) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const SearchReport whole = found(*session, player + ",early_stop=never", seed);
        const SearchReport early = found(*session, player + ",early_stop=always", seed);
        EXPECT_EQ(early.best_move, whole.best_move) << player << ' ' << seed;
        EXPECT_LE(early.iterations, whole.iterations);
        if (early.iterations < whole.iterations) {
          EXPECT_EQ(early.stopped_by, "decided");
        }
      }
    }
  }
}

TEST(EarlyStop, SavesWhatIsDecidedTheSameEveryTime) {
  const auto session = decided_game();
  const auto iterations = [&] {
    return found(*session, "uct:iterations=2000,solver=false,early_stop=always").iterations;
  };
  const std::uint64_t once = iterations();
  EXPECT_LT(once, 2000u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(iterations(), once);
}

TEST(EarlyStop, IsForClocksUnlessAskedFor) {
  const auto session = decided_game();
  EXPECT_EQ(found(*session, "uct:iterations=2000,solver=false").iterations, 2000u);
  const auto timed = [&](const std::string& player, bool saves_time) {
    SearchControl control;
    control.limits = LimitParams{.iterations = 2000};
    control.saves_time = saves_time;
    return session->new_player(parse_spec(player), 1)->search(*session, control).iterations;
  };
  EXPECT_EQ(timed("uct:solver=false", false), 2000u);
  EXPECT_LT(timed("uct:solver=false", true), 2000u);
  EXPECT_EQ(timed("uct:solver=false,early_stop=never", true), 2000u);
}

TEST(EarlyStop, LeavesMovesAloneThatAreChosenByTheirValue) {
  const auto session = decided_game();
  for (const char* rule : {"max", "secure"}) {
    EXPECT_EQ(found(*session, std::string("uct:iterations=2000,solver=false,early_stop=always,final_move=") + rule)
                  .stopped_by,
              "iterations");
  }
}

TEST(EarlyStop, TheOnlyMoveNeedsNoThought) {
  const auto session = new_session(parse_spec("samegame:cells=00/00"));
  for (const char* rule : {"robust", "max"}) {
    const SearchReport report =
        found(*session, std::string("uct:iterations=2000,early_stop=always,final_move=") + rule);
    EXPECT_EQ(report.iterations, 1u);
    EXPECT_EQ(report.stopped_by, "decided");
  }
}

TEST(EarlyStop, CountsTheVisitsThatWereKept) {
  const auto session = decided_game();
  session->undo();
  session->undo();  // White to move, two moves earlier
  const auto player = session->new_player(parse_spec("uct:iterations=4000,solver=false,early_stop=always"), 1);
  SearchControl control;
  const SearchReport first = player->search(*session, control);
  // The same position again: the tree is kept whole, and the lead with it.
  const SearchReport second = player->search(*session, control);
  EXPECT_EQ(second.best_move, first.best_move);
  EXPECT_LE(second.iterations, first.iterations);
}

TEST(EarlyStop, WorksWithoutATreeOfPositions) {
  const auto session = new_session(parse_spec("cards"));
  let_chance_play(*session, 1);
  const std::string player = "uct:open_loop=true,iterations=3000";
  EXPECT_EQ(found(*session, player + ",early_stop=always").best_move, found(*session, player).best_move);
}

}  // namespace
}  // namespace banyan
