// SPDX-License-Identifier: MIT
// banyan experiment: plays the matches of an experiment file, says how far it is, and compares what it found with what
// was published. The games are in the store; what is worth committing stands in results/ beside the file.
#include "arena/experiment.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "arena/exchange.h"
#include "arena/experiment_report.h"
#include "arena/problems.h"
#include "arena/run.h"
#include "arena/survey.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/figures.h"
#include "cli/files.h"
#include "cli/problems.h"
#include "cli/ranks.h"
#include "cli/survey.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "protocol/process.h"

namespace banyan::cli {
namespace {

namespace fs = std::filesystem;

constexpr double seconds_between_saves = 120;
constexpr double most_seconds_of_gnuplot = 120;

struct ExperimentArguments {
  std::string action, file;
  std::string store = "build/experiments.db";
  double minutes = 0;
  std::int64_t concurrency = 0;
  bool quick = false;
};

Experiment read_experiment(const std::string& file) {
  try {
    return parse_experiment(read_text_file(file));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("'{}', {}", file, error.what()));
  }
}

/// An experiment with the files beside it, and the store if there is one: a look at an experiment creates nothing.
class Workplace {
 public:
  explicit Workplace(const ExperimentArguments& arguments)
      : experiment_(read_experiment(arguments.file)), matches_(matches_of(experiment_)), games_(experiment_, matches_) {
    const fs::path file(arguments.file);
    base_ = (file.parent_path() / "results" / file.stem()).string();
    try {
      if (fs::exists(arguments.store)) store_ = std::make_unique<Store>(arguments.store, Store::Open::to_read);
    } catch (const StoreIsEmpty&) {
      // Whoever made it was stopped before the first game: there is none to read.
    }
    read_games();
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const Experiment& experiment() const { return experiment_; }
  const std::vector<Match>& matches() const { return matches_; }
  std::string path(std::string_view extension) const { return fmt::format("{}.{}", base_, extension); }
  std::vector<MatchResult> results() { return games_.results(); }

  /// The store to play into, which knows the games of the text: none of them is played again.
  Store& store_to_play_in(const std::string& file) {
    make_folder_of(base_);
    make_folder_of(file);
    store_.reset();  // which was only to be read
    store_ = std::make_unique<Store>(file);
    if (fs::exists(path("games"))) read_text_of_games([&](const std::string& text) { import_text(*store_, text); });
    return *store_;
  }

  /// Writes the games and the report. Returns the report.
  std::string save() {
    make_folder_of(base_);
    read_games();
    write_text_file(path("games"), games_.text());
    const auto found = results();
    const auto former = games_.former();
    const ExperimentResult result{experiment_, matches_, found, former};
    write_text_file(path("csv"), report_csv(result));
    write_text_file(path("json"), report_json(result));
    std::string report = report_markdown(result);
    write_text_file(path("md"), report);
    return report;
  }

 private:
  /// All that is known by now: others may have changed the text, and somebody may have played.
  void read_games() {
    if (fs::exists(path("games"))) {
      read_text_of_games([&](const std::string& text) {
        if (text != known_text_) games_.read(text);
        known_text_ = text;
      });
    }
    if (store_) games_.take_from(*store_);
  }

  template <class Read>
  void read_text_of_games(const Read& read) const {
    try {
      read(read_text_file(path("games")));
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("'{}', {}", path("games"), error.what()));
    }
  }

  Experiment experiment_;
  std::vector<Match> matches_;
  ExperimentGames games_;
  std::string known_text_;  // of NAME.games, as it was read last
  std::string base_;
  std::unique_ptr<Store> store_;
};

std::uint64_t wanted_games(const Cell& cell, const ExperimentArguments& arguments) {
  return arguments.quick ? quick_games(cell.games, cell.players()) : cell.games;
}

void status(Workplace& work, const ExperimentArguments& arguments) {
  const auto results = work.results();
  std::uint64_t all_done = 0, all_wanted = 0;
  double all_left = 0;
  bool is_known = true;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Cell& cell = work.experiment().cells[i];
    const std::string& title = work.experiment().panels[cell.panel].title;
    if (i == 0 || work.experiment().cells[i - 1].panel != cell.panel) {
      fmt::print("{}{}\n", i == 0 ? "" : "\n", printable(title));
    }
    const Score& score = results[i].score;
    const std::uint64_t wanted = wanted_games(cell, arguments), done = std::min(score.games(), wanted);
    std::string left;
    if (done < wanted && done > 0) {
      const double played = results[i].seconds_a + results[i].seconds_b + results[i].seconds_c;
      const double seconds = played / static_cast<double>(score.games()) * static_cast<double>(wanted - done) /
                             games_at_a_time(arguments.concurrency);
      left = duration_text(seconds) + " left";
      all_left += seconds;
    }
    is_known = is_known && (done == wanted || done > 0);
    all_done += done;
    all_wanted += wanted;
    if (is_of_several_builds(results[i].versions)) left += left.empty() ? "by several builds" : ", by several builds";
    fmt::print("{:>4}  {:<44}  {:>6}/{:<6}  {:<22} {}\n", i + 1, printable(label_of(work.experiment(), i)),
               score.games(), wanted, score.games() == 0 ? "" : rate_text(results[i]), left);
  }
  fmt::print("\n{} of {} games", grouped(all_done), grouped(all_wanted));
  if (all_left > 0) {
    fmt::print(", {}{} left with {} at a time", is_known ? "" : "at least ", duration_text(all_left),
               games_at_a_time(arguments.concurrency));
  }
  fmt::print("\n");
}

/// "cell 3 of 18: b=mast  120/600  76.3 % [..]  0.9 games/s"
std::string live_line(const Experiment& experiment, const RunProgress& progress) {
  std::size_t current = 0;
  while (current + 1 < progress.tallies.size() && progress.tallies[current].is_over()) ++current;
  const Tally& tally = progress.tallies[current];
  return fmt::format("cell {} of {}: {}  {}/{}  {}  {:.2f} games/s", current + 1, progress.tallies.size(),
                     label_of(experiment, current), tally.so_far().score.games(), tally.rules().games,
                     rate_text(tally.so_far()),
                     static_cast<double>(progress.played) / std::max(progress.seconds, 1e-9));
}

/// What a rank other than the first does: it touches neither the store nor the files.
void help(const ExperimentArguments& arguments, Communicator& ranks) {
  const std::vector<Match> matches = matches_of(read_experiment(arguments.file));
  const RunSettings settings{.concurrency = games_at_a_time(arguments.concurrency, ranks.size()),
                             .version = version_text()};
  RunControl control;
  const int concurrency = play_for_chief(matches, settings, control, ranks);
  ThreadNote(settings.concurrency).look(concurrency);
}

void run(Workplace& work, const ExperimentArguments& arguments, Communicator& ranks) {
  for (const Match& match : work.matches()) match.try_players();
  Store& store = work.store_to_play_in(arguments.store);
  RunSettings settings{.order = Order::in_turn,
                       .seconds = 60 * arguments.minutes,
                       .concurrency = games_at_a_time(arguments.concurrency, ranks.size()),
                       .version = version_text()};
  for (const Cell& cell : work.experiment().cells) settings.games.push_back(wanted_games(cell, arguments));
  RunControl control;
  const auto count_over = [](const std::vector<Tally>& tallies) {
    return std::count_if(tallies.begin(), tallies.end(), [](const Tally& tally) { return tally.is_over(); });
  };
  const auto tallies = [&] {
    const EndRunOnInterrupt interrupt(control);
    StatusLine line;
    ThreadNote threads(settings.concurrency);
    note_crowding(work.matches(), settings.concurrency);
    double saved = wall_seconds();
    std::ptrdiff_t over = -1;
    const auto observer = [&](const RunProgress& progress) {
      threads.look(progress.concurrency);
      if (line.is_visible() && !control.finish) line.show(live_line(work.experiment(), progress));
      const std::ptrdiff_t now_over = count_over(progress.tallies);
      if (now_over == over && wall_seconds() - saved < seconds_between_saves) return;
      work.save();
      over = now_over;
      saved = wall_seconds();
    };
    return run_matches(work.matches(), settings, store, control, observer, ranks);
  }();
  work.save();
  status(work, arguments);
  if (control.finish && count_over(tallies) < static_cast<std::ptrdiff_t>(tallies.size())) {
    throw Error(fmt::format("interrupted; what was played is in '{}', and the same command goes on from there",
                            work.path("games")));
  }
}

void plot(Workplace& work) {
  const auto results = work.results();
  make_folder_of(work.path("svg"));
  run_gnuplot(work.path("plot"), plot_script(plot_of({work.experiment(), work.matches(), results, {}}),
                                             work.path("svg"), work.path("png")));
  fmt::print("{}\n{}\n", work.path("svg"), work.path("png"));
}

/// Whether a file is of the kind that `is_kind` knows.
bool is_of_kind(const std::string& file, const std::string& toml, bool (*is_kind)(std::string_view)) {
  try {
    return is_kind(toml);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("'{}', {}", file, error.what()));
  }
}

void run_action(const ExperimentArguments& arguments) {
  if (arguments.action != "run" && arguments.action != "status" && arguments.action != "report" &&
      arguments.action != "plot") {
    throw UsageError(fmt::format("banyan experiment {}: expected run, status, report or plot{}", arguments.action,
                                 did_you_mean(arguments.action, {"run", "status", "report", "plot"})));
  }
  const std::string toml = read_text_file(arguments.file);
  if (is_of_kind(arguments.file, toml, has_problems)) {
    return problems({.action = arguments.action, .file = arguments.file, .minutes = arguments.minutes}, toml);
  }
  if (is_of_kind(arguments.file, toml, is_survey)) {
    return survey({.action = arguments.action,
                   .file = arguments.file,
                   .minutes = arguments.minutes,
                   .concurrency = std::max(1, static_cast<int>(arguments.concurrency))},
                  toml);
  }
  if (arguments.action == "run") {
    const auto ranks = join_ranks();
    if (ranks->rank() > 0) return help(arguments, *ranks);
    Workplace work(arguments);
    return run(work, arguments, *ranks);
  }
  Workplace work(arguments);
  if (arguments.action == "status") return status(work, arguments);
  if (arguments.action == "plot") return plot(work);
  fmt::print("{}", work.save());
}

}  // namespace

void run_gnuplot(const std::string& base, const std::string& script) {
  const std::string script_file = fmt::format("{}.{}.gnuplot", base, getpid());
  write_text_file(script_file, script);
  struct Remove {
    const std::string& file;
    ~Remove() { unlink(file.c_str()); }
  } const remove{script_file};
  const std::string ending = [&] {
    try {
      return Process({"gnuplot", script_file}).finish(most_seconds_of_gnuplot);
    } catch (const Error& error) {
      throw Error(fmt::format("{}; plots need gnuplot (on Debian, the package gnuplot-nox)", error.what()));
    }
  }();
  if (!ending.starts_with("exited with status 0")) throw Error("gnuplot " + ending);
}

void add_experiment(CommandLine& line) {
  Command command = line.add("experiment", "play a grid of matches and compare it with published values");
  const auto arguments = std::make_shared<ExperimentArguments>();
  command.positional("ACTION", arguments->action, "run, status, report or plot");
  command.positional("FILE", arguments->file, "the experiment, a .toml file");
  command.flag("--quick", arguments->quick, "of run and status: a tenth of the games, at least 10 a cell");
  command.real("--minutes", arguments->minutes, 0, 1'000'000, "of run: begin no game later than this; 0 = no limit");
  command.integer("--concurrency", arguments->concurrency, 0, 1024,
                  "games at a time; 0 = one for each core, or under mpirun one for each rank");
  command.text("--store", arguments->store, "FILE", "where games are kept");
  command.footer(
      "run takes the cells in the order of the file and goes on where it was stopped. Games without their moves, and\n"
      "the report, are written to results/ beside FILE; what is there already is read first. report writes and prints\n"
      "the report; plot draws it with gnuplot. Under mpirun all ranks play, and rank 0 writes (docs/cluster.md).\n\n"
      "Example:\n  banyan experiment run experiments/havannah_table1.toml --minutes 60");
  command.runs([=] { run_action(*arguments); });
}

}  // namespace banyan::cli
