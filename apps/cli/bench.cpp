// SPDX-License-Identifier: MIT
// banyan bench: the fingerprint, which tells whether a change changed behaviour; and, with --speed, how fast it runs.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "search/limits/limits.h"

namespace banyan::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Position {
  std::string_view game;
  std::string_view moves{};
};

// Every game is searched by every algorithm it lists; a game without a row here begins with its default options.
constexpr std::array fingerprint_positions{
    Position{"havannah:size=4", ""},
    Position{"havannah:size=6,swap=true", "c4"},
    Position{"havannah:size=6", "f6 e5 g7 h8 d4 d5"},
    Position{"havannah:size=8", "h8 g7 i9"},
    Position{"havannah:size=10", ""},
    Position{"cards:start=reference", ""},
    Position{"cards:start=reference", "place:6/6/6 6/6/6:attack place:4/1/1 4/1/1:heal draw:5/5/3"},
    Position{"cards3:start=reference", ""},
    Position{"hive:max_plies=60", ""},
    Position{"hive:expansions=M+L+P,max_plies=60", "wM;bL wM-;wQ -wM;bQ bL-;wP /wQ;bM bQ-"},
    Position{"poly_y", "15"},
    Position{"poly_y:sides=7,size=7,swap=false", "0.0 3.0"},
};

constexpr std::array speed_positions{
    Position{"havannah:size=6", ""},        Position{"havannah:size=8", ""},
    Position{"havannah:size=10", ""},       Position{"cards:start=reference", ""},
    Position{"cards3:start=reference", ""}, Position{"hive:repetitions=0,max_plies=200", ""},
    Position{"poly_y:swap=false", ""},
};

// Settings an algorithm is measured with, for its fingerprint and for its speed; one without a row here is measured as
// it is.
constexpr std::array<std::string_view, 10> variants{
    "flat",
    "uct:reuse=false",
    "rave:solver=false,reuse=false",
    "rave:solver=true,reuse=false",
    "rave:solver=false,reuse=false,playout=poolrave",
    "rave:solver=false,reuse=false,playout=lgrf1",
    "rave:solver=false,reuse=false,playout=mast",
    "rave:solver=false,reuse=false,playout=nast2",
    "rave:solver=false,reuse=false,playout=nast3,gram_draw=greedy",
    "rave:solver=false,reuse=false,playout=ppr",
};

// What else the fingerprint covers: the named players, and what users may set. A row is for the game named beside it,
// or for every game that lists its algorithm. Several searches follow each other in one game, as when playing.
struct Behaviour {
  std::string_view game, player;
  int searches = 1;
};
constexpr std::array behaviours{
    Behaviour{"", "uct", 3},
    Behaviour{"", "rave", 3},
    Behaviour{"", "uct:untried=urgency,urgency=0.6,expand=1,final_move=secure"},
    Behaviour{"", "uct:k=0,final_move=robust-max,reuse=false"},
    Behaviour{"cards", "uct:open_loop=true", 2},
    Behaviour{"havannah", "rave:r=500,k=0.3,untried=first,expand=1,final_move=max"},
    Behaviour{"havannah", "rave:untried=urgency,lookahead=false", 2},
    Behaviour{"havannah", "rave:playout=lgr,reuse=false"},
    Behaviour{"havannah", "rave:playout=lgrf1", 2},
    Behaviour{"havannah", "rave:playout=decisive,reuse=false"},
    Behaviour{"havannah", "rave:playout=mast,gram_draw=greedy,gram_decay=0.5", 2},
    Behaviour{"havannah", "rave:playout=nast3,gram_visits=3", 2},
    Behaviour{"havannah", "rave:playout=ppr,ppr_rest=shuffled,reuse=false"},
    Behaviour{"havannah", "rave:playout=ppr,ppr_rest=uniform,reuse=false"},
    Behaviour{"havannah", "uct:playout=lgrf1,reuse=false"},
    Behaviour{"havannah", "uct:playout=nast2", 2},
    Behaviour{"havannah", "flat:playout=decisive"},
    Behaviour{"havannah", "rave:playouts=4", 2},
    Behaviour{"havannah", "rave:cut=30,playout=lgrf1,reuse=false"},
    Behaviour{"samegame", "nrpa:level=2,trials=2"},
    Behaviour{"cards", "uct:widening=2,reuse=false"},
    Behaviour{"cards", "uct:widening=1,open_loop=true", 2},
    Behaviour{"cards", "uct:representatives=chosen", 2},
    Behaviour{"cards", "uct:representatives=learned,classes=2,reuse=false"},
    Behaviour{"cards", "uct:representatives=averaged", 2},
    Behaviour{"cards", "uct:leaf=evaluation", 2},
    Behaviour{"cards", "uct:cut=40,cut_as=evaluation,playouts=3", 2},
    Behaviour{"cards", "flat:cut=40"},
    Behaviour{"cards", "expectiminimax:representatives=averaged"},
    Behaviour{"cards", "expectiminimax:representatives=chosen,prune=star1"},
    Behaviour{"cards", "expectiminimax:representatives=learned,prune=alphabeta,table=false"},
    Behaviour{"cards3", "uct:widening=2", 2},
    Behaviour{"havannah", "sums:formula=never,expand=1,expand_all=true,solver=false,final_move=max", 2},
    Behaviour{"havannah", "sums:formula=always,c=1,backup=max,view=mover,expand_depth=3,reuse=false"},
    Behaviour{"havannah", "sums:formula=threshold,threshold=9,c=1,backup=informed,keep=8,keep_after=0.2", 2},
    Behaviour{"havannah", "sums:formula=odd_games,c=1,backup=mix,per_candidate=30,keep_mean=1,keep_after=0.3", 2},
    Behaviour{"hive", "sums:value=a1_running,keep=9,playout=decisive+scored+piece,scored_moves=3,cut=40", 2},
    Behaviour{"hive", "sums:value=a2_wins,keep_mean=1,ties=listed,final_move=secure,secure=-1,cut=40", 2},
    Behaviour{"hive", "uct:playout=decisive,cut=40,reuse=false"},
    Behaviour{"hive", "uct:playout=decisive+piece,cut=40", 2},
    Behaviour{"hive", "uct:playout=mast,cut=20,reuse=false"},
    Behaviour{"hive", "uct:playout=lgrf1+mast,cut=30,cut_as=evaluation", 2},
    Behaviour{"hive", "uct:leaf=evaluation", 2},
    Behaviour{"hive", "alphabeta:scout=false,table=false,reduce=0,quiescence=0"},
    Behaviour{"hive", "alphabeta:aspiration=30,reduce=1", 2},
    Behaviour{"poly_y", "alpha_amaf:playout=replies+fillboard,playouts=8", 2},
    Behaviour{"havannah", "rave:playout=replies,reuse=false"},
    Behaviour{"havannah", "rave:bias=1,fading=root,guess=0.2*reach+0.25*keep", 2},
    Behaviour{"havannah", "rave:bias=1,fading=root", 2},
    Behaviour{"havannah", "rave:prior=10,guess=0.4*base+0.02*gain+0.1*near,r_moves=20", 2},
    Behaviour{"poly_y", "rave:playout=replies", 2},
    Behaviour{"poly_y", "product:share=0.2,enough=8,bias=1,fading=root,playout=replies,playouts=4", 2},
    Behaviour{"poly_y", "rave:bias=1,fading=root,playout=replies+fillboard,playouts=4", 2},
    Behaviour{"poly_y", "uct:playout=replies+fillboard,reply_kinds=bridge+edge_bridge+level2,playouts=4"},
    Behaviour{"poly_y", "rave:playout=replies+alive,reply_to_tree=false,reuse=false"},
};

constexpr std::uint64_t seed = 1;
constexpr std::string_view uniform_playouts = "uniform playouts";

std::string_view name_of(std::string_view spec) { return spec.substr(0, spec.find(':')); }

/// The rows of `all` about `name`, or a row of the name alone.
template <class Rows, class Key>
auto rows_about(std::string_view name, const Rows& all, Key key) {
  std::vector<typename Rows::value_type> rows;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rows),
               [&](const auto& row) { return name_of(key(row)) == name; });
  if (rows.empty()) rows.push_back({name});
  return rows;
}

/// A session per position, with the players to search it.
struct Task {
  std::string game, moves;
  std::vector<std::string> players;
  std::unique_ptr<Session> session;
};

/// Whether a line of the table is asked for.
bool is_wanted(const std::string& only, const std::string& game, std::string_view what) {
  return fmt::format("{} {}", game, what).find(only) != std::string::npos;
}

void check_something_is_wanted(const std::string& only, bool is_empty) {
  if (is_empty) throw UsageError(fmt::format("--only: no line contains '{}'", only));
}

template <class Positions>
std::vector<Task> tasks(const Positions& positions) {
  std::vector<Task> all;
  for (const GameInfo& game : games()) {
    for (const Position& row : rows_about(game.name, positions, [](const Position& p) { return p.game; })) {
      Task task{.game = std::string(row.game), .moves = std::string(row.moves), .players = {}, .session = {}};
      task.session = GameArguments{.game = task.game, .moves = task.moves}.begin();
      for (const std::string& algorithm : game.algorithms) {
        for (const auto player : rows_about(algorithm, variants, std::identity())) task.players.emplace_back(player);
      }
      all.push_back(std::move(task));
    }
  }
  return all;
}

/// What a player searches by when it is told how much it may do, as all rows are. `player` may be a named one.
std::string settings_without_limits(std::string_view player) {
  Spec spec = resolve_player(parse_spec(player));
  LimitParams limits;
  for (const ParamInfo& limit : Params(limits).infos()) {
    std::erase_if(spec.values, [&](const auto& value) { return value.first == limit.name; });
  }
  return spec.text();
}

std::string with(std::string_view player, std::string_view key, std::string_view value) {
  Spec spec = parse_spec(player);
  spec.values.emplace_back(key, value);
  return spec.text();
}

/// A column is as wide as its heading or the longest text below it.
template <class Row>
std::size_t width(std::string_view heading, const std::vector<Row>& rows, std::string Row::*text) {
  std::size_t widest = heading.size();
  for (const Row& row : rows) widest = std::max(widest, (row.*text).size());
  return widest;
}

// ---- The fingerprint ----

class Fold {
 public:
  void add(std::uint64_t value) { state_ = mix64(state_ ^ value); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const std::optional<double>& value) { value ? add(*value) : add(std::uint64_t{1}); }
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    add(static_cast<std::uint64_t>(text.size()));
  }
  void add(const SearchReport& report) {
    add(report.best_move);
    add(report.value);
    add(report.iterations);
    add(report.playout_moves);
    add(report.leaves);
    add(report.nodes);
    add(static_cast<std::uint64_t>(report.depth));
    add(report.proven);
    for (const std::string& move : report.principal_variation) add(move);
    for (const MoveReport& move : report.moves) {
      add(move.move);
      add(move.visits);
      add(move.value);
      add(move.amaf_visits);
      add(move.amaf_value);
      add(move.proven);
    }
  }
  std::uint64_t value() const { return state_; }
  std::string hex() const { return fmt::format("{:08x}", state_ >> 32); }

 private:
  std::uint64_t state_ = 0;
};

struct FingerprintRow {
  const Task* task;
  std::string position, player;
  int searches = 1;
  std::uint64_t iterations = 0, playout_moves = 0;
};

/// What is searched, in the order of the games and of the tables above.
std::vector<FingerprintRow> fingerprint_rows(const std::vector<Task>& all_tasks, const std::string& only) {
  std::vector<FingerprintRow> rows;
  for (const Task& task : all_tasks) {
    const std::string position = task.game + (task.moves.empty() ? "" : ' ' + task.moves);
    std::set<std::string> searched;  // settings of this position's rows
    const auto add = [&](std::string_view player, int searches) {
      searched.insert(settings_without_limits(player));
      FingerprintRow row{
          .task = &task, .position = position, .player = with(player, "iterations", "4000"), .searches = searches};
      if (is_wanted(only, position, row.player)) rows.push_back(std::move(row));
    };
    for (const std::string& player : task.players) add(player, 1);
    const auto game = std::find_if(games().begin(), games().end(),
                                   [&](const GameInfo& each) { return each.name == name_of(task.game); });
    for (const Behaviour& row : behaviours) {
      const auto& listed = game->algorithms;
      const bool is_listed = std::find(listed.begin(), listed.end(), name_of(row.player)) != listed.end();
      if (is_listed && (row.game.empty() || row.game == game->name)) add(row.player, row.searches);
    }
    for (const NamedPlayer& named : game->named) {
      // With as many iterations, many levels search as another row does. The best ones that stand first, and those of
      // Hive, have rows even so.
      const bool may_be_left_out = !named.level.empty() && &named != game->named.data() && game->name != "hive";
      if (!may_be_left_out || !searched.contains(settings_without_limits(named.name))) add(named.name, 2);
    }
  }
  return rows;
}

/// Plays what chance moves, and says whether there is something to search.
bool is_to_be_searched(Session& session) {
  while (!session.result() && session.to_move() < 0) session.play(session.chance_move(seed));
  return !session.result();
}

/// Searches, and goes on with the move that was found.
Fold run_row(FingerprintRow& row) {
  const auto session = GameArguments{.game = row.task->game, .moves = row.task->moves}.begin();
  const auto player = session->new_player(parse_spec(row.player), seed);
  Fold fold;
  for (int i = 0; i < row.searches && is_to_be_searched(*session); ++i) {
    SearchControl control;
    const SearchReport report = player->search(*session, control);
    fold.add(report);
    row.iterations += report.iterations;
    row.playout_moves += report.playout_moves;
    session->play(report.best_move);
  }
  return fold;
}

void fingerprint(const std::string& only, bool json) {
  Fold total;
  Json lines = Json::array();
  const auto all_tasks = tasks(fingerprint_positions);
  std::vector<FingerprintRow> rows = fingerprint_rows(all_tasks, only);
  check_something_is_wanted(only, rows.empty());
  const auto print = [json, game_width = width("game", rows, &FingerprintRow::position),
                      player_width = width("player", rows, &FingerprintRow::player)](
                         std::string_view game, std::string_view player, const auto& searches, const auto& iterations,
                         const auto& moves, std::string_view hex) {
    if (json) return;
    fmt::print("{:<{}}  {:<{}} {:>8} {:>10} {:>13} {}\n", game, game_width, player, player_width, searches, iterations,
               moves, hex);
    std::fflush(stdout);
  };
  print("game", "player", "searches", "iterations", "playout moves", "fingerprint");
  for (FingerprintRow& row : rows) {
    const Fold fold = run_row(row);
    total.add(fold.value());
    print(row.position, row.player, row.searches, row.iterations, row.playout_moves, fold.hex());
    lines.push_back({{"game", row.task->game},
                     {"played", row.task->moves},
                     {"player", row.player},
                     {"seed", seed},
                     {"searches", row.searches},
                     {"iterations", row.iterations},
                     {"playout_moves", row.playout_moves},
                     {"fingerprint", fold.hex()}});
  }
  if (json) {
    fmt::print("{}\n", Json{{"lines", lines}, {"total", total.hex()}}.dump());
  } else {
    fmt::print("total {}\n", total.hex());
  }
}

// ---- Speed ----

struct Measurement {
  std::string game, what;
  std::function<double()> measure;  // one round: how many per CPU-second
  std::vector<double> rounds;

  double quantile(double q) const {
    auto sorted = rounds;
    std::sort(sorted.begin(), sorted.end());
    const double place = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
  }
};

double playouts_per_second(const Session& session, double seconds) {
  // In blocks that last long enough for the clock, until the round is full.
  constexpr std::uint64_t block = 1024;  // games that play 64 or 512 at once have none left over
  std::uint64_t done = 0;
  double spent = 0;
  while (spent < seconds) {
    const PlayoutReport report = session.playouts(block, derive_seed(seed, done));
    done += report.playouts;
    spent += report.cpu_seconds;
  }
  return static_cast<double>(done) / spent;
}

void speed(const std::string& only, bool json, std::int64_t rounds, double seconds) {
  const auto all_tasks = tasks(speed_positions);
  std::vector<Measurement> measurements;
  for (const Task& task : all_tasks) {
    const Session& session = *task.session;
    if (is_wanted(only, task.game, uniform_playouts)) {
      measurements.push_back({.game = task.game,
                              .what = std::string(uniform_playouts),
                              .measure = [&session, seconds] { return playouts_per_second(session, seconds); },
                              .rounds = {}});
    }
    for (const std::string& player : task.players) {
      if (!is_wanted(only, task.game, player) || name_of(player) == "random") continue;  // which iterates nothing
      // One player for all rounds, as in a game: its memory is taken from the system once.
      const std::shared_ptr<EnginePlayer> engine =
          session.new_player(parse_spec(with(player, "cpu_seconds", fmt::format("{}", seconds))), seed);
      measurements.push_back({.game = task.game,
                              .what = player,
                              .measure =
                                  [engine, &session] {
                                    SearchControl control;
                                    const SearchReport report = engine->search(session, control);
                                    return static_cast<double>(report.iterations) / std::max(report.cpu_seconds, 1e-9);
                                  },
                              .rounds = {}});
    }
  }
  check_something_is_wanted(only, measurements.empty());
  for (Measurement& m : measurements) m.measure();  // warms caches and memory; not counted
  // Round by round through all of them, so that a slow minute of the machine touches each a little.
  for (std::int64_t round = 0; round < rounds; ++round) {
    for (Measurement& m : measurements) m.rounds.push_back(m.measure());
  }

  Json lines = Json::array();
  const std::size_t game_width = width("game", measurements, &Measurement::game);
  const std::size_t what_width = width("what", measurements, &Measurement::what);
  if (!json) {
    fmt::print("{:<{}}  {:<{}} {:>12}   {}\n", "game", game_width, "what", what_width, "per CPU-s", "min .. max");
  }
  for (const Measurement& m : measurements) {
    if (json) {
      lines.push_back({{"game", m.game},
                       {"what", m.what},
                       {"per_cpu_second", m.quantile(0.5)},
                       {"min", m.quantile(0)},
                       {"max", m.quantile(1)}});
    } else {
      fmt::print("{:<{}}  {:<{}} {:>12}   {} .. {}\n", m.game, game_width, m.what, what_width, grouped(m.quantile(0.5)),
                 grouped(m.quantile(0)), grouped(m.quantile(1)));
    }
  }
  if (json) {
    fmt::print("{}\n", Json{{"rounds", rounds}, {"seconds_per_round", seconds}, {"lines", lines}}.dump());
  } else {
    fmt::print("median of {} rounds of {} CPU-seconds each\n", rounds, seconds);
  }
}

}  // namespace

void add_bench(CommandLine& line) {
  struct BenchArguments {
    bool speed = false, json = false;
    std::string only;
    std::int64_t rounds = 5;
    double seconds = 0.3;
  };
  Command command = line.add("bench", "print the fingerprint of all searches, or their speed");
  const auto arguments = std::make_shared<BenchArguments>();
  command.flag("--speed", arguments->speed, "playouts and iterations per CPU-second instead");
  command.integer("--rounds", arguments->rounds, 1, 1000, "with --speed: rounds, of which the median counts");
  command.real("--seconds", arguments->seconds, 0.001, 1000, "with --speed: CPU-seconds per round");
  command.text("--only", arguments->only, "TEXT", "the lines that contain this text, and no others");
  add_json(command, arguments->json);
  command.footer("Example:\n  banyan bench --speed --rounds 9 --only size=8");
  command.runs([=] {
    const BenchArguments& a = *arguments;
    a.speed ? speed(a.only, a.json, a.rounds, a.seconds) : fingerprint(a.only, a.json);
  });
}

}  // namespace banyan::cli
