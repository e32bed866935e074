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

/// Every selection has a tree search.
using Algorithms =
    decltype(std::tuple_cat(std::tuple<Flat>(), TreeSearches<Selections>(),
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
template <class List = Algorithms, class Visit>
void for_each_algorithm(Visit&& visit) {
  std::apply([&](auto... algorithm) { (visit(algorithm), ...); }, List{});
}

/// What a player is made from: parameters that are its own, and those of its algorithm (SettingsOf).
struct PlayerSettings {
  PlayerParams player{};

  PlayerSettings() = default;
  PlayerSettings(const PlayerSettings&) = default;
  PlayerSettings& operator=(const PlayerSettings&) = default;
  virtual ~PlayerSettings() = default;
  /// All parameters, in the order in which they are shown. They refer to this, which must outlive them.
  virtual Params bind() = 0;
};

template <class Algorithm>
struct SettingsOf final : PlayerSettings {
  typename Algorithm::Params algorithm{};

  Params bind() override;
};

/// The settings of the player that is named, whose algorithm must be on the list; throws UsageError.
std::unique_ptr<PlayerSettings> read_player(const Spec& spec);

/// The parameters that an algorithm was given; throws UsageError.
template <class Algorithm>
typename Algorithm::Params read_params(const Spec& spec) {
  return static_cast<const SettingsOf<Algorithm>&>(*read_player(spec)).algorithm;
}

/// How the player shares a clock out, its threads included.
ClockSharing clock_sharing_of(PlayerSettings& settings);

/// The error for a name that is not on the list; it suggests the nearest one that is.
UsageError unknown_algorithm(std::string_view name);

}  // namespace banyan
