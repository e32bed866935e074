// SPDX-License-Identifier: MIT
// banyan solve: looks for the best sequence of a one-player game, on several threads, for as long as one likes.
#include "engine/solve.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/clicks.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/ranks.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "engine/cluster.h"
#include "engine/history_json.h"
#include "engine/json_depth.h"

namespace banyan::cli {
namespace {

using Json = nlohmann::ordered_json;

struct SolveArguments {
  GameArguments game;
  std::string algorithm;
  std::string parallel = "root";
  std::string checkpoint, show;
  std::int64_t threads = 1, parallel_level = 2, exchange = 0, seed = 1;
  double seconds = 0;
  bool adapt_each = false, json = false;
};

constexpr double seconds_between_checkpoints = 2;

double per_second(const SolveReport& report) {
  return static_cast<double>(report.playouts - report.playouts_before) /
         std::max(report.seconds - report.seconds_before, 1e-9);
}

std::string progress_text(const SolveReport& report, double seconds) {
  std::string line = fmt::format("best {:.0f}  {} playouts  {}/s  step", report.score, grouped(report.playouts),
                                 grouped(per_second(report)));
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

  void at_progress(const SolveReport& report, const SolveHandle& search, std::atomic<bool>& stop,
                   const StatusLine& line) {
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
        line.note(fmt::format("{}; the search goes on and tries again", error.what()));
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

SolveReport solve_one(const Session& session, const SolveArguments& arguments, SolveControl& control,
                      CheckpointWriter& writer, Communicator& ranks) {
  SolveOptions options;
  options.algorithm = parse_spec(arguments.algorithm.empty() ? default_player(session.game()) : arguments.algorithm);
  options.seed = static_cast<std::uint64_t>(arguments.seed);
  options.threads = static_cast<int>(arguments.threads);
  options.parallel = arguments.parallel;
  options.parallel_level = static_cast<int>(arguments.parallel_level);
  options.adapt_each = arguments.adapt_each;
  options.exchange = static_cast<int>(arguments.exchange);
  options.seconds = arguments.seconds;
  const std::string& file = writer.file();
  if (kind_of_file(file) == FileKind::regular) options.checkpoint = read_text_file(file);

  StatusLine line;
  ThreadNote threads(options.threads);
  control.progress = [&](const SolveReport& report, const SolveHandle& search) {
    threads.look(report.threads, line);
    if (ranks.rank() == 0) line.show(progress_text(report, arguments.seconds));
    writer.at_progress(report, search, control.stop, line);
  };
  try {
    return solve_together(session, options, control, ranks);
  } catch (const UsageError& error) {
    if (options.checkpoint.empty()) throw;
    throw UsageError(fmt::format("--checkpoint {}: {}", file, error.what()));
  }
}

/// What --board was given, or else the game's own option of that name.
Json board_name(const Session& session, std::string board) {
  for (const auto& [key, value] : spec_of(session).values) {
    if (board.empty() && key == "board") board = value;
  }
  const auto number = to_integer(board);
  return number ? Json(*number) : Json(board);
}

void print_json(const Session& session, const SolveArguments& arguments, int ranks, const SolveReport& report) {
  Json moves = Json::array();
  for (const std::string& move : report.moves) moves.push_back(click_of(move));
  const Json all{{"game", session.game()},
                 {"board", board_name(session, arguments.game.board)},
                 {"options", session.options()},
                 {"algorithm", report.settings},
                 {"ranks", ranks},
                 {"threads", report.threads},
                 {"parallel", arguments.parallel},
                 {"seed", arguments.seed},
                 {"score", report.score},
                 {"moves", std::move(moves)},
                 {"playouts", report.playouts},
                 {"seconds", report.seconds},
                 {"playouts_per_second", per_second(report)},
                 {"lost_seconds", report.lost_seconds},
                 {"runs", report.runs},
                 {"stopped_by", report.stopped_by},
                 {"history", history_json(report.history)}};
  fmt::print("{}\n", all.dump());
}

void print_text(const Session& session, const SolveArguments& arguments, int ranks, const SolveReport& report) {
  const bool colours = has_colours(stdout);
  const double thread_seconds =
      static_cast<double>(ranks * report.threads) * std::max(report.seconds - report.seconds_before, 1e-9);
  if (!arguments.game.board.empty()) fmt::print("board       {}\n", arguments.game.board);
  fmt::print("score       {}\n", bold(fmt::format("{:.0f}", report.score), colours));
  fmt::print("moves       {}: {}\n", report.moves.size(), join({report.moves.begin(), report.moves.end()}, " "));
  fmt::print("playouts    {}, {} per second\n", grouped(report.playouts), grouped(per_second(report)));
  fmt::print("stopped by  {} after {:.1f} s; {} whole searches\n", report.stopped_by, report.seconds, report.runs);
  if (ranks > 1) fmt::print("ranks       {}\n", ranks);
  if (report.threads > 1) {
    fmt::print("threads     {}, {}; {:.1f} % of their time lost in waiting\n", report.threads, arguments.parallel,
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
    const SolveReport report = solve_one(*session, arguments, control, writer, *ranks);
    if (ranks->rank() == 0) {
      const double replayed = replayed_score(spec, report.moves);
      if (replayed != report.score) {
        throw Error(fmt::format("the search says {} points, the rules say {}", report.score, replayed));
      }
      total += report.score;
      arguments.json ? print_json(*session, arguments, ranks->size(), report)
                     : print_text(*session, arguments, ranks->size(), report);
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
      fmt::print("{}", render(session->board(), {.last = "", .suggested = is_last ? "" : moves[i]}, colours));
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
  command.integer("--threads", arguments->threads, 1, 1024, "threads that search");
  command.text("--parallel", arguments->parallel, "HOW", "root, leaf-shared, leaf-local, node-shared or node-local");
  command.integer("--parallel-level", arguments->parallel_level, 1, 9, "the level that node strategies share out");
  command.flag("--adapt-each", arguments->adapt_each, "shared policies: adapt after every result of a batch");
  command.integer("--exchange", arguments->exchange, 0, 1'000'000,
                  "nrpa: go on from the best sequence of all every N steps of the top level");
  command.real("--seconds", arguments->seconds, 0, 1e7, "how long; 0 = one whole search");
  add_seed(command, arguments->seed);
  command.text("--checkpoint", arguments->checkpoint, "FILE", "go on where FILE is, and write there now and then");
  add_json(command, arguments->json);
  command.text("--show", arguments->show, "FILE", "step through a solution that --json printed");
  command.footer(
      "--board also takes 'all': the game's numbered boards, one after the other.\n"
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
