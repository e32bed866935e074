// SPDX-License-Identifier: MIT
// banyan search: one search of one position, and everything it found.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/json.h"

namespace banyan::cli {
namespace {

struct SearchArguments {
  GameArguments game;
  std::string position;
  std::string player;
  std::string only;
  std::int64_t seed = 1;
  std::int64_t top = 10;
  std::string show;
  bool json = false;
  bool ascii = false;
};

double per_second(const SearchReport& report) {
  return static_cast<double>(report.iterations) / std::max(report.cpu_seconds, 1e-9);
}

void print_json(const Session& session, const EnginePlayer& player, const SearchArguments& arguments,
                const std::vector<std::string>& dealt, const SearchReport& report) {
  const auto seed = static_cast<std::uint64_t>(arguments.seed);
  fmt::print("{}\n", search_json(session, player, seed, dealt, report).dump());
}

void print_table(const Screen& screen, const SearchReport& report, std::size_t top) {
  const bool has_amaf =
      std::any_of(report.moves.begin(), report.moves.end(), [](const MoveReport& m) { return m.amaf_visits > 0; });
  std::size_t width = 8;
  for (const MoveReport& move : report.moves) width = std::max(width, move.move.size());
  screen.print("\n  {:<{}} {:>12} {:>12}", "move", width, report.depth > 0 ? "leaves" : "visits", "value");
  if (has_amaf) screen.print("{:>14} {:>12}", "AMAF visits", "AMAF value");
  screen.print("\n");
  for (std::size_t i = 0; i < std::min(top, report.moves.size()); ++i) {
    const MoveReport& move = report.moves[i];
    const std::string value = value_text(report, move);
    screen.print("  {:<{}} {:>12} {:>12}", move.move, width, grouped(move.visits), value);
    if (has_amaf) screen.print("{:>14} {:>12}", grouped(move.amaf_visits), value_text(move.amaf_value, {}));
    screen.print("\n");
  }
  if (report.moves.size() > top) screen.print("  and {} more (--top)\n", report.moves.size() - top);
}

/// The game's option 'start', whose values are positions that have a name; null where there are none.
const ParamInfo* named_positions(std::string_view game) {
  for (const GameInfo& info : games()) {
    if (info.name != game) continue;
    for (const ParamInfo& option : info.options) {
      if (option.name == "start") return &option;
    }
  }
  return nullptr;
}

void print_text(const Session& session, const EnginePlayer& player, const SearchArguments& arguments,
                const std::vector<std::string>& dealt, const SearchReport& report) {
  const Screen screen = standard_output(arguments.ascii);
  const bool colours = screen.colours;
  screen.print("{}, ply {}, {} to move\n", short_text(session), session.moves().size() + 1,
               player_sign(session, session.to_move(), colours));
  screen.print("{}\n", dim(player.settings(), colours));
  if (!dealt.empty()) {
    screen.print("seed {} has dealt {}\n", arguments.seed, join({dealt.begin(), dealt.end()}, " "));
    if (const ParamInfo* positions = named_positions(session.game())) {
      std::vector<std::string_view> names(positions->choices.begin(), positions->choices.end());
      std::erase(names, positions->default_value);
      screen.print("(--seed deals others; --position {} is a fixed position)\n", join(names, " or "));
    }
  }
  screen.print("\n");
  Marks marks{.suggested = report.best_move};
  if (!arguments.show.empty()) marks.pruned = report.pruned;
  screen.print("{}\n", render(session.board(), marks, colours));
  if (!arguments.show.empty()) screen.print("pruned      {} moves, marked x\n", report.pruned.size());
  if (const auto score = session.score()) screen.print("score       {} so far\n", *score);
  screen.print("best move   {}\n", bold(report.best_move, colours));
  const std::string whose = session.players() > 1 ? " for " + player_name(session, session.to_move()) : "";
  screen.print("value       {}{}\n", value_text(report), whose);
  if (report.depth > 0) {
    screen.print("searched    {} turn{}, {} leaves\n", report.depth, report.depth == 1 ? "" : "s",
                 grouped(report.leaves));
  } else {
    screen.print("visits      {}\n", visits_text(report));
  }
  const auto& line = report.principal_variation;
  screen.print("variation   {}\n", variation_text({line.begin(), line.end()}));
  screen.print("stopped by  {} after {:.2f} s\n", report.stopped_by, report.wall_seconds);
  if (report.depth > 0) {
    const double seconds = std::max(report.cpu_seconds, 1e-9);
    screen.print("speed       {} leaves per CPU-second", grouped(static_cast<double>(report.leaves) / seconds));
  } else {
    screen.print("speed       {} playouts per CPU-second", grouped(per_second(report)));
  }
  if (report.nodes > 0) {
    screen.print("; {} nodes, {:.1f} MB", grouped(report.nodes), static_cast<double>(report.bytes) / 1e6);
  }
  screen.print("\n");
  if (report.missing_threads > 0) {
    screen.print("threads     only {} of {} could be started\n", report.threads,
                 report.threads + report.missing_threads);
  }
  if (report.memory_is_full) screen.print("memory      used up: the tree grows no further (a larger memory=)\n");
  if (arguments.top > 0) print_table(screen, report, static_cast<std::size_t>(arguments.top));
}

/// A named position is a value of the game's option 'start'; anything else is the file of a saved game.
std::unique_ptr<Session> begin(const SearchArguments& arguments) {
  if (arguments.position.empty()) return arguments.game.begin();
  GameArguments game = arguments.game;
  const std::string name = game.spec().name;
  if (const ParamInfo* positions = named_positions(name)) {
    const auto& named = positions->choices;
    if (std::find(named.begin(), named.end(), arguments.position) != named.end()) {
      game.start = arguments.position;
      return game.begin();
    }
    const bool looks_like_a_path = arguments.position.find_first_of("/.") != std::string::npos;
    if (!looks_like_a_path && !std::filesystem::exists(arguments.position)) {
      const std::vector<std::string_view> names(named.begin(), named.end());
      throw UsageError(fmt::format("--position '{}': there is no such file, and {} has no such position{}; it has {}",
                                   arguments.position, name, did_you_mean(arguments.position, names),
                                   join(names, ", ")));
    }
  }
  game.file = arguments.position;
  game.file_option = "--position";
  return game.begin();
}

void search(const SearchArguments& arguments) {
  const auto session = begin(arguments);
  const auto dealt = let_chance_play(*session, static_cast<std::uint64_t>(arguments.seed));
  const std::string spec = arguments.player.empty() ? default_player(session->game()) : arguments.player;
  const auto player = session->new_player(parse_spec(spec), static_cast<std::uint64_t>(arguments.seed));
  if (player->params().ponder) {
    throw UsageError(fmt::format("--player {}: ponder=true is for games, where there is an opponent", printable(spec)));
  }
  if (!arguments.show.empty() && arguments.show != "pruned") {
    throw UsageError(fmt::format("--show: expected pruned, not '{}'", printable(arguments.show)));
  }
  SearchControl control;
  for (const std::string_view move : split_moves(arguments.only)) control.only.emplace_back(move);
  const SearchReport report = [&] {
    const StopOnInterrupt interrupt(control.stop, EndedBy::anybody);
    ProgressLine line;
    if (line.is_visible()) control.progress = [&](const SearchReport& now) { line.show(now); };
    return player->search(*session, control);
  }();
  const auto print = arguments.json ? print_json : print_text;
  print(*session, *player, arguments, dealt, report);
}

}  // namespace

void add_search(CommandLine& line) {
  Command command = line.add("search", "search one position and print what was found");
  const auto arguments = std::make_shared<SearchArguments>();
  arguments->game.add_to(command);
  arguments->game.add_moves_to(command);
  command.text("--position", arguments->position, "FILE|NAME",
               "a saved game, or a position that has a name, as 'reference' of cards");
  command.text("--player", arguments->player, "SPEC", "who searches: name:key=value,... (see 'banyan params')");
  add_seed(command, arguments->seed);
  command.text("--only", arguments->only, "MOVES", "look at these moves and no others: \"a1 c3\"");
  command.text("--show", arguments->show, "pruned", "mark on the board what the playouts avoid at the root");
  command.integer("--top", arguments->top, 0, 1'000'000, "moves to list");
  add_json(command, arguments->json);
  add_ascii(command, arguments->ascii);
  command.footer(
      "Ctrl-C, SIGTERM or SIGHUP end the search and print what it has found.\n\n"
      "Example:\n  banyan search havannah --size 6 --player rave:iterations=10000 --seed 1");
  command.runs([=] { search(*arguments); });
}

}  // namespace banyan::cli
