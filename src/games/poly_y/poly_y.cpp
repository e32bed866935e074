// SPDX-License-Identifier: MIT
#include "games/poly_y/poly_y.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "core/error.h"

namespace banyan::poly_y {

template <int Words>
Geometry<Words>::Geometry(const Topology& from)
    : topology(&from), cells(static_cast<unsigned>(from.cells)), corners_to_win(from.corners_to_win()) {
  for (std::size_t i = 0; i < cells; ++i) {
    board.add(i);
    if (from.is_border(static_cast<int>(i))) border.add(i);
    cell[i].edges = from.edges[i];
    for (const std::uint8_t neighbour : from.neighbours[i]) {
      neighbours[i].add(neighbour);
      cell[i].neighbours[cell[i].degree++] = neighbour;
    }
  }
  std::copy(from.captures.begin(), from.captures.end(), captures.begin());
}

template <int Words>
const Geometry<Words>& Geometry<Words>::of(int sides, int size) {
  static std::mutex guard;
  static std::map<std::pair<int, int>, std::unique_ptr<const Geometry>> all;
  const std::scoped_lock lock(guard);
  auto& found = all[{sides, size}];
  if (!found) found = std::make_unique<const Geometry>(Topology::of(sides, size));
  return *found;
}

template struct Geometry<2>;
template struct Geometry<4>;

void check(const Options& options) {
  if (options.sides % 2 == 0) {
    throw UsageError(fmt::format("poly_y: sides={}, expected an odd number, 3 to 9", options.sides));
  }
  if (!is_board(options.sides, options.size)) {
    throw UsageError(fmt::format("poly_y: sides={},size={} would have {} cells, expected at most {}", options.sides,
                                 options.size, cell_count(options.sides, options.size), max_cells));
  }
}

BoardView draw_board(const Topology& board, const std::uint8_t* owners, std::array<Ink, 3> inks) {
  struct Drawn {
    int column, cell;
  };
  // Where a cell stands in its row: four columns for one step to the side, so that rows of shifted cells fit between.
  std::map<int, std::vector<Drawn>> rows;
  int leftmost = 0;
  for (int cell = 0; cell < board.cells; ++cell) {
    const int column = static_cast<int>(std::lround(board.point(cell).x * 4));
    leftmost = std::min(leftmost, column);
    rows[board.row(cell)].push_back({column, cell});
  }
  BoardView view;
  for (auto& [row, drawn] : rows) {
    std::sort(drawn.begin(), drawn.end(), [](const Drawn& a, const Drawn& b) { return a.column < b.column; });
    BoardLine line;
    int at = leftmost - 2;
    for (const auto& [column, cell] : drawn) {
      const int before = std::max(1, column - at);
      line.push_back({std::string(static_cast<std::size_t>(before), ' '), Ink::plain, ""});
      const Ink ink = inks[owners[cell]];
      const char* stone = ink == Ink::empty ? sign::empty : ink == Ink::first_player ? sign::first : sign::second;
      line.push_back({stone, ink, board.name(cell)});
      at += before + 1;
    }
    view.push_back(std::move(line));
  }
  return view;
}

}  // namespace banyan::poly_y
