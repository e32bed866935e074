// SPDX-License-Identifier: MIT
#include "web/server/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "arena/experiment_report.h"
#include "arena/figures.h"
#include "arena/problems.h"
#include "arena/seating.h"
#include "arena/survey.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/host.h"
#include "engine/json.h"
#include "engine/save.h"
#include "web/server/http.h"

namespace banyan::web {
namespace {

namespace fs = std::filesystem;

constexpr double seconds_between_readings = 2;               // of one experiment
constexpr std::int64_t seconds_that_count_as_running = 120;  // since its last game
constexpr std::uint64_t most_games = 1000;                   // of a match
constexpr std::uint64_t most_games_in_all = 100'000;
constexpr std::size_t most_running = 4;
constexpr std::uint64_t seed_of_matches = 1;  // the same match again goes on

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Changes whenever one of the files does.
std::string stamp_of(const std::vector<std::string>& paths) {
  std::string stamp;
  for (const std::string& path : paths) {
    std::error_code error;
    const auto time = fs::last_write_time(path, error);
    const auto size = error ? 0 : fs::file_size(path, error);
    stamp += fmt::format("{} {} ", error ? 0 : time.time_since_epoch().count(), error ? 0 : size);
  }
  return stamp;
}

bool is_name(const std::string& name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

Json records_json(const std::vector<GameRecord>& games) {
  Json all = Json::array();
  for (const GameRecord& game : games) {
    all.push_back({{"number", game.number},
                   {"seats", game.seats()},
                   {"winner", game.winner},
                   {"plies", game.plies},
                   {"ending", game.ending}});
  }
  return all;
}

/// The game of that number, as it is saved. Refuses where there is none, or none of its moves.
std::string saved_text(Store& store, MatchId id, const Contest& contest, const std::string& number) {
  const auto wanted = to_integer(number);
  const auto record = wanted && *wanted >= 0 ? store.game(id, static_cast<std::uint64_t>(*wanted)) : std::nullopt;
  if (!record || !record->moves) throw Refusal(404, "there is no such game");
  SavedGame game{.session = new_session(parse_spec(contest.game))};
  for (const std::string_view part : {std::string_view(record->opening), std::string_view(*record->moves)}) {
    for (const std::string_view move : split_moves(part)) game.session->play(move);
  }
  const auto players = contest.players();
  const std::array<double, most_seats> seconds{record->seconds_a, record->seconds_b, record->seconds_c.value_or(0)};
  const Seating seating = seating_of(record->players(), record->number);
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    const auto player = static_cast<std::size_t>(seating[seat]);
    game.seats.push_back({.player = players[player], .seconds = seconds[player]});
  }
  return save_game(game);
}

Openings openings_of(const std::string& text) {
  if (text.empty() || text == "none") return {};
  const auto plies = text.starts_with("random:") ? to_integer(text.substr(7)) : std::nullopt;
  if (!plies || *plies < 1 || *plies > 50) {
    throw Refusal(422, fmt::format("openings: expected none or random:1 to random:50, not '{}'", text), "openings");
  }
  return Openings::random(static_cast<int>(*plies));
}

}  // namespace

// ---- Experiments ----

/// An experiment as it was read last.
struct Lab::Known {
  std::string stamp{};
  double read_at = -1e9;
  std::string title{}, report{};
  bool has_cells = false;
  std::uint64_t done = 0, games = 0;
  std::vector<Match> matches{};               // of its cells
  std::vector<std::optional<MatchId>> ids{};  // of these, in the store of experiments
};

std::string Lab::file_of(const std::string& name, const std::string& ending) const {
  if (ending == "toml") return fmt::format("{}/{}.toml", settings_.experiments, name);
  return fmt::format("{}/results/{}.{}", settings_.experiments, name, ending);
}

const Lab::Known& Lab::look_at(const std::string& name) {
  const std::string toml = file_of(name, "toml");
  if (settings_.experiments.empty() || !is_name(name) || !fs::exists(toml)) {
    throw Refusal(404, "there is no such experiment");
  }
  auto& known = known_[name];
  if (!known) known = std::make_unique<Known>();
  if (wall_seconds() - known->read_at < seconds_between_readings) return *known;
  const std::string& store = settings_.experiment_store;
  const std::string stamp = stamp_of({toml, file_of(name, "games"), store, store + "-wal"});
  known->read_at = wall_seconds();
  if (stamp == known->stamp) return *known;
  const std::string text = content_of(toml);
  try {
    known->title = is_survey(text) ? parse_survey(text).title : has_problems(text) ? parse_problems(text).title : name;
    known->has_cells = !is_survey(text) && !has_problems(text);
    if (known->has_cells) {
      const Experiment experiment = parse_experiment(text);
      known->matches = matches_of(experiment);
      const std::vector<Match>& matches = known->matches;
      ExperimentGames games(experiment, matches);
      if (fs::exists(file_of(name, "games"))) games.read(content_of(file_of(name, "games")));
      known->ids.assign(matches.size(), std::nullopt);
      if (experiment_store_) {
        games.take_from(*experiment_store_);
        for (std::size_t i = 0; i < matches.size(); ++i) known->ids[i] = experiment_store_->find(matches[i]);
      }
      const auto results = games.results();
      const auto former = games.former();
      known->title = experiment.title;
      known->report = report_json({experiment, matches, results, former});
      known->done = known->games = 0;
      for (std::size_t i = 0; i < results.size(); ++i) {
        known->games += experiment.cells[i].games;
        known->done += std::min(results[i].games(), experiment.cells[i].games);
      }
    }
  } catch (const Error& error) {
    known->has_cells = false;
    known->title = fmt::format("{}: {}", name, error.what());
  }
  known->stamp = stamp;
  return *known;
}

/// When the games of the store were finished.
void Lab::read_news() {
  try {
    if (!experiment_store_ && fs::exists(settings_.experiment_store)) {
      experiment_store_ = std::make_unique<Store>(settings_.experiment_store, Store::Open::to_read);
    }
    if (!experiment_store_) return;
    for (const Store::Entry& entry : experiment_store_->entries_after(last_row_)) {
      last_row_ = std::max(last_row_, entry.row);
      std::int64_t& last = last_finished_[entry.match];
      last = std::max(last, entry.game.finished);
    }
  } catch (const Error&) {  // damaged, or nothing has been written to it yet: then there is no news
    experiment_store_.reset();
    last_row_ = 0;
  }
}

Json Lab::overview() {
  Json experiments = Json::array();
  {
    const std::lock_guard lock(experiments_mutex_);
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry :
         fs::directory_iterator(settings_.experiments.empty() ? "/nowhere" : settings_.experiments, error)) {
      if (entry.path().extension() == ".toml" && is_name(entry.path().stem().string())) {
        names.push_back(entry.path().stem().string());
      }
    }
    std::sort(names.begin(), names.end());
    if (!names.empty()) read_news();
    for (const std::string& name : names) {
      const Known& known = look_at(name);
      std::int64_t last = 0;
      for (const auto& id : known.ids) last = std::max(last, id ? last_finished_[*id] : 0);
      Json entry{{"name", name}, {"title", known.title}, {"done", nullptr}, {"games", nullptr}};
      if (known.has_cells) {
        entry["done"] = known.done;
        entry["games"] = known.games;
      }
      entry["running"] = known.done < known.games && std::time(nullptr) - last < seconds_that_count_as_running;
      entry["has_plot"] = fs::exists(file_of(name, "svg"));
      entry["has_games"] = last > 0;
      experiments.push_back(std::move(entry));
    }
  }
  Json matches = Json::array();
  const std::lock_guard lock(matches_mutex_);
  if (store_) {
    for (const StoredMatch& stored : store_->matches()) matches.push_back(match_json(*known_run(stored)));
  }
  return {{"experiments", std::move(experiments)}, {"matches", std::move(matches)}};
}

std::string Lab::experiment(const std::string& name) {
  const std::lock_guard lock(experiments_mutex_);
  read_news();
  const Known& known = look_at(name);
  if (!known.has_cells) throw Refusal(404, "this experiment has no cells that can be shown: it is no grid of matches");
  return known.report;
}

std::pair<const Match&, MatchId> Lab::match_of_cell(const std::string& name, const std::string& cell) {
  read_news();
  const Known& known = look_at(name);
  const auto wanted = to_integer(cell);
  const auto at = wanted && *wanted >= 0 ? static_cast<std::size_t>(*wanted) : known.ids.size();
  if (!known.has_cells || at >= known.ids.size()) throw Refusal(404, "there is no such cell");
  if (!experiment_store_ || !known.ids[at]) throw Refusal(404, "the moves of its games are not kept here");
  return {known.matches[at], *known.ids[at]};
}

Json Lab::games_of_cell(const std::string& name, const std::string& cell) {
  const std::lock_guard lock(experiments_mutex_);
  const auto [match, id] = match_of_cell(name, cell);
  auto games = experiment_store_->games(id, Store::all_games);
  std::erase_if(games, [](const GameRecord& game) { return !game.moves; });
  return {{"players", match.contest().players()}, {"games", records_json(games)}};
}

std::string Lab::saved_game_of_cell(const std::string& name, const std::string& cell, const std::string& number) {
  const std::lock_guard lock(experiments_mutex_);
  const auto [match, id] = match_of_cell(name, cell);
  return saved_text(*experiment_store_, id, match.contest(), number);
}

std::string Lab::plot(const std::string& name) {
  if (settings_.experiments.empty() || !is_name(name) || !fs::exists(file_of(name, "svg"))) {
    throw Refusal(404, "there is no such figure");
  }
  return content_of(file_of(name, "svg"));
}

// ---- Matches ----

/// A match, and its playing if it is played now.
struct Lab::Run {
  explicit Run(Match its_match) : matches{std::move(its_match)} {}

  std::vector<Match> matches;  // one
  MatchId id = 0;
  std::uint64_t of = 0;
  RunSettings settings{};
  std::unique_ptr<Schedule> schedule{};  // as long as a search for it waits or runs
  std::shared_ptr<SearchControl> control{};
  Searches::Ticket ticket{};
  MatchResult result{};
  std::string failure{};
  int threads = 1;
  bool is_running = false;
  Feed feed{};
};

Lab::Lab(LabSettings settings, const Bounds& bounds, Searches& searches)
    : settings_(std::move(settings)),
      bounds_(bounds),
      searches_(searches),
      store_(settings_.matches.empty() ? nullptr : std::make_unique<Store>(settings_.matches)) {}

Lab::~Lab() { close(); }

void Lab::close() {
  const std::lock_guard lock(matches_mutex_);
  is_closed_ = true;
  for (const auto& [id, run] : runs_) {
    run->is_running = false;
    if (run->control) run->control->stop = true;
    if (run->ticket) searches_.cancel(run->ticket);
    run->feed.end();
  }
}

std::shared_ptr<Lab::Run> Lab::known_run(const StoredMatch& stored) {
  if (const auto found = runs_.find(stored.id); found != runs_.end()) return found->second;
  auto run = std::make_shared<Run>(Match::from_key(stored.key));
  run->id = stored.id;
  run->of = stored.games;
  run->result = summarise(store_->games(stored.id, Store::all_games), Store::all_games);
  return runs_[stored.id] = run;
}

std::shared_ptr<Lab::Run> Lab::find(const std::string& id) {
  if (!store_) throw Refusal(404, "there is no such match");
  for (const StoredMatch& stored : store_->matches()) {
    if (fmt::format("{}", stored.id) == id) return known_run(stored);
  }
  throw Refusal(404, "there is no such match");
}

Json Lab::match_json(Run& run) {
  const Contest& contest = run.matches[0].contest();
  const std::size_t colon = std::min(contest.game.find(':'), contest.game.size());
  Json json{{"id", fmt::format("{}", run.id)},
            {"game", contest.game.substr(0, colon)},
            {"options", contest.game.substr(std::min(colon + 1, contest.game.size()))},
            {"players", {contest.a, contest.b}},
            {"games", run.result.games()},
            {"of", run.of},
            {"running", run.is_running},
            {"figures", json_of(run.result, 2)}};
  if (!run.failure.empty()) json["failure"] = run.failure;
  return json;
}

Json Lab::begin(const MatchOrder& order) {
  if (!store_) throw Refusal(403, "no matches are played here");
  const auto session = begin_game(order.game, order.options);
  if (session->players() != 2) throw Refusal(422, "game: expected one for two players", "game");
  if (order.games < 2 || order.games > most_games) {
    throw Refusal(422, fmt::format("games: expected 2..{}, not {}", most_games, order.games), "games");
  }
  const Spec a = checked_spec(order.a, bounds_, "a"), b = checked_spec(order.b, bounds_, "b");
  MatchSettings settings{.game = spec_of(*session).text(),
                         .a = a.text(),
                         .b = b.text(),
                         .openings = openings_of(order.openings),
                         .seed = seed_of_matches,
                         .adjudication = {.max_plies = most_moves}};
  Match match = refusing("a", [&] { return Match(settings); });
  const std::lock_guard lock(matches_mutex_);
  std::uint64_t games = 0;
  for (const StoredMatch& stored : store_->matches()) games += stored.games;
  if (games + order.games > most_games_in_all) throw Refusal(429, "there are too many games of matches already");
  const auto running =
      std::count_if(runs_.begin(), runs_.end(), [](const auto& run) { return run.second->is_running; });
  if (is_closed_ || static_cast<std::size_t>(running) >= most_running) {
    throw Refusal(429, fmt::format("{} matches are played already", running));
  }
  const MatchId id = store_->add(match);
  const auto run = find(fmt::format("{}", id));
  if (run->is_running) throw Refusal(422, "this match is being played");
  // It holds the claim of the game, and its search looks at the run when it has ended.
  if (run->schedule) throw Refusal(429, "the last game of this match has not been given up yet");
  run->of = std::max(order.games + order.games % 2, run->result.games());
  run->settings = {.version = settings_.version};
  run->settings.rules.games = run->of;
  run->failure.clear();
  auto schedule = std::make_unique<Schedule>(run->matches, run->settings, *store_);
  if (schedule->is_over()) return match_json(*run);
  run->schedule = std::move(schedule);
  run->control = std::make_shared<SearchControl>();
  run->threads = std::max(threads_of(a), threads_of(b));
  try {
    go_on(run);
  } catch (...) {
    run->schedule.reset();
    throw;
  }
  return match_json(*run);
}

/// One more game.
void Lab::go_on(const std::shared_ptr<Run>& run) {
  run->ticket = searches_.add({.run = [this, run] { play(run); },
                               .hurry = [control = run->control] { control->stop = true; },
                               .threads = run->threads,
                               .is_background = true,
                               .seconds = bounds_.seconds});
  run->is_running = true;
}

/// In a thread of Searches.
void Lab::play(const std::shared_ptr<Run>& run) {
  std::optional<Schedule::Task> task;
  std::string failure;
  std::optional<GameRecord> record;
  try {
    {
      const std::lock_guard lock(matches_mutex_);
      if (run->is_running) task = run->schedule->next();
    }
    if (task) record = run->matches[0].play(task->number, *run->control, settings_.version);
  } catch (...) {
    failure = failure_text();
  }
  const std::lock_guard lock(matches_mutex_);
  try {
    if (task && record) {
      run->schedule->finish(*task, *record);
    } else if (task) {
      run->schedule->give_up(*task);
      if (run->is_running && failure.empty()) failure = "a game took longer than a search may";
    }
    run->result = run->schedule->tallies()[0].so_far();
    const bool goes_on = run->is_running && task && failure.empty() && !run->schedule->is_over();
    run->is_running = false;
    if (goes_on) go_on(run);
  } catch (const std::exception& error) {
    run->is_running = false;
    failure = error.what();
  }
  if (!failure.empty()) run->failure = failure;
  if (!run->is_running) run->schedule.reset();
  run->feed.publish("figures", "figures", one_line(match_json(*run)));
}

Json Lab::match(const std::string& id) {
  const std::lock_guard lock(matches_mutex_);
  const auto run = find(id);
  Json json = match_json(*run);
  json["games"] = records_json(store_->games(run->id, Store::all_games));
  return json;
}

std::shared_ptr<EventStream> Lab::subscribe(const std::string& id, std::shared_ptr<void> guard) {
  const std::lock_guard lock(matches_mutex_);
  const auto run = find(id);
  run->feed.publish("figures", "figures", one_line(match_json(*run)));
  return run->feed.subscribe(std::move(guard));
}

Json Lab::stop(const std::string& id) {
  const std::lock_guard lock(matches_mutex_);
  const auto run = find(id);
  if (std::exchange(run->is_running, false)) {
    run->control->stop = true;
    if (searches_.cancel(run->ticket)) run->schedule.reset();
  }
  return match_json(*run);
}

std::string Lab::saved_game(const std::string& id, const std::string& number) {
  const std::lock_guard lock(matches_mutex_);
  const auto run = find(id);
  return saved_text(*store_, run->id, run->matches[0].contest(), number);
}

std::string Lab::csv(const std::string& id) {
  const std::lock_guard lock(matches_mutex_);
  const auto run = find(id);
  std::string text = "match," + csv_header(2);
  for (const GameRecord& game : store_->games(run->id, Store::all_games)) text += "1," + to_csv(game);
  return text;
}

}  // namespace banyan::web
