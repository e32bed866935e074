// SPDX-License-Identifier: MIT
// A board as text whose pieces know what they are, so that a terminal can colour them, a page can make them
// clickable and a test can compare them as plain lines.
#pragma once

#include <string>
#include <vector>

namespace banyan {

/// A stone is what belongs to nobody but has a colour, one of eight.
enum class Ink {
  plain,
  label,
  empty,
  first_player,
  second_player,
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
  std::string cell;  // the name of the cell this stands for, empty for decoration
};

using BoardLine = std::vector<Span>;
using BoardView = std::vector<BoardLine>;

inline std::string plain_text(const BoardView& view) {
  std::string text;
  for (const BoardLine& line : view) {
    std::string row;
    for (const Span& span : line) row += span.text;
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

}  // namespace banyan
