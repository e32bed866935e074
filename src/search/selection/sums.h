// SPDX-License-Identifier: MIT
// The players of a thesis on Hive [Konz 2012], in which a move is worth the sum of its results, R = 1 for a game won, 0
// for one drawn or cut, -1 for one lost: basic Monte-Carlo tree search, which draws every step in the tree, its
// variants A1 and A2, and UCT on sums, v + C sqrt(ln n_p / n_i). What the text leaves open is a parameter: which games
// the formula is used in, whose results are summed, what A1 divides. The other back-ups that it names after Chaslot
// 2010 stand here as well; they are about means.
//
// Sums are not means: a move that is visited more often has the larger one, for better or worse, and C must be as large
// as sums are. With C = 0 the formula follows the largest sum and nothing else.
//
// Beside its value a move keeps one number that is counted game by game: its wins, or a sum in which every result was
// divided when it came in.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/math.h"
#include "core/params.h"
#include "core/random.h"
#include "game/chance.h"
#include "game/game_state.h"
#include "search/search.h"
#include "search/selection/selection.h"
#include "search/tree/tree.h"

namespace banyan::selection {

struct Sums : MeanValues {
  static constexpr std::string_view name = "sums";
  static constexpr std::string_view summary = "Monte-Carlo tree search by sums of results: basic, A1, A2, UCT on sums";
  static constexpr bool counts_amaf = false;
  static constexpr std::size_t weights = 2;

  /// What of a move's games is its value.
  enum class Value { sum, a1, a1_wins, a1_running, a2, a2_wins };
  friend constexpr auto names(Value) {
    return std::array<std::string_view, 6>{"sum", "a1", "a1_wins", "a1_running", "a2", "a2_wins"};
  }
  /// Which steps in the tree follow the formula; the others are drawn.
  enum class Formula { never, always, odd_visits, odd_games, threshold };
  friend constexpr auto names(Formula) {
    return std::array<std::string_view, 5>{"never", "always", "odd_visits", "odd_games", "threshold"};
  }
  enum class View { root, mover };
  friend constexpr auto names(View) { return std::array<std::string_view, 2>{"root", "mover"}; }
  enum class Backup { counts, max, informed, mix };
  friend constexpr auto names(Backup) { return std::array<std::string_view, 4>{"counts", "max", "informed", "mix"}; }
  enum class Ties { random, listed };
  friend constexpr auto names(Ties) { return std::array<std::string_view, 2>{"random", "listed"}; }

  struct Params {
    Value value = Value::sum;
    Formula formula = Formula::odd_visits;
    double c = 100;
    int threshold = 1;
    View view = View::root;
    Backup backup = Backup::counts;
    int max_visits = 30;
    double informed_power = 2;
    double mix_weight = 10;
    Ties ties = Ties::random;
    bool is_used(std::string_view field) const {
      if (field == "c") return formula != Formula::never;
      if (field == "threshold") return formula == Formula::threshold;
      if (field == "value") return backup == Backup::counts;
      if (field == "max_visits") return backup == Backup::max;
      if (field == "informed_power") return backup == Backup::informed;
      return field != "mix_weight" || backup == Backup::mix;
    }
    static constexpr auto fields() {
      return std::tuple{
          field(&Params::value, "value",
                "what a move is worth: the sum of its results R (basic); sum or wins divided by all games of the "
                "search, or each R by those so far (A1); sum or wins divided by the move's games (A2) [Konz 2012]"),
          field(&Params::formula, "formula",
                "which steps in the tree follow v + C sqrt(ln n_p / n_i): none, all, those from a node or in a game "
                "of an odd number of visits before, or those from a node of `threshold` visits; others are drawn"),
          field(&Params::c, "c", 0.0, 1e9, "C in v + C sqrt(ln n_p / n_i), in the unit of the values"),
          field(&Params::threshold, "threshold", 0, 1'000'000'000,
                "visits of a node from which on the formula is used"),
          field(&Params::view, "view",
                "whose results the steps in the tree go by: of the player at the root, at every node, or of who moves"),
          field(&Params::backup, "backup",
                "what a move is worth that has replies: what was counted in its games (value); or of means the best "
                "reply's, the replies' weighted by visits to a power, or its own mixed with the most visited reply's "
                "[Chaslot 2010]"),
          field(&Params::max_visits, "max_visits", 1, 1'000'000'000,
                "visits from which on a reply can be the best for backup=max"),
          field(&Params::informed_power, "informed_power", 0.0, 100.0, "e in sum n^e v / sum n^e of backup=informed"),
          field(&Params::mix_weight, "mix_weight", 0.0, 1e9,
                "w in (w mean + n_r v_r) / (w + n_r) of backup=mix, r the most visited reply"),
          field(&Params::ties, "ties", "which of equal final moves is played: any, or the first that the game lists"),
      };
    }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return S::players == 2 ? "" : "two players";
  }

  Sums(const Params& params, GuessParams guesses)
      : params_(params), c_(static_cast<float>(params.c)), guesses_(std::move(guesses)) {}

  // ---- Where the search is ----

  void begin_search(Player root_mover, std::uint64_t seed) {
    root_mover_ = root_mover;
    seed_ = seed;
  }
  /// `games` were played before in this search.
  void begin_game(std::uint32_t games) { games_ = games; }

  // ---- Choosing ----

  static bool tries_all_first() { return true; }
  static bool untried_are_equal() { return true; }
  bool explores() const { return params_.formula != Formula::never && c_ > 0; }
  const GuessParams& guesses() const { return guesses_; }

  /// Whether the step from a node that games came to so often before is drawn, each move as likely as the others.
  bool draws(std::uint32_t arrivals) const {
    switch (params_.formula) {
      case Formula::never:
        return true;
      case Formula::always:
        return false;
      case Formula::odd_visits:
        return arrivals % 2 == 0;
      case Formula::odd_games:
        return games_ % 2 == 0;
      case Formula::threshold:
        break;
    }
    return arrivals < static_cast<std::uint32_t>(params_.threshold);
  }

  template <class F>
  static std::array<F, weights> untried(F) {
    return {};
  }

  template <class F>
  [[gnu::always_inline]] F score(const Seen<F, weights>& seen, float log_visits) const {
    return seen.weight[0] + exploration(c_, log_visits, seen);
  }
  /// Scores are as large as sums and C are, and differences that mean something as well: numbers that tell equal ones
  /// apart have to be larger than where a float ends.
  float noise_scale() const { return is_sum() ? 0x1p14f : 1.0f + c_; }

  // ---- Counting and backing up ----

  /// A game, or several, through a move of `n`, of which the mover got `reward`; before weigh().
  template <class Node, class Edge>
  void count(const Node& n, Edge edge, double reward, std::uint32_t playouts) const {
    const double seen = is_seen_by_mover(n) ? reward : playouts - reward;
    if (params_.value == Value::a1_running) {
      *edge.weight[1] += static_cast<float>((2 * seen - playouts) / (games_ + playouts));
    } else {
      *edge.weight[1] += static_cast<float>(std::floor(seen));
    }
  }

  template <class Tree>
  void weigh(const Tree& tree, typename Tree::Node& n, std::uint32_t, typename Tree::Edge edge) const {
    *edge.weight[0] = static_cast<float>(seen_value(tree, n, edge, games_ + 1));
  }

  /// By which final moves are chosen; at the root all views are one.
  template <class Tree>
  Rank rank(const Tree& tree, typename Tree::Node& n, std::uint32_t slot, typename Tree::Edge edge) const {
    const double value = seen_value(tree, n, edge, n.visits);
    const double tie =
        params_.ties == Ties::listed ? -static_cast<double>(slot) : static_cast<double>(derive_seed(seed_, slot) >> 11);
    return {.value = is_seen_by_mover(n) ? value : -value, .tie = tie};
  }

 private:
  bool is_sum() const { return params_.backup == Backup::counts && params_.value == Value::sum; }

  template <class Node>
  bool is_seen_by_mover(const Node& n) const {
    return params_.view == View::mover || n.mover == root_mover_;
  }

  /// The sum of the results of a move, as they are seen.
  template <class Tree>
  double results(typename Tree::Node& n, typename Tree::Edge edge) const {
    const double of_mover = 2 * Tree::sum_unit * static_cast<double>(edge.sum) - static_cast<double>(edge.visits);
    return is_seen_by_mover(n) ? of_mover : -of_mover;
  }

  template <class Tree>
  double seen_value(const Tree& tree, typename Tree::Node& n, typename Tree::Edge edge, std::uint32_t all_games) const {
    const double visits = edge.visits;
    const double all = all_games;
    if (params_.backup != Backup::counts) return backed_up(tree, n, edge);
    switch (params_.value) {
      case Value::sum:
        return results<Tree>(n, edge);
      case Value::a1:
        return results<Tree>(n, edge) / all;
      case Value::a1_wins:
        return double{*edge.weight[1]} / all;
      case Value::a1_running:
        return double{*edge.weight[1]};
      case Value::a2:
        return results<Tree>(n, edge) / visits;
      case Value::a2_wins:
        break;
    }
    return double{*edge.weight[1]} / visits;
  }

  /// The mean result of a move, or what the replies to it make of that. Those hold their values as they are seen at
  /// their node: in the root's view the best reply of the opponent is the one of the lowest value.
  template <class Tree>
  double backed_up(const Tree& tree, typename Tree::Node& n, typename Tree::Edge edge) const {
    const double mean = results<Tree>(n, edge) / static_cast<double>(edge.visits);
    if (edge.child() == 0) return mean;
    auto& below = tree.node(edge.child());
    const auto guard = tree.guard(below);
    if (below.tried == 0 || below.mover == chance) return mean;
    const bool is_negated = params_.view == View::mover && below.mover != n.mover;
    const double mean_below = is_negated ? -mean : mean;
    const double value = params_.backup == Backup::max        ? best_reply(tree, below, mean_below)
                         : params_.backup == Backup::informed ? informed_average(tree, below)
                                                              : mixed(tree, below, mean_below);
    return is_negated ? -value : value;
  }

  /// What a reply is worth, as it is seen at its node.
  template <class Tree>
  double worth(const typename Tree::Node& below, typename Tree::Edge reply) const {
    if (reply.proof() == Proof::none) return double{*reply.weight[0]};
    const double of_mover = 2 * reward_of(reply.proof(), below.mover) - 1;
    return is_seen_by_mover(below) ? of_mover : -of_mover;
  }

  template <class Tree>
  double best_reply(const Tree& tree, typename Tree::Node& below, double mean) const {
    const double sign = is_seen_by_mover(below) ? 1 : -1;
    double best = -std::numeric_limits<double>::infinity();
    tree.for_each_edge(below, [&](unsigned, typename Tree::Edge reply) {
      if (reply.visits < static_cast<std::uint32_t>(params_.max_visits)) return;
      best = std::max(best, sign * worth<Tree>(below, reply));
    });
    return std::isinf(best) ? mean : sign * best;
  }

  template <class Tree>
  double informed_average(const Tree& tree, typename Tree::Node& below) const {
    double sum = 0, all = 0;
    tree.for_each_edge(below, [&](unsigned, typename Tree::Edge reply) {
      const double weight = banyan::exp(params_.informed_power * banyan::log(static_cast<double>(reply.visits)));
      sum += weight * worth<Tree>(below, reply);
      all += weight;
    });
    return sum / all;
  }

  template <class Tree>
  double mixed(const Tree& tree, typename Tree::Node& below, double mean) const {
    double visits = 0, value = mean;
    tree.for_each_edge(below, [&](unsigned, typename Tree::Edge reply) {
      if (static_cast<double>(reply.visits) <= visits) return;
      visits = static_cast<double>(reply.visits);
      value = worth<Tree>(below, reply);
    });
    return (params_.mix_weight * mean + visits * value) / (params_.mix_weight + visits);
  }

  Params params_;
  float c_;
  GuessParams guesses_;
  Player root_mover_ = 0;
  std::uint64_t seed_ = 0;
  std::uint32_t games_ = 0;
};

}  // namespace banyan::selection
