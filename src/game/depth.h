// SPDX-License-Identifier: MIT
// What search to a depth asks of a game.
#pragma once

#include <concepts>
#include <cstdint>

#include "game/game_state.h"
#include "game/knowledge.h"

namespace banyan {

/// Counts whole turns, where a turn is several moves of a player.
template <class S>
concept CountsTurns = requires(const S c) {
  { c.turn() } -> std::same_as<int>;
};

/// Bounds evaluate(0) for all positions that can be reached by turn number `end`.
template <class S>
concept BoundsValues = EvaluatesPositions<S> && CountsTurns<S> && requires(const S c, int end) {
  { c.value_bounds(end).low } -> std::convertible_to<double>;
  { c.value_bounds(end).high } -> std::convertible_to<double>;
};

/// Says which of equally good moves is to be played: the one with the highest number, and of these the first listed.
template <class S>
concept PrefersMoves = requires(const S c, typename S::Move m) {
  { c.preference(m) } -> std::same_as<int>;
};

/// Knows moves that are never better than another one.
template <class S>
concept KnowsDominated = requires(const S c, typename S::Move m) {
  { c.is_dominated(m) } -> std::same_as<bool>;
};

/// Knows moves that lead to the same as the one listed before them.
template <class S>
concept KnowsDuplicates = requires(const S c, typename S::Move m) {
  { c.is_duplicate(m) } -> std::same_as<bool>;
};

/// Names the moves that keep a position from being judged: where its depth ends, a search goes on with these alone.
template <class S>
concept NamesNoisyMoves = GameState<S> && requires(const S c, typename S::Move m, MoveList<S>& out) {
  { c.noisy_moves(out) } -> std::same_as<void>;  // fills an empty list with those that are legal
  { c.is_noisy(m) } -> std::same_as<bool>;       // of a legal move
};

/// Knows positions that are about to be decided, in which a search should look one move further.
template <class S>
concept KnowsCrises = requires(const S c) {
  { c.is_crisis() } -> std::same_as<bool>;
};

/// Has a move that does nothing, whether the rules allow it now or not: a position that is good enough for who moves
/// even after it is good enough.
template <class S>
concept HasNullMove = GameState<S> && requires {
  { S::null_move() } -> std::same_as<typename S::Move>;
};

/// May end because of the number of turns alone. What is found out about a position should serve on every turn, except
/// for what rests on such an end.
template <class S>
concept CapsTurns = requires(const S c) {
  { c.is_capped() } -> std::same_as<bool>;  // over, and for no other reason
  { c.hash_without_turn() } -> std::same_as<std::uint64_t>;
};

/// Lets a turn pass without anything being done, and says whose turn it is, also while chance moves.
template <class S>
concept SkipsTurns = CountsTurns<S> && requires(S s, const S c, Player p) {
  s.skip_turn();
  { c.turn_player() } -> std::same_as<Player>;
  { c.is_out(p) } -> std::same_as<bool>;
};

/// Has an abstract game, of a type of its own, in which a few averaged moves stand for all. Asked for between turns.
template <class S>
concept HasAbstract = requires(const S c) {
  c.abstract().is_terminal();
};

/// A game whose abstract game can be played in its place: it has the same kind of moves.
template <class S>
concept PlaysAbstract = GameState<S> && HasAbstract<S> && CountsTurns<S> && requires(const S c) {
  requires std::same_as<typename decltype(c.abstract())::Move, typename S::Move>;
  requires decltype(c.abstract())::max_moves == S::max_moves;
};

}  // namespace banyan
