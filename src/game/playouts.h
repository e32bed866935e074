// SPDX-License-Identifier: MIT
// What a game may do better than the generic way when it is played out, and the generic way.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "core/random.h"
#include "game/chance.h"
#include "game/game_state.h"
#include "game/moves.h"
#include "game/results.h"

namespace banyan {

/// Draws uniformly random legal moves without listing them. A drawer is made for one position and serves every
/// playout that starts at or below it: `auto draw = drawer.begin(rng)`, then `draw(state)` for each move.
template <class S>
concept DrawsMoves = GameState<S> && requires(const S c, typename S::Drawer d, Rng& rng) {
  requires std::constructible_from<typename S::Drawer, const S&>;
  { d.begin(rng)(c) } -> std::same_as<typename S::Move>;
};

/// Runs its own playout loop, because it can do so faster than `while (!terminal) play(choose(state))`.
template <class S>
concept RunsPlayouts = GameState<S> && requires(S s, typename S::Move (*choose)(const S&, Player)) {
  s.run_playout(choose);
};

/// The indices below placement_count() are all legal until they have an owner or the game is over, and playouts play
/// nothing else. What learns from playouts can then do without lists of moves. The byte of owners() behind theirs is
/// there, and 0.
template <class S>
concept FillsBoard = ShowsOwners<S> && WinsOrLoses<S> && requires(const S c) {
  { c.placement_count() } -> std::same_as<int>;
};

/// Ends a game with uniformly random moves at once: every end is as likely as it is move by move. Returns the number of
/// moves.
template <class S>
concept FillsAtRandom = FillsBoard<S> && requires(S s, std::uint64_t seed) {
  { s.fill_at_random(seed) } -> std::same_as<std::uint64_t>;
};

/// Ends many games from one position in this way, which is faster still: `count` of them.
template <class S>
concept FillsManyAtRandom = FillsAtRandom<S> && requires(const S c, typename S::ManyFilled many, std::uint64_t seed) {
  requires std::constructible_from<typename S::ManyFilled, const S&>;
  { S::ManyFilled::count } -> std::convertible_to<std::uint64_t>;
  { many.fill(c, seed) } -> std::same_as<std::uint64_t>;  // how many of them the first player has won
};

/// Fills many boards at once from one position, 64 or 512 of them, after it has settled what is as good as joined: a
/// playout without moves. fill() tells how many of them the first player has won, and adds by player and index on how
/// many boards the player has a cell, and its half points on these.
template <class S>
concept SettlesBoards = FillsBoard<S> &&
    requires(const S c, typename S::template SettledBoards<1> few, typename S::template SettledBoards<8> many,
             std::uint64_t seed, std::array<std::int32_t*, 2> counts) {
  requires std::constructible_from < typename S::template SettledBoards<1>,
  const S& > ;
  { few.fill(c, seed, counts, counts) } -> std::same_as<std::uint32_t>;
  { many.fill(c, seed, counts, counts) } -> std::same_as<std::uint32_t>;
};

/// Draws a random piece that can move, and then one of its moves. The game must not be over.
template <class S>
concept DrawsByPiece = GameState<S> && requires(const S c, Rng& rng) {
  { c.draw_by_piece(rng) } -> std::same_as<typename S::Move>;
};

/// The drawer of games that have none of their own: lists the moves, and weighs them where chance moves.
template <GameState S>
class ListDrawer {
 public:
  explicit ListDrawer(const S&) {}

  auto begin(Rng& rng) {
    return [&rng](const S& state) {
      MoveList<S> moves;
      state.legal_moves(moves);
      if constexpr (HasChance<S>) {
        if (state.to_move() == chance) return draw_outcome(state, moves, rng);
      }
      return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    };
  }
};

namespace detail {
template <class S>
struct DrawerOf {
  using Type = ListDrawer<S>;
};
template <DrawsMoves S>
struct DrawerOf<S> {
  using Type = typename S::Drawer;
};
}  // namespace detail

template <GameState S>
using Drawer = typename detail::DrawerOf<S>::Type;

/// Plays to the end with moves from `choose(state, mover)`; returns how many. Inlined, so that what `choose` keeps can
/// stay in registers.
template <GameState S, class Choose>
[[gnu::always_inline]] inline std::uint64_t run_playout(S& state, Choose&& choose) {
  if constexpr (RunsPlayouts<S>) {
    return state.run_playout(choose);
  } else {
    std::uint64_t moves = 0;
    for (; !state.is_terminal(); ++moves) state.play(choose(static_cast<const S&>(state), state.to_move()));
    return moves;
  }
}

}  // namespace banyan
