// SPDX-License-Identifier: MIT
// Tree search on Havannah: the formulas of the paper, the neutral settings, proofs, memory, reuse.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/math.h"
#include "engine/havannah.h"
#include "game/playouts.h"
#include "search/mcts/tree_search.h"
#include "tests/havannah_helpers.h"
#include "tests/same_search.h"

namespace banyan {
namespace {

using havannah::Havannah;
using havannah::Options;
using havannah::Small;
using havannah::with_type_for;

template <class S>
S board(int side, std::initializer_list<const char*> moves = {}) {
  S state(Options{.size = side, .swap = false});
  for (const char* move : moves) havannah::play_text(state, move);
  return state;
}

// ---- Neutral settings ------------------------------------------------------------------------------------------

TEST(Rave, WithWeightZeroIsUctToTheLastVisit) {
  for (const int side : {3, 5, 8}) {
    with_type_for(side, [&]<class S>() {
      for (const int expand : {1, 2, 5}) {
        for (const selection::Ucb1::Untried untried :
             {selection::Ucb1::Untried::first, selection::Ucb1::Untried::urgency}) {
          for (const bool solver : {false, true}) {
            Uct::Params uct;
            uct.limits.iterations = share(6000);
            uct.tree.expand = expand;
            uct.tree.solver = solver;
            uct.selection = {.k = 0.6, .untried = untried, .urgency = 0.9};
            Rave::Params rave;
            rave.limits = uct.limits;
            rave.tree = uct.tree;
            rave.selection = {.r = 0, .k = 0.6, .untried = selection::Rave::Untried::first, .urgency = 0.9};
            if (untried == selection::Ucb1::Untried::urgency)
              rave.selection.untried = selection::Rave::Untried::urgency;
            const S start = board<S>(side);
            expect_same(Uct::make<S>(uct, 3)->search(start, {}, {}), Rave::make<S>(rave, 3)->search(start, {}, {}));
          }
        }
      }
    });
  }
}

TEST(Mcts, TheSameSeedGivesTheSameAnswer) {
  using S = Small;
  const auto run = [](std::uint64_t seed) {
    Rave::Params params;
    params.limits.iterations = 3000;
    return Rave::make<S>(params, seed)->search(board<S>(6), {}, {});
  };
  expect_same(run(1), run(1));
  EXPECT_NE(run(1).playout_moves, run(2).playout_moves);
}

// ---- The paper's Algorithm 1, the slow and obvious way -----------------------------------------------------------

/// Nodes in maps, one child per iteration, untried moves first, all-moves-as-first counts by move. Draws from the same
/// streams as Mcts in the same order, so that both must agree to the last visit.
class SlowSearch {
 public:
  using S = Small;
  struct Pair {
    float wins, visits;
    float rate() const { return wins / visits; }
  };
  /// Of a move's own playouts, of those that count it as first, and the visits of its node. In single precision: equal
  /// scores are told apart by numbers near its last bits.
  using Formula = std::function<float(Pair direct, Pair amaf, int node_visits)>;

  SlowSearch(Formula formula, std::uint64_t seed)
      : formula_(std::move(formula)), seed_(seed), rng_(derive_seed(seed, 0)) {}

  struct SlowNode {
    Player mover = 0;
    int visits = 0;
    std::map<int, std::unique_ptr<SlowNode>> nodes;
    std::map<int, int> child_visits;
    std::map<int, double> child_wins;
    std::map<int, int> amaf_visits;
    std::map<int, double> amaf_wins;
    std::vector<int> untried;  // in ascending order

    explicit SlowNode(const S& state) : mover(state.to_move()) {
      MoveList<S> moves;
      state.legal_moves(moves);
      for (const auto& m : moves) untried.push_back(m.index);
    }
  };

  void run(const S& start, int iterations) {
    root_ = std::make_unique<SlowNode>(start);
    Uniform<S> playout(start, derive_seed(seed_, 1));
    for (int i = 0; i < iterations; ++i) iterate(start, playout);
  }

  const SlowNode& root() const { return *root_; }

 private:
  void iterate(const S& start, Uniform<S>& playout) {
    S state = start;
    SlowNode* node = root_.get();
    std::vector<std::pair<SlowNode*, int>> path;
    SlowNode* created = nullptr;
    while (!state.is_terminal()) {
      const int move = node->untried.empty() ? select(*node) : take_untried(*node);
      path.emplace_back(node, move);
      state.play({static_cast<std::uint16_t>(move)});
      if (state.is_terminal()) break;
      auto& next = node->nodes[move];
      if (next == nullptr) {
        next = std::make_unique<SlowNode>(state);
        created = next.get();
        break;
      }
      node = next.get();
    }
    if (!state.is_terminal()) playout.run(state);
    const auto rewards = state.rewards();
    const auto count = [&](SlowNode& n) {
      for (int cell = 0; cell < state.index_count(); ++cell) {
        if (state.owners()[cell] != state.owner_bit(n.mover)) continue;
        ++n.amaf_visits[cell];
        n.amaf_wins[cell] += rewards[static_cast<std::size_t>(n.mover)];
      }
    };
    if (created != nullptr) count(*created);
    for (auto& [n, move] : path) {
      ++n->visits;
      ++n->child_visits[move];
      n->child_wins[move] += rewards[static_cast<std::size_t>(n->mover)];
      count(*n);
    }
  }

  int take_untried(SlowNode& n) {
    const auto which = rng_.below(static_cast<std::uint32_t>(n.untried.size()));
    const int move = n.untried[which];
    n.untried.erase(n.untried.begin() + which);
    return move;
  }

  int select(SlowNode& n) {
    const std::uint64_t offset = rng_.next() % 512;
    float best = -1;
    int best_move = -1;
    for (const auto& [move, visits] : n.child_visits) {
      const Pair direct{static_cast<float>(n.child_wins[move]), static_cast<float>(visits)};
      const Pair amaf{static_cast<float>(n.amaf_wins[move]), static_cast<float>(n.amaf_visits[move])};
      float score = formula_(direct, amaf, n.visits);
      score += static_cast<float>(mix64(offset + static_cast<std::uint64_t>(move)) >> 40) * 0x1p-44f;
      if (score > best) {
        best = score;
        best_move = move;
      }
    }
    return best_move;
  }

  Formula formula_;
  std::uint64_t seed_;
  Rng rng_;
  std::unique_ptr<SlowNode> root_;
};

/// Algorithm 1 with the formula must be what `params` search, with every move tried before any second visit.
template <class Algorithm>
void expect_slow_search_agrees(int side, const SlowSearch::Formula& formula, typename Algorithm::Params params) {
  const int iterations = 3000;
  const auto start = board<Small>(side);
  SlowSearch slow(formula, 5);
  slow.run(start, iterations);
  params.limits.iterations = iterations;
  params.tree.expand = 1;
  params.tree.solver = false;
  const auto fast = Algorithm::template make<Small>(params, 5)->search(start, {}, {});
  ASSERT_EQ(fast.moves.size(), slow.root().child_visits.size());
  for (const auto& m : fast.moves) {
    EXPECT_EQ(m.visits, static_cast<std::uint64_t>(slow.root().child_visits.at(m.move.index))) << side;
    EXPECT_EQ(m.amaf_visits, static_cast<std::uint64_t>(slow.root().amaf_visits.at(m.move.index))) << side;
  }
}

TEST(Rave, IsAlgorithm1OfThePaper) {
  for (const auto& [side, r, k] : {std::tuple{3, 130.f, 0.f}, {4, 130.f, 0.f}, {4, 30.f, 0.25f}, {5, 500.f, 0.75f}}) {
    const auto formula = [r = r, k = k](SlowSearch::Pair direct, SlowSearch::Pair amaf, int visits) {
      const float beta = std::sqrt(r / (r + 3.0f * direct.visits));
      const float value = (1.0f - beta) * direct.rate() + beta * amaf.rate();
      if (k == 0) return value;
      return value + k * std::sqrt(static_cast<float>(banyan::log(static_cast<double>(visits))) / direct.visits);
    };
    Rave::Params params;
    params.selection = {.r = r, .k = k, .untried = selection::Rave::Untried::first};
    expect_slow_search_agrees<Rave>(side, formula, params);
  }
}

TEST(AlphaAmaf, IsTheFormulaOfTheDirectAndTheIndirectPair) {
  for (const auto& [side, alpha, own] :
       {std::tuple{3, 0.25f, false}, {4, 0.75f, false}, {4, 0.25f, true}, {5, 0.5f, true}}) {
    const auto formula = [alpha = alpha, own = own](SlowSearch::Pair direct, SlowSearch::Pair amaf, int) {
      SlowSearch::Pair indirect = amaf;  // of the siblings, if not of the move itself too
      if (!own) indirect = {amaf.wins - direct.wins, amaf.visits - direct.visits};
      const float value = indirect.visits > 0 ? indirect.rate() : direct.rate();
      return alpha * direct.rate() + (1.0f - alpha) * value;
    };
    AlphaAmaf::Params params;
    params.selection = {.alpha = alpha, .own = own, .untried = selection::AlphaAmaf::Untried::first};
    expect_slow_search_agrees<AlphaAmaf>(side, formula, params);
  }
}

TEST(AlphaAmaf, WithAlphaOneIsUctWithoutExplorationToTheLastVisit) {
  for (const int side : {3, 5, 8}) {
    with_type_for(side, [&]<class S>() {
      for (const int expand : {1, 2, 5}) {
        for (const bool own : {false, true}) {
          Uct::Params uct;
          uct.limits.iterations = share(6000);
          uct.tree.expand = expand;
          uct.selection = {.k = 0, .untried = selection::Ucb1::Untried::first};
          AlphaAmaf::Params alpha;
          alpha.limits = uct.limits;
          alpha.tree = uct.tree;
          alpha.selection = {.alpha = 1, .own = own, .untried = selection::AlphaAmaf::Untried::first};
          const S start = board<S>(side);
          expect_same(Uct::make<S>(uct, 3)->search(start, {}, {}), AlphaAmaf::make<S>(alpha, 3)->search(start, {}, {}));
        }
      }
    });
  }
}

// ---- Strength on what can be checked ------------------------------------------------------------------------------

template <class S>
std::vector<typename S::Move> winning_moves(const S& state) {
  std::vector<typename S::Move> wins;
  MoveList<S> moves;
  state.legal_moves(moves);
  for (const auto& m : moves) {
    S next = state;
    next.play(m);
    if (next.is_terminal() && next.rewards()[static_cast<std::size_t>(state.to_move())] == 1.0) wins.push_back(m);
  }
  return wins;
}

/// A random game, from its start to the position `plies` before its end.
template <class S>
S near_the_end(int side, std::uint64_t seed, std::size_t plies) {
  Rng rng(seed);
  const S start(Options{.size = side, .swap = false});
  Drawer<S> drawer(start);
  auto draw = drawer.begin(rng);
  std::vector<S> states{start};
  while (!states.back().is_terminal()) {
    S next = states.back();
    next.play(draw(next));
    states.push_back(next);
  }
  return states[states.size() - 1 - plies];
}

template <class A>
class AnyTreeSearch : public testing::Test {};
using AnySelection = testing::Types<Uct, Rave, AlphaAmaf>;
TYPED_TEST_SUITE(AnyTreeSearch, AnySelection);

TYPED_TEST(AnyTreeSearch, FindsAWinInOneAndBlocksALossInOneOnEverySize) {
  for (int side = havannah::min_side; side <= (is_full_run ? havannah::max_side : 3); side += is_long_run() ? 1 : 3) {
    with_type_for(side, [&]<class S>() {
      typename TypeParam::Params params;
      params.tree.solver = false;  // by statistics alone; with proofs it is easier
      params.tree.early_stop = EarlyStop::always;
      int blocked = 0;
      for (std::uint64_t seed = 1; blocked < (is_full_run ? 2 : 1); ++seed) {
        const S win = near_the_end<S>(side, derive_seed(seed, static_cast<std::uint64_t>(side)), 1);
        if (!winning_moves(win).empty() && seed <= 2) {
          params.limits.iterations = 20'000;
          const auto found = TypeParam::template make<S>(params, seed)->search(win, {}, {});
          EXPECT_THAT(winning_moves(win), testing::Contains(found.best.move)) << "side " << side << " seed " << seed;
        }
        // One move that stops a threat, no win of one's own: anything but that move loses at once.
        const S threat = near_the_end<S>(side, derive_seed(seed, static_cast<std::uint64_t>(side)), 2);
        if (!winning_moves(threat).empty()) continue;
        MoveList<S> moves;
        threat.legal_moves(moves);
        std::vector<typename S::Move> safe;
        for (const auto& m : moves) {
          S next = threat;
          next.play(m);
          if (!next.is_terminal() && winning_moves(next).empty()) safe.push_back(m);
        }
        if (safe.empty() || safe.size() == moves.size()) continue;
        params.limits.iterations = share(400'000, 100'000);
        const auto found = TypeParam::template make<S>(params, seed)->search(threat, {}, {});
        EXPECT_THAT(safe, testing::Contains(found.best.move)) << "side " << side << " seed " << seed;
        ++blocked;
      }
    });
  }
}

TYPED_TEST(AnyTreeSearch, LooksAheadForAWinAndForTheReplyThatIsForced) {
  for (int side = havannah::min_side; side <= 6; ++side) {
    with_type_for(side, [&]<class S>() {
      int positions = 0;
      for (std::uint64_t seed = 1; positions < 5; ++seed) {
        const S threat = near_the_end<S>(side, derive_seed(seed, static_cast<std::uint64_t>(side)), 2);
        if (!winning_moves(threat).empty()) continue;
        MoveList<S> moves;
        threat.legal_moves(moves);
        typename TypeParam::Params params;
        params.limits.iterations = static_cast<std::int64_t>(moves.size());
        params.tree.expand = 1;
        params.selection.untried = decltype(params.selection.untried)::first;
        const auto ahead = TypeParam::template make<S>(params, seed)->search(threat, {}, {});
        params.tree.lookahead = false;
        const auto plain = TypeParam::template make<S>(params, seed)->search(threat, {}, {});
        for (const auto& m : plain.moves) EXPECT_EQ(m.proven, std::nullopt) << "one playout proves nothing";
        // A move that leaves the opponent a win is known to lose after its one visit.
        int losing = 0;
        for (const auto& m : ahead.moves) {
          S next = threat;
          next.play(m.move);
          if (winning_moves(next).empty()) {
            EXPECT_NE(m.proven, 0.0);
          } else {
            EXPECT_EQ(m.proven, 0.0);
            ++losing;
          }
        }
        positions += losing > 0;
      }
    });
  }
}

/// The value of a position for the player to move, by trying everything, remembering what was met.
template <class S>
double solve(const S& state, std::unordered_map<std::uint64_t, double>& known) {
  if (state.is_terminal()) return state.rewards()[static_cast<std::size_t>(state.to_move())];
  const std::uint64_t key = state.hash() ^ static_cast<std::uint64_t>(state.to_move());
  if (const auto found = known.find(key); found != known.end()) return found->second;
  double best = 0;
  MoveList<S> moves;
  state.legal_moves(moves);
  for (const auto& m : moves) {
    S next = state;
    next.play(m);
    best = std::max(best, 1.0 - solve(next, known));
    if (best == 1.0) break;
  }
  return known[key] = best;
}

TYPED_TEST(AnyTreeSearch, ProvesSolvedPositionsOfSideThree) {
  using S = Small;
  std::unordered_map<std::uint64_t, double> known;
  std::map<double, int> seen;
  Rng rng(11);
  for (int game = 0; game < share(200, 20); ++game) {
    S state = board<S>(3);
    Drawer<S> drawer(state);
    auto draw = drawer.begin(rng);
    const int plies = 6 + static_cast<int>(rng.below(8));
    for (int ply = 0; ply < plies && !state.is_terminal(); ++ply) state.play(draw(state));
    if (state.is_terminal()) continue;
    typename TypeParam::Params params;
    params.limits.iterations = 2'000'000;
    const auto result = TypeParam::template make<S>(params, 1)->search(state, {}, {});
    ASSERT_EQ(result.stopped_by, "solved");
    EXPECT_EQ(result.proven, solve(state, known));
    EXPECT_EQ(result.best.proven, result.proven);
    ++seen[*result.proven];
  }
  EXPECT_GT(seen[1.0], 0);
  EXPECT_GT(seen[0.0], 0);
}

// ---- Memory and reuse ---------------------------------------------------------------------------------------------

TYPED_TEST(AnyTreeSearch, StaysWithinItsMemoryAndGoesOn) {
  using S = Havannah<12>;
  typename TypeParam::Params params;
  params.limits.iterations = share(50'000, 6'000);
  params.tree.memory = 1;
  params.tree.expand = 1;
  const auto result = TypeParam::template make<S>(params, 1)->search(board<S>(10), {}, {});
  EXPECT_LE(result.bytes, 1u << 20);
  EXPECT_GT(result.bytes, 900'000u);
  EXPECT_EQ(result.iterations, static_cast<std::uint64_t>(params.limits.iterations));
  std::uint64_t visits = 0;
  for (const auto& m : result.moves) visits += m.visits;
  EXPECT_EQ(visits, result.iterations);
}

TYPED_TEST(AnyTreeSearch, KeepsWhatItKnowsWhenTheGameGoesOn) {
  using S = Small;
  typename TypeParam::Params params;
  params.limits.iterations = is_full_run ? 5000 : 1500;
  auto search = TypeParam::template make<S>(params, 1);
  S state = board<S>(5);
  std::vector<typename S::Move> history;
  std::uint64_t kept_total = 0;
  for (int ply = 0; ply < 16; ++ply) {
    const auto result = search->search(state, history, {});
    if (result.proven) break;
    std::uint64_t visits = 0;
    for (const auto& m : result.moves) visits += m.visits;
    ASSERT_GE(visits, result.iterations);
    kept_total += visits - result.iterations;
    ASSERT_LE(result.nodes, visits + 1) << "dropped nodes are still counted";
    state.play(result.best.move);
    history.push_back(result.best.move);
    if (state.is_terminal()) break;
  }
  EXPECT_GT(kept_total, static_cast<std::uint64_t>(params.limits.iterations / 10));

  // Off, or in another game, nothing is kept.
  params.tree.reuse = false;
  search = TypeParam::template make<S>(params, 1);
  const auto first = search->search(board<S>(5), {}, {});
  const std::vector<typename S::Move> one{first.best.move};
  S next = board<S>(5);
  next.play(one[0]);
  std::uint64_t visits = 0;
  for (const auto& m : search->search(next, one, {}).moves) visits += m.visits;
  EXPECT_EQ(visits, static_cast<std::uint64_t>(params.limits.iterations));
}

TYPED_TEST(AnyTreeSearch, ATreeMovedInMemoryIsTheTreeItWas) {
  // Searching on after a move must see the same counts as the first search left below that move.
  using S = Small;
  typename TypeParam::Params params;
  params.limits.iterations = share(30'000);
  auto search = TypeParam::template make<S>(params, 4);
  const S start = board<S>(6);
  const auto before = search->search(start, {}, {});
  S next = start;
  next.play(before.best.move);
  std::atomic<bool> stop{true};
  const std::vector<typename S::Move> history{before.best.move};
  const auto after = search->search(next, history, {.stop = &stop, .progress = {}});
  EXPECT_EQ(after.iterations, 1u) << "a search that is stopped at once still has an answer";
  ASSERT_GE(before.principal_variation.size(), 2u);
  EXPECT_THAT(after.principal_variation,
              testing::ElementsAreArray(before.principal_variation.begin() + 1, before.principal_variation.end()));
  std::uint64_t visits = 0;
  for (const auto& m : after.moves) visits += m.visits;
  // All visits of the move but those before it had a node of its own, and the one just made.
  EXPECT_EQ(visits, before.best.visits - static_cast<std::uint64_t>(params.tree.expand) + 1);
}

// ---- The final move -------------------------------------------------------------------------------------------------

using M = MoveStatistics<Small>;

M move(std::uint16_t index, std::uint64_t visits, double value, std::optional<double> proven = {}) {
  M m{.move = {index}, .visits = visits, .value = value, .proven = proven};
  return m;
}

int final_index(const std::vector<M>& moves, FinalMove rule) { return choose_final_move(moves, rule, 4.0).move.index; }

TEST(FinalMove, FollowsItsRule) {
  const std::vector<M> moves{move(1, 100, 0.50), move(2, 10, 0.90), move(3, 60, 0.80)};
  EXPECT_EQ(final_index(moves, FinalMove::max), 2);
  EXPECT_EQ(final_index(moves, FinalMove::robust), 1);
  EXPECT_EQ(final_index(moves, FinalMove::robust_max), 1);
  EXPECT_EQ(final_index(moves, FinalMove::secure), 3);  // 0.10, -0.36, 0.28
}

TEST(FinalMove, KnowsWhatIsProven) {
  for (const FinalMove rule : {FinalMove::max, FinalMove::robust, FinalMove::robust_max, FinalMove::secure}) {
    EXPECT_EQ(final_index({move(1, 100, 0.6), move(2, 1, 1.0, 1.0)}, rule), 2) << "a win is played";
    EXPECT_EQ(final_index({move(1, 100, 0.0, 0.0), move(2, 30, 0.1)}, rule), 2) << "a loss is not";
    EXPECT_EQ(final_index({move(1, 100, 0.3), move(2, 5, 0.5, 0.5)}, rule), 2) << "a draw before worse";
    EXPECT_EQ(final_index({move(1, 100, 0.8), move(2, 5, 0.5, 0.5)}, rule), 1) << "but not before better";
  }
}

TEST(FinalMove, RobustMaxSearchesOnUntilBothAgree) {
  using S = Small;
  int extended = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Uct::Params params;
    params.limits.iterations = 300;
    params.tree.final_move = FinalMove::robust_max;
    params.tree.solver = false;
    const auto result = Uct::make<S>(params, seed)->search(board<S>(4), {}, {});
    EXPECT_TRUE(result.iterations == 300 || result.iterations == 450) << result.iterations;
    extended += result.iterations == 450;
  }
  EXPECT_GT(extended, 0);
  EXPECT_LT(extended, 30);
}

}  // namespace
}  // namespace banyan
