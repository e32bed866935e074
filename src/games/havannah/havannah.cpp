// SPDX-License-Identifier: MIT
#include "games/havannah/havannah.h"

#include <string>

namespace banyan::havannah {

template struct Geometry<6>;
template struct Geometry<8>;
template struct Geometry<10>;
template struct Geometry<12>;

std::vector<std::string> shape_names(unsigned shapes) {
  std::vector<std::string> names;
  if ((shapes & ring) != 0) names.emplace_back("ring");
  if ((shapes & bridge) != 0) names.emplace_back("bridge");
  if ((shapes & fork) != 0) names.emplace_back("fork");
  return names;
}

std::string cell_name(int x, int y) { return static_cast<char>('a' + y) + std::to_string(x + 1); }

// Row y is shifted so that the neighbours (x, y+1) and (x+1, y+1) stand below left and below right. A number labels
// the diagonal that starts below left of it; the numbers of the upper right side stand at the ends of the rows. Above
// the board there is room for one digit, so that the tens of 10, 11 and 12 stand on a line of their own.
BoardView draw_board(int side, const std::uint8_t* owners, std::array<Ink, 3> inks) {
  const auto label = [](int number) {
    const std::string text = std::to_string(number);
    return Span{text.size() == 1 ? text + ' ' : text, Ink::label, ""};
  };
  BoardView view;
  const auto above = [&](const auto& digit) {
    BoardLine line{{std::string(static_cast<unsigned>(side + 5), ' '), Ink::plain, ""}};
    for (int x = 0; x < side; ++x) line.push_back({digit(x + 1) + ' ', Ink::label, ""});
    view.push_back(line);
  };
  if (side > 9) above([](int number) { return number > 9 ? std::to_string(number / 10) : std::string(1, ' '); });
  above([](int number) { return std::to_string(number % 10); });
  int cell = 0;
  for (int y = 0; y <= 2 * side - 2; ++y) {
    const int first = y < side ? 0 : y - side + 1;
    const int last = y < side ? y + side - 1 : 2 * side - 2;
    const int indent = y < side ? side - 1 - y : y - side + 1;
    BoardLine line{{std::string(static_cast<unsigned>(indent + 2), ' '), Ink::plain, ""},
                   {std::string(1, static_cast<char>('a' + y)), Ink::label, ""},
                   {" ", Ink::plain, ""}};
    for (int x = first; x <= last; ++x, ++cell) {
      const unsigned owner = owners[cell];
      line.push_back({" ", Ink::plain, ""});
      const Ink ink = inks[owner];
      const char* stone = ink == Ink::empty ? sign::empty : ink == Ink::first_player ? sign::first : sign::second;
      line.push_back({stone, ink, cell_name(x, y)});
    }
    if (y < side - 1) {
      line.push_back({"  ", Ink::plain, ""});
      line.push_back(label(side + y + 1));
    }
    view.push_back(line);
  }
  return view;
}

}  // namespace banyan::havannah
