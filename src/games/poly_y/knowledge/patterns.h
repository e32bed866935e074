// SPDX-License-Identifier: MIT
// What is worth answering in Poly-Y: shapes of stones in which an opponent's stone, the intruder, calls for a reply at
// once [Wevers & te Brinke 2014]. Found from the geometry of a board, so that they exist on every one.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "games/poly_y/topology.h"

namespace banyan::poly_y {

/// A bridge joins two stones over either of two cells; an edge bridge joins a stone next to the border with it. Walking
/// around: where the opponent stands in a stone's way to the edge, step beside. Levels 2 and 3 are the exact templates
/// of stones at that distance from an edge: however the opponent begins, the stone gets there.
inline constexpr std::array<std::string_view, 5> pattern_kinds{"bridge", "edge_bridge", "walk_around", "level2",
                                                               "level3"};

/// What the paper's program has of them, as bits.
inline constexpr std::uint32_t usual_replies = 0b111;

struct Pattern {
  int intruder, reply;     // the reply's cell is empty
  std::vector<int> own;    // stones of who replies
  std::vector<int> clear;  // cells without a stone of the intruder's colour
};

/// All patterns of one kind, on the whole board: found when first asked for, alive until the program ends.
const std::vector<Pattern>& patterns_of(const Topology& board, std::size_t kind);

/// Two empty cells of which either joins these stones of one colour, with each other or with the border: whoever takes
/// one, the other is the reply.
struct Pair {
  int cell, other;
  std::vector<int> own;
};
/// Those of bridges and edge bridges, each once: found when first asked for, alive until the program ends.
const std::vector<Pair>& pairs_of(const Topology& board);

using CellSet = std::bitset<max_cells>;

/// A stone that gets to an edge even if the opponent begins, as long as no opponent's stone is in the carrier. No cell
/// of the carrier can be done without.
struct EdgeTemplate {
  int stone, edge;
  CellSet carrier;
};

/// Those of stones at this distance from an edge. Not all there are: for each stone and edge those that are left when
/// cells are given up from either side and from afar.
std::vector<EdgeTemplate> find_edge_templates(const Topology& board, int distance);

}  // namespace banyan::poly_y
