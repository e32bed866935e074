// SPDX-License-Identifier: MIT
// The parameters of nested search.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "search/limits/limits.h"

namespace banyan {

enum class Ties { replace, keep };
constexpr auto names(Ties) { return std::array<std::string_view, 2>{"replace", "keep"}; }

inline constexpr int max_nested_level = 9;

/// How several threads share a search, by the strategies of Negrevergne & Cazenave 2017:
///   root          every thread searches for itself; the best sequence of all is the answer
///   leaf, node    one search, whose searches of one level are shared out: of level 1 (leaf) or of a higher one (node)
///     shared      the threads search below one policy, which is adapted once per batch (Algorithm 4)
///     local       every thread adapts a policy of its own; the best of these goes back to the parent (Algorithm 5)
enum class Strategy { root, leaf_shared, leaf_local, node_shared, node_local };
constexpr auto names(Strategy) {
  return std::array<std::string_view, 5>{"root", "leaf-shared", "leaf-local", "node-shared", "node-local"};
}

struct TeamParams {
  int threads = 1;
  Strategy parallel = Strategy::root;
  int parallel_level = 2;
  bool adapt_each = false;
  int exchange = 0;

  bool is_root() const { return parallel == Strategy::root; }
  bool is_node() const { return parallel == Strategy::node_shared || parallel == Strategy::node_local; }
  bool is_shared() const { return parallel == Strategy::leaf_shared || parallel == Strategy::node_shared; }
  /// The level whose searches are shared out; not for root.
  int level() const { return is_node() ? parallel_level : 1; }

  bool is_used(std::string_view name) const {
    if (name == "parallel_level") return is_node();
    return name != "adapt_each" || is_shared();
  }
  static constexpr auto fields() {
    return std::tuple{
        field(&TeamParams::threads, "threads", 1, 1024, "threads that search"),
        field(
            &TeamParams::parallel, "parallel",
            "what threads share: nothing (root), or the searches of level 1 (leaf) or of a higher level (node), below "
            "one policy or each with a policy of its own [Negrevergne & Cazenave 2017]; nmcs knows root alone"),
        field(&TeamParams::parallel_level, "parallel_level", 1, max_nested_level,
              "the level whose searches node strategies share out"),
        field(
            &TeamParams::adapt_each, "adapt_each",
            "a shared policy is adapted after every result of a batch, as Algorithm 4 is printed, not once per batch"),
        field(&TeamParams::exchange, "exchange", 0, 1'000'000,
              "nrpa: after so many steps of the top level, go on from the best sequence that any thread or process has "
              "found; 0 = never"),
    };
  }
};

struct NmcsParams {
  int level = 2;

  /// Of a whole search; it depends on how many moves there are.
  static std::optional<double> playouts() { return std::nullopt; }
  static constexpr auto fields() {
    return std::tuple{
        field(&NmcsParams::level, "level", 1, max_nested_level,
              "depth of the nesting; a search of level 1 tries every move with a playout [Cazenave 2009]")};
  }
};

struct NrpaParams {
  int level = 3;
  int n = 100;
  double alpha = 1.0;
  Ties ties = Ties::replace;
  double spread = 0;
  double bias = 0;
  int stabilise = 1;
  int repeats = 0;
  int trials = 0;

  /// Of a whole search, unless it may end early.
  std::optional<double> playouts() const {
    if (repeats > 0) return std::nullopt;
    return stabilise * std::pow(n, level);
  }
  static constexpr auto fields() {
    return std::tuple{
        field(&NrpaParams::level, "level", 1, max_nested_level, "depth of the nesting [Rosin 2011]"),
        field(&NrpaParams::n, "n", 1, 1'000'000, "N: searches of the level below in a search of each level"),
        field(&NrpaParams::alpha, "alpha", 0.0, 100.0, "how far a policy moves towards the best sequence at a time"),
        field(&NrpaParams::ties, "ties", "what a sequence as good as the best does to it"),
        field(&NrpaParams::spread, "spread", 0.0, 10.0,
              "weights begin at 0, or with a spread above 0 somewhere between 0 and it"),
        field(&NrpaParams::bias, "bias", -10.0, 10.0,
              "what each step of the game's own preference adds to a move's weight; 0 = plain NRPA [GNRPA, Cazenave "
              "2020]"),
        field(&NrpaParams::stabilise, "stabilise", 1, 1'000,
              "playouts in each of the N steps of level 1, the best of which is learnt [Cazenave, Sevestre & Toulemont "
              "2020]"),
        field(&NrpaParams::repeats, "repeats", 0, 1'000'000,
              "a search of a level ends early when this many results in a row were the same as its best score; 0 = "
              "never [Cazenave 2024]"),
        field(&NrpaParams::trials, "trials", 0, 1'000'000,
              "searches of the level below with which each of the game's kinds of playouts is tried at first; half of "
              "the searches that follow use the kind that looks best by then, a quarter the second, and so on; 0 = the "
              "usual kind alone"),
    };
  }
};

/// All that a player is given.
template <ParamStruct Own>
struct NestedParams {
  LimitParams limits;
  Own nested;
  TeamParams team;
  auto bind() { return Params(limits, nested, team); }
};

}  // namespace banyan
