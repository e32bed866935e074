// SPDX-License-Identifier: MIT
// Patterns compiled for the innermost loop. Up to sixteen patterns of an intruder's cell stand together. What they look
// at, their window of at most 16 cells, is gathered from the board into one word, own stones in its lower half and the
// opponent's in its upper; a pattern is then a mask and the value that is left where it matches, and all sixteen are
// compared at once. Of the usual patterns every cell has one window, so that its loop is not mispredicted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/bits.h"
#include "games/poly_y/cells.h"
#include "games/poly_y/geometry.h"
#include "games/poly_y/knowledge/patterns.h"

namespace banyan::poly_y {

template <int Words>
class PatternTable {
 public:
  /// `kinds` has a bit for each of pattern_kinds.
  PatternTable(const Topology& board, std::uint32_t kinds) {
    std::vector<std::vector<Pattern>> by_intruder(static_cast<std::size_t>(board.cells));
    for (std::size_t kind = 0; kind < pattern_kinds.size(); ++kind) {
      if ((kinds >> kind & 1) == 0) continue;
      for (const Pattern& pattern : patterns_of(board, kind)) {
        by_intruder[static_cast<std::size_t>(pattern.intruder)].push_back(pattern);
      }
    }
    for (std::size_t cell = 0; cell < by_intruder.size(); ++cell) {
      first_[cell] = static_cast<std::uint16_t>(windows_.size());
      compile(by_intruder[cell]);
    }
    for (std::size_t cell = by_intruder.size(); cell < first_.size(); ++cell) {
      first_[cell] = static_cast<std::uint16_t>(windows_.size());
    }
  }

  /// The replies to a stone at `intruder`, as many as there is room for; returns how many.
  template <class Move>
  std::size_t find(std::size_t intruder, const Cells<Words>& own, const Cells<Words>& opponent,
                   std::span<Move> out) const {
    std::size_t found = 0;
    const Window* const end = windows_.data() + first_[intruder + 1];
    for (const Window* window = windows_.data() + first_[intruder]; window != end; ++window) {
      const std::uint32_t code = gather(*window, own) | gather(*window, opponent) << most_cells;
      unsigned matching = equal_lanes(window->masks.data(), window->values.data(), code);
      for (; matching != 0 && found < out.size(); matching &= matching - 1) {
        out[found++] = {window->replies[static_cast<std::size_t>(std::countr_zero(matching))]};
      }
    }
    return found;
  }

  std::size_t size() const { return count_; }

 private:
  static constexpr std::size_t lanes = 16;
  static constexpr unsigned most_cells = 16;

  struct alignas(64) Window {
    std::array<std::uint32_t, lanes> masks{}, values{};
    Cells<Words> cells;
    std::array<std::uint8_t, static_cast<std::size_t>(Words)> shift{};  // where the cells of a word begin
    std::array<std::uint8_t, lanes> replies{};
  };

  static std::uint32_t gather(const Window& window, const Cells<Words>& set) {
    std::uint64_t bits = 0;
    for (std::size_t w = 0; w < static_cast<std::size_t>(Words); ++w) {
      bits |= extract_bits(set.words[w], window.cells.words[w]) << window.shift[w];
    }
    return static_cast<std::uint32_t>(bits);
  }

  static Cells<Words> cells_of(const Pattern& pattern) {
    Cells<Words> cells;
    cells.add(static_cast<std::size_t>(pattern.reply));
    for (const auto* list : {&pattern.own, &pattern.clear}) {
      for (const int cell : *list) cells.add(static_cast<std::size_t>(cell));
    }
    return cells;
  }

  void compile(const std::vector<Pattern>& patterns) {
    std::vector<const Pattern*> together;
    Cells<Words> cells;
    for (const Pattern& pattern : patterns) {
      const Cells<Words> more = cells_of(pattern);
      if (more.count() > static_cast<int>(most_cells)) continue;  // no playout has the time for such a one
      if (together.size() == lanes || (cells | more).count() > static_cast<int>(most_cells)) {
        add_window(cells, together);
        together.clear();
        cells = {};
      }
      cells |= more;
      together.push_back(&pattern);
    }
    if (!together.empty()) add_window(cells, together);
  }

  void add_window(const Cells<Words>& cells, const std::vector<const Pattern*>& patterns) {
    Window window{.cells = cells};
    window.values.fill(1);  // a mask of nothing leaves no such value
    unsigned before = 0;
    for (std::size_t w = 0; w < static_cast<std::size_t>(Words); ++w) {
      window.shift[w] = static_cast<std::uint8_t>(before);
      before += static_cast<unsigned>(std::popcount(cells.words[w]));
    }
    const auto bit_of = [&](int cell) {
      Cells<Words> one;
      one.add(static_cast<std::size_t>(cell));
      return gather(window, one);
    };
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      std::uint32_t own = 0;
      std::uint32_t clear = bit_of(patterns[i]->reply);
      for (const int cell : patterns[i]->own) own |= bit_of(cell);
      for (const int cell : patterns[i]->clear) clear |= bit_of(cell);
      window.masks[i] = own | bit_of(patterns[i]->reply) | clear << most_cells;
      window.values[i] = own;
      window.replies[i] = static_cast<std::uint8_t>(patterns[i]->reply);
    }
    count_ += patterns.size();
    windows_.push_back(window);
  }

  std::array<std::uint16_t, Geometry<Words>::capacity + 1> first_{};  // the windows of a cell, up to those of the next
  std::vector<Window> windows_;
  std::size_t count_ = 0;
};

}  // namespace banyan::poly_y
