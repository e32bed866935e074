// SPDX-License-Identifier: MIT
// Where the time of a Poly-Y search goes, piece by piece, on the board of the CodeCup.
// Run: build/release/benchmarks --benchmark_filter=poly_y
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/random.h"
#include "engine/poly_y.h"
#include "search/mcts/tree_search.h"
#include "search/playout/parts.h"

namespace banyan {
namespace {

using Board = poly_y::PolyY<2>;

Board start() { return Board(poly_y::Options{.sides = 5, .size = 7, .swap = false}); }

void poly_y_copy(benchmark::State& bench) {
  const Board root = start();
  while (bench.KeepRunning()) {
    Board copy = root;
    benchmark::DoNotOptimize(copy);
  }
}

// ---- Four ways to learn who has won ----

/// Groups joined at every stone, as the tree does it, up to the deciding one.
void poly_y_incremental(benchmark::State& bench) {
  const Board root = start();
  Board::Drawer drawer(root);
  Rng rng(1);
  while (bench.KeepRunning()) {
    Board state = root;
    auto draw = drawer.begin(rng);
    while (!state.is_terminal()) state.play(draw(state));
    benchmark::DoNotOptimize(state);
  }
  bench.SetItemsProcessed(bench.iterations());
}

/// Moves one by one, and one flood fill.
void poly_y_moves_and_flood(benchmark::State& bench) {
  const Board root = start();
  Board::Drawer drawer(root);
  Rng rng(1);
  while (bench.KeepRunning()) {
    Board state = root;
    auto draw = drawer.begin(rng);
    state.run_playout([&](const Board& now, Player) __attribute__((always_inline)) { return draw(now); });
    benchmark::DoNotOptimize(state);
  }
  bench.SetItemsProcessed(bench.iterations());
}

/// All cells at once, and one flood fill.
void poly_y_fill_and_flood(benchmark::State& bench) {
  const Board root = start();
  Rng rng(1);
  while (bench.KeepRunning()) {
    Board state = root;
    state.fill_at_random(rng.next());
    benchmark::DoNotOptimize(state);
  }
  bench.SetItemsProcessed(bench.iterations());
}

/// 512 boards, a bit of a word each.
void poly_y_sliced(benchmark::State& bench) {
  const Board root = start();
  const auto many = std::make_unique<Board::ManyFilled>(root);
  Rng rng(1);
  while (bench.KeepRunning()) benchmark::DoNotOptimize(many->fill(root, rng.next()));
  bench.SetItemsProcessed(bench.iterations() * static_cast<std::int64_t>(Board::ManyFilled::count));
}

// ---- Playouts by pattern, and searches ----

PlayoutParams playout_of(const std::string& text) {
  PlayoutParams params;
  Params bound(params);
  apply(parse_spec("x:playout=" + text), "benchmark", bound);
  return params;
}

void poly_y_playout(benchmark::State& bench, const std::string& text) {
  const Board root = start();
  const auto policy = make_playout<Board>(playout_of(text), root, 1);
  policy->prepare(root);
  while (bench.KeepRunning()) {
    Board state = root;
    benchmark::DoNotOptimize(policy->run(state));
  }
  bench.SetItemsProcessed(bench.iterations());
}

void poly_y_search(benchmark::State& bench, const std::string& text) {
  constexpr std::int64_t iterations = 50'000;
  const Board root = start();
  Rave::Params params;
  Params bound = params.bind();
  apply(parse_spec("rave:solver=false,reuse=false," + text), "benchmark", bound);
  params.limits.iterations = iterations;
  const auto search = Rave::make<Board>(params, 1);
  while (bench.KeepRunning()) benchmark::DoNotOptimize(search->search(root, {}, {}));
  bench.SetItemsProcessed(bench.iterations() * iterations);
}

BENCHMARK(poly_y_copy);
BENCHMARK(poly_y_incremental);
BENCHMARK(poly_y_moves_and_flood);
BENCHMARK(poly_y_fill_and_flood);
BENCHMARK(poly_y_sliced);
BENCHMARK_CAPTURE(poly_y_playout, bridges, "replies,reply_kinds=bridge+edge_bridge");
BENCHMARK_CAPTURE(poly_y_playout, replies, "replies");
BENCHMARK_CAPTURE(poly_y_playout, templates, "replies,reply_kinds=bridge+edge_bridge+level2");
BENCHMARK_CAPTURE(poly_y_playout, replies_fillboard, "replies+fillboard");
BENCHMARK_CAPTURE(poly_y_search, uniform, "playout=uniform")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(poly_y_search, replies, "playout=replies")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(poly_y_search, replies_32, "playout=replies,playouts=32")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(poly_y_search, replies_fillboard_32, "playout=replies+fillboard,playouts=32")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace banyan
