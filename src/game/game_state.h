// SPDX-License-Identifier: MIT
// What a game is to the rest of the tree: a value that can be copied, played on and asked, and a set of
// capabilities it may claim on top where it does a thing better than the generic way. Search never asks which game
// it plays; it asks what the game can do, with `if constexpr`. The capabilities stand beside this file, by who asks:
//   moves.h        whoever takes a move from outside, and tables over moves
//   drawing.h      whoever draws a position, takes clicks, or writes moves as others do
//   results.h      sessions and proofs
//   playouts.h     playouts
//   suggestions.h  playouts that want to know what is good
//   chance.h       whoever lets chance move
//   knowledge.h    search that wants to know what is good
//   depth.h        search to a depth
//   nested.h       nested search
//   repetition.h   whoever must know what has been before
//   length.h       whoever shares time out over the moves to come
//
// One concept serves all kinds of game:
//   several players    rewards() holds one number per player; nothing negates, nothing assumes that turns alternate
//   compound turns     small moves that keep to_move() until the turn is over
//   chance             to_move() is `chance`; legal_moves() lists the outcomes, probability() weighs them
//   one player, score  players == 1; rewards() is the score mapped into [0, 1], score() the number people see
//   expensive lists    a Drawer draws one random move without listing them
//   dense moves        index_of / move_at number every move of the game; tables are arrays
//   coded moves        code_of gives 64 bits that name the move; tables are hashed
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/fixed_list.h"
#include "core/params.h"
#include "game/board.h"

namespace banyan {

using Player = int;
inline constexpr Player chance = -1;

template <class S>
using Rewards = std::array<double, static_cast<std::size_t>(S::players)>;

template <class S>
using MoveList = FixedList<typename S::Move, static_cast<std::size_t>(S::max_moves)>;

/// `players` and `max_moves` (the longest list of moves) are constants of the type. `Options` is a parameter struct:
/// what a user may choose about the rules. A state is built from its options and stands at the start of the game.
template <class S>
concept GameState = std::copyable<S> && ParamStruct<typename S::Options> &&
                    std::constructible_from<S, typename S::Options> && std::is_trivially_copyable_v<typename S::Move> &&
                    (sizeof(typename S::Move) <= 8) &&
                    std::equality_comparable<typename S::Move>&& requires(S s, const S c, typename S::Move m,
                                                                          MoveList<S>& out, std::string_view text) {
  requires S::players >= 1;
  { c.to_move() } -> std::same_as<Player>;
  { c.is_terminal() } -> std::same_as<bool>;
  { c.rewards() } -> std::same_as<Rewards<S>>;   // each in [0, 1]; only when terminal
  { c.legal_moves(out) } -> std::same_as<void>;  // fills an empty list; none when terminal
  { s.play(m) } -> std::same_as<void>;           // m must be legal; checked in debug builds
  { c.hash() } -> std::same_as<std::uint64_t>;   // equal for positions with the same future
  { c.move_text(m) } -> std::same_as<std::string>;
  { c.parse_move(text) } -> std::same_as<std::optional<typename S::Move>>;  // legal or not
  { c.board_data() } -> std::same_as<BoardData>;
};

}  // namespace banyan
