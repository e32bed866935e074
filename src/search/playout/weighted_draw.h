// SPDX-License-Identifier: MIT
// Draws moves with probabilities in proportion to weights, each move at most once: sums of weights in two levels, of
// groups of 16 moves (or twice as many, where there are more than 272) and of the moves of a group. They are sums up to
// a place, so that a draw is two comparisons of a register and a move is taken out by two subtractions, without a loop
// or a branch. What it costs does not depend on how many moves there are. docs/performance.md tells what else was
// tried.
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
  /// Seventeen groups at most: that is how many ends of sixteen tell apart.
  static constexpr unsigned group_size = (Moves + 271) / 272 * 16;
  static constexpr unsigned groups = (Moves + group_size - 1) / group_size;
  static constexpr unsigned padded = groups * group_size;

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
    for (unsigned i = 0; i < padded; i += 8) {
      const Floats8 rounded = load<Floats8>(weights + i) * units_each + 0.5f;
      store(&units_[i], __builtin_convertvector(rounded, Ints8));
    }
    sum_up();
  }
  /// Whole weights, the sum of which is less than 2^31.
  void begin(const std::int32_t* units) {
    std::copy_n(units, padded, units_.begin());
    sum_up();
  }

  std::int32_t total() const { return total_; }
  std::int32_t units(unsigned move) const { return units_[move]; }

  /// Whether what is left must be weighed anew before a draw.
  bool is_worn() const { return total_ < highest_units; }

  /// By the 32 random bits.
  [[gnu::always_inline]] unsigned draw(std::uint32_t bits) const {
    const auto place = static_cast<std::int32_t>(std::uint64_t{bits} * static_cast<std::uint32_t>(total_) >> 32);
    const unsigned group = count_up_to(load<Ints16>(before_.data() + 1), place);
    const std::int32_t left = place - before_[group];
    unsigned move = group_size * group;
    for (unsigned i = 0; i < group_size; i += 16) move += count_up_to(load<Ints16>(ends_[group].data() + i), left);
    return move;
  }

  /// The move will not be drawn again, whether it was drawn or not.
  [[gnu::always_inline]] void take(unsigned move) { set(move, 0); }

  [[gnu::always_inline]] void set(unsigned move, std::int32_t units) {
    const unsigned group = move / group_size;
    const auto place = static_cast<int>(move % group_size);
    const std::int32_t change = units - units_[move];
    for (unsigned i = 0; i < group_size; i += 16) {
      detail::add_from(ends_[group].data() + i, place - static_cast<int>(i), change);
    }
    detail::add_from(before_.data() + 1, static_cast<int>(group), change);
    total_ += change;
    units_[move] = units;
  }

 private:
  static constexpr std::int32_t highest_units = 1 << 22;
  static_assert(padded < 1 << 9);  // so that the sum of all has 31 bits

  void sum_up() {
    total_ = 0;
    for (unsigned group = 0; group < groups; ++group) {
      before_[group] = total_;
      std::int32_t end = 0;
      for (unsigned i = 0; i < group_size; i += 8) {
        const Ints8 ends = detail::sums_up_to(load<Ints8>(&units_[group_size * group + i])) + end;
        store(&ends_[group][i], ends);
        end = ends[7];
      }
      total_ += end;
    }
    for (unsigned group = groups; group <= 16; ++group) before_[group] = total_;
  }

  alignas(64) std::array<std::int32_t, padded> units_{};
  alignas(64) std::array<std::array<std::int32_t, group_size>, groups> ends_{};  // sums up to a place, in its group
  alignas(64) std::array<std::int32_t, 14> unused_{};
  std::int32_t total_ = 0;
  std::array<std::int32_t, 17> before_{};  // what all groups before one weigh; from the second on in one cache line
};

}  // namespace banyan
