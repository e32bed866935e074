// SPDX-License-Identifier: MIT
// What a book says, for people: a table of first moves with their intervals, a tree of openings, and maps of the first
// player's rate over the cells of the board, as text and as a picture (Figures 4a and 4b of Wevers & te Brinke 2014).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/book.h"

namespace banyan {

/// What the first player gets by a first move: without the swap rule; and with it, where the second player takes the
/// stone over if that is worth more.
enum class BookMap { plain, swap };

struct MapCell {
  std::string cell;
  std::optional<double> rate{};  // empty: nothing is known
};
/// Every first move of the board, those that a symmetry makes alike as well.
std::vector<MapCell> map_of(const Book& book, BookMap map);

/// A picture with the rates in per cent, as SVG.
std::string map_svg(const Book& book, BookMap map);
/// The same as the board of a terminal, with the rates where stones would be.
std::string map_text(const Book& book, BookMap map);

/// First moves, the best of them first, with intervals of 95 %.
std::string table_text(const Book& book);
/// Openings of so many moves, each below the one that it goes on from.
std::string tree_text(const Book& book, std::size_t depth);

}  // namespace banyan
