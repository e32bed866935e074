// SPDX-License-Identifier: MIT
#include "arena/experiment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "arena/exchange.h"
#include "arena/grid_file.h"
#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

constexpr std::uint64_t most_games = 10'000'000;
constexpr std::uint64_t most_plies = 1'000'000;

class ExperimentReader {
 public:
  explicit ExperimentReader(const toml::table& file) : file_(file, "the experiment") {}

  Experiment read() {
    experiment_.title = file_.title();
    experiment_.source = file_.text("source").value_or("");
    experiment_.text = file_.text("text").value_or("");
    experiment_.is_corrected = file_.get<bool>("corrected", "true or false").value_or(false);
    seed_ = file_.count("seed", 0, static_cast<std::uint64_t>(INT64_MAX)).value_or(1);
    openings_ = file_.text("openings").value_or("none");
    if (openings_ != "none" && !openings_.starts_with("random:")) file_.fail("openings", "none or random:PLIES");
    read_players();
    file_.for_each_table("grid", [this](Section section) { read_grid(std::move(section)); });
    file_.expect_no_others();
    return std::move(experiment_);
  }

 private:
  void read_players() {
    const toml::node* node = file_.take("players");
    if (node == nullptr || !node->is_table()) file_.fail("players", "a table of names and players");
    Section section(*node->as_table(), "[players]");
    for (const std::string& name : section.others()) {
      experiment_.players.emplace_back(name, section.text(name).value());
    }
  }

  void read_grid(Section section) {
    const std::size_t panel = read_panel(section, experiment_.panels);
    const std::string game = section.text("game").value_or("");
    if (game.empty()) section.fail("game", "a game, such as \"havannah:size=6\"");
    const std::string clock = section.text("clock").value_or("");
    const auto games = section.count("games", 2, most_games);
    if (!games || *games % 2 != 0) section.fail("games", "an even number: games come in pairs");
    const std::uint64_t max_plies = section.count("max_plies", 1, most_plies).value_or(0);
    const std::uint64_t published_games = section.count("paper_games", 1, most_games).value_or(0);
    const auto published = read_published(section, "percentages", 100);

    const std::vector<Values> grid = span_grid(section, experiment_.cells.size());
    for (const char* key : {"a", "b"}) {
      if (find_value(grid[0], key) == nullptr) section.fail(key, "a player");
    }
    check_published(section, published, grid.size());

    Templates templates(experiment_.players, section.place());
    for (std::size_t index = 0; index < grid.size(); ++index) {
      Cell cell{.panel = panel, .variables = grid[index], .games = *games};
      cell.match = {.game = templates.fill(game, cell.variables),
                    .a = templates.player(*find_value(cell.variables, "a"), cell.variables),
                    .b = templates.player(*find_value(cell.variables, "b"), cell.variables),
                    .openings = Openings::from_text(openings_),
                    .seed = seed_,
                    .adjudication = {.max_plies = max_plies}};
      if (!clock.empty()) cell.match.clock = read_clock(section, templates.fill(clock, cell.variables));
      if (!published.empty() && !std::isnan(published[index])) {
        cell.published = Published{.rate = published[index] / 100, .games = published_games};
      }
      experiment_.cells.push_back(std::move(cell));
    }
    if (find_value(grid[0], "c") != nullptr && !templates.has_used("c")) {
      if (*games % games_of_group(3) != 0) section.fail("games", "a multiple of six: games of three come in sixes");
      for (std::size_t i = experiment_.cells.size() - grid.size(); i < experiment_.cells.size(); ++i) {
        Cell& cell = experiment_.cells[i];
        cell.match.c = templates.player(*find_value(cell.variables, "c"), cell.variables);
      }
    }
    for (const auto& [key, value] : grid[0]) {
      const bool is_player = key == "a" || key == "b" || (key == "c" && !experiment_.cells.back().match.c.empty());
      if (!is_player && !templates.has_used(key)) {
        throw UsageError(
            fmt::format("{}: no player and no game uses '{}'{}", section.place(), key, section.meant(key)));
      }
    }
    const std::string& x = experiment_.panels[panel].x;
    if (!x.empty() && find_value(experiment_.cells.back().variables, x) == nullptr) {
      throw UsageError(fmt::format("{}: its axis is '{}', expected the name of a variable", section.place(), x));
    }
  }

  static TimeControl read_clock(const Section& section, const std::string& text) {
    try {
      return parse_clock(text);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: clock {}", section.place(), error.what()));
    }
  }

  Section file_;
  Experiment experiment_;
  std::uint64_t seed_ = 1;
  std::string openings_;
};

/// Throws UsageError when the store has another game under the same number.
void add_games(Store& store, const Match& match, const std::vector<GameRecord>& games) {
  if (games.empty()) return;
  store.in_one_step([&] {
    const MatchId id = store.add(match);
    std::map<std::uint64_t, std::uint64_t> known;  // fingerprints, by number
    for (const GameRecord& game : store.games(id, games.back().number + 1)) known[game.number] = game.hash;
    for (const GameRecord& game : games) {
      const auto own = known.find(game.number);
      if (own == known.end()) {
        store.finish(id, game);
      } else if (own->second != game.hash) {
        throw UsageError(
            fmt::format("the store holds another game {} of '{}' against '{}' than the text: take another one",
                        game.number, match.contest().a, match.contest().b));
      }
    }
  });
}

}  // namespace

Experiment parse_experiment(std::string_view toml) {
  return parse_toml(toml, [](const toml::table& file) { return ExperimentReader(file).read(); });
}

std::uint64_t quick_games(std::uint64_t games, int players) {
  const std::uint64_t tenth = std::max<std::uint64_t>(games / 10, 10), group = games_of_group(players);
  return std::min(games, (tenth + group - 1) / group * group);
}

std::vector<Match> matches_of(const Experiment& experiment) {
  std::vector<Match> matches;
  for (std::size_t i = 0; i < experiment.cells.size(); ++i) {
    try {
      matches.emplace_back(experiment.cells[i].match);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("cell {}: {}", i + 1, error.what()));
    }
  }
  return matches;
}

void ExperimentGames::read(std::string_view text) { import_text(games_, text); }

void ExperimentGames::take_from(Store& store) {
  struct Wanted {
    const Match* match = nullptr;
    std::uint64_t games = 0;
  };
  std::map<MatchId, Wanted> wanted;  // by what the store calls the match
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    if (const auto id = store.find(matches_[i])) {
      wanted[*id] = {&matches_[i], std::max(wanted[*id].games, experiment_.cells[i].games)};
    }
  }
  for (const auto& [id, each] : wanted) add_games(games_, *each.match, store.games(id, each.games));
}

std::string ExperimentGames::text() {
  std::vector<MatchId> ids;
  for (const StoredMatch& match : games_.matches()) {
    if (match.games > 0) ids.push_back(match.id);
  }
  return export_text(games_, ids, ExportMoves::none);
}

std::vector<MatchResult> ExperimentGames::results() {
  std::vector<MatchResult> results;
  for (const Match& match : matches_) {
    results.push_back(summarise(games_.games(games_.add(match), Store::all_games), Store::all_games));
  }
  return results;
}

std::vector<FormerMatch> ExperimentGames::former() {
  std::set<std::string> asked;
  for (const Match& match : matches_) asked.insert(match.key());
  std::vector<FormerMatch> former;
  for (const StoredMatch& stored : games_.matches()) {
    if (stored.games == 0 || asked.contains(stored.key)) continue;
    former.push_back(
        {Match::from_key(stored.key), summarise(games_.games(stored.id, Store::all_games), Store::all_games)});
  }
  return former;
}

std::optional<Comparison> compare(const std::optional<Published>& published, const MatchResult& result) {
  if (!published || result.score.games() == 0) return std::nullopt;
  const MeasuredRate ours{.rate = result.rate(), .games = result.effective_games()};
  const MeasuredRate theirs{
      .rate = published->rate,
      .games = published->games > 0 ? static_cast<double>(published->games) : std::numeric_limits<double>::infinity()};
  const RateDifference difference = difference_of(ours, theirs);
  return Comparison{difference, agreement_of(difference.p < 0.05, difference.bounds, margin_of_rates)};
}

}  // namespace banyan
