// SPDX-License-Identifier: MIT
#include "arena/experiment.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "arena/exchange.h"
#include "arena/survey.h"
#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

constexpr int deepest_template = 8;             // templates that name each other in a circle would never end
constexpr std::size_t most_fillings = 1'000;    // of one template: eight deep, they may double every time
constexpr std::size_t longest_filled = 10'000;  // letters
constexpr std::size_t most_cells = 10'000;
constexpr std::uint64_t most_games = 10'000'000;

using Values = std::vector<std::pair<std::string, std::string>>;

const std::string* find(const Values& values, std::string_view name) {
  const auto found = std::find_if(values.begin(), values.end(), [&](const auto& value) { return value.first == name; });
  return found == values.end() ? nullptr : &found->second;
}

/// A table of the file, whose keys are asked for one by one; those nobody asked for are errors.
class Section {
 public:
  Section(const toml::table& table, std::string place) : table_(table), place_(std::move(place)) {}

  [[noreturn]] void fail(std::string_view key, std::string_view expected) const {
    if (!table_.contains(key)) throw UsageError(fmt::format("{}: '{}' is missing, expected {}", place_, key, expected));
    throw UsageError(fmt::format("{}, '{}': expected {}", place_, key, expected));
  }

  template <class T>
  std::optional<T> get(std::string_view key, std::string_view expected) {
    const toml::node* node = take(key);
    if (node == nullptr) return std::nullopt;
    const auto value = node->value_exact<T>();
    if (!value) fail(key, expected);
    return *value;
  }
  std::optional<std::string> text(std::string_view key) { return get<std::string>(key, "text"); }
  std::optional<std::uint64_t> count(std::string_view key, std::uint64_t low, std::uint64_t high) {
    const std::string expected = fmt::format("a whole number in {}..{}", low, high);
    const auto value = get<std::int64_t>(key, expected);
    if (!value) return std::nullopt;
    if (*value < 0 || static_cast<std::uint64_t>(*value) < low || static_cast<std::uint64_t>(*value) > high) {
      fail(key, expected);
    }
    return static_cast<std::uint64_t>(*value);
  }
  const toml::node* take(std::string_view key) {
    taken_.emplace(key);
    return table_.get(key);
  }

  const toml::node& at(std::string_view key) const { return *table_.get(key); }

  /// The keys that nobody has asked for, in the order of the file.
  std::vector<std::string> others() const {
    std::vector<std::pair<toml::source_position, std::string>> keys;
    for (const auto& [key, value] : table_) {
      if (!taken_.contains(std::string(key.str()))) keys.emplace_back(key.source().begin, key.str());
    }
    std::sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (auto& [position, name] : keys) names.push_back(std::move(name));
    return names;
  }
  /// The names that were asked for: those that a user may have meant.
  std::string meant(std::string_view key) const { return did_you_mean(key, {taken_.begin(), taken_.end()}); }
  const std::string& place() const { return place_; }

 private:
  const toml::table& table_;
  std::string place_;
  std::set<std::string> taken_;
};

std::optional<std::string> scalar_text(const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto number = node.value_exact<std::int64_t>()) return fmt::format("{}", *number);
  if (const auto number = node.value_exact<double>()) return fmt::format("{}", *number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
  return std::nullopt;
}

/// What a variable runs through: one value, or a list.
std::vector<std::string> axis_values(const Section& section, const std::string& key, const toml::node& node) {
  constexpr std::string_view expected = "text, a number or a boolean, or a list of these";
  std::vector<std::string> values;
  if (const toml::array* list = node.as_array()) {
    for (const toml::node& element : *list) {
      const auto value = scalar_text(element);
      if (!value) section.fail(key, expected);
      values.push_back(*value);
    }
  } else if (const auto value = scalar_text(node)) {
    values.push_back(*value);
  }
  if (values.empty()) section.fail(key, expected);
  return values;
}

/// All keys that are left are variables; those with a list span a grid, in which the first varies slowest. Returns the
/// values of the variables in every cell. A file has so many cells and no more, those of earlier grids included.
std::vector<Values> span_grid(const Section& section, std::size_t cells_before) {
  std::vector<std::pair<std::string, std::vector<std::string>>> axes;
  std::size_t count = 1;
  for (const std::string& key : section.others()) {
    axes.emplace_back(key, axis_values(section, key, section.at(key)));
    count *= axes.back().second.size();
    if (cells_before + count > most_cells) {
      throw UsageError(fmt::format("{}: there are more than {} cells", section.place(), most_cells));
    }
  }
  std::vector<Values> cells;
  for (std::size_t index = 0; index < count; ++index) {
    Values& variables = cells.emplace_back();
    std::size_t rest = index, block = count;
    for (const auto& [key, values] : axes) {
      block /= values.size();
      variables.emplace_back(key, values[rest / block]);
      rest %= block;
    }
  }
  return cells;
}

/// What was published, by cell; NaN where there is nothing.
std::vector<double> read_published(Section& section, std::string_view what, double most) {
  const std::string expected = fmt::format("a list of {}, nan where none is known", what);
  const toml::node* node = section.take("paper");
  std::vector<double> values;
  if (node == nullptr) return values;
  if (!node->is_array()) section.fail("paper", expected);
  for (const toml::node& element : *node->as_array()) {
    const auto value = element.value<double>();
    if (!value || *value < 0 || *value > most) section.fail("paper", expected);
    values.push_back(*value);
  }
  return values;
}

void check_published(const Section& section, const std::vector<double>& values, std::size_t cells) {
  if (values.empty() || values.size() == cells) return;
  section.fail("paper", fmt::format("a value for each of the {} cells, not {} of them", cells, values.size()));
}

/// Fills templates in: {name} is a variable of the cell, or else a player of the file.
class Templates {
 public:
  Templates(const Values& players, std::string place) : players_(players), place_(std::move(place)) {}

  /// `text` is the name of a player, or a template.
  std::string player(const std::string& text, const Values& variables) {
    const std::string* named = find(players_, text);
    return fill(named != nullptr ? *named : text, variables);
  }
  std::string fill(const std::string& text, const Values& variables) {
    fillings_ = 0;
    return fill(text, variables, 0);
  }
  bool has_used(const std::string& variable) const { return used_.contains(variable); }

 private:
  std::string fill(const std::string& text, const Values& variables, int depth) {
    if (depth > deepest_template) throw UsageError(fmt::format("{}: the template '{}' never ends", place_, text));
    std::string filled;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t open = std::min(text.find('{', at), text.size());
      filled += text.substr(at, open - at);
      if (open == text.size()) break;
      const std::size_t close = text.find('}', open);
      if (close == std::string::npos) throw UsageError(fmt::format("{}: '{}' has a {{ without }}", place_, text));
      filled += value(text.substr(open + 1, close - open - 1), variables, depth);
      at = close + 1;
      if (++fillings_ > most_fillings || filled.size() > longest_filled) {
        throw UsageError(fmt::format("{}: a template grows beyond {} letters", place_, longest_filled));
      }
    }
    return filled;
  }

  std::string value(const std::string& name, const Values& variables, int depth) {
    if (name == "seed") return "{seed}";  // of an external program: Match puts it in
    const std::string* found = find(variables, name);
    if (found != nullptr) {
      used_.insert(name);
    } else {
      found = find(players_, name);
    }
    if (found != nullptr) return fill(*found, variables, depth + 1);
    std::vector<std::string_view> known;
    for (const Values* values : {&variables, &players_}) {
      for (const auto& [key, unused] : *values) known.emplace_back(key);
    }
    throw UsageError(fmt::format("{}: nothing is called '{}'{}", place_, name, did_you_mean(name, known)));
  }

  const Values& players_;
  std::string place_;
  std::set<std::string> used_;
  std::size_t fillings_ = 0;
};

class Reader {
 public:
  explicit Reader(const toml::table& file) : file_(file, "the experiment") {}

  Experiment read() {
    experiment_.title = file_.text("title").value_or("");
    if (experiment_.title.empty()) file_.fail("title", "a text");
    experiment_.source = file_.text("source").value_or("");
    experiment_.text = file_.text("text").value_or("");
    seed_ = file_.count("seed", 0, static_cast<std::uint64_t>(INT64_MAX)).value_or(1);
    openings_ = file_.text("openings").value_or("none");
    if (openings_ != "none" && !openings_.starts_with("random:")) file_.fail("openings", "none or random:PLIES");
    read_players();
    read_grids();
    for (const std::string& key : file_.others()) {
      throw UsageError(fmt::format("the experiment has an unknown key '{}'{}", key, file_.meant(key)));
    }
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

  void read_grids() {
    const toml::node* node = file_.take("grid");
    const toml::array* grids = node == nullptr ? nullptr : node->as_array();
    if (grids == nullptr || grids->empty()) file_.fail("grid", "one or more [[grid]]");
    for (const toml::node& grid : *grids) {
      if (!grid.is_table()) file_.fail("grid", "one or more [[grid]]");
      read_grid(Section(*grid.as_table(), fmt::format("[[grid]] {}", ++grids_)));
    }
  }

  void read_grid(Section section) {
    const std::size_t panel = read_panel(section);
    const std::string game = section.text("game").value_or("");
    if (game.empty()) section.fail("game", "a game, such as \"havannah:size=6\"");
    const auto games = section.count("games", 2, most_games);
    if (!games || *games % 2 != 0) section.fail("games", "an even number: games come in pairs");
    const std::uint64_t published_games = section.count("paper_games", 1, most_games).value_or(0);
    const auto published = read_published(section, "percentages", 100);

    const std::vector<Values> grid = span_grid(section, experiment_.cells.size());
    for (const char* key : {"a", "b"}) {
      if (find(grid[0], key) == nullptr) section.fail(key, "a player");
    }
    check_published(section, published, grid.size());

    Templates templates(experiment_.players, section.place());
    for (std::size_t index = 0; index < grid.size(); ++index) {
      Cell cell{.panel = panel, .variables = grid[index], .games = *games};
      cell.match = {.game = templates.fill(game, cell.variables),
                    .a = templates.player(*find(cell.variables, "a"), cell.variables),
                    .b = templates.player(*find(cell.variables, "b"), cell.variables),
                    .openings = Openings::from_text(openings_),
                    .seed = seed_};
      if (!published.empty() && !std::isnan(published[index])) {
        cell.published = Published{.rate = published[index] / 100, .games = published_games};
      }
      experiment_.cells.push_back(std::move(cell));
    }
    for (const auto& [key, value] : grid[0]) {
      if (key != "a" && key != "b" && !templates.has_used(key)) {
        throw UsageError(
            fmt::format("{}: no player and no game uses '{}'{}", section.place(), key, section.meant(key)));
      }
    }
    const std::string& x = experiment_.panels[panel].x;
    if (!x.empty() && find(experiment_.cells.back().variables, x) == nullptr) {
      throw UsageError(fmt::format("{}: its axis is '{}', expected the name of a variable", section.place(), x));
    }
  }

  std::size_t read_panel(Section& section) {
    Panel panel{.title = section.text("title").value_or(""), .text = section.text("text").value_or("")};
    if (panel.title.empty()) section.fail("title", "a text");
    panel.x = section.text("x").value_or("");
    panel.x_label = section.text("x_label").value_or(panel.x);
    panel.has_log_axis = section.get<bool>("log", "true or false").value_or(false);
    auto& all = experiment_.panels;
    const auto same = std::find_if(all.begin(), all.end(), [&](const Panel& p) { return p.title == panel.title; });
    if (same == all.end()) {
      all.push_back(std::move(panel));
      return all.size() - 1;
    }
    if (!panel.text.empty() || !panel.x.empty() || panel.has_log_axis) {
      section.fail("title", "another title, or text, x and log in the first grid of this title alone");
    }
    return static_cast<std::size_t>(same - all.begin());
  }

  Section file_;
  Experiment experiment_;
  std::uint64_t seed_ = 1;
  std::string openings_;
  int grids_ = 0;
};

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
    survey_.title = file_.text("title").value_or("");
    if (survey_.title.empty()) file_.fail("title", "a text");
    survey_.source = file_.text("source").value_or("");
    survey_.text = file_.text("text").value_or("");
    survey_.seed = file_.count("seed", 0, static_cast<std::uint64_t>(INT64_MAX)).value_or(1);
    const toml::node* node = file_.take("search");
    const toml::array* searches = node == nullptr ? nullptr : node->as_array();
    if (searches == nullptr || searches->empty()) file_.fail("search", "one or more [[search]]");
    std::size_t number = 0;
    for (const toml::node& search : *searches) {
      if (!search.is_table()) file_.fail("search", "one or more [[search]]");
      read_search(Section(*search.as_table(), fmt::format("[[search]] {}", ++number)));
    }
    for (const std::string& key : file_.others()) {
      throw UsageError(fmt::format("the survey has an unknown key '{}'{}", key, file_.meant(key)));
    }
    return std::move(survey_);
  }

 private:
  void read_search(Section section) {
    const std::size_t panel = read_panel(section);
    const std::uint64_t runs = section.count("runs", 1, 1'000'000).value_or(1);
    const std::string game = section.text("game").value_or("samegame");
    const auto published = read_published(section, "scores", 1e9);
    const std::vector<Values> grid = span_grid(section, survey_.cells.size());
    if (find(grid[0], "algorithm") == nullptr) section.fail("algorithm", "an algorithm, such as \"nrpa:level=3\"");
    check_published(section, published, grid.size());
    const Values none;
    Templates templates(none, section.place());
    std::vector<std::string> known = shared_keys();
    for (std::size_t index = 0; index < grid.size(); ++index) {
      const Values& variables = grid[index];
      SurveyCell cell{.panel = panel, .variables = variables, .runs = runs};
      cell.game = templates.fill(game, variables);
      Spec& algorithm = cell.search.algorithm;
      algorithm = parse_spec(templates.fill(*find(variables, "algorithm"), variables));
      for (const std::string& key : known) {
        const std::string* value = find(variables, key);
        if (value != nullptr) add_value(algorithm, key, *value, fmt::format("{}: '{}'", section.place(), key));
      }
      try {
        cell.plan = plan_of(algorithm);
      } catch (const UsageError& error) {
        throw UsageError(fmt::format("{}: {}", section.place(), error.what()));
      }
      if (const std::string* text = find(variables, "ranks")) {
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

  std::size_t read_panel(Section& section) {
    SurveyPanel panel{.title = section.text("title").value_or(""), .text = section.text("text").value_or("")};
    if (panel.title.empty()) section.fail("title", "a text");
    const std::string x = section.text("x").value_or("");
    if (!x.empty() && x != "playouts" && x != "seconds") section.fail("x", "playouts or seconds");
    panel.x = x == "playouts" ? SurveyAxis::playouts : x == "seconds" ? SurveyAxis::seconds : SurveyAxis::none;
    auto& all = survey_.panels;
    const auto same = std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.title == panel.title; });
    if (same == all.end()) {
      all.push_back(std::move(panel));
      return all.size() - 1;
    }
    if (!panel.text.empty() || !x.empty()) {
      section.fail("title", "another title, or text and x in the first search of this title alone");
    }
    return static_cast<std::size_t>(same - all.begin());
  }

  Section file_;
  Survey survey_;
};

/// Nothing when the match is of a game, a player or a parameter that is no more.
std::optional<Match> known_match(const StoredMatch& stored) {
  try {
    return Match::from_key(stored.key);
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

template <class Read>
auto parsed(std::string_view toml, const Read& read) {
  try {
    return read(toml::parse(toml));
  } catch (const toml::parse_error& error) {
    throw UsageError(fmt::format("line {}: {}", error.source().begin.line, error.description()));
  }
}

}  // namespace

Experiment parse_experiment(std::string_view toml) {
  return parsed(toml, [](const toml::table& file) { return Reader(file).read(); });
}

Survey parse_survey(std::string_view toml) {
  return parsed(toml, [](const toml::table& file) { return SurveyReader(file).read(); });
}

bool is_survey(std::string_view toml) {
  return parsed(toml, [](const toml::table& file) { return file.contains("search"); });
}

std::uint64_t quick_games(std::uint64_t games) {
  const std::uint64_t tenth = std::max<std::uint64_t>(games / 10, 10);
  return std::min(games, tenth + tenth % 2);
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
  std::map<std::string, std::uint64_t> wanted;  // games, by what decides them
  for (std::size_t i = 0; i < matches_.size(); ++i) {
    std::uint64_t& games = wanted[matches_[i].key()];
    games = std::max(games, experiment_.cells[i].games);
  }
  for (const StoredMatch& stored : store.matches()) {
    const auto match = known_match(stored);
    const auto asked = match ? wanted.find(match->key()) : wanted.end();
    if (stored.games == 0 || asked == wanted.end()) continue;
    games_.in_one_step([&] {
      const MatchId id = games_.add(*match);
      std::map<std::uint64_t, std::uint64_t> known;  // fingerprints, by number
      for (const GameRecord& game : games_.games(id, asked->second)) known[game.number] = game.hash;
      for (const GameRecord& game : store.games(stored.id, asked->second)) {
        const auto own = known.find(game.number);
        if (own == known.end()) {
          games_.finish(id, game);
        } else if (own->second != game.hash) {
          throw UsageError(
              fmt::format("the store holds another game {} of '{}' against '{}' than the text: take another one",
                          game.number, match->contest().a, match->contest().b));
        }
      }
    });
  }
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
  const MeasuredRate ours{.rate = result.score.rate(), .games = effective_games(result.score, result.pairs)};
  const MeasuredRate theirs{
      .rate = published->rate,
      .games = published->games > 0 ? static_cast<double>(published->games) : std::numeric_limits<double>::infinity()};
  const RateDifference difference = difference_of(ours, theirs);
  return Comparison{difference, agreement_of(difference.p < 0.05, difference.bounds, margin_of_rates)};
}

}  // namespace banyan
