// SPDX-License-Identifier: MIT
// Which root move is played, from what a search knows of each [Chaslot 2010], when it is known, and how it would go on.
// A proven win is always played, a proven loss only when there is nothing else, a proven draw before anything that is
// worth less.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "search/limits/limits.h"
#include "search/mcts/params.h"
#include "search/search.h"

namespace banyan {

template <GameState S>
Rank rank_of(const MoveStatistics<S>& m) {
  return m.rank.value_or(Rank{.value = m.value, .tie = m.value});
}

template <GameState S>
double final_score(const MoveStatistics<S>& m, FinalMove rule, double secure) {
  const double n = static_cast<double>(m.visits);
  if (m.proven == 1.0) return std::numeric_limits<double>::infinity();
  if (m.proven == 0.0) return -std::numeric_limits<double>::infinity();
  switch (rule) {
    case FinalMove::max:
      return rank_of(m).value;
    case FinalMove::secure:
      return rank_of(m).value - secure / std::sqrt(n);
    case FinalMove::robust:
    case FinalMove::robust_max:
      break;
  }
  return n;
}

/// The move to play; `moves` must not be empty. Of equals, the one of higher value or tie, then the first.
template <GameState S>
MoveStatistics<S> choose_final_move(const std::vector<MoveStatistics<S>>& moves, FinalMove rule, double secure) {
  const MoveStatistics<S>* best = moves.data();
  const MoveStatistics<S>* draw = nullptr;
  double best_score = final_score(*best, rule, secure);
  for (const auto& m : moves) {
    if (m.proven == 0.5) draw = &m;
    const double score = final_score(m, rule, secure);
    if (score > best_score || (score == best_score && rank_of(m).tie > rank_of(*best).tie)) {
      best = &m;
      best_score = score;
    }
  }
  return draw != nullptr && best->value < 0.5 ? *draw : *best;
}

template <GameState S>
MoveStatistics<S> choose_final_move(const std::vector<MoveStatistics<S>>& moves, const TreeParams& params) {
  return choose_final_move(moves, params.final_move, params.secure);
}

/// Whether the move of the highest value is the most visited one.
template <GameState S>
bool is_settled(const std::vector<MoveStatistics<S>>& moves) {
  return choose_final_move(moves, FinalMove::max, 0).move == choose_final_move(moves, FinalMove::robust, 0).move;
}

/// How many visits more than any other the move has that would be played; 0 where visits do not decide which one that
/// is.
template <GameState S>
std::uint64_t lead(const std::vector<MoveStatistics<S>>& moves, FinalMove rule) {
  if (moves.empty() || rule == FinalMove::max || rule == FinalMove::secure) return 0;
  const MoveStatistics<S> best = choose_final_move(moves, rule, 0);
  std::uint64_t second = 0;
  for (const auto& m : moves) {
    if (m.proven == 0.5) return 0;  // whether the draw is played depends on what the others are worth
    if (m.proven != 0.0 && !(m.move == best.move)) second = std::max(second, m.visits);
  }
  return best.visits > second ? best.visits - second : 0;
}

inline bool stops_early(EarlyStop when, bool saves_time) {
  return when == EarlyStop::always || (when == EarlyStop::clock && saves_time);
}

/// Ends a search whose move cannot change any more: there is no other, or what is left to visit cannot give another one
/// more visits, those that were kept from earlier searches included. A proof could still change it, which is no reason
/// to wait: the move has most of the visits because the others are worse. Never ends what is chosen by its value
/// alone, which a few visits can change. `statistics` is asked when enough has been done.
template <GameState S, class Statistics>
Stopper when_decided(const S& state, FinalMove rule, Statistics statistics) {
  MoveList<S> legal;
  state.legal_moves(legal);
  const bool is_forced = legal.size() == 1;
  return {"decided", [=](const SearchFacts& facts) {
            if (facts.iterations < 1 || facts.iterations_left < 1) return false;
            return is_forced || static_cast<double>(lead<S>(statistics(), rule)) > facts.iterations_left;
          }};
}

/// Gives a search of `state` the ends that its parameters ask for: it goes on while robust-max is not settled, and
/// stops early. `statistics` tells what is known of the moves of the root.
template <GameState S, class Statistics>
void end_by(const TreeParams& params, const Watch<S>& watch, const S& state, bool is_restricted, Limits& limits,
            Statistics statistics) {
  if (params.final_move == FinalMove::robust_max && !watch.limits) {
    limits.extend_unless_settled([=] { return is_settled<S>(statistics()); });
  }
  if (stops_early(params.early_stop, watch.saves_time) && !is_restricted) {
    limits.add(when_decided(state, params.final_move, statistics));
  }
}

/// A move of the root, and the line both sides would play then, by the final-move rule at every node. What
/// `play(state, move)` answers, when it has made the move, is known of the moves there; nothing ends the line.
template <GameState S, class Play>
std::vector<typename S::Move> line_of(const S& root, typename S::Move move, const TreeParams& params, Play play) {
  std::vector<typename S::Move> line;
  for (S state = root;;) {
    line.push_back(move);
    const std::vector<MoveStatistics<S>> moves = play(state, move);
    if (moves.empty()) return line;
    move = choose_final_move(moves, params).move;
  }
}

/// Fills in what is played by `result.moves`, and the lines of the first `lines` of them, which `line_from` a move
/// tells. A search that was stopped before its first iteration answers a move that it is about.
template <GameState S, class LineFrom>
void fill_answer(const S& root, std::span<const typename S::Move> only, const TreeParams& params, std::size_t lines,
                 SearchResult<S>& result, LineFrom line_from) {
  if (result.moves.empty()) {
    result.best.move = moves_at_root(root, only)[0];
    result.principal_variation = {result.best.move};
    return;
  }
  result.best = choose_final_move(result.moves, params);
  result.principal_variation = line_from(result.best.move);
  for (std::size_t i = 0; i < std::min(lines, result.moves.size()); ++i) {
    result.lines.push_back(line_from(result.moves[i].move));
  }
}

}  // namespace banyan
