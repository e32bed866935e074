// SPDX-License-Identifier: MIT
// What a game may know of good moves in playouts: replies around the last move, scores of moves, places that are poor
// at first or for ever.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "game/game_state.h"
#include "game/playouts.h"

namespace banyan {

/// Suggests replies to the move that was just made, such as the other half of a bridge. There are kinds of them, at
/// most 32, which have names in `reply_kinds`; a replier is made for one position and those kinds whose bits are set,
/// and serves every position of the game. It is empty where a board is too small to have any. It writes at most
/// `max_replies` of them, all legal, and returns how many.
template <class S>
concept SuggestsReplies = GameState<S> && requires(const S c, const typename S::Replier replier, std::uint32_t kinds,
                                                   typename S::Move last, std::span<typename S::Move> out) {
  requires S::max_replies >= 1;
  { S::reply_kinds[0] } -> std::convertible_to<std::string_view>;
  { S::usual_replies } -> std::convertible_to<std::uint32_t>;
  requires std::constructible_from<typename S::Replier, const S&, std::uint32_t>;
  { replier.suggest(c, last, out) } -> std::same_as<std::size_t>;
  { replier.is_empty() } -> std::same_as<bool>;
};

/// Scores the moves that are legal now, in the order in which they were listed: a playout makes each with a probability
/// in proportion to its score, which is not negative.
template <class S>
concept ScoresMoves = GameState<S> && requires(const S c, const MoveList<S>& moves, std::span<float> scores) {
  { c.score_moves(moves, scores) } -> std::same_as<void>;
};

/// Knows how far from the rim of the board a placement is: 0 is on it.
template <class S>
concept MeasuresRim = FillsBoard<S> && requires(const S c, int index) {
  { c.rim_distance(index) } -> std::same_as<int>;
};

/// Knows free cells that no longer matter to anybody: who takes them, and whether, changes nothing.
template <class S>
concept KnowsDeadCells = FillsBoard<S> && requires(const S c, int index) {
  { c.is_dead(index) } -> std::same_as<bool>;
};

}  // namespace banyan
