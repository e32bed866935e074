// SPDX-License-Identifier: MIT
// What the moves of a position of Havannah look like before any has been tried: how many edges and corners the group
// would reach that a stone joins, alone or with the groups that are a bridge away, what it keeps from the opponent, and
// where the last stone was. Counts, one for each term and empty cell; the search weighs them. That a new node's moves
// are worth 20 for each edge and corner reached and 25 for keeping a bridge is how the strongest open engine has it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "games/havannah/geometry.h"
#include "games/havannah/knowledge/habits.h"
#include "games/havannah/knowledge/links.h"
#include "games/havannah/knowledge/traits.h"

namespace banyan::havannah {

namespace term {
enum Index : std::size_t { base, reach, more, gain, block, keep, near, far, shape, habit };
}
inline constexpr std::array<std::string_view, 10> term_names{
    "base",   // 1 for every cell
    "reach",  // edges and corners that the group which a stone here joins would touch
    "more",   // how many more it would with bridges
    "gain",   // how many more, with bridges, than the best of what it joins
    "block",  // the opponent's gain on this cell
    "keep",   // 1 for keeping a bridge that the last stone intrudes on
    "near",   // 1 beside the last stone
    "far",    // 1 two steps from it
    "shape",  // bridges to own stones
    "habit",  // the root of how likely a good player is to play there, by what such moves look like
};

/// `Colour` is what the rules keep of a player's stones; `labels` name the group of each by its place in the grid.
template <int Capacity, class Colour>
class Guesses {
  using Linked = Links<Capacity, Colour>;
  using Geo = typename Linked::Geo;
  using Joined = typename Linked::Joined;

 public:
  Guesses(const Geo& geometry, const std::uint8_t* labels, const Colour& own, const Colour& opponent)
      : geometry_(geometry), own_(own), opponent_(opponent), links_(geometry, labels, own, opponent) {}

  /// `last` is the cell of the last stone, negative when there is none. `values` are those of cells and maybe more.
  void fill(std::span<const float> weights, int last, std::span<float> values) const {
    std::fill(values.begin(), values.end(), weights[term::base]);
    add_groups(own_, {weights[term::reach], weights[term::more], weights[term::gain], weights[term::shape]}, values);
    add_groups(opponent_, {.gain = weights[term::block]}, values);
    if (last >= 0) add_around(static_cast<std::size_t>(last), weights, values);
    if (weights[term::habit] != 0) add_habit(last, weights[term::habit], values);
    for (float& value : values) value = std::clamp(value, 0.0f, 1.0f);
  }

 private:
  struct GroupWeights {
    float reach = 0, more = 0, gain = 0, shape = 0;
    bool need_bridges() const { return more != 0 || gain != 0 || shape != 0; }
  };

  void add_groups(const Colour& colour, const GroupWeights& weights, std::span<float> values) const {
    const bool need_bridges = weights.need_bridges();
    if (weights.reach == 0 && !need_bridges) return;
    const auto stones = Linked::stones_of(colour);
    const Joined joined = need_bridges ? links_.join(colour, stones) : Joined{};
    const auto last_row = 2 * static_cast<std::size_t>(geometry_.side);
    for (std::size_t row = 2; row <= last_row; ++row) {
      std::uint32_t beside = geometry_.rim[row - 1];
      for (const Step step : steps) beside |= Linked::with(stones, row, step);
      std::array<std::uint32_t, 6> over{};
      if (need_bridges) {
        beside |= geometry_.second_line[row - 1];
        for (std::size_t d = 0; d < 6; ++d) beside |= over[d] = links_.bridges(stones, row, d);
      }
      for (std::uint32_t left = links_.empty()[row] & beside; left != 0; left &= left - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(left));
        const int grid = Linked::grid_of(row, bit);
        const auto index = static_cast<std::size_t>(geometry_.cell_of[static_cast<std::size_t>(grid)]);
        unsigned touch = geometry_.cell[index].touch;
        Touched touched{.all = touch};
        const auto take = [&](std::size_t label) {
          const unsigned of_group = joined.touch[joined.find(label)];
          touched.all |= of_group;
          touched.best = std::max(touched.best, std::popcount(of_group));
        };
        for (unsigned runs = runs_of(detail::directions[colour.around(bit - 1, row - 2)]); runs != 0;
             runs &= runs - 1) {
          const auto d = static_cast<std::size_t>(std::countr_zero(runs));
          const std::size_t label = links_.label_at(grid + Geo::offsets[d]);
          touch |= colour.touch[colour.root[label]];
          if (need_bridges) take(label);
        }
        float value = weights.reach * static_cast<float>(std::popcount(touch));
        if (need_bridges) {
          int count = 0;
          for (std::size_t d = 0; d < 6; ++d) {
            if ((over[d] >> bit & 1) == 0) continue;
            ++count;
            take(links_.label_at(grid + Linked::offset_of(bridge_ends[d])));
          }
          const unsigned all = touched.all | touch | links_.edges_over(index);
          value += weights.more * static_cast<float>(std::popcount(all) - std::popcount(touch)) +
                   weights.gain * static_cast<float>(std::popcount(all) - touched.best) +
                   weights.shape * static_cast<float>(count);
        }
        values[index] += value;
      }
    }
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
      add(bridge_ends[d], weights[term::far]);
    }
  }

  void add_habit(int last, float weight, std::span<float> values) const {
    std::array<float, Geo::max_cells> strength{};
    float sum = 0;
    Traits<Capacity, Colour>(geometry_, own_, opponent_, links_)
        .for_each(last,
                  [&](std::size_t cell, const MoveTraits& traits) { sum += strength[cell] = habits.strength(traits); });
    add_roots(std::span(strength).first(static_cast<std::size_t>(geometry_.cells)), sum, weight, values);
  }

  const Geo& geometry_;
  const Colour& own_;
  const Colour& opponent_;
  Linked links_;
};

}  // namespace banyan::havannah
