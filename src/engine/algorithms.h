// SPDX-License-Identifier: MIT
// The list of algorithms. Every game meets every one of them: game_session.h makes the players.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>

#include "core/error.h"
#include "core/params.h"
#include "engine/player_params.h"
#include "search/alphabeta/alphabeta.h"
#include "search/mcts/flat.h"
#include "search/mcts/tree_search.h"
#include "search/minimax/minimax.h"
#include "search/minimax/several.h"
#include "search/nested/nmcs.h"
#include "search/nested/nrpa.h"
#include "search/random/random.h"

namespace banyan {

namespace detail {
template <class... Selection>
std::tuple<TreeSearch<Selection>...> tree_searches(std::tuple<Selection...>);
}

/// Every selection has a tree search.
using Algorithms =
    decltype(std::tuple_cat(std::tuple<Flat>(), detail::tree_searches(std::declval<Selections>()),
                            std::tuple<AlphaBeta, Expectiminimax, MaxN, BestReply, RandomMoves, Nmcs, Nrpa>()));

/// Looks for a whole sequence, on one thread or several (search/nested).
template <class Algorithm>
concept Solves = requires(const typename Algorithm::Params params) {
  params.team;
};

// What tests and benchmarks use by its type is compiled once for all of them: BANYAN_SEARCHES(, S) in one file. With
// `extern` for the first argument, in a header, others leave it to that file; that works because what is named here is
// not inline.
// NOLINTBEGIN(bugprone-macro-parentheses): a keyword and a type cannot stand in parentheses

/// One algorithm for a game.
#define BANYAN_SEARCH(keyword, Algorithm, S) \
  keyword template std::unique_ptr<Search<S>> Algorithm::make<S>(const Algorithm::Params&, std::uint64_t)

/// The searches that every game has, and its playouts.
#define BANYAN_SEARCHES(keyword, S)                                                                                  \
  keyword template std::unique_ptr<PlayoutPolicy<S>> make_playout<S, PlayoutParams>(const PlayoutParams&, const S&,  \
                                                                                    std::uint64_t, std::size_t);     \
  keyword template std::unique_ptr<PlayoutPolicy<S>> make_playout_of_any<S, PlayoutParams>(                          \
      const PlayoutParams&, const S&, std::uint64_t, std::size_t);                                                   \
  keyword template std::unique_ptr<PlayoutPolicy<S>> make_leaf<S>(const LeafParams&, const PlayoutParams&, const S&, \
                                                                  std::uint64_t, std::size_t);                       \
  BANYAN_SEARCH(keyword, Flat, S);                                                                                   \
  BANYAN_SEARCH(keyword, Uct, S)

/// Those of a game of two players in which all moves can be counted as first.
#define BANYAN_AMAF_SEARCHES(keyword, S) \
  BANYAN_SEARCHES(keyword, S);           \
  BANYAN_SEARCH(keyword, Rave, S);       \
  BANYAN_SEARCH(keyword, AlphaAmaf, S);  \
  BANYAN_SEARCH(keyword, Expectiminimax, S)

// NOLINTEND(bugprone-macro-parentheses)

/// Calls `visit` with a value of each algorithm's type, in the order of the list.
template <class Visit>
void for_each_algorithm(Visit&& visit) {
  std::apply([&](auto... algorithm) { (visit(algorithm), ...); }, Algorithms{});
}

/// What a player is made from: the parameters of its algorithm, and those that are its own.
template <class Algorithm>
struct PlayerSettings {
  typename Algorithm::Params algorithm{};
  PlayerParams player{};

  auto bind() {
    auto all = algorithm.bind();
    all.append(player);
    return all;
  }
  /// Whether a search goes on from what the last one found.
  bool keeps_searches() const {
    if constexpr (requires { algorithm.tree.reuse; }) return algorithm.tree.reuse;
    return false;
  }
};

/// The parameters that a player was given; throws UsageError.
template <class Algorithm>
PlayerSettings<Algorithm> read_params(const Spec& spec) {
  PlayerSettings<Algorithm> settings;
  auto bound = settings.bind();
  apply(spec, fmt::format("player '{}'", spec.name), bound);
  if (settings.player.ponder && !settings.keeps_searches()) {
    throw UsageError(
        fmt::format("player '{}': ponder=true is for players that keep their tree, with reuse=true; what "
                    "this one finds is lost when its next search begins",
                    spec.name));
  }
  return settings;
}

/// The error for a name that is not on the list; it suggests the nearest one that is.
UsageError unknown_algorithm(std::string_view name);

}  // namespace banyan
