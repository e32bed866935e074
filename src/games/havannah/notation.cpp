// SPDX-License-Identifier: MIT
#include "games/havannah/notation.h"

#include <algorithm>

#include "core/text.h"

namespace banyan::havannah {
namespace {

/// Letter and number of a cell's name, both counted from 0.
struct Name {
  int letter, number;

  std::string text() const { return static_cast<char>('a' + letter) + std::to_string(number + 1); }
};

constexpr int letters = 26;

std::optional<Name> parse_name(std::string_view text) {
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

std::vector<std::string_view> notation_names() { return {"rows", "columns", "littlegolem"}; }

std::string to_notation(std::string_view notation, int side, std::string_view move) {
  const auto name = parse_name(move);
  if (name && notation == "columns") return Name{name->number, name->letter}.text();
  if (name && notation == "littlegolem") return Name{name->letter, name->number - missing(side, name->letter)}.text();
  return std::string(move);
}

std::optional<std::string> from_notation(std::string_view notation, int side, std::string_view text) {
  std::string lower = lower_case(text);
  if (lower == "swap") return lower;
  const auto name = parse_name(lower);
  if (!name) return std::nullopt;
  // A number without a letter is on no board, whichever way it is read.
  if (notation == "columns" && name->number < letters) return Name{name->number, name->letter}.text();
  if (notation == "littlegolem") return Name{name->letter, name->number + missing(side, name->letter)}.text();
  return lower;
}

}  // namespace banyan::havannah
