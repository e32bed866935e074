// SPDX-License-Identifier: MIT
// What the moves of a position of Poly-Y look like before any has been tried: where the last stone was and what answers
// it by pattern, how far the border is, and over how many bridges a stone would be joined. Counts, one for each term
// and empty cell; the search weighs them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "games/poly_y/cells.h"
#include "games/poly_y/knowledge/habits.h"
#include "games/poly_y/knowledge/patterns.h"
#include "games/poly_y/knowledge/traits.h"
#include "games/poly_y/topology.h"

namespace banyan::poly_y {

namespace term {
enum Index : std::size_t { base, rim, second, keep, near, far, shape, cut, habit };
}
inline constexpr std::array<std::string_view, 9> term_names{
    "base",    // 1 for every move
    "rim",     // 1 on the border
    "second",  // 1 in the row beside it
    "keep",    // 1 for a reply to the last stone by one of the usual patterns
    "near",    // 1 beside the last stone
    "far",     // 1 two steps from it
    "shape",   // bridges to own stones and to the border
    "cut",     // bridges that the opponent's stone would have here
    "habit",   // the root of how likely a good player is to play there, by what such moves look like
};

/// What guesses look up, of one board.
template <int Words>
class GuessTables {
 public:
  using Set = Cells<Words>;

  /// `kinds` has a bit for each of the pattern_kinds that are kept.
  GuessTables(const Topology& board, std::uint32_t kinds)
      : around_(static_cast<std::size_t>(board.cells)), traits_(board) {
    for (int cell = 0; cell < board.cells; ++cell) {
      const auto index = static_cast<std::size_t>(cell);
      if (board.edge_distance[index] < 2) lines_[static_cast<std::size_t>(board.edge_distance[index])].add(index);
      Around& around = around_[index];
      for (const std::uint8_t next : board.neighbours[index]) {
        around.near.add(next);
        for (const std::uint8_t beyond : board.neighbours[next]) around.far.add(beyond);
      }
      around.far -= around.near;
      Set itself;
      itself.add(index);
      around.far -= itself;
    }
    for (const Pair& pair : pairs_of(board)) {
      const auto add = [&](int from, int to) {
        around_[static_cast<std::size_t>(from)].bridges.push_back({static_cast<std::uint8_t>(to),
                                                                   static_cast<std::uint8_t>(pair.cell),
                                                                   static_cast<std::uint8_t>(pair.other)});
      };
      if (pair.own.size() == 1) {
        to_border_.push_back({static_cast<std::uint8_t>(pair.own[0]), static_cast<std::uint8_t>(pair.cell),
                              static_cast<std::uint8_t>(pair.other)});
      } else {
        add(pair.own[0], pair.own[1]);
        add(pair.own[1], pair.own[0]);
      }
    }
    for (std::size_t kind = 0; kind < pattern_kinds.size(); ++kind) {
      if ((kinds >> kind & 1) == 0) continue;
      for (const Pattern& pattern : patterns_of(board, kind)) {
        Reply reply{.cell = static_cast<std::uint8_t>(pattern.reply), .own = {}, .clear = {}};
        for (const int cell : pattern.own) reply.own.add(static_cast<std::size_t>(cell));
        for (const int cell : pattern.clear) reply.clear.add(static_cast<std::size_t>(cell));
        around_[static_cast<std::size_t>(pattern.intruder)].replies.push_back(reply);
      }
    }
  }

  /// `last` is the cell of the last stone, negative when there is none; `edges_at` tells what the group of a stone
  /// touches. `values` are those of cells and maybe more.
  template <class EdgesAt>
  void fill(std::span<const float> weights, const Set& own, const Set& opponent, const Set& free, int last,
            EdgesAt&& edges_at, std::span<float> values) const {
    std::fill(values.begin(), values.end(), weights[term::base]);
    const auto add = [&](const Set& cells, float weight) {
      if (weight != 0) (cells & free).for_each([&](std::size_t cell) { values[cell] += weight; });
    };
    add(lines_[0], weights[term::rim]);
    add(lines_[1], weights[term::second]);
    if (last >= 0) {
      const Around& around = around_[static_cast<std::size_t>(last)];
      add(around.near, weights[term::near]);
      add(around.far, weights[term::far]);
      add(replies(around, own, opponent), weights[term::keep]);
    }
    add_bridges(own, free, weights[term::shape], values);
    add_bridges(opponent, free, weights[term::cut], values);
    if (weights[term::habit] != 0) add_habit(own, opponent, free, last, edges_at, weights[term::habit], values);
    for (float& value : values) value = std::clamp(value, 0.0f, 1.0f);
  }

  /// Calls visit(cell, traits) for every free cell.
  template <class EdgesAt, class Visit>
  void for_each_traits(const Set& own, const Set& opponent, const Set& free, int last, EdgesAt&& edges_at,
                       Visit&& visit) const {
    if (last < 0) return traits_.for_each(own, opponent, free, nullptr, edges_at, visit);
    const Around& around = around_[static_cast<std::size_t>(last)];
    const Vicinity<Words> vicinity{around.near, around.far, replies(around, own, opponent)};
    traits_.for_each(own, opponent, free, &vicinity, edges_at, visit);
  }

 private:
  /// Over two empty cells, of which either will do.
  struct Bridge {
    std::uint8_t end, cell, other;
    bool is_open(const Set& free) const { return free.has(end) && free.has(cell) && free.has(other); }
  };
  struct Reply {
    std::uint8_t cell;
    Set own, clear;
  };
  struct Around {
    Set near{}, far{};
    std::vector<Bridge> bridges{};  // from a stone here
    std::vector<Reply> replies{};   // to a stone here
  };

  static Set replies(const Around& around, const Set& own, const Set& opponent) {
    Set found;
    for (const Reply& reply : around.replies) {
      if ((reply.own - own).is_empty() && (reply.clear & opponent).is_empty()) found.add(reply.cell);
    }
    return found;
  }

  template <class EdgesAt>
  void add_habit(const Set& own, const Set& opponent, const Set& free, int last, EdgesAt&& edges_at, float weight,
                 std::span<float> values) const {
    std::array<float, std::size_t{64} * Words> strength{};
    float sum = 0;
    for_each_traits(own, opponent, free, last, edges_at, [&](std::size_t cell, const MoveTraits& traits) {
      sum += strength[cell] = habits.strength(traits);
    });
    add_roots(std::span(strength).first(around_.size()), sum, weight, values);
  }

  void add_bridges(const Set& stones, const Set& free, float weight, std::span<float> values) const {
    if (weight == 0) return;
    const auto add = [&](const std::vector<Bridge>& bridges) {
      for (const Bridge& bridge : bridges) {
        if (bridge.is_open(free)) values[bridge.end] += weight;
      }
    };
    stones.for_each([&](std::size_t stone) { add(around_[stone].bridges); });
    add(to_border_);
  }

  std::array<Set, 2> lines_{};  // the border, and the row beside it
  std::vector<Around> around_;  // by cell
  std::vector<Bridge> to_border_{};
  TraitTables<Words> traits_;
};

}  // namespace banyan::poly_y
