// SPDX-License-Identifier: MIT
// banyan codecup: a player of Poly-Y as the CodeCup of 2014 wanted it. Standard output carries the moves and nothing
// else.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "protocol/codecup_game.h"
#include "protocol/codecup_server.h"

namespace banyan::cli {
namespace {

struct CodecupArguments {
  std::string player;
  double seconds = 30;
  std::int64_t seed = 1;
};

void serve_codecup(const CodecupArguments& arguments) {
  const std::string player = arguments.player.empty() ? default_player(codecup_game().name) : arguments.player;
  CodecupServer server(
      {.player = parse_spec(player), .seconds = arguments.seconds, .seed = static_cast<std::uint64_t>(arguments.seed)},
      [](std::string_view text) {
        fmt::print("{}", text);
        std::fflush(stdout);
      });
  for (std::string line; std::getline(std::cin, line) && server.handle(line);) {
  }
}

}  // namespace

void add_codecup(CommandLine& line) {
  auto arguments = std::make_shared<CodecupArguments>();
  Command command = line.add("codecup", "play one game of Poly-Y by the protocol of the CodeCup");
  command.text("--player", arguments->player, "SPEC", "who searches: name:key=value,... (see 'banyan params')");
  command.real("--seconds", arguments->seconds, 0.05, 1e4, "processor seconds for the whole game");
  add_seed(command, arguments->seed);
  command.footer(
      "Reads 'Start' or the first move, then a move a line: a cell from 1 to 106, or -1 for the swap; 'Quit' ends.\n"
      "One thread; unless the player says otherwise its tree takes 32 MB, which leaves the program below 64 MB.\n\n"
      "Example:\n  banyan codecup --player poly-y-paper");
  command.runs([=] { serve_codecup(*arguments); });
}

}  // namespace banyan::cli
