// SPDX-License-Identifier: MIT
// SameGame a second time, slow and obvious: a table of cells, written from the rules alone. The tests compare the fast
// state with it, and score with it what the searches find.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "games/samegame/board.h"

namespace banyan::samegame::reference {

class SlowSameGame {
 public:
  using Cell = std::pair<int, int>;  // column, row; row 0 on top
  using Group = std::set<Cell>;
  static constexpr int empty = -1;

  explicit SlowSameGame(const samegame::Board& board) : width_(board.width), height_(board.height) {
    for (int column = 0; column < width_; ++column) {
      for (int row = 0; row < height_; ++row) colours_[{column, row}] = board.at(column, row);
    }
    std::map<int, int> counts;
    for (const auto& [cell, colour] : colours_) ++counts[colour];
    for (const auto& [colour, count] : counts) {
      if (tabu_ == empty || count > counts[tabu_]) tabu_ = colour;
    }
  }

  int colour(Cell cell) const {
    const auto found = colours_.find(cell);
    return found == colours_.end() ? empty : found->second;
  }

  Group group_at(Cell start) const {
    Group group;
    std::vector<Cell> open{start};
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      if (colour(cell) == empty || colour(cell) != colour(start) || !group.insert(cell).second) continue;
      const auto [column, row] = cell;
      for (const Cell& next : {Cell{column - 1, row}, {column + 1, row}, {column, row - 1}, {column, row + 1}}) {
        open.push_back(next);
      }
    }
    return group;
  }

  /// Every connected set of one colour, single cells included.
  std::set<Group> components() const {
    std::set<Group> all;
    std::set<Cell> seen;
    for (const auto& [cell, colour] : colours_) {
      if (seen.contains(cell)) continue;
      Group group = group_at(cell);
      seen.insert(group.begin(), group.end());
      all.insert(std::move(group));
    }
    return all;
  }

  std::set<Group> legal() const {
    std::set<Group> groups;
    for (const Group& group : components()) {
      if (group.size() >= 2) groups.insert(group);
    }
    return groups;
  }

  /// What playouts choose from when they avoid the most frequent colour.
  std::set<Group> playable() const {
    int of_tabu = 0;
    for (const Group& group : components()) of_tabu += colour(*group.begin()) == tabu_ ? 1 : 0;
    std::set<Group> groups;
    for (const Group& group : legal()) {
      const bool is_tabu = colour(*group.begin()) == tabu_ && of_tabu > 1;
      if (!is_tabu || (group.size() == 2 && moves_ > 10)) groups.insert(group);
    }
    return groups.empty() ? legal() : groups;
  }

  /// False when the click removes nothing.
  bool click(Cell cell) {
    const Group group = group_at(cell);
    if (group.size() < 2) return false;
    const int beyond = static_cast<int>(group.size()) - 2;
    points_ += beyond * beyond;
    ++moves_;
    std::vector<std::vector<int>> columns;  // from the bottom up, empty ones left out
    for (int column = 0; column < width_; ++column) {
      std::vector<int> stones;
      for (int row = height_ - 1; row >= 0; --row) {
        if (colour({column, row}) != empty && !group.contains({column, row})) stones.push_back(colour({column, row}));
      }
      if (!stones.empty()) columns.push_back(stones);
    }
    colours_.clear();
    for (std::size_t column = 0; column < columns.size(); ++column) {
      for (std::size_t i = 0; i < columns[column].size(); ++i) {
        colours_[{static_cast<int>(column), height_ - 1 - static_cast<int>(i)}] = columns[column][i];
      }
    }
    return true;
  }

  int score() const { return points_ + (colours_.empty() ? 1000 : 0); }

  /// What is left, where that costs something.
  int penalty() const {
    std::map<int, int> counts;
    for (const auto& [cell, colour] : colours_) ++counts[colour];
    int sum = 0;
    for (const auto& [colour, n] : counts) sum += (n - 2) * (n - 2);
    return sum;
  }

 private:
  int width_, height_;
  int tabu_ = empty;
  int moves_ = 0, points_ = 0;
  std::map<Cell, int> colours_;
};

}  // namespace banyan::samegame::reference
