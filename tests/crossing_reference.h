// SPDX-License-Identifier: MIT
// The game of moving pieces (tests/games/crossing) the obvious slow way, to check the state and what searches prove
// against. It shares no code with them: a board is a text, and what a position is worth is found by going over all
// positions until nothing changes.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace banyan::crossing_reference {

/// Four rows of three cells from White's side on, 'w', 'b' or '.', and who moves.
inline const std::string start =
    "w.w......b.b"
    "w";

inline bool has_won(const std::string& position, char player) {
  return position.substr(player == 'w' ? 9 : 0, 3).find(player) != std::string::npos;
}
inline bool is_over(const std::string& position) { return has_won(position, 'w') || has_won(position, 'b'); }

/// The name of each move and the position it leads to.
inline std::map<std::string, std::string> moves_of(const std::string& position) {
  std::map<std::string, std::string> moves;
  if (is_over(position)) return moves;
  const char mover = position[12];
  const char other = mover == 'w' ? 'b' : 'w';
  const auto cell = [](int x, int y) { return static_cast<std::size_t>(3 * y + x); };
  const auto name = [](int x, int y) { return std::string(1, "abc"[x]) + "1234"[y]; };
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 3; ++x) {
      if (position[cell(x, y)] != mover) continue;
      const int ahead = mover == 'w' ? y + 1 : y - 1;
      if (position[cell(x, ahead)] == other) continue;  // held
      for (const auto& [dx, dy] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
        const int to_x = x + dx, to_y = y + dy;
        if (to_x < 0 || to_x > 2 || to_y < 0 || to_y > 3 || position[cell(to_x, to_y)] != '.') continue;
        std::string next = position;
        next[cell(x, y)] = '.';
        next[cell(to_x, to_y)] = mover;
        next[12] = other;
        moves[name(x, y) + name(to_x, to_y)] = next;
      }
    }
  }
  if (moves.empty()) moves["pass"] = position.substr(0, 12) + other;
  return moves;
}

/// What White gets from every position that can be reached, with best play on both sides, when a game without an end is
/// a draw.
inline std::map<std::string, double> solve_all() {
  std::map<std::string, std::vector<std::string>> next;
  std::vector<std::string> found{start};
  while (!found.empty()) {
    const std::string position = found.back();
    found.pop_back();
    if (next.contains(position)) continue;
    auto& after = next[position];
    for (const auto& [move, to] : moves_of(position)) after.push_back(to);
    found.insert(found.end(), after.begin(), after.end());
  }
  std::map<std::string, double> values;
  for (const auto& [position, after] : next) {
    values[position] = has_won(position, 'w') ? 1.0 : has_won(position, 'b') ? 0.0 : 0.5;
  }
  for (bool is_changed = true; std::exchange(is_changed, false);) {
    for (const auto& [position, after] : next) {
      if (after.empty() || values[position] != 0.5) continue;
      std::set<double> choices;
      for (const std::string& to : after) choices.insert(values[to]);
      const double best = position[12] == 'w' ? *choices.rbegin() : *choices.begin();
      is_changed = is_changed || best != 0.5;
      values[position] = best;
    }
  }
  return values;
}

}  // namespace banyan::crossing_reference
