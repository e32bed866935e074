// SPDX-License-Identifier: MIT
// Tic-tac-toe: the game that docs/adding-a-game.md adds step by step. Two players, dense move numbers.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan::tic_tac_toe {

struct Options {
  static constexpr auto fields() { return std::tuple{}; }
};

struct Move {
  std::uint8_t square;  // 0..8, row by row
  bool operator==(const Move&) const = default;
};

class TicTacToe {
 public:
  using Move = tic_tac_toe::Move;
  using Options = tic_tac_toe::Options;
  static constexpr int players = 2;
  static constexpr int max_moves = 9;
  static constexpr bool wins_or_loses = true;

  explicit TicTacToe(const Options&) {}

  // ---- The rules ----

  Player to_move() const { return moves_ % 2; }
  bool is_terminal() const { return has_line(0) || has_line(1) || moves_ == 9; }

  Rewards<TicTacToe> rewards() const {
    assert(is_terminal());
    if (has_line(0)) return {1.0, 0.0};
    if (has_line(1)) return {0.0, 1.0};
    return {0.5, 0.5};
  }

  void legal_moves(MoveList<TicTacToe>& out) const {
    for (int square = 0; square < 9; ++square) {
      if (is_legal(move_at(square))) out.push_back(move_at(square));
    }
  }

  void play(Move m) {
    assert(is_legal(m));
    owners_[m.square] = owner_bit(to_move());
    ++moves_;
  }

  std::uint64_t hash() const {
    std::uint64_t marks = 0;
    for (int square = 0; square < 9; ++square) marks = marks << 2 | owners_[static_cast<unsigned>(square)];
    return mix64(marks);
  }

  // ---- Text ----

  std::string move_text(Move m) const { return {"abc"[m.square % 3], "123"[m.square / 3]}; }

  std::optional<Move> parse_move(std::string_view text) const {
    for (int square = 0; square < 9; ++square) {
      if (text == move_text(move_at(square))) return move_at(square);
    }
    return std::nullopt;
  }

  BoardData board_data() const {
    BoardData board;
    for (int square = 0; square < 9; ++square) {
      const Move m = move_at(square);
      board.cells.push_back({.name = move_text(m), .at = square_at(square % 3, square / 3)});
      for (const Player p : {0, 1}) {
        if (has_mark(p, m)) board.pieces.push_back({.cell = move_text(m), .owner = p, .text = p == 0 ? "X" : "O"});
      }
    }
    for (int i = 0; i < 3; ++i) {
      board.labels.push_back({.text = {"abc"[i]}, .at = square_at(i, -1)});
      board.labels.push_back({.text = {"123"[i]}, .at = {-1.5, square_at(0, i).y}});
    }
    return board;
  }

  // ---- Capabilities ----

  bool is_legal(Move m) const { return !is_terminal() && owners_[m.square] == 0; }

  int index_count() const { return 9; }
  int index_of(Move m) const { return m.square; }
  Move move_at(int index) const { return {static_cast<std::uint8_t>(index)}; }

  const std::uint8_t* owners() const { return owners_.data(); }
  std::uint8_t owner_bit(Player p) const { return static_cast<std::uint8_t>(1 << p); }
  int placement_count() const { return 9; }

  std::size_t find_wins(Player mover, std::span<Move> out) const {
    std::size_t found = 0;
    for (int square = 0; square < 9 && found < out.size(); ++square) {
      if (is_legal(move_at(square)) && has_line_with(mover, move_at(square))) out[found++] = move_at(square);
    }
    return found;
  }
  std::size_t find_threats(Player mover, std::span<Move> out) const { return find_wins(1 - mover, out); }

 private:
  bool has_mark(Player p, Move m) const { return owners_[m.square] == owner_bit(p); }

  static constexpr std::array<std::array<std::uint8_t, 3>, 8> lines{
      {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

  bool has_line(Player p) const {
    for (const auto& line : lines) {
      if (has_mark(p, {line[0]}) && has_mark(p, {line[1]}) && has_mark(p, {line[2]})) return true;
    }
    return false;
  }

  bool has_line_with(Player p, Move m) const {
    TicTacToe marked = *this;
    marked.owners_[m.square] = owner_bit(p);
    return marked.has_line(p);
  }

  std::array<std::uint8_t, 16> owners_{};  // who marked each square; padded to a multiple of 8
  int moves_ = 0;
};

}  // namespace banyan::tic_tac_toe
