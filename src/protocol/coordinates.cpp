// SPDX-License-Identifier: MIT
#include "protocol/coordinates.h"

#include <algorithm>

#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

/// Letter and number of a cell's name, both counted from 0.
struct Name {
  int letter, number;

  std::string text() const { return static_cast<char>('a' + letter) + std::to_string(number + 1); }
};

constexpr int letters = 26;

std::optional<Name> parse(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const int letter = (text[0] | 0x20) - 'a';
  if (letter < 0 || letter >= letters || text[1] < '1' || text[1] > '9') return std::nullopt;
  const auto number = to_integer(text.substr(1));
  if (!number) return std::nullopt;
  return Name{letter, static_cast<int>(*number) - 1};
}

/// The cells of the grid that a row below the middle lacks at its beginning.
int missing(int side, int row) { return std::max(0, row - side + 1); }

}  // namespace

int board_size(const Session& session) {
  for (const auto& [key, value] : spec_of(session).values) {
    if (key == "size") return static_cast<int>(to_integer(value).value_or(0));
  }
  return 0;
}

std::string to_coordinates(Coordinates coordinates, int side, std::string_view move) {
  const auto name = parse(move);
  if (!name || coordinates == Coordinates::rows) return std::string(move);
  if (coordinates == Coordinates::columns) return Name{name->number, name->letter}.text();
  return Name{name->letter, name->number - missing(side, name->letter)}.text();
}

std::optional<std::string> from_coordinates(Coordinates coordinates, int side, std::string_view move) {
  std::string lower = lower_case(move);
  if (lower == "swap") return lower;
  const auto name = parse(lower);
  if (!name) return std::nullopt;
  switch (coordinates) {
    case Coordinates::columns:
      // A number without a letter is on no board, whichever way it is read.
      return name->number < letters ? Name{name->number, name->letter}.text() : lower;
    case Coordinates::littlegolem:
      return Name{name->letter, name->number + missing(side, name->letter)}.text();
    case Coordinates::rows:
      break;
  }
  return lower;
}

}  // namespace banyan
