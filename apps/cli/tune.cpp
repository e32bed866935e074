// SPDX-License-Identifier: MIT
// banyan tune: finds good parameters of a player by games against a fixed opponent.
#include "arena/tune.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "arena/run.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/figures.h"
#include "cli/ranks.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/error.h"
#include "engine/catalogue.h"

namespace banyan::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_points = 4096;

struct TuneArguments {
  GameArguments game;
  std::string player, over, against;
  std::int64_t games = 2000;
  std::int64_t points = 5;
  std::int64_t seed = 1;
  std::int64_t concurrency = 0;
  std::string openings = "none";
  std::string store = "banyan.db";
  bool json = false;
};

const std::vector<ParamInfo>& params_of(const Spec& player) {
  check_player(player);
  const auto& all = algorithms();
  return std::find_if(all.begin(), all.end(), [&](const AlgorithmInfo& info) { return info.name == player.name; })
      ->params;
}

/// "r=130 k=0": what tells a point from the others.
std::string point_text(const Spec& spec, std::size_t axes) {
  std::string text;
  for (std::size_t i = spec.values.size() - axes; i < spec.values.size(); ++i) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", spec.values[i].first, spec.values[i].second);
  }
  return text;
}

std::string live_line(std::size_t candidates, const RunProgress& progress) {
  std::uint64_t done = 0, wanted = 0;
  for (const Tally& tally : progress.tallies) {
    done += tally.so_far().score.games();
    wanted += tally.rules().games;
  }
  return fmt::format("{} points left: {}/{} games  {:.1f} games/s", candidates, done, wanted,
                     static_cast<double>(progress.played) / std::max(progress.seconds, 1e-9));
}

void print_result(const TuneResult& result, const std::vector<Spec>& grid, std::size_t axes) {
  std::size_t width = 5;
  for (const Spec& spec : grid) width = std::max(width, point_text(spec, axes).size());
  fmt::print("{:<{}}  {:>6}  {:>7}  {}\n", "point", width, "rounds", "games", "win rate [95 %, pairs]");
  for (const std::size_t i : result.order) {
    if (result.rounds[i] == 0) continue;
    fmt::print("{:<{}}  {:>6}  {:>7}  {}\n", point_text(grid[i], axes), width, result.rounds[i],
               result.scores[i].score.games(), rate_text(result.scores[i].score, result.scores[i].pairs));
  }
  if (result.is_over) fmt::print("\nbest        {}\n", grid[result.order[0]].text());
}

void print_json(const TuneResult& result, const std::vector<Spec>& grid) {
  Json points = Json::array();
  for (const std::size_t i : result.order) {
    Json point{{"player", grid[i].text()}, {"rounds", result.rounds[i]}};
    add_figures(point, {.score = result.scores[i].score, .pairs = result.scores[i].pairs, .sprt = {}});
    points.push_back(std::move(point));
  }
  const Json best = result.is_over ? Json(grid[result.order[0]].text()) : Json(nullptr);
  fmt::print("{}\n", Json{{"over", result.is_over}, {"best", best}, {"points", points}}.dump());
}

void tune(const TuneArguments& arguments) {
  if (arguments.player.empty() || arguments.over.empty()) {
    throw UsageError("tune what? Expected --player SPEC and --over NAME=LOW:HIGH,..");
  }
  const Spec player = resolve_player(parse_spec(arguments.player));
  const auto axes = parse_axes(arguments.over, params_of(player), static_cast<int>(arguments.points));
  const auto grid = grid_of(player, axes);
  if (grid.size() < 2 || grid.size() > most_points) {
    throw UsageError(fmt::format("--over {}: {} points, expected 2 to {}", arguments.over, grid.size(), most_points));
  }
  const auto budget = static_cast<std::uint64_t>(arguments.games);
  if (budget < least_games(grid.size())) {
    throw UsageError(fmt::format("--games {}: {} points need {} at least, and many more to be told apart", budget,
                                 grid.size(), least_games(grid.size())));
  }
  if (const auto session = new_session(parse_spec(arguments.game.text())); session->players() > 2) {
    throw UsageError(
        fmt::format("tune plays one player against another, and {} has {}", session->game(), session->players()));
  }
  MatchSettings common{.game = arguments.game.text(),
                       .a = {},
                       .b = arguments.against.empty() ? arguments.player : arguments.against,
                       .openings = Openings::from_text(arguments.openings),
                       .seed = static_cast<std::uint64_t>(arguments.seed)};
  std::vector<Match> matches;
  for (const Spec& spec : grid) {
    common.a = spec.text();
    matches.emplace_back(common);
  }
  matches.front().try_players();

  Store store(arguments.store);
  RunSettings settings{.version = version_text()};
  settings.concurrency = games_at_a_time(arguments.concurrency);
  RunControl control;
  const TuneResult result = [&] {
    const EndRunOnInterrupt interrupt(control);
    StatusLine line;
    ThreadNote threads(settings.concurrency);
    note_crowding(matches, settings.concurrency);
    return sequential_halving(grid.size(), budget, [&](const std::vector<std::size_t>& points, std::uint64_t games) {
      std::vector<Match> left;
      for (const std::size_t i : points) left.push_back(matches[i]);
      settings.rules.games = games;
      const auto tallies = run_matches(left, settings, store, control, [&](const RunProgress& progress) {
        threads.look(progress.concurrency);
        if (line.is_visible() && !control.finish) line.show(live_line(points.size(), progress));
      });
      std::optional<std::vector<TuneScore>> scores(std::in_place);
      for (const Tally& tally : tallies) {
        if (!tally.is_over()) return std::optional<std::vector<TuneScore>>();
        scores->push_back({tally.so_far().score, tally.so_far().pairs});
      }
      return scores;
    });
  }();
  arguments.json ? print_json(result, grid) : print_result(result, grid, axes.size());
  if (!result.is_over) {
    throw Error(
        fmt::format("interrupted; the games are in '{}', and the same command goes on from there", arguments.store));
  }
}

}  // namespace

void add_tune(CommandLine& line) {
  Command command = line.add("tune", "find good parameters of a player by playing");
  const auto arguments = std::make_shared<TuneArguments>();
  arguments->game.add_as_option_to(command);
  command.text("--player", arguments->player, "SPEC", "the player to tune: name:key=value,...");
  command.text("--over", arguments->over, "LIST", "its parameters: r=20:500,k=0|0.1,solver");
  command.text("--against", arguments->against, "SPEC", "the opponent of every point; unless said, --player as it is");
  command.integer("--games", arguments->games, 2, 10'000'000, "of all points together, at most");
  command.integer("--points", arguments->points, 2, 1000, "values of a range");
  add_seed(command, arguments->seed);
  command.integer("--concurrency", arguments->concurrency, 0, 1024, "games at a time; 0 = one for each core");
  command.text("--openings", arguments->openings, "none|random:K", "K random plies");
  command.text("--store", arguments->store, "FILE", "where games are kept, and found again");
  add_json(command, arguments->json);
  command.footer(
      "Sequential halving over the grid: the better half of the points goes on with twice as many games. The winner\n"
      "was chosen for its rate, which is too good therefore: measure it again with 'banyan match' and another --seed.\n"
      "The same command goes on where it was stopped.\n\n"
      "Example:\n  banyan tune --game havannah --size 5 --player rave:iterations=500 --over r=20:500,k=0:1 --games "
      "2000");
  command.runs([=] { tune(*arguments); });
}

}  // namespace banyan::cli
