// SPDX-License-Identifier: MIT
// What a selection is: how a tree search chooses the next move of a node. It is a type, so that its formula is compiled
// into the loop over the moves:
//
//   struct Greedy : MeanValues {
//     static constexpr std::string_view name = "greedy", summary = "...";   // of the algorithm that searches with it
//     static constexpr std::size_t weights = 1;    // numbers that it keeps for a move
//     static constexpr bool counts_amaf = false;   // whether it reads all-moves-as-first counts
//     struct Params { ... };
//     Greedy(const Params&, GuessParams);          // the latter for guesses()
//     template <GameState S> static constexpr std::string_view missing();   // empty when S has what it needs
//
//     bool tries_all_first() const;      // every move once before any of them again
//     bool untried_are_equal() const;    // one of them, drawn by chance, stands for all
//     bool explores() const;             // whether score() reads log_visits
//     const GuessParams& guesses() const;
//     template <class F> std::array<F, weights> untried(F guess) const;    // the weights before the first visit
//     template <class Tree> void weigh(Tree&, Node&, slot, Edge) const;    // the weights after another visit
//     template <class F> F score(const Seen<F, weights>&, float log_visits) const;
//     template <class Tree> double value(const Tree&, Node&, Edge) const;  // that final moves are chosen by
//   };
//
// It may also have
//
//     void begin_search(Player root_mover, std::uint64_t seed);  // before each search
//     void begin_game(std::uint32_t games);                      // before each descent, with how many there have been
//     bool draws(std::uint32_t arrivals) const;    // whether a step is drawn, each move as likely as the others, from
//                                                  // where so many games came, also before there was a node
//     void count(const Node&, Edge, double reward, std::uint32_t playouts) const;  // each outcome, before weigh()
//     float noise_scale() const;                   // of the noise below 2^-20 that tells equal scores apart
//     template <class Tree> Rank rank(const Tree&, Node&, slot, Edge) const;  // of final moves, in place of value()
//
// weigh() is called for the moves of a path, the last first, when visits and sums are up to date: how values are backed
// up is decided there, since it may look at the nodes below. The first weight of a move that must not be chosen is
// minus infinity, and score() must then be so too. selections.h lists the selections, mcts/tree_search.h makes
// algorithms of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "core/params.h"
#include "core/simd.h"

namespace banyan {

/// What a formula reads of a move, or of eight at once: F is float or Floats8. Without visits, the move is untried.
template <class F, std::size_t Weights>
struct Seen {
  using Count = std::conditional_t<std::is_same_v<F, float>, std::int32_t, Ints8>;
  std::array<F, Weights> weight{};
  Count visits{};
  // Only for selections that count all moves as first.
  Count half_points{}, amaf_visits{}, amaf_half_points{};
};

/// K sqrt(ln N / n). An untried move explores as one with a single visit does.
template <class F, std::size_t Weights>
[[gnu::always_inline]] inline F exploration(float k, float log_visits, const Seen<F, Weights>& seen) {
  const auto once = decltype(seen.visits){} + 1;
  return k * square_root(log_visits / to_floats(select(seen.visits > 0, seen.visits, once)));
}

/// w / n in half points, or `none` where n is 0.
template <class F, class Count>
[[gnu::always_inline]] inline F rate(Count half_points, Count visits, F none) {
  return select(visits > 0, 0.5f * to_floats(half_points) / to_floats(visits), none);
}

enum class Fading { inverse, root };
constexpr auto names(Fading) { return std::array<std::string_view, 2>{"inverse", "root"}; }

/// How what a game guesses of its moves is used (GuessesValues). Nothing is printed of what is not.
struct GuessParams {
  int prior = 0;
  double bias = 0;
  Fading fading = Fading::inverse;
  std::string guess = "usual";
  bool are_used() const { return prior > 0 || bias > 0; }
  /// `F` is float or Floats8.
  template <class F>
  [[gnu::always_inline]] F bias_of(F guessed, std::uint32_t visits) const {
    const float n = static_cast<float>(visits) + 1.0f;
    return static_cast<float>(bias) * guessed / (fading == Fading::root ? square_root(n) : n);
  }
  bool is_used(std::string_view name) const {
    if (name == "guess") return are_used() && guess != "usual";
    return name == "prior" ? prior > 0 : bias > 0;
  }
  static constexpr auto fields() {
    return std::tuple{
        field(
            &GuessParams::prior, "prior", 0, 1'000'000,
            "how many visits the game's guess of a move's value counts for, beside those that it had; 0 = none [Gelly "
            "& Silver 2007]"),
        field(
            &GuessParams::bias, "bias", 0.0, 1e6,
            "c in c g / (n + 1), what the game's guess g adds to a move's score until visits outweigh it; 0 = nothing "
            "[Chaslot et al. 2008]"),
        field(&GuessParams::fading, "fading", "how the bias fades: as 1 / (n + 1) or as 1 / sqrt(n + 1)"),
        field(&GuessParams::guess, "guess",
              "the terms of the game's guess with their weights, such as 0.2*reach+0.25*keep; usual = the game's own"),
    };
  }
};

/// Final moves are chosen by mean rewards, and those are backed up.
struct MeanValues {
  template <class Tree>
  static double value(const Tree&, typename Tree::Node&, typename Tree::Edge edge) {
    return edge.mean();
  }
};

}  // namespace banyan
