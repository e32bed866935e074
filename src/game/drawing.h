// SPDX-License-Identifier: MIT
// What a game may tell those who draw it, take clicks, and write its moves as others do; and what is done for a game
// that tells nothing.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "game/board.h"
#include "game/game_state.h"

namespace banyan {

/// Says what is clicked for a legal move. Without it, a move whose text is a cell's name is a click on that cell, and
/// any other is a button.
template <class S>
concept ShowsMoves = GameState<S> && requires(const S c, typename S::Move m) {
  { c.board_move(m) } -> std::same_as<BoardMove>;
};

/// Is written in more than one way. `notations` lists their names, the game's own first. Both functions take texts of
/// moves that need not be legal here, nor even on the board: from_notation gives nothing only for what can be no move.
template <class S>
concept HasNotations = GameState<S> && requires(const S c, std::string_view text) {
  { S::notations() } -> std::same_as<std::vector<std::string_view>>;
  { c.to_notation(text, text) } -> std::same_as<std::string>;  // of a notation's name and one of our moves
  { c.from_notation(text, text) } -> std::same_as<std::optional<std::string>>;
};

/// The board with what need not be said by each game: the players' names, and whose turn it is.
template <GameState S>
BoardData board_of(const S& state) {
  BoardData board = state.board_data();
  if (board.players.empty()) {
    for (Player p = 0; p < S::players; ++p) board.players.push_back(player_name(p, S::players));
  }
  if (board.turn == nobody && !state.is_terminal() && state.to_move() != chance) board.turn = state.to_move();
  return board;
}

/// How moves of a position are made by clicking.
template <GameState S>
class Clicks {
 public:
  Clicks(const S& state, const BoardData& board) : state_(state) {
    if constexpr (!ShowsMoves<S>) {
      for (const BoardCell& cell : board.cells) cells_.insert(cell.name);
    }
  }

  BoardMove operator()(typename S::Move m) const {
    BoardMove move;
    if constexpr (ShowsMoves<S>) move = state_.board_move(m);
    move.text = state_.move_text(m);
    if (cells_.contains(move.text)) move.clicks = {move.text};
    if (move.label.empty()) move.label = move.text;
    return move;
  }

 private:
  const S& state_;
  std::unordered_set<std::string> cells_;
};

}  // namespace banyan
