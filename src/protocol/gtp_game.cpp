// SPDX-License-Identifier: MIT
#include "protocol/gtp_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {

void check_gtp_game(const Session& session) {
  if (session.players() != 2) {
    throw UsageError(fmt::format("GTP is for two players, {} has {}", session.game(), session.players()));
  }
  if (session.has_chance()) {
    throw UsageError(fmt::format("GTP has no place for chance, which moves in {}", session.game()));
  }
}

int board_size(const Session& session) {
  for (const auto& [key, value] : spec_of(session).values) {
    if (key == "size") return static_cast<int>(to_integer(value).value_or(0));
  }
  return 0;
}

std::string notation_for(const Session& session, std::string_view coordinates) {
  const auto known = session.notations();
  if (std::find(known.begin(), known.end(), coordinates) != known.end()) return std::string(coordinates);
  if (coordinates == own_coordinates) return known.empty() ? "" : known.front();
  std::vector<std::string_view> names(known.begin(), known.end());
  if (names.empty()) names.push_back(own_coordinates);
  const std::string_view last = names.back();
  names.pop_back();
  throw UsageError(fmt::format("coordinates '{}': expected {}{}{}", coordinates, join(names, ", "),
                               names.empty() ? "" : " or ", last));
}

}  // namespace banyan
