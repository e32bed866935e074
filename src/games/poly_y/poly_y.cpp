// SPDX-License-Identifier: MIT
#include "games/poly_y/poly_y.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/error.h"

namespace banyan::poly_y {

template <int Words>
Geometry<Words>::Geometry(const Topology& from)
    : topology(&from),
      cells(static_cast<unsigned>(from.cells)),
      corners_to_win(from.corners_to_win()),
      guesses(from, usual_replies) {
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

namespace {

/// Downwards, as boards are drawn.
Point drawn_at(const Topology& board, int cell) {
  const Point at = board.point(cell);
  return {at.x, -at.y};
}

Point outwards(const Point& from, const Point& by, double length) {
  const double distance = std::hypot(by.x, by.y);
  if (distance == 0) return from;
  return {from.x + length * by.x / distance, from.y + length * by.y / distance};
}

/// Corners lie in the middle of each three cells that touch; on the border, a little outside.
std::vector<Point> outline_of(const Topology& board, int cell) {
  const auto point = [&](int of) { return drawn_at(board, of); };
  const Point centre = point(cell);
  const auto& beside = board.neighbours[static_cast<std::size_t>(cell)];
  const auto half_way = [&](std::uint8_t other) {
    const Point end = point(other);
    return Point{(centre.x + end.x) / 2, (centre.y + end.y) / 2};
  };
  std::vector<Point> outline;
  if (board.is_border(cell)) outline.push_back(outwards(half_way(beside.front()), centre, 0.3));
  for (std::size_t i = 0; i + (board.is_border(cell) ? 1 : 0) < beside.size(); ++i) {
    const Point a = point(beside[i]), b = point(beside[(i + 1) % beside.size()]);
    outline.push_back({(centre.x + a.x + b.x) / 3, (centre.y + a.y + b.y) / 3});
  }
  if (board.is_border(cell)) {
    outline.push_back(outwards(half_way(beside.back()), centre, 0.3));
    outline.push_back(outwards(centre, centre, 0.5));
  }
  return outline;
}

}  // namespace

BoardData board_data(const Topology& board, const std::uint8_t* owners, std::array<Player, 2> players) {
  BoardData data{.shape = CellShape::polygon};
  // In a text, the cells of a row stand side by side, and all rows about one middle.
  std::map<int, std::vector<int>> rows;
  for (int cell = 0; cell < board.cells; ++cell) rows[board.row(cell)].push_back(cell);
  std::size_t longest = 0;
  std::vector<double> column(static_cast<std::size_t>(board.cells));
  for (const auto& [row, cells] : rows) longest = std::max(longest, cells.size());
  for (auto& [row, cells] : rows) {
    std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) { return board.point(a).x < board.point(b).x; });
    for (std::size_t i = 0; i < cells.size(); ++i) {
      column[static_cast<std::size_t>(cells[i])] =
          static_cast<double>(longest - cells.size()) / 2 + static_cast<double>(i);
    }
  }
  for (int cell = 0; cell < board.cells; ++cell) {
    data.cells.push_back(
        {.name = board.name(cell),
         .at = drawn_at(board, cell),
         .outline = outline_of(board, cell),
         .text_at = Point{column[static_cast<std::size_t>(cell)], static_cast<double>(board.row(cell))}});
    if (owners[cell] != 0) data.pieces.push_back({.cell = board.name(cell), .owner = players[owners[cell] >> 1]});
  }
  return data;
}

}  // namespace banyan::poly_y
