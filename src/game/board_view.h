// SPDX-License-Identifier: MIT
// A board as text, drawn from its data for every game by one function. The pieces of the text know what they are, so
// that a terminal can colour them and a test can compare them as plain lines.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "game/board.h"

namespace banyan {

/// A stone is what belongs to nobody but has a colour, one of eight.
enum class Ink {
  plain,
  label,
  empty,
  mark,        // around the last move
  suggestion,  // around what is suggested
  first_player,
  second_player,
  third_player,
  stone_0,
  stone_1,
  stone_2,
  stone_3,
  stone_4,
  stone_5,
  stone_6,
  stone_7
};

struct Span {
  std::string text;
  Ink ink = Ink::plain;
  std::string name;  // of the cell or piece that this stands for, empty for decoration
};

using BoardLine = std::vector<Span>;
using BoardView = std::vector<BoardLine>;

/// The grid of cells with its labels, then the zones by their owners, then what lies under the tops of stacks, then the
/// notes. After the top of a stack there is a plus. Squares and hexagons stand in rows as the board has them; cells of
/// any other shape stand where there is room nearest to their place.
BoardView draw(const BoardData& board);

/// The signs of boards that are not ASCII, each with what stands for it where there is nothing else. A game whose
/// pieces have another sign adds it here.
namespace sign {
inline constexpr const char *empty = "·", *first = "●", *second = "○";
inline constexpr std::array<std::pair<std::string_view, char>, 3> in_ascii{{{empty, '.'}, {first, '@'}, {second, 'O'}}};
}  // namespace sign

/// The same text in ASCII: known signs by what stands for them, any other character as '?'.
std::string to_ascii(std::string_view text);

std::string plain_text(const BoardView& view);
inline std::string plain_text(const BoardData& board) { return plain_text(draw(board)); }

}  // namespace banyan
