// SPDX-License-Identifier: MIT
// The parameters of tree search. Defaults are for play; the settings of the paper's Algorithm 1 are
// untried=first,expand=1,solver=false,reuse=false.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "search/representatives/params.h"

namespace banyan {

enum class FinalMove { max, robust, robust_max, secure };
constexpr auto names(FinalMove) { return std::array<std::string_view, 4>{"max", "robust", "robust-max", "secure"}; }

enum class EarlyStop { never, clock, always };
constexpr auto names(EarlyStop) { return std::array<std::string_view, 3>{"never", "clock", "always"}; }

struct TreeParams {
  int expand = 2;
  bool expand_all = false;
  int expand_depth = 0;
  int memory = 1024;
  bool solver = true;
  bool lookahead = true;
  bool reuse = true;
  FinalMove final_move = FinalMove::robust;
  double secure = 1.0;
  EarlyStop early_stop = EarlyStop::clock;
  int threads = 1;
  int virtual_loss = 1;
  bool is_used(std::string_view name) const {
    if (name == "lookahead") return solver;
    if (name == "expand_all") return expand_all;
    if (name == "expand_depth") return expand_depth > 0;
    if (name == "threads" || name == "virtual_loss") return threads > 1;
    return name != "secure" || final_move == FinalMove::secure;
  }
  static constexpr auto fields() {
    return std::tuple{
        field(&TreeParams::expand, "expand", 1, 1'000'000,
              "a position gets a node of its own at this visit; 1 = at once, as in Algorithm 1 of Dugueperoux et al. "
              "2016"),
        field(&TreeParams::expand_all, "expand_all",
              "a position that gets a node has one of its moves drawn at once, and the playout starts behind that: all "
              "of its moves are then in the tree [Konz 2012]"),
        field(&TreeParams::expand_depth, "expand_depth", 0, 1'000'000,
              "every descent goes on in the tree to this many moves below the root, and gives the positions on its way "
              "nodes at once; 0 = as `expand` says"),
        field(&TreeParams::memory, "memory", 1, 65'535,
              "megabytes for the tree; when they are used up the search goes on without growing it. What playouts "
              "learn may take a quarter as much beside it"),
        field(&TreeParams::solver, "solver", "back up proven wins and losses [Winands et al. 2008]"),
        field(&TreeParams::lookahead, "lookahead",
              "before a position gets a node, look whether its mover wins at once or must stop the opponent from it"),
        field(&TreeParams::reuse, "reuse", "keep what is known of the position reached when the game goes on"),
        field(&TreeParams::final_move, "final_move",
              "the move played: highest value, most visits, both (searching up to half as long again until they "
              "agree), or highest lower confidence bound [Chaslot 2010]"),
        field(&TreeParams::secure, "secure", -1e9, 1e9,
              "A in the lower confidence bound v - A / sqrt(n) of final_move=secure; a negative one makes it an upper "
              "bound"),
        field(&TreeParams::early_stop, "early_stop",
              "end a search when the visits that are left cannot change its move: never, always, or where a clock "
              "keeps what is saved for later moves; what the tree would have learned for these is lost"),
        field(&TreeParams::threads, "threads", 1, 1024,
              "threads that search one tree; with more than one, the same seed does not give the same search again"),
        field(&TreeParams::virtual_loss, "virtual_loss", 1, 1'000,
              "visits without a reward that a move counts while a thread is below it, to send others elsewhere "
              "[Chaslot, Winands & van den Herik 2008]"),
    };
  }
};

/// Which moves of the root are candidates, and how long they are searched.
struct CandidateParams {
  std::int64_t per_candidate = 0;
  int keep = 0;
  double keep_mean = 0;
  double keep_after = 0;
  bool prunes() const { return keep > 0 || keep_mean > 0; }
  bool are_used() const { return per_candidate > 0 || prunes(); }
  bool is_used(std::string_view name) const {
    if (name == "per_candidate") return per_candidate > 0;
    if (name == "keep") return keep > 0;
    return name == "keep_mean" ? keep_mean > 0 : prunes();
  }
  static constexpr auto fields() {
    using P = CandidateParams;
    return std::tuple{
        field(&P::per_candidate, "per_candidate", 0, 1'000'000'000,
              "iterations for each candidate of the root; a single candidate is played unsearched; 0 = no such limit "
              "[Konz 2012]"),
        field(&P::keep, "keep", 0, 1'000'000,
              "only so many of the root's moves are candidates, those of the highest scores; 0 = all (fixed "
              "selectivity) [Nijssen 2007]"),
        field(&P::keep_mean, "keep_mean", 0.0, 100.0,
              "only moves of the root whose score is at least so many times the mean score are candidates; 0 = all "
              "(variable selectivity) [Nijssen 2007]"),
        field(&P::keep_after, "keep_after", 0.0, 1.0,
              "scores for `keep` and `keep_mean` are the mean rewards after this share of the limits; 0 = those that "
              "the game gives its moves"),
    };
  }
};

/// How much of the tree of a game with many moves or outcomes UCT looks at.
struct BreadthParams {
  double widening = 0;
  double widening_power = 0.5;
  bool open_loop = false;
  Representatives representatives = Representatives::none;
  int classes = 3;
  bool is_used(std::string_view name) const {
    if (name == "classes") return representatives == Representatives::learned;
    return name != "widening_power" || widening > 0;
  }
  static constexpr auto fields() {
    return std::tuple{
        field(&BreadthParams::widening, "widening", 0.0, 1e6,
              "c of progressive widening: the n-th visit of a node considers ceil(c n^a) of its moves, the most urgent "
              "first, or of its outcomes, as they are drawn; 0 = all [Coulom 2007; Couetoux et al. 2011]"),
        field(&BreadthParams::widening_power, "widening_power", 0.0, 1.0, "a of progressive widening"),
        field(&BreadthParams::open_loop, "open_loop",
              "nodes are sequences of the players' moves, and what chance does is drawn anew in every iteration; else "
              "every outcome has a node [Perez et al. 2015]"),
        field(
            &BreadthParams::representatives, "representatives",
            "after the turn at the root, a few moves stand for all: averages of the game's own, in the tree and in "
            "playouts; or in the tree alone one chosen from each of the game's classes, or medoids of classes learned "
            "from the moves' features [Taucer et al. 2018]"),
        field(&BreadthParams::classes, "classes", 1, 64, "how many moves, or outcomes of chance, stand for all others"),
    };
  }
};

}  // namespace banyan
