// SPDX-License-Identifier: MIT
// banyan gtp: a player of ours for other programs. Standard output carries the protocol and nothing else.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/error.h"
#include "protocol/gtp_server.h"

namespace banyan::cli {
namespace {

struct GtpArguments {
  GameArguments game;
  bool swap = false;
  std::string player;
  std::string coordinates{own_coordinates};
  std::string clock;
  std::int64_t seed = 1;
};

void serve(const GtpArguments& arguments) {
  Spec game = arguments.game.spec();
  if (arguments.swap) {
    for (const auto& [key, value] : game.values) {
      if (key == "swap") {
        throw UsageError(fmt::format("swap is given twice: in '{}' and with --swap", arguments.game.game));
      }
    }
    game.values.emplace_back("swap", "true");
  }
  GtpServer server({.game = game,
                    .player = parse_spec(arguments.player.empty() ? default_player(game.name) : arguments.player),
                    .seed = static_cast<std::uint64_t>(arguments.seed),
                    .coordinates = arguments.coordinates,
                    .version = version_text(),
                    .clock = arguments.clock.empty() ? TimeControl{} : read_clock(arguments.clock),
                    .shortage = note},
                   [](std::string_view text) {
                     fmt::print("{}", text);
                     std::fflush(stdout);
                   });
  for (std::string line; std::getline(std::cin, line) && server.handle(line);) {
  }
  server.handle("");  // the answer of an analysis gets its end
}

}  // namespace

void add_gtp(CommandLine& line) {
  auto arguments = std::make_shared<GtpArguments>();
  Command command = line.add("gtp", "serve another program, such as a viewer, by the Go Text Protocol");
  arguments->game.add_to(command);
  command.flag("--swap", arguments->swap, "short for the game's option 'swap=true'");
  command.text("--player", arguments->player, "SPEC", "who searches: name:key=value,... (see 'banyan params')");
  command.text("--coordinates", arguments->coordinates, "KIND",
               "how cells are written: rows (a3: row a), columns (a3: column a), littlegolem");
  command.text("--clock", arguments->clock, "SECONDS", "each player's for a whole game; cpu:SECONDS of the processor");
  add_seed(command, arguments->seed);
  command.footer(
      "'list_commands' lists what it understands.\n\n"
      "Example:\n  banyan gtp havannah --size 6 --player rave:seconds=5");
  command.runs([=] { serve(*arguments); });
}

}  // namespace banyan::cli
