// SPDX-License-Identifier: MIT
// Where the time of a Havannah search goes, piece by piece. `banyan bench --speed` measures the whole; this is for
// finding out why. Run: build/release/benchmarks --benchmark_filter=playout
#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>

#include "core/random.h"
#include "engine/havannah.h"
#include "search/mcts/tree_search.h"
#include "search/playout/playout.h"
#include "search/tree/tree.h"

namespace banyan {
namespace {

using havannah::Havannah;
using havannah::Options;

template <int Side>
Havannah<Side> empty_board() {
  return Havannah<Side>(Options{.size = Side, .swap = false});
}

template <int Side>
void copy_state(benchmark::State& bench) {
  const auto root = empty_board<Side>();
  for (auto _ : bench) {
    auto copy = root;
    benchmark::DoNotOptimize(copy);
  }
}

template <int Side>
void playout(benchmark::State& bench) {
  const auto root = empty_board<Side>();
  Uniform<Havannah<Side>> policy(root, 1);
  std::uint64_t moves = 0;
  for (auto _ : bench) {
    auto state = root;
    moves += policy.run(state).moves;
    benchmark::DoNotOptimize(state);
  }
  bench.counters["ns/move"] =
      benchmark::Counter(static_cast<double>(moves) * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  bench.SetItemsProcessed(bench.iterations());
}

template <int Side>
void draws_alone(benchmark::State& bench) {
  const auto root = empty_board<Side>();
  typename Havannah<Side>::Drawer drawer(root);
  Rng rng(1);
  for (auto _ : bench) {
    auto draw = drawer.begin(rng);
    for (int i = 0; i < havannah::cell_count(Side); ++i) benchmark::DoNotOptimize(draw(root));
  }
  bench.SetItemsProcessed(bench.iterations() * havannah::cell_count(Side));
}

template <int Side>
void legal_mask(benchmark::State& bench) {
  const auto root = empty_board<Side>();
  std::array<std::uint64_t, 8> words{};
  for (auto _ : bench) {
    root.legal_mask(words);
    benchmark::DoNotOptimize(words);
  }
}

/// The all-moves-as-first counts of one node, for one finished game.
template <int Side>
void amaf_update(benchmark::State& bench) {
  using S = Havannah<Side>;
  const auto root = empty_board<Side>();
  Tree<S, selection::Rave> tree(1 << 20, root.index_count(), selection::Rave({}, {}));
  typename Tree<S, selection::Rave>::Supply supply;
  auto& node = tree.node(tree.open(root, supply));
  S end = root;
  Uniform<S>(root, 1).run(end);
  std::int32_t half_points = 0;
  for (auto _ : bench) {
    count_owned(tree.amaf_visits(node), tree.amaf_rewards(node), tree.amaf_size(node), end.owners(), end.owner_bit(0),
                half_points);
    half_points ^= 2;
  }
}

template <int Side, bool Solver>
void rave_search(benchmark::State& bench) {
  using S = Havannah<Side>;
  constexpr std::int64_t iterations = 50'000;
  const auto root = empty_board<Side>();
  Rave::Params params;
  params.limits.iterations = iterations;
  params.tree.solver = Solver;
  params.tree.reuse = false;
  const auto search = Rave::make<S>(params, 1);
  for (auto _ : bench) benchmark::DoNotOptimize(search->search(root, {}, {}));
  bench.SetItemsProcessed(bench.iterations() * iterations);
}

BENCHMARK(copy_state<6>);
BENCHMARK(copy_state<8>);
BENCHMARK(copy_state<10>);
BENCHMARK(playout<6>);
BENCHMARK(playout<8>);
BENCHMARK(playout<10>);
BENCHMARK(draws_alone<8>);
BENCHMARK(legal_mask<8>);
BENCHMARK(amaf_update<6>);
BENCHMARK(amaf_update<8>);
BENCHMARK(amaf_update<10>);
BENCHMARK(rave_search<6, false>)->Unit(benchmark::kMillisecond);
BENCHMARK(rave_search<6, true>)->Unit(benchmark::kMillisecond);
BENCHMARK(rave_search<8, false>)->Unit(benchmark::kMillisecond);
BENCHMARK(rave_search<8, true>)->Unit(benchmark::kMillisecond);
BENCHMARK(rave_search<10, false>)->Unit(benchmark::kMillisecond);
BENCHMARK(rave_search<10, true>)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace banyan
