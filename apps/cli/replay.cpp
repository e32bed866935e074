// SPDX-License-Identifier: MIT
// banyan replay: plays games by the rules and tells how each one ended.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/arguments.h"
#include "cli/clicks.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan::cli {
namespace {

std::string replay_line(const Spec& spec, std::string_view line) {
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
  const auto result = session->result();
  nlohmann::ordered_json out{{"plies", session->moves().size()},
                             {"over", result.has_value()},
                             {"winner", nullptr},
                             {"decided_ply", nullptr},
                             {"how", nlohmann::ordered_json::array()}};
  if (result) {
    out["winner"] = result->winner;
    out["decided_ply"] = decided_ply.value_or(0);
    out["how"] = result->how;
    if (result->score) out["score"] = *result->score;
  }
  if (!error.is_null()) out["error"] = std::move(error);
  return one_line(out);
}

void replay(const GameArguments& game) {
  const Spec spec = game.spec();
  new_session(spec);  // names what is wrong with the game before any input is read
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("{}\n", replay_line(spec, line));
    // Whoever writes a line and waits for the answer gets it; whoever writes many gets them in blocks.
    if (std::cin.rdbuf()->in_avail() <= 0) std::fflush(stdout);
  }
}

}  // namespace

void add_replay(CommandLine& line) {
  Command command = line.add("replay", "play games from standard input and tell how each ended, as JSON");
  const auto game = std::make_shared<GameArguments>();
  game->add_to(command);
  command.footer(
      "One game per line, moves separated by spaces, or clicks as JSON, [[column,row],..]; one line of JSON per game:\n"
      "  plies, over, winner (1 = the first player, 0 = nobody, null = not over), decided_ply, how,\n"
      "  score where there is one, and error (ply, move, reason) where a move is not legal.\n\n"
      "Example:\n  echo \"a1 e5 b1 e4 c1\" | banyan replay havannah --size 3");
  command.runs([=] { replay(*game); });
}

}  // namespace banyan::cli
