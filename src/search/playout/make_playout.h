// SPDX-License-Identifier: MIT
// From parameters to a playout policy.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>

#include "core/error.h"
#include "game/knowledge.h"
#include "game/playouts.h"
#include "search/playout/decisive.h"
#include "search/playout/lgrf.h"
#include "search/playout/listed.h"
#include "search/playout/ngram.h"
#include "search/playout/params.h"
#include "search/playout/playout.h"

namespace banyan {

/// Whether the policy needs the search to keep all-moves-as-first counts.
constexpr bool reads_counts(Playout playout) { return playout == Playout::poolrave || playout == Playout::ppr; }

/// Throws UsageError when the game cannot do what the policy needs.
template <GameState S>
void check_playout(const PlayoutParams& params) {
  if (params.playout == Playout::uniform) return;
  if (params.playout == Playout::decisive) {
    if (FindsWins<S>) return;
    throw UsageError("playout=decisive: only for games that find the moves that win at once (FindsWins)");
  }
  if (FillsBoard<S>) return;
  throw UsageError(
      fmt::format("playout={}: only for games in which two players fill a board until one has won (FillsBoard)",
                  names(params.playout)[static_cast<std::size_t>(params.playout)]));
}

template <GameState S>
std::unique_ptr<PlayoutPolicy<S>> make_playout(const PlayoutParams& params, const S& root, std::uint64_t seed) {
  if constexpr (FindsWins<S>) {
    if (params.playout == Playout::decisive) return std::make_unique<Decisive<S>>(root, seed);
  }
  if constexpr (FillsBoard<S>) {
    switch (params.playout) {
      case Playout::uniform:
      case Playout::decisive:
        break;
      case Playout::poolrave:
        return std::make_unique<PoolRave<S>>(params, root, seed);
      case Playout::lgrf1:
        return std::make_unique<Lgrf<S>>(true, root, seed);
      case Playout::lgr:
        return std::make_unique<Lgrf<S>>(false, root, seed);
      case Playout::mast:
        return std::make_unique<Ngram<S>>(1, params, root, seed);
      case Playout::nast2:
        return std::make_unique<Ngram<S>>(2, params, root, seed);
      case Playout::nast3:
        return std::make_unique<Ngram<S>>(3, params, root, seed);
      case Playout::ppr:
        return std::make_unique<Ppr<S>>(params, root, seed);
    }
  }
  return std::make_unique<Uniform<S>>(root, seed);
}

}  // namespace banyan
