// SPDX-License-Identifier: MIT
// From a selection to an algorithm that users can name, with the parameters of all tree searches and its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "core/error.h"
#include "core/params.h"
#include "game/chance.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/results.h"
#include "game/suggestions.h"
#include "search/limits/limits.h"
#include "search/mcts/mcts.h"
#include "search/mcts/open_loop.h"
#include "search/mcts/params.h"
#include "search/mcts/settings.h"
#include "search/playout/leaf.h"
#include "search/playout/params.h"
#include "search/playout/parts.h"
#include "search/representatives/averaged.h"
#include "search/search.h"
#include "search/selection/guess_weights.h"
#include "search/selection/selections.h"

namespace banyan {

template <class Selection>
struct TreeSearch {
  static constexpr std::string_view name = Selection::name;
  static constexpr std::string_view summary = Selection::summary;

  struct Params {
    LimitParams limits;
    TreeParams tree;
    CandidateParams candidates;
    typename Selection::Params selection;
    GuessParams guesses;
    BreadthParams breadth{};  // not where all moves are counted as first
    PlayoutParams playout;
    LeafParams leaf;
    auto bind() {
      if constexpr (Selection::counts_amaf) {
        return banyan::Params(limits, tree, candidates, selection, guesses, playout, leaf);
      } else {
        return banyan::Params(limits, tree, candidates, selection, guesses, breadth, playout, leaf);
      }
    }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return Selection::template missing<S>();
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& params, std::uint64_t seed);
};

namespace detail {
template <class Selections>
struct TreeSearchesOf;
template <class... Selection>
struct TreeSearchesOf<std::tuple<Selection...>> {
  using Type = std::tuple<TreeSearch<Selection>...>;
};
}  // namespace detail

/// The algorithms of a list of selections.
template <class Selections>
using TreeSearches = typename detail::TreeSearchesOf<Selections>::Type;

using Uct = TreeSearch<selection::Ucb1>;
using Rave = TreeSearch<selection::Rave>;
using AlphaAmaf = TreeSearch<selection::AlphaAmaf>;
using Sums = TreeSearch<selection::Sums>;

namespace detail {

/// UCT on the game that continues with averaged moves after the turn at the root.
template <PlaysAbstract S>
std::unique_ptr<Search<S>> make_averaged(MctsSettings settings, const selection::Ucb1& ucb1, std::uint64_t seed) {
  if (settings.breadth.open_loop)
    throw UsageError("representatives=averaged: the abstract game has no chance to draw anew");
  check_playout<AveragedGame<S>>(settings.playout, false);
  check_leaf<AveragedGame<S>>(settings.leaf, false);
  settings.tree.reuse = false;
  return std::make_unique<AveragedSearch<S>>(
      std::make_unique<Mcts<AveragedGame<S>, selection::Ucb1>>(settings, ucb1, seed));
}

/// The searches that only UCT has; null where none is asked for.
template <GameState S>
std::unique_ptr<Search<S>> make_uct(const MctsSettings& settings, const Uct::Params& p, std::uint64_t seed) {
  if (p.breadth.representatives == Representatives::averaged) {
    if constexpr (PlaysAbstract<S>) return make_averaged<S>(settings, {p.selection, p.guesses}, seed);
    throw UsageError("representatives=averaged: the game has no abstract game that can be played (PlaysAbstract)");
  }
  if (p.breadth.open_loop) {
    if (p.tree.threads > 1) throw UsageError("open_loop: one thread searches sequences of moves, so threads must be 1");
    if (p.tree.expand_all || p.tree.expand_depth > 0) {
      throw UsageError("open_loop: only `expand` says when nodes are made, not expand_all or expand_depth");
    }
    if (p.candidates.are_used()) {
      throw UsageError(
          "open_loop: which moves there are depends on chance, so there are no candidates (per_candidate, keep)");
    }
    if constexpr (HasChance<S>) return std::make_unique<OpenLoop<S>>(settings, p.selection, seed);
    throw UsageError("open_loop: the game has no chance (HasChance)");
  }
  if constexpr (KeepsAmafCounts<S>) {
    // The counts are kept for the policy; with weight 0 they do not change the selection.
    if (reads_counts(p.playout)) {
      using selection::Rave;
      if (p.guesses.prior > 0)
        throw UsageError("prior: with this playout policy only for rave, which counts it as first");
      const auto untried =
          p.selection.untried == selection::Ucb1::Untried::first ? Rave::Untried::first : Rave::Untried::urgency;
      const Rave::Params rave{.r = 0, .k = p.selection.k, .untried = untried, .urgency = p.selection.urgency};
      return std::make_unique<Mcts<S, Rave>>(settings, Rave(rave, p.guesses), seed);
    }
  }
  return nullptr;
}

}  // namespace detail

template <class Selection>
template <GameState S>
std::unique_ptr<Search<S>> TreeSearch<Selection>::make(const Params& p, std::uint64_t seed) {
  constexpr bool is_uct = std::is_same_v<Selection, selection::Ucb1>;
  const MctsSettings settings{.limits = p.limits,
                              .tree = p.tree,
                              .candidates = p.candidates,
                              .playout = p.playout,
                              .leaf = p.leaf,
                              .breadth = p.breadth};
  check_playout<S>(p.playout, is_uct ? !p.breadth.open_loop : Selection::counts_amaf);
  check_leaf<S>(p.leaf, Selection::counts_amaf || reads_counts(p.playout));
  if (p.guesses.are_used() && !GuessesValues<S>) {
    throw UsageError("prior, bias: only for games that guess the value of their moves (GuessesValues)");
  }
  guess_weights<S>(p.guesses);
  if (p.candidates.prunes() && p.candidates.keep_after <= 0 && !ScoresMoves<S>) {
    throw UsageError(
        "keep, keep_mean: the game does not score its moves (ScoresMoves); keep_after says when their means do");
  }
  if (p.breadth.widening > 0 && !WidensNodes<S>) {
    throw UsageError("widening: the game has neither chance (HasChance) nor an order of moves (OrdersMoves)");
  }
  if (!is_uct && p.breadth.open_loop) throw UsageError("open_loop: only for uct");
  if (!is_uct && p.breadth.representatives == Representatives::averaged) {
    throw UsageError("representatives=averaged: only for uct");
  }
  if constexpr (is_uct) {
    if (auto special = detail::make_uct<S>(settings, p, seed)) return special;
  }
  return std::make_unique<Mcts<S, Selection>>(settings, Selection(p.selection, p.guesses), seed);
}

}  // namespace banyan
