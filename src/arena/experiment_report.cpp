// SPDX-License-Identifier: MIT
#include "arena/experiment_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

Interval interval_of(const Published& published) {
  const auto n = static_cast<double>(published.games);
  return wilson(published.rate * n, n);
}

/// Of A, as if all games were independent and none were a draw.
Interval corrected_interval(const MatchResult& result) {
  const auto n = static_cast<double>(result.games());
  return wilson_corrected(result.rate() * n, n);
}

std::vector<std::size_t> cells_of(const Experiment& experiment, std::size_t panel) {
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < experiment.cells.size(); ++i) {
    if (experiment.cells[i].panel == panel) cells.push_back(i);
  }
  return cells;
}

VariableNames variables_of(const Experiment& experiment, const std::vector<std::size_t>& cells) {
  std::vector<const Values*> variables;
  for (const std::size_t i : cells) variables.push_back(&experiment.cells[i].variables);
  return variable_names(variables);
}

/// "80.2 [77.0, 83.0]", in percent.
std::string rate_markdown(double rate, const Interval& interval) {
  return fmt::format("{:.1f} [{:.1f}, {:.1f}]", 100 * rate, 100 * interval.low, 100 * interval.high);
}
/// Of A.
std::string rate_markdown(const MatchResult& result) { return rate_markdown(result.rate(), result.interval()); }

/// "[76.9, 83.1] |", a cell of a table; empty before the first game.
std::string corrected_markdown(const MatchResult& result) {
  if (result.games() == 0) return " |";
  const Interval interval = corrected_interval(result);
  return fmt::format(" [{:.1f}, {:.1f}] |", 100 * interval.low, 100 * interval.high);
}

/// What the players besides A have got, in cells of a table: "| 30.1 [..] | 25.2 [..] |", with nothing before the first
/// game.
std::string others_markdown(const MatchResult& result) {
  if (result.shares.empty()) return " | |";
  std::string text;
  for (std::size_t i = 1; i < result.shares.size(); ++i) {
    text += fmt::format(" {} |", rate_markdown(result.shares[i].rate(), result.shares[i].interval()));
  }
  return text;
}

bool has_three(const ExperimentResult& all) {
  const auto is_of_three = [](const Match& match) { return match.players() == 3; };
  return std::any_of(all.matches.begin(), all.matches.end(), is_of_three) ||
         std::any_of(all.former.begin(), all.former.end(), [&](const auto& each) { return is_of_three(each.match); });
}

/// "+5.8 [+1.0, +10.5] | 0.018 | differs |", in points of percent.
std::string comparison_markdown(const Comparison& comparison) {
  const RateDifference& difference = comparison.difference;
  return fmt::format(" {:+.1f} [{:+.1f}, {:+.1f}] | {} | {} |", 100 * difference.value, 100 * difference.bounds.low,
                     100 * difference.bounds.high,
                     difference.p < 0.001 ? "<0.001" : fmt::format("{:.3f}", difference.p),
                     name_of(comparison.agreement));
}

/// "41.0 | 12.0 | 3.0 | 44.0 |": what was won by A, by B, drawn and interrupted, in percent of the games.
std::string shares_markdown(const Score& score, std::uint64_t interrupted) {
  const auto percent = [&](std::uint64_t games) {
    return 100 * static_cast<double>(games) / static_cast<double>(score.games());
  };
  return fmt::format(" {:.1f} | {:.1f} | {:.1f} | {:.1f} |", percent(score.wins), percent(score.losses),
                     percent(score.draws - interrupted), percent(interrupted));
}

/// A second table for matches of two whose games are interrupted at some length: who won with which side, and how long
/// the others were.
std::string interruptions_markdown(const ExperimentResult& all, std::size_t panel) {
  const Experiment& experiment = all.experiment;
  std::vector<std::size_t> cells = cells_of(experiment, panel);
  const VariableNames variables = variables_of(experiment, cells);
  std::erase_if(cells, [&](std::size_t i) {
    return experiment.cells[i].match.adjudication.max_plies == 0 || experiment.cells[i].players() != 2 ||
           all.results[i].games() == 0;
  });
  if (cells.empty()) return "";
  std::string text =
      "\nGames are interrupted at the length that the first column says, which counts as a draw above. Their plies are "
      "not in the mean; time is by the clock, of all games.\n\n| interrupted at |";
  std::string rule = "|---:|";
  for (const std::string& name : variables.varying) {
    text += fmt::format(" {} |", name);
    rule += "---|";
  }
  text += " first to move | A won % | B won % | drawn % | interrupted % | games | plies | ms a ply |\n";
  text += rule + "---|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const std::size_t i : cells) {
    const Cell& cell = experiment.cells[i];
    const MatchResult& result = all.results[i];
    const auto row = [&](std::string_view first, const Score& score, std::uint64_t interrupted,
                         const std::string& lengths) {
      if (score.games() == 0) return;
      text += fmt::format("| {} |", cell.match.adjudication.max_plies);
      for (const std::string& name : variables.varying) text += fmt::format(" {} |", value_of(cell.variables, name));
      text += fmt::format(" {} |{} {} |{}\n", first, shares_markdown(score, interrupted), score.games(), lengths);
    };
    const std::uint64_t finished = result.games() - result.interrupted.games();
    const std::string plies = finished == 0
                                  ? ""
                                  : fmt::format("{:.1f}", static_cast<double>(result.plies - result.interrupted.plies) /
                                                              static_cast<double>(finished));
    const double milliseconds = 1e3 * (result.seconds_a + result.seconds_b) / static_cast<double>(result.plies);
    row("A", result.as_first, result.interrupted.as_first, " | |");
    row("B", result.as_second, result.interrupted.as_second, " | |");
    row("both", result.score, result.interrupted.games(), fmt::format(" {} | {:.1f} |", plies, milliseconds));
  }
  return text;
}

std::string panel_markdown(const ExperimentResult& all, std::size_t panel) {
  const Experiment& experiment = all.experiment;
  const auto cells = cells_of(experiment, panel);
  const VariableNames variables = variables_of(experiment, cells);
  const bool is_compared =
      std::any_of(cells.begin(), cells.end(), [&](std::size_t i) { return experiment.cells[i].published.has_value(); });
  const bool is_of_three =
      std::any_of(cells.begin(), cells.end(), [&](std::size_t i) { return experiment.cells[i].players() == 3; });
  std::string text = fmt::format("\n## {}\n\n", experiment.panels[panel].title);
  if (!experiment.panels[panel].text.empty()) text += experiment.panels[panel].text + "\n\n";
  if (!variables.fixed.empty()) {
    text += "In every cell:";
    for (const std::string& name : variables.fixed) {
      text += fmt::format(" {} = `{}`{}", name, value_of(experiment.cells[cells[0]].variables, name),
                          name == variables.fixed.back() ? ".\n\n" : ",");
    }
  }

  std::string rule = "|";
  text += '|';
  for (const std::string& name : variables.varying) {
    text += fmt::format(" {} |", name);
    rule += "---|";
  }
  if (is_compared) {
    text += " paper % |";
    rule += "---:|";
  }
  text += is_of_three ? " A's points % [95 %] |" : " A wins % [95 %] |";
  text += experiment.is_corrected ? " corrected [95 %] |" : "";
  text += is_of_three ? " B's | C's | games |" : " games |";
  rule += experiment.is_corrected ? "---:|---:|---:|" : "---:|---:|";
  rule += is_of_three ? "---:|---:|" : "";
  text += is_compared ? " above the paper [95 %] | p | |\n" : "\n";
  rule += is_compared ? "---:|---:|---|\n" : "\n";
  text += rule;
  for (const std::size_t i : cells) {
    const Cell& cell = experiment.cells[i];
    const std::uint64_t games = all.results[i].score.games();
    text += '|';
    for (const std::string& name : variables.varying) text += fmt::format(" {} |", value_of(cell.variables, name));
    if (is_compared) text += cell.published ? fmt::format(" {:.1f} |", 100 * cell.published->rate) : " |";
    text += games == 0 ? " not run |" : fmt::format(" {} |", rate_markdown(all.results[i]));
    if (experiment.is_corrected) text += corrected_markdown(all.results[i]);
    if (is_of_three) text += others_markdown(all.results[i]);
    text += games >= cell.games ? fmt::format(" {} |", games) : fmt::format(" {} of {} |", games, cell.games);
    if (is_compared) {
      const auto comparison = compare(cell.published, all.results[i]);
      text += comparison ? comparison_markdown(*comparison) : " | | |";
    }
    text += '\n';
  }
  return text + interruptions_markdown(all, panel);
}

std::string former_markdown(const std::vector<FormerMatch>& former, bool is_corrected) {
  if (former.empty()) return "";
  std::string text =
      "\n## No longer asked for\n\nGames of matches that the file once had. They are kept, and nothing above counts "
      "them.\n\n"
      "| game | A | B | A wins % [95 %] |";
  text += is_corrected ? " corrected [95 %] | games |\n|---|---|---|---:|---:|---:|\n"
                       : " games |\n|---|---|---|---:|---:|\n";
  for (const FormerMatch& each : former) {
    const Contest& contest = each.match.contest();
    text += fmt::format("| `{}` | `{}` | `{}`{} | {} |{} {} |\n", contest.game, contest.a, contest.b,
                        contest.c.empty() ? "" : fmt::format(", `{}`", contest.c), rate_markdown(each.result),
                        is_corrected ? corrected_markdown(each.result) : "", each.result.score.games());
  }
  return text;
}

/// How the words are to be read, and how many there are of each, a match that several cells show counted once.
std::string words_markdown(const ExperimentResult& all) {
  std::map<Agreement, int> counts;
  std::set<std::string> compared;
  for (std::size_t i = 0; i < all.results.size(); ++i) {
    const auto comparison = compare(all.experiment.cells[i].published, all.results[i]);
    if (comparison && compared.insert(all.matches[i].key()).second) ++counts[comparison->agreement];
  }
  if (compared.empty()) return "";
  return fmt::format(
      " Matches compared with the paper: agrees {}, differs {}, open {}. *Differs*: p < 0.05 by the score test for two "
      "rates; *agrees*: not so, and the interval of the difference lies within ±{:.1f} points; *open*: neither. Of "
      "twenty equal rates, one differs by chance.",
      counts[Agreement::agrees], counts[Agreement::differs], counts[Agreement::open], 100 * margin_of_rates);
}

/// How many games each version played, those of a match that several cells show counted once.
Versions versions_of(const ExperimentResult& all) {
  Versions versions;
  const auto add = [&](const MatchResult& result) {
    for (const auto& [version, games] : result.versions) versions[version] += games;
  };
  std::set<std::string> counted;
  for (std::size_t i = 0; i < all.results.size(); ++i) {
    if (counted.insert(all.matches[i].key()).second) add(all.results[i]);
  }
  for (const FormerMatch& each : all.former) add(each.result);
  return versions;
}

/// The cells of builds that may search differently.
std::string builds_markdown(const ExperimentResult& all) {
  std::string text;
  for (std::size_t i = 0; i < all.results.size(); ++i) {
    if (!is_of_several_builds(all.results[i].versions)) continue;
    const std::string label = label_of(all.experiment, i);
    text += fmt::format("| {}{}{} | {} |\n", all.experiment.panels[all.experiment.cells[i].panel].title,
                        label.empty() ? "" : ": ", label, builds_text(all.results[i].versions));
  }
  return text.empty() ? "" : builds_heading("cell", "games") + text;
}

Json interval_json(const Interval& interval) { return {interval.low, interval.high}; }

std::string quoted_csv(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

/// "wins of ppr against rave, %", as far as the cells have the same players and these have names.
std::string wins_label(const Experiment& experiment, const std::vector<std::size_t>& cells) {
  const auto name_of_all = [&](std::string_view side) -> std::string {
    const std::string first = value_of(experiment.cells[cells[0]].variables, side);
    const bool is_named = std::any_of(experiment.players.begin(), experiment.players.end(),
                                      [&](const auto& player) { return player.first == first; });
    const bool is_same = std::all_of(cells.begin(), cells.end(), [&](std::size_t i) {
      return value_of(experiment.cells[i].variables, side) == first;
    });
    return is_named && is_same ? first : "";
  };
  const std::string a = name_of_all("a"), b = name_of_all("b");
  const bool is_of_three =
      std::any_of(cells.begin(), cells.end(), [&](std::size_t i) { return experiment.cells[i].players() == 3; });
  if (is_of_three) return fmt::format("points of {} against two others, %", a.empty() ? "A" : a);
  return fmt::format("wins of {}{}{}, %", a.empty() ? "A" : a, b.empty() ? "" : " against ", b);
}

PlotPanel panel_plot(const ExperimentResult& all, std::size_t number) {
  const Experiment& experiment = all.experiment;
  const Panel& panel = experiment.panels[number];
  const auto cells = cells_of(experiment, number);
  PlotPanel plot{.title = panel.title, .x_label = panel.x_label, .y_label = wins_label(experiment, cells)};
  plot.variables = variables_of(experiment, cells).varying;
  std::erase(plot.variables, panel.x);

  // Names on the axis stand at 0, 1, ..; numbers where they belong.
  std::vector<double> numbers;
  for (const std::size_t i : cells) {
    const std::string x = value_of(experiment.cells[i].variables, panel.x);
    if (const auto number_of_x = to_real(x); number_of_x && std::isfinite(*number_of_x))
      numbers.push_back(*number_of_x);
    if (std::find(plot.x_names.begin(), plot.x_names.end(), x) == plot.x_names.end()) plot.x_names.push_back(x);
  }
  if (numbers.size() == cells.size()) {
    plot.x_names.clear();
    plot.has_log_axis = panel.has_log_axis && *std::min_element(numbers.begin(), numbers.end()) > 0;
  }

  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = experiment.cells[cells[i]];
    const auto name = std::find(plot.x_names.begin(), plot.x_names.end(), value_of(cell.variables, panel.x));
    const double x = plot.x_names.empty() ? numbers[i] : static_cast<double>(name - plot.x_names.begin());
    const Score& score = all.results[cells[i]].score;
    if (score.games() == 0 && !cell.published) continue;
    std::vector<std::string> values;
    for (const std::string& variable : plot.variables) values.push_back(value_of(cell.variables, variable));
    auto series = std::find_if(plot.series.begin(), plot.series.end(),
                               [&](const PlotSeries& each) { return each.values == values; });
    if (series == plot.series.end()) series = plot.series.insert(series, PlotSeries{.values = values});
    if (score.games() > 0)
      series->points.push_back({x, all.results[cells[i]].rate(), all.results[cells[i]].interval()});
    if (!cell.published) continue;
    series->published.push_back({x, cell.published->rate, std::nullopt});
    if (cell.published->games > 0) series->published.back().interval = interval_of(*cell.published);
  }
  for (PlotSeries& series : plot.series) {
    for (auto* points : {&series.points, &series.published}) {
      std::stable_sort(points->begin(), points->end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    }
  }
  return plot;
}

}  // namespace

std::string label_of(const Experiment& experiment, std::size_t cell) {
  const std::size_t panel = experiment.cells[cell].panel;
  return label_of(experiment.cells[cell].variables, variables_of(experiment, cells_of(experiment, panel)).varying);
}

std::string report_markdown(const ExperimentResult& all) {
  const Experiment& experiment = all.experiment;
  std::string text = fmt::format("# {}\n", experiment.title);
  if (!experiment.source.empty()) text += fmt::format("\nSource of the published values: {}\n", experiment.source);
  if (!experiment.text.empty()) text += fmt::format("\n{}\n", experiment.text);
  text +=
      fmt::format("\nIntervals are of 95 %, by the pairs{} that games come in.{}{}\n",
                  has_three(all) ? ", or of three players the sixes," : "",
                  experiment.is_corrected ? " *Corrected* is Wilson's of all games, with continuity correction." : "",
                  words_markdown(all));
  for (std::size_t panel = 0; panel < experiment.panels.size(); ++panel) text += panel_markdown(all, panel);
  text += former_markdown(all.former, experiment.is_corrected);
  text += builds_markdown(all);

  text += "\n## Players\n\n| name | player |\n|---|---|\n";
  for (const auto& [name, player] : experiment.players) text += fmt::format("| {} | `{}` |\n", name, player);
  const auto versions = versions_of(all);
  for (std::string_view heading = "\nPlayed by"; const auto& [version, games] : versions) {
    text += fmt::format("{} banyan {} ({} games)", heading, version, games);
    heading = ",";
  }
  return text + (versions.empty() ? "" : ".\n");
}

std::string report_csv(const ExperimentResult& all) {
  const bool is_of_three = has_three(all);
  std::string text =
      "panel,cell,games,wanted,wins,draws,losses,rate,low,high,paper,paper_games,difference,difference_low,"
      "difference_high,p,comparison,game,a,b";
  if (is_of_three) text += ",c,rate_b,low_b,high_b,rate_c,low_c,high_c";
  text += all.experiment.is_corrected ? ",corrected_low,corrected_high\n" : "\n";
  const auto add = [&](const std::string& panel, const std::string& label, std::uint64_t wanted,
                       const std::optional<Published>& published, const MatchResult& result, const Contest& contest) {
    const Score& score = result.score;
    const Interval interval = result.interval();
    text += fmt::format("{},{},{},{},{},{},{},", quoted_csv(panel), quoted_csv(label), score.games(), wanted,
                        score.wins, score.draws, score.losses);
    text +=
        score.games() == 0 ? ",,," : fmt::format("{:.4f},{:.4f},{:.4f},", result.rate(), interval.low, interval.high);
    text += published ? fmt::format("{},{},", published->rate, published->games) : ",,";
    if (const auto comparison = compare(published, result)) {
      const RateDifference& difference = comparison->difference;
      text += fmt::format("{:.4f},{:.4f},{:.4f},{:.4g},{},", difference.value, difference.bounds.low,
                          difference.bounds.high, difference.p, name_of(comparison->agreement));
    } else {
      text += ",,,,,";
    }
    text += fmt::format("{},{},{}", quoted_csv(contest.game), quoted_csv(contest.a), quoted_csv(contest.b));
    if (is_of_three) text += ',' + (contest.c.empty() ? "" : quoted_csv(contest.c));
    for (std::size_t i = 1; is_of_three && i < most_seats; ++i) {
      if (result.shares.empty()) {
        text += ",,,";
        continue;
      }
      const Interval of_share = result.shares[i].interval();
      text += fmt::format(",{:.4f},{:.4f},{:.4f}", result.shares[i].rate(), of_share.low, of_share.high);
    }
    if (all.experiment.is_corrected) {
      const Interval corrected = corrected_interval(result);
      text += score.games() == 0 ? ",," : fmt::format(",{:.4f},{:.4f}", corrected.low, corrected.high);
    }
    text += '\n';
  };
  for (std::size_t i = 0; i < all.results.size(); ++i) {
    const Cell& cell = all.experiment.cells[i];
    add(all.experiment.panels[cell.panel].title, label_of(all.experiment, i), cell.games, cell.published,
        all.results[i], all.matches[i].contest());
  }
  for (const FormerMatch& each : all.former) add("", "", 0, std::nullopt, each.result, each.match.contest());
  return text;
}

std::string report_json(const ExperimentResult& all) {
  const auto add_result = [&](Json& json, const MatchResult& result) {
    json["games"] = result.score.games();
    json["wins"] = result.score.wins;
    json["draws"] = result.score.draws;
    json["losses"] = result.score.losses;
    json["rate"] = result.score.games() == 0 ? Json(nullptr) : Json(result.rate());
    json["interval"] = interval_json(result.interval());
    if (all.experiment.is_corrected) json["corrected"] = interval_json(corrected_interval(result));
    if (result.shares.empty()) json["pairs"] = result.pairs;
    if (result.interrupted.games() > 0) {
      json["interrupted"] = result.interrupted.games();
      json["plies_of_others"] = result.plies - result.interrupted.plies;
    }
    for (const Share& share : result.shares) {
      json["shares"].push_back({{"wins", share.wins},
                                {"shared", share.shared},
                                {"losses", share.losses},
                                {"rate", share.rate()},
                                {"interval", interval_json(share.interval())}});
    }
  };
  Json cells = Json::array();
  for (std::size_t i = 0; i < all.results.size(); ++i) {
    const Cell& cell = all.experiment.cells[i];
    const MatchResult& result = all.results[i];
    const auto comparison = compare(cell.published, result);
    const Contest& contest = all.matches[i].contest();
    Json variables = Json::object();
    for (const auto& [name, value] : cell.variables) variables[name] = value;
    Json json{{"panel", all.experiment.panels[cell.panel].title},
              {"variables", variables},
              {"game", contest.game},
              {"a", contest.a},
              {"b", contest.b}};
    if (!contest.c.empty()) json["c"] = contest.c;
    json["seed"] = cell.match.seed;
    json["wanted"] = cell.games;
    add_result(json, result);
    json["paper"] =
        cell.published ? Json{{"rate", cell.published->rate}, {"games", cell.published->games}} : Json(nullptr);
    json["comparison"] = nullptr;
    if (comparison) {
      json["comparison"] = {{"word", name_of(comparison->agreement)},
                            {"difference", comparison->difference.value},
                            {"interval", interval_json(comparison->difference.bounds)},
                            {"p", comparison->difference.p}};
    }
    json["distinct"] = result.distinct.size();
    json["versions"] = result.versions;
    cells.push_back(std::move(json));
  }
  Json former = Json::array();
  for (const FormerMatch& each : all.former) {
    const Contest& contest = each.match.contest();
    Json json{{"game", contest.game}, {"a", contest.a}, {"b", contest.b}};
    if (!contest.c.empty()) json["c"] = contest.c;
    add_result(json, each.result);
    json["versions"] = each.result.versions;
    former.push_back(std::move(json));
  }
  return Json{{"title", all.experiment.title},
              {"source", all.experiment.source},
              {"cells", cells},
              {"no_longer_asked_for", former}}
             .dump(1) +
         '\n';
}

Plot plot_of(const ExperimentResult& all) {
  Plot plot{.title = all.experiment.title, .scale = PlotScale::share};
  for (std::size_t i = 0; i < all.experiment.panels.size(); ++i) {
    if (!all.experiment.panels[i].x.empty()) plot.panels.push_back(panel_plot(all, i));
  }
  if (plot.panels.empty()) {
    throw UsageError("there is nothing to plot: no [[grid]] has an 'x'; the report has it all as tables");
  }
  return plot;
}

}  // namespace banyan
