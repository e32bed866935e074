// SPDX-License-Identifier: MIT
// NMCS and NRPA: they find what is known to be best in a toy game, learn what they are shown, and share their work out
// over threads without changing what one thread does.
#include "game/nested.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include "core/clock.h"
#include "core/math.h"
#include "engine/catalogue.h"
#include "engine/solve.h"
#include "games/samegame/samegame.h"
#include "search/nested/nested_search.h"
#include "search/nested/nmcs.h"
#include "search/nested/nrpa.h"
#include "tests/games/hidden_word/hidden_word.h"
#include "tests/no_more_threads.h"
#include "tests/samegame_reference.h"
#include "tests/share.h"

namespace banyan {
namespace {

using hidden_word::HiddenWord;
using samegame::SameGame;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Slow = samegame::reference::SlowSameGame;

static_assert(NestedGame<HiddenWord> && !PocketsMoves<HiddenWord>);
static_assert(NestedGame<SameGame<16>> && PocketsMoves<SameGame<16>>);

template <class S>
NestedSetup<S> nrpa_setup(const NrpaParams& params, const TeamParams& team = {}) {
  return Nrpa::setup<S>({.limits = {}, .nested = params, .team = team});
}

template <class S>
NestedResult<S> nrpa(const S& root, const NrpaParams& params, const TeamParams& team = {}, std::uint64_t seed = 1) {
  return NestedRun<S>(root, nrpa_setup<S>(params, team), seed).run({}, 1, {});
}

template <class S>
NestedResult<S> nmcs(const S& root, int level, const TeamParams& team = {}) {
  return NestedRun<S>(root, Nmcs::setup<S>({.limits = {}, .nested = {.level = level}, .team = team}), 1).run({}, 1, {});
}

NrpaParams small(int level = 2, int n = 20) {
  NrpaParams params;
  params.level = level;
  params.n = n;
  return params;
}

TeamParams threads(int count, Strategy strategy, int level = 2) {
  TeamParams team;
  team.threads = count;
  team.parallel = strategy;
  team.parallel_level = level;
  return team;
}

// ---- The policy ----

/// A trace of one step: `chosen` out of `codes`.
Trace one_step(std::initializer_list<std::uint64_t> codes, std::uint32_t chosen) {
  Trace trace;
  for (const std::uint64_t code : codes) {
    *trace.legal.room(1) = static_cast<std::uint32_t>(trace.entries.size());
    trace.legal.add(1);
    trace.entries.push_back({.code = code, .bias = 1});
  }
  trace.steps.push_back({.chosen = chosen, .end = static_cast<std::uint32_t>(codes.size())});
  return trace;
}

TEST(Policy, LearnsAStepAsThePaperSays) {
  Policy policy;
  Trace trace = one_step({10, 20, 0}, 1);
  EXPECT_EQ(policy.factor(20), 1.0f);
  policy.adapt(trace, 1.0);
  EXPECT_NEAR(policy.weight(20), 1 - 1.0 / 3, 1e-6);
  EXPECT_NEAR(policy.weight(10), -1.0 / 3, 1e-6);
  EXPECT_NEAR(policy.weight(0), -1.0 / 3, 1e-6);
  EXPECT_EQ(policy.weight(30), 0.0f);
  // The second time the policy counts: probabilities of the old weights, for all of them.
  const double a = std::exp(2.0 / 3), b = std::exp(-1.0 / 3), z = a + 2 * b;
  policy.adapt(trace, 0.5);
  EXPECT_NEAR(policy.weight(20), 2.0 / 3 + 0.5 * (1 - a / z), 1e-6);
  EXPECT_NEAR(policy.weight(10), -1.0 / 3 - 0.5 * b / z, 1e-6);
  EXPECT_NEAR(policy.factor(10), std::exp(policy.weight(10)), 1e-6);
}

TEST(Policy, AMoveThatIsTwoEntriesOfATraceIsOneMove) {
  Policy policy;
  Trace trace = one_step({5, 5}, 0);
  policy.adapt(trace, 1.0);
  EXPECT_NEAR(policy.weight(5), 0.0, 1e-6);
}

TEST(Policy, WeightsStayWithinBounds) {
  Policy policy;
  Trace trace = one_step({1, 2}, 0);
  for (int i = 0; i < 50; ++i) policy.adapt(trace, 50);
  EXPECT_LE(policy.weight(1), Policy::largest_weight);
  EXPECT_GE(policy.weight(2), -Policy::largest_weight);
  EXPECT_TRUE(std::isfinite(policy.factor(1)));
  EXPECT_GT(policy.factor(2), 0.0f);
}

TEST(Policy, ManyMovesFitAndExponentialsAreRight) {
  Policy policy;
  for (std::uint64_t code = 1; code < 5000; ++code) {
    Trace trace = one_step({code, code + 10'000}, 0);
    for (std::uint64_t i = 0; i < code % 40; ++i) policy.adapt(trace, 2.0);
  }
  for (std::uint64_t code = 1; code < 5000; ++code) {
    ASSERT_NEAR(policy.factor(code) / banyan::exp(policy.weight(code)), 1.0, 1e-5) << policy.weight(code);
  }
  Policy copy;
  copy.set_weights(policy.weights());
  EXPECT_EQ(copy.weights(), policy.weights());
  for (std::uint64_t code = 1; code < 5000; ++code) ASSERT_EQ(copy.factor(code), policy.factor(code));
  copy.clear();
  EXPECT_EQ(copy.size(), 0u);
}

TEST(Policy, ACopyDoesNotShareThePlacesOfATrace) {
  Policy one, two;
  Trace trace = one_step({7, 8}, 0);
  one.adapt(trace, 1.0);
  two.adapt(trace, 1.0);
  const Policy three = two;
  EXPECT_EQ(one.weight(7), two.weight(7));
  EXPECT_EQ(three.weight(7), two.weight(7));
}

TEST(Policy, RandomWeightsDependOnTheSeedAlone) {
  const Policy one(1.0, 3), same(1.0, 3), other(1.0, 4);
  std::set<float> weights;
  for (std::uint64_t code = 0; code < 100; ++code) {
    EXPECT_EQ(one.weight(code), same.weight(code));
    EXPECT_GE(one.weight(code), 0.0f);
    EXPECT_LT(one.weight(code), 1.0f);
    weights.insert(one.weight(code));
  }
  EXPECT_GT(weights.size(), 50u);
  EXPECT_NE(one.weight(1), other.weight(1));
}

TEST(Policy, MovesAreDrawnByTheirWeights) {
  Rng rng(1);
  for (const int count : {1, 3, 8, 9, 20}) {
    std::vector<float> weights(static_cast<std::size_t>(count) + 7);
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += weights[static_cast<std::size_t>(i)] = static_cast<float>(i % 4);
    if (count == 1) sum = weights[0] = 1;
    std::vector<int> drawn(static_cast<std::size_t>(count));
    constexpr int draws = 20'000;
    for (int i = 0; i < draws; ++i) ++drawn[static_cast<std::size_t>(draw_weighted(weights.data(), count, rng))];
    for (int i = 0; i < count; ++i) {
      const double p = static_cast<double>(weights[static_cast<std::size_t>(i)] / sum);
      EXPECT_NEAR(drawn[static_cast<std::size_t>(i)], draws * p, 5 * std::sqrt(draws * p * (1 - p)) + 1e-9);
    }
  }
}

// ---- A toy with a known best score ----

TEST(Nrpa, FindsTheHiddenWord) {
  const HiddenWord root({});
  EXPECT_EQ(nrpa(root, small(2, 50)).solution.score, root.best_score());
}

TEST(Nmcs, FindsTheHiddenWord) {
  const HiddenWord root({.length = 10});
  EXPECT_EQ(nmcs(root, 4).solution.score, root.best_score());
}

TEST(Nrpa, EveryOptionFindsTheHiddenWord) {
  const HiddenWord root({.length = 20});
  for (const auto& change : std::vector<std::function<void(NrpaParams&)>>{
           [](NrpaParams& p) { p.ties = Ties::keep; }, [](NrpaParams& p) { p.spread = 1; },
           [](NrpaParams& p) { p.alpha = 2; }, [](NrpaParams& p) { p.stabilise = 3; },
           [](NrpaParams& p) { p.repeats = 10; }, [](NrpaParams& p) { p.level = 3, p.n = 20; }}) {
    NrpaParams params = small(2, 50);
    change(params);
    EXPECT_EQ(nrpa(root, params).solution.score, root.best_score());
  }
}

TEST(Nrpa, DoesNLevelsOfNPlayouts) {
  const HiddenWord root({});
  EXPECT_EQ(nrpa(root, small(1, 17)).playouts, 17u);
  EXPECT_EQ(nrpa(root, small(3, 6)).playouts, 6u * 6 * 6);
  NrpaParams params = small(2, 10);
  params.stabilise = 4;
  EXPECT_EQ(nrpa(root, params).playouts, 4u * 100);
}

TEST(Nrpa, RepeatsEndASearchEarly) {
  const HiddenWord root({.length = 5});
  NrpaParams params = small(2, 200);
  const auto all = nrpa(root, params);
  params.repeats = 5;
  const auto early = nrpa(root, params);
  EXPECT_LT(early.playouts, all.playouts / 4);
  EXPECT_EQ(early.solution.score, root.best_score());
}

TEST(Nrpa, SearchesFollowEachOtherUntilALimit) {
  const HiddenWord root({});
  LimitParams limits;
  limits.iterations = 250;
  const auto found = NestedRun<HiddenWord>(root, nrpa_setup<HiddenWord>(small(2, 10)), 1).run(limits, 0, {});
  EXPECT_EQ(found.playouts, 250u);
  EXPECT_EQ(found.runs, 2u);
  EXPECT_EQ(found.stopped_by, "iterations");
}

// ---- SameGame ----

TEST(Nrpa, ASolutionOfSameGameIsLegalAndHasItsScoreByTheSlowRules) {
  for (const int board : {1, 7}) {
    samegame::Options options;
    options.board = board;
    const SameGame<16> root(options);
    for (const auto& found : {nrpa(root, small()), nmcs(root, 1)}) {
      Slow slow(samegame::standard_board(board));
      for (const samegame::Move m : found.solution.moves) ASSERT_TRUE(slow.click({m.column, m.row}));
      EXPECT_TRUE(slow.legal().empty());
      EXPECT_EQ(found.solution.score, slow.score());
    }
  }
}

TEST(Nrpa, LearnsSameGame) {
  const SameGame<16> root{samegame::Options{}};
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) sum += nrpa(root, small(1, 400), {}, seed).solution.score;
  EXPECT_GT(sum / 4, 800);  // the best of 400 uniform playouts is about 600
}

/// Algorithm 3 of the paper, by playing the sequence again: what every weight becomes.
std::map<std::uint64_t, double> adapted(const Policy& policy, SameGame<16> pockets,
                                        std::span<const samegame::Move> moves, double alpha) {
  std::map<std::uint64_t, double> weights;
  for (const samegame::Move& move : moves) {
    int chosen = -1;
    double z = 0;
    for (int pocket = 0; pocket < pockets.pocket_count(); ++pocket) {
      if (pockets.pocket_move(pocket) == move) chosen = pocket;
      z += std::exp(static_cast<double>(policy.weight(pockets.pocket_code(pocket))));
    }
    for (int pocket = 0; pocket < pockets.pocket_count(); ++pocket) {
      const std::uint64_t code = pockets.pocket_code(pocket);
      const auto before = static_cast<double>(policy.weight(code));
      weights.try_emplace(code, before).first->second -= alpha * std::exp(before) / z;
    }
    weights.at(pockets.pocket_code(chosen)) += alpha;
    pockets.play_pocket(chosen);
  }
  return weights;
}

TEST(Nrpa, LearnsAWholeGameAsThePaperSays) {
  for (const int board : {1, 4, 18}) {
    samegame::Options options;
    options.board = board;
    const SameGame<16> root(options);
    WeightedPlayout<SameGame<16>> playout(root, 0);
    Policy policy;
    Rng rng(static_cast<std::uint64_t>(board));
    Sequence<SameGame<16>> game;
    for (int i = 0; i < 40; ++i) {
      playout.run(policy, rng, game);
      std::vector<samegame::Move> moves;
      for (std::size_t m = 0; m < game.moves.size(); ++m) moves.push_back(game.moves[m]);
      const auto expected = adapted(policy, root, moves, 1.5);
      policy.adapt(game, 1.5);
      for (const auto& [code, weight] : expected) ASSERT_NEAR(policy.weight(code), weight, 1e-4);
    }
  }
}

TEST(Nrpa, ABiasPrefersWhatTheGamePrefers) {
  const SameGame<16> root{samegame::Options{}};
  int largest = 0;
  for (int pocket = 0; pocket < root.pocket_count(); ++pocket)
    largest = std::max(largest, root.pocket_preference(pocket));
  const auto first = [&](double bias) {
    NrpaParams params = small(1, 1);
    params.bias = bias;
    int sum = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const samegame::Move move = nrpa(root, params, {}, seed).solution.moves[0];
      for (int pocket = 0; pocket < root.pocket_count(); ++pocket) {
        if (root.pocket_move(pocket) == move) sum += root.pocket_preference(pocket);
      }
    }
    return sum;
  };
  EXPECT_EQ(first(10), 20 * largest);
  EXPECT_LT(first(0), first(10));
  EXPECT_EQ(first(-10), 0);
}

TEST(Nrpa, ATraceOfAKnownGameIsTheTraceOfItsPlayout) {
  const SameGame<16> root{samegame::Options{}};
  WeightedPlayout<SameGame<16>> playout(root, 0.0);
  Rng rng(5);
  Sequence<SameGame<16>> played, again;
  playout.run(Policy(), rng, played);
  std::vector<samegame::Move> moves;
  for (std::size_t i = 0; i < played.moves.size(); ++i) moves.push_back(played.moves[i]);
  playout.retrace(moves, again);
  EXPECT_EQ(again.score, played.score);
  Policy one, two;
  one.adapt(played, 1.0);
  two.adapt(again, 1.0);
  EXPECT_EQ(one.weights(), two.weights());
}

// ---- Several threads ----

TEST(NestedThreads, SharedWithOneThreadIsSequential) {
  const SameGame<16> root{samegame::Options{}};
  for (const int stabilise : {1, 3}) {
    NrpaParams params = small(3, 6);
    params.stabilise = stabilise;
    const auto alone = nrpa(root, params);
    for (const auto& team : {threads(1, Strategy::leaf_shared), threads(1, Strategy::node_shared),
                             threads(1, Strategy::node_shared, 3), threads(1, Strategy::node_local, 3)}) {
      const auto shared = nrpa(root, params, team);
      EXPECT_EQ(shared.solution.moves, alone.solution.moves);
      EXPECT_EQ(shared.playouts, alone.playouts);
      EXPECT_EQ(shared.playout_moves, alone.playout_moves);
    }
  }
}

TEST(NestedThreads, AFixedSeedAndNumberOfThreadsGiveAFixedResult) {
  const SameGame<16> root{samegame::Options{}};
  for (const Strategy strategy :
       {Strategy::root, Strategy::leaf_shared, Strategy::leaf_local, Strategy::node_shared, Strategy::node_local}) {
    for (const int count : {2, 3, 5}) {
      const auto one = nrpa(root, small(2, 12), threads(count, strategy));
      const auto two = nrpa(root, small(2, 12), threads(count, strategy));
      EXPECT_EQ(one.solution.moves, two.solution.moves);
      EXPECT_EQ(one.playout_moves, two.playout_moves);
      EXPECT_EQ(one.playouts, strategy == Strategy::root ? 144u * static_cast<unsigned>(count) : 144u);
      EXPECT_GE(one.lost_seconds, 0.0);
    }
  }
}

TEST(NestedThreads, RootTakesTheBestOfItsThreads) {
  const SameGame<16> root{samegame::Options{}};
  const auto both = nrpa(root, small(2, 10), threads(2, Strategy::root));
  EXPECT_GE(both.solution.score, nrpa(root, small(2, 10), threads(1, Strategy::root)).solution.score);
}

TEST(NestedThreads, EveryStrategyFindsTheHiddenWord) {
  const HiddenWord root({.length = 20});
  for (const Strategy strategy :
       {Strategy::root, Strategy::leaf_shared, Strategy::leaf_local, Strategy::node_shared, Strategy::node_local}) {
    for (const bool each : {false, true}) {
      if (!is_full_run && each && strategy != Strategy::leaf_shared) continue;
      TeamParams team = threads(3, strategy);
      team.adapt_each = each;
      EXPECT_EQ(nrpa(root, small(2, 60), team).solution.score, root.best_score()) << static_cast<int>(strategy);
    }
  }
}

TEST(NestedThreads, MoreThreadsThanStepsDoNoHarm) {
  const HiddenWord root({});
  for (const Strategy strategy : {Strategy::leaf_shared, Strategy::leaf_local, Strategy::node_local}) {
    EXPECT_EQ(nrpa(root, small(2, 3), threads(8, strategy)).playouts, 9u);
  }
}

TEST(NestedThreads, ASearchGoesOnFromASnapshotAsIfItHadNotEnded) {
  const SameGame<16> root{samegame::Options{}};
  for (const auto& team : {threads(1, Strategy::root), threads(2, Strategy::leaf_shared)}) {
    const NrpaParams params = small(2, 15);
    const auto setup = nrpa_setup<SameGame<16>>(params, team);
    NestedRun<SameGame<16>> whole(root, setup, 3);
    const auto expected = whole.run({}, 2, {});

    NestedRun<SameGame<16>> first(root, setup, 3);
    LimitParams limits;
    limits.iterations = 300;  // in the middle of the second search
    const auto part = first.run(limits, 2, {});
    EXPECT_LT(part.playouts, expected.playouts);
    NestedRun<SameGame<16>> second(root, setup, 3);
    second.resume(first.snapshots());
    second.offer(part.solution);
    const auto rest = second.run({}, 2, {});
    EXPECT_EQ(rest.solution.score, expected.solution.score);
    EXPECT_EQ(second.snapshots()[0].streams, whole.snapshots()[0].streams);
    EXPECT_EQ(rest.runs, 2u);
  }
}

TEST(NestedThreads, OfEqualSequencesTheFirstStaysTheAnswerWhereverASearchWasCut) {
  samegame::Options options;
  options.board = 0;
  options.width = options.height = 6;
  options.colours = 3;
  const SameGame<16> root(options);
  using Run = NestedRun<SameGame<16>>;
  const auto setup = nrpa_setup<SameGame<16>>(small(2, 8));
  const auto expected = Run(root, setup, 3).run({}, 4, {}).solution;
  for (int cut = 10; cut < 4 * 64; cut += 10) {
    Run first(root, setup, 3), second(root, setup, 3);
    LimitParams limits;
    limits.iterations = cut;
    const auto part = first.run(limits, 4, {});
    second.resume(first.snapshots());
    second.offer(part.solution);
    const auto found = second.run({}, 4, {}).solution;
    EXPECT_EQ(found.score, expected.score) << cut;
    EXPECT_EQ(found.moves, expected.moves) << cut;
  }
}

TEST(NestedThreads, AnExchangeGoesOnFromTheBestThatIsKnown) {
  const HiddenWord root({});
  Solution<HiddenWord> best;
  for (int place = 0; place < 30; ++place) {
    best.moves.push_back({static_cast<std::uint8_t>(place), HiddenWord::hidden(place)});
  }
  best.score = root.best_score();
  for (const int exchange : {0, 2}) {
    TeamParams team = threads(2, Strategy::root);
    team.exchange = exchange;
    NestedRun<HiddenWord> solver(root, nrpa_setup<HiddenWord>(small(2, 4), team), 1);
    solver.offer(best);
    LimitParams limits;
    limits.iterations = 28;  // each thread stops in the last step of its search
    solver.run(limits, 1, {});
    for (const auto& chain : solver.snapshots()) {
      EXPECT_EQ(chain.step, 3u);
      EXPECT_EQ(chain.best == best.moves, exchange > 0);
    }
  }
}

TEST(NestedThreads, NmcsSharesNothingButItsAnswer) {
  const SameGame<16> root{samegame::Options{}};
  const auto one = nmcs(root, 1), both = nmcs(root, 1, threads(2, Strategy::root));
  EXPECT_GE(both.solution.score, one.solution.score);
  EXPECT_GT(both.playouts, one.playouts);
  EXPECT_EQ(both.solution.moves, nmcs(root, 1, threads(2, Strategy::root)).solution.moves);
  EXPECT_THAT([&] { nmcs(root, 1, threads(2, Strategy::leaf_local)); },
              ThrowsMessage<UsageError>(HasSubstr("'nmcs' can be searched in parallel at the root only")));
}

TEST(NestedThreads, ThePlayerIsTheSolver) {
  const SameGame<16> root{samegame::Options{}};
  for (const char* text :
       {"nrpa:level=2,n=5,iterations=60", "nrpa:level=2,n=5,iterations=60,threads=2",
        "nrpa:level=2,n=5,iterations=60,threads=2,parallel=leaf-shared",
        "nrpa:level=2,n=5,iterations=60,threads=2,parallel=node-local", "nmcs:level=1,iterations=60,threads=2"}) {
    SolveOptions options;
    options.algorithm = parse_spec(text);
    options.seed = 7;
    SolveControl watched;
    SearchControl control;
    const auto session = new_session(parse_spec("samegame"));
    const auto solved = session->solve(options, watched);
    const auto player = session->new_player(options.algorithm, 7);
    const auto played = player->search(*session, control);
    EXPECT_EQ(played.principal_variation, solved.moves) << text;
    EXPECT_EQ(played.iterations, solved.playouts) << text;
    EXPECT_EQ(player->settings(), solved.settings);
    const auto later = player->search(*session, control);  // with other random numbers
    EXPECT_NE(later.principal_variation, played.principal_variation) << text;
  }
}

TEST(NestedThreads, APlayerAsksForAllOfItsThreads) {
  const auto session = new_session(parse_spec("samegame"));
  const auto player = session->new_player(parse_spec("nrpa:level=1,threads=3"), 1);
  const NoMoreThreads limit;
  SearchControl control;
  EXPECT_THAT([&] { player->search(*session, control); },
              ThrowsMessage<Error>(HasSubstr("only 1 of 3 threads can be started")));
}

TEST(NestedThreads, EveryThreadHasAProcessorClockOfItsOwn) {
  // What the calling thread has used up before is no concern of the others.
  for (const double start = thread_cpu_seconds(); thread_cpu_seconds() - start < 0.3;) {
  }
  const SameGame<16> root{samegame::Options{}};
  NestedRun<SameGame<16>> run(root, nrpa_setup<SameGame<16>>(small(), threads(2, Strategy::root)), 1);
  const auto found = run.run({.iterations = 0, .seconds = 0.25, .cpu_seconds = 0.002}, 0, {});
  EXPECT_EQ(found.stopped_by, "cpu_seconds");
  EXPECT_GT(found.helpers_cpu_seconds, 0);
}

// ---- Kinds of playouts ----

SameGame<16> board(int number) {
  samegame::Options options;
  options.board = number;
  return SameGame<16>(options);
}

TEST(PlayoutKinds, HaveTheSameRulesAndKeepAnotherColour) {
  const SameGame<16> root = board(3);
  ASSERT_EQ(root.playout_kinds(), 5);
  const auto legal = [](const SameGame<16>& state) {
    MoveList<SameGame<16>> moves;
    state.legal_moves(moves);
    std::set<std::string> texts;
    for (const auto& move : moves) texts.insert(state.move_text(move));
    return texts;
  };
  std::set<std::set<std::string>> avoided;
  for (int kind = 0; kind < root.playout_kinds(); ++kind) {
    SameGame<16> state = root.with_playouts(kind);
    EXPECT_EQ(legal(state), legal(root));
    EXPECT_EQ(state.hash(), root.hash());
    std::set<std::string> kept = legal(state);
    for (int pocket = 0; pocket < state.pocket_count(); ++pocket)
      kept.erase(state.move_text(state.pocket_move(pocket)));
    avoided.insert(kept);
    state.play_pocket(0);
    EXPECT_EQ(state.with_playouts(1).hash(), state.hash());
  }
  EXPECT_EQ(avoided.size(), static_cast<std::size_t>(root.playout_kinds()));
  samegame::Options free;
  free.tabu = false;
  EXPECT_EQ(SameGame<16>(free).playout_kinds(), 1);
}

TEST(PlayoutKinds, TrialsFindTheColourToKeepAndTheNextSearchesUseIt) {
  // Who keeps the most frequent colour of board 18 gets 4190 points on average, and at most 2511 with any other colour
  // (level 2, N = 100, six searches each). Here playouts usually keep the second.
  const SameGame<16> root = board(18).with_playouts(1);
  NrpaParams params = small(3, 20);
  params.trials = 4;
  NestedRun<SameGame<16>> solver(root, nrpa_setup<SameGame<16>>(params), 1);
  LimitParams limits;
  limits.iterations = 5 * 4 * 400 + 500;
  solver.run(limits, 0, {});
  const std::vector<PlayoutKind> kinds = solver.snapshots()[0].kinds;
  ASSERT_EQ(kinds.size(), 5u);
  EXPECT_EQ(choose_kind(kinds, 0), 1);

  NrpaWorker<SameGame<16>> worker(root, params, 1);
  Limits none({}, Limits::no_cap, nullptr);
  worker.limit(none);
  NestedSnapshot<SameGame<16>> at;
  at.kinds = {{.trial = 20}, {.trial = 40}, {.trial = 10}, {.trial = 50}, {.trial = 30}};
  std::vector<int> used;
  worker.at_steps([&](int step) {
    if (step == 1) used.push_back(worker.kind());
    worker.stop();
  });
  for (; at.run < 8; ++at.run) {
    worker.limit(none);
    worker.search_from(at);
  }
  EXPECT_EQ(used, (std::vector{3, 1, 3, 4, 3, 1, 3, 0}));
}

TEST(PlayoutKinds, AreChosenByWhatWholeSearchesHaveShown) {
  std::vector<PlayoutKind> kinds{{.trial = 100}, {.trial = 90}, {.trial = 60}};
  const auto half = [&] { return choose_kind(kinds, 6); };     // the best
  const auto quarter = [&] { return choose_kind(kinds, 5); };  // the second
  EXPECT_EQ(half(), 0);
  EXPECT_EQ(quarter(), 1);
  kinds[0].sum = 150, kinds[0].searches = 1;  // others are expected to gain 50, too
  EXPECT_EQ(half(), 0);
  kinds[1].sum = 170, kinds[1].searches = 1;  // 170 > 150; now others are expected to gain 65
  EXPECT_EQ(half(), 1);
  EXPECT_EQ(quarter(), 0);
  kinds[0].sum += 210, ++kinds[0].searches;  // a mean of 180
  EXPECT_EQ(half(), 0);
  EXPECT_EQ(choose_kind(kinds, 3), 2);
  EXPECT_EQ(choose_kind(kinds, 7), 2) << "there is no fourth";
}

TEST(PlayoutKinds, ASearchWithTrialsGoesOnAsIfItHadNotEnded) {
  NrpaParams params = small(2, 12);
  params.trials = 2;
  for (const auto& team : {threads(1, Strategy::root), threads(2, Strategy::leaf_shared)}) {
    using Run = NestedRun<SameGame<16>>;
    const auto setup = nrpa_setup<SameGame<16>>(params, team);
    Run whole(board(10), setup, 3), first(board(10), setup, 3), second(board(10), setup, 3);
    const auto expected = whole.run({}, 4, {});
    LimitParams limits;
    limits.iterations = 5 * 2 * 12 + 144 + 70;  // in the middle of the second search
    const auto part = first.run(limits, 4, {});
    ASSERT_EQ(first.snapshots()[0].run, 1u);
    second.resume(first.snapshots());
    second.offer(part.solution);
    EXPECT_EQ(second.run({}, 4, {}).solution.score, expected.solution.score);
    EXPECT_EQ(second.snapshots()[0].streams, whole.snapshots()[0].streams);
    EXPECT_EQ(second.snapshots()[0].kinds, whole.snapshots()[0].kinds);
  }
}

TEST(PlayoutKinds, AGameWithOneKindHasNoTrials) {
  NrpaParams params = small();
  params.trials = 1;
  EXPECT_THAT([&] { nrpa(HiddenWord({}), params); }, ThrowsMessage<UsageError>(HasSubstr("only one kind of playouts")));
}

// ---- Checkpoints as text ----

class Checkpoints : public ::testing::Test {
 protected:
  SolveReport solve(const std::string& game, const std::string& algorithm, const std::string& checkpoint) {
    SolveOptions options;
    options.algorithm = parse_spec(algorithm);
    options.checkpoint = checkpoint;
    SolveControl control;
    control.progress = [&](const SolveReport& now, const SolveHandle& handle) { last_ = handle.checkpoint(now); };
    return new_session(parse_spec(game))->solve(options, control);
  }
  std::string last_;
};

TEST_F(Checkpoints, KeepTheBestAndWhereTheSearchWas) {
  const SolveReport half = solve("samegame", "nrpa:level=2,n=10,iterations=50", "");
  const std::string text = last_;
  const Checkpoint read = read_checkpoint(text);
  EXPECT_EQ(read.score, half.score);
  EXPECT_EQ(read.moves, half.moves);
  EXPECT_EQ(read.playouts, 50u);
  EXPECT_EQ(write_checkpoint(read), text);
  const SolveReport again = solve("samegame", "nrpa:level=2,n=10,iterations=50", text);
  EXPECT_GE(again.score, half.score);
  EXPECT_EQ(again.playouts_before, 50u);
}

TEST_F(Checkpoints, OfAnotherSearchOrCutInHalfAreRefused) {
  solve("samegame", "nrpa:level=2,n=5", "");
  const std::string text = last_;
  EXPECT_THAT([&] { solve("samegame:board=2", "nrpa:level=2,n=5", text); },
              ThrowsMessage<UsageError>(HasSubstr("another search: its game is samegame:board=1")));
  EXPECT_THAT([&] { solve("samegame", "nrpa:level=2,n=6", text); }, ThrowsMessage<UsageError>(HasSubstr("algorithm")));
  EXPECT_THAT([&] { solve("samegame", "nrpa:level=2,n=5,threads=2", text); },
              ThrowsMessage<UsageError>(HasSubstr("threads=1,parallel=root,exchange=0, not nrpa:")));
  EXPECT_THAT([&] { solve("samegame", "nrpa:level=2,n=5", text.substr(0, text.size() / 2)); },
              ThrowsMessage<UsageError>(HasSubstr("no JSON from byte")));
  EXPECT_THAT([&] { solve("samegame", "nrpa:level=2,n=5", "{\"version\":3}"); },
              ThrowsMessage<UsageError>(HasSubstr("missing")));
  std::string later = text;
  later.replace(later.find("\"version\":3"), 11, "\"version\":4");
  EXPECT_THAT([&] { solve("samegame", "nrpa:level=2,n=5", later); },
              ThrowsMessage<UsageError>(HasSubstr("its version is 4, expected 3")));
  std::string kinds = text;
  kinds.replace(kinds.find("\"kinds\":[]"), 10, "\"kinds\":[[1,2,3]]");
  EXPECT_THAT([&] { solve("samegame", "nrpa:level=2,n=5", kinds); },
              ThrowsMessage<UsageError>(HasSubstr("kinds of playouts are wrong")));
}

TEST_F(Checkpoints, WithNumbersThatNoSearchHasAreRefused) {
  solve("samegame", "nrpa:level=2,n=5,iterations=12", "");
  const auto refused = [&](std::string_view from, std::string_view to, const char* why) {
    std::string text = last_;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from << " in " << text;
    text.replace(at, from.size() + text.substr(at + from.size()).find_first_of(",]}"), to);
    EXPECT_THAT([&] { solve("samegame", "nrpa:level=2,n=5,iterations=12", text); },
                ThrowsMessage<UsageError>(HasSubstr(why)))
        << to;
  };
  refused("\"playouts\":", "\"playouts\":-1", "no whole number");
  refused("\"playouts\":", "\"playouts\":1e30", "no whole number");
  refused("\"playouts\":", "\"playouts\":9223372036854775808", "nobody can have searched for so long");
  refused("\"seconds\":", "\"seconds\":-5", "nobody can have searched for so long");
  refused("\"score\":", "\"score\":99999", "its moves do not lead to its score");
  refused("\"score\":", "\"score\":1e300", "out of range");
  refused("\"step\":", "\"step\":4294967296", "at a step above 4");
  refused("\"same\":", "\"same\":2147483648", "at a step above 4");
  refused("\"streams\":[[", "\"streams\":[[0,0,0,0],[1", "all zeros");
  refused("\"streams\":[[", "\"streams\":[[1,2],[1", "wrong length");
  refused("\"weights\":[[", "\"weights\":[[7,2143289344],[1", "a weight is out of range");  // not a number
  refused("\"version\":", "\"version\":" + std::string(200'000, '[') + std::string(200'000, ']'),
          "nested deeper than 100 levels");
}

TEST_F(Checkpoints, GoOnWithOtherLimits) {
  solve("samegame", "nrpa:level=2,n=10,iterations=50", "");
  const std::string text = last_;
  EXPECT_EQ(solve("samegame", "nrpa:level=2,n=10,iterations=75", text).playouts, 75u);
  const SolveReport whole = solve("samegame", "nrpa:level=2,n=10", "");
  const SolveReport rest = solve("samegame", "nrpa:level=2,n=10", text);
  EXPECT_EQ(rest.runs, 1u);
  EXPECT_EQ(rest.moves, whole.moves);
}

TEST_F(Checkpoints, OfTheVersionBeforeAreRead) {
  const std::string now = "nrpa:level=2,n=5,threads=2,parallel=leaf-shared,iterations=12";
  solve("samegame", now, "");
  const Checkpoint written = read_checkpoint(last_);
  // As version 2 had it: the algorithm with its limits, and beside it how threads share the search.
  std::string text = last_;
  const auto replace = [&](const std::string& from, const std::string& to) {
    ASSERT_NE(text.find(from), std::string::npos) << from;
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"version\":3", "\"version\":2");
  replace(",threads=2,parallel=leaf-shared,adapt_each=false,exchange=0\"",
          R"(","parallel":"leaf-shared,level=2,adapt_each=false,exchange=0","threads":2)");
  replace(R"("algorithm":"nrpa:)", R"("algorithm":"nrpa:iterations=12,seconds=0,cpu_seconds=0,)");
  EXPECT_EQ(write_checkpoint(read_checkpoint(text)), last_);
  EXPECT_EQ(solve("samegame", now, text).playouts_before, written.playouts);
  replace("\"threads\":2", "\"threads\":4294967297");
  EXPECT_THAT([&] { solve("samegame", now, text); }, ThrowsMessage<UsageError>(HasSubstr("no whole number")));
}

TEST_F(Checkpoints, SolvingAsksForAPuzzleAndAnAlgorithmThatSolves) {
  EXPECT_THAT([&] { solve("havannah", "nrpa", ""); }, ThrowsMessage<UsageError>(HasSubstr("cannot be solved")));
  EXPECT_THAT([&] { solve("samegame", "uct", ""); }, ThrowsMessage<UsageError>(HasSubstr("known: nmcs, nrpa")));
}

}  // namespace
}  // namespace banyan
