// SPDX-License-Identifier: MIT
// banyan games: what can be played, with which options, and by which algorithms.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/json.h"

namespace banyan::cli {
namespace {

void print_text() {
  for (const GameInfo& game : games()) {
    fmt::print("{}: {}\n", game.name, game.summary);
    for (const ParamInfo& option : game.options) {
      fmt::print("  {:<12} {} [{}; {}]\n", option.name, option.meaning, option.range(), option.default_value);
    }
    fmt::print("  {:<12} {}\n", "players", join({game.algorithms.begin(), game.algorithms.end()}, ", "));
    for (const NamedPlayer& player : game.named) {
      fmt::print("  {:<12} {} = {}: {}\n", "", player.name, player.spec, player.summary);
    }
    for (const auto& [algorithm, capability] : game.missing) {
      fmt::print("  {:<12} not {}: {}\n", "", algorithm, capability);
    }
  }
}

}  // namespace

void add_games(CommandLine& line) {
  Command command = line.add("games", "list the games, their options and who can play them");
  const auto json = std::make_shared<bool>(false);
  add_json(command, *json);
  command.footer("Example:\n  banyan games");
  command.runs([=] { *json ? fmt::print("{}\n", games_json().dump(2)) : print_text(); });
}

}  // namespace banyan::cli
