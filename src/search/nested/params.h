// SPDX-License-Identifier: MIT
// The parameters of nested search.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "core/params.h"

namespace banyan {

enum class Ties { replace, keep };
constexpr auto names(Ties) { return std::array<std::string_view, 2>{"replace", "keep"}; }

inline constexpr int max_nested_level = 9;

struct NmcsParams {
  int level = 2;
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

}  // namespace banyan
