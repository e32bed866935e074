// SPDX-License-Identifier: MIT
// Many full boards of Poly-Y at once, a bit of a word each: board b's stone on a cell is bit b of the cell's word. What
// is done with a word is done for all boards, so that following stones from an edge inwards costs as much for 512
// boards as for one, and there is no branch to mispredict. They are followed until nothing changes on any board.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/bits.h"
#include "core/random.h"
#include "games/poly_y/cells.h"
#include "games/poly_y/geometry.h"

namespace banyan::poly_y {

/// Draws `count` of the free cells, each set of them as likely as any other: random bits, and then as many cells taken
/// back or added as there are too many or too few. A board of so many cells draws the same in every state that holds
/// it: as many words as the smallest.
template <int Words>
inline Cells<Words> draw_cells(const Cells<Words>& free, int count, std::uint64_t& seed, int cells) {
  Cells<Words> drawn;
  for (std::size_t w = 0; w < drawn.words.size(); ++w) {
    if (w == words_for(cells)) break;
    drawn.words[w] = next_word(seed) & free.words[w];
  }
  const int difference = drawn.count() - count;
  // Flips random ones among these cells.
  const auto flip = [&](Cells<Words> among, int times) {
    for (int left = among.count(); times > 0; --times, --left) {
      __extension__ using Wide = unsigned __int128;
      auto nth = static_cast<unsigned>((Wide{next_word(seed)} * static_cast<unsigned>(left)) >> 64);
      std::size_t w = 0;
      for (; w + 1 < among.words.size(); ++w) {
        const auto here = static_cast<unsigned>(std::popcount(among.words[w]));
        if (nth < here) break;
        nth -= here;
      }
      const std::uint64_t bit = nth_bit(among.words[w], nth);
      among.words[w] ^= bit;
      drawn.words[w] ^= bit;
    }
  };
  if (difference > 0) flip(drawn, difference);
  if (difference < 0) flip(free - drawn, -difference);
  return drawn;
}

/// A word for each group of 64 boards.
template <unsigned Groups>
struct LanesOf;
template <>
struct LanesOf<1> {
  using Type [[gnu::vector_size(8)]] = std::uint64_t;
};
template <>
struct LanesOf<8> {
  using Type [[gnu::vector_size(64)]] = std::uint64_t;
};

/// `Groups` of 64 boards each.
template <int Words, unsigned Groups = 8>
class SlicedBoards {
 public:
  static constexpr unsigned groups = Groups;
  static constexpr unsigned most = 64 * groups;
  using Lanes = typename LanesOf<Groups>::Type;

  explicit SlicedBoards(const Geometry<Words>& geometry) : geometry_(&geometry) {}

  /// Fills `most` boards with random stones on the free cells: `count` of them for the first colour, beside those that
  /// it has, and the rest for the other.
  void fill(const Cells<Words>& first, const Cells<Words>& free, int count, std::uint64_t& seed) {
    for (unsigned board = 0; board < 64; ++board) {
      for (unsigned group = 0; group < groups; ++group) {
        const Cells<Words> stones = first | draw_cells<Words>(free, count, seed, static_cast<int>(geometry_->cells));
        for (std::size_t w = 0; w < static_cast<std::size_t>(Words); ++w) {
          stones_[64 * w + board][group] = stones.words[w];
        }
      }
    }
    for (std::size_t w = 0; w < static_cast<std::size_t>(Words); ++w) transpose(stones_.data() + 64 * w);
  }

  /// Gives one of two cells to each colour, by a coin for each board.
  void settle(std::size_t cell, std::size_t other, std::uint64_t& seed) {
    for (unsigned group = 0; group < groups; ++group) {
      const std::uint64_t coins = next_word(seed);
      stones_[cell][group] = coins;
      stones_[other][group] = ~coins;
    }
  }

  /// The boards that the first colour has won.
  Lanes wins() {
    const auto sides = static_cast<std::size_t>(geometry_->topology->sides);
    for (std::size_t edge = 0; edge < sides; ++edge) reach(edge);
    // A count of corners for each board, in binary.
    std::array<Lanes, 4> captured{};
    for (std::size_t corner = 0; corner < sides; ++corner) {
      Lanes carry = captures(corner, (corner + sides - 1) % sides);
      for (Lanes& digit : captured) {
        const Lanes both = digit & carry;
        digit ^= carry;
        carry = both;
      }
    }
    // Whether it is as large as it has to be, from the lowest digit on.
    Lanes enough = ~Lanes{};
    for (unsigned i = 0; i < captured.size(); ++i) {
      const bool is_one = (geometry_->corners_to_win >> i & 1) != 0;
      enough = is_one ? captured[i] & enough : captured[i] | enough;
    }
    return enough;
  }

  /// The boards on which the first colour has a cell.
  const Lanes& stones(std::size_t cell) const { return stones_[cell]; }

 private:
  /// Follows the stones that hang together with an edge, from ring to ring and back.
  void reach(std::size_t edge) {
    Lanes* const reached = reached_[edge].data();
    const auto cells = static_cast<std::size_t>(geometry_->cells);
    for (std::size_t i = 0; i < cells; ++i) {
      reached[i] = (geometry_->cell[i].edges >> edge & 1) != 0 ? stones_[i] : Lanes{};
    }
    const auto spread = [&](std::size_t i) __attribute__((always_inline)) {
      const Cell& cell = geometry_->cell[i];
      Lanes all = reached[i];
      for (std::size_t n = 0; n < cell.degree; ++n) all |= reached[cell.neighbours[n]];
      all &= stones_[i];
      const Lanes changed = all ^ reached[i];
      reached[i] = all;
      return changed;
    };
    for (;;) {
      Lanes changed{};
      for (std::size_t i = cells; i-- > 0;) changed |= spread(i);
      if (is_zero(changed)) return;
      changed = Lanes{};
      for (std::size_t i = 0; i < cells; ++i) changed |= spread(i);
      if (is_zero(changed)) return;
    }
  }

  static bool is_zero(const Lanes& lanes) {
    std::uint64_t any = 0;
    for (unsigned group = 0; group < groups; ++group) any |= lanes[group];
    return any == 0;
  }

  /// The boards on which a group touches both edges and one more.
  Lanes captures(std::size_t edge, std::size_t other) const {
    Lanes captured{};
    for (std::size_t i = 0; i < geometry_->cells; ++i) {
      if ((geometry_->cell[i].edges >> edge & 1) == 0) continue;
      Lanes third{};
      for (std::size_t e = 0; e < static_cast<std::size_t>(geometry_->topology->sides); ++e) {
        if (e != edge && e != other) third |= reached_[e][i];
      }
      captured |= reached_[edge][i] & reached_[other][i] & third;
    }
    return captured;
  }

  /// Rows and columns of 64 by 64 bits change places, in every group.
  static void transpose(Lanes* rows) {
    std::uint64_t mask = 0x00000000ffffffff;
    for (unsigned half = 32; half != 0; half >>= 1, mask ^= mask << half) {
      for (unsigned i = 0; i < 64; i = (i + half + 1) & ~half) {
        const Lanes moved = ((rows[i] >> half) ^ rows[i + half]) & mask;
        rows[i] ^= moved << half;
        rows[i + half] ^= moved;
      }
    }
  }

  const Geometry<Words>* geometry_;
  std::array<Lanes, std::size_t{64} * Words> stones_{};
  std::array<std::array<Lanes, std::size_t{64} * Words>, max_sides> reached_;
};

}  // namespace banyan::poly_y
