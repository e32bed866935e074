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
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/simd.h"

namespace banyan {

namespace detail {

/// Of each lane and those before it.
[[gnu::always_inline]] inline Ints8 sums_up_to(Ints8 x) {
  constexpr Ints8 none{};
  x += __builtin_shufflevector(none, x, 0, 8, 9, 10, 11, 12, 13, 14);
  x += __builtin_shufflevector(none, x, 0, 1, 8, 9, 10, 11, 12, 13);
  x += __builtin_shufflevector(none, x, 0, 1, 2, 3, 8, 9, 10, 11);
  return x;
}

/// Of each lane, as bits.
[[gnu::always_inline]] inline unsigned signs(Ints8 x) {
  Ints4 low, high;
  std::memcpy(&low, &x, sizeof low);
  std::memcpy(&high, reinterpret_cast<const char*>(&x) + sizeof low, sizeof high);
  const int all = _mm_movemask_ps(reinterpret_cast<__m128>(low)) | _mm_movemask_ps(reinterpret_cast<__m128>(high)) << 4;
  return static_cast<unsigned>(all);
}

inline constexpr std::array<std::int32_t, 64> all_from_32 = [] {
  std::array<std::int32_t, 64> lanes{};
  for (unsigned i = 32; i < 64; ++i) lanes[i] = -1;
  return lanes;
}();

/// To sixteen sums, from a lane on, which may lie in the 16 before or behind.
[[gnu::always_inline]] inline void add_from(std::int32_t* sums, int lane, std::int32_t change) {
  store(sums, load<Ints16>(sums) + ((Ints16{} + change) & load<Ints16>(all_from_32.data() + 32 - lane)));
}

}  // namespace detail

/// One of `count` weights, which are not negative, with a probability in proportion to it; -1 when all are 0. `sums`
/// are those of every eighth: first the lane by what it weighs, then a move of it. `unit` is a random number in [0, 1).
inline int draw_once(const float* weights, unsigned count, Floats8 sums, float unit) {
  float total = 0;
  for (unsigned lane = 0; lane < 8; ++lane) total += sums[lane];
  float left = unit * total;
  unsigned lane = 0;
  for (unsigned next = 0; next < 8; ++next) {
    if (sums[next] <= 0) continue;
    lane = next;
    if (left < sums[next]) break;
    left -= sums[next];
  }
  int last_free = -1;  // when rounding leaves something over
  for (unsigned i = lane; i < count; i += 8) {
    if (weights[i] <= 0) continue;
    last_free = static_cast<int>(i);
    left -= weights[i];
    if (left < 0) break;
  }
  return last_free;
}

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
        const Ints8 ends = detail::sums_up_to(units) + end;
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
    detail::add_from(ends_[group].data(), place, -units);
    detail::add_from(ends_[group].data() + 16, place - 16, -units);
    detail::add_from(group_ends_.data() + 16, static_cast<int>(group), -units);
    units = 0;
  }

 private:
  static constexpr unsigned groups = padded / 32;
  static constexpr std::int32_t highest_units = 1 << 22;
  static_assert(groups < 16);  // so that the sum of all has 31 bits

  alignas(64) std::array<std::array<std::int32_t, 32>, groups> units_{}, ends_{};
  alignas(64) std::array<std::int32_t, 32> group_ends_{};  // after 16 that stand for the end of no group
};

}  // namespace banyan
