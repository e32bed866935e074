// SPDX-License-Identifier: MIT
// The parameters of search to a depth for play. Those that are on by default make it stronger, and each can be switched
// off to see what it brings.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "core/params.h"

namespace banyan {

/// What the end of a line is judged by.
enum class Judgement { evaluation, mobility };
constexpr auto names(Judgement) { return std::array<std::string_view, 2>{"evaluation", "mobility"}; }

struct AlphaBetaParams {
  int depth = 0;
  int threads = 1;
  int memory = 64;
  bool table = true;
  bool deeper = true;
  bool scout = true;
  int aspiration = 0;
  bool killers = true;
  bool history = true;
  bool countermoves = true;
  double reduce = 0.5;
  int null_move = 0;
  int futility = 0;
  int late_moves = 0;
  int quiescence = 6;
  bool extend = true;
  bool twofold = true;
  Judgement judge = Judgement::evaluation;

  bool is_used(std::string_view name) const { return (name != "memory" && name != "deeper") || table; }
  static constexpr auto fields() {
    using P = AlphaBetaParams;
    return std::tuple{
        field(&P::depth, "depth", 0, 100,
              "moves of both players that are searched; 0 = deeper and deeper until another limit is reached, and 6 if "
              "there is none"),
        field(&P::threads, "threads", 1, 1024, "threads that search, and share the table"),
        field(&P::memory, "memory", 1, 65'535, "megabytes for the table of positions"),
        field(&P::table, "table", "remember positions that are reached in several ways"),
        field(&P::deeper, "deeper", "what a deeper search has found of a position counts for a shallower one"),
        field(&P::scout, "scout",
              "moves after the first are searched with an empty window, and again when they turn out to be better: "
              "principal variation search [Marsland & Campbell 1982]"),
        field(&P::aspiration, "aspiration", 0, 100'000,
              "a search begins with a window of so many points to each side of what the one before it found; 0 = all"),
        field(&P::killers, "killers", "moves that refuted another line of the same length are tried early"),
        field(&P::history, "history", "moves are ordered by how often they have refuted anything"),
        field(&P::countermoves, "countermoves", "the last refutation of a move is tried early [Uiterwijk 1992]"),
        field(
            &P::reduce, "reduce", 0.0, 4.0,
            "late moves are searched less deep, by this times ln(depth) ln(place), and again when they turn out to be "
            "better; 0 = none"),
        field(&P::null_move, "null_move", 0, 20,
              "a position that is good enough after a move that does nothing, by a search less deep by so many moves, "
              "is not searched further, where the game has such a move [Donninger 1993]; 0 = no"),
        field(&P::futility, "futility", 0, 100'000,
              "up to three moves before the end of a line, a position that is better than needed by so many points for "
              "each is not searched, nor are quiet moves of one that is worse by as much; 0 = no"),
        field(&P::late_moves, "late_moves", 0, 1000,
              "up to three moves before the end of a line, no more than so many quiet moves for each are searched; 0 = "
              "all"),
        field(&P::quiescence, "quiescence", 0, 100,
              "how many moves more the noisy moves are searched at the end of a line, where the game names them"),
        field(&P::extend, "extend", "one move deeper where the game is about to be decided, if it knows"),
        field(&P::twofold, "twofold",
              "a position that occurs a second time within a line is a draw, whatever occurrence the rules ask for"),
        field(&P::judge, "judge",
              "what positions are judged by: the game's evaluation, or what can be moved, where the game counts that"),
    };
  }
};

}  // namespace banyan
