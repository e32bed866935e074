// SPDX-License-Identifier: MIT
// Poly-Y the obvious slow way, written from the rules, to check the fast state against. It shares no code and no tables
// with src/games/poly_y: the board is put together from wedges, and every question is answered from the whole board.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace banyan::poly_y_reference {

/// A point of a wedge: a steps from the centre towards its corner and b steps towards that of the next wedge.
struct Point {
  int wedge, a, b;
  bool operator<(const Point& other) const { return std::tie(wedge, a, b) < std::tie(other.wedge, other.a, other.b); }
};

class Board {
 public:
  /// Cells are numbered by ring and place, as names are: "0.0", "1.0", ...
  Board(int sides, int size) : sides_(sides) {
    for (int ring = 0; ring < size; ++ring) {
      for (int place = 0; place < (ring == 0 ? 1 : sides * ring); ++place) {
        const Point at = ring == 0 ? Point{0, 0, 0} : Point{place / ring, ring - place % ring, place % ring};
        cells_[at] = names_.size();
        names_.push_back(std::to_string(ring) + "." + std::to_string(place));
      }
    }
    neighbours_.resize(names_.size());
    edges_.resize(names_.size());
    for (int wedge = 0; wedge < sides; ++wedge) {
      for (int a = 0; a < size; ++a) {
        for (int b = 0; a + b < size; ++b) {
          const std::size_t cell = at(wedge, a, b);
          for (const auto& [x, y] : {std::pair{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}) {
            if (a + x < 0 || b + y < 0 || a + b + x + y >= size) continue;
            neighbours_[cell].insert(at(wedge, a + x, b + y));
          }
          if (a + b == size - 1) edges_[cell].insert(wedge);
        }
      }
    }
  }

  const std::vector<std::string>& names() const { return names_; }
  const std::set<std::size_t>& neighbours(std::size_t cell) const { return neighbours_[cell]; }
  const std::set<int>& edges(std::size_t cell) const { return edges_[cell]; }

  /// The corners that one colour has captured, of a board that shows a colour for every cell; corner c lies between
  /// edges c - 1 and c.
  std::set<int> captured(const std::vector<char>& stones, char colour) const {
    std::set<int> corners;
    std::vector<char> seen(stones.size());
    for (std::size_t start = 0; start < stones.size(); ++start) {
      if (stones[start] != colour || seen[start] != 0) continue;
      std::set<int> touched;
      std::vector<std::size_t> group{start};
      seen[start] = 1;
      for (std::size_t i = 0; i < group.size(); ++i) {
        touched.insert(edges_[group[i]].begin(), edges_[group[i]].end());
        for (const std::size_t next : neighbours_[group[i]]) {
          if (stones[next] != colour || seen[next] != 0) continue;
          seen[next] = 1;
          group.push_back(next);
        }
      }
      if (touched.size() < 3) continue;
      for (const int edge : touched) {
        if (touched.contains((edge + sides_ - 1) % sides_)) corners.insert(edge);
      }
    }
    return corners;
  }

 private:
  std::size_t at(int wedge, int a, int b) const {
    if (a == 0 && b == 0) return 0;
    // The last ray of a wedge is the first of the next one.
    if (a == 0) return cells_.at({(wedge + 1) % sides_, b, 0});
    return cells_.at({wedge, a, b});
  }

  int sides_;
  std::map<Point, std::size_t> cells_;
  std::vector<std::string> names_;
  std::vector<std::set<std::size_t>> neighbours_;
  std::vector<std::set<int>> edges_;
};

}  // namespace banyan::poly_y_reference
