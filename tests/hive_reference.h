// SPDX-License-Identifier: MIT
// Hive the obvious slow way, written from the rules, to check the fast state against. It shares no code with it: the
// plane has two coordinates and no end, a cell is a list of names from the bottom up, and before a piece goes anywhere
// it is taken off the table.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace banyan::hive::reference {

struct Hexagon {
  int x = 0, y = 0;  // y grows down, and x along a row to the right
  // NOLINTNEXTLINE(modernize-use-nullptr): it means the 0 that the compiler compares with
  auto operator<=>(const Hexagon&) const = default;
};

/// Clockwise, so that the neighbours of one that are beside another are the one before and the one after it.
inline std::vector<Hexagon> neighbours(Hexagon h) {
  return {{h.x + 1, h.y}, {h.x, h.y + 1}, {h.x - 1, h.y + 1}, {h.x - 1, h.y}, {h.x, h.y - 1}, {h.x + 1, h.y - 1}};
}

struct Turn {
  std::string piece;  // "wA1"; "pass" for a pass
  Hexagon to;
  // NOLINTNEXTLINE(modernize-use-nullptr): it means the 0 that the compiler compares with
  auto operator<=>(const Turn&) const = default;
};

class Table {
 public:
  /// `letters` are those of the expansions.
  Table(const std::string& letters, bool queen_first) : queen_first_(queen_first) {
    for (const std::string colour : {"w", "b"}) {
      for (const std::string name : {"Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3"}) {
        hands_[colour[0]].insert(colour + name);
      }
      for (const char letter : letters) hands_[colour[0]].insert(colour + letter);
    }
  }

  char mover() const { return turns_ % 2 == 0 ? 'w' : 'b'; }
  bool is_lost(char colour) const {
    const auto at = find(std::string(1, colour) + "Q");
    if (!at) return false;
    return std::ranges::all_of(neighbours(*at), [&](Hexagon beside) { return height(beside) > 0; });
  }
  bool is_over() const { return is_lost('w') || is_lost('b'); }
  int height(Hexagon h) const {
    const auto found = stacks_.find(h);
    return found == stacks_.end() ? 0 : static_cast<int>(found->second.size());
  }
  const std::map<Hexagon, std::vector<std::string>>& stacks() const { return stacks_; }

  std::set<Turn> turns() const {
    std::set<Turn> all;
    if (is_over()) return all;
    add_placements(all);
    const std::string queen = std::string(1, mover()) + "Q";
    if (find(queen)) {
      for (const auto& [at, stack] : stacks_) {
        if (stack.back()[0] == mover() && stack.back() != moved_) {
          for (const Hexagon to : walks(at)) all.insert({stack.back(), to});
          add_throws(at, all);
        }
      }
    }
    if (all.empty()) all.insert({"pass", {}});
    return all;
  }

  void play(const Turn& turn) {
    moved_.clear();
    if (turn.piece != "pass") {
      if (const auto at = find(turn.piece)) {
        take(*at);
        moved_ = turn.piece;
      }
      hands_[turn.piece[0]].erase(turn.piece);
      stacks_[turn.to].push_back(turn.piece);
    }
    ++turns_;
  }

 private:
  struct Place {
    bool is_there = false;
    Hexagon at{};
    explicit operator bool() const { return is_there; }
    Hexagon operator*() const { return at; }
  };
  Place find(const std::string& piece) const {
    for (const auto& [at, stack] : stacks_) {
      if (std::find(stack.begin(), stack.end(), piece) != stack.end()) return {true, at};
    }
    return {};
  }
  std::string take(Hexagon at) {
    std::string piece = stacks_[at].back();
    stacks_[at].pop_back();
    if (stacks_[at].empty()) stacks_.erase(at);
    return piece;
  }
  char shown(Hexagon h) const { return stacks_.at(h).back()[0]; }

  bool is_one_hive() const {
    std::set<Hexagon> seen;
    std::vector<Hexagon> left;
    if (!stacks_.empty()) left.push_back(stacks_.begin()->first);
    while (!left.empty()) {
      const Hexagon h = left.back();
      left.pop_back();
      if (height(h) == 0 || !seen.insert(h).second) continue;
      for (const Hexagon beside : neighbours(h)) left.push_back(beside);
    }
    return seen.size() == stacks_.size();
  }
  bool touches_hive(Hexagon h) const {
    return std::ranges::any_of(neighbours(h), [&](Hexagon beside) { return height(beside) > 0; });
  }

  void add_placements(std::set<Turn>& all) const {
    const int turn = turns_ / 2 + 1;
    const std::string queen = std::string(1, mover()) + "Q";
    std::set<Hexagon> cells;
    if (turns_ == 0) cells.insert(Hexagon{});
    for (const auto& [at, stack] : stacks_) {
      for (const Hexagon h : neighbours(at)) {
        if (height(h) > 0) continue;
        bool is_mine = true;
        for (const Hexagon beside : neighbours(h))
          is_mine = is_mine && (height(beside) == 0 || shown(beside) == mover());
        if (is_mine || turns_ == 1) cells.insert(h);
      }
    }
    std::string kinds;
    for (const std::string& piece : hands_.at(mover())) {  // in the order of their numbers
      if (kinds.find(piece[1]) != std::string::npos) continue;
      kinds += piece[1];
      if (piece == queen && turn == 1 && !queen_first_) continue;
      if (piece != queen && turn == 4 && hands_.at(mover()).contains(queen)) continue;
      for (const Hexagon h : cells) all.insert({piece, h});
    }
  }

  /// One step of a piece that has been taken off the table and is thought to be at `from`, on top of what is there.
  bool can_step(Hexagon from, int direction) const {
    const std::vector<Hexagon> around = neighbours(from);
    const int there = height(around[static_cast<std::size_t>(direction)]), here = height(from);
    const int left = height(around[static_cast<std::size_t>((direction + 5) % 6)]);
    const int right = height(around[static_cast<std::size_t>((direction + 1) % 6)]);
    if (std::min(left, right) > std::max(here, there)) return false;  // does not fit through
    return here > 0 || there > 0 || left > 0 || right > 0;            // stays in touch
  }
  std::vector<Hexagon> steps(Hexagon from) const {
    std::vector<Hexagon> all;
    for (int d = 0; d < 6; ++d) {
      if (can_step(from, d)) all.push_back(neighbours(from)[static_cast<std::size_t>(d)]);
    }
    return all;
  }
  /// The ends of all paths of so many steps without a cell twice; whether a step may be made is asked with its number,
  /// and with its target.
  template <class MayGo>
  void walk(std::vector<Hexagon>& path, std::size_t length, MayGo may_go, std::set<Hexagon>& ends) const {
    if (path.size() == length + 1) {
      ends.insert(path.back());
      return;
    }
    for (const Hexagon next : steps(path.back())) {
      if (std::find(path.begin(), path.end(), next) != path.end() || !may_go(path.size(), next)) continue;
      path.push_back(next);
      walk(path, length, may_go, ends);
      path.pop_back();
    }
  }

  /// Where what is on top at `at` can go by itself.
  std::set<Hexagon> walks(Hexagon at) const {
    Table without = *this;
    const std::string piece = without.take(at);
    if (!without.is_one_hive()) return {};
    std::string kinds(1, piece[1]);
    if (kinds == "M") {
      if (height(at) > 1) {
        kinds = "B";
      } else {
        kinds.clear();
        for (const Hexagon beside : neighbours(at)) {
          if (height(beside) > 0) kinds += stacks_.at(beside).back()[1];
        }
      }
    }
    std::set<Hexagon> all;
    for (const char kind : kinds) all.merge(without.walks_as(kind, at));
    all.erase(at);
    return all;
  }

  std::set<Hexagon> walks_as(char kind, Hexagon at) const {
    const auto on_ground = [&](std::size_t, Hexagon next) { return height(next) == 0; };
    std::set<Hexagon> ends;
    std::vector<Hexagon> path{at};
    if (kind == 'Q' || kind == 'P') walk(path, 1, on_ground, ends);
    if (kind == 'S') walk(path, 3, on_ground, ends);
    if (kind == 'B')
      walk(
          path, 1, [](std::size_t, Hexagon) { return true; }, ends);
    if (kind == 'L') {
      walk(
          path, 3, [&](std::size_t step, Hexagon next) { return (height(next) > 0) == (step < 3); }, ends);
    }
    if (kind == 'A') {
      std::vector<Hexagon> left{at};
      while (!left.empty()) {
        const Hexagon h = left.back();
        left.pop_back();
        if (!ends.insert(h).second) continue;
        for (const Hexagon next : steps(h)) {
          if (height(next) == 0) left.push_back(next);
        }
      }
    }
    if (kind == 'G') {
      for (int d = 0; d < 6; ++d) {
        Hexagon h = neighbours(at)[static_cast<std::size_t>(d)];
        if (height(h) == 0) continue;
        while (height(h) > 0) h = neighbours(h)[static_cast<std::size_t>(d)];
        ends.insert(h);
      }
    }
    return ends;
  }

  /// By the pillbug at `at`, or by a mosquito on the ground that touches one.
  void add_throws(Hexagon at, std::set<Turn>& all) const {
    const char kind = stacks_.at(at).back()[1];
    bool can_throw = kind == 'P';
    for (const Hexagon beside : neighbours(at)) {
      can_throw =
          can_throw || (kind == 'M' && height(at) == 1 && height(beside) > 0 && stacks_.at(beside).back()[1] == 'P');
    }
    if (!can_throw) return;
    for (int from = 0; from < 6; ++from) {
      const Hexagon lifted = neighbours(at)[static_cast<std::size_t>(from)];
      if (height(lifted) != 1 || stacks_.at(lifted).back() == moved_) continue;
      Table without = *this;
      const std::string piece = without.take(lifted);
      // It goes up onto the thrower, and down again on another side.
      if (!without.is_one_hive() || !without.can_step(lifted, (from + 3) % 6)) continue;
      for (int to = 0; to < 6; ++to) {
        const Hexagon down = neighbours(at)[static_cast<std::size_t>(to)];
        if (height(down) == 0 && without.can_step(at, to)) all.insert({piece, down});
      }
    }
  }

  bool queen_first_;
  int turns_ = 0;
  std::string moved_;
  std::map<char, std::set<std::string>> hands_;
  std::map<Hexagon, std::vector<std::string>> stacks_;
};

}  // namespace banyan::hive::reference
