// SPDX-License-Identifier: MIT
// banyan match: games between two players or three, in groups with the seats changed, or between many.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/run.h"
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

struct MatchArguments {
  GameArguments game;
  std::string a, b, c;
  std::vector<std::string> players;
  std::string schedule = "round-robin";
  std::optional<std::int64_t> games;
  std::int64_t seed = 1;
  std::int64_t concurrency = 1;
  std::string openings = "none";
  std::string sprt, until;
  std::int64_t max_plies = 0;
  std::string resign, clock;
  std::string store = "banyan.db";
  std::string csv, sgf, moves;
  bool json = false;
};

/// The players of a match, by their numbers among all.
using Entry = std::vector<std::size_t>;

double parse_share(const std::string& option, const std::string& text) {
  const bool is_percent = text.ends_with('%');
  const auto number = to_real(std::string_view(text).substr(0, text.size() - (is_percent ? 1 : 0)));
  const double share = number.value_or(-1) * (is_percent ? 0.01 : 1);
  if (share > 0 && share < 0.5) return share;
  throw UsageError(fmt::format("{} {}: expected a share between 0 and 50 %, such as 2%", option, text));
}

Adjudication parse_adjudication(const MatchArguments& arguments) {
  Adjudication rules{.max_plies = static_cast<std::uint64_t>(arguments.max_plies)};
  if (arguments.resign.empty()) return rules;
  const auto parts = split(arguments.resign, ',');
  const auto moves = parts.size() == 2 ? to_integer(parts[1]) : std::nullopt;
  if (!moves || *moves < 1 || *moves > 1000) {
    throw UsageError(fmt::format("--resign {}: expected VALUE,MOVES, such as 5%,3", arguments.resign));
  }
  rules.resign_value = parse_share("--resign", std::string(parts[0]));
  rules.resign_moves = static_cast<std::uint64_t>(*moves);
  return rules;
}

Openings parse_openings(const std::string& text) {
  if (text == "none") return {};
  if (text.starts_with("random:")) return Openings::from_text(text);
  try {
    return Openings::list(read_text_file(text));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--openings {}: {}", text, error.what()));
  }
}

std::vector<std::string> player_texts(const MatchArguments& arguments, const Session& session) {
  const bool is_for_three = session.players() == 3;
  const bool has_letters = !arguments.a.empty() || !arguments.b.empty() || !arguments.c.empty();
  if (has_letters && !arguments.players.empty()) {
    throw UsageError("--a and --b are two players, --player names each of several: say one or the other");
  }
  if (!is_for_three && !arguments.c.empty()) {
    throw UsageError(fmt::format("--c {}: {} has no seat for a third player", arguments.c, session.game()));
  }
  auto players = has_letters ? std::vector{arguments.a, arguments.b} : arguments.players;
  if (has_letters && is_for_three) players.push_back(arguments.c);
  const std::size_t seats = is_for_three ? 3 : 2;
  if (players.size() < seats || std::find(players.begin(), players.end(), "") != players.end()) {
    throw UsageError(
        fmt::format("a match {}needs {} players: --a SPEC --b SPEC{}, or --player SPEC for each of several",
                    is_for_three ? fmt::format("of {} ", session.game()) : "", is_for_three ? "three" : "two",
                    is_for_three ? " --c SPEC" : ""));
  }
  return players;
}

/// Every two of the players, or every three; of a gauntlet those with the first among them.
std::vector<Entry> entries(const std::string& schedule, std::size_t players, std::size_t seats) {
  if (schedule != "gauntlet" && schedule != "round-robin") {
    throw UsageError(fmt::format("--schedule {}: expected round-robin or gauntlet", schedule));
  }
  std::vector<Entry> all;
  for (std::size_t a = 0; a < (schedule == "gauntlet" ? 1 : players); ++a) {
    for (std::size_t b = a + 1; b < players; ++b) {
      if (seats == 2) all.push_back({a, b});
      for (std::size_t c = b + 1; seats == 3 && c < players; ++c) all.push_back({a, b, c});
    }
  }
  return all;
}

StopRules parse_rules(const MatchArguments& arguments, const Session& session) {
  const bool is_for_three = session.players() == 3;
  const std::int64_t games = arguments.games.value_or(is_for_three ? 102 : 100);
  if (!is_for_three && games % 2 != 0) {
    throw UsageError(fmt::format("--games {}: games come in pairs, expected an even number", games));
  }
  if (is_for_three && games % 6 != 0) {
    throw UsageError(fmt::format(
        "--games {}: games come in sixes, one for each order of three players; expected a multiple", games));
  }
  if (is_for_three && !arguments.sprt.empty()) {
    throw UsageError(fmt::format("--sprt {}: Elo is between two players, and {} has three; --until ends such a match",
                                 arguments.sprt, session.game()));
  }
  if (is_for_three && !arguments.sgf.empty()) {
    throw UsageError(fmt::format("--sgf {}: SGF knows two colours, and {} has three players; --moves writes any game",
                                 arguments.sgf, session.game()));
  }
  StopRules rules{.games = static_cast<std::uint64_t>(games)};
  if (!arguments.sprt.empty()) rules.sprt = parse_sprt(arguments.sprt);
  if (!arguments.until.empty()) rules.until = parse_share("--until", arguments.until);
  return rules;
}

/// "312/600  +170 =0 -142  54.5 % [48.9, 60.0]  Elo +31 ±39  LOS 94.2 %  LLR ..  311 distinct  8.3 games/s  35 s left"
std::string live_line(const RunProgress& progress) {
  std::uint64_t done = 0, wanted = 0, distinct = 0;
  for (const Tally& tally : progress.tallies) {
    const std::uint64_t games = tally.so_far().score.games();
    done += games;
    wanted += tally.is_over() ? games : tally.rules().games;
    distinct += tally.so_far().distinct.size();
  }
  std::string line = fmt::format("{}/{}", done, wanted);
  if (progress.tallies.size() == 1 && !progress.tallies[0].so_far().shares.empty()) {
    const auto& shares = progress.tallies[0].so_far().shares;
    for (std::size_t i = 0; i < shares.size(); ++i) line += fmt::format("  {} {}", "ABC"[i], rate_text(shares[i]));
  } else if (progress.tallies.size() == 1) {
    const Tally& tally = progress.tallies[0];
    const MatchResult& result = tally.so_far();
    const Figures figures{.score = result.score, .pairs = result.pairs, .sprt = tally.rules().sprt};
    line += fmt::format("  {}  {}  Elo {}  LOS {:.1f} %", score_text(result.score),
                        rate_text(result.score, result.pairs), elo_text(figures.elo()), 100 * figures.superiority());
    if (figures.sprt) line += "  " + sprt_text(*figures.sprt, figures.ratio());
  }
  const double speed = static_cast<double>(progress.played) / std::max(progress.seconds, 1e-9);
  return line + fmt::format("  {} distinct  {:.1f} games/s  {} left", distinct, speed,
                            duration_text(static_cast<double>(wanted - done) / speed));
}

Json to_json(const Match& match, const Tally& tally, const MatchResult& result) {
  Json json{{"game", match.contest().game}, {"a", match.contest().a}, {"b", match.contest().b}};
  if (match.players() == 3) json["c"] = match.contest().c;
  json["over"] = tally.is_over();
  if (match.clock()) json["clock"] = clock_text(*match.clock());
  json.update(json_of(result, match.players(), tally.rules().sprt));
  return json;
}

void print_match(const Match& match, const Tally& tally, const MatchResult& result) {
  const bool is_of_three = match.players() == 3;
  fmt::print("{}\nA  {}\nB  {}\n", match.contest().game, match.contest().a, match.contest().b);
  if (is_of_three) fmt::print("C  {}\n", match.contest().c);
  fmt::print("\n");
  if (match.clock()) fmt::print("clock       {} s for each player's game\n", clock_text(*match.clock()));
  fmt::print("games       {}{}, {} distinct\n", grouped(result.score.games()),
             tally.is_over() ? "" : fmt::format(" of {}", grouped(tally.rules().games)),
             grouped(std::uint64_t{result.distinct.size()}));
  if (is_of_three) {
    print_shares(result.shares);
  } else {
    print_figures({.score = result.score, .pairs = result.pairs, .sprt = tally.rules().sprt});
    fmt::print("A first     {}, {}\n", score_text(result.as_first), rate_text(result.as_first));
    fmt::print("A second    {}, {}\n", score_text(result.as_second), rate_text(result.as_second));
  }
  for (std::string_view heading = "ended by"; const auto& [ending, score] : result.endings) {
    fmt::print("{:<11} {}: {} ({})\n", heading, printable(ending), score.games(), score_text(score));
    heading = "";
  }
  fmt::print("length      {:.1f} plies\n", per_game(static_cast<double>(result.plies), result));
  fmt::print("time        A {:.3f} s, B {:.3f} s{} per game\n", per_game(result.seconds_a, result),
             per_game(result.seconds_b, result),
             is_of_three ? fmt::format(", C {:.3f} s", per_game(result.seconds_c, result)) : "");
  if (result.versions.size() > 1) {
    for (std::string_view heading = "played by"; const auto& [version, games] : result.versions) {
      fmt::print("{:<11} banyan {}: {}\n", heading, printable(version), games);
      heading = "";
    }
  }
}

struct Standing {
  std::string player;
  Score score;
  Pairs pairs;
  Share share;  // where three play, in place of the two before it

  double rate() const { return share.games() > 0 ? share.rate() : score.rate(); }
};

/// Each player's games against all others, best first.
std::vector<Standing> standings(const std::vector<std::string>& players, const std::vector<Entry>& schedule,
                                const std::vector<MatchResult>& results) {
  std::vector<Standing> all;
  for (const std::string& player : players) all.push_back({player, {}, {}, {}});
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    for (std::size_t k = 0; k < results[i].shares.size(); ++k) all[schedule[i][k]].share += results[i].shares[k];
    if (!results[i].shares.empty()) continue;
    const Score& score = results[i].score;
    const Pairs& pairs = results[i].pairs;
    Standing& a = all[schedule[i][0]];
    Standing& b = all[schedule[i][1]];
    a.score = {a.score.wins + score.wins, a.score.draws + score.draws, a.score.losses + score.losses};
    b.score = {b.score.wins + score.losses, b.score.draws + score.draws, b.score.losses + score.wins};
    for (std::size_t points = 0; points < pairs.size(); ++points) {
      a.pairs[points] += pairs[points];
      b.pairs[points] += pairs[pairs.size() - 1 - points];
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Standing& x, const Standing& y) { return x.rate() > y.rate(); });
  return all;
}

void print_standings(const std::vector<Standing>& standings) {
  std::size_t width = 6;
  for (const Standing& standing : standings) width = std::max(width, standing.player.size());
  const bool is_of_three = standings[0].share.games() > 0;
  fmt::print("\n{:<{}}  {:>8}  {:<18} {}\n", "player", width, "games", "score",
             is_of_three ? "points [95 %, sixes]" : "win rate [95 %, pairs]");
  for (const auto& [player, score, pairs, share] : standings) {
    const Score shown = is_of_three ? Score{share.wins, share.shared, share.losses} : score;
    fmt::print("{:<{}}  {:>8}  {:<18} {}\n", printable(player), width, shown.games(), score_text(shown),
               is_of_three ? rate_text(share) : rate_text(score, pairs));
  }
}

void write_records(const MatchArguments& arguments, const std::vector<Match>& matches,
                   const std::vector<std::vector<GameRecord>>& games) {
  std::string csv = "match," + csv_header(matches[0].players()), sgf, plain;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    for (const GameRecord& game : games[i]) {
      csv += fmt::format("{},{}", i + 1, to_csv(game));
      if (!arguments.sgf.empty()) sgf += to_sgf(matches[i].contest(), game);
      plain += game.opening + (game.opening.empty() ? "" : " ") + game.moves.value_or("") + '\n';
    }
  }
  if (!arguments.csv.empty()) write_text_file(arguments.csv, csv);
  if (!arguments.sgf.empty()) write_text_file(arguments.sgf, sgf);
  if (!arguments.moves.empty()) write_text_file(arguments.moves, plain);
}

void match(const MatchArguments& arguments) {
  keep_standard_output_for({arguments.csv, arguments.sgf, arguments.moves});
  const auto session = new_session(parse_spec(arguments.game.text()));
  const auto players = player_texts(arguments, *session);
  const auto schedule = entries(arguments.schedule, players.size(), session->players() == 3 ? 3 : 2);
  RunSettings settings{.rules = parse_rules(arguments, *session),
                       .concurrency = static_cast<int>(arguments.concurrency),
                       .version = version_text()};
  MatchSettings common{.game = arguments.game.text(),
                       .openings = parse_openings(arguments.openings),
                       .seed = static_cast<std::uint64_t>(arguments.seed),
                       .adjudication = parse_adjudication(arguments)};
  if (!arguments.clock.empty()) common.clock = read_clock(arguments.clock);
  std::vector<Match> matches;
  for (const Entry& entry : schedule) {
    common.a = players[entry[0]];
    common.b = players[entry[1]];
    if (entry.size() == 3) common.c = players[entry[2]];
    matches.emplace_back(common);
  }

  Store store(arguments.store);
  RunControl control;
  const std::vector<Tally> tallies = [&] {
    const EndRunOnInterrupt interrupt(control);
    StatusLine status;
    ThreadNote threads(settings.concurrency);
    note_crowding(matches, settings.concurrency);
    return run_matches(matches, settings, store, control, [&](const RunProgress& progress) {
      threads.look(progress.concurrency);
      if (status.is_visible() && !control.finish) status.show(live_line(progress));
    });
  }();

  std::vector<std::vector<GameRecord>> games;
  std::vector<MatchResult> results;
  bool is_over = true;
  std::uint64_t finished = 0;
  Json json = Json::array();
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const std::uint64_t end = tallies[i].is_over() ? tallies[i].end() : settings.rules.games;
    games.push_back(store.games(store.add(matches[i]), end));
    results.push_back(summarise(games[i], end));
    is_over = is_over && tallies[i].is_over();
    finished += results[i].score.games();
    if (arguments.json) {
      json.push_back(to_json(matches[i], tallies[i], results[i]));
    } else {
      if (i > 0) fmt::print("\n");
      print_match(matches[i], tallies[i], results[i]);
    }
  }
  const auto table = standings(players, schedule, results);
  if (arguments.json) {
    Json all = Json::array();
    for (const auto& [player, score, pairs, share] : table) {
      all.push_back(session->players() == 3 ? json_of(share) : json_of(score));
      all.back()["player"] = player;
    }
    fmt::print("{}\n", one_line({{"matches", json}, {"standings", all}}));
  } else if (matches.size() > 1) {
    print_standings(table);
  }
  write_records(arguments, matches, games);
  if (!is_over) {
    throw Error(fmt::format("interrupted; {} games are in '{}', and the same command goes on from there", finished,
                            arguments.store));
  }
}

}  // namespace

void add_match(CommandLine& line) {
  Command command = line.add("match", "play many games between players and say who is stronger");
  const auto arguments = std::make_shared<MatchArguments>();
  arguments->game.add_as_option_to(command);
  command.text("--a", arguments->a, "SPEC", R"(a player: name:key=value,..., gtp:"command args" or uhp:"..")");
  command.text("--b", arguments->b, "SPEC", "its opponent");
  command.text("--c", arguments->c, "SPEC", "the third player, in games for three");
  command.texts("--player", arguments->players, "SPEC", "instead of --a and --b: one of several players");
  command.text("--schedule", arguments->schedule, "TEXT", "of several: round-robin, or gauntlet of the first");
  command.integer("--games", arguments->games, 2, 10'000'000, "games of each match, at most; 100, of three 102");
  add_seed(command, arguments->seed);
  command.integer("--concurrency", arguments->concurrency, 1, 1024, "games at a time");
  command.text("--openings", arguments->openings, "FILE|random:K", "a list, or K random plies");
  command.text("--sprt", arguments->sprt, "ELO0,ELO1", "stop when one difference in Elo is accepted");
  command.text("--until", arguments->until, "SHARE", "stop when the win rate is known within this: 2%");
  command.integer("--max-plies", arguments->max_plies, 0, 1'000'000, "longer games are drawn; 0 = never");
  command.text("--resign", arguments->resign, "VALUE,N", "end games both players agree on: 5%,3");
  command.text("--clock", arguments->clock, "SECONDS", "each player's for a whole game; cpu:SECONDS of the processor");
  command.text("--store", arguments->store, "FILE", "where games are kept, and found again");
  command.text("--csv", arguments->csv, "FILE", "write a table of the games");
  command.text("--sgf", arguments->sgf, "FILE", "write the games as SGF");
  command.text("--moves", arguments->moves, "FILE", "write the games as plain moves");
  add_json(command, arguments->json);
  command.footer(
      "Games come in pairs with sides swapped, where three play in sixes, one for each order. The same command goes\n"
      "on where it was stopped. Ctrl-C finishes the running games, a second one drops them. FILE may be - for\n"
      "standard output; the report then goes to standard error.\n\n"
      "Example:\n"
      "  banyan match --game havannah --size 5 --a rave:iterations=1000 --b uct:iterations=1000 --games 200\n"
      "  banyan match --game cards3 --a uct:iterations=300 --b uct:iterations=100 --c maxn:iterations=1000 --games 60");
  command.runs([=] { match(*arguments); });
}

}  // namespace banyan::cli
