// SPDX-License-Identifier: MIT
#include "games/havannah/havannah.h"

#include <algorithm>
#include <string>

namespace banyan::havannah {

template struct Geometry<6>;
template struct Geometry<8>;
template struct Geometry<10>;
template struct Geometry<12>;

std::vector<std::string> shape_names(unsigned shapes) {
  std::vector<std::string> names;
  if ((shapes & ring) != 0) names.emplace_back("ring");
  if ((shapes & bridge) != 0) names.emplace_back("bridge");
  if ((shapes & fork) != 0) names.emplace_back("fork");
  return names;
}

std::string cell_name(int x, int y) { return static_cast<char>('a' + y) + std::to_string(x + 1); }

// Row y is shifted so that the neighbours (x, y+1) and (x+1, y+1) stand below left and below right. A number labels
// the diagonal that starts below left of it; the numbers of the upper right side stand at the ends of the rows.
BoardData board_data(int side, const std::uint8_t* owners, std::array<Player, 2> players) {
  BoardData board{.shape = CellShape::hexagon, .margin = 5};
  const auto at = [&](int x, int y) { return hexagon_at(x + 0.5 * (side - 1 - y), y); };
  for (int x = 0; x < side; ++x) board.labels.push_back({.text = std::to_string(x + 1), .at = at(x, -1)});
  int cell = 0;
  for (int y = 0; y <= 2 * side - 2; ++y) {
    const int first = std::max(0, y - side + 1);
    const int last = std::min(2 * side - 2, y + side - 1);
    const std::string letter(1, static_cast<char>('a' + y));
    board.labels.push_back({.text = letter, .at = {at(first, y).x - 1.5, at(first, y).y}});
    for (int x = first; x <= last; ++x, ++cell) {
      board.cells.push_back({.name = cell_name(x, y), .at = at(x, y)});
      if (owners[cell] == 0) continue;
      board.pieces.push_back({.cell = cell_name(x, y), .owner = players[owners[cell] >> 1]});
    }
    if (y < side - 1) {
      board.labels.push_back({.text = std::to_string(side + y + 1), .at = {at(last, y).x + 1.5, at(last, y).y}});
    }
  }
  return board;
}

}  // namespace banyan::havannah
