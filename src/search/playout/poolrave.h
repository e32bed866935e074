// SPDX-License-Identifier: MIT
// PoolRave [Rimmel, Teytaud & Teytaud 2010]: with probability p a move of the pool, which is the N moves of the highest
// all-moves-as-first value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/params.h"
#include "search/playout/listed.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

struct PoolParams {
  int pool_size = 40;
  double pool_p = 0.25;
  int pool_playouts = 30;

  static constexpr auto fields() {
    using P = PoolParams;
    return std::tuple{
        field(&P::pool_size, "pool_size", 0, 1'000, "N of PoolRave: the best so many moves are the pool"),
        field(&P::pool_p, "pool_p", 0.0, 1.0, "p of PoolRave: how often a move is taken from the pool"),
        field(&P::pool_playouts, "pool_playouts", 0, 1'000'000,
              "playouts that a node must have had for its counts to make the pool"),
    };
  }
};

template <KeepsAmafCounts S>
class Pool {
 public:
  Pool(const PoolParams& params, const S& root, std::uint64_t seed)
      : draws_(root, params.pool_p, seed),
        size_(static_cast<std::size_t>(params.pool_size)),
        playouts_(static_cast<std::uint32_t>(params.pool_playouts)) {}

  struct Playing {
    typename MoveDraws<S>::Playing draws;
    bool is_empty;

    [[gnu::always_inline]] bool propose(const S& now, Player, typename S::Move& move) {
      if (is_empty) return false;
      const std::uint64_t word = draws.next();
      if (!draws.is_for_list(word)) return false;
      const int index = draws.from_list(now, word);
      if (index < 0) return false;
      move = now.move_at(index);
      return true;
    }
  };
  Playing begin(const S& state, const Descent<S>& descent) {
    const std::uint32_t count = make_list(state, descent);
    return {.draws = {draws_, count}, .is_empty = count == 0};
  }

 private:
  std::uint32_t make_list(const S& state, const Descent<S>& descent) {
    const AmafCounts* const node =
        last_node(descent.nodes, [&](std::uint32_t playouts) { return playouts >= playouts_; });
    if (node == nullptr) return 0;
    candidates_.clear();
    for (unsigned i = 0; i < playout_indices(state); ++i) {
      if (state.owners()[i] != 0 || node->visits[i] == 0) continue;
      const float value = static_cast<float>(node->half_points[i]) / static_cast<float>(node->visits[i]);
      candidates_.emplace_back(-value, static_cast<std::uint16_t>(i));
    }
    const std::size_t size = std::min(size_, candidates_.size());
    std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(size), candidates_.end());
    for (std::size_t i = 0; i < size; ++i) draws_.list()[i] = candidates_[i].second;
    return static_cast<std::uint32_t>(size);
  }

  MoveDraws<S> draws_;
  std::size_t size_;
  std::uint32_t playouts_;
  std::vector<std::pair<float, std::uint16_t>> candidates_;
};

struct PoolRave {
  static constexpr std::string_view name = "poolrave";
  static constexpr std::string_view summary =
      "with a probability, one of the moves of the highest all-moves-as-first value [Rimmel et al. 2010]";
  using Params = PoolParams;
  static constexpr bool reads_counts = true;

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_counts<S>();
  }
  template <GameState S>
  static Pool<S> make(const Params& params, PartSetup<S>& setup) {
    return {params, setup.root, setup.next_seed()};
  }
};

}  // namespace banyan
