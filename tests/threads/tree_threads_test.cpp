// SPDX-License-Identifier: MIT
// Tree search on several threads, for the thread sanitizer: what is counted and proven stays true, whoever does it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/spin_lock.h"
#include "core/team.h"
#include "search/mcts/tree_search.h"
#include "tests/games/searches.h"
#include "tests/no_more_threads.h"
#include "tests/same_search.h"
#include "tests/selections/best_child.h"
#include "tests/share.h"

namespace banyan {
namespace {

using tic_tac_toe::TicTacToe;

TEST(SpinGuardThreads, LetsOneInAtATime) {
  SpinWord word = 0;
  int count = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 2000; ++k) {
        const SpinGuard guard(&word);
        ++count;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, 8000);
  EXPECT_EQ(word, 0u);
}

TEST(ArenaThreads, HandOutEveryBlockOnceAndNotMoreThanTheBudget) {
  Arena arena(1 << 16, true);
  std::vector<std::vector<Arena::Index>> taken(4);
  std::vector<std::thread> threads;
  for (auto& mine : taken) {
    threads.emplace_back([&] {
      while (const Arena::Index index = arena.allocate(3)) mine.push_back(index);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::map<Arena::Index, int> all;
  for (const auto& mine : taken) {
    for (const Arena::Index index : mine) ++all[index];
  }
  EXPECT_EQ(all.size(), ((1u << 16) / Arena::granule - 1) / 3);
  for (const auto& [index, times] : all) EXPECT_EQ(times, 1) << index;
  EXPECT_LE(arena.used_bytes(), 1u << 16);
  EXPECT_TRUE(arena.is_full());
}

TEST(ArenaThreads, CutBlocksFromTheirOwnStretchesAndLeaveNothingThatCannotBeWalkedOver) {
  Arena arena(1 << 20, true);
  std::map<Arena::Index, std::uint32_t> all;
  std::mutex mutex;
  Team team(4);
  team.run([&](int member) {
    Arena::Stretch own;
    std::vector<std::pair<Arena::Index, std::uint32_t>> mine;
    std::uint32_t size = 1 + static_cast<std::uint32_t>(member);
    while (const Arena::Index index = arena.allocate(size, own)) {
      mine.emplace_back(index, size);
      size = size % 40 + 1;  // some are larger than a stretch
    }
    arena.finish(own);
    const std::lock_guard lock(mutex);
    all.insert(mine.begin(), mine.end());
  });
  std::size_t met = 0;
  for (Arena::Index index = Arena::first(); index < arena.end(); index += arena.block(index).granules) {
    const auto found = all.find(index);
    if (found == all.end()) continue;  // what was left of a stretch
    EXPECT_EQ(arena.block(index).granules, found->second);
    ++met;
  }
  EXPECT_EQ(met, all.size());
  EXPECT_LE(arena.used_bytes(), std::size_t{1} << 20);
}

// ---- What is counted -----------------------------------------------------------------------------------------------

/// That what tree.h promises of every node below holds, and that no visit is missing.
template <class Tree>
void expect_whole(const Tree& tree, typename Tree::Index index, std::uint64_t& nodes) {
  auto& n = tree.node(index);
  ++nodes;
  EXPECT_EQ(n.lock, 0u);
  std::uint64_t visits = 0;
  int tried = 0, proven = 0;
  tree.for_each_edge(n, [&](unsigned slot, typename Tree::Edge edge) {
    visits += edge.visits;
    ++tried;
    proven += edge.proof() != Proof::none;
    EXPECT_EQ(tree.untried(n)[slot / 64] >> (slot % 64) & 1, 0u);
    if constexpr (Tree::has_amaf) {
      EXPECT_GE(tree.amaf_visits(n)[slot], static_cast<std::int32_t>(edge.visits)) << "of these it was the first move";
      EXPECT_GE(tree.amaf_rewards(n)[slot], static_cast<std::int32_t>(edge.sum));
    }
    if (edge.child() == 0) return;
    EXPECT_LE(tree.node(edge.child()).visits, edge.visits);
    expect_whole(tree, edge.child(), nodes);
  });
  EXPECT_EQ(n.visits, visits);
  EXPECT_EQ(n.tried, tried);
  EXPECT_EQ(n.proven, proven);
}

/// The parameters of a search on so many threads.
template <class A>
typename A::Params params_of(int threads, std::int64_t iterations) {
  typename A::Params params;
  params.limits.iterations = iterations;
  params.tree.threads = threads;
  return params;
}

/// A search and the tree that it grows.
template <class Selection>
struct Growing {
  explicit Growing(const typename TreeSearch<Selection>::Params& params)
      : search(TreeSearch<Selection>::template make<TicTacToe>(params, 1)),
        grown(dynamic_cast<const Mcts<TicTacToe, Selection>&>(*search)) {}

  std::uint64_t root_visits() const { return grown.tree().node(grown.root()).visits; }
  /// Of a tree in which nothing is amiss.
  std::uint64_t nodes() const {
    std::uint64_t nodes = 0;
    expect_whole(grown.tree(), grown.root(), nodes);
    return nodes;
  }

  std::unique_ptr<Search<TicTacToe>> search;
  const Mcts<TicTacToe, Selection>& grown;
};

template <class A>
class TreeThreads : public testing::Test {};
using TreeSearches = testing::Types<selection::Ucb1, selection::Rave>;
TYPED_TEST_SUITE(TreeThreads, TreeSearches);

TYPED_TEST(TreeThreads, LoseNoVisitAndCountNoneTwice) {
  for (const int threads : {1, 2, 8}) {
    for (const int virtual_loss : {1, 3}) {
      if (!is_full_run && (threads == 1 || virtual_loss == 1)) continue;
      auto params = params_of<TreeSearch<TypeParam>>(threads, 20'000);  // so that threads have copies of nodes
      params.tree.solver = false;
      params.tree.virtual_loss = virtual_loss;
      const Growing<TypeParam> tree(params);
      const auto found = tree.search->search(TicTacToe({}), {}, {});
      EXPECT_EQ(found.iterations, 20'000u);
      EXPECT_EQ(found.threads, threads);
      EXPECT_EQ(tree.root_visits(), 20'000u);
      EXPECT_EQ(found.nodes, tree.nodes());
    }
  }
}

TYPED_TEST(TreeThreads, StayWholeWhenTheMemoryIsUsedUpAndWhenTheGameGoesOn) {
  auto params = params_of<TreeSearch<TypeParam>>(8, 8000);
  params.tree.memory = 1;
  params.tree.expand = 1;
  params.tree.solver = false;
  params.selection.k = 1;  // looks at many positions
  const Growing<TypeParam> tree(params);
  TicTacToe state({});
  std::vector<TicTacToe::Move> history;
  bool was_full = false;
  for (int ply = 0; ply < 4; ++ply) {
    const auto found = tree.search->search(state, history, {});
    was_full = was_full || found.memory_is_full;
    EXPECT_LE(found.bytes, 1u << 20);
    EXPECT_EQ(found.nodes, tree.nodes());
    EXPECT_GE(tree.root_visits(), found.iterations);
    history.push_back(found.best.move);
    state.play(found.best.move);
  }
  EXPECT_TRUE(was_full);
}

TYPED_TEST(TreeThreads, OneIsTheSearchWithoutThem) {
  const auto plain = params_of<TreeSearch<TypeParam>>(1, 2000);
  auto same = plain;
  same.tree.virtual_loss = 7;  // nobody is there to be sent elsewhere
  const auto search = [](const auto& params) {
    return TreeSearch<TypeParam>::template make<TicTacToe>(params, 5)->search(TicTacToe({}), {}, {});
  };
  expect_same(search(plain), search(same));
  EXPECT_EQ(search(plain).helpers_cpu_seconds, 0.0);
}

// ---- What is proven ------------------------------------------------------------------------------------------------

double value_of(const TicTacToe& state) {
  static std::map<std::uint64_t, double> known;
  if (state.is_terminal()) return state.rewards()[static_cast<std::size_t>(state.to_move())];
  if (const auto found = known.find(state.hash()); found != known.end()) return found->second;
  double best = 0;
  MoveList<TicTacToe> moves;
  state.legal_moves(moves);
  for (const auto& move : moves) {
    TicTacToe next = state;
    next.play(move);
    best = std::max(best, 1 - value_of(next));
  }
  return known[state.hash()] = best;
}

TYPED_TEST(TreeThreads, ProveWhatIsTrue) {
  std::map<double, int> seen;
  for (const char* opening : {"", "a1", "b2", "a1 b1", "a1 b1 b2", "b1 a2 c3", "a1 c3 b2 a3", "b2 a2 a1"}) {
    TicTacToe state({});
    const std::string_view moves = opening;
    for (std::size_t at = 0; at < moves.size(); at += 3) state.play(state.parse_move(moves.substr(at, 2)).value());
    for (const int threads : {1, 2, 8}) {
      const auto params = params_of<TreeSearch<TypeParam>>(threads, 1'000'000);
      const auto found = TreeSearch<TypeParam>::template make<TicTacToe>(params, 3)->search(state, {}, {});
      EXPECT_EQ(found.stopped_by, "solved") << opening << " on " << threads;
      ASSERT_TRUE(found.proven) << opening << " on " << threads;
      EXPECT_EQ(*found.proven, value_of(state)) << opening << " on " << threads;
      EXPECT_EQ(found.best.proven, found.proven);
      ++seen[*found.proven];
    }
  }
  EXPECT_EQ(seen.size(), 3u) << "wins, losses and draws";
}

// ---- Everything else that a search has -----------------------------------------------------------------------------

TEST(SelectionThreads, MayLookAtTheNodesBelow) {
  auto params = params_of<TreeSearch<selection::BestChild>>(4, 3000);
  params.tree.solver = false;
  params.selection.enough = 5;
  const Growing<selection::BestChild> tree(params);
  EXPECT_EQ(tree.search->search(TicTacToe({}), {}, {}).iterations, 3000u);
  EXPECT_GT(tree.nodes(), 0u);
}

TEST(TreeThreadsLimits, AreExtendedOnceWhenTheAnswerIsNotSettled) {
  auto params = params_of<Uct>(3, 2000);
  params.tree.solver = false;
  params.tree.final_move = FinalMove::robust_max;
  const auto found = Uct::make<TicTacToe>(params, 1)->search(TicTacToe({}), {}, {});
  EXPECT_TRUE(found.iterations == 2000 || found.iterations == 3000) << found.iterations;
}

TEST(TreeThreadsLimits, CountTheTimeOfBothPartsOfASearch) {
  auto params = params_of<Uct>(2, 2000);
  params.candidates = {.keep = 3, .keep_after = 1};  // nothing is left for the second part
  const auto found = Uct::make<TicTacToe>(params, 1)->search(TicTacToe({}), {}, {});
  EXPECT_EQ(found.iterations, 2000u);
  EXPECT_GT(found.helpers_cpu_seconds, 0);
}

TEST(TreeThreadsLimits, EndTheSearchWhenWhoListensThrows) {
  auto params = params_of<Uct>(3, 0);
  params.limits.seconds = 60;
  params.tree.solver = false;
  Watch<TicTacToe> watch;
  watch.progress = [](const auto&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(Uct::make<TicTacToe>(params, 1)->search(TicTacToe({}), {}, watch), std::runtime_error);
}

TEST(TreeThreadsLimits, GoOnWithThoseThatCouldBeStarted) {
  const NoMoreThreads none;
  const auto found = Uct::make<TicTacToe>(params_of<Uct>(4, 500), 1)->search(TicTacToe({}), {}, {});
  EXPECT_EQ(found.threads, 1);
  EXPECT_EQ(found.missing_threads, 3);
  EXPECT_EQ(found.iterations, 500u);
}

}  // namespace
}  // namespace banyan
