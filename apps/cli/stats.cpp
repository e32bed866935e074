// SPDX-License-Identifier: MIT
// banyan stats: the figures of a match from its counts.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/figures.h"
#include "core/error.h"
#include "core/text.h"

namespace banyan::cli {
namespace {

constexpr std::int64_t most = 1'000'000'000'000;

struct StatsArguments {
  std::int64_t wins = 0, draws = 0, losses = 0;
  std::string pairs, sprt;
  bool json = false;
};

Pairs parse_pairs(const std::string& text) {
  Pairs pairs{};
  const auto parts = split(text, ',');
  bool fits = parts.size() == pairs.size();
  for (std::size_t i = 0; fits && i < pairs.size(); ++i) {
    const auto count = to_integer(parts[i]);
    fits = count && *count >= 0 && *count <= most;
    if (fits) pairs[i] = static_cast<std::uint64_t>(*count);
  }
  if (fits) return pairs;
  throw UsageError(fmt::format("--pairs {}: expected five counts, of pairs with 0, 1/2, 1, 3/2 and 2 points", text));
}

void stats(const StatsArguments& arguments) {
  Figures figures{.score = {static_cast<std::uint64_t>(arguments.wins), static_cast<std::uint64_t>(arguments.draws),
                            static_cast<std::uint64_t>(arguments.losses)},
                  .pairs = {},
                  .sprt = {}};
  if (figures.score.games() == 0) throw UsageError("no games: expected --wins, --draws or --losses above 0");
  if (!arguments.pairs.empty()) {
    const Pairs pairs = figures.pairs.emplace(parse_pairs(arguments.pairs));
    const std::uint64_t games = 2 * (pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4]);
    const std::uint64_t half_points = pairs[1] + 2 * pairs[2] + 3 * pairs[3] + 4 * pairs[4];
    if (games != figures.score.games() || half_points != 2 * figures.score.wins + figures.score.draws) {
      throw UsageError(fmt::format("--pairs {}: these are {} games with {} points, the others {} with {}",
                                   arguments.pairs, games, 0.5 * static_cast<double>(half_points),
                                   figures.score.games(), figures.score.points()));
    }
  }
  if (!arguments.sprt.empty()) figures.sprt = parse_sprt(arguments.sprt);
  if (arguments.json) {
    nlohmann::ordered_json json;
    add_figures(json, figures);
    fmt::print("{}\n", json.dump());
  } else {
    print_figures(figures);
  }
}

}  // namespace

void add_stats(CommandLine& line) {
  Command command = line.add("stats", "win rate, Elo, superiority and SPRT from counts");
  const auto arguments = std::make_shared<StatsArguments>();
  command.integer("--wins", arguments->wins, 0, most, "games won");
  command.integer("--draws", arguments->draws, 0, most, "games drawn");
  command.integer("--losses", arguments->losses, 0, most, "games lost");
  command.text("--pairs", arguments->pairs, "N,N,N,N,N", "the same games as pairs, by points: 0, 1/2, 1, 3/2, 2");
  command.text("--sprt", arguments->sprt, "ELO0,ELO1", "test one difference in Elo against the other");
  add_json(command, arguments->json);
  command.footer(
      "docs/arena.md explains the figures.\n\nExample:\n  banyan stats --wins 128 --draws 0 --losses 22 --sprt 0,20");
  command.runs([=] { stats(*arguments); });
}

}  // namespace banyan::cli
