// SPDX-License-Identifier: MIT
// The hive as text: a row of the plane is a line, pieces by their names, a plus on those that stand on others, a point
// where a cell beside the hive is empty. Below, what lies under what, and the hands.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "games/hive/hive.h"
#include "games/hive/notation.h"

namespace banyan::hive {
namespace {

/// Rows first, so that a walk over a map of them goes line by line.
using Place = std::pair<int, int>;  // r, q

constexpr std::array<Place, directions> steps{{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}};

/// Every occupied cell and every empty one beside it, where it is seen from the first piece that is found.
std::map<Place, Cell> places(const Board& board) {
  std::map<Place, Cell> all;
  std::vector<Place> left;
  for (Piece piece = 0; piece < piece_count && all.empty(); ++piece) {
    if (!board.is_placed(piece)) continue;
    all[{0, 0}] = board.cell_of(piece);
    left.emplace_back(0, 0);
  }
  while (!left.empty()) {
    const Place at = left.back();
    left.pop_back();
    const Cell cell = all[at];
    if (!board.is_occupied(cell)) continue;
    for (unsigned d = 0; d < directions; ++d) {
      const Place next{at.first + steps[d].first, at.second + steps[d].second};
      if (all.emplace(next, neighbour(cell, d)).second) left.push_back(next);
    }
  }
  return all;
}

Span plain(std::string text) { return {std::move(text), Ink::plain, ""}; }

Ink ink_of(Piece piece) { return owner_of(piece) == 0 ? Ink::first_player : Ink::second_player; }

Span piece_span(Piece piece) { return {piece_name(piece), ink_of(piece), piece_name(piece)}; }

}  // namespace

BoardView Hive::board_view() const {
  BoardView view;
  const std::map<Place, Cell> all = places(board_);
  // A cell is four characters wide, and each row begins half a cell further to the right than the one above.
  int left = 0;
  for (const auto& [place, cell] : all) left = std::min(left, 4 * place.second + 2 * place.first);
  int row = all.empty() ? 0 : all.begin()->first.first - 1;
  int column = 0;
  for (const auto& [place, cell] : all) {
    if (place.first != row) {
      view.emplace_back();
      row = place.first;
      column = 0;
    }
    const int at = 4 * place.second + 2 * place.first - left;
    BoardLine& line = view.back();
    if (at > column) line.push_back(plain(std::string(static_cast<std::size_t>(at - column), ' ')));
    if (board_.is_occupied(cell)) {
      const Piece top = board_.top(cell);
      line.push_back(piece_span(top));
      std::string rest(4 - piece_name(top).size(), ' ');
      if (board_.height(cell) > 1) rest.front() = '+';
      line.push_back(plain(rest));
    } else {
      line.push_back(plain(" "));
      line.push_back({sign::empty, Ink::empty, ""});
      line.push_back(plain("  "));
    }
    column = at + 4;
  }
  for (Piece piece = 0; piece < piece_count; ++piece) {
    if (!board_.is_placed(piece) || board_.is_covered(piece) || board_.below(piece) == no_piece) continue;
    BoardLine line{plain("Stack: "), piece_span(piece)};
    for (Piece under = board_.below(piece); under != no_piece; under = board_.below(under)) {
      line.push_back(plain(" on "));
      line.push_back(piece_span(under));
    }
    view.push_back(line);
  }
  for (const Player player : {0, 1}) {
    BoardLine line{plain(player == 0 ? "White's hand:" : "Black's hand:")};
    for (Piece piece = 0; piece < piece_count; ++piece) {
      if (owner_of(piece) != player || board_.is_placed(piece) || !expansions_.has(kind_of(piece))) continue;
      line.push_back(plain(" "));
      line.push_back(piece_span(piece));
    }
    if (line.size() == 1) line.push_back(plain(" empty"));
    view.push_back(line);
  }
  return view;
}

}  // namespace banyan::hive
