// SPDX-License-Identifier: MIT
// What the moves of a position of Havannah look like before any has been tried: how many edges and corners the group
// would reach that a stone joins, alone or with the groups that are a bridge away, what it keeps from the opponent, and
// where the last stone was. Counts, one for each term and empty cell; the search weighs them. That a new node's moves
// are worth 20 for each edge and corner reached and 25 for keeping a bridge is how the strongest open engine has it.
//
// A bridge joins two stones over two empty cells, either of which will do; an edge bridge joins a stone in the second
// line to its edge. Groups that bridges join are taken for one, whether or not their bridges overlap: this is a guess.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "games/havannah/geometry.h"

namespace banyan::havannah {

namespace term {
enum Index : std::size_t { base, reach, more, gain, block, keep, near, far, shape };
}
inline constexpr std::array<std::string_view, 9> term_names{
    "base",   // 1 for every cell
    "reach",  // edges and corners that the group which a stone here joins would touch
    "more",   // how many more it would with bridges
    "gain",   // how many more, with bridges, than the best of what it joins
    "block",  // the opponent's gain on this cell
    "keep",   // 1 for keeping a bridge that the last stone intrudes on
    "near",   // 1 beside the last stone
    "far",    // 1 two steps from it
    "shape",  // bridges to own stones
};

/// The directions from the opponent's stone in which a bridge that it intrudes on can be kept: between two own ones, of
/// the six in the circle.
template <class Colour>
unsigned kept_bridges(const Colour& own, const Colour& opponent, const Cell& cell) {
  const unsigned mine = detail::directions[own.around(cell.x, cell.y)];
  const unsigned taken = mine | detail::directions[opponent.around(cell.x, cell.y)];
  return (mine << 1 | mine >> 5) & (mine >> 1 | mine << 5) & ~taken & 63u;
}

/// `Colour` is what the rules keep of a player's stones; `labels` name the group of each by its place in the grid.
template <int Capacity, class Colour>
class Guesses {
  using Geo = Geometry<Capacity>;
  static constexpr std::size_t rows = 2 * static_cast<std::size_t>(Capacity) + 1;

 public:
  Guesses(const Geo& geometry, const std::uint8_t* labels, const Colour& own, const Colour& opponent)
      : geometry_(geometry), labels_(labels), own_(own), opponent_(opponent) {
    for (std::size_t y = 0; y < rows; ++y) empty_[y + 1] = geometry.board[y] & ~(own.rows[y] | opponent.rows[y]);
  }

  /// `last` is the cell of the last stone, negative when there is none. `values` are those of cells and maybe more.
  void fill(std::span<const float> weights, int last, std::span<float> values) const {
    std::fill(values.begin(), values.end(), weights[term::base]);
    add_groups(own_, {weights[term::reach], weights[term::more], weights[term::gain], weights[term::shape]}, values);
    add_groups(opponent_, {.gain = weights[term::block]}, values);
    if (last >= 0) add_around(static_cast<std::size_t>(last), weights, values);
    for (float& value : values) value = std::clamp(value, 0.0f, 1.0f);
  }

 private:
  struct GroupWeights {
    float reach = 0, more = 0, gain = 0, shape = 0;
    bool need_bridges() const { return more != 0 || gain != 0 || shape != 0; }
  };
  /// Direction d and the next: where a bridge over both ends.
  static constexpr std::array<Step, 6> ends = [] {
    std::array<Step, 6> all{};
    for (std::size_t d = 0; d < 6; ++d) {
      all[d] = {steps[d].x + steps[(d + 1) % 6].x, steps[d].y + steps[(d + 1) % 6].y};
    }
    return all;
  }();

  /// The cells of a row that have a step's end in a row of the set; rows are counted as in `empty_`.
  static std::uint32_t with(const std::array<std::uint32_t, rows + 2>& set, std::size_t row, Step step) {
    const std::uint32_t there = set[row + static_cast<std::size_t>(step.y)];
    return step.x < 0 ? there << -step.x : there >> step.x;
  }

  /// What groups touch, and which of them bridges make one.
  struct Joined {
    std::array<std::uint8_t, Colour::capacity> group;
    std::array<std::uint16_t, Colour::capacity> touch;

    std::size_t find(std::size_t label) const {
      while (group[label] != label) label = group[label];
      return label;
    }
  };

  std::uint32_t bridges(const std::array<std::uint32_t, rows + 2>& stones, std::size_t row, std::size_t d) const {
    return with(stones, row, ends[d]) & with(empty_, row, steps[d]) & with(empty_, row, steps[(d + 1) % 6]);
  }
  std::size_t label_at(int grid) const { return labels_[static_cast<std::size_t>(grid)]; }
  static constexpr int offset_of(Step step) { return step.y * Geo::stride + step.x; }

  bool is_empty(std::size_t cell) const {
    return (empty_[geometry_.cell[cell].y + 2u] >> (geometry_.cell[cell].x + 1u) & 1) != 0;
  }

  Joined join(const Colour& colour, const std::array<std::uint32_t, rows + 2>& stones) const {
    Joined joined;
    std::copy(colour.root.begin(), colour.root.end(), joined.group.begin());
    std::copy(colour.touch.begin(), colour.touch.end(), joined.touch.begin());
    for (const EdgeBridge& edge : geometry_.edge_bridges()) {
      const Cell& cell = geometry_.cell[edge.cell];
      if ((stones[cell.y + 2u] >> (cell.x + 1u) & 1) == 0 || !is_empty(edge.first) || !is_empty(edge.second)) continue;
      std::uint16_t& touch = joined.touch[joined.group[labels_[cell.grid]]];
      touch = static_cast<std::uint16_t>(touch | edge.touch);
    }
    const auto last_row = 2 * static_cast<std::size_t>(geometry_.side);
    for (std::size_t row = 2; row <= last_row; ++row) {
      if (stones[row] == 0) continue;
      for (std::size_t d = 1; d < 4; ++d) {  // each bridge from one of its ends
        for (std::uint32_t left = stones[row] & bridges(stones, row, d); left != 0; left &= left - 1) {
          const int grid = (static_cast<int>(row) - 1) * Geo::stride + std::countr_zero(left);
          const std::size_t a = joined.find(label_at(grid));
          const std::size_t b = joined.find(label_at(grid + offset_of(ends[d])));
          if (a == b) continue;
          joined.group[b] = static_cast<std::uint8_t>(a);
          joined.touch[a] = static_cast<std::uint16_t>(joined.touch[a] | joined.touch[b]);
        }
      }
    }
    return joined;
  }

  void add_groups(const Colour& colour, const GroupWeights& weights, std::span<float> values) const {
    const bool need_bridges = weights.need_bridges();
    if (weights.reach == 0 && !need_bridges) return;
    std::array<std::uint32_t, rows + 2> stones{};
    std::copy(colour.rows.begin(), colour.rows.end(), stones.begin() + 1);
    const Joined joined = need_bridges ? join(colour, stones) : Joined{};
    const auto last_row = 2 * static_cast<std::size_t>(geometry_.side);
    for (std::size_t row = 2; row <= last_row; ++row) {
      std::uint32_t beside = geometry_.rim[row - 1];
      for (const Step step : steps) beside |= with(stones, row, step);
      std::array<std::uint32_t, 6> over{};
      if (need_bridges) {
        beside |= geometry_.second_line[row - 1];
        for (std::size_t d = 0; d < 6; ++d) beside |= over[d] = bridges(stones, row, d);
      }
      for (std::uint32_t left = empty_[row] & beside; left != 0; left &= left - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(left));
        const int grid = (static_cast<int>(row) - 1) * Geo::stride + static_cast<int>(bit);
        const auto index = static_cast<std::size_t>(geometry_.cell_of[static_cast<std::size_t>(grid)]);
        unsigned touch = geometry_.cell[index].touch;
        unsigned all = touch;
        int best = 0;
        const unsigned around = detail::directions[colour.around(bit - 1, row - 2)];
        for (unsigned runs = around & ~(around << 1 | around >> 5) & 63u; runs != 0; runs &= runs - 1) {
          const auto d = static_cast<std::size_t>(std::countr_zero(runs));
          const std::size_t label = label_at(grid + Geo::offsets[d]);
          touch |= colour.touch[colour.root[label]];
          if (need_bridges) take(joined, label, all, best);
        }
        float value = weights.reach * static_cast<float>(std::popcount(touch));
        if (need_bridges) {
          int count = 0;
          for (std::size_t d = 0; d < 6; ++d) {
            if ((over[d] >> bit & 1) == 0) continue;
            ++count;
            take(joined, label_at(grid + offset_of(ends[d])), all, best);
          }
          all |= touch | edges_over(index);
          value += weights.more * static_cast<float>(std::popcount(all) - std::popcount(touch)) +
                   weights.gain * static_cast<float>(std::popcount(all) - best) +
                   weights.shape * static_cast<float>(count);
        }
        values[index] += value;
      }
    }
  }

  static void take(const Joined& joined, std::size_t label, unsigned& all, int& best) {
    const unsigned touch = joined.touch[joined.find(label)];
    all |= touch;
    best = std::max(best, std::popcount(touch));
  }

  /// The edges that a stone on a cell of the second line would be joined to.
  unsigned edges_over(std::size_t index) const {
    unsigned touch = 0;
    for (const EdgeBridge& edge : geometry_.edge_bridges_of(index)) {
      if (is_empty(edge.first) && is_empty(edge.second)) touch |= edge.touch;
    }
    return touch;
  }

  void add_around(std::size_t last, std::span<const float> weights, std::span<float> values) const {
    const Cell& cell = geometry_.cell[last];
    const auto add = [&](Step step, float weight) {
      const int index = geometry_.cell_at(cell.x + step.x, cell.y + step.y);
      if (index >= 0) values[static_cast<std::size_t>(index)] += weight;
    };
    const unsigned kept = kept_bridges(own_, opponent_, cell);
    for (std::size_t d = 0; d < 6; ++d) {
      add(steps[d], weights[term::near] + ((kept >> d & 1) != 0 ? weights[term::keep] : 0.0f));
      add({2 * steps[d].x, 2 * steps[d].y}, weights[term::far]);
      add(ends[d], weights[term::far]);
    }
  }

  const Geo& geometry_;
  const std::uint8_t* labels_;
  const Colour& own_;
  const Colour& opponent_;
  std::array<std::uint32_t, rows + 2> empty_{};  // bit x + 1 of row y + 2
};

}  // namespace banyan::havannah
