// SPDX-License-Identifier: MIT
// Dead cells: whoever takes one, nothing changes, because the stones around it are connected without it as far as they
// ever will be.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace banyan::poly_y {

namespace detail {

/// The most changes of colour on the way from one colour to another past cells that may be empty and then hold any.
/// `around` is owners: 0 empty, 1 or 2.
constexpr int most_changes(std::span<const std::uint8_t> around, unsigned from, unsigned to) {
  // The best way that ends with each colour.
  constexpr int none = -100;
  std::array<int, 3> best{none, none, none};
  best[from] = 0;
  const auto step = [&](unsigned owner) {
    std::array<int, 3> next{none, none, none};
    for (const unsigned colour : {1u, 2u}) {
      if (owner != 0 && owner != colour) continue;
      const int same = best[colour];
      const int other = best[3 - colour] + 1;
      next[colour] = same > other ? same : other;
    }
    best = next;
  };
  for (const std::uint8_t owner : around) step(owner);
  step(to);
  return best[to];
}

}  // namespace detail

/// Every filling of the empty cells around it leaves at most two changes of colour. `around` holds the owners of the
/// neighbours in circular order, and for each edge that the cell lies on an empty one: to be connected with an edge is
/// worth something to either colour.
constexpr bool is_dead(std::span<const std::uint8_t> around) {
  const auto allows_few = [&](unsigned colour) {
    const bool is_possible = around[0] == 0 || around[0] == colour;
    return !is_possible || detail::most_changes(around.subspan(1), colour, colour) <= 2;
  };
  return allows_few(1) && allows_few(2);
}

}  // namespace banyan::poly_y
