// SPDX-License-Identifier: MIT
// Draws moves with probabilities in proportion to weights that depend on the move before. A weight is the product of
// two roots, one of the move and one of the pair; where the pair has none, the move's is squared. What came before
// names a row: sums of weights in two levels, as in weighted_draw.h, over all moves of the board, whether they are free
// or not.
//
// A root of a pair stands in one row, where sums are put right when it changes. A root of a move stands in half of the
// rows. So rows are made with bounds of these roots, and a move that was drawn is taken by the share of its root in the
// bound, if it is free; otherwise another is drawn. When a root outgrows its bound, all of the player's are bounded
// anew, and each row is made anew when it is next drawn from. That changes no probability, only how often is drawn.
//
// After `attempts` draws of which none is taken the caller has to weigh what is free. Sums are exact, of weights that
// are rounded to multiples of less than 2^-19 of their row's sum, so that a move's probability changes by less than
// 2^-16.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.h"
#include "core/simd.h"
#include "search/playout/weighted_draw.h"

namespace banyan {

template <unsigned Moves>
class PairDraw {
 public:
  /// Seventeen groups at most: that is how many ends of sixteen tell apart.
  static constexpr unsigned group_size = (Moves + 271) / 272 * 16;
  static constexpr unsigned groups = (Moves + group_size - 1) / group_size;
  static constexpr unsigned padded = groups * group_size;

  static constexpr unsigned none = ~0U;

  /// Rows are numbered from 0 on. Moves from `drawn` on are never drawn.
  PairDraw(std::size_t rows, unsigned drawn) : rows_(rows), drawn_(drawn) {}

  /// The roots of a player's moves, and what they may not outgrow: positive, and products of two of them no less.
  void bound(std::size_t player, const float* bounds, const float* roots) {
    Bounds& all = bounds_[player];
    ++all.age;
    all.is_broken = false;
    for (unsigned i = 0; i < drawn_; ++i) {
      all.root[i] = bounds[i];
      all.inverse[i] = 1 / bounds[i];
      set_root(player, i, roots[i]);
    }
  }

  /// If not, bound() must be called before the next draw.
  bool is_bounded(std::size_t player) const { return !bounds_[player].is_broken; }

  [[gnu::always_inline]] void set_root(std::size_t player, unsigned move, float root) {
    Bounds& bounds = bounds_[player];
    const float share = root * bounds.inverse[move];
    bounds.is_broken |= share > 1;
    const float most = std::min(share, 1.0f);
    bounds.shares[0][move] = static_cast<std::int32_t>(most * most * 0x1p30f);
    bounds.shares[1][move] = static_cast<std::int32_t>(most * 0x1p30f);
  }

  [[gnu::always_inline]] void set_pair_root(std::size_t player, std::size_t number, unsigned move, float root) {
    Row& row = rows_[number];
    const Bounds& bounds = bounds_[player];
    if (row.age != bounds.age) return;  // it will be made anew
    const float units = bounds.root[move] * root * row.units_each + 0.5f;
    if (!(units < static_cast<float>(most_units))) {
      row.age = 0;
      return;
    }
    row.has_root[move / 32] |= 1U << (move % 32);
    const unsigned group = move / group_size;
    const auto place = static_cast<int>(move % group_size);
    std::int32_t* const ends = row.ends[group].data();
    const std::int32_t units_before = ends[place] - (place == 0 ? 0 : ends[place - 1]);
    const std::int32_t change = static_cast<std::int32_t>(units) - units_before;
    for (unsigned i = 0; i < group_size; i += 16) detail::add_from(ends + i, place - static_cast<int>(i), change);
    detail::add_from(row.before.data() + 1, static_cast<int>(group), change);
    row.total += change;
    if (row.total < most_units / 4) row.age = 0;  // units have become coarse
  }

  /// A move without owner, or `none` after too many that have one. pair_roots(i) gives those of eight moves from i on,
  /// negative where there is none; `word` is the state of next_word().
  template <class PairRoots>
  [[gnu::always_inline]] unsigned draw(std::size_t player, std::size_t number, PairRoots pair_roots,
                                       const std::uint8_t* owners, std::uint64_t& word) {
    Row& row = rows_[number];
    const Bounds& bounds = bounds_[player];
    if (row.age != bounds.age) [[unlikely]]
      make(row, bounds, pair_roots);
    for (unsigned attempt = 0; attempt < attempts; attempt += at_once) {
      // The first that is taken counts, so it is the last that is looked at. Nothing here waits for a guess.
      unsigned taken = none;
      for (unsigned i = 0; i < at_once; ++i) {
        const std::uint64_t bits = next_word(word);
        const unsigned move = find(row, static_cast<std::uint32_t>(bits >> 32));
        const unsigned has_root = row.has_root[move / 32] >> (move % 32) & 1;
        const auto fraction = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits) >> 2);
        const std::int32_t is_below = (fraction - bounds.shares[has_root][move]) >> 31;
        const std::int32_t is_free = (std::int32_t{owners[move]} - 1) >> 31;
        const unsigned mask = opaque(static_cast<unsigned>(is_below & is_free));
        taken = opaque((move & mask) | (taken & ~mask));
      }
      if (taken != none) [[likely]]
        return taken;
    }
    return none;
  }

 private:
  static constexpr unsigned attempts = 12, at_once = 3;
  static constexpr std::int32_t most_units =
      (1 << 30) / static_cast<std::int32_t>(padded);               // so that sums have 30 bits
  static constexpr std::int32_t units_when_made = most_units / 2;  // of the highest weight, which pairs may double
  static constexpr unsigned words = (padded + 31) / 32;
  static constexpr unsigned head_end = (3 + words) % 16;

  struct Row {
    alignas(64) std::uint32_t age = 0;  // that of the bounds it was made with
    float units_each = 0;
    std::int32_t total = 0;
    std::array<std::uint32_t, words> has_root{};  // bits: whether pairs have roots of their own
    std::array<std::uint32_t, head_end == 15 ? 16 : 15 - head_end> unused{};
    std::array<std::int32_t, 17> before{};  // what all groups before one weigh; from the second on in one cache line
    std::array<std::array<std::int32_t, group_size>, groups> ends{};  // sums up to a place, within its group
  };

  /// Of the roots of a player's moves.
  struct Bounds {
    std::uint32_t age = 0;
    bool is_broken = false;
    std::array<float, padded> root{}, inverse{};
    // The share of a root in its bound, as multiples of 2^-30, and before that its square for pairs without a root.
    std::array<std::array<std::int32_t, padded>, 2> shares{};
  };

  [[gnu::always_inline]] static unsigned find(const Row& row, std::uint32_t bits) {
    const auto place = static_cast<std::int32_t>(std::uint64_t{bits} * static_cast<std::uint32_t>(row.total) >> 32);
    const unsigned group = count_up_to(load<Ints16>(row.before.data() + 1), place);
    const std::int32_t left = place - row.before[group];
    unsigned move = group_size * group;
    for (unsigned i = 0; i < group_size; i += 16) move += count_up_to(load<Ints16>(row.ends[group].data() + i), left);
    return move;
  }

  template <class PairRoots>
  [[gnu::noinline]] static void make(Row& row, const Bounds& bounds, PairRoots pair_roots) {
    std::array<float, padded> weights;
    Floats8 highs{};
    row.has_root = {};
    for (unsigned i = 0; i < padded; i += 8) {
      const Floats8 roots = pair_roots(i), bound = load<Floats8>(bounds.root.data() + i);
      const Ints8 have = roots >= 0.0f;
      const Floats8 weight = bound * select(have, roots, bound);
      highs = select(weight > highs, weight, highs);
      store(weights.data() + i, weight);
      row.has_root[i / 32] |= detail::signs(have) << (i % 32);
    }
    float highest = highs[0];
    for (unsigned lane = 1; lane < 8; ++lane) highest = std::max(highest, highs[lane]);
    row.units_each = static_cast<float>(units_when_made) / highest;
    row.total = 0;
    for (unsigned group = 0; group < groups; ++group) {
      row.before[group] = row.total;
      std::int32_t end = 0;
      for (unsigned i = 0; i < group_size; i += 8) {
        const Floats8 rounded = load<Floats8>(weights.data() + group_size * group + i) * row.units_each + 0.5f;
        const Ints8 ends = detail::sums_up_to(__builtin_convertvector(rounded, Ints8)) + end;
        store(&row.ends[group][i], ends);
        end = ends[7];
      }
      row.total += end;
    }
    for (unsigned group = groups; group <= 16; ++group) row.before[group] = row.total;
    row.age = bounds.age;
  }

  std::vector<Row> rows_;
  std::array<Bounds, 2> bounds_;
  unsigned drawn_;
};

}  // namespace banyan
