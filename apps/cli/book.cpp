// SPDX-License-Identifier: MIT
// banyan book: builds books of openings by self-play, and shows them.
#include <fmt/format.h>

#include <memory>

#include "book/build.h"
#include "book/picture.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/ranks.h"
#include "cli/terminal.h"
#include "cli/version.h"
#include "core/error.h"

namespace banyan::cli {
namespace {

struct BookArguments {
  std::string action, what;
  std::string size, board, player, clock, explore;
  std::int64_t games = 0;
  double budget = 0;
  std::int64_t concurrency = 0;
  std::int64_t seed = 1;
  std::string store = "banyan.db";
  std::string out;
  std::int64_t depth = 4;
  std::string svg, svg_swap;
};

BuildSettings settings_from(const BookArguments& arguments, int ranks) {
  const GameArguments game{.game = arguments.what, .size = arguments.size, .board = arguments.board};
  BuildSettings settings{.game = game.text(),
                         .player = arguments.player.empty() ? default_player(game.spec().name) : arguments.player,
                         .seed = static_cast<std::uint64_t>(arguments.seed),
                         .games = static_cast<std::uint64_t>(arguments.games),
                         .seconds = arguments.budget,
                         .concurrency = games_at_a_time(arguments.concurrency, ranks),
                         .version = version_text()};
  if (!arguments.clock.empty()) settings.clock = read_clock(arguments.clock);
  if (!arguments.explore.empty()) {
    Params params(settings.explore);
    apply(parse_spec("explore:" + arguments.explore), "--explore", params);
  }
  return settings;
}

std::string build_line(const BuildProgress& progress) {
  const double speed = static_cast<double>(progress.played) / std::max(progress.seconds, 1e-9);
  return fmt::format("{} games, {} played now, {:.1f} games/s", grouped(progress.games), grouped(progress.played),
                     speed);
}

// Under mpirun every rank works on the same store, which hands out no game twice; rank 0 tells and writes.
void build_book(const BookArguments& arguments) {
  if (arguments.out.empty()) throw UsageError("--out FILE is missing: where the book goes");
  if (arguments.games == 0 && arguments.budget == 0) {
    throw UsageError("--games N or --budget TIME is missing: a build has no end of its own");
  }
  const auto ranks = join_ranks();
  BookBuild build(settings_from(arguments, ranks->size()));
  if (ranks->rank() == 0) check_writable(arguments.out);  // not after hours of games
  Store store(arguments.store);
  RunControl control;
  bool is_over = false;
  {
    const EndRunOnInterrupt interrupt(control);
    StatusLine status;
    const int concurrency = static_cast<int>(arguments.concurrency);
    ThreadNote threads(concurrency);
    if (ranks->rank() == 0) note_crowding({build.match()}, concurrency);
    is_over = build.run(store, control, [&](const BuildProgress& progress) {
      if (ranks->rank() > 0) return;
      threads.look(progress.concurrency);
      if (status.is_visible()) status.show(build_line(progress));
    });
  }
  if (ranks->rank() > 0) return;
  const Book book = build.book();
  write_text_file(arguments.out, book.text());
  fmt::print("{}: {} positions from {} games\n{}", arguments.out, grouped(std::uint64_t{book.entries().size()}),
             grouped(build.games()), table_text(book));
  if (!is_over && (control.finish || control.drop.stop)) {
    throw Error(
        fmt::format("interrupted; the games are in '{}', and the same command goes on from there", arguments.store));
  }
}

void show_book(const BookArguments& arguments) {
  keep_standard_output_for({arguments.svg, arguments.svg_swap});
  const auto book = Book::load(arguments.what);
  if (!arguments.svg.empty()) write_text_file(arguments.svg, map_svg(*book, BookMap::plain));
  if (!arguments.svg_swap.empty()) write_text_file(arguments.svg_swap, map_svg(*book, BookMap::swap));
  fmt::print("{}\n{}\n\n{}\n{}\n", book->game().text(), book->about(), table_text(*book),
             tree_text(*book, static_cast<std::size_t>(arguments.depth)));
  const Screen screen = standard_output(false);
  screen.print("first player's rate, without swap\n{}\n", map_text(*book, BookMap::plain));
  if (has_swap(book->game())) screen.print("\nwith swap\n{}\n", map_text(*book, BookMap::swap));
}

void run_book(const BookArguments& arguments) {
  if (arguments.action == "build") return build_book(arguments);
  if (arguments.action == "show") return show_book(arguments);
  throw UsageError(fmt::format("'{}': expected build or show", arguments.action));
}

}  // namespace

void add_book(CommandLine& line) {
  Command command = line.add("book", "build a book of openings by self-play, and show one");
  const auto arguments = std::make_shared<BookArguments>();
  command.positional("ACTION", arguments->action, "build or show");
  command.positional("WHAT", arguments->what, "of build: a game, as poly_y:size=7; of show: a book's file or name");
  command.text("--size", arguments->size, "N", "of build: short for the game's option 'size'");
  command.text("--board", arguments->board, "N,N", "of build: short for the game's options 'sides' and 'size'");
  command.text("--player", arguments->player, "SPEC", "of build: who plays against itself");
  command.text("--clock", arguments->clock, "SECONDS",
               "of build: each player's for a whole game; cpu:SECONDS of the processor");
  command.text("--explore", arguments->explore, "KEY=VALUE,..", "of build: how to explore (docs/books.md)");
  command.integer("--games", arguments->games, 0, 1'000'000'000,
                  "of build: games in all; 0 = until the budget is used");
  command.seconds("--budget", arguments->budget, 0, 1e7,
                  "of build: begin no game after so long, as 3600, 3600s, 60m or 1h; 0 = no limit");
  command.integer("--concurrency", arguments->concurrency, 0, 1024,
                  "of build: games at a time; 0 = one for each core, or under mpirun one for each rank");
  add_seed(command, arguments->seed);
  command.text("--store", arguments->store, "FILE", "of build: where games are kept, and found again");
  command.text("--out", arguments->out, "FILE", "of build: the book");
  command.integer("--depth", arguments->depth, 0, 100, "of show: moves of the openings in the tree");
  command.text("--svg", arguments->svg, "FILE", "of show: write the map of first moves as a picture");
  command.text("--svg-swap", arguments->svg_swap, "FILE", "of show: the same with the swap rule");
  command.footer(
      "The same build goes on where it was stopped or killed, in any number of processes with one store.\n\n"
      "Example:\n"
      "  banyan book build poly_y --board 5,7 --player poly-y-best --clock cpu:0.5 --budget 1h --out poly_y.book\n"
      "  banyan book show poly_y.book --svg map.svg");
  command.runs([=] { run_book(*arguments); });
}

}  // namespace banyan::cli
