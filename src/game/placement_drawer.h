// SPDX-License-Identifier: MIT
// The drawer of games that fill a board (FillsBoard): the cells that were empty where it was made. A playout takes a
// copy of the list and removes from it what it draws; cells taken in other ways meanwhile are passed over.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/random.h"

namespace banyan {

/// `Most` is the largest number of cells. `S` is only looked at when there is a state; has_owner() tells of a cell what
/// owners() does, without a pointer that would take up a register in the loop.
template <class S, std::size_t Most>
class PlacementDrawer {
 public:
  explicit PlacementDrawer(const S& state) {
    const std::uint8_t* const owners = state.owners();
    for (int cell = 0; cell < state.placement_count(); ++cell) {
      if (owners[cell] == 0) empty_[count_++] = static_cast<std::uint16_t>(cell);
    }
  }

  /// The draws of one playout, with its counts where the compiler can keep them in registers.
  class Draws {
   public:
    Draws(std::uint16_t* left, std::uint32_t count, std::uint64_t seed) : left_(left), count_(count), seed_(seed) {}

    [[gnu::always_inline]] auto operator()(const S& state) {
      for (;;) {
        // One random word serves four draws: the high half of a product with n is the draw, the low half what is
        // left of the word; the fourth draw still has over 35 random bits.
        if (count_ % 4 == 0) bits_ = next_word(seed_);
        __extension__ using Wide = unsigned __int128;
        const Wide product = Wide{bits_} * count_;
        bits_ = static_cast<std::uint64_t>(product);
        std::uint16_t& drawn = left_[static_cast<std::uint32_t>(product >> 64)];
        const std::uint16_t cell = drawn;
        drawn = left_[--count_];
        if (!state.has_owner(cell)) [[likely]]
          return typename S::Move{cell};
      }
    }

   private:
    std::uint16_t* left_;
    std::uint32_t count_;
    std::uint64_t seed_;
    std::uint64_t bits_ = next_word(seed_);
  };

  /// Inlined: after a call, the state that a loop plays in stands in another register, whose addresses are longer.
  [[gnu::always_inline]] Draws begin(Rng& rng) {
    left_ = empty_;
    return {left_.data(), count_, rng.next()};
  }

 private:
  std::uint32_t count_ = 0;
  std::array<std::uint16_t, Most> empty_, left_;
};

}  // namespace banyan
