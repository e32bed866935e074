// SPDX-License-Identifier: MIT
// PoolRave [Rimmel, Teytaud & Teytaud 2010]: with probability p a move of the pool, which is the N moves of the highest
// all-moves-as-first value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/params.h"
#include "core/simd.h"
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
        playouts_(static_cast<std::uint32_t>(params.pool_playouts)),
        candidates_((playout_indices(root) + 7) / 8 * 8) {}

  struct Playing {
    typename MoveDraws<S>::Playing draws;

    [[gnu::always_inline]] bool propose(const S& now, Player, typename S::Move& move) {
      const std::uint64_t word = draws.next();
      if (!draws.is_for_list(word)) return false;
      const int index = draws.from_list(now, word);
      if (index < 0) return false;
      move = now.move_at(index);
      return true;
    }
  };
  Playing begin(const S& state, const Descent<S>& descent) { return {.draws = {draws_, make_list(state, descent)}}; }

 private:
  /// Not inlined, so that its values take no registers from the loop of the playout.
  [[gnu::noinline]] std::uint32_t make_list(const S& state, const Descent<S>& descent) {
    const AmafCounts* const node =
        last_node(descent.nodes, [&](std::uint32_t playouts) { return playouts >= playouts_; });
    if (node == nullptr) return 0;
    std::uint64_t* const candidates = candidates_.data();
    const unsigned count = playout_indices(state);
    std::size_t found = 0;
    for (unsigned i = 0; i < count; i += 8) {
      const Ints8 visits = load<Ints8>(node->visits + i);
      const Floats8 values = to_floats(load<Ints8>(node->half_points + i)) / to_floats(visits);
      const Ints8 order = ~reinterpret_cast<Ints8>(values);
      const Ints8 is_candidate = (visits != 0) & (load_bytes(state.owners() + i) == 0);
      for (unsigned lane = 0; lane < 8; ++lane) {
        candidates[found] = std::uint64_t{static_cast<std::uint32_t>(order[lane])} << 16 | (i + lane);
        found -= static_cast<std::size_t>(is_candidate[lane]);
      }
    }
    while (found > 0 && index_of(candidates[found - 1]) >= count) --found;  // of the last eight
    const std::size_t size = std::min(size_, found);
    std::nth_element(candidates, candidates + size, candidates + found);
    for (std::size_t i = 0; i < size; ++i) draws_.list()[i] = index_of(candidates[i]);
    return static_cast<std::uint32_t>(size);
  }
  static std::uint16_t index_of(std::uint64_t candidate) { return static_cast<std::uint16_t>(candidate); }

  MoveDraws<S> draws_;
  std::size_t size_;
  std::uint32_t playouts_;
  /// What is better comes first, and of equals the lower index, which stands in the low 16 bits: of values that are not
  /// negative, the bits are in the order of the values.
  std::vector<std::uint64_t> candidates_;
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
