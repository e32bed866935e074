// SPDX-License-Identifier: MIT
#include "engine/history_json.h"

#include <nlohmann/json.hpp>

#include "core/error.h"

namespace banyan {

nlohmann::ordered_json history_json(const std::vector<Improvement>& history) {
  auto list = nlohmann::ordered_json::array();
  for (const Improvement& each : history) list.push_back({each.playouts, each.seconds, each.score});
  return list;
}

std::vector<Improvement> read_history(const nlohmann::ordered_json& list) {
  std::vector<Improvement> history;
  for (const auto& each : list) {
    // The JSON library casts what it reads: -1, 1e30 and true would all become some count.
    if (!each.at(0).is_number_unsigned()) throw UsageError("expected a whole number");
    history.push_back({.playouts = each.at(0), .seconds = each.at(1), .score = each.at(2)});
  }
  return history;
}

}  // namespace banyan
