// SPDX-License-Identifier: MIT
// What playouts have shown of a position. A search counts what stands here and nothing else, so that a playout may be
// a finished game, several of them, one that was cut, or none at all.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "core/math.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/playouts.h"
#include "search/playout/params.h"

namespace banyan {

/// Who played which move, for all-moves-as-first counts: one board that shows it, or counts over several boards. Points
/// at what its maker owns until it is asked for the next outcome. All are null where the game does not tell.
struct PlayedMoves {
  const std::uint8_t* owners = nullptr;  // by index, as ShowsOwners has them
  std::array<std::uint8_t, 2> owner_bits{};
  /// By player and index, padded to a multiple of 8: in how many playouts the player made the move, and the player's
  /// half points in these.
  std::array<const std::int32_t*, 2> visits{}, half_points{};
};

template <GameState S>
struct Outcome {
  Rewards<S> rewards{};      // summed over the playouts
  std::uint32_t weight = 1;  // how many playouts
  bool is_exact = true;      // each reward is that of a finished game
  std::uint64_t moves = 0;   // made by the playouts
  PlayedMoves played{};
};

namespace detail {
template <GameState S>
Outcome<S> outcome_with(const Rewards<S>& rewards, bool is_exact, const S& end, std::uint64_t moves) {
  Outcome<S> outcome{.rewards = rewards, .is_exact = is_exact, .moves = moves};
  if constexpr (ShowsOwners<S> && S::players == 2) {
    outcome.played.owners = end.owners();
    outcome.played.owner_bits = {end.owner_bit(0), end.owner_bit(1)};
  }
  return outcome;
}
}  // namespace detail

/// Of a game that is over, after so many moves of a playout.
template <GameState S>
Outcome<S> outcome_of(const S& end, std::uint64_t moves) {
  return detail::outcome_with(end.rewards(), true, end, moves);
}

/// What the evaluation says, squashed into [0, 1].
template <EvaluatesLeaves S>
Outcome<S> evaluated(const S& state, double squash, std::uint64_t moves) {
  const double first = 1 / (1 + banyan::exp(-state.evaluate(0) / squash));
  return detail::outcome_with({first, 1 - first}, false, state, moves);
}

/// When playouts end that are not let run until the game does, and what they are worth then.
struct Ending {
  static constexpr std::uint64_t with_the_game = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t most_moves = with_the_game;
  CutAs cut_as = CutAs::draw;
  double squash = 1;

  bool is_cut() const { return most_moves != with_the_game; }

  template <GameState S>
  Outcome<S> cut(const S& state, std::uint64_t moves) const {
    if constexpr (EvaluatesLeaves<S>) {
      if (cut_as == CutAs::evaluation) return evaluated(state, squash, moves);
    }
    Rewards<S> even;
    even.fill(1.0 / S::players);
    return detail::outcome_with(even, false, state, moves);
  }
};

/// Plays to the end with moves from `choose(state, mover)`. Inlined, as run_playout is; which of the
/// two loops is known when it is compiled, so that what a cut needs takes no registers from the other.
template <bool IsCut, GameState S, class Choose>
[[gnu::always_inline]] inline Outcome<S> finish(S& state, [[maybe_unused]] const Ending& ending, Choose&& choose) {
  if constexpr (!IsCut) {
    return outcome_of(state, run_playout(state, choose));
  } else {
    std::uint64_t moves = 0;
    for (; !state.is_terminal() && moves < ending.most_moves; ++moves) {
      state.play(choose(static_cast<const S&>(state), state.to_move()));
    }
    return state.is_terminal() ? outcome_of(state, moves) : ending.cut(state, moves);
  }
}

}  // namespace banyan
