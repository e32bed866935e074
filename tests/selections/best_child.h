// SPDX-License-Identifier: MIT
// The selection that docs/adding-a-selection.md adds step by step: UCB1, but a move is worth what the best reply leaves
// of it, as soon as that reply has been visited often enough, and until then the mean of its playouts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/params.h"
#include "game/game_state.h"
#include "search/selection/selection.h"
#include "search/tree/tree.h"

namespace banyan::selection {

struct BestChild {
  static constexpr std::string_view name = "best_child";
  static constexpr std::string_view summary = "UCT that backs up the value of the best reply";
  static constexpr bool counts_amaf = false;
  static constexpr std::size_t weights = 1;

  struct Params {
    double k = 0.7;
    int enough = 30;
    static constexpr auto fields() {
      return std::tuple{
          field(&Params::k, "k", 0.0, 100.0, "exploration: K in v + K sqrt(ln N / n)"),
          field(&Params::enough, "enough", 1, 1'000'000, "visits from which on a reply can be the best"),
      };
    }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return S::players == 2 ? "" : "two players";
  }

  BestChild(const Params& params, GuessParams guesses)
      : k_(static_cast<float>(params.k)),
        enough_(static_cast<std::uint32_t>(params.enough)),
        guesses_(std::move(guesses)) {}

  static bool tries_all_first() { return true; }
  static bool untried_are_equal() { return true; }
  static bool explores() { return true; }
  const GuessParams& guesses() const { return guesses_; }

  template <class F>
  static std::array<F, weights> untried(F) {
    return {F{} + 1.0f};
  }

  template <class Tree>
  void weigh(const Tree& tree, typename Tree::Node& n, std::uint32_t, typename Tree::Edge edge) const {
    *edge.weight[0] = static_cast<float>(value(tree, n, edge));
  }

  /// What the mover of `n` gets: the mean, or what the mover of the node below leaves.
  template <class Tree>
  double value(const Tree& tree, typename Tree::Node& n, typename Tree::Edge edge) const {
    if (edge.child() == 0) return edge.mean();
    auto& below = tree.node(edge.child());
    const auto guard = tree.guard(below);
    double best = -1;
    tree.for_each_edge(below, [&](unsigned, typename Tree::Edge reply) {
      if (reply.visits < enough_) return;
      const bool is_certain = reply.proof() != Proof::none;
      best = std::max(best, is_certain ? reward_of(reply.proof(), below.mover) : double{*reply.weight[0]});
    });
    if (best < 0) return edge.mean();
    return below.mover == n.mover ? best : 1 - best;
  }

  template <class F>
  [[gnu::always_inline]] F score(const Seen<F, weights>& seen, float log_visits) const {
    return seen.weight[0] + exploration(k_, log_visits, seen);
  }

 private:
  float k_;
  std::uint32_t enough_;
  GuessParams guesses_;
};

}  // namespace banyan::selection
