// SPDX-License-Identifier: MIT
// The parameters of playout policies. The values that papers leave open were chosen by sweeps against plain RAVE:
// docs/reproduction.md.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "core/params.h"

namespace banyan {

enum class Playout { uniform, decisive, poolrave, lgrf1, lgr, mast, nast2, nast3, ppr };
constexpr auto names(Playout) {
  return std::array<std::string_view, 9>{"uniform", "decisive", "poolrave", "lgrf1", "lgr",
                                         "mast",    "nast2",    "nast3",    "ppr"};
}

/// Where PPR takes its other moves from.
enum class Rest { paper, uniform, shuffled };
constexpr auto names(Rest) { return std::array<std::string_view, 3>{"paper", "uniform", "shuffled"}; }

/// How a move is drawn by its value.
enum class Draw { greedy, gibbs };
constexpr auto names(Draw) { return std::array<std::string_view, 2>{"greedy", "gibbs"}; }

/// What a position at the edge of the tree is worth.
enum class Leaf { playout, evaluation };
constexpr auto names(Leaf) { return std::array<std::string_view, 2>{"playout", "evaluation"}; }

/// What a playout that was cut is worth.
enum class CutAs { draw, evaluation };
constexpr auto names(CutAs) { return std::array<std::string_view, 2>{"draw", "evaluation"}; }

/// How a position at the edge of the tree gets its value.
struct LeafParams {
  Leaf leaf = Leaf::playout;
  int playouts = 1;
  int cut = 0;
  CutAs cut_as = CutAs::draw;
  double squash = 10;

  bool evaluates() const { return leaf == Leaf::evaluation || (cut > 0 && cut_as == CutAs::evaluation); }
  bool is_used(std::string_view name) const {
    if (name == "squash") return evaluates();
    if (name == "cut_as") return leaf == Leaf::playout && cut > 0;
    return name == "leaf" || leaf == Leaf::playout;
  }
  static constexpr auto fields() {
    using P = LeafParams;
    return std::tuple{
        field(&P::leaf, "leaf", "what a new position is worth: how playouts end, or what the game's evaluation says"),
        field(&P::playouts, "playouts", 1, 1'000'000, "playouts that a new position gets; each counts as an iteration"),
        field(&P::cut, "cut", 0, 1'000'000, "a playout ends after so many moves at the latest; 0 = with the game"),
        field(&P::cut_as, "cut_as", "what a playout that was cut is worth: a draw, or what the game's evaluation says"),
        field(&P::squash, "squash", 1e-6, 1e9,
              "s in 1 / (1 + exp(-points / s)), the reward that the evaluation's points are worth"),
    };
  }
};

struct PlayoutParams {
  Playout playout = Playout::uniform;
  double ppr_tn = 0.01;
  double ppr_tw = 0.25;
  double ppr_p = 0.8;
  Rest ppr_rest = Rest::paper;
  int pool_size = 40;
  double pool_p = 0.25;
  int pool_playouts = 30;
  Draw gram_draw = Draw::gibbs;
  double gram_epsilon = 0.8;
  double gram_tau = 0.1;
  int gram_visits = 2;
  double gram_unseen = 0.5;
  double gram_decay = 1.0;

  bool is_used(std::string_view name) const {
    const bool is_gram = playout == Playout::mast || playout == Playout::nast2 || playout == Playout::nast3;
    if (name.starts_with("ppr_")) return playout == Playout::ppr;
    if (name.starts_with("pool_")) return playout == Playout::poolrave;
    if (name == "gram_epsilon") return is_gram && gram_draw == Draw::greedy;
    if (name == "gram_tau") return is_gram && gram_draw == Draw::gibbs;
    if (name == "gram_visits") return is_gram && playout != Playout::mast;
    return is_gram || !name.starts_with("gram_");
  }
  static constexpr auto fields() {
    using P = PlayoutParams;
    return std::tuple{
        field(
            &P::playout, "playout",
            "how games are played out: uniformly; with every win in one move taken (decisive) [Teytaud & Teytaud "
            "2010]; PoolRave [Rimmel et al. 2010]; last good replies, with forgetting (LGRF1) [Baier & Drake 2010] or "
            "without (LGR) [Drake 2009]; move averages (MAST) [Finnsson & Bjornsson 2008]; averages of pairs and "
            "triples (NAST) [Powley et al. 2013]; PPR [Dugueperoux et al. 2016]"),
        field(&P::ppr_tn, "ppr_tn", 0.0, 1.0,
              "T_n of PPR: the share of all playouts that a node must have had for its counts to be used"),
        field(&P::ppr_tw, "ppr_tw", 0.0, 1.0, "T_w' of PPR: moves of a lower all-moves-as-first value are pruned"),
        field(&P::ppr_p, "ppr_p", 0.0, 1.0, "p of PPR: how often a move is taken from the list of those not pruned"),
        field(&P::ppr_rest, "ppr_rest",
              "where PPR takes its other moves from: the last part of the free cells in the order of the board, as the "
              "paper does; all of them; or the last part in an order shuffled once per search"),
        field(&P::pool_size, "pool_size", 0, 1'000, "N of PoolRave: the best so many moves are the pool"),
        field(&P::pool_p, "pool_p", 0.0, 1.0, "p of PoolRave: how often a move is taken from the pool"),
        field(&P::pool_playouts, "pool_playouts", 0, 1'000'000,
              "playouts that a node must have had for its counts to make the pool"),
        field(&P::gram_draw, "gram_draw",
              "MAST and NAST: the move of the highest mean, uniformly with probability epsilon; or each with a "
              "probability like exp(mean / tau)"),
        field(&P::gram_epsilon, "gram_epsilon", 0.0, 1.0, "epsilon of gram_draw=greedy"),
        field(&P::gram_tau, "gram_tau", 0.01, 100.0, "tau of gram_draw=gibbs"),
        field(&P::gram_visits, "gram_visits", 1, 1'000'000,
              "NAST: sequences of two or three moves count from this many visits on; single moves from the first"),
        field(&P::gram_unseen, "gram_unseen", 0.0, 10.0,
              "MAST and NAST: the mean of a move that nothing is known of; above 1, such moves come first"),
        field(&P::gram_decay, "gram_decay", 0.0, 1.0,
              "MAST and NAST: what is kept of the counts from search to search"),
    };
  }
};

}  // namespace banyan
