// SPDX-License-Identifier: MIT
// A small game of moving pieces: each player has two on a board of three columns and four rows, and wins by bringing
// one to the row where the other's began. A piece goes one step along a row or a column, to an empty cell, unless one
// of the other's stands straight before it; who cannot move passes. Nothing is taken, so the third occurrence of a
// position is a draw. Moves have no dense numbers, and positions an evaluation. Wins are found, but a piece that could
// win is not stopped by playing its move.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"
#include "game/repetition.h"

namespace banyan::crossing {

inline constexpr int columns = 3, rows = 4, cells = columns * rows;

struct Options {
  int repetitions = 3;
  static constexpr auto fields() {
    return std::tuple{
        field(&Options::repetitions, "repetitions", 0, 100, "which occurrence of a position is a draw; 0 = none")};
  }
};

/// From cell to cell; equal ones for a pass.
struct Move {
  std::uint8_t from, to;
  bool operator==(const Move&) const = default;
};

/// Without the draws: as it is, a game may never end.
class Pieces {
 public:
  using Move = crossing::Move;
  using Options = crossing::Options;
  static constexpr int players = 2;
  static constexpr int max_moves = 8;
  static constexpr bool wins_or_loses = true;

  explicit Pieces(const Options& options) : repetitions_(options.repetitions) {}

  Player to_move() const { return to_move_; }
  bool is_terminal() const { return winner() >= 0; }
  Rewards<Pieces> rewards() const {
    assert(is_terminal());
    return winner() == 0 ? Rewards<Pieces>{1.0, 0.0} : Rewards<Pieces>{0.0, 1.0};
  }

  void legal_moves(MoveList<Pieces>& out) const {
    if (is_terminal()) return;
    for (const std::uint8_t from : own()) {
      if (is_held(from)) continue;
      const int x = from % columns, y = from / columns;
      if (y + 1 < rows) add_if_empty(out, from, from + columns);
      if (y > 0) add_if_empty(out, from, from - columns);
      if (x + 1 < columns) add_if_empty(out, from, from + 1);
      if (x > 0) add_if_empty(out, from, from - 1);
    }
    if (out.empty()) out.push_back({0, 0});
  }

  void play(Move m) {
    for (std::uint8_t& piece : pieces_[static_cast<std::size_t>(to_move_)]) {
      if (piece == m.from && m.from != m.to) {
        piece = m.to;
        break;
      }
    }
    to_move_ = 1 - to_move_;
  }

  std::uint64_t hash() const { return mix64(repetition_key()); }

  int repetitions() const { return repetitions_; }
  /// Where the pieces of each player are, whichever is where, and who moves.
  std::uint64_t repetition_key() const {
    std::uint64_t all = static_cast<std::uint64_t>(to_move_) << 32;
    for (const std::size_t p : {0, 1}) {
      for (const std::uint8_t piece : pieces_[p]) all |= std::uint64_t{1} << (16 * p + piece);
    }
    return all;
  }
  std::uint64_t code_of(Move m) const { return static_cast<std::uint64_t>(m.from * cells + m.to); }

  std::size_t find_wins(Player mover, std::span<Move> out) const {
    std::size_t found = 0;
    for (const std::uint8_t from : pieces_[static_cast<std::size_t>(mover)]) {
      const int to = ahead(mover, from);
      if (to / columns == (mover == 0 ? rows - 1 : 0) && sign_at(to) == '.' && found < out.size()) {
        out[found++] = {from, static_cast<std::uint8_t>(to)};
      }
    }
    return found;
  }

  /// Rows that the player's foremost piece has gone, less those of the other's.
  double evaluate(Player p) const { return foremost(p) - foremost(1 - p); }

  std::string move_text(Move m) const { return m.from == m.to ? "pass" : cell_text(m.from) + cell_text(m.to); }
  std::optional<Move> parse_move(std::string_view text) const {
    MoveList<Pieces> moves;
    legal_moves(moves);
    for (const Move m : moves) {
      if (move_text(m) == text) return m;
    }
    return std::nullopt;
  }
  BoardData board_data() const {
    BoardData board;
    for (int y = rows; y-- > 0;) {
      for (int x = 0; x < columns; ++x) {
        const int cell = y * columns + x;
        board.cells.push_back({.name = cell_text(cell), .at = square_at(x, rows - 1 - y)});
        const char sign = sign_at(cell);
        if (sign != '.') board.pieces.push_back({.cell = cell_text(cell), .owner = sign == 'w' ? 0 : 1});
      }
    }
    return board;
  }
  BoardMove board_move(Move m) const {
    if (m.from == m.to) return {.label = "pass"};
    return {.clicks = {cell_text(m.from), cell_text(m.to)}};
  }

 private:
  const std::array<std::uint8_t, 2>& own() const { return pieces_[static_cast<std::size_t>(to_move_)]; }

  static int ahead(Player p, int cell) { return p == 0 ? cell + columns : cell - columns; }
  bool is_held(int from) const { return sign_at(ahead(to_move_, from)) == (to_move_ == 0 ? 'b' : 'w'); }

  char sign_at(int cell) const {
    for (const std::size_t p : {0, 1}) {
      for (const std::uint8_t piece : pieces_[p]) {
        if (piece == cell) return p == 0 ? 'w' : 'b';
      }
    }
    return '.';
  }
  void add_if_empty(MoveList<Pieces>& out, std::uint8_t from, int to) const {
    if (sign_at(to) == '.') out.push_back({from, static_cast<std::uint8_t>(to)});
  }

  int foremost(Player p) const {
    int most = 0;
    for (const std::uint8_t piece : pieces_[static_cast<std::size_t>(p)]) {
      const int row = piece / columns;
      most = std::max(most, p == 0 ? row : rows - 1 - row);
    }
    return most;
  }
  Player winner() const {
    for (const Player p : {0, 1}) {
      if (foremost(p) == rows - 1) return p;
    }
    return -1;
  }

  static std::string cell_text(int cell) {
    return {static_cast<char>('a' + cell % columns), static_cast<char>('1' + cell / columns)};
  }

  std::array<std::array<std::uint8_t, 2>, 2> pieces_{{{0, columns - 1}, {cells - columns, cells - 1}}};
  Player to_move_ = 0;
  int repetitions_;
};

using Crossing = Repeating<Pieces>;

}  // namespace banyan::crossing
