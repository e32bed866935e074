// SPDX-License-Identifier: MIT
// What PoolRave and PPR have in common: a list of good moves is made before each playout, and moves are taken from it
// with a probability p. Both read the all-moves-as-first counts of a node of the path, and use them for the moves of
// both players, as the papers do. A listed move that cannot be made any more is passed over; when none is left, the
// part declines.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"
#include "search/tree/amaf.h"

namespace banyan {

/// The last node of the path that has had enough playouts for `is_enough`, or null.
template <class IsEnough>
const AmafCounts* last_node(std::span<const AmafCounts> nodes, IsEnough&& is_enough) {
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (is_enough(nodes[i].playouts)) return &nodes[i];
  }
  return nullptr;
}

/// The list, and moves from it.
template <KeepsAmafCounts S>
class MoveDraws {
 public:
  MoveDraws(const S& root, double p, std::uint64_t seed)
      : rng_(seed), p_(static_cast<std::uint64_t>(std::ldexp(p, 32))), list_((playout_indices(root) + 7) / 8 * 8) {}

  /// Where the indices of good moves are written to: there is room for all, rounded up to a multiple of 8.
  std::uint16_t* list() { return list_.data(); }
  Rng& rng() { return rng_; }

  /// The draws of one playout, when the first `count` of the list are good.
  class Playing {
   public:
    Playing(MoveDraws& draws, std::uint32_t count)
        : list_(draws.list_.data()), left_(count), p_(draws.p_), seed_(count > 0 ? draws.rng_.next() : 0) {}

    /// 32 bits to decide whether the list is asked, and 32 to draw from it.
    [[gnu::always_inline]] std::uint64_t next() { return next_word(seed_); }
    [[gnu::always_inline]] bool is_for_list(std::uint64_t word) const { return word >> 32 < p_; }

    /// A random move of the list, which is taken from it; -1 when none of them can be made.
    [[gnu::always_inline]] int from_list(const S& now, std::uint64_t word) {
      auto random = static_cast<std::uint32_t>(word);
      while (left_ > 0) {
        std::uint16_t& drawn = list_[scale(random, left_)];
        const std::uint16_t index = drawn;
        drawn = list_[--left_];
        if (can_play(now, index)) return index;
        random = static_cast<std::uint32_t>(next_word(seed_));
      }
      return -1;
    }

    static std::uint32_t scale(std::uint32_t random, std::uint32_t below) {
      return static_cast<std::uint32_t>(std::uint64_t{random} * below >> 32);
    }

   private:
    std::uint16_t* list_;
    std::uint32_t left_;
    std::uint64_t p_, seed_;
  };

 private:
  Rng rng_;
  std::uint64_t p_;  // as a bound for 32 random bits
  std::vector<std::uint16_t> list_;
};

}  // namespace banyan
