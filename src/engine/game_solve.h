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
#include "engine/catalogue.h"
#include "engine/solve.h"
#include "game/moves.h"
#include "game/nested.h"
#include "search/nested/nested_search.h"

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

/// One search of one position: resumed, run and reported.
template <NestedGame S>
class Solving {
 public:
  /// `head` names the game.
  Solving(const S& root, Checkpoint head, const NestedSetup<S>& setup, const SolvePlan& plan, const SolveOptions& asked)
      : root_(root),
        plan_(plan),
        steps_(static_cast<std::uint64_t>(setup.steps)),
        now_(std::move(head)),
        run_(root, setup, asked.seed, asked.first_stream, asked.neighbours) {
    now_.seed = asked.seed;
    now_.threads = run_.threads();
    now_.search = now_.threads == plan.team.threads ? plan.search : search_with(asked.algorithm, now_.threads);
  }

  /// Goes back to where an earlier search was; throws when it was another one.
  void resume(const std::string& checkpoint) {
    before_ = read_checkpoint(checkpoint);
    const int asked = plan_.team.threads;
    if (before_.threads == asked && now_.threads < asked) {
      throw Error(shortage_text(now_.threads, asked, ", and a search that goes on needs all of them"));
    }
    now_.chains.resize(run_.snapshots().size());
    check_same_search(before_, now_);
    run_.offer(solution_of(root_, before_));
    std::vector<NestedSnapshot<S>> chains;
    for (const Checkpoint::Chain& chain : before_.chains) chains.push_back(snapshot_of(chain));
    run_.resume(std::move(chains));
  }

  SolveReport run(SolveControl& control) {
    start_ = wall_seconds();
    const LimitParams limits = limits_left();
    NestedWatch<S> watch{.stop = &control.stop, .takes_snapshots = static_cast<bool>(control.progress)};
    if (control.progress) watch.progress = [&](const NestedResult<S>& found) { tell(report(found), control); };
    SolveReport all = report(run_.run(limits, limits.has_any() ? 0 : 1, watch));
    if (control.progress) tell(all, control);
    return all;
  }

 private:
  static std::string search_with(Spec algorithm, int threads) {
    std::erase_if(algorithm.values, [](const auto& value) { return value.first == "threads"; });
    algorithm.values.emplace_back("threads", fmt::format("{}", threads));
    return plan_of(algorithm).search;
  }

  NestedSnapshot<S> snapshot_of(const Checkpoint::Chain& chain) const {
    if (chain.step >= steps_ || chain.same >= steps_) {
      throw UsageError(fmt::format("not a checkpoint: it is at a step above {}", steps_ - 1));
    }
    NestedSnapshot<S> snapshot;
    snapshot.run = chain.run;
    snapshot.step = chain.step;
    snapshot.same = chain.same;
    snapshot.weights = chain.weights;
    snapshot.best = moves_of(root_, chain.best);
    snapshot.kinds = kinds_of(root_, chain.kinds);
    for (const auto& stream : chain.streams) snapshot.streams.push_back(std::bit_cast<Rng>(stream));
    return snapshot;
  }
  Checkpoint::Chain chain_of(const NestedSnapshot<S>& snapshot) const {
    Checkpoint::Chain chain;
    chain.run = snapshot.run;
    chain.step = snapshot.step;
    chain.same = snapshot.same;
    chain.weights = snapshot.weights;
    chain.best = move_texts(root_, snapshot.best);
    for (const PlayoutKind& kind : snapshot.kinds) {
      chain.kinds.push_back({kind.trial, kind.sum, static_cast<double>(kind.searches)});
    }
    for (const Rng& stream : snapshot.streams) {
      chain.streams.push_back(std::bit_cast<std::array<std::uint64_t, 4>>(stream));
    }
    return chain;
  }

  /// What the checkpoint has not used up. Processor time counts anew.
  LimitParams limits_left() const {
    LimitParams limits = plan_.limits;
    if (limits.seconds > 0) limits.seconds = std::max(limits.seconds - before_.seconds, 1e-6);
    if (limits.iterations > 0) {
      limits.iterations = std::max(limits.iterations - static_cast<std::int64_t>(before_.playouts), std::int64_t{1});
    }
    return limits;
  }

  SolveReport report(const NestedResult<S>& found) const {
    SolveReport all;
    all.settings = plan_.settings;
    all.threads = now_.threads;
    all.score = found.solution.score;
    all.moves = move_texts(root_, found.solution.moves);
    all.playouts_before = before_.playouts;
    all.playouts = before_.playouts + found.playouts;
    all.runs = found.runs;
    all.progress = found.progress;
    all.seconds_before = before_.seconds;
    all.seconds = before_.seconds + (wall_seconds() - start_);
    all.lost_seconds = found.lost_seconds;
    all.stopped_by = found.stopped_by;
    all.history = found.history;
    return all;
  }

  std::string checkpoint(const SolveReport& state, const SolveReport& best) const {
    Checkpoint c = now_;
    c.playouts = state.playouts;
    c.seconds = state.seconds;
    c.score = best.score;
    c.moves = best.moves;
    c.chains.clear();
    for (const NestedSnapshot<S>& snapshot : run_.snapshots()) c.chains.push_back(chain_of(snapshot));
    return write_checkpoint(c);
  }

  void tell(const SolveReport& state, SolveControl& control) {
    control.progress(state, {.checkpoint = [&](const SolveReport& best) { return checkpoint(state, best); },
                             .offer =
                                 [&](double score, const std::vector<std::string>& moves) {
                                   run_.offer({.moves = moves_of(root_, moves), .score = score});
                                 }});
  }

  S root_;
  SolvePlan plan_;
  std::uint64_t steps_;
  Checkpoint now_, before_;  // what checkpoints of this search have in common, and that from which it goes on
  double start_ = 0;
  NestedRun<S> run_;
};

/// `head` names the game.
template <NestedGame S>
SolveReport solve_game(const S& root, Checkpoint head, const SolveOptions& asked, SolveControl& control) {
  if (root.is_terminal()) throw UsageError("there is nothing to solve: the game is over");
  const SolvePlan plan = plan_of(asked.algorithm);
  const Spec spec = resolve_player(asked.algorithm);
  NestedSetup<S> setup;
  for_each_algorithm([&]<class Algorithm>(Algorithm) {
    if constexpr (Solves<Algorithm>) {
      if (Algorithm::name == spec.name) setup = Algorithm::template setup<S>(read_params<Algorithm>(spec));
    }
  });
  Solving<S> solving(root, std::move(head), setup, plan, asked);
  if (!asked.checkpoint.empty()) solving.resume(asked.checkpoint);
  return solving.run(control);
}

}  // namespace banyan
