// SPDX-License-Identifier: MIT
// Havannah the obvious slow way, written from the published rules, to check the fast state against. It shares no
// code and no tables with src/games/havannah: the board is a square of characters with a margin, and every question
// is answered from the whole board, without memory of earlier positions.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace banyan::havannah_reference {

struct Cell {
  int x, y;
  bool operator==(const Cell&) const = default;
  bool operator<(const Cell& other) const { return x != other.x ? x < other.x : y < other.y; }
};

inline std::array<Cell, 6> around(Cell c) {
  return {{{c.x + 1, c.y}, {c.x + 1, c.y + 1}, {c.x, c.y + 1}, {c.x - 1, c.y}, {c.x - 1, c.y - 1}, {c.x, c.y - 1}}};
}

/// "b4" is row b (y = 1), column 4 (x = 3).
inline std::string name_of(Cell c) {
  std::string name(1, "abcdefghijklmnopqrstuvw"[c.y]);
  name += std::to_string(c.x + 1);
  return name;
}
inline Cell cell_named(const std::string& name) { return {std::stoi(name.substr(1)) - 1, name[0] - 'a'}; }

/// Stones on a board. A cell holds '.', '1' or '2'; what is not a cell reads ' '.
class Board {
 public:
  explicit Board(int side) : side_(side), width_(2 * side + 1) {
    const int count = width_ * width_;
    squares_.assign(static_cast<std::size_t>(count), ' ');
    for (int y = 0; y < 2 * side - 1; ++y) {
      for (int x = 0; x < 2 * side - 1; ++x) {
        if (x - y >= side || y - x >= side) continue;
        cells_.push_back({x, y});
        put({x, y}, '.');
      }
    }
  }

  int side() const { return side_; }
  const std::vector<Cell>& cells() const { return cells_; }
  char at(Cell c) const { return squares_[place(c)]; }
  void put(Cell c, char what) { squares_[place(c)] = what; }

  std::set<std::string> shapes(char who) const {
    std::set<std::string> found;
    if (has_ring(who)) found.insert("ring");
    std::vector<bool> seen(squares_.size());
    for (const Cell start : cells_) {
      if (at(start) != who || seen[place(start)]) continue;
      // One chain of stones, and which corners and edges it touches.
      std::set<int> corners, edges;
      std::vector<Cell> chain{start};
      seen[place(start)] = true;
      for (std::size_t i = 0; i < chain.size(); ++i) {
        const Cell c = chain[i];
        if (corner(c) >= 0) corners.insert(corner(c));
        if (edge(c) >= 0) edges.insert(edge(c));
        for (const Cell next : around(c)) {
          if (at(next) != who || seen[place(next)]) continue;
          seen[place(next)] = true;
          chain.push_back(next);
        }
      }
      if (corners.size() >= 2) found.insert("bridge");
      if (edges.size() >= 3) found.insert("fork");
    }
    return found;
  }

  /// A ring is a simple cycle of own stones with at least one cell, whatever it holds, strictly inside.
  ///
  /// Pour water around the board and let it flow over all cells that hold no own stone. There is a ring exactly when
  /// some cell of the board is not wet and has no wet neighbour (the water around the board counts):
  ///   - Let c be inside a ring. A path of neighbours from inside to outside crosses the ring on one of its stones,
  ///     so no water gets inside. The neighbours of c are inside or on the ring, so none is wet.
  ///   - Let c be dry with dry neighbours. Let R be c and the cells without own stones that hang together with it.
  ///     No cell of R is wet, or the water would have reached a neighbour of c through R. So all that borders on R is
  ///     own stones, and nothing of it lies off the board. The hexagons that surround a connected set of hexagons
  ///     follow one another as neighbours and contain a simple cycle with that set inside: a ring around c.
  bool has_ring(char who) const {
    std::vector<bool> wet(squares_.size());
    std::vector<Cell> flow;
    const auto pour = [&](Cell c) {
      if (wet[place(c)] || at(c) == who) return;
      wet[place(c)] = true;
      flow.push_back(c);
    };
    for (int y = -1; y < width_ - 1; ++y) {
      for (int x = -1; x < width_ - 1; ++x) {
        if (at({x, y}) == ' ') pour({x, y});
      }
    }
    while (!flow.empty()) {
      const Cell c = flow.back();
      flow.pop_back();
      for (const Cell next : around(c)) {
        if (next.x >= -1 && next.y >= -1 && next.x < width_ - 1 && next.y < width_ - 1) pour(next);
      }
    }
    for (const Cell c : cells_) {
      bool touches_water = wet[place(c)];
      for (const Cell next : around(c)) touches_water = touches_water || wet[place(next)];
      if (!touches_water) return true;
    }
    return false;
  }

  bool on_rim(Cell c) const { return corner(c) >= 0 || edge(c) >= 0; }

  /// Which corner a cell is, and which edge it is on, counted around the board; -1 for none.
  int corner(Cell c) const {
    const int m = side_ - 1;
    const std::array<Cell, 6> corners{{{0, 0}, {m, 0}, {2 * m, m}, {2 * m, 2 * m}, {m, 2 * m}, {0, m}}};
    for (int i = 0; i < 6; ++i) {
      if (corners[static_cast<std::size_t>(i)] == c) return i;
    }
    return -1;
  }

  int edge(Cell c) const {
    const int m = side_ - 1;
    if (corner(c) >= 0) return -1;
    if (c.y == 0) return 0;
    if (c.x - c.y == m) return 1;
    if (c.x == 2 * m) return 2;
    if (c.y == 2 * m) return 3;
    if (c.y - c.x == m) return 4;
    if (c.x == 0) return 5;
    return -1;
  }

 private:
  // One square of margin on every side.
  std::size_t place(Cell c) const {
    const int square = (c.y + 1) * width_ + c.x + 1;
    return static_cast<std::size_t>(square);
  }

  int side_, width_;
  std::vector<char> squares_;
  std::vector<Cell> cells_;
};

/// A game in progress. Players are 1 and 2; a draw has the winner 0.
class Game {
 public:
  Game(int side, bool swap) : board_(side), swap_(swap) {}

  const Board& board() const { return board_; }
  int to_move() const { return to_move_; }
  bool is_over() const { return winner_.has_value(); }
  std::optional<int> winner() const { return winner_; }
  const std::set<std::string>& shapes() const { return shapes_; }
  int plies() const { return plies_; }

  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    if (is_over()) return moves;
    for (const Cell c : board_.cells()) {
      if (board_.at(c) == '.') moves.push_back(name_of(c));
    }
    if (may_swap()) moves.emplace_back("swap");
    return moves;
  }

  std::size_t count_legal_moves() const {
    return is_over() ? 0 : board_.cells().size() - stones_ + (may_swap() ? 1 : 0);
  }

  void play(const std::string& move) {
    ++plies_;
    if (move == "swap") {  // the second player takes over the stone, so the first player goes on with the other colour
      std::swap(stones_of_first_, stones_of_second_);
    } else {
      const char stone = to_move_ == 1 ? stones_of_first_ : stones_of_second_;
      board_.put(cell_named(move), stone);
      ++stones_;
      shapes_ = board_.shapes(stone);
      if (!shapes_.empty()) {
        winner_ = to_move_;
      } else if (stones_ == board_.cells().size()) {
        winner_ = 0;
      }
    }
    to_move_ = 3 - to_move_;
  }

  /// Whether the player to move would win with this stone.
  bool wins(const std::string& move) const {
    Game next = *this;
    next.play(move);
    return !next.shapes().empty();
  }

 private:
  bool may_swap() const { return swap_ && plies_ == 1; }

  Board board_;
  bool swap_;
  char stones_of_first_ = '1', stones_of_second_ = '2';
  int to_move_ = 1;
  int plies_ = 0;
  std::size_t stones_ = 0;
  std::optional<int> winner_;
  std::set<std::string> shapes_;
};

}  // namespace banyan::havannah_reference
