// SPDX-License-Identifier: MIT
#include "arena/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "arena/experiment.h"
#include "arena/grid_file.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/json_depth.h"
#include "stats/wilson.h"
#include "stats/win_rate.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t most_tries = 1'000'000;

std::unique_ptr<Session> position_of(const ProblemCell& cell) {
  auto session = new_session(parse_spec(cell.game));
  for (const auto move : split_moves(cell.moves)) session->play(move);
  return session;
}

/// The move as the game writes it. Throws UsageError when it cannot be made.
std::string canonical(const ProblemCell& cell, std::string_view move) {
  const auto session = position_of(cell);
  session->play(move);
  return session->moves().back();
}

class ProblemsReader {
 public:
  explicit ProblemsReader(const toml::table& file) : file_(file, "the file of problems") {}

  Problems read() {
    problems_.title = file_.title();
    problems_.source = file_.text("source").value_or("");
    problems_.text = file_.text("text").value_or("");
    problems_.seed = file_.count("seed", 0, static_cast<std::uint64_t>(INT64_MAX)).value_or(1);
    if (const toml::node* node = file_.take("players")) {
      if (!node->is_table()) file_.fail("players", "a table of names and players");
      Section section(*node->as_table(), "[players]");
      for (const std::string& name : section.others()) problems_.players.emplace_back(name, section.text(name).value());
    }
    file_.for_each_table("problem", [this](Section section) { read_problem(std::move(section)); });
    file_.expect_no_others();
    return std::move(problems_);
  }

 private:
  void read_problem(Section section) {
    const std::size_t panel = read_panel(section, problems_.panels);
    ProblemCell common{.panel = panel};
    const std::string game = section.text("game").value_or("");
    if (game.empty()) section.fail("game", "a game, such as \"hive\"");
    common.moves = section.text("moves").value_or("");
    common.tries = section.count("tries", 1, most_tries).value_or(1);
    common.published_tries = section.count("paper_tries", 1, most_tries).value_or(0);
    const toml::node* const solutions = section.take("solutions");
    if (solutions == nullptr || !solutions->is_array()) section.fail("solutions", "a list of moves");
    std::vector<std::string> asked;
    for (const toml::node& each : *solutions->as_array()) {
      if (!each.is_string()) section.fail("solutions", "a list of moves");
      asked.push_back(*each.value<std::string>());
    }
    const auto published = read_published(section, "percentages", 100);
    const std::vector<Values> grid = span_grid(section, problems_.cells.size());
    if (find_value(grid[0], "player") == nullptr) section.fail("player", "a player");
    check_published(section, published, grid.size());
    Templates templates(problems_.players, section.place());
    for (std::size_t index = 0; index < grid.size(); ++index) {
      ProblemCell cell = common;
      cell.variables = grid[index];
      try {
        cell.game = templates.fill(game, cell.variables);
        const auto session = position_of(cell);
        const std::string player = templates.player(*find_value(cell.variables, "player"), cell.variables);
        cell.player = session->new_player(parse_spec(player), 0)->settings();
        for (const std::string& move : asked) cell.solutions.push_back(canonical(cell, move));
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", section.place(), error.what()));
      }
      if (!published.empty() && !std::isnan(published[index])) cell.published = published[index] / 100;
      problems_.cells.push_back(std::move(cell));
    }
    for (const auto& [key, value] : grid[0]) {
      if (key == "player" || templates.has_used(key)) continue;
      throw UsageError(
          fmt::format("{}: neither the game nor the player uses '{}'{}", section.place(), key, section.meant(key)));
    }
  }

  Section file_;
  Problems problems_;
};

/// What became of the tries of a cell that its file asks for.
struct Found {
  std::uint64_t tries = 0, solved = 0;
  std::map<std::string, std::uint64_t> moves{};
  Versions versions{};
};

Found found_in(const ProblemCell& cell, const std::vector<ProblemTry>& tries) {
  Found found;
  const std::string key = cell.key();
  for (const ProblemTry& tried : tries) {
    if (tried.key != key) continue;
    ++found.tries;
    ++found.moves[tried.move];
    ++found.versions[tried.version];
    found.solved += std::find(cell.solutions.begin(), cell.solutions.end(), tried.move) != cell.solutions.end() ? 1 : 0;
  }
  return found;
}

/// "A bridge: player=uct, iterations=20".
std::string title_of(const Problems& problems, const ProblemCell& cell) {
  std::vector<std::string> names;
  for (const auto& [name, value] : cell.variables) names.push_back(name);
  return fmt::format("{}: {}", problems.panels[cell.panel].title, label_of(cell.variables, names));
}

/// "bA1 wQ- 12, bQ -bS1 8 and 3 more": the most frequent first.
std::string moves_text(const Found& found) {
  constexpr std::size_t shown = 3;
  std::vector<std::pair<std::uint64_t, std::string>> moves;
  for (const auto& [move, count] : found.moves) moves.emplace_back(count, move);
  std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, moves.size()); ++i) {
    text += fmt::format("{}`{}` {}", i == 0 ? "" : ", ", moves[i].second, moves[i].first);
  }
  if (moves.size() > shown) text += fmt::format(" and {} others", moves.size() - shown);
  return text;
}

std::string panel_markdown(const Problems& problems, std::size_t panel, const std::vector<ProblemTry>& tries) {
  std::vector<const ProblemCell*> cells;
  std::vector<const Values*> variables;
  for (const ProblemCell& cell : problems.cells) {
    if (cell.panel != panel) continue;
    cells.push_back(&cell);
    variables.push_back(&cell.variables);
  }
  const VariableNames names = variable_names(variables);
  const bool is_compared =
      std::any_of(cells.begin(), cells.end(), [](const ProblemCell* cell) { return cell->published.has_value(); });
  std::string text = fmt::format("\n## {}\n\n", problems.panels[panel].title);
  if (!problems.panels[panel].text.empty()) text += problems.panels[panel].text + "\n\n";
  text += fmt::format("`{}` after `{}`; solved by", cells[0]->game, cells[0]->moves);
  for (std::size_t i = 0; i < cells[0]->solutions.size(); ++i) {
    text += fmt::format("{} `{}`", i == 0 ? "" : ",", cells[0]->solutions[i]);
  }
  text += ".\n\n|";
  std::string rule = "|";
  for (const std::string& name : names.varying) {
    text += fmt::format(" {} |", name);
    rule += "---|";
  }
  text += is_compared ? " paper % | solved % [95 %] | tries | above the paper [95 %] | p | | moves |\n"
                      : " solved % [95 %] | tries | moves |\n";
  text += rule + (is_compared ? "---:|---:|---:|---:|---:|---|---|\n" : "---:|---:|---|\n");
  for (const ProblemCell* cell : cells) {
    const Found found = found_in(*cell, tries);
    const auto n = static_cast<double>(found.tries), solved = static_cast<double>(found.solved);
    text += '|';
    for (const std::string& name : names.varying) text += fmt::format(" {} |", value_of(cell->variables, name));
    if (is_compared) text += cell->published ? fmt::format(" {:.1f} |", 100 * *cell->published) : " |";
    if (found.tries == 0) {
      text += is_compared ? " not run | | | | | |\n" : " not run | | |\n";
      continue;
    }
    const Interval interval = wilson(solved, n);
    text += fmt::format(
        " {:.1f} [{:.1f}, {:.1f}] | {} |", 100 * solved / n, 100 * interval.low, 100 * interval.high,
        found.tries < cell->tries ? fmt::format("{} of {}", found.tries, cell->tries) : fmt::format("{}", found.tries));
    if (is_compared && cell->published) {
      const MeasuredRate theirs{.rate = *cell->published,
                                .games = cell->published_tries > 0 ? static_cast<double>(cell->published_tries)
                                                                   : std::numeric_limits<double>::infinity()};
      const RateDifference difference = difference_of({.rate = solved / n, .games = n}, theirs);
      text += fmt::format(" {:+.1f} [{:+.1f}, {:+.1f}] | {} | {} |", 100 * difference.value,
                          100 * difference.bounds.low, 100 * difference.bounds.high,
                          difference.p < 0.001 ? "<0.001" : fmt::format("{:.3f}", difference.p),
                          name_of(agreement_of(difference.p < 0.05, difference.bounds, margin_of_rates)));
    } else if (is_compared) {
      text += " | | |";
    }
    text += fmt::format(" {} |\n", moves_text(found));
  }
  return text;
}

}  // namespace

std::string ProblemCell::key() const { return fmt::format("{} after {} by {}", game, moves, player); }

bool has_problems(std::string_view toml) {
  return parse_toml(toml, [](const toml::table& file) { return file.contains("problem"); });
}

Problems parse_problems(std::string_view toml) {
  return parse_toml(toml, [](const toml::table& file) { return ProblemsReader(file).read(); });
}

std::string try_line(const ProblemTry& tried) {
  return Json{{"problem", tried.key},
              {"seed", tried.seed},
              {"move", tried.move},
              {"seconds", std::round(1000 * tried.seconds) / 1000},
              {"version", tried.version}}
             .dump() +
         '\n';
}

std::vector<ProblemTry> read_tries(std::string_view text) {
  std::vector<ProblemTry> tries;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.empty()) continue;
    try {
      const Json json = Json::parse(line, refuse_depth);
      ProblemTry tried;
      json.at("problem").get_to(tried.key);
      if (!json.at("seed").is_number_unsigned()) throw UsageError("its seed is no whole number");
      json.at("seed").get_to(tried.seed);
      json.at("move").get_to(tried.move);
      json.at("seconds").get_to(tried.seconds);
      json.at("version").get_to(tried.version);
      tries.push_back(std::move(tried));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("line {}: not a try of a problem: {}", number, error.what()));
    } catch (const Json::exception&) {
      throw UsageError(fmt::format("line {}: not a try of a problem", number));
    }
  }
  return tries;
}

std::vector<ProblemTask> missing_tries(const Problems& problems, const std::vector<ProblemTry>& tries) {
  std::set<std::pair<std::string, std::uint64_t>> done;
  for (const ProblemTry& tried : tries) done.emplace(tried.key, tried.seed);
  std::vector<ProblemTask> missing;
  for (const ProblemCell& cell : problems.cells) {
    for (std::uint64_t i = 0; i < cell.tries; ++i) {
      if (done.emplace(cell.key(), problems.seed + i).second) missing.push_back({&cell, problems.seed + i});
    }
  }
  return missing;
}

ProblemTry run_try(const ProblemTask& task, const std::string& version) {
  const auto session = position_of(*task.cell);
  const auto player = session->new_player(parse_spec(task.cell->player), task.seed);
  SearchControl control;
  const SearchReport report = player->search(*session, control);
  return {.key = task.cell->key(),
          .seed = task.seed,
          .move = report.best_move,
          .seconds = report.cpu_seconds,
          .version = version};
}

std::string problems_markdown(const Problems& problems, const std::vector<ProblemTry>& tries) {
  std::string text = fmt::format("# {}\n", problems.title);
  if (!problems.source.empty()) text += fmt::format("\nSource of the published values: {}\n", problems.source);
  if (!problems.text.empty()) text += fmt::format("\n{}\n", problems.text);
  text +=
      "\nIntervals are Wilson's of 95 %. *Differs*, *agrees* and *open* as in docs/experiments.md. The most frequent "
      "moves "
      "stand in the last column, with how many tries chose them.\n";
  for (std::size_t panel = 0; panel < problems.panels.size(); ++panel) text += panel_markdown(problems, panel, tries);
  Versions versions;
  std::string several;
  std::set<std::string> told;
  for (const ProblemCell& cell : problems.cells) {
    if (!told.insert(cell.key()).second) continue;
    const Versions own = found_in(cell, tries).versions;
    for (const auto& [version, count] : own) versions[version] += count;
    if (is_of_several_builds(own)) several += fmt::format("| {} | {} |\n", title_of(problems, cell), builds_text(own));
  }
  if (!several.empty()) text += builds_heading("cell", "tries") + several;
  for (std::string_view begin = "\nTried by"; const auto& [version, count] : versions) {
    text += fmt::format("{} banyan {} ({} tries)", begin, version, count);
    begin = ",";
  }
  return text + (versions.empty() ? "" : ".\n");
}

}  // namespace banyan
