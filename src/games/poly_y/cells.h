// SPDX-License-Identifier: MIT
// A set of cells of a Poly-Y board: one bit per cell, in as many words as the board's class has.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace banyan::poly_y {

template <int Words>
struct Cells {
  std::array<std::uint64_t, static_cast<std::size_t>(Words)> words{};

  bool operator==(const Cells&) const = default;

  bool has(std::size_t cell) const { return (words[cell / 64] >> (cell % 64) & 1) != 0; }
  void add(std::size_t cell) { words[cell / 64] |= std::uint64_t{1} << (cell % 64); }

  bool is_empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  int count() const {
    int sum = 0;
    for (const std::uint64_t word : words) sum += std::popcount(word);
    return sum;
  }
  /// There must be one.
  std::size_t first() const {
    std::size_t w = 0;
    while (w + 1 < words.size() && words[w] == 0) ++w;
    return 64 * w + static_cast<std::size_t>(std::countr_zero(words[w]));
  }
  void remove_first() {
    std::size_t w = 0;
    while (w + 1 < words.size() && words[w] == 0) ++w;
    words[w] &= words[w] - 1;
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
        visit(64 * w + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

  Cells& operator&=(const Cells& other) {
    for (std::size_t w = 0; w < words.size(); ++w) words[w] &= other.words[w];
    return *this;
  }
  Cells& operator|=(const Cells& other) {
    for (std::size_t w = 0; w < words.size(); ++w) words[w] |= other.words[w];
    return *this;
  }
  /// What is not in `other`.
  Cells& operator-=(const Cells& other) {
    for (std::size_t w = 0; w < words.size(); ++w) words[w] &= ~other.words[w];
    return *this;
  }
  friend Cells operator&(Cells a, const Cells& b) { return a &= b; }
  friend Cells operator|(Cells a, const Cells& b) { return a |= b; }
  friend Cells operator-(Cells a, const Cells& b) { return a -= b; }
};

}  // namespace banyan::poly_y
