// SPDX-License-Identifier: MIT
// The pieces on the table, and what is kept up to date as they come and go. Each cell has a word that says which of its
// neighbours are occupied and which of these show white; from that word alone follows what an empty cell adds to the
// counts below, so a piece that is put or lifted changes them by seven looks into a table.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "core/random.h"
#include "games/hive/geometry.h"
#include "games/hive/pieces.h"

namespace banyan::hive {

/// Sums over the empty cells, side by side in one word, so that one addition changes them all. No hive has as many as a
/// field can hold: n pieces touch at most 2n + 4 empty cells.
struct EmptyCells {
  std::uint32_t sums = 0;

  unsigned touching() const { return sums & 63; }  // the hive
  unsigned touching_only(int player) const { return sums >> (player == 0 ? 6 : 12) & 63; }
  unsigned enclosed() const { return sums >> 18 & 63; }  // by six pieces: holes of one cell
  unsigned gates() const { return sums >> 24 >> 1; }     // each is seen from both of its sides
  bool operator==(const EmptyCells&) const = default;
};

namespace detail {

inline constexpr unsigned white_shift = 6;
inline constexpr std::uint16_t occupied_here = 1 << 12;

constexpr std::uint32_t sums_of(unsigned occupied, unsigned white) {
  if (occupied == 0) return 0;
  return 1u | (white == occupied ? 1u << 6 : 0) | (white == 0 ? 1u << 12 : 0) |
         (occupied == all_around ? 1u << 18 : 0) | static_cast<unsigned>(std::popcount(tables.gates[occupied])) << 24;
}

/// By the lower 12 bits of a cell's word.
inline constexpr std::array<std::uint32_t, 4096> empty_cell_sums = [] {
  std::array<std::uint32_t, 4096> all{};
  for (unsigned word = 0; word < all.size(); ++word) all[word] = sums_of(word & all_around, word >> white_shift);
  return all;
}();

/// Random words from which the key of a piece on a cell is made.
struct KeyTables {
  std::array<std::uint64_t, 128> of_piece{};  // by kind, colour and height
  std::array<std::uint64_t, cell_count> of_cell{};
  constexpr KeyTables() {
    for (std::size_t i = 0; i < of_piece.size(); ++i) of_piece[i] = mix64(i + 1);
    for (std::size_t i = 0; i < of_cell.size(); ++i) of_cell[i] = mix64(mix64(i + 1000));
  }
};
inline constexpr KeyTables key_tables;

}  // namespace detail

class Board {
 public:
  // ---- Cells ----

  /// Which neighbours are occupied, as a mask of directions.
  unsigned around(Cell cell) const { return words_[cell] & all_around; }
  unsigned white_around(Cell cell) const { return words_[cell] >> detail::white_shift & all_around; }
  bool is_occupied(Cell cell) const { return (words_[cell] & detail::occupied_here) != 0; }
  unsigned height(Cell cell) const { return stacks_[cell] >> 5; }
  /// Of an occupied cell.
  Piece top(Cell cell) const { return stacks_[cell] & 31; }
  unsigned height_beside(Cell cell, unsigned direction) const { return height(neighbour(cell, direction)); }
  /// Which neighbours are occupied when nothing stands on `lifted`, which has one piece at most.
  unsigned around_without(Cell cell, Cell lifted) const {
    return around(cell) & ~unsigned{tables.toward[static_cast<unsigned>(lifted - cell) % cell_count]};
  }

  // ---- Pieces ----

  Cell cell_of(Piece piece) const { return cells_[piece]; }
  bool is_placed(Piece piece) const { return cells_[piece] != nowhere; }
  /// What lies under it, or no_piece.
  Piece below(Piece piece) const { return below_[piece]; }
  bool is_covered(Piece piece) const { return top(cells_[piece]) != piece; }

  // ---- The hive as a whole ----

  const EmptyCells& empty_cells() const { return empty_; }
  /// Regions of empty cells that are closed off from the outside: 1 less the Euler number of the occupied cells. Not
  /// for an empty board.
  int holes() const { return 1 - euler_number_; }
  /// Equal for the same kinds of the same colours at the same heights of the same cells.
  std::uint64_t key() const { return key_; }
  /// Whether the hive would fall apart without what stands on this cell.
  bool is_pinned(Cell cell) const {
    const unsigned runs = tables.runs[around(cell)];
    if (runs < 2) return false;
    const int enclosed = holes();
    return enclosed == 0 || static_cast<int>(runs) > enclosed + 1 || !separates_regions(cell);
  }

  // ---- Changes ----

  /// On top of whatever is there. `is_counting` says whether the counts and the key follow; whoever takes a move back
  /// has them from before.
  template <bool is_counting = true>
  void put(Piece piece, Cell cell) {
    assert(cells_[piece] == nowhere);
    const std::uint8_t stack = stacks_[cell];
    const bool is_white = owner_of(piece) == 0;
    if (stack == 0) {
      if constexpr (is_counting) {
        empty_.sums -= detail::empty_cell_sums[words_[cell]];
        euler_number_ = static_cast<std::int8_t>(euler_number_ + 1 - tables.runs[around(cell)]);
      }
      words_[cell] = static_cast<std::uint16_t>(words_[cell] | detail::occupied_here);
      toggle_around<is_counting>(cell, is_white ? 1u | 1u << detail::white_shift : 1u);
    } else {
      below_[piece] = stack & 31;
      if ((owner_of(stack & 31) == 0) != is_white) toggle_around<is_counting>(cell, 1u << detail::white_shift);
    }
    stacks_[cell] = static_cast<std::uint8_t>(((stack >> 5) + 1) << 5 | piece);
    cells_[piece] = cell;
    if constexpr (is_counting) key_ ^= key_of(piece, stack >> 5, cell);
  }

  /// The top of its stack.
  template <bool is_counting = true>
  void lift(Piece piece) {
    const Cell cell = cells_[piece];
    assert(cell != nowhere && top(cell) == piece);
    const unsigned left = (stacks_[cell] >> 5) - 1u;
    const bool is_white = owner_of(piece) == 0;
    if constexpr (is_counting) key_ ^= key_of(piece, left, cell);
    if (left == 0) {
      stacks_[cell] = 0;
      toggle_around<is_counting>(cell, is_white ? 1u | 1u << detail::white_shift : 1u);
      words_[cell] = static_cast<std::uint16_t>(words_[cell] & ~detail::occupied_here);
      if constexpr (is_counting) {
        empty_.sums += detail::empty_cell_sums[words_[cell]];
        euler_number_ = static_cast<std::int8_t>(euler_number_ - 1 + tables.runs[around(cell)]);
      }
    } else {
      const Piece under = below_[piece];
      stacks_[cell] = static_cast<std::uint8_t>(left << 5 | under);
      below_[piece] = no_piece;
      if ((owner_of(under) == 0) != is_white) toggle_around<is_counting>(cell, 1u << detail::white_shift);
    }
    cells_[piece] = nowhere;
  }

  /// What put and lift do not keep when they are told not to count.
  struct Counts {
    std::uint64_t key;
    EmptyCells empty;
    std::int8_t euler_number;
  };
  Counts counts() const { return {key_, empty_, euler_number_}; }
  void restore(const Counts& counts) {
    key_ = counts.key;
    empty_ = counts.empty;
    euler_number_ = counts.euler_number;
  }

  bool operator==(const Board&) const = default;

 private:
  /// Changes what the neighbours know of a cell: `bits` for a neighbour that sees it in direction 0.
  template <bool is_counting>
  void toggle_around(Cell cell, unsigned bits) {
    for (unsigned d = 0; d < directions; ++d) {
      std::uint16_t& word = words_[neighbour(cell, d)];
      const unsigned changed = word ^ bits << opposite(d);
      if constexpr (is_counting) {
        const std::uint32_t if_empty = (changed >> 12) - 1u;  // all bits or none
        empty_.sums += (detail::empty_cell_sums[changed & 4095] - detail::empty_cell_sums[word & 4095]) & if_empty;
      }
      word = static_cast<std::uint16_t>(changed);
    }
  }

  static std::uint64_t key_of(Piece piece, unsigned height, Cell cell) {
    __extension__ using Wide = unsigned __int128;
    const unsigned index =
        height << 4 | static_cast<unsigned>(kind_of(piece)) << 1 | static_cast<unsigned>(owner_of(piece));
    const Wide product = Wide{detail::key_tables.of_piece[index]} * detail::key_tables.of_cell[cell];
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  bool separates_regions(Cell cell) const;

  std::array<std::uint16_t, cell_count + 1> words_{};  // that of `nowhere` stays 0
  std::array<std::uint8_t, cell_count> stacks_{};      // height and top piece
  std::array<Cell, piece_count> cells_ = filled<Cell, piece_count>(nowhere);
  std::array<Piece, piece_count> below_ = filled<Piece, piece_count>(no_piece);
  std::int8_t euler_number_ = 0;
  EmptyCells empty_{};
  std::uint64_t key_ = 0;

  template <class T, std::size_t size>
  static constexpr std::array<T, size> filled(T value) {
    std::array<T, size> all{};
    all.fill(value);
    return all;
  }
};

}  // namespace banyan::hive
