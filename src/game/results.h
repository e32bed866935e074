// SPDX-License-Identifier: MIT
// What a game may say of how it ends.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "game/game_state.h"

namespace banyan {

/// Two players; every game ends with rewards (1, 0), (0, 1) or (1/2, 1/2). Proven values and counts in half points
/// need no more than this.
template <class S>
concept WinsOrLoses = GameState<S> &&(S::players == 2) && S::wins_or_loses;

/// Is played for points: score() is what people compare, so far or at the end; rewards() is its image in [0, 1] on a
/// straight line, so that score_of() tells what a reward, or a mean of rewards, is in points.
template <class S>
concept HasScore = GameState<S> && requires(const S c, double reward) {
  { c.score() } -> std::same_as<double>;
  { c.score_of(reward) } -> std::same_as<double>;
};

/// Tells how the game was decided: "ring", "fork", ...
template <class S>
concept ExplainsResults = GameState<S> && requires(const S c) {
  { c.how() } -> std::same_as<std::vector<std::string>>;
};

/// Records of the game may go on after its end, as when people fill a board that is decided. Such a move changes the
/// board and not the result.
template <class S>
concept FollowsEnd = GameState<S> && requires(S s, const S c, typename S::Move m) {
  { c.can_follow_end(m) } -> std::same_as<bool>;
  { s.follow_end(m) } -> std::same_as<void>;  // of a game that is over
};

}  // namespace banyan
