// SPDX-License-Identifier: MIT
// A player that does not search: any legal move, each as likely as the others, or a win in one where there is one. A
// yardstick, as flat Monte-Carlo is. It takes limits, since whoever gives players their time gives it to all, and keeps
// all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <tuple>

#include "core/error.h"
#include "core/params.h"
#include "core/random.h"
#include "game/game_state.h"
#include "search/limits/limits.h"
#include "search/playout/decisive.h"
#include "search/search.h"

namespace banyan {

struct RandomParams {
  bool decisive = false;
  static constexpr auto fields() {
    return std::tuple{field(&RandomParams::decisive, "decisive", "every win in one move is taken")};
  }
};

template <GameState S>
class RandomSearch final : public Search<S> {
 public:
  RandomSearch(const RandomParams& params, std::uint64_t seed) : params_(params), rng_(seed) {}

  SearchResult<S> search(const S& state, std::span<const typename S::Move>, const Watch<S>& watch) override {
    if (!watch.only.empty()) throw UsageError("random looks at no moves, so there are none to look at only");
    SearchResult<S> result;
    if (!(params_.decisive && find_win(state, state.to_move(), result.best.move))) {
      MoveList<S> moves;
      state.legal_moves(moves);
      result.best.move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
    }
    result.best.value = 1.0 / S::players;  // for all that it knows
    result.principal_variation = {result.best.move};
    result.stopped_by = "decided";
    return result;
  }

 private:
  RandomParams params_;
  Rng rng_;
};

struct RandomMoves {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view summary = "random moves, and nothing searched";

  struct Params {
    LimitParams limits;
    RandomParams random;
    auto bind() { return banyan::Params(limits, random); }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return S::players == 2 ? "" : "two players";
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& params, std::uint64_t seed);
};

template <GameState S>
std::unique_ptr<Search<S>> RandomMoves::make(const Params& params, std::uint64_t seed) {
  return std::make_unique<RandomSearch<S>>(params.random, seed);
}

}  // namespace banyan
