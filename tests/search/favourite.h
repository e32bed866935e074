// SPDX-License-Identifier: MIT
// A part of playouts as docs/algorithms/playouts.md adds it: each player makes the first move of the last playout that
// it has won again, when it can be made.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "core/random.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

struct FavouriteParams {
  double favourite_p = 0.5;
  static constexpr auto fields() {
    return std::tuple{
        field(&FavouriteParams::favourite_p, "favourite_p", 0.0, 1.0, "how often a favourite is made, when it can be"),
    };
  }
};

template <GameState S>
class Favourites {
 public:
  Favourites(const FavouriteParams& params, std::uint64_t seed) : p_(params.favourite_p), rng_(seed) {}

  // What answers during one playout.
  struct Playing {
    Favourites& all;
    bool propose(const S& now, Player mover, typename S::Move& move) {
      const auto& favourite = all.favourites_[static_cast<std::size_t>(mover)];
      if (!favourite || !is_legal(now, *favourite) || all.rng_.unit() >= all.p_) return false;
      move = *favourite;
      return true;
    }
  };
  Playing begin(const S&, const Descent<S>&) { return {*this}; }

  void learn(const Descent<S>&, std::span<const PlayedMove<S>> playout, const Outcome<S>& outcome) {
    for (std::size_t i = playout.size(); i-- > 0;) {  // the first one last
      const auto mover = static_cast<std::size_t>(playout[i].mover);
      if (outcome.rewards[mover] == 1) favourites_[mover] = playout[i].move;
    }
  }

 private:
  double p_;
  Rng rng_;
  std::array<std::optional<typename S::Move>, 2> favourites_;
};

struct Favourite {
  static constexpr std::string_view name = "favourite";
  static constexpr std::string_view summary = "the first move of the last playout that the player has won";
  using Params = FavouriteParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return S::players == 2 ? "" : "two players";
  }
  template <GameState S>
  static Favourites<S> make(const Params& params, PartSetup<S>& setup) {
    return {params, setup.next_seed()};
  }
};

}  // namespace banyan
