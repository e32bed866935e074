// SPDX-License-Identifier: MIT
// Micro-benchmarks of Hive: what a move costs and what taking it back saves, counting, random moves, and whole
// searches.
#include <benchmark/benchmark.h>

#include <string>

#include "engine/catalogue.h"
#include "engine/session.h"
#include "game/perft.h"
#include "games/hive/hive.h"
#include "games/hive/notation.h"

namespace banyan {
namespace {

using hive::Hive;
using hive::Move;

Hive start(unsigned expansions) { return Hive({.expansions = {expansions}, .repetitions = 0}); }

/// After so many uniformly random plies of a game that is not over by then.
Hive position(unsigned expansions, int plies) {
  for (std::uint64_t seed = 1;; ++seed) {
    Rng rng(seed);
    Hive state = start(expansions);
    for (int ply = 0; ply < plies && !state.is_terminal(); ++ply) state.play(state.draw_move(rng));
    if (!state.is_terminal()) return state;
  }
}

MoveList<Hive> moves_of(const Hive& state) {
  MoveList<Hive> moves;
  state.legal_moves(moves);
  return moves;
}

/// Every move of a position, made on a copy or taken back.
template <bool takes_back>
void play_every_move(benchmark::State& bench) {
  Hive state = position(0, 80);
  const MoveList<Hive> moves = moves_of(state);
  while (bench.KeepRunning()) {
    for (const Move m : moves) {
      if constexpr (takes_back) {
        const auto before = state.play_noting(m);
        benchmark::DoNotOptimize(state);
        state.take_back(m, before);
      } else {
        Hive next = state;
        next.play(m);
        benchmark::DoNotOptimize(next);
      }
    }
  }
  bench.SetItemsProcessed(bench.iterations() * static_cast<std::int64_t>(moves.size()));
}

/// Arguments: expansions, plies, depth. Items are leaves.
void perft_of(benchmark::State& bench) {
  const Hive state = position(static_cast<unsigned>(bench.range(0)), static_cast<int>(bench.range(1)));
  std::uint64_t leaves = 0;
  while (bench.KeepRunning()) leaves += perft(state, static_cast<int>(bench.range(2)));
  bench.SetItemsProcessed(static_cast<std::int64_t>(leaves));
}

void list_moves(benchmark::State& bench) {
  const Hive state = position(static_cast<unsigned>(bench.range(0)), 80);
  while (bench.KeepRunning()) benchmark::DoNotOptimize(moves_of(state));
}

/// Items are plies, of games that begin anew when they are over or 2000 plies long.
template <bool piece_first>
void random_plies(benchmark::State& bench) {
  const Hive root = start(static_cast<unsigned>(bench.range(0)));
  Hive state = root;
  Rng rng(1);
  while (bench.KeepRunning()) {
    if (state.is_terminal() || state.ply() == 2000) state = root;
    state.play(piece_first ? state.draw_by_piece(rng) : state.draw_move(rng));
  }
  bench.SetItemsProcessed(bench.iterations());
}

/// Items are iterations of a tree search from the start, with playouts that take wins in one and are cut at 200 plies.
void search_from_start(benchmark::State& bench, const std::string& game, const std::string& player) {
  const auto session = new_session(parse_spec(game));
  const auto searcher = session->new_player(parse_spec(player), 1);
  std::uint64_t iterations = 0;
  while (bench.KeepRunning()) {
    SearchControl control;
    iterations += searcher->search(*session, control).iterations;
  }
  bench.SetItemsProcessed(static_cast<std::int64_t>(iterations));
}

BENCHMARK(play_every_move<false>);
BENCHMARK(play_every_move<true>);
BENCHMARK(perft_of)
    ->Args({0, 0, 6})
    ->Args({0, 80, 3})
    ->Args({0, 150, 3})
    ->Args({7, 80, 3})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(list_moves)->Arg(0)->Arg(7);
BENCHMARK(random_plies<false>)->Name("random_plies/uniform")->Arg(0)->Arg(7);
BENCHMARK(random_plies<true>)->Name("random_plies/piece")->Arg(0)->Arg(7);
BENCHMARK_CAPTURE(search_from_start, uniform, "hive:repetitions=0",
                  "uct:iterations=5000,reuse=false,cut=200,playout=decisive")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(search_from_start, piece, "hive:repetitions=0",
                  "uct:iterations=5000,reuse=false,cut=200,playout=decisive+piece")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace banyan
