// SPDX-License-Identifier: MIT
// UCB1 in every node, that is UCT [Kocsis & Szepesvari 2006].
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

namespace banyan::selection {

struct Ucb1 : MeanValues {
  static constexpr std::string_view name = "uct";
  static constexpr std::string_view summary = "Monte-Carlo tree search with the UCB1 formula";
  static constexpr bool counts_amaf = false;
  static constexpr std::size_t weights = 1;

  enum class Untried { first, urgency };
  friend constexpr auto names(Untried) { return std::array<std::string_view, 2>{"first", "urgency"}; }

  struct Params {
    double k = 0.7;
    Untried untried = Untried::first;
    double urgency = 1.0;
    static constexpr auto fields() {
      return std::tuple{
          field(&Params::k, "k", 0.0, 100.0, "exploration: K in w/n + K sqrt(ln N / n) [Kocsis & Szepesvari 2006]"),
          field(&Params::untried, "untried", "untried moves: all before any second visit, or worth `urgency`"),
          field(&Params::urgency, "urgency", 0.0, 100.0, "first-play urgency: the value of a move nothing is known of"),
      };
    }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return "";
  }

  Ucb1(const Params& params, GuessParams guesses)
      : k_(static_cast<float>(params.k)),
        urgency_(static_cast<float>(params.urgency)),
        untried_(params.untried),
        guesses_(std::move(guesses)) {}

  bool tries_all_first() const { return untried_ == Untried::first; }
  bool untried_are_equal() const { return !guesses_.are_used(); }
  bool explores() const { return k_ > 0; }
  const GuessParams& guesses() const { return guesses_; }

  /// A guess that counts takes the place of the urgency.
  template <class F>
  std::array<F, weights> untried(F guess) const {
    return {(guesses_.prior > 0 ? guess : F{} + urgency_) + guesses_.bias_of(guess, 0)};
  }

  template <class Tree>
  void weigh(const Tree& tree, typename Tree::Node& n, std::uint32_t slot, typename Tree::Edge edge) const {
    const auto visits = static_cast<float>(edge.visits);
    const float sum = static_cast<float>(Tree::sum_unit) * static_cast<float>(edge.sum);
    if (!guesses_.are_used()) {
      *edge.weight[0] = sum / visits;
      return;
    }
    const float guess = tree.guess(n, slot);
    const auto prior = static_cast<float>(guesses_.prior);
    *edge.weight[0] = (sum + prior * guess) / (visits + prior) + guesses_.bias_of(guess, edge.visits);
  }

  template <class F>
  [[gnu::always_inline]] F score(const Seen<F, weights>& seen, float log_visits) const {
    F score = seen.weight[0];
    if (k_ > 0) score += exploration(k_, log_visits, seen);
    return score;
  }

 private:
  float k_, urgency_;
  Untried untried_;
  GuessParams guesses_;
};

}  // namespace banyan::selection
