// SPDX-License-Identifier: MIT
// The game of moving pieces against its slow twin, and what searches prove of it against what is true.
#include "tests/games/crossing/crossing.h"

#include <gmock/gmock.h>

#include <array>
#include <map>
#include <set>
#include <string>

#include "core/random.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/results.h"
#include "search/mcts/tree_search.h"
#include "tests/crossing_reference.h"

namespace banyan::crossing {
namespace {

using crossing_reference::is_over;
using crossing_reference::moves_of;
using crossing_reference::start;

static_assert(WinsOrLoses<Crossing> && CodesMoves<Crossing> && EvaluatesLeaves<Crossing> && FindsWins<Crossing>);
static_assert(!IndexesMoves<Crossing> && !BlocksWins<Crossing>);

std::set<std::string> texts_of(const Crossing& state) {
  MoveList<Crossing> moves;
  state.legal_moves(moves);
  std::set<std::string> texts;
  for (const auto& m : moves) texts.insert(state.move_text(m));
  EXPECT_EQ(texts.size(), moves.size());
  return texts;
}

/// Plays random games of a state and of its slow twin, and shows both at every position, the ends included.
template <class Show>
void walk_at_random(std::uint64_t seed, int games, int longest, Show show) {
  Rng rng(seed);
  for (int game = 0; game < games; ++game) {
    Crossing state{Options{}};
    std::string position = start;
    show(state, position);
    for (int ply = 0; ply < longest && !is_over(position); ++ply) {
      const auto moves = moves_of(position);
      const auto chosen = std::next(moves.begin(), rng.below(static_cast<std::uint32_t>(moves.size())));
      state.play(state.parse_move(chosen->first).value());
      position = chosen->second;
      show(state, position);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Crossing, FollowsItsRules) {
  int wins = 0;
  walk_at_random(1, 500, 200, [&](const Crossing& state, const std::string& position) {
    ASSERT_EQ(state.is_terminal(), is_over(position)) << position;
    ASSERT_EQ(state.to_move(), position[12] == 'w' ? 0 : 1) << position;
    std::set<std::string> texts;
    for (const auto& [text, next] : moves_of(position)) texts.insert(text);
    ASSERT_EQ(texts_of(state), texts) << position;
    if (!state.is_terminal()) return;
    ++wins;
    ASSERT_EQ(state.rewards()[0], crossing_reference::has_won(position, 'w') ? 1.0 : 0.0) << position;
  });
  EXPECT_GT(wins, 400);
}

TEST(Crossing, FindsItsWinsWithoutTryingThem) {
  std::set<std::size_t> counts;
  walk_at_random(2, 200, 200, [&](const Crossing& state, const std::string& position) {
    if (state.is_terminal()) return;
    std::set<std::string> wins;
    for (const auto& [text, next] : moves_of(position)) {
      if (is_over(next)) wins.insert(text);
    }
    std::array<Move, 3> moves;
    std::set<std::string> found;
    const std::size_t count = state.find_wins(state.to_move(), moves);
    for (std::size_t i = 0; i < count; ++i) found.insert(state.move_text(moves[i]));
    ASSERT_EQ(found, wins) << position;
    counts.insert(count);
  });
  EXPECT_THAT(counts, ::testing::ElementsAre(0, 1, 2));
}

/// Whatever a search with `params` has proven is true. Returns how many root moves were proven, by their values.
std::map<double, int> proven_in_crossing(const Uct::Params& params) {
  const auto values = crossing_reference::solve_all();
  std::map<double, int> proven;
  int searches = 0;
  walk_at_random(3, 60, 40, [&](const Crossing& state, const std::string& position) {
    if (state.is_terminal() || ++searches % 5 != 0) return;
    const auto result = Uct::make<Crossing>(params, 1)->search(state, {}, {});
    const auto moves = moves_of(position);
    for (const auto& m : result.moves) {
      if (!m.proven) continue;
      const std::string& next = moves.at(state.move_text(m.move));
      const double truth = values.at(next);
      ASSERT_EQ(*m.proven, position[12] == 'w' ? truth : 1 - truth) << position << ' ' << next;
      ++proven[*m.proven];
    }
  });
  return proven;
}

TEST(Crossing, LookingAheadProvesWhatIsTrue) {
  Uct::Params params;
  params.limits.iterations = 300;
  const auto ahead = proven_in_crossing(params);
  params.tree.lookahead = false;
  const auto plain = proven_in_crossing(params);
  for (const double value : {0.0, 1.0}) {
    EXPECT_GT(plain.at(value), 0);
    EXPECT_GE(ahead.at(value), plain.at(value));
  }
  EXPECT_GT(ahead.at(0.0), plain.at(0.0));
}

}  // namespace
}  // namespace banyan::crossing
