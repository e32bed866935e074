// SPDX-License-Identifier: MIT
// What moves look like, for games on hexagonal cells, and how strongly good players are drawn to what looks so.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "core/simd.h"
#include "game/knowledge.h"

namespace banyan {

/// Circles of six places, each of which is nothing, own, the other's or a fourth thing: two bits for each place, one in
/// the lower six and one in the upper six. Those that turns and mirrors make alike have one number.
inline constexpr std::uint16_t circle_count = 430;
inline constexpr auto circle_of = [] {
  std::array<std::uint16_t, 4096> table{};
  const auto turned = [](unsigned six) { return (six << 1 | six >> 5) & 63; };
  const auto mirrored = [](unsigned six) {
    unsigned image = 0;
    for (unsigned d = 0; d < 6; ++d) image |= (six >> d & 1) << (5 - d);
    return image;
  };
  table.fill(circle_count);
  std::uint16_t next = 0;
  for (unsigned code = 0; code < table.size(); ++code) {
    if (table[code] != circle_count) continue;
    unsigned low = code & 63, high = code >> 6;
    for (int image = 0; image < 12; ++image) {
      table[low | high << 6] = next;
      low = turned(low);
      high = turned(high);
      if (image == 5) {
        low = mirrored(low);
        high = mirrored(high);
      }
    }
    ++next;
  }
  return table;
}();
static_assert(*std::max_element(circle_of.begin(), circle_of.end()) + 1 == circle_count);

/// The cells around a cell in circular order, and where a bridge over each two of them would end; `outside` where there
/// is none.
struct Places {
  std::array<std::uint16_t, 6> beside{}, ends{};
};

/// What stands somewhere, as bits for the code of a circle.
struct Stone {
  static constexpr std::uint16_t empty = 0, own = 1, other = 64, outside = own | other;
};

/// Codes of circles.
struct Circles {
  unsigned beside = 0;   // the cells around
  unsigned ends = 0;     // the cells where bridges would end, whatever is between
  unsigned bridges = 0;  // the same where both cells between are empty
};

/// `stones` has what stands at each place.
[[gnu::always_inline]] inline Circles circles_around(const Places& places, const std::uint16_t* stones) {
  Circles found;
  for (unsigned d = 0; d < 6; ++d) {
    found.beside |= static_cast<unsigned>(stones[places.beside[d]]) << d;
    found.ends |= static_cast<unsigned>(stones[places.ends[d]]) << d;
  }
  const unsigned free = ~(found.beside | found.beside >> 6) & 63;
  const unsigned open = free & (free >> 1 | free << 5);
  found.bridges = found.ends & (open | open << 6);
  return found;
}

/// What the group would touch that a stone joins: in all, and how much the best of those that it joins has.
struct Touched {
  unsigned all = 0;
  int best = 0;
};

/// `which` is own or other; `touches` has what the group of each stone touches, by its place.
[[gnu::always_inline]] inline Touched touched_from(const Places& places, const Circles& circles, std::uint16_t which,
                                                   const std::uint16_t* touches, unsigned alone) {
  Touched touched{.all = alone};
  const auto take = [&](const std::array<std::uint16_t, 6>& at, unsigned circle) {
    const unsigned outside_board = circle & circle >> 6;
    unsigned left = (which == Stone::own ? circle : circle >> 6) & 63 & ~outside_board;
    for (; left != 0; left &= left - 1) {
      const unsigned touch = touches[at[static_cast<std::size_t>(std::countr_zero(left))]];
      touched.all |= touch;
      touched.best = std::max(touched.best, std::popcount(touch));
    }
  };
  take(places.beside, circles.beside);
  take(places.ends, circles.bridges);
  return touched;
}

/// How strongly good players are drawn to moves, by the traits of each of the kinds. Learned strengths are kept as
/// their logarithms in hundredths, kind after kind.
template <const auto& Kinds>
class Habits {
  static constexpr std::size_t kinds = std::size(Kinds);
  static constexpr auto begins = [] {
    std::array<std::size_t, kinds + 1> all{};
    for (std::size_t kind = 0; kind < kinds; ++kind) all[kind + 1] = all[kind] + Kinds[kind].count;
    return all;
  }();

 public:
  using Table = std::array<std::int16_t, begins[kinds]>;
  explicit Habits(const Table& hundredths) {
    for (std::size_t i = 0; i < hundredths.size(); ++i)
      strength_[i] = std::exp(static_cast<float>(hundredths[i]) / 100);
  }
  float strength(const std::array<std::uint16_t, kinds>& traits) const {
    float product = 1;
    for (std::size_t kind = 0; kind < kinds; ++kind) product *= strength_[begins[kind] + traits[kind]];
    return product;
  }

 private:
  std::array<float, begins[kinds]> strength_{};
};

/// Adds the roots of shares to values: weight sqrt(strength / sum) for each, where the sum is that of all strengths.
inline void add_roots(std::span<const float> strengths, float sum, float weight, std::span<float> values) {
  const float factor = weight / std::sqrt(sum);
  std::size_t i = 0;
  for (; i + 8 <= strengths.size(); i += 8) {
    const auto roots = square_root(load<Floats8>(strengths.data() + i));
    store(values.data() + i, load<Floats8>(values.data() + i) + factor * roots);
  }
  for (; i < strengths.size(); ++i) values[i] += factor * std::sqrt(strengths[i]);
}

}  // namespace banyan
