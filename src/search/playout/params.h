// SPDX-License-Identifier: MIT
// How a position at the edge of the tree gets its value. The parameters of playouts themselves stand with their parts:
// parts.h.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "core/params.h"

namespace banyan {

/// What a position at the edge of the tree is worth.
enum class Leaf { playout, evaluation, settled };
constexpr auto names(Leaf) { return std::array<std::string_view, 3>{"playout", "evaluation", "settled"}; }

/// What a playout that was cut is worth.
enum class CutAs { draw, evaluation };
constexpr auto names(CutAs) { return std::array<std::string_view, 2>{"draw", "evaluation"}; }

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
    if (name == "playouts") return leaf != Leaf::evaluation;
    return name == "leaf" || leaf == Leaf::playout;
  }
  static constexpr auto fields() {
    using P = LeafParams;
    return std::tuple{
        field(&P::leaf, "leaf",
              "what a new position is worth: how playouts end; what the game's evaluation says; or how 64 or 512 "
              "boards end "
              "(playouts), filled at once after the game has settled what is as good as joined, with no move"),
        field(&P::playouts, "playouts", 1, 1'000'000, "playouts that a new position gets; each counts as an iteration"),
        field(&P::cut, "cut", 0, 1'000'000, "a playout ends after so many moves at the latest; 0 = with the game"),
        field(&P::cut_as, "cut_as", "what a playout that was cut is worth: a draw, or what the game's evaluation says"),
        field(&P::squash, "squash", 1e-6, 1e9,
              "s in 1 / (1 + exp(-points / s)), the reward that the evaluation's points are worth"),
    };
  }
};

}  // namespace banyan
