// SPDX-License-Identifier: MIT
// Random moves that avoid dead cells, which no longer matter to anybody: they are filled when nothing else is left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "game/suggestions.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

template <KnowsDeadCells S>
class AliveCells {
 public:
  static constexpr bool reads_descent = false;

  explicit AliveCells(std::uint64_t seed) : rng_(seed) {}

  void prepare(const S& root) {
    empty_.clear();
    for (int cell = 0; cell < root.placement_count(); ++cell) {
      if (root.owners()[cell] == 0) empty_.push_back(static_cast<std::uint16_t>(cell));
    }
  }

  struct Playing {
    std::vector<std::uint16_t>& left;
    std::uint64_t seed;
    std::size_t count;

    /// A cell that is dead once stays so.
    bool propose(const S& now, Player, typename S::Move& move) {
      while (count > 0) {
        __extension__ using Wide = unsigned __int128;
        const auto at = static_cast<std::size_t>((Wide{next_word(seed)} * count) >> 64);
        const std::uint16_t cell = left[at];
        left[at] = left[--count];
        if (now.owners()[cell] != 0 || now.is_dead(cell)) continue;
        move = now.move_at(cell);
        return true;
      }
      return false;
    }
  };
  Playing begin(const S&, const Descent<S>&) {
    left_ = empty_;
    return {left_, rng_.next(), left_.size()};
  }

 private:
  Rng rng_;
  std::vector<std::uint16_t> empty_, left_;
};

struct Alive {
  static constexpr std::string_view name = "alive";
  static constexpr std::string_view summary = "a random move that is not on a dead cell, as long as there is one";
  using Params = NoParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return KnowsDeadCells<S> ? "" : "a board that is filled and knows its dead cells (KnowsDeadCells)";
  }
  template <KnowsDeadCells S>
  static AliveCells<S> make(const Params&, PartSetup<S>& setup) {
    return AliveCells<S>(setup.next_seed());
  }
};

}  // namespace banyan
