// SPDX-License-Identifier: MIT
#include "arena/survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "arena/grid_file.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/history_json.h"
#include "engine/json_depth.h"
#include "stats/mean.h"
#include "stats/win_rate.h"

namespace banyan {
namespace {

using Json = nlohmann::ordered_json;

constexpr int points_of_a_curve = 10, points_of_a_drawn_curve = 50;
constexpr double margin_of_scores = 0.01;  // of the published score: what is nearer agrees

/// What a variable of a search sets though no text names it: limits, and how threads share the search.
std::vector<std::string> shared_keys() {
  LimitParams limits;
  TeamParams team;
  std::vector<std::string> keys;
  for (const ParamInfo& info : Params(limits, team).infos()) keys.push_back(info.name);
  return keys;
}

class SurveyReader {
  static constexpr int most_ranks = 100'000;

 public:
  explicit SurveyReader(const toml::table& file) : file_(file, "the survey") {}

  Survey read() {
    survey_.title = file_.title();
    survey_.source = file_.text("source").value_or("");
    survey_.text = file_.text("text").value_or("");
    survey_.seed = file_.count("seed", 0, static_cast<std::uint64_t>(INT64_MAX)).value_or(1);
    file_.for_each_table("search", [this](Section section) { read_search(std::move(section)); });
    file_.expect_no_others();
    return std::move(survey_);
  }

 private:
  void read_search(Section section) {
    const std::size_t panel = read_panel(section, survey_.panels);
    const std::string& x = survey_.panels[panel].x;
    if (!x.empty() && x != "playouts" && x != "seconds") section.fail("x", "playouts or seconds");
    const std::uint64_t runs = section.count("runs", 1, 1'000'000).value_or(1);
    const std::string game = section.text("game").value_or("");
    if (game.empty()) section.fail("game", "a game for one player, such as \"samegame:board=1\"");
    const auto published = read_published(section, "scores", 1e9);
    const std::vector<Values> grid = span_grid(section, survey_.cells.size());
    if (find_value(grid[0], "algorithm") == nullptr)
      section.fail("algorithm", "an algorithm, such as \"nrpa:level=3\"");
    check_published(section, published, grid.size());
    const Values none;
    Templates templates(none, section.place());
    std::vector<std::string> known = shared_keys();
    for (std::size_t index = 0; index < grid.size(); ++index) {
      const Values& variables = grid[index];
      SurveyCell cell{.panel = panel, .variables = variables, .runs = runs};
      cell.game = templates.fill(game, variables);
      Spec& algorithm = cell.search.algorithm;
      algorithm = parse_spec(templates.fill(*find_value(variables, "algorithm"), variables));
      for (const std::string& key : known) {
        const std::string* value = find_value(variables, key);
        if (value != nullptr) add_value(algorithm, key, *value, fmt::format("{}: '{}'", section.place(), key));
      }
      try {
        cell.plan = plan_of(algorithm);
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", section.place(), error.what()));
      }
      if (const std::string* text = find_value(variables, "ranks")) {
        const auto ranks = to_integer(*text);
        if (!ranks || *ranks < 1 || *ranks > most_ranks)
          section.fail("ranks", fmt::format("a number in 1..{}", most_ranks));
        cell.ranks = static_cast<int>(*ranks);
      }
      if (!published.empty() && !std::isnan(published[index])) cell.published = published[index];
      survey_.cells.push_back(std::move(cell));
    }
    known.insert(known.end(), {"algorithm", "ranks"});
    for (const auto& [key, value] : grid[0]) {
      if (std::find(known.begin(), known.end(), key) == known.end() && !templates.has_used(key)) {
        throw UsageError(fmt::format("{}: neither the game nor the algorithm uses '{}'{}", section.place(), key,
                                     did_you_mean(key, {known.begin(), known.end()})));
      }
    }
  }

  Section file_;
  Survey survey_;
};

std::vector<const SurveyCell*> cells_of(const Survey& survey, std::size_t panel) {
  std::vector<const SurveyCell*> cells;
  for (const SurveyCell& cell : survey.cells) {
    if (cell.panel == panel) cells.push_back(&cell);
  }
  return cells;
}

VariableNames variables_of(const std::vector<const SurveyCell*>& cells) {
  std::vector<const Values*> variables;
  for (const SurveyCell* cell : cells) variables.push_back(&cell->variables);
  return variable_names(variables);
}

/// What has been spent so far.
enum class Spent { nothing, playouts, seconds };

/// What the horizontal axis of a plot is.
Spent axis_of(const Panel& panel) {
  return panel.x == "playouts" ? Spent::playouts : panel.x == "seconds" ? Spent::seconds : Spent::nothing;
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

double spent(const Improvement& at, Spent x) {
  return x == Spent::playouts ? static_cast<double>(at.playouts) : at.seconds;
}
double spent(const SurveyRun& run, Spent x) {
  return x == Spent::playouts ? static_cast<double>(run.playouts) : run.seconds;
}

/// The best score a run had when it had spent so much; a run that has ended keeps its last.
double score_at(const SurveyRun& run, Spent x, double budget) {
  double score = 0;
  for (const Improvement& each : run.history) {
    if (spent(each, x) <= budget) score = each.score;
  }
  return score;
}

/// How much the longest run of a panel spent.
double longest(const Survey& survey, const std::vector<const SurveyCell*>& cells, const std::vector<SurveyRun>& runs,
               Spent x) {
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

std::vector<CurvePoint> curve_of(const std::vector<const SurveyRun*>& runs, Spent x, double most, int points) {
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

/// "unfinished" where some run was stopped before it was through with one search; "not known" where nobody has written
/// that down, and the number of playouts does not tell; empty where all were through.
std::string_view why_incomplete(const SurveyCell& cell, const std::vector<const SurveyRun*>& runs) {
  const auto full = cell.playouts_of_a_search();
  bool is_known = true;
  for (const SurveyRun* run : runs) {
    const bool is_unfinished = run->searches ? *run->searches == 0 : full && static_cast<double>(run->playouts) < *full;
    if (is_unfinished) return "unfinished";
    is_known = is_known && (run->searches || full);
  }
  return is_known ? "" : "not known";
}

/// "2.6 %", "540 %", or, where it is not known how much one search is, why it is not a whole one.
std::string share_text(const SurveyCell& cell, const std::vector<const SurveyRun*>& runs) {
  if (const auto share = share_of_a_search(cell, runs)) {
    return fmt::format("{:.{}f} %", 100 * *share, *share < 0.1 ? 1 : 0);
  }
  return std::string(why_incomplete(cell, runs));
}

/// How the scores of a cell compare with one that was published: that is taken as one run which varies as ours do.
std::string agreement_text(const SurveyCell& cell, const std::vector<const SurveyRun*>& runs) {
  if (!cell.published || runs.empty()) return "";
  if (const auto why = why_incomplete(cell, runs); !why.empty()) return std::string(why);
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
    const std::string setting = label_of(cell->variables, names);
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
  const Panel& panel = survey.panels[number];
  const Spent x = axis_of(panel);
  const auto cells = cells_of(survey, number);
  const auto [names, fixed_names] = variables_of(cells);
  std::string text = fmt::format("\n## {}\n\n", panel.title);
  if (!panel.text.empty()) text += panel.text + "\n\n";
  if (const std::string fixed = label_of(cells[0]->variables, fixed_names); !fixed.empty()) {
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
    for (const std::string& name : names) text += fmt::format(" {} |", value_of(cell->variables, name));
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
  if (x == Spent::nothing) return text;

  const double most = longest(survey, cells, runs, x);
  if (most == 0) return text;
  auto head = names;
  for (int i = 1; i <= points_of_a_curve; ++i) {
    const double at = most * i / points_of_a_curve;
    head.push_back(x == Spent::playouts ? fmt::format("{:.0f}k", at / 1000) : fmt::format("{:.1f} s", at));
  }
  text += fmt::format("\nThe score by {}:\n\n", x == Spent::playouts ? "playouts" : "seconds") + heading(head);
  for (const SurveyCell* cell : cells) {
    const auto curve = curve_of(runs_of(survey, *cell, runs), x, most, points_of_a_curve);
    if (curve.empty()) continue;
    text += '|';
    for (const std::string& name : names) text += fmt::format(" {} |", value_of(cell->variables, name));
    for (const CurvePoint& point : curve) text += fmt::format(" {} |", score_text(point.score));
    text += '\n';
  }
  return text;
}

PlotPanel panel_plot(const Survey& survey, std::size_t number, const std::vector<SurveyRun>& runs) {
  const Panel& panel = survey.panels[number];
  const Spent x = axis_of(panel);
  const auto cells = cells_of(survey, number);
  PlotPanel plot{.title = panel.title,
                 .x_label = panel.x_label,
                 .y_label = "score",
                 .has_log_axis = panel.has_log_axis,
                 .variables = variables_of(cells).varying};
  for (const SurveyCell* cell : cells) {
    // A curve ends where the last of its runs did.
    const auto curve =
        curve_of(runs_of(survey, *cell, runs), x, longest(survey, {cell}, runs, x), points_of_a_drawn_curve);
    if (curve.empty()) continue;
    PlotSeries& series = plot.series.emplace_back();
    for (const std::string& variable : plot.variables) series.values.push_back(value_of(cell->variables, variable));
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

bool is_survey(std::string_view toml) {
  return parse_toml(toml, [](const toml::table& file) { return file.contains("search"); });
}

Survey parse_survey(std::string_view toml) {
  return parse_toml(toml, [](const toml::table& file) { return SurveyReader(file).read(); });
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

std::string label_of(const SurveyCell& cell) {
  std::string text;
  for (const auto& [name, value] : cell.variables) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

Versions versions_of(const Survey& survey, const SurveyCell& cell, const std::vector<SurveyRun>& runs) {
  Versions versions;
  for (const SurveyRun* run : runs_of(survey, cell, runs)) ++versions[run->version];
  return versions;
}

std::string run_line(const SurveyRun& run) {
  std::vector<Improvement> history = run.history;
  // Milliseconds are enough, and keep the file short.
  for (Improvement& each : history) each.seconds = std::round(1000 * each.seconds) / 1000;
  Json json{{"search", run.key}, {"seed", run.seed}, {"score", run.score}, {"playouts", run.playouts}};
  if (run.searches) json["searches"] = *run.searches;
  json["seconds"] = run.seconds;
  json["lost_seconds"] = run.lost_seconds;
  json["moves"] = run.moves;
  json["history"] = history_json(history);
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
      run.history = read_history(json.at("history"));
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
  Versions versions;
  std::string several;
  for (const SurveyCell* cell : distinct_cells(survey)) {
    const Versions own = versions_of(survey, *cell, runs);
    for (const auto& [version, count] : own) versions[version] += count;
    if (is_of_several_builds(own)) {
      several += fmt::format("| {}: {} | {} |\n", survey.panels[cell->panel].title, label_of(*cell), builds_text(own));
    }
  }
  if (!several.empty()) text += builds_heading("cell", "runs") + several;
  for (std::string_view begin = "\nRun by"; const auto& [version, count] : versions) {
    text += fmt::format("{} banyan {} ({} runs)", begin, version, count);
    begin = ",";
  }
  return text + (versions.empty() ? "" : ".\n");
}

Plot plot_of(const Survey& survey, const std::vector<SurveyRun>& runs) {
  Plot plot{.title = survey.title, .scale = PlotScale::score};
  for (std::size_t i = 0; i < survey.panels.size(); ++i) {
    if (!survey.panels[i].x.empty()) plot.panels.push_back(panel_plot(survey, i, runs));
  }
  if (plot.panels.empty()) {
    throw UsageError("there is nothing to plot: no [[search]] has an 'x'; the report has it all as tables");
  }
  return plot;
}

}  // namespace banyan
