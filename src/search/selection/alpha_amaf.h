// SPDX-License-Identifier: MIT
// Alpha-AMAF [Helmbold & Parker-Wood 2009], the selection of the Poly-Y player that won the CodeCup: alpha d_w/d_s +
// (1 - alpha) i_w/i_s, nothing for exploration. The direct pair (d) counts playouts through a move, the indirect pair
// (i) those of its siblings in which the same player made it later. Every playout through a move also counts it as
// first, so that the indirect pair is what the all-moves-as-first counts have more than the direct one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/params.h"
#include "game/game_state.h"
#include "search/selection/selection.h"
#include "search/tree/amaf.h"

namespace banyan::selection {

struct AlphaAmaf : MeanValues {
  static constexpr std::string_view name = "alpha_amaf";
  static constexpr std::string_view summary =
      "Monte-Carlo tree search with a fixed share of all-moves-as-first values (alpha-AMAF)";
  static constexpr bool counts_amaf = true;
  static constexpr std::size_t weights = 1;

  enum class Untried { first, amaf };
  friend constexpr auto names(Untried) { return std::array<std::string_view, 2>{"first", "amaf"}; }

  struct Params {
    double alpha = 0.25;
    bool own = true;
    Untried untried = Untried::amaf;
    static constexpr auto fields() {
      return std::tuple{
          field(&Params::alpha, "alpha", 0.0, 1.0,
                "alpha in alpha d_w/d_s + (1 - alpha) i_w/i_s, the weight of a move's own playouts against those in "
                "which it was made later; 1 = UCT without exploration [Helmbold & Parker-Wood 2009]"),
          field(&Params::own, "own", "the all-moves-as-first counts of a move include the playouts through it"),
          field(&Params::untried, "untried",
                "untried moves: all before any second visit; or worth their all-moves-as-first value, and those "
                "without one first"),
      };
    }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_counts<S>();
  }

  AlphaAmaf(const Params& params, GuessParams guesses)
      : alpha_(static_cast<float>(params.alpha)),
        own_(params.own),
        untried_(params.untried),
        guesses_(std::move(guesses)) {}

  bool tries_all_first() const { return untried_ == Untried::first; }
  static bool untried_are_equal() { return false; }
  static bool explores() { return false; }
  const GuessParams& guesses() const { return guesses_; }

  template <class F>
  std::array<F, weights> untried(F guess) const {
    return {guesses_.bias_of(guess, 0)};
  }

  template <class Tree>
  void weigh(const Tree& tree, typename Tree::Node& n, std::uint32_t slot, typename Tree::Edge edge) const {
    const float mean =
        static_cast<float>(Tree::sum_unit) * static_cast<float>(edge.sum) / static_cast<float>(edge.visits);
    *edge.weight[0] = alpha_ * mean;
    if (guesses_.bias > 0) *edge.weight[0] += guesses_.bias_of(tree.guess(n, slot), edge.visits);
  }

  /// Where nothing is indirect, the direct rate stands for it; where nothing is known, the move comes first.
  template <class F>
  [[gnu::always_inline]] F score(const Seen<F, weights>& seen, float) const {
    const F direct = rate(seen.half_points, seen.visits, F{} + above_any_rate);
    const F indirect = own_ ? rate(seen.amaf_half_points, seen.amaf_visits, direct)
                            : rate(seen.amaf_half_points - seen.half_points, seen.amaf_visits - seen.visits, direct);
    return seen.weight[0] + select(seen.visits > 0, F{} + (1.0f - alpha_), F{} + 1.0f) * indirect;
  }

 private:
  static constexpr float above_any_rate = 2;
  float alpha_;
  bool own_;
  Untried untried_;
  GuessParams guesses_;
};

}  // namespace banyan::selection
