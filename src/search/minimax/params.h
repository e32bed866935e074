// SPDX-License-Identifier: MIT
// The parameters of exact search by depth.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "search/representatives/params.h"

namespace banyan {

/// Each prunes what the one before it prunes, and more.
enum class Prune { none, alphabeta, star1, star2 };
constexpr auto names(Prune) { return std::array<std::string_view, 4>{"none", "alphabeta", "star1", "star2"}; }

enum class Drop { automatic, nothing, dominated, duplicates, both };
constexpr auto names(Drop) {
  return std::array<std::string_view, 5>{"auto", "none", "dominated", "duplicates", "both"};
}

enum class MoveOrder { listed, urgency };
constexpr auto names(MoveOrder) { return std::array<std::string_view, 2>{"listed", "urgency"}; }

struct MinimaxParams {
  int depth = 0;
  Prune prune = Prune::star2;
  Drop drop = Drop::automatic;
  MoveOrder order = MoveOrder::urgency;
  bool table = true;
  int memory = 64;
  bool deepening = true;
  int samples = 0;
  Representatives representatives = Representatives::none;
  int classes = 3;

  bool prunes() const { return prune != Prune::none; }
  bool drops_dominated() const {
    return drop == Drop::automatic ? prunes() : drop == Drop::dominated || drop == Drop::both;
  }
  bool drops_duplicates() const {
    return drop == Drop::automatic ? prunes() : drop == Drop::duplicates || drop == Drop::both;
  }

  bool is_used(std::string_view name) const {
    if (name == "order" || name == "table" || name == "deepening") return prunes();
    if (name == "memory") return prunes() && table;
    return name != "classes" || representatives == Representatives::learned;
  }
  static constexpr auto fields() {
    return std::tuple{
        field(&MinimaxParams::depth, "depth", 0, 1000,
              "turns searched, a turn with all its small moves counting once; where a game does not count its turns, "
              "moves of players; 0 = deeper and deeper until another limit is reached, and 3 if there is none"),
        field(
            &MinimaxParams::prune, "prune",
            "nothing at all, alpha-beta with full windows below chance, Star1, or Star2 [Ballard 1983]; value and move "
            "are the same"),
        field(&MinimaxParams::drop, "drop",
              "moves that need no search, by what the game knows: those no better than another, and equal ones; auto = "
              "both unless prune=none"),
        field(&MinimaxParams::order, "order", "moves are tried as the game lists them, or the most urgent first"),
        field(&MinimaxParams::table, "table", "remember positions that are reached in several ways"),
        field(&MinimaxParams::memory, "memory", 1, 65'535, "megabytes for these"),
        field(&MinimaxParams::deepening, "deepening",
              "search depth 1, 2, .. first: better order, an answer at any time"),
        field(&MinimaxParams::samples, "samples", 0, 10'000,
              "outcomes drawn wherever chance moves, which stand for all; 0 = all outcomes [Kearns et al. 2002; "
              "Lanctot et "
              "al. 2013]"),
        field(&MinimaxParams::representatives, "representatives",
              "after the turn at the root, a few moves stand for all: averages of the game's own, one chosen from each "
              "of "
              "the game's classes, or medoids of classes learned from the moves' features [Taucer et al. 2018]"),
        field(&MinimaxParams::classes, "classes", 1, 64, "how many moves, or outcomes of chance, stand for all others"),
    };
  }
};

}  // namespace banyan
