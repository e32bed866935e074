// SPDX-License-Identifier: MIT
// banyan perft: counts the move sequences of each length, which is how rules are compared between programs.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "core/clock.h"

namespace banyan::cli {
namespace {

struct PerftArguments {
  GameArguments game;
  std::int64_t depth = 3;
  bool json = false;
};

void perft(const PerftArguments& arguments) {
  const auto session = arguments.game.begin();
  auto counts = nlohmann::ordered_json::array();
  if (!arguments.json) fmt::print("{:>5} {:>20} {:>14}\n", "depth", "leaves", "leaves/s");
  for (int depth = 1; depth <= arguments.depth; ++depth) {
    const double start = thread_cpu_seconds();
    const std::uint64_t leaves = session->perft(depth);
    const double seconds = std::max(thread_cpu_seconds() - start, 1e-9);
    if (arguments.json) {
      counts.push_back({{"depth", depth}, {"leaves", leaves}, {"cpu_seconds", seconds}});
    } else {
      fmt::print("{:>5} {:>20} {:>14}\n", depth, leaves, grouped(static_cast<double>(leaves) / seconds));
      std::fflush(stdout);
    }
  }
  if (arguments.json) {
    const nlohmann::ordered_json all{
        {"game", session->game()}, {"options", session->options()}, {"played", session->moves()}, {"counts", counts}};
    fmt::print("{}\n", all.dump());
  }
}

}  // namespace

void add_perft(CommandLine& line) {
  Command command = line.add("perft", "count the move sequences of each length");
  const auto arguments = std::make_shared<PerftArguments>();
  arguments->game.add_to(command);
  arguments->game.add_moves_to(command);
  command.integer("--depth", arguments->depth, 1, 100, "the longest sequences to count");
  add_json(command, arguments->json);
  command.footer("Example:\n  banyan perft havannah --size 4 --depth 4");
  command.runs([=] { perft(*arguments); });
}

}  // namespace banyan::cli
