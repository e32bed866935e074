// SPDX-License-Identifier: MIT
// Product propagation [Saffidine & Cazenave 2013] beneath the formula of RAVE. Values are taken for chances of winning
// that do not depend on each other: a move wins if all replies to it fail, so that it is worth the product of what the
// replies leave. Until there are replies it is worth the mean of its playouts.
//
// In the literature a node is opened with all its moves; here replies that have not been tried take no part, and
// neither do those with fewer than `enough` visits. The more replies take part the smaller the product, whatever their
// mean: so a move may be worth a mixture, of which the product has the share that is asked for. With share=0 this is
// RAVE.
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
#include "search/selection/rave.h"
#include "search/selection/selection.h"
#include "search/tree/amaf.h"
#include "search/tree/tree.h"

namespace banyan::selection {

struct Product {
  static constexpr std::string_view name = "product";
  static constexpr std::string_view summary = "RAVE that backs up products of what the replies leave";
  static constexpr bool counts_amaf = true;
  static constexpr std::size_t weights = Rave::weights;

  struct Params : Rave::Params {
    double share = 1;
    int enough = 1;
    static constexpr auto fields() {
      return std::tuple_cat(
          Rave::Params::fields(),
          std::tuple{
              field(&Params::share, "share", 0.0, 1.0,
                    "of the value of a move that has replies, the product's share, beside the mean of its playouts; "
                    "1 = product propagation, 0 = RAVE [Saffidine & Cazenave 2013]"),
              field(&Params::enough, "enough", 1, 1'000'000'000,
                    "visits from which on a reply takes part in the product"),
          });
    }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_counts<S>();
  }

  Product(const Params& params, GuessParams guesses)
      : rave_(params, std::move(guesses)), share_(params.share), enough_(static_cast<std::uint32_t>(params.enough)) {}

  bool tries_all_first() const { return rave_.tries_all_first(); }
  bool untried_are_equal() const { return rave_.untried_are_equal(); }
  bool explores() const { return rave_.explores(); }
  const GuessParams& guesses() const { return rave_.guesses(); }
  template <class F>
  std::array<F, weights> untried(F guess) const {
    return rave_.untried(guess);
  }
  template <class F>
  [[gnu::always_inline]] F score(const Seen<F, weights>& seen, float log_visits) const {
    return rave_.score(seen, log_visits);
  }

  template <class Tree>
  void weigh(const Tree& tree, typename Tree::Node& n, std::uint32_t slot, typename Tree::Edge edge) const {
    const auto mean = static_cast<double>(Rave::mean_of<Tree>(edge));
    rave_.weigh_value(tree, n, slot, edge, static_cast<float>(backed_up(tree, n, edge, mean)));
  }

  /// What the mover of `n` gets.
  template <class Tree>
  double value(const Tree& tree, typename Tree::Node& n, typename Tree::Edge edge) const {
    return backed_up(tree, n, edge, edge.mean());
  }

 private:
  template <class Tree>
  double backed_up(const Tree& tree, typename Tree::Node& n, typename Tree::Edge edge, double mean) const {
    if (edge.child() == 0) return mean;
    auto& below = tree.node(edge.child());
    const auto guard = tree.guard(below);
    double all_fail = 1;
    bool has_any = false;
    tree.for_each_edge(below, [&](unsigned slot, typename Tree::Edge reply) {
      if (reply.visits < enough_ || Tree::is_pruned(reply)) return;
      all_fail *= 1 - worth(tree, below, slot, reply);
      has_any = true;
    });
    if (!has_any) return mean;
    const double product = below.mover == n.mover ? 1 - all_fail : all_fail;
    return mean + share_ * (product - mean);
  }

  /// The value that a reply was weighed by: there is no room to keep it beside its weights. One that another thread is
  /// visiting for the first time has none.
  template <class Tree>
  double worth(const Tree& tree, typename Tree::Node& n, unsigned slot, typename Tree::Edge reply) const {
    if (reply.proof() != Proof::none) return reward_of(reply.proof(), n.mover);
    const double beta = *reply.weight[1];
    if (beta >= 1) return reply.mean();
    const double bias = guesses().bias > 0 ? guesses().bias_of(tree.guess(n, slot), reply.visits) : 0.0f;
    return std::clamp((*reply.weight[0] - bias) / (1 - beta), 0.0, 1.0);
  }

  Rave rave_;
  double share_;
  std::uint32_t enough_;
};

}  // namespace banyan::selection
