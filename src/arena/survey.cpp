// SPDX-License-Identifier: MIT
#include "arena/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/error.h"
#include "core/text.h"
#include "engine/json_depth.h"
#include "stats/mean.h"
#include "stats/win_rate.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

constexpr int points_of_a_curve = 10, points_of_a_drawn_curve = 50;
constexpr double margin_of_scores = 0.01;  // of the published score: what is nearer agrees

std::string value_of(const SurveyCell& cell, std::string_view variable) {
  for (const auto& [name, value] : cell.variables) {
    if (name == variable) return value;
  }
  return "";
}

std::vector<const SurveyCell*> cells_of(const Survey& survey, std::size_t panel) {
  std::vector<const SurveyCell*> cells;
  for (const SurveyCell& cell : survey.cells) {
    if (cell.panel == panel) cells.push_back(&cell);
  }
  return cells;
}

/// The variables that tell some cells apart, or those that do not.
std::vector<std::string> variables_of(const std::vector<const SurveyCell*>& cells, bool varying) {
  std::vector<std::string> names;
  for (const SurveyCell* cell : cells) {
    for (const auto& [name, value] : cell->variables) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  std::erase_if(names, [&](const std::string& name) {
    const std::string first = value_of(*cells[0], name);
    const bool is_fixed =
        std::all_of(cells.begin(), cells.end(), [&](const auto* cell) { return value_of(*cell, name) == first; });
    return is_fixed == varying;
  });
  return names;
}

std::string label(const SurveyCell& cell, const std::vector<std::string>& variables) {
  std::string text;
  for (const std::string& name : variables) {
    if (const std::string value = value_of(cell, name); !value.empty()) {
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", name, value);
    }
  }
  return text;
}

/// The runs of one cell, those that the survey asks for and no others.
std::vector<const SurveyRun*> runs_of(const Survey& survey, const SurveyCell& cell,
                                      const std::vector<SurveyRun>& runs) {
  std::vector<const SurveyRun*> found;
  const std::string key = cell.key();
  for (const SurveyRun& run : runs) {
    if (run.key == key && run.seed >= survey.seed && run.seed < survey.seed + cell.runs) found.push_back(&run);
  }
  return found;
}

Mean mean_score(const std::vector<const SurveyRun*>& runs) {
  std::vector<double> scores;
  for (const SurveyRun* run : runs) scores.push_back(run->score);
  return mean_of(scores);
}

double spent(const Improvement& at, SurveyAxis x) {
  return x == SurveyAxis::playouts ? static_cast<double>(at.playouts) : at.seconds;
}
double spent(const SurveyRun& run, SurveyAxis x) {
  return x == SurveyAxis::playouts ? static_cast<double>(run.playouts) : run.seconds;
}

/// The best score a run had when it had spent so much; a run that has ended keeps its last.
double score_at(const SurveyRun& run, SurveyAxis x, double budget) {
  double score = 0;
  for (const Improvement& each : run.history) {
    if (spent(each, x) <= budget) score = each.score;
  }
  return score;
}

/// How much the longest run of a panel spent.
double longest(const Survey& survey, const std::vector<const SurveyCell*>& cells, const std::vector<SurveyRun>& runs,
               SurveyAxis x) {
  double most = 0;
  for (const SurveyCell* cell : cells) {
    for (const SurveyRun* run : runs_of(survey, *cell, runs)) most = std::max(most, spent(*run, x));
  }
  return most;
}

struct CurvePoint {
  double at;
  Mean score;
};

std::vector<CurvePoint> curve_of(const std::vector<const SurveyRun*>& runs, SurveyAxis x, double most, int points) {
  std::vector<CurvePoint> curve;
  for (int i = 1; i <= points && !runs.empty(); ++i) {
    const double at = most * i / points;
    std::vector<double> scores;
    for (const SurveyRun* run : runs) scores.push_back(score_at(*run, x, at));
    curve.push_back({at, mean_of(scores)});
  }
  return curve;
}

std::string score_text(const Mean& score) {
  if (score.count == 0) return "not run";
  if (score.count == 1) return fmt::format("{:.0f}", score.mean);
  return fmt::format("{:.0f} ± {:.0f}", score.mean, score.half_width);
}

/// Which share of one full search the runs of a cell have done, 1 = one. Nothing where nobody knows.
std::optional<double> share_of_a_search(const SurveyCell& cell, const std::vector<const SurveyRun*>& runs) {
  const auto full = cell.playouts_of_a_search();
  if (!full || runs.empty()) return std::nullopt;
  double playouts = 0;
  for (const SurveyRun* run : runs) playouts += static_cast<double>(run->playouts);
  return playouts / static_cast<double>(runs.size()) / *full;
}

/// Whether some run was stopped before it was through with one search.
bool is_unfinished(const SurveyCell& cell, const std::vector<const SurveyRun*>& runs) {
  const auto full = cell.playouts_of_a_search();
  return std::any_of(runs.begin(), runs.end(), [&](const SurveyRun* run) {
    return run->searches ? *run->searches == 0 : full && static_cast<double>(run->playouts) < *full;
  });
}

/// "2.6 %", "540 %", or "unfinished" where it is known that no search was finished, but not how much of one was done.
std::string share_text(const SurveyCell& cell, const std::vector<const SurveyRun*>& runs) {
  if (const auto share = share_of_a_search(cell, runs)) {
    return fmt::format("{:.{}f} %", 100 * *share, *share < 0.1 ? 1 : 0);
  }
  return is_unfinished(cell, runs) ? "unfinished" : "";
}

/// How the scores of a cell compare with one that was published: that is taken as one run which varies as ours do.
std::string agreement_text(const SurveyCell& cell, const std::vector<const SurveyRun*>& runs) {
  if (!cell.published || runs.empty()) return "";
  if (is_unfinished(cell, runs)) return "unfinished";
  const Mean score = mean_score(runs);
  if (score.count < 2) return std::string(name_of(Agreement::open));
  const double difference = score.mean - *cell.published;
  // half_width is that of the mean, t s / sqrt(n); the difference to one more run has t s sqrt(1 + 1/n).
  const double reach = score.half_width * std::sqrt(static_cast<double>(score.count) + 1);
  return std::string(name_of(agreement_of(std::abs(difference) > reach, {difference - reach, difference + reach},
                                          margin_of_scores * *cell.published)));
}

std::string heading(const std::vector<std::string>& columns) {
  std::string text = "|", rule = "|";
  for (const std::string& column : columns) {
    text += fmt::format(" {} |", column);
    rule += "---|";
  }
  return text + '\n' + rule + '\n';
}

/// Sums over the boards, for each setting that was run on all of them.
std::string totals(const Survey& survey, const std::vector<const SurveyCell*>& cells, std::vector<std::string> names,
                   const std::vector<SurveyRun>& runs) {
  std::erase(names, "board");
  std::vector<std::string> order;
  std::map<std::string, std::vector<const SurveyCell*>> by_setting;
  for (const SurveyCell* cell : cells) {
    const std::string setting = label(*cell, names);
    if (!by_setting.contains(setting)) order.push_back(setting);
    by_setting[setting].push_back(cell);
  }
  std::string text = '\n' + heading({"setting", "boards", "total", "paper", "playouts a board", "of one search"});
  for (const std::string& setting : order) {
    double total = 0, published = 0, playouts = 0;
    std::size_t done = 0, with_paper = 0;
    std::vector<std::pair<double, std::string>> shares;
    for (const SurveyCell* cell : by_setting[setting]) {
      const auto found = runs_of(survey, *cell, runs);
      const Mean score = mean_score(found);
      for (const SurveyRun* run : found)
        playouts += static_cast<double>(run->playouts) / static_cast<double>(score.count);
      if (!found.empty()) shares.emplace_back(share_of_a_search(*cell, found).value_or(0), share_text(*cell, found));
      done += score.count > 0 ? 1 : 0;
      total += score.mean;
      with_paper += cell->published ? 1 : 0;
      published += cell->published.value_or(0);
    }
    const std::size_t all = by_setting[setting].size();
    std::string share;
    if (!shares.empty()) {
      const auto [least, most] = std::minmax_element(shares.begin(), shares.end());
      share = least->second == most->second ? most->second : least->second + " to " + most->second;
    }
    text += fmt::format("| {} | {} of {} | {} | {} | {} | {} |\n", setting, done, all,
                        done == all ? fmt::format("{:.0f}", total) : "not all run",
                        with_paper == all ? fmt::format("{:.0f}", published) : "",
                        done == 0 ? "" : fmt::format("{:.0f}", playouts / static_cast<double>(done)), share);
  }
  return text;
}

std::string panel_markdown(const Survey& survey, std::size_t number, const std::vector<SurveyRun>& runs) {
  const SurveyPanel& panel = survey.panels[number];
  const auto cells = cells_of(survey, number);
  const auto names = variables_of(cells, true);
  std::string text = fmt::format("\n## {}\n\n", panel.title);
  if (!panel.text.empty()) text += panel.text + "\n\n";
  if (const std::string fixed = label(*cells[0], variables_of(cells, false)); !fixed.empty()) {
    text += fmt::format("In every cell: `{}`.\n\n", fixed);
  }
  const bool has_paper =
      std::any_of(cells.begin(), cells.end(), [](const auto* cell) { return cell->published.has_value(); });
  auto columns = names;
  if (has_paper) columns.emplace_back("paper");
  columns.emplace_back("score [95 %]");
  if (has_paper) columns.emplace_back("");
  for (const char* column : {"runs", "playouts", "of one search", "seconds", "playouts/s", "waiting"}) {
    columns.emplace_back(column);
  }
  text += heading(columns);
  for (const SurveyCell* cell : cells) {
    const auto found = runs_of(survey, *cell, runs);
    double playouts = 0, seconds = 0, lost = 0;
    for (const SurveyRun* run : found) {
      playouts += static_cast<double>(run->playouts);
      seconds += run->seconds;
      lost += run->lost_seconds;
    }
    text += '|';
    for (const std::string& name : names) text += fmt::format(" {} |", value_of(*cell, name));
    if (has_paper) text += cell->published ? fmt::format(" {:.0f} |", *cell->published) : " |";
    text += fmt::format(" {} |", score_text(mean_score(found)));
    if (has_paper) text += fmt::format(" {} |", agreement_text(*cell, found));
    text += fmt::format(" {} |", found.size() == cell->runs ? fmt::format("{}", cell->runs)
                                                            : fmt::format("{} of {}", found.size(), cell->runs));
    const double thread_seconds = seconds * cell->plan.team.threads * cell->ranks;
    const auto count = static_cast<double>(found.size());
    text += found.empty() ? " | | | | |\n"
                          : fmt::format(" {:.0f} | {} | {:.1f} | {:.0f} | {:.1f} % |\n", playouts / count,
                                        share_text(*cell, found), seconds / count, playouts / seconds,
                                        100 * lost / thread_seconds);
  }
  if (std::find(names.begin(), names.end(), "board") != names.end()) text += totals(survey, cells, names, runs);
  if (panel.x == SurveyAxis::none) return text;

  const double most = longest(survey, cells, runs, panel.x);
  if (most == 0) return text;
  auto head = names;
  for (int i = 1; i <= points_of_a_curve; ++i) {
    const double at = most * i / points_of_a_curve;
    head.push_back(panel.x == SurveyAxis::playouts ? fmt::format("{:.0f}k", at / 1000) : fmt::format("{:.1f} s", at));
  }
  text +=
      fmt::format("\nThe score by {}:\n\n", panel.x == SurveyAxis::playouts ? "playouts" : "seconds") + heading(head);
  for (const SurveyCell* cell : cells) {
    const auto curve = curve_of(runs_of(survey, *cell, runs), panel.x, most, points_of_a_curve);
    if (curve.empty()) continue;
    text += '|';
    for (const std::string& name : names) text += fmt::format(" {} |", value_of(*cell, name));
    for (const CurvePoint& point : curve) text += fmt::format(" {} |", score_text(point.score));
    text += '\n';
  }
  return text;
}

PlotPanel panel_plot(const Survey& survey, std::size_t number, const std::vector<SurveyRun>& runs) {
  const SurveyPanel& panel = survey.panels[number];
  const auto cells = cells_of(survey, number);
  PlotPanel plot{.title = panel.title,
                 .x_label = panel.x == SurveyAxis::playouts ? "playouts" : "seconds",
                 .y_label = "score",
                 .variables = variables_of(cells, true)};
  for (const SurveyCell* cell : cells) {
    // A curve ends where the last of its runs did.
    const auto curve = curve_of(runs_of(survey, *cell, runs), panel.x, longest(survey, {cell}, runs, panel.x),
                                points_of_a_drawn_curve);
    if (curve.empty()) continue;
    PlotSeries& series = plot.series.emplace_back();
    for (const std::string& variable : plot.variables) series.values.push_back(value_of(*cell, variable));
    for (const CurvePoint& point : curve) {
      const double mean = point.score.mean, half = point.score.half_width;
      series.points.push_back({point.at, mean, Interval{mean - half, mean + half}});
    }
    series.published_level = cell->published;
  }
  return plot;
}

/// The JSON library casts what it reads: -1, 1e30 and true would all become some count.
std::uint64_t count_of(const Json& value) {
  if (!value.is_number_unsigned()) throw UsageError("expected a whole number");
  return value.get<std::uint64_t>();
}

/// Today's key of a run that an earlier version knew by
///   GAME ALGORITHM parallel=root level=2 adapt_each=false exchange=0 threads=1 ranks=1 seconds=0
/// where seconds above 0 won over those of the algorithm. What is no such text, or not to be read today, stays as it
/// is.
std::string todays_key(const std::string& key) {
  const std::vector<std::string_view> parts = words(key);
  if (parts.size() != 9) return key;
  try {
    SurveyCell cell;
    cell.game = parts[0];
    Spec& spec = cell.search.algorithm;
    spec = parse_spec(parts[1]);
    for (std::size_t i = 2; i < parts.size(); ++i) {
      auto [name, value] = parse_spec("key:" + std::string(parts[i])).values.at(0);
      if (name == "ranks") {
        cell.ranks = static_cast<int>(to_integer(value).value_or(1));
      } else if (name != "seconds") {
        spec.values.emplace_back(name == "level" ? "parallel_level" : name, value);
      } else if (value != "0") {
        std::erase_if(spec.values, [](const auto& own) { return own.first == "seconds"; });
        spec.values.emplace_back(name, value);
      }
    }
    cell.plan = plan_of(spec);
    return cell.key();
  } catch (const UsageError&) {
    return key;
  }
}

}  // namespace

std::string SurveyCell::key() const { return fmt::format("{} {} ranks={}", game, plan.settings, ranks); }

std::optional<double> SurveyCell::playouts_of_a_search() const {
  if (!plan.playouts) return std::nullopt;
  return ranks * *plan.playouts;
}

std::vector<const SurveyCell*> distinct_cells(const Survey& survey) {
  std::vector<const SurveyCell*> cells;
  std::unordered_map<std::string, std::size_t> place_of;
  for (const SurveyCell& cell : survey.cells) {
    const auto [known, is_new] = place_of.emplace(cell.key(), cells.size());
    if (is_new) {
      cells.push_back(&cell);
    } else if (cell.runs > cells[known->second]->runs) {
      cells[known->second] = &cell;
    }
  }
  return cells;
}

std::string run_line(const SurveyRun& run) {
  Json history = Json::array();
  // Milliseconds are enough, and keep the file short.
  for (const Improvement& each : run.history) {
    history.push_back({each.playouts, std::round(1000 * each.seconds) / 1000, each.score});
  }
  Json json{{"search", run.key}, {"seed", run.seed}, {"score", run.score}, {"playouts", run.playouts}};
  if (run.searches) json["searches"] = *run.searches;
  json["seconds"] = run.seconds;
  json["lost_seconds"] = run.lost_seconds;
  json["moves"] = run.moves;
  json["history"] = std::move(history);
  json["version"] = run.version;
  return json.dump() + '\n';
}

std::vector<SurveyRun> read_runs(std::string_view text) {
  std::vector<SurveyRun> runs;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (line.empty()) continue;
    try {
      const Json json = Json::parse(line, refuse_depth);
      SurveyRun run;
      run.key = todays_key(json.at("search").get<std::string>());
      run.seed = count_of(json.at("seed"));
      json.at("score").get_to(run.score);
      run.playouts = count_of(json.at("playouts"));
      if (json.contains("searches")) run.searches = count_of(json.at("searches"));
      json.at("seconds").get_to(run.seconds);
      json.at("lost_seconds").get_to(run.lost_seconds);
      json.at("moves").get_to(run.moves);
      for (const Json& each : json.at("history")) {
        run.history.push_back({.playouts = count_of(each.at(0)), .seconds = each.at(1), .score = each.at(2)});
      }
      json.at("version").get_to(run.version);
      runs.push_back(std::move(run));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("line {}: not a run of a survey: {}", number, error.what()));
    } catch (const Json::exception&) {
      throw UsageError(fmt::format("line {}: not a run of a survey", number));
    }
  }
  return runs;
}

std::string survey_markdown(const Survey& survey, const std::vector<SurveyRun>& runs) {
  std::string text = fmt::format("# {}\n", survey.title);
  if (!survey.source.empty()) text += fmt::format("\nSource of the published values: {}\n", survey.source);
  if (!survey.text.empty()) text += fmt::format("\n{}\n", survey.text);
  for (std::size_t panel = 0; panel < survey.panels.size(); ++panel) text += panel_markdown(survey, panel, runs);
  std::map<std::string, int> versions;
  for (const SurveyCell* cell : distinct_cells(survey)) {
    for (const SurveyRun* run : runs_of(survey, *cell, runs)) ++versions[run->version];
  }
  for (std::string_view begin = "\nRun by"; const auto& [version, count] : versions) {
    text += fmt::format("{} banyan {} ({} runs)", begin, version, count);
    begin = ",";
  }
  return text + (versions.empty() ? "" : ".\n");
}

Plot plot_of(const Survey& survey, const std::vector<SurveyRun>& runs) {
  Plot plot{.title = survey.title, .scale = PlotScale::score};
  for (std::size_t i = 0; i < survey.panels.size(); ++i) {
    if (survey.panels[i].x != SurveyAxis::none) plot.panels.push_back(panel_plot(survey, i, runs));
  }
  if (plot.panels.empty()) {
    throw UsageError("there is nothing to plot: no [[search]] has an 'x'; the report has it all as tables");
  }
  return plot;
}

}  // namespace banyan
