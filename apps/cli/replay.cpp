// SPDX-License-Identifier: MIT
// banyan replay: plays games by the rules and tells how each one ended.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/json.h"
#include "engine/moves_json.h"

namespace banyan::cli {
namespace {

std::string replay_line(const Spec& spec, std::string_view line, bool with_position) {
  const auto session = new_session(spec);
  nlohmann::ordered_json error;
  std::optional<std::size_t> decided_ply;
  try {
    for (const std::string& move : moves_of_line(line)) {
      try {
        if (decided_ply) {
          session->play_after_end(move);
        } else {
          session->play(move);
          if (session->result()) decided_ply = session->moves().size();
        }
      } catch (const IllegalMove& refusal) {
        error = {{"ply", session->moves().size() + 1}, {"move", move}, {"reason", refusal.reason()}};
        break;
      }
    }
  } catch (const UsageError& refusal) {
    error = {{"ply", 1}, {"move", nullptr}, {"reason", refusal.what()}};
  }
  nlohmann::ordered_json out = ending_json(*session);
  if (decided_ply) out["decided_ply"] = *decided_ply;  // some games go on after it
  if (!error.is_null()) out["error"] = std::move(error);
  if (with_position) out["position"] = position_json(*session);
  return one_line(out);
}

struct ReplayArguments {
  GameArguments game;
  bool position = false;
};

void replay(const ReplayArguments& arguments) {
  const Spec spec = arguments.game.spec();
  new_session(spec);  // names what is wrong with the game before any input is read
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("{}\n", replay_line(spec, line, arguments.position));
    // Whoever writes a line and waits for the answer gets it; whoever writes many gets them in blocks.
    if (std::cin.rdbuf()->in_avail() <= 0) std::fflush(stdout);
  }
}

}  // namespace

void add_replay(CommandLine& line) {
  Command command = line.add("replay", "play games from standard input and tell how each ended, as JSON");
  const auto arguments = std::make_shared<ReplayArguments>();
  arguments->game.add_to(command);
  command.flag("--position", arguments->position, "add the last position: the board, and how each legal move is made");
  command.footer(
      "One game per line, moves separated by spaces or semicolons, or clicks as JSON, [[column,row],..];\n"
      "one line of JSON per game:\n"
      "  plies, over, winner (1 = the first player, 0 = nobody, null = not over), decided_ply, how,\n"
      "  score where there is one, and error (ply, move, reason) where a move is not legal.\n\n"
      "Example:\n  echo \"a1 e5 b1 e4 c1\" | banyan replay havannah --size 3");
  command.runs([=] { replay(*arguments); });
}

}  // namespace banyan::cli
