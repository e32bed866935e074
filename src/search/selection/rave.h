// SPDX-License-Identifier: MIT
// RAVE [Gelly & Silver 2011] as Dugueperoux et al. 2016 write it: (1 - beta) w/n + beta w'/n' + K sqrt(ln N / n), where
// w'/n' counts all moves as first and beta = sqrt(R / (R + 3n)). The weights are (1 - beta) w/n and beta, which change
// only when the move is visited, so that choosing never divides rewards by visits.
#pragma once

#include <array>
#include <cmath>
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

struct Rave : MeanValues {
  static constexpr std::string_view name = "rave";
  static constexpr std::string_view summary = "Monte-Carlo tree search with all-moves-as-first values (RAVE)";
  static constexpr bool counts_amaf = true;
  static constexpr std::size_t weights = 2;

  enum class Untried { first, urgency, rave };
  friend constexpr auto names(Untried) { return std::array<std::string_view, 3>{"first", "urgency", "rave"}; }

  struct Params {
    double r = 130;
    double r_moves = 0;
    double k = 0;
    Untried untried = Untried::rave;
    double urgency = 1.0;
    bool is_used(std::string_view key) const { return key != "r_moves" || r_moves > 0; }
    static constexpr auto fields() {
      return std::tuple{
          field(&Params::r, "r", 0.0, 1e9,
                "R in beta = sqrt(R / (R + 3n)), the weight of the all-moves-as-first value; 0 = plain UCT [Gelly & "
                "Silver 2011]"),
          field(&Params::r_moves, "r_moves", 0.0, 1e6,
                "R is larger by so much for every move that a node has; 0 = the same everywhere"),
          field(&Params::k, "k", 0.0, 100.0, "exploration: K in (1-beta) w/n + beta w'/n' + K sqrt(ln N / n)"),
          field(&Params::untried, "untried",
                "untried moves: all before any second visit, worth `urgency`, or worth their all-moves-as-first value"),
          field(&Params::urgency, "urgency", 0.0, 100.0, "first-play urgency: the value of a move nothing is known of"),
      };
    }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_counts<S>();
  }

  Rave(const Params& params, GuessParams guesses)
      : r_(static_cast<float>(params.r)),
        r_moves_(static_cast<float>(params.r_moves)),
        k_(static_cast<float>(params.k)),
        urgency_(static_cast<float>(params.urgency)),
        untried_(params.untried),
        guesses_(std::move(guesses)) {}

  bool tries_all_first() const { return untried_ == Untried::first; }
  bool untried_are_equal() const { return untried_ != Untried::rave && !guesses_.are_used(); }
  bool explores() const { return k_ > 0; }
  const GuessParams& guesses() const { return guesses_; }

  template <class F>
  std::array<F, weights> untried(F guess) const {
    const bool rave_leads = untried_ == Untried::rave;
    return {(rave_leads ? 0.0f : urgency_) + guesses_.bias_of(guess, 0), F{} + (rave_leads ? 1.0f : 0.0f)};
  }

  template <class Tree>
  void weigh(const Tree& tree, typename Tree::Node& n, std::uint32_t slot, typename Tree::Edge edge) const {
    weigh_value(tree, n, slot, edge, mean_of<Tree>(edge));
  }
  template <class Tree>
  static float mean_of(typename Tree::Edge edge) {
    return static_cast<float>(Tree::sum_unit) * static_cast<float>(edge.sum) / static_cast<float>(edge.visits);
  }

  /// The same with another value in the place of the mean. A move that never shows among the owners, such as a swap,
  /// has no all-moves-as-first value to weigh.
  template <class Tree>
  void weigh_value(const Tree& tree, typename Tree::Node& n, std::uint32_t slot, typename Tree::Edge edge,
                   float value) const {
    const auto visits = static_cast<float>(edge.visits);
    const float r = r_ + r_moves_ * static_cast<float>(n.legal);
    const float beta = tree.amaf_visits(n)[slot] > 0 ? std::sqrt(r / (r + 3.0f * visits)) : 0.0f;
    *edge.weight[0] = (1.0f - beta) * value;
    *edge.weight[1] = beta;
    if (guesses_.bias > 0) *edge.weight[0] += guesses_.bias_of(tree.guess(n, slot), edge.visits);
  }

  template <class F>
  [[gnu::always_inline]] F score(const Seen<F, weights>& seen, float log_visits) const {
    F score = seen.weight[0] + seen.weight[1] * rate(seen.amaf_half_points, seen.amaf_visits, F{} + urgency_);
    if (k_ > 0) score += exploration(k_, log_visits, seen);
    return score;
  }

 private:
  float r_, r_moves_, k_, urgency_;
  Untried untried_;
  GuessParams guesses_;
};

}  // namespace banyan::selection
