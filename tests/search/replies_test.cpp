// SPDX-License-Identifier: MIT
// Parts of playouts that know places: replies by pattern, fillboard and dead cells, in the games that have them.
#include "search/playout/replies.h"

#include <gmock/gmock.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "games/havannah/havannah.h"
#include "games/poly_y/poly_y.h"
#include "search/playout/alive.h"
#include "search/playout/fillboard.h"
#include "search/playout/first_of.h"

namespace banyan {
namespace {

using poly_y::PolyY;
using Hexagon = havannah::Havannah<6>;

template <class Part, GameState S>
auto policy_of(const S& root, const typename Part::Params& params = {}) {
  PartSetup<S> setup(root, 1, 0);
  auto work = Part::template make<S>(params, setup);
  using Policy = FirstOf<S, Asked::all, decltype(work)>;
  auto policy = std::make_unique<Policy>(root, 1, std::move(work));
  policy->prepare(root);
  return policy;
}

/// Plays these moves, and then a hundred times the first move of a playout: which cells it has taken.
template <GameState S, class Policy>
std::set<std::string> first_moves(const S& state, Policy& policy, const std::vector<PlayedMove<S>>& path = {}) {
  policy.set_ending({.most_moves = 1});
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    S next = state;
    policy.run(next, {path, {}});
    for (int cell = 0; cell < state.placement_count(); ++cell) {
      if (state.owners()[cell] != next.owners()[cell]) seen.insert(state.move_text(state.move_at(cell)));
    }
  }
  return seen;
}

template <GameState S>
std::vector<PlayedMove<S>> play_all(S& state, const std::vector<std::string>& names) {
  std::vector<PlayedMove<S>> path;
  for (const std::string& name : names) {
    path.push_back(played_move(state, state.parse_move(name).value(), state.to_move()));
    state.play(path.back().move);
  }
  return path;
}

TEST(RepliesByPattern, HavannahKeepsItsBridges) {
  Hexagon state(havannah::Options{.size = 6});
  // f6 and d5 are joined over e5 and e6.
  const auto path = play_all(state, {"f6", "a1", "d5", "e5"});
  EXPECT_EQ(first_moves(state, *policy_of<Replies>(state), path), std::set<std::string>{"e6"});
  EXPECT_GT(first_moves(state, *policy_of<Replies>(state, {.reply_to_tree = false}), path).size(), 10u);
  // Not where the other cell is taken.
  const auto gone = play_all(state, {"e6", "a2"});
  EXPECT_GT(first_moves(state, *policy_of<Replies>(state), gone).size(), 10u);
}

TEST(RepliesByPattern, PolyYKeepsItsBridgesOfTheKindsAskedFor) {
  PolyY<2> state(poly_y::Options{.swap = false});
  const auto path = play_all(state, {"15", "100", "22", "23"});
  EXPECT_EQ(first_moves(state, *policy_of<Replies>(state, {.reply_kinds = "bridge"}), path),
            std::set<std::string>{"14"});
  EXPECT_GT(first_moves(state, *policy_of<Replies>(state, {.reply_kinds = "edge_bridge"}), path).size(), 10u);
}

TEST(RepliesByPattern, AKindThatTheBoardDoesNotHaveIsRefusedByName) {
  const PolyY<2> codecup(poly_y::Options{}), small(poly_y::Options{.sides = 3, .size = 2});
  const auto refuses = [](const PolyY<2>& board, const std::string& kinds, const std::string& named) {
    EXPECT_THAT([&] { policy_of<Replies>(board, {.reply_kinds = kinds}); },
                testing::ThrowsMessage<UsageError>(testing::HasSubstr("no replies '" + named + "' are known")));
  };
  refuses(codecup, "level3", "level3");
  refuses(codecup, "bridge+level2+level3", "level3");
  refuses(small, "bridge+walk_around", "bridge");
  EXPECT_NO_THROW(policy_of<Replies>(codecup, {.reply_kinds = "bridge+level2"}));
  EXPECT_NO_THROW(policy_of<Replies>(small));  // the usual ones are as many as there are
}

TEST(RepliesByPattern, SeveralAreTakenAtRandom) {
  PolyY<2> state(poly_y::Options{.swap = false});
  // 43 is in the middle of 31, 44, 56, 55 and 42: an intruder between three stones breaks two bridges.
  const auto path = play_all(state, {"31", "1", "56", "2", "42", "43"});
  EXPECT_EQ(first_moves(state, *policy_of<Replies>(state, {.reply_kinds = "bridge"}), path).size(), 2u);
}

TEST(Fillboard, KeepsFromTheRimWhileTheBoardIsEmpty) {
  const PolyY<2> state(poly_y::Options{.swap = false});
  const auto distances = [&](FillBy by) {
    std::set<int> found;
    for (const std::string& name : first_moves(state, *policy_of<Fillboard>(state, {.fill_by = by}))) {
      found.insert(state.rim_distance(state.parse_move(name)->index));
    }
    return found;
  };
  EXPECT_EQ(*distances(FillBy::empty).begin(), 2);
  EXPECT_EQ(*distances(FillBy::moves).begin(), 1);
}

TEST(Fillboard, FillsEveryBoardToTheEnd) {
  for (int sides = poly_y::min_sides; sides <= poly_y::max_sides; sides += 2) {
    for (int size = poly_y::min_size; poly_y::is_board(sides, size); ++size) {
      const PolyY<4> root(poly_y::Options{.sides = sides, .size = size, .swap = false});
      for (const FillBy by : {FillBy::moves, FillBy::empty}) {
        const auto policy = policy_of<Fillboard>(root, {.fill_by = by});
        for (int i = 0; i < 3; ++i) {
          PolyY<4> state = root;
          EXPECT_EQ(policy->run(state).moves, static_cast<std::uint64_t>(root.placement_count()));
          EXPECT_TRUE(state.is_terminal());
        }
      }
    }
  }
}

TEST(Alive, LeavesDeadCellsForTheEnd) {
  PolyY<2> state(poly_y::Options{.sides = 3, .size = 3, .swap = false});
  // The centre is dead between three stones of one colour.
  play_all(state, {"1.0", "2.1", "1.1", "2.3", "1.2"});
  ASSERT_FALSE(state.is_terminal());
  ASSERT_TRUE(state.is_dead(0));
  const auto policy = policy_of<Alive>(state);
  EXPECT_FALSE(first_moves(state, *policy).contains("0.0"));
  policy->set_ending({});
  PolyY<2> end = state;
  EXPECT_EQ(policy->run(end).moves, 5u);
  EXPECT_TRUE(end.is_terminal());
}

}  // namespace
}  // namespace banyan
