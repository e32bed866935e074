// SPDX-License-Identifier: MIT
#include "games/havannah/winning_shape.h"

#include <bit>

#include "games/havannah/geometry.h"
#include "games/havannah/havannah.h"

namespace banyan::havannah {
namespace {

/// Stones on the board and on a rim of cells around it, which has none.
class Stones {
 public:
  explicit Stones(int side) : side_(side), is_stone_(static_cast<std::size_t>(stride() * stride())) {}

  bool has(int x, int y) const { return is_stone_[at(x, y)]; }
  void set(int x, int y, bool is_stone) { is_stone_[at(x, y)] = is_stone; }

  template <class Visit>
  void for_each_cell(Visit visit) const {
    for (int y = 0; y <= 2 * side_ - 2; ++y) {
      for (int x = 0; x <= 2 * side_ - 2; ++x) {
        if (on_board(side_, x, y)) visit(x, y);
      }
    }
  }

  bool make(Shape shape) const { return shape == ring ? make_ring() : join(shape); }

 private:
  int stride() const { return 2 * side_ + 1; }
  std::size_t at(int x, int y) const {
    const int place = (y + 1) * stride() + x + 1;
    return static_cast<std::size_t>(place);
  }
  bool is_inside(int x, int y) const { return x >= -1 && y >= -1 && x < 2 * side_ && y < 2 * side_; }

  /// Visits what can be reached from a place over cells with or without stones, as it is there.
  template <class Visit>
  void flood(int from_x, int from_y, std::vector<bool>& seen, Visit visit) const {
    std::vector<Step> open{{from_x, from_y}};
    seen[at(from_x, from_y)] = true;
    while (!open.empty()) {
      const Step cell = open.back();
      open.pop_back();
      visit(cell.x, cell.y);
      for (const Step& step : steps) {
        const Step next{cell.x + step.x, cell.y + step.y};
        if (!is_inside(next.x, next.y) || seen[at(next.x, next.y)] || has(next.x, next.y) != has(from_x, from_y)) {
          continue;
        }
        seen[at(next.x, next.y)] = true;
        open.push_back(next);
      }
    }
  }

  /// A group touches enough edges or corners.
  bool join(Shape shape) const {
    std::vector<bool> seen(is_stone_.size());
    bool found = false;
    for_each_cell([&](int x, int y) {
      if (!has(x, y) || seen[at(x, y)]) return;
      unsigned touch = 0;
      flood(x, y, seen, [&](int reached_x, int reached_y) { touch |= touch_of(side_, reached_x, reached_y); });
      found |= shape == fork ? std::popcount(touch & 63u) >= 3 : std::popcount(touch >> 6) >= 2;
    });
    return found;
  }

  /// A cell without a stone cannot be reached from outside, or one with a stone has six around it.
  bool make_ring() const {
    std::vector<bool> outside(is_stone_.size());
    flood(-1, -1, outside, [](int, int) {});
    bool found = false;
    for_each_cell([&](int x, int y) {
      bool is_surrounded = true;
      for (const Step& step : steps) is_surrounded &= has(x + step.x, y + step.y);
      found |= is_surrounded || (!has(x, y) && !outside[at(x, y)]);
    });
    return found;
  }

  int side_;
  std::vector<bool> is_stone_;
};

/// Takes away every stone that the shape does not need.
void reduce(Stones& stones, Shape shape) {
  stones.for_each_cell([&](int x, int y) {
    if (!stones.has(x, y)) return;
    stones.set(x, y, false);
    if (!stones.make(shape)) stones.set(x, y, true);
  });
}

}  // namespace

std::vector<std::string> winning_cells(int side, const std::uint8_t* owners, std::uint8_t winner, unsigned shapes) {
  Stones all(side);
  int cell = 0;
  all.for_each_cell([&](int x, int y) { all.set(x, y, owners[cell++] == winner); });
  Stones needed(side);
  for (const Shape shape : {ring, bridge, fork}) {
    if ((shapes & shape) == 0) continue;
    Stones left = all;
    reduce(left, shape);
    left.for_each_cell([&](int x, int y) {
      if (left.has(x, y)) needed.set(x, y, true);
    });
  }
  std::vector<std::string> names;
  needed.for_each_cell([&](int x, int y) {
    if (needed.has(x, y)) names.push_back(cell_name(x, y));
  });
  return names;
}

}  // namespace banyan::havannah
