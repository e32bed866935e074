// SPDX-License-Identifier: MIT
// banyan review: what each move of a saved game cost, kept in its file.
#include "engine/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "core/clock.h"
#include "core/error.h"
#include "engine/catalogue.h"
#include "engine/json.h"

namespace banyan::cli {
namespace {

struct ReviewArguments {
  std::string file;
  std::string player;
  std::int64_t seed = 1;
  bool json = false;
  bool ascii = false;
};

/// A killed program loses no more than the work of so long.
constexpr double seconds_between_writes = 10;

/// A value of the review: a reward in per cent, or points.
std::string number_text(const Session& session, double value) {
  return session.score() ? fmt::format("{:.0f}", value) : fmt::format("{:.1f} %", 100 * value);
}

void print_table(const Screen& screen, const Session& session, const Review& review) {
  std::size_t width = 6;
  for (const ReviewEntry& entry : review.plies) width = std::max({width, entry.move.size(), entry.best.size()});
  screen.print("{}, reviewed by {}, seed {}\n\n", short_text(session), review.player, review.seed);
  screen.print("{:>5}  {:<9} {:<{}} {:>9}  {:<{}} {:>9} {:>9}\n", "ply", "player", "played", width, "value", "best",
               width, "value", "cost");
  for (const ReviewEntry& entry : review.plies) {
    screen.print("{:>5}  {:<9} {:<{}} {:>9}  {:<{}} {:>9} {:>9}\n", entry.ply + 1, player_name(session, entry.seat),
                 entry.move, width, number_text(session, entry.played), entry.forced ? "forced" : entry.best, width,
                 number_text(session, entry.value), entry.cost > 0 ? number_text(session, entry.cost) : "-");
  }
  screen.print("\n");
  for (int seat = 0; seat < session.players(); ++seat) {
    double sum = 0, moves = 0;
    for (const ReviewEntry& entry : review.plies) {
      if (entry.seat != seat || entry.forced) continue;
      sum += entry.cost;
      ++moves;
    }
    if (moves > 0) {
      screen.print("{}: {} a move\n", player_name(session, seat), number_text(session, sum / moves));
    }
  }
}

/// The review of this player with this seed that the file has, or a new one.
Review begin_or_resume(const SavedGame& game, const std::string& player, std::uint64_t seed) {
  for (Review& known : reviews_of(game)) {
    if (known.player == player && known.seed == seed) return std::move(known);
  }
  return {.player = player, .seed = seed};
}

void review_game(const ReviewArguments& arguments) {
  SavedGame game;
  Review review;
  try {
    game = load_game(read_text_file(arguments.file));
    review = begin_or_resume(game, arguments.player.empty() ? usual_reviewer(*game.session) : arguments.player,
                             static_cast<std::uint64_t>(arguments.seed));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", arguments.file, error.what()));
  }
  const auto write = [&] {
    keep_review(game, review);
    write_text_file(arguments.file, save_game(game));
  };
  ReviewControl control;
  bool is_over = false;
  {
    const StopOnInterrupt interrupt(control.stop, EndedBy::anybody);
    StatusLine line;
    double written = wall_seconds();
    control.shortage = ShortageNote(note);
    control.reviewed = [&](const ReviewEntry& entry, std::size_t done, std::size_t of) {
      if (line.is_visible()) line.show(fmt::format("ply {}, {} of {}", entry.ply + 1, done, of));
      if (wall_seconds() - written < seconds_between_writes) return;
      write();
      written = wall_seconds();
    };
    is_over = go_on(*game.session, review, control);
  }
  write();
  if (arguments.json) {
    fmt::print("{}\n", one_line(json_of(review)));
  } else {
    print_table(standard_output(arguments.ascii), *game.session, review);
  }
  if (!is_over) {
    throw Error(fmt::format("interrupted after {} of {} plies, which are in '{}'; the same command goes on from there",
                            review.plies.size(), plies_to_review(*game.session), arguments.file));
  }
}

}  // namespace

void add_review(CommandLine& line) {
  Command command = line.add("review", "tell what each move of a saved game cost, and keep it in the file");
  const auto arguments = std::make_shared<ReviewArguments>();
  command.positional("FILE", arguments->file, "a saved game; the review is written into it");
  command.text("--player", arguments->player, "SPEC", "who reviews (see 'banyan params'); by default one that suits");
  add_seed(command, arguments->seed);
  add_json(command, arguments->json);
  add_ascii(command, arguments->ascii);
  command.footer(
      "Ctrl-C, SIGTERM or SIGHUP end it and keep what there is; the same command goes on from there.\n\n"
      "Example:\n  banyan review game.json --player rave:iterations=50000");
  command.runs([=] { review_game(*arguments); });
}

}  // namespace banyan::cli
