// SPDX-License-Identifier: MIT
// A board as text whose pieces know what they are, so that a terminal can colour them, a page can make them
// clickable and a test can compare them as plain lines.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace banyan {

/// A stone is what belongs to nobody but has a colour, one of eight.
enum class Ink {
  plain,
  label,
  empty,
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
  std::string cell;  // the name of the cell this stands for, empty for decoration
};

using BoardLine = std::vector<Span>;
using BoardView = std::vector<BoardLine>;

/// The signs of boards that are not ASCII, each with what stands for it where there is nothing else. A game that draws
/// with another sign adds it here.
namespace sign {
inline constexpr const char *empty = "·", *first = "●", *second = "○";
inline constexpr std::array<std::pair<std::string_view, char>, 3> in_ascii{{{empty, '.'}, {first, '@'}, {second, 'O'}}};
}  // namespace sign

/// The same text in ASCII: known signs by what stands for them, any other character as '?'.
inline std::string to_ascii(std::string_view text) {
  std::string ascii;
  while (!text.empty()) {
    std::size_t length = 1;
    char shown = text[0];
    if ((static_cast<unsigned char>(text[0]) & 0x80) != 0) {
      shown = '?';
      while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80) ++length;
      for (const auto& [known, twin] : sign::in_ascii) {
        if (text.substr(0, length) == known) shown = twin;
      }
    }
    ascii += shown;
    text.remove_prefix(length);
  }
  return ascii;
}

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
