// SPDX-License-Identifier: MIT
// Solving, for one game: between texts and plain data outside and the typed search inside.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "engine/algorithms.h"
#include "engine/solve.h"
#include "game/moves.h"
#include "game/nested.h"
#include "parallel/nested.h"

namespace banyan {

/// The moves as texts; a text may depend on the position.
template <GameState S>
std::vector<std::string> move_texts(S state, const std::vector<typename S::Move>& moves) {
  std::vector<std::string> texts;
  for (const auto& move : moves) {
    texts.push_back(state.move_text(move));
    state.play(move);
  }
  return texts;
}

/// The moves that texts name; throws UsageError at one that is not legal.
template <GameState S>
std::vector<typename S::Move> moves_of(S state, const std::vector<std::string>& texts) {
  std::vector<typename S::Move> moves;
  for (const std::string& text : texts) {
    const auto move = state.parse_move(text);
    if (!move || !is_legal(state, *move)) {
      throw UsageError(fmt::format("not a checkpoint: its move {} is not legal", moves.size() + 1));
    }
    moves.push_back(*move);
    state.play(*move);
  }
  return moves;
}

/// The sequence with the score that a checkpoint says it has; throws UsageError when it has another, or is not whole.
template <GameState S>
Solution<S> solution_of(const S& root, const Checkpoint& checkpoint) {
  const auto moves = moves_of(root, checkpoint.moves);
  S end = root;
  for (const auto& move : moves) end.play(move);
  if (!end.is_terminal() || end.score() != checkpoint.score) {
    throw UsageError("not a checkpoint: its moves do not lead to its score");
  }
  return {.moves = moves, .score = checkpoint.score};
}

/// What a checkpoint tells of kinds of playouts: of all that there are, or of none.
template <GameState S>
std::vector<PlayoutKind> kinds_of([[maybe_unused]] const S& root, const std::vector<std::array<double, 3>>& told) {
  std::size_t all = 0;
  if constexpr (VariesPlayouts<S>) all = static_cast<std::size_t>(root.playout_kinds());
  if (!told.empty() && told.size() != all) throw UsageError("not a checkpoint: its kinds of playouts are wrong");
  std::vector<PlayoutKind> kinds;
  for (const auto& [trial, sum, searches] : told) {
    if (!(searches >= 0 && searches < 1e15)) throw UsageError("not a checkpoint: its kinds of playouts are wrong");
    kinds.push_back({.trial = trial, .sum = sum, .searches = static_cast<std::uint64_t>(searches)});
  }
  return kinds;
}

template <NestedGame S, class Algorithm>
SolveReport solve_with(const S& root, const std::string& game, const std::string& options, const SolveOptions& asked,
                       SolveControl& control) {
  using Worker = typename Algorithm::template Worker<S>;
  typename Algorithm::Params params;
  auto bound = params.bind();
  apply(asked.algorithm, fmt::format("algorithm '{}'", asked.algorithm.name), bound);

  TeamParams team;
  team.threads = asked.threads;
  team.level = asked.parallel_level;
  team.adapt_each = asked.adapt_each;
  team.exchange = asked.exchange;
  team.first_stream = asked.first_stream;
  team.neighbours = asked.neighbours;
  const auto strategies = names(Strategy{});
  const auto* const strategy = std::find(strategies.begin(), strategies.end(), asked.parallel);
  if (strategy == strategies.end()) {
    throw UsageError(fmt::format("unknown parallel strategy '{}'; known: {}", asked.parallel,
                                 fmt::join(strategies.begin(), strategies.end(), ", ")));
  }
  team.strategy = static_cast<Strategy>(strategy - strategies.begin());
  if (team.strategy != Strategy::root) {
    if constexpr (std::same_as<Worker, NrpaWorker<S>>) {
      const bool leaf = asked.parallel.starts_with("leaf");
      if (!leaf && team.level > params.nested.level) {
        throw UsageError(fmt::format("the level of the parallel search, {}, is above the level of the algorithm, {}",
                                     team.level, params.nested.level));
      }
    } else {
      throw UsageError(fmt::format("'{}' can be searched in parallel at the root only", asked.algorithm.name));
    }
  }

  if (asked.exchange > 0) {
    if constexpr (std::same_as<Worker, NrpaWorker<S>>) {
      if (asked.parallel.starts_with("node") && team.level == params.nested.level) {
        throw UsageError("sequences are exchanged between steps of the top level, and here its steps are shared out");
      }
    } else {
      throw UsageError(fmt::format("'{}' has no use for the sequences of others", asked.algorithm.name));
    }
  }

  Checkpoint now;
  now.game = game;
  now.options = options;
  now.algorithm = fmt::format("{}:{}", Algorithm::name, bound.text());
  now.parallel = fmt::format("{},level={},adapt_each={},exchange={}", asked.parallel, asked.parallel_level,
                             asked.adapt_each, asked.exchange);
  now.seed = asked.seed;
  NestedSolver<S, Worker> solver(root, params.nested, team, asked.seed);
  now.threads = solver.threads();
  Checkpoint before;
  if (!asked.checkpoint.empty()) {
    before = read_checkpoint(asked.checkpoint);
    if (before.threads == asked.threads && now.threads < asked.threads) {
      throw Error(fmt::format("only {} of {} threads can be started, and a search that goes on needs all of them",
                              now.threads, asked.threads));
    }
    now.chains.resize(solver.snapshots().size());
    check_same_search(before, now);
    solver.offer(solution_of(root, before));
    // Where a search can be between two steps of the top level.
    std::uint64_t last_step = 0;
    if constexpr (std::same_as<Worker, NrpaWorker<S>>) last_step = static_cast<std::uint64_t>(params.nested.n) - 1;
    std::vector<NestedSnapshot<S>> chains;
    for (const Checkpoint::Chain& chain : before.chains) {
      if (chain.step > last_step || chain.same > last_step) {
        throw UsageError(fmt::format("not a checkpoint: it is at a step above {}", last_step));
      }
      NestedSnapshot<S> snapshot;
      snapshot.run = chain.run;
      snapshot.step = chain.step;
      snapshot.same = chain.same;
      snapshot.weights = chain.weights;
      snapshot.best = moves_of(root, chain.best);
      snapshot.kinds = kinds_of(root, chain.kinds);
      for (const auto& stream : chain.streams) snapshot.streams.push_back(std::bit_cast<Rng>(stream));
      chains.push_back(std::move(snapshot));
    }
    solver.resume(std::move(chains));
  }

  const double start = wall_seconds();
  const auto report = [&](const NestedResult<S>& found) {
    SolveReport all;
    all.settings = now.algorithm;
    all.threads = now.threads;
    all.score = found.solution.score;
    all.moves = move_texts(root, found.solution.moves);
    all.playouts_before = before.playouts;
    all.playouts = before.playouts + found.playouts;
    all.runs = found.runs;
    all.progress = found.progress;
    all.seconds_before = before.seconds;
    all.seconds = before.seconds + (wall_seconds() - start);
    all.lost_seconds = found.lost_seconds;
    all.stopped_by = found.stopped_by;
    all.history = found.history;
    return all;
  };
  const auto checkpoint = [&](const SolveReport& state, const SolveReport& best) {
    Checkpoint c = now;
    c.playouts = state.playouts;
    c.seconds = state.seconds;
    c.score = best.score;
    c.moves = best.moves;
    c.chains.clear();
    for (const NestedSnapshot<S>& snapshot : solver.snapshots()) {
      Checkpoint::Chain chain;
      chain.run = snapshot.run;
      chain.step = snapshot.step;
      chain.same = snapshot.same;
      chain.weights = snapshot.weights;
      chain.best = move_texts(root, snapshot.best);
      for (const PlayoutKind& kind : snapshot.kinds) {
        chain.kinds.push_back({kind.trial, kind.sum, static_cast<double>(kind.searches)});
      }
      for (const Rng& stream : snapshot.streams) {
        chain.streams.push_back(std::bit_cast<std::array<std::uint64_t, 4>>(stream));
      }
      c.chains.push_back(std::move(chain));
    }
    return write_checkpoint(c);
  };

  LimitParams limits = params.limits;
  const auto left = [](auto all, auto used, auto least) { return std::max(all - used, least); };
  if (asked.seconds > 0) limits.seconds = asked.seconds;
  if (limits.seconds > 0) limits.seconds = left(limits.seconds, before.seconds, 1e-6);
  if (limits.iterations > 0) {
    limits.iterations = left(limits.iterations, static_cast<std::int64_t>(before.playouts), std::int64_t{1});
  }
  const bool is_limited = limits.seconds > 0 || limits.iterations > 0 || limits.cpu_seconds > 0;
  const auto tell = [&](const SolveReport& state) {
    control.progress(state, {.checkpoint = [&](const SolveReport& best) { return checkpoint(state, best); },
                             .offer =
                                 [&](double score, const std::vector<std::string>& moves) {
                                   solver.offer({.moves = moves_of(root, moves), .score = score});
                                 }});
  };
  typename NestedSolver<S, Worker>::Watch watch{.stop = &control.stop, .progress = {}};
  if (control.progress) watch.progress = [&](const NestedResult<S>& found) { tell(report(found)); };
  SolveReport all = report(solver.run(limits, is_limited ? 0 : 1, watch));
  if (control.progress) tell(all);
  return all;
}

template <NestedGame S>
SolveReport solve_game(const S& root, const std::string& game, const std::string& options, const SolveOptions& asked,
                       SolveControl& control) {
  if (root.is_terminal()) throw UsageError("there is nothing to solve: the game is over");
  if (asked.algorithm.name == Nrpa::name) return solve_with<S, Nrpa>(root, game, options, asked, control);
  if (asked.algorithm.name == Nmcs::name) return solve_with<S, Nmcs>(root, game, options, asked, control);
  throw UsageError(fmt::format("'{}' does not solve; known: {}, {}", asked.algorithm.name, Nmcs::name, Nrpa::name));
}

}  // namespace banyan
