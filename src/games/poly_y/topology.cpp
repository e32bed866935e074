// SPDX-License-Identifier: MIT
#include "games/poly_y/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>

namespace banyan::poly_y {
namespace {

/// The number that a text is, if it is nothing else.
std::optional<int> number_in(std::string_view text) {
  int number = 0;
  if (text.empty() || text.size() > 3 || text[0] == '-' || (text[0] == '0' && text.size() > 1)) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

Topology::Topology(int board_sides, int board_size)
    : sides(board_sides), size(board_size), cells(cell_count(board_sides, board_size)) {
  assert(is_board(sides, size));
  place.push_back({0, 0});
  for (int ring = 1; ring < size; ++ring) {
    for (int index = 0; index < sides * ring; ++index) place.push_back({ring, index});
  }
  for (int cell = 0; cell < cells; ++cell) {
    add_neighbours(cell);
    const auto [ring, index] = place[static_cast<std::size_t>(cell)];
    edge_distance.push_back(size - 1 - ring);
    unsigned touched = 0;
    if (ring == size - 1) {
      touched |= 1u << index / ring;
      if (index % ring == 0) touched |= 1u << (index / ring + sides - 1) % sides;
    }
    edges.push_back(static_cast<std::uint16_t>(touched));
  }
  for (unsigned touched = 0; touched < 1u << sides; ++touched) {
    const unsigned before = (touched << 1 | touched >> (sides - 1)) & ((1u << sides) - 1);
    captures.push_back(static_cast<std::uint16_t>(std::popcount(touched) >= 3 ? touched & before : 0));
  }
  find_rows();
  find_numbers();
  find_symmetries();
}

int Topology::cell_at(Place at) const {
  if (at.ring == 0) return 0;
  const int count = sides * at.ring;
  return 1 + sides * at.ring * (at.ring - 1) / 2 + (at.index % count + count) % count;
}

// Around a cell, first the next one of its ring, then those of the ring inside, the previous one of its ring, and those
// of the ring outside; so that what is beyond the border comes last.
void Topology::add_neighbours(int cell) {
  const auto [k, j] = place[static_cast<std::size_t>(cell)];
  std::vector<std::uint8_t> around;
  const auto add = [&](int ring, int index) { around.push_back(static_cast<std::uint8_t>(cell_at({ring, index}))); };
  if (k == 0) {
    for (int index = 0; index < sides; ++index) add(1, index);
    neighbours.push_back(around);
    return;
  }
  const int s = j / k;
  const int i = j % k;
  add(k, j + 1);
  add(k - 1, (k - 1) * s + i);
  if (i != 0) add(k - 1, (k - 1) * s + i - 1);
  add(k, j - 1);
  if (k < size - 1) {
    if (i == 0) add(k + 1, (k + 1) * s - 1);
    add(k + 1, (k + 1) * s + i);
    add(k + 1, (k + 1) * s + i + 1);
  }
  neighbours.push_back(around);
}

bool Topology::are_adjacent(int a, int b) const {
  const auto& around = neighbours[static_cast<std::size_t>(a)];
  return std::find(around.begin(), around.end(), b) != around.end();
}

Point Topology::point(int cell) const {
  const auto [k, j] = place[static_cast<std::size_t>(cell)];
  if (k == 0) return {0, 0};
  const auto corner = [&](int s) {
    const double angle = std::numbers::pi * (0.5 + 2.0 * s / sides);
    return Point{std::cos(angle), std::sin(angle)};
  };
  const Point from = corner(j / k);
  const Point to = corner(j / k + 1);
  const int i = j % k;
  return {from.x * (k - i) + to.x * i, from.y * (k - i) + to.y * i};
}

// A board of five sides stands on one of them and has rows of its own, which the numbers of the CodeCup follow:
// straight lines in the lower half, and in the upper half lines that are bent in the middle. Other boards are cut into
// rows by height.
void Topology::find_rows() {
  for (int cell = 0; cell < cells; ++cell) {
    const auto [k, j] = place[static_cast<std::size_t>(cell)];
    const int centre = size - 1;
    if (sides != 5) {
      rows_.push_back(static_cast<int>(std::lround((centre - point(cell).y) * 1.25)));
    } else if (k == 0) {
      rows_.push_back(centre);
    } else {
      const int i = j % k;
      const std::array<int, 5> by_side{centre - k + i, centre + i, centre + k, centre + k - i, centre - i};
      rows_.push_back(by_side[static_cast<std::size_t>(j / k)]);
    }
  }
}

void Topology::find_numbers() {
  if (sides != 5 || size != 7) return;
  for (int cell = 0; cell < cells; ++cell) by_number_.push_back(cell);
  std::sort(by_number_.begin(), by_number_.end(),
            [&](int a, int b) { return std::pair(row(a), point(a).x) < std::pair(row(b), point(b).x); });
  numbers_.resize(by_number_.size());
  for (std::size_t i = 0; i < by_number_.size(); ++i) {
    numbers_[static_cast<std::size_t>(by_number_[i])] = static_cast<int>(i) + 1;
  }
}

// A ring is turned by its share of a side for each step, and mirrored about corner 0.
void Topology::find_symmetries() {
  for (const int direction : {1, -1}) {
    for (int turn = 0; turn < sides; ++turn) {
      std::vector<std::uint8_t> image;
      for (const auto& [ring, index] : place) {
        image.push_back(static_cast<std::uint8_t>(cell_at({ring, direction * index + turn * ring})));
      }
      symmetries.push_back(std::move(image));
    }
  }
}

std::string Topology::ring_name(int cell) const {
  const auto [ring, index] = place[static_cast<std::size_t>(cell)];
  return fmt::format("{}.{}", ring, index);
}

std::string Topology::name(int cell) const {
  return has_numbers() ? std::to_string(numbers_[static_cast<std::size_t>(cell)]) : ring_name(cell);
}

std::optional<int> Topology::cell_named(std::string_view name) const {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) {
    const auto number = number_in(name);
    if (!number || *number < 1 || *number > static_cast<int>(by_number_.size())) return std::nullopt;
    return by_number_[static_cast<std::size_t>(*number - 1)];
  }
  const auto ring = number_in(name.substr(0, dot));
  const auto index = number_in(name.substr(dot + 1));
  if (!ring || !index || *ring >= size || *index >= std::max(1, sides * *ring)) return std::nullopt;
  return cell_at({*ring, *index});
}

const Topology& Topology::of(int sides, int size) {
  static std::mutex guard;
  static std::map<std::pair<int, int>, std::unique_ptr<const Topology>> all;
  const std::scoped_lock lock(guard);
  auto& found = all[{sides, size}];
  if (!found) found = std::make_unique<const Topology>(sides, size);
  return *found;
}

}  // namespace banyan::poly_y
