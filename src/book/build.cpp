// SPDX-License-Identifier: MIT
#include "book/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "core/random.h"
#include "core/threads.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

constexpr std::chrono::milliseconds look_for_others{50};
constexpr std::uint64_t stream_of_order = 7;  // of the build's seed

/// The games of a build begin as the explorer says, which its settings decide: they stand for the list of openings.
Openings openings_of(const BuildSettings& settings) {
  ExploreParams params = settings.explore;
  const std::string text = fmt::format("{} {}", settings.game, Params(params).text());
  std::uint64_t fingerprint = 1;
  for (const char c : text) fingerprint = mix64(fingerprint ^ static_cast<unsigned char>(c));
  return Openings::from_text(fmt::format("list:{:016x}", std::max<std::uint64_t>(fingerprint, 1)));
}

Match match_of(const BuildSettings& settings) {
  const Spec plain = without_swap(parse_spec(settings.game));
  const auto session = new_session(plain);
  if (session->players() != 2 || session->has_chance()) {
    throw UsageError(fmt::format("books are for games of two players without chance, and {} is none", session->game()));
  }
  return Match({.game = plain.text(),
                .a = settings.player,
                .b = settings.player,
                .openings = openings_of(settings),
                .seed = settings.seed,
                .clock = settings.clock});
}

/// How a search of the player's kind orders the moves of a position, within so many iterations.
Explorer::Order order_by(const BuildSettings& settings) {
  Spec spec = resolve_player(parse_spec(settings.player));
  std::erase_if(spec.values, [](const auto& value) {
    return value.first == "iterations" || value.first == "seconds" || value.first == "cpu_seconds" ||
           value.first == "book";
  });
  spec.values.emplace_back("iterations", std::to_string(settings.explore.order_iterations));
  return [spec, seed = derive_seed(settings.seed, stream_of_order)](const Session& session) {
    SearchControl control;
    const SearchReport report = session.new_player(spec, seed)->search(session, control);
    std::vector<std::string> moves;
    for (const MoveReport& move : report.moves) moves.push_back(move.move);
    return moves;
  };
}

}  // namespace

/// Games that are planned together.
struct BookBuild::Round {
  std::vector<Explorer::Task> tasks;
  std::uint64_t first = 0;                  // number of the first game
  std::vector<std::optional<double>> wins;  // of the first player, of games that are finished

  std::uint64_t end() const { return first + tasks.size(); }
  bool is_over() const {
    return std::all_of(wins.begin(), wins.end(), [](const auto& each) { return each.has_value(); });
  }
  void take(const GameRecord& game) {
    const auto at = static_cast<std::size_t>(game.number - first);
    if (game.opening != tasks[at].opening) {
      throw Error(fmt::format("game {} of the store began with '{}', and the plan has '{}': it is another build",
                              game.number, game.opening, tasks[at].opening));
    }
    wins[at] = game.winner == 0 ? 0.5 : game.winner == 1 ? 1 : 0;
  }
};

BookBuild::BookBuild(BuildSettings settings)
    : settings_(std::move(settings)),
      match_(match_of(settings_)),
      explorer_(parse_spec(settings_.game), settings_.explore, order_by(settings_)),
      concurrency_(settings_.concurrency) {}

bool BookBuild::run(Store& store, RunControl& control, const std::function<void(const BuildProgress&)>& observer) {
  start_ = wall_seconds();
  const MatchId id = store.add(match_);
  const std::vector<GameRecord> stored = store.games(id, Store::all_games);
  auto known = stored.begin();
  for (;;) {
    Round round{.tasks = explorer_.plan(), .first = games_, .wins = {}};
    if (settings_.games > 0 && round.end() > settings_.games) {
      round.tasks.resize(static_cast<std::size_t>(settings_.games - std::min(settings_.games, round.first)));
    }
    if (round.tasks.empty()) return true;
    round.wins.resize(round.tasks.size());
    for (; known != stored.end() && known->number < round.end(); ++known) round.take(*known);
    if (!round.is_over()) {
      if (played_ == 0) match_.try_players();
      play_missing(store, id, round, control);
    }
    if (!round.is_over()) return false;
    for (std::size_t i = 0; i < round.tasks.size(); ++i) explorer_.add(round.tasks[i], *round.wins[i]);
    games_ += round.tasks.size();
    if (observer) {
      observer({.games = games_,
                .played = played_,
                .seconds = wall_seconds() - start_,
                .concurrency = concurrency_,
                .explorer = explorer_});
    }
  }
}

// Each thread claims a game, plays it and stores it; when all are claimed, it waits for what others have claimed.
void BookBuild::play_missing(Store& store, MatchId id, Round& round, RunControl& control) {
  std::mutex mutex;
  std::exception_ptr error;
  std::atomic<bool> has_failed{false};
  const auto is_ending = [&] {
    const bool is_late = settings_.seconds > 0 && wall_seconds() - start_ >= settings_.seconds;
    return is_late || control.finish || control.drop.stop || has_failed;
  };
  const auto is_over = [&] {
    const std::lock_guard lock(mutex);
    for (std::uint64_t number = round.first; number < round.end(); ++number) {
      if (round.wins[static_cast<std::size_t>(number - round.first)]) continue;
      if (const auto game = store.game(id, number)) round.take(*game);
    }
    return round.is_over();
  };
  const auto work = [&] {
    try {
      while (!is_ending()) {
        const auto claim = store.claim(id, round.first, round.end());
        if (!claim.number) {
          if (is_over() || !claim.is_being_played) return;
          std::this_thread::sleep_for(look_for_others);
          continue;
        }
        const auto& task = round.tasks[static_cast<std::size_t>(*claim.number - round.first)];
        const auto game = match_.play(*claim.number, task.opening, control.drop, settings_.version);
        if (!game) {
          store.release(id, *claim.number);
          return;
        }
        store.finish(id, *game);
        ++played_;
        const std::lock_guard lock(mutex);
        round.take(*game);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      has_failed = true;
    }
  };
  Threads threads;
  threads.start(settings_.concurrency - 1, work);
  concurrency_ = threads.size() + 1;
  work();
  threads.join();
  if (error) std::rethrow_exception(error);
}

Book BookBuild::book() const {
  return explorer_.book(fmt::format("{} games of {} against itself{}, seed {}", games_, match_.contest().a,
                                    settings_.clock ? fmt::format(", clock {}", clock_text(*settings_.clock)) : "",
                                    settings_.seed));
}

}  // namespace banyan
