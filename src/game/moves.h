// SPDX-License-Identifier: MIT
// What a game may know of its moves beyond their list: asked by whoever takes a move from outside, and by tables over
// moves.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>

#include "game/game_state.h"

namespace banyan {

/// Tests one move without listing all.
template <class S>
concept TestsMoves = GameState<S> && requires(const S c, typename S::Move m) {
  { c.is_legal(m) } -> std::same_as<bool>;
};

/// Says why a move cannot be played here: "the cell is occupied".
template <class S>
concept ExplainsRefusals = GameState<S> && requires(const S c, typename S::Move m) {
  { c.refusal(m) } -> std::same_as<std::string>;
};

/// Numbers its moves densely: an index in [0, index_count()) for every move of the whole game, the same in every
/// position.
template <class S>
concept IndexesMoves = GameState<S> && requires(const S c, typename S::Move m, int i) {
  { c.index_count() } -> std::same_as<int>;  // the same for every state of one game
  { c.index_of(m) } -> std::same_as<int>;
  { c.move_at(i) } -> std::same_as<typename S::Move>;
};

/// Writes the set of legal indices as bits, 64 to a word, faster than a list. Bits past the last index are 0.
template <class S>
concept MasksMoves = IndexesMoves<S> && requires(const S c, std::span<std::uint64_t> words) {
  { c.legal_mask(words) } -> std::same_as<void>;
};

/// Each index is played at most once in a game and the board shows by whom: one byte per index, padded to a
/// multiple of 8, with bit owner_bit(p) set where player p's move stands. All-moves-as-first counts read it directly.
template <class S>
concept ShowsOwners = IndexesMoves<S> && requires(const S c, Player p) {
  { c.owners() } -> std::same_as<const std::uint8_t*>;
  { c.owner_bit(p) } -> std::same_as<std::uint8_t>;
};

/// Knows the symmetries of its board: each turns a move into another, and a game into one that is worth the same.
/// Symmetry 0 changes nothing.
template <class S>
concept HasSymmetries = GameState<S> && requires(const S c, int symmetry, typename S::Move m) {
  { c.symmetry_count() } -> std::same_as<int>;
  { c.image(symmetry, m) } -> std::same_as<typename S::Move>;
};

/// Names a move with 64 bits, equal for equal moves wherever they occur.
template <class S>
concept CodesMoves = GameState<S> && requires(const S c, typename S::Move m) {
  { c.code_of(m) } -> std::same_as<std::uint64_t>;
};

/// Counts its legal moves faster than it lists them.
template <class S>
concept CountsMoves = GameState<S> && requires(const S c) {
  { c.count_moves() } -> std::same_as<std::uint64_t>;
};

/// Knows moves after which there are as many moves to reply with: lists one of each group, and how many are in it.
template <class S>
concept GroupsMoves = CountsMoves<S> && requires(const S c, MoveList<S>& out, std::span<std::uint32_t> sizes) {
  { c.grouped_moves(out, sizes) } -> std::same_as<void>;
};

/// Takes moves back, sooner than a copy is made: what play_noting answers, take_back wants, together with the move.
/// Last played is first taken back.
template <class S>
concept TakesBack = GameState<S> && requires(S s, typename S::Move m, const typename S::Before& before) {
  { s.play_noting(m) } -> std::same_as<typename S::Before>;
  { s.take_back(m, before) } -> std::same_as<void>;
};

template <GameState S>
bool is_legal(const S& state, typename S::Move move) {
  if constexpr (TestsMoves<S>) {
    return state.is_legal(move);
  } else {
    MoveList<S> moves;
    state.legal_moves(moves);
    return std::find(moves.begin(), moves.end(), move) != moves.end();
  }
}

}  // namespace banyan
