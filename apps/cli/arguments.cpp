// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include <fmt/format.h>

#include <limits>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan::cli {

void GameArguments::add_to(Command& command) {
  command.positional("GAME", game, "a name from 'banyan games', with options: havannah:size=6,swap=true");
  command.text("--size", size, "N", "short for the game's option 'size'");
}

void GameArguments::add_moves_to(Command& command) {
  command.text("--moves", moves, "\"M M ..\"", "moves to play first, separated by spaces", true);
}

Spec GameArguments::spec() const {
  Spec spec = parse_spec(game);
  if (size.empty()) return spec;
  for (const auto& [key, value] : spec.values) {
    if (key == "size") throw UsageError(fmt::format("the size is given twice: in '{}' and with --size", game));
  }
  spec.values.emplace_back("size", size);
  return spec;
}

std::unique_ptr<Session> GameArguments::begin() const {
  auto session = new_session(spec());
  for (const auto move : words(moves)) {
    try {
      session->play(move);
    } catch (const IllegalMove& error) {
      throw UsageError(fmt::format("--moves, ply {}: {}", session->moves().size() + 1, error.what()));
    }
  }
  return session;
}

void add_seed(Command& command, std::int64_t& seed) {
  command.integer("--seed", seed, 0, std::numeric_limits<std::int64_t>::max(), "the same seed, the same answer");
}

void add_json(Command& command, bool& json) { command.flag("--json", json, "print JSON, for programs"); }

std::string default_player(const std::string& game) {
  for (const GameInfo& info : games()) {
    if (info.name == game && !info.algorithms.empty()) return info.algorithms.back();
  }
  throw UsageError(fmt::format("no player can play {}", game));
}

}  // namespace banyan::cli
