// SPDX-License-Identifier: MIT
// banyan store: what is in the store of games; to text files and back; one game alone, played again if asked.
#include "arena/store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "arena/exchange.h"
#include "arena/player_threads.h"
#include "arena/tally.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/figures.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/json.h"

namespace banyan::cli {
namespace {

using Json = nlohmann::ordered_json;

struct StoreArguments {
  std::string action, file;
  std::string store = "banyan.db";
  std::int64_t match = 0, number = -1;
  bool compact = false, again = false, sgf = false, json = false;
};

/// The line of the key with this name; empty where there is none.
std::string key_line(const std::string& key, std::string_view name) {
  for (const std::string_view line : split(key, '\n')) {
    if (line.substr(0, line.find(' ')) == name) return std::string(line.substr(line.find(' ') + 1));
  }
  return "";
}

StoredMatch find_match(Store& store, const StoreArguments& arguments) {
  const auto matches = store.matches();
  for (const StoredMatch& match : matches) {
    if (match.id == arguments.match || (arguments.match == 0 && matches.size() == 1)) return match;
  }
  throw UsageError(arguments.match == 0
                       ? fmt::format("which match? '{}' holds {}: say --match N, see 'banyan store list'",
                                     arguments.store, matches.size())
                       : fmt::format("--match {}: there is no such match in '{}'", arguments.match, arguments.store));
}

void list(const StoreArguments& arguments) {
  Store store(arguments.store, Store::Open::to_read);
  Json all = Json::array();
  for (const StoredMatch& match : store.matches()) {
    const MatchResult result = summarise(store.games(match.id, Store::all_games), Store::all_games);
    const Score& score = result.score;
    if (arguments.json) {
      all.push_back({{"match", match.id}, {"key", match.key}, {"games", match.games}});
      if (result.shares.empty()) {
        all.back().update({{"wins", score.wins}, {"draws", score.draws}, {"losses", score.losses}});
      }
      for (const Share& share : result.shares) all.back()["shares"].push_back(json_of(share));
      continue;
    }
    const std::string third = key_line(match.key, "c");
    fmt::print("{}{}  {}  openings {}  seed {}\n   A  {}\n   B  {}\n", all.empty() ? "" : "\n", match.id,
               key_line(match.key, "game"), key_line(match.key, "openings"), key_line(match.key, "seed"),
               key_line(match.key, "a"), key_line(match.key, "b"));
    if (!third.empty()) fmt::print("   C  {}\n", third);
    fmt::print("   {} games", match.games);
    if (third.empty()) fmt::print("  {}  {}", score_text(score), rate_text(score));
    for (std::size_t i = 0; i < result.shares.size(); ++i) fmt::print("  {} {}", "ABC"[i], rate_text(result.shares[i]));
    fmt::print("\n");
  }
  if (arguments.json) fmt::print("{}\n", one_line(all));
}

void export_games(Store& store, const StoreArguments& arguments) {
  std::vector<MatchId> ids;
  std::uint64_t games = 0;
  for (const StoredMatch& match : store.matches()) {
    if (arguments.match != 0 && match.id != find_match(store, arguments).id) continue;
    ids.push_back(match.id);
    games += match.games;
  }
  write_text_file(arguments.file, export_text(store, ids, arguments.compact ? ExportMoves::none : ExportMoves::all));
  fmt::print("wrote '{}': matches {}, games {}\n", arguments.file, ids.size(), games);
}

/// What a rescue had to leave out, the first ten games by their names.
std::string losses(const Store::Rescue& rescue) {
  const auto& lost = rescue.lost;
  if (lost.empty()) return rescue.names_all ? "every game could be read" : "left out games that cannot be counted";
  const std::size_t shown = std::min<std::size_t>(lost.size(), 10);
  return fmt::format("left out {}{}: {}{}", rescue.names_all ? "" : "at least ", lost.size(),
                     fmt::join(lost.begin(), lost.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     lost.size() > shown ? fmt::format(" and {} others", lost.size() - shown) : "");
}

void export_games(const StoreArguments& arguments) {
  if (arguments.file.empty()) throw UsageError("export where? Expected 'banyan store export FILE'");
  keep_standard_output_for({arguments.file});
  try {
    Store store(arguments.store, Store::Open::to_read);
    return export_games(store, arguments);
  } catch (const StoreDamage&) {
    // What follows reads the same file again, game by game.
  }
  const Store::Rescue rescue = Store::rescue(arguments.store);
  export_games(*rescue.whole, arguments);
  throw Error(fmt::format("the store '{}' is damaged: {}; 'banyan store import {}' brings what is whole into a new one",
                          arguments.store, losses(rescue), arguments.file));
}

void import_games(const StoreArguments& arguments) {
  if (arguments.file.empty()) throw UsageError("import what? Expected 'banyan store import FILE'");
  const std::string text = read_text_file(arguments.file);
  Store store(arguments.store);
  try {
    const ImportReport report = import_text(store, text);
    fmt::print("read '{}': matches {}, new games {}, known games {}\n", arguments.file, report.matches, report.added,
               report.known);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("'{}', {}", arguments.file, error.what()));
  }
}

GameRecord play_again(const Match& match, const GameRecord& stored) {
  for (const std::string& player : match.contest().players()) {
    if (!shares_tree(player)) continue;
    throw Error(
        fmt::format("game {} cannot be played again: {} threads of '{}' search one tree, and what one of them "
                    "finds depends on when the others come by",
                    stored.number, threads_of(player), printable(player.substr(0, player.find(':')))));
  }
  SearchControl control;
  const auto game = [&] {
    const StopOnInterrupt interrupt(control.stop);
    return match.play(stored.number, stored.opening, control, version_text());
  }();
  if (!game) throw Error("the game was interrupted");
  return *game;
}

/// A match may have settings that this version knows no more.
Match match_of(const StoredMatch& stored, const GameRecord& game) {
  try {
    return Match::from_key(stored.key);
  } catch (const UsageError& error) {
    throw Error(fmt::format("game {} needs banyan {}: {}", game.number, game.version, error.what()));
  }
}

void print_game(const Match& match, const GameRecord& game) {
  const Contest& contest = match.contest();
  const auto session = new_session(parse_spec(contest.game));
  fmt::print("{}, game {}, seed {}\n", contest.game, game.number, game.seed);
  const auto players = contest.players();
  const Seating seating = seating_of(game.players(), game.number);
  constexpr std::array<std::string_view, most_seats> places{"first", "second", "third"};
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    fmt::print("{:<11} {}\n", places[seat], printable(players[static_cast<std::size_t>(seating[seat])]));
  }
  std::vector<std::string> winners;
  for (int rest = game.winner; rest > 0; rest /= 10) winners.push_back(player_name(*session, rest % 10 - 1));
  std::reverse(winners.begin(), winners.end());
  fmt::print("winner      {}\n", winners.empty() ? "nobody" : fmt::format("{}", fmt::join(winners, " and ")));
  fmt::print("ending      {} at ply {}\n", printable(game.ending), game.plies);
  if (!game.opening.empty()) fmt::print("opening     {}\n", game.opening);
  fmt::print("moves       {}\n", game.moves.value_or("(not stored; --again plays them)"));
  fmt::print("played by   banyan {}\n", printable(game.version));
}

Json to_json(const Match& match, const GameRecord& game) {
  Json json{{"game", match.contest().game}, {"a", match.contest().a}, {"b", match.contest().b}};
  if (game.players() == 3) json["c"] = match.contest().c;
  json["number"] = game.number;
  json["first"] = game.seats().substr(0, 1);
  if (game.players() == 3) json["seats"] = game.seats();
  json.update({{"seed", game.seed},
               {"winner", game.winner},
               {"ending", game.ending},
               {"plies", game.plies},
               {"hash", fmt::format("{:016x}", game.hash)},
               {"opening", game.opening},
               {"moves", game.moves ? Json(*game.moves) : Json(nullptr)},
               {"seconds_a", game.seconds_a},
               {"seconds_b", game.seconds_b}});
  if (game.players() == 3) json["seconds_c"] = *game.seconds_c;
  json["version"] = game.version;
  json["finished"] = game.finished;
  return json;
}

void show_game(const StoreArguments& arguments) {
  if (arguments.number < 0) throw UsageError("which game? Expected --number N");
  Store store(arguments.store, Store::Open::to_read);
  const StoredMatch stored = find_match(store, arguments);
  const auto record = store.game(stored.id, static_cast<std::uint64_t>(arguments.number));
  if (!record) {
    throw UsageError(fmt::format("--number {}: match {} has no such game yet", arguments.number, stored.id));
  }
  const Match match = match_of(stored, *record);
  const GameRecord game = arguments.again ? play_again(match, *record) : *record;
  if (arguments.json) {
    fmt::print("{}\n", one_line(to_json(match, game)));
  } else if (arguments.sgf) {
    fmt::print("{}", to_sgf(match.contest(), game));
  } else {
    print_game(match, game);
  }
  if (game.hash != record->hash || game.winner != record->winner) {
    const bool is_same_build = build_of(record->version) == build_of(game.version);
    throw Error(fmt::format(
        "played again, game {} is another one: {}it was played with limits on time, or by a program that does not "
        "repeat itself",
        game.number,
        is_same_build ? ""
                      : fmt::format("it needs banyan {}, and this is banyan {}; or ", record->version, game.version)));
  }
}

void run_action(const StoreArguments& arguments) {
  if (arguments.action == "list") return list(arguments);
  if (arguments.action == "export") return export_games(arguments);
  if (arguments.action == "import") return import_games(arguments);
  if (arguments.action == "game") return show_game(arguments);
  throw UsageError(fmt::format("banyan store {}: expected list, export, import or game{}", arguments.action,
                               did_you_mean(arguments.action, {"list", "export", "import", "game"})));
}

}  // namespace

void add_store(CommandLine& line) {
  Command command = line.add("store", "look into stored games, export and import them, play one again");
  const auto arguments = std::make_shared<StoreArguments>();
  command.positional("ACTION", arguments->action, "list, export, import or game");
  command.positional("FILE", arguments->file, "of export and import: a text file; export takes - for standard output",
                     true);
  command.text("--store", arguments->store, "FILE", "the store");
  command.integer("--match", arguments->match, 0, 1'000'000'000, "of export and game: a number that list shows");
  command.integer("--number", arguments->number, -1, 1'000'000'000, "of game: its number in the match, from 0 on");
  command.flag("--compact", arguments->compact, "of export: leave out the moves");
  command.flag("--again", arguments->again, "of game: play it again from its seed, and compare");
  command.flag("--sgf", arguments->sgf, "of game: print SGF");
  add_json(command, arguments->json);
  command.footer("Example:\n  banyan store export results.txt\n  banyan store game --match 1 --number 17 --again");
  command.runs([=] { run_action(*arguments); });
}

}  // namespace banyan::cli
