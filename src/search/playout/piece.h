// SPDX-License-Identifier: MIT
// A random piece, and then one of its moves: what a piece can do in many ways is done no more often than what another
// can do in one, and a game of pieces may know how to look at the drawn one only.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/random.h"
#include "game/playouts.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

template <DrawsByPiece S>
class ByPiece {
 public:
  static constexpr bool reads_descent = false;

  explicit ByPiece(std::uint64_t seed) : rng_(seed) {}

  struct Playing {
    Rng& rng;
    bool propose(const S& now, Player, typename S::Move& move) {
      move = now.draw_by_piece(rng);
      return true;
    }
  };
  Playing begin(const S&, const Descent<S>&) { return {.rng = rng_}; }

 private:
  Rng rng_;
};

struct PieceFirst {
  static constexpr std::string_view name = "piece";
  static constexpr std::string_view summary = "a random piece, then one of its moves";
  using Params = NoParams;

  static bool never_declines(const Params&) { return true; }
  template <GameState S>
  static constexpr std::string_view missing() {
    return DrawsByPiece<S> ? "" : "pieces that can be drawn (DrawsByPiece)";
  }
  template <DrawsByPiece S>
  static ByPiece<S> make(const Params&, PartSetup<S>& setup) {
    return ByPiece<S>(setup.next_seed());
  }
};

}  // namespace banyan
