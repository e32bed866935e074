// SPDX-License-Identifier: MIT
#include "protocol/uhp_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "games/hive/notation.h"

namespace banyan {
namespace {

constexpr std::string_view expansions_key = "expansions";

}  // namespace

void check_uhp_game(const Session& session) {
  if (session.game() != "hive") {
    throw UsageError(fmt::format("the Universal Hive Protocol is for hive, not for {}", session.game()));
  }
}

std::string game_type_of(const Session& session) {
  std::string type = "Base";
  for (const auto& [key, value] : spec_of(session).values) {
    if (key != expansions_key || value == hive::Expansions::none) continue;
    type += '+';
    std::copy_if(value.begin(), value.end(), std::back_inserter(type), [](char c) { return c != '+'; });
  }
  return type;
}

std::string game_string_of(const Session& session) {
  const auto result = session.result();
  const std::size_t plies = session.moves().size();
  std::string_view state = plies == 0 ? "NotStarted" : "InProgress";
  if (result) state = result->winner == 0 ? "Draw" : result->winner == 1 ? "WhiteWins" : "BlackWins";
  std::string text =
      fmt::format("{};{};{}[{}]", game_type_of(session), state, plies % 2 == 0 ? "White" : "Black", plies / 2 + 1);
  for (const std::string& move : session.moves()) text += ';' + move;
  return text;
}

Spec with_game_type(Spec game, std::string_view type) {
  const auto expansions = hive::parse_game_type(type);
  if (!expansions) {
    throw UsageError(fmt::format("'{}' is no game: expected Base, or Base+ and any of M, L and P", type));
  }
  std::vector<std::string_view> letters;
  constexpr auto names = hive::Expansions::names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if ((expansions->bits >> i & 1) != 0) letters.push_back(names[i]);
  }
  std::erase_if(game.values, [](const auto& value) { return value.first == expansions_key; });
  game.values.emplace_back(expansions_key, letters.empty() ? std::string(hive::Expansions::none) : join(letters, "+"));
  return game;
}

std::unique_ptr<Session> read_game_string(const Spec& game, std::string_view text) {
  const hive::GameText parts = hive::parse_game_string(text);
  auto session = new_session(with_game_type(game, hive::game_type_text(parts.expansions)));
  for (const std::string& move : parts.moves) {
    try {
      session->play(move);
    } catch (const IllegalMove& error) {
      throw UsageError(fmt::format("move {} '{}': {}", session->moves().size() + 1, move, error.reason()));
    }
  }
  return session;
}

}  // namespace banyan
