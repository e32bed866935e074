// SPDX-License-Identifier: MIT
#include "protocol/codecup_game.h"

#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

constexpr std::string_view our_swap = "swap", their_swap = "-1";
constexpr long long codecup_cells = 106;

}  // namespace

Spec codecup_game() { return spec_of(*new_session(parse_spec("poly_y:sides=5,size=7,swap=true"))); }

std::string to_codecup(std::string_view move) { return std::string(move == our_swap ? their_swap : move); }

std::optional<std::string> from_codecup(std::string_view line) {
  if (line == their_swap) return std::string(our_swap);
  const auto number = to_integer(line);
  if (!number || *number < 1 || *number > codecup_cells) return std::nullopt;
  return std::to_string(*number);
}

}  // namespace banyan
