// SPDX-License-Identifier: MIT
// banyan uhp: a player of Hive for other programs. Standard output carries the protocol and nothing else.
#include <fmt/format.h>

#include <csignal>
#include <iostream>
#include <memory>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "protocol/uhp_server.h"

namespace banyan::cli {
namespace {

struct UhpArguments {
  std::string game = "hive";
  std::string player;
  std::string clock;
  std::int64_t seed = 1;
};

std::atomic<std::atomic<bool>*> running_bestmove{nullptr};
extern "C" void answer_now(int) { running_bestmove.load()->store(true); }

void serve_hive(const UhpArguments& arguments) {
  const Spec game = parse_spec(arguments.game);
  UhpServer server({.game = game,
                    .player = parse_spec(arguments.player.empty() ? default_player(game.name) : arguments.player),
                    .seed = static_cast<std::uint64_t>(arguments.seed),
                    .version = version_text(),
                    .clock = arguments.clock.empty() ? TimeControl{} : read_clock(arguments.clock),
                    .shortage = note},
                   [](std::string_view text) {
                     fmt::print("{}", text);
                     std::fflush(stdout);
                   });
  running_bestmove = &server.hurry();
  const SignalHandler handler(answer_now, EndedBy::person, SA_RESTART);
  for (std::string line; std::getline(std::cin, line) && server.handle(line);) {
  }
}

}  // namespace

void add_uhp(CommandLine& line) {
  auto arguments = std::make_shared<UhpArguments>();
  Command command = line.add("uhp", "serve a viewer or another program by the Universal Hive Protocol");
  command.text("--game", arguments->game, "SPEC", "the options of every game, such as hive:queen_first=true");
  command.text("--player", arguments->player, "SPEC", "who searches: name:key=value,... (see 'banyan params')");
  command.text("--clock", arguments->clock, "SECONDS", "each player's for a whole game; cpu:SECONDS of the processor");
  add_seed(command, arguments->seed);
  command.footer(
      "Ctrl-C during a search ends it, and the best move so far is the answer.\n\n"
      "Example:\n  banyan uhp --player hive-best");
  command.runs([=] { serve_hive(*arguments); });
}

}  // namespace banyan::cli
