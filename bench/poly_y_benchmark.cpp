// SPDX-License-Identifier: MIT
// Where the time of a Poly-Y search goes, piece by piece, on the board of the CodeCup.
// Run: build/release/benchmarks --benchmark_filter=poly_y
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/random.h"
#include "engine/poly_y.h"
#include "games/poly_y/sliced.h"
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

// ---- The check alone, on full boards ----

using Geometry = poly_y::Geometry<2>;
using Set = poly_y::Cells<2>;
using Sliced = poly_y::SlicedBoards<2>;

const Geometry& geometry() { return Geometry::of(5, 7); }

std::vector<Set> full_boards() {
  std::vector<Set> boards(Sliced::most);
  std::uint64_t seed = 1;
  for (Set& board : boards) board = poly_y::draw_cells<2>(geometry().board, 53, seed, 106);
  return boards;
}

Sliced sliced_boards() {
  Sliced boards(geometry());
  std::uint64_t seed = 1;
  boards.fill({}, geometry().board, 53, seed);
  return boards;
}

/// Reduction (BPR) [Browne & Tavener 2012]: of a full board of Y each three cells that touch become one of the colour
/// that most of them have, until one is left. Who owns a corner of Poly-Y is a question for a board of Y whose sides
/// are the two edges there and all the others. A board with five sides is a hexagon without a sixth: the cells on the
/// way from the centre to the next corner are spread over that. Of the hexagon's six edges three lie on sides of the
/// board of Y; before the others, border cells are continued to the side that their edge belongs to.
class Reduction {
 public:
  static constexpr int radius = 6, height = 3 * radius + 1, corners = 5;
  using Rows [[gnu::vector_size(32)]] = std::uint32_t;  // a number for each corner, of which three are left over

  Reduction() {
    for (int corner = 0; corner < corners; ++corner) {
      for (int v = 0; v < height; ++v) {
        for (int u = 0; u + v < height; ++u) cell_[at(corner, u, v)] = cell_of(corner, u - radius, v - radius);
      }
    }
    for (int corner = 0; corner < corners; ++corner) {
      for (int v = 0; v < height; ++v) {
        for (int u = 0; u + v < height; ++u) {
          const std::size_t cell = cell_[at(corner, u, v)];
          for (unsigned four = 0; four < 16; ++four) {
            if ((four >> cell % 4 & 1) != 0) rows_[cell / 4][four][static_cast<std::size_t>(v)][corner] |= 1u << u;
          }
        }
      }
    }
  }

  /// One board: a row of each board of Y is a number, and the stones of four cells at a time are put in place.
  unsigned captured_by(const Set& stones) const {
    std::array<Rows, height> row{};
    for (std::size_t group = 0; group < rows_.size(); ++group) {
      const auto& added = rows_[group][stones.words[group / 16] >> 4 * (group % 16) & 15];
      for (std::size_t v = 0; v < height; ++v) row[v] |= added[v];
    }
    for (std::size_t left = height - 1; left > 0; --left) {
      for (std::size_t v = 0; v < left; ++v) row[v] = most(row[v], row[v] >> 1, row[v + 1]);
    }
    unsigned captured = 0;
    for (unsigned corner = 0; corner < corners; ++corner) captured |= (row[0][corner] & 1) << corner;
    return captured;
  }

  /// Many boards, a bit each: those on which three corners or more are captured.
  Sliced::Lanes wins(const Sliced& boards) const {
    std::array<Sliced::Lanes, std::size_t{height} * height> y;
    std::array<Sliced::Lanes, 3> captured{};
    for (int corner = 0; corner < corners; ++corner) {
      for (int v = 0; v < height; ++v) {
        for (int u = 0; u + v < height; ++u) y[at(0, u, v)] = boards.stones(cell_[at(corner, u, v)]);
      }
      for (int left = height - 1; left > 0; --left) {
        for (int v = 0; v < left; ++v) {
          for (int u = 0; u + v < left; ++u) {
            y[at(0, u, v)] = most(y[at(0, u, v)], y[at(0, u + 1, v)], y[at(0, u, v + 1)]);
          }
        }
      }
      Sliced::Lanes carry = y[0];
      for (Sliced::Lanes& digit : captured) {
        const Sliced::Lanes both = digit & carry;
        digit ^= carry;
        carry = both;
      }
    }
    return captured[2] | (captured[1] & captured[0]);
  }

 private:
  static std::size_t at(int corner, int u, int v) {
    const int place = (corner * height + v) * height + u;
    return static_cast<std::size_t>(place);
  }

  template <class Bits>
  [[gnu::always_inline]] static Bits most(const Bits& a, const Bits& b, const Bits& c) {
    return (a & b) | (c & (a | b));
  }

  /// What stands on a cell of the board of Y, whose sides are x + y = radius, x = -radius and y = -radius.
  static std::uint8_t cell_of(int corner, int x, int y) {
    if (y > radius) {
      x += y - radius;
      y = radius;
    } else if (x > radius) {
      y += x - radius;
      x = radius;
    } else if (x + y < -radius) {
      y = -radius - x;
    }
    constexpr std::array<std::array<int, 2>, 6> steps{{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};
    const int ring = std::max({std::abs(x), std::abs(y), std::abs(x + y)});
    for (int sixth = 0; sixth < 6; ++sixth) {
      const auto& out = steps[static_cast<std::size_t>(sixth)];
      const auto& on = steps[static_cast<std::size_t>((sixth + 2) % 6)];
      for (int i = 0; i < std::max(ring, 1); ++i) {
        if (ring * out[0] + i * on[0] != x || ring * out[1] + i * on[1] != y) continue;
        const int side = (sixth < 2 ? corner + 4 + sixth : sixth == 2 ? corner + 1 : corner + sixth - 2) % corners;
        const int index = ring * side + (sixth == 2 ? 0 : i);
        return static_cast<std::uint8_t>(geometry().topology->cell_at({ring, index}));
      }
    }
    return 0;
  }

  std::array<std::uint8_t, std::size_t{corners} * height * height> cell_{};
  std::array<std::array<std::array<Rows, height>, 16>, 27> rows_{};
};

void poly_y_check_flood(benchmark::State& bench) {
  const auto boards = full_boards();
  std::size_t next = 0;
  while (bench.KeepRunning()) benchmark::DoNotOptimize(geometry().captured_by(boards[next++ % boards.size()]));
  bench.SetItemsProcessed(bench.iterations());
}

void poly_y_check_reduction(benchmark::State& bench) {
  const auto boards = full_boards();
  const auto reduction = std::make_unique<Reduction>();
  for (const Set& board : boards) {
    if (reduction->captured_by(board) != geometry().captured_by(board)) bench.SkipWithError("it is wrong");
  }
  std::size_t next = 0;
  while (bench.KeepRunning()) benchmark::DoNotOptimize(reduction->captured_by(boards[next++ % boards.size()]));
  bench.SetItemsProcessed(bench.iterations());
}

void poly_y_check_sliced(benchmark::State& bench) {
  const auto boards = std::make_unique<Sliced>(sliced_boards());
  while (bench.KeepRunning()) benchmark::DoNotOptimize(boards->wins());
  bench.SetItemsProcessed(bench.iterations() * Sliced::most);
}

void poly_y_check_sliced_reduction(benchmark::State& bench) {
  const auto boards = std::make_unique<Sliced>(sliced_boards());
  const auto reduction = std::make_unique<Reduction>();
  const Sliced::Lanes flood = boards->wins(), reduced = reduction->wins(*boards);
  for (unsigned group = 0; group < Sliced::groups; ++group) {
    if (flood[group] != reduced[group]) bench.SkipWithError("it is wrong");
  }
  while (bench.KeepRunning()) benchmark::DoNotOptimize(reduction->wins(*boards));
  bench.SetItemsProcessed(bench.iterations() * Sliced::most);
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
BENCHMARK(poly_y_check_flood);
BENCHMARK(poly_y_check_reduction);
BENCHMARK(poly_y_check_sliced);
BENCHMARK(poly_y_check_sliced_reduction);
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
