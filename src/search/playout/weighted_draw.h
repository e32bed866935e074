// SPDX-License-Identifier: MIT
// Draws moves with probabilities in proportion to weights, each move at most once: sums of weights in two levels, of
// groups of 32 moves and of the moves of a group. They are sums up to a place, so that a draw is three comparisons of
// a register and a move is taken out by three subtractions, without a loop or a branch. What it costs does not depend
// on how many moves there are. docs/performance.md tells what else was tried.
//
// Weights are rounded to multiples of 2^-22 of the highest, and sums are exact. When less than that highest weight is
// left, the caller begins again with what is free. So rounding changes a probability by less than one in ten thousand
// of it, and 2^-23.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/simd.h"

namespace banyan {

template <unsigned Moves>
class WeightedDraw {
 public:
  static constexpr unsigned padded = (Moves + 31) / 32 * 32;

  /// Weights of `padded` moves, from 1e-35 to 1, or 0 for those that are never drawn.
  void begin(const float* weights) {
    Floats8 highs{};
    for (unsigned i = 0; i < padded; i += 8) {
      const Floats8 weight = load<Floats8>(weights + i);
      highs = select(weight > highs, weight, highs);
    }
    float highest = highs[0];
    for (unsigned lane = 1; lane < 8; ++lane) highest = std::max(highest, highs[lane]);
    const float units_each = static_cast<float>(highest_units) / highest;
    std::int32_t total = 0;
    for (unsigned group = 0; group < groups; ++group) {
      std::int32_t end = 0;
      for (unsigned i = 0; i < 32; i += 8) {
        const Floats8 rounded = load<Floats8>(weights + std::size_t{32} * group + i) * units_each + 0.5f;
        const Ints8 units = __builtin_convertvector(rounded, Ints8);
        const Ints8 ends = sums_up_to(units) + end;
        store(&units_[group][i], units);
        store(&ends_[group][i], ends);
        end = ends[7];
      }
      total += end;
      group_ends_[16 + group] = total;
    }
    std::fill(group_ends_.begin() + 16 + groups, group_ends_.end(), total);
  }

  /// Whether what is left must be weighed anew before a draw.
  bool is_worn() const { return group_ends_[31] < highest_units; }

  /// By the 32 random bits.
  [[gnu::always_inline]] unsigned draw(std::uint32_t bits) const {
    const auto total = static_cast<std::uint32_t>(group_ends_[31]);
    const auto place = static_cast<std::int32_t>(std::uint64_t{bits} * total >> 32);
    const unsigned group = count_up_to(load<Ints16>(group_ends_.data() + 16), place);
    const std::int32_t left = place - group_ends_[15 + group];
    const std::int32_t* const ends = ends_[group].data();
    return 32 * group + count_up_to(load<Ints16>(ends), left) + count_up_to(load<Ints16>(ends + 16), left);
  }

  /// The move will not be drawn again, whether it was drawn or not.
  [[gnu::always_inline]] void take(unsigned move) {
    const unsigned group = move / 32;
    const auto place = static_cast<int>(move % 32);
    std::int32_t& units = units_[group][move % 32];
    subtract(ends_[group].data(), Ints16{} + units, place);
    subtract(ends_[group].data() + 16, Ints16{} + units, place - 16);
    subtract(group_ends_.data() + 16, Ints16{} + units, static_cast<int>(group));
    units = 0;
  }

 private:
  static constexpr unsigned groups = padded / 32;
  static constexpr std::int32_t highest_units = 1 << 22;
  static_assert(groups < 16);  // so that the sum of all has 31 bits

  /// Of each lane and those before it.
  [[gnu::always_inline]] static Ints8 sums_up_to(Ints8 x) {
    constexpr Ints8 none{};
    x += __builtin_shufflevector(none, x, 0, 8, 9, 10, 11, 12, 13, 14);
    x += __builtin_shufflevector(none, x, 0, 1, 8, 9, 10, 11, 12, 13);
    x += __builtin_shufflevector(none, x, 0, 1, 2, 3, 8, 9, 10, 11);
    return x;
  }

  static constexpr std::array<std::int32_t, 64> all_from_32 = [] {
    std::array<std::int32_t, 64> lanes{};
    for (unsigned i = 32; i < 64; ++i) lanes[i] = -1;
    return lanes;
  }();

  /// From a lane on, which may lie in the 16 before or behind.
  [[gnu::always_inline]] static void subtract(std::int32_t* ends, Ints16 units, int from_lane) {
    store(ends, load<Ints16>(ends) - (units & load<Ints16>(all_from_32.data() + 32 - from_lane)));
  }

  alignas(64) std::array<std::array<std::int32_t, 32>, groups> units_{}, ends_{};
  alignas(64) std::array<std::int32_t, 32> group_ends_{};  // after 16 that stand for the end of no group
};

}  // namespace banyan
