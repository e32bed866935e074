// SPDX-License-Identifier: MIT
// banyan solve: looks for the best sequence of a one-player game, on several threads, for as long as one likes.
#include "engine/solve.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/ranks.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/cluster.h"
#include "engine/json.h"
#include "engine/json_depth.h"
#include "engine/moves_json.h"

namespace banyan::cli {
namespace {

using Json = nlohmann::ordered_json;

struct SolveArguments {
  GameArguments game;
  std::string algorithm;
  // What may be given as an option as well, by its key: limits, and how threads share the search.
  std::map<std::string, std::string> values;
  std::map<std::string, bool> flags;
  std::string checkpoint, show;
  std::int64_t seed = 1;
  bool json = false;

  void add_values_to(Command& command);
  /// The algorithm for a game with these values; throws UsageError where they contradict what it was given.
  Spec search_of(const std::string& game_name) const;
};

/// --adapt-each for adapt_each.
std::string option_of(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  return "--" + key;
}

void SolveArguments::add_values_to(Command& command) {
  LimitParams limits;
  TeamParams team;
  for (const ParamInfo& info : Params(limits, team).infos()) {
    const std::string meaning = fmt::format("the algorithm's '{}': {}", info.name, info.range());
    if (info.kind == ParamKind::boolean) {
      command.flag(option_of(info.name), flags[info.name], meaning);
    } else {
      command.text(option_of(info.name), values[info.name], info.kind == ParamKind::choice ? "HOW" : "N", meaning);
    }
  }
}

/// Who searches when nobody is named: the game's best. Of a game that cannot be solved, any search says what it lacks.
std::string default_solver(const std::string& game) {
  std::string solver = "nrpa";
  for (const GameInfo& info : games()) {
    const bool can_be_solved =
        std::find(info.algorithms.begin(), info.algorithms.end(), solver) != info.algorithms.end();
    if (info.name == game && can_be_solved) return default_player(game);
  }
  return solver;
}

Spec SolveArguments::search_of(const std::string& game_name) const {
  Spec spec = parse_spec(algorithm.empty() ? default_solver(game_name) : algorithm);
  for (const auto& [key, value] : values) {
    if (!value.empty()) add_value(spec, key, value, option_of(key));
  }
  for (const auto& [key, is_set] : flags) {
    if (is_set) add_value(spec, key, "true", option_of(key));
  }
  return spec;
}

constexpr double seconds_between_checkpoints = 2;

std::string progress_text(const SolveReport& report, double seconds) {
  std::string line = fmt::format("best {:.0f}  {} playouts  {}/s  step", report.score, grouped(report.playouts),
                                 grouped(report.playouts_per_second()));
  for (const int step : report.progress) line += fmt::format(" {}", step);
  line += seconds > 0 ? fmt::format("  {:.0f} s left", std::max(seconds - report.seconds, 0.0))
                      : fmt::format("  {:.0f} s", report.seconds);
  return line;
}

/// Plays the moves by the rules; what is shown to a user has been through here.
double replayed_score(const Spec& spec, const std::vector<std::string>& moves) {
  const auto session = new_session(spec);
  for (const std::string& move : moves) session->play(move);
  const auto result = session->result();
  return result && result->score ? *result->score : std::nan("");
}

/// Every rank has a checkpoint of its own; that of rank 0 holds the best sequence of all. A device or a pipe gets that
/// one alone.
std::string checkpoint_file(const SolveArguments& arguments, int rank) {
  if (arguments.checkpoint.empty() || rank == 0) return arguments.checkpoint;
  if (kind_of_file(arguments.checkpoint) == FileKind::other) return "";
  return fmt::format("{}.{}", arguments.checkpoint, rank);
}

/// Writes checkpoints now and then. What cannot be written must not cost what was found: it is told once, tried again
/// later, and an error when the search is over. Only if not even the first can be written, it ends the search, because
/// then the place is wrong.
class CheckpointWriter {
 public:
  explicit CheckpointWriter(std::string file) : file_(std::move(file)) {}

  const std::string& file() const { return file_; }

  void at_progress(const SolveReport& report, const SolveHandle& search, std::atomic<bool>& stop) {
    const bool is_last = !report.stopped_by.empty(), is_better = report.score > best_;
    if (file_.empty() || !(is_last || is_better || wall_seconds() - tried_ >= seconds_between_checkpoints)) return;
    tried_ = wall_seconds();
    best_ = report.score;
    try {
      write_text_file(file_, search.checkpoint(report));
      has_written_ = true;
      failure_.clear();
    } catch (const Error& error) {
      if (failure_.empty() && has_written_ && !is_last) {
        note(fmt::format("{}; the search goes on and tries again", error.what()));
      }
      failure_ = error.what();
      if (!has_written_) stop = true;
    }
  }

  /// Throws Error when the last could not be written.
  void check() const {
    if (!failure_.empty()) throw Error(failure_);
  }

 private:
  std::string file_, failure_;
  bool has_written_ = false;
  double tried_ = wall_seconds(), best_ = std::numeric_limits<double>::lowest();
};

SolveReport solve_one(const Session& session, const SolveArguments& arguments, const SolvePlan& plan,
                      SolveControl& control, CheckpointWriter& writer, Communicator& ranks) {
  SolveOptions options;
  options.algorithm = arguments.search_of(session.game());
  options.seed = static_cast<std::uint64_t>(arguments.seed);
  const std::string& file = writer.file();
  if (kind_of_file(file) == FileKind::regular) options.checkpoint = read_text_file(file);

  StatusLine line;
  ThreadNote threads(plan.team.threads);
  control.progress = [&](const SolveReport& report, const SolveHandle& search) {
    threads.look(report.threads);
    if (ranks.rank() == 0) line.show(progress_text(report, plan.limits.seconds));
    writer.at_progress(report, search, control.stop);
  };
  try {
    return solve_together(session, options, control, ranks);
  } catch (const UsageError& error) {
    if (options.checkpoint.empty()) throw;
    throw UsageError(fmt::format("--checkpoint {}: {}", file, error.what()));
  }
}

void print_text(const Session& session, const SolveArguments& arguments, const SolvePlan& plan, int ranks,
                const SolveReport& report) {
  const bool colours = has_colours(stdout);
  const double thread_seconds =
      static_cast<double>(ranks * report.threads) * std::max(report.seconds - report.seconds_before, 1e-9);
  if (!arguments.game.board.empty()) fmt::print("board       {}\n", arguments.game.board);
  fmt::print("score       {}\n", bold(fmt::format("{:.0f}", report.score), colours));
  fmt::print("moves       {}: {}\n", report.moves.size(), join({report.moves.begin(), report.moves.end()}, " "));
  fmt::print("playouts    {}, {} per second\n", grouped(report.playouts), grouped(report.playouts_per_second()));
  fmt::print("stopped by  {} after {:.1f} s; {} whole searches\n", report.stopped_by, report.seconds, report.runs);
  if (ranks > 1) fmt::print("ranks       {}\n", ranks);
  if (report.threads > 1) {
    fmt::print("threads     {}, {}; {:.1f} % of their time lost in waiting\n", report.threads, plan.strategy(),
               100 * report.lost_seconds / thread_seconds);
  }
  fmt::print("{}\n", dim(report.settings + ' ' + session.options(), colours));
}

/// How many there are, as the game's option 'board' says.
std::int64_t numbered_boards(const std::string& game) {
  const std::string name = parse_spec(game).name;
  for (const GameInfo& info : games()) {
    for (const ParamInfo& option : info.options) {
      if (info.name == name && option.name == "board") return to_integer(option.high).value_or(0);
    }
  }
  throw UsageError(fmt::format("--board all: {} has no boards with numbers", name));
}

void solve(SolveArguments arguments) {
  std::vector<std::string> boards{arguments.game.board};
  if (arguments.game.board == "all") {
    if (!arguments.checkpoint.empty()) throw UsageError("--checkpoint is for one board, not for --board all");
    boards.clear();
    for (std::int64_t k = 1; k <= numbered_boards(arguments.game.game); ++k) boards.push_back(fmt::format("{}", k));
  }
  auto ranks = join_ranks();
  keep_standard_output_for({arguments.checkpoint});
  CheckpointWriter writer(checkpoint_file(arguments, ranks->rank()));
  SolveControl control;
  const StopOnInterrupt interrupt(control.stop, EndedBy::anybody);  // until all is printed
  double total = 0;
  for (const std::string& board : boards) {
    arguments.game.board = board;
    const Spec spec = arguments.game.spec();
    const auto session = new_session(spec);
    const SolvePlan plan = plan_of(arguments.search_of(session->game()));
    const SolveReport report = solve_one(*session, arguments, plan, control, writer, *ranks);
    if (ranks->rank() == 0) {
      const double replayed = replayed_score(spec, report.moves);
      if (replayed != report.score) {
        throw Error(fmt::format("the search says {} points, the rules say {}", report.score, replayed));
      }
      total += report.score;
      if (arguments.json) {
        const SolveSetting setting{arguments.game.board, static_cast<std::uint64_t>(arguments.seed), ranks->size()};
        fmt::print("{}\n", one_line(solution_json(*session, plan, setting, report)));
      } else {
        print_text(*session, arguments, plan, ranks->size(), report);
      }
      if (!arguments.json && boards.size() > 1) fmt::print("\n");
      std::fflush(stdout);
    }
    if (report.stopped_by == "cancelled") break;
  }
  if (ranks->rank() == 0 && boards.size() > 1 && !arguments.json) fmt::print("total       {:.0f}\n", total);
  ranks.reset();  // an error ends the other ranks: only when all have printed what they found
  writer.check();
}

/// Draws the board before every move of a solution and after the last; waits for Enter where a person can press it.
void show(const std::string& file) {
  const std::string text = read_text_file(file);
  const std::string first_line = text.substr(0, text.find('\n'));
  try {
    const Json solution = Json::parse(first_line, refuse_depth, false);
    if (!solution.is_object() || !solution.contains("game") || !solution.contains("options") ||
        !solution["game"].is_string() || !solution["options"].is_string()) {
      throw UsageError("not a solution as 'banyan solve --json' prints it");
    }
    const Spec spec =
        parse_spec(spec_text(solution["game"].get<std::string>(), solution["options"].get<std::string>()));
    const std::vector<std::string> moves = moves_of_line(first_line);
    replayed_score(spec, moves);  // nothing is shown of a solution that breaks the rules
    const auto session = new_session(spec);
    const bool waits = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0;
    const bool colours = has_colours(stdout);
    for (std::size_t i = 0;; ++i) {
      const bool is_last = i == moves.size();
      fmt::print("{}", render(session->board(), {.suggested = is_last ? "" : moves[i], .shows_last = false}, colours));
      if (is_last) break;
      fmt::print("{} of {}: {}\n\n", i + 1, moves.size(), bold(moves[i], colours));
      std::fflush(stdout);
      session->play(moves[i]);
      if (std::string line; waits && (!std::getline(std::cin, line) || line == "q")) return;
    }
    const auto result = session->result();
    fmt::print("{}\n", result && result->score ? fmt::format("score {:.0f}", *result->score)
                                               : std::string("the game is not over"));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--show {}: {}", file, error.what()));
  }
}

}  // namespace

void add_solve(CommandLine& line) {
  Command command = line.add("solve", "look for the best sequence of a one-player game");
  const auto arguments = std::make_shared<SolveArguments>();
  arguments->game.add_to(command, true);
  command.text("--algorithm", arguments->algorithm, "SPEC",
               "nrpa or nmcs, with parameters (see 'banyan params'); by default the game's best");
  arguments->add_values_to(command);
  add_seed(command, arguments->seed);
  command.text("--checkpoint", arguments->checkpoint, "FILE", "go on where FILE is, and write there now and then");
  add_json(command, arguments->json);
  command.text("--show", arguments->show, "FILE", "step through a solution that --json printed");
  command.footer(
      "--board also takes 'all': the game's numbered boards, one after the other.\n"
      "Without a limit, there is one whole search.\n"
      "Ctrl-C, SIGTERM or SIGHUP end the search and print the best sequence so far.\n"
      "Under mpirun, every rank searches with so many threads (docs/cluster.md).\n\n"
      "Example:\n  banyan solve samegame --board 1 --algorithm nrpa:level=3 --threads 2 --seconds 60");
  command.runs([=] {
    if (!arguments->show.empty()) return show(arguments->show);
    if (arguments->game.game.empty()) throw UsageError("solve needs a game, as in 'banyan solve samegame'");
    solve(*arguments);
  });
}

}  // namespace banyan::cli
