// SPDX-License-Identifier: MIT
// What clients may ask for: games, players and searches within bounds, none of which starts a program or reads a file.
// Everything here throws Refusal.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/params.h"
#include "engine/host.h"
#include "engine/session.h"
#include "search/limits/allotment.h"
#include "web/server/body.h"
#include "web/server/http.h"

namespace banyan::web {

/// Each bounds what clients can use up together, or one of them alone.
struct Bounds {
  int threads = 1;               // of a search
  int memory = 512;              // megabytes of a search
  double seconds = 600;          // of a search
  int searches = 1;              // that run at once, each with one thread; others wait
  std::size_t waiting = 256;     // searches that wait
  std::size_t games = 10'000;    // that are kept
  std::size_t loaded = 400;      // games in memory
  int warm_memory = 2048;        // megabytes for what players remember between searches, of all games
  std::size_t analyses = 64;     // searches of any position
  std::size_t streams = 200;     // of events
  std::int64_t store_mb = 1024;  // of the store
  double unheard_seconds = 10;   // that a search goes on with nobody who listens
  double idle_seconds = 600;     // that a game stays in memory with nobody who asks for it
  double event_interval = 0.2;   // seconds between two events of one search
  double look_interval = 0.25;   // seconds between two looks at what waits, and at what nobody listens to
};

/// Of this machine.
Bounds usual_bounds();

/// Games and players as `banyan games --json` and `banyan params --json` tell of them, without what nobody may set over
/// HTTP.
Json games_over_http();
Json players_over_http();

/// What the engine refuses becomes an answer.
template <class Action>
auto refusing(const std::string& field, Action action) {
  try {
    return action();
  } catch (const UsageError& error) {
    throw Refusal(422, error.what(), field);
  }
}

/// A new game.
std::unique_ptr<Session> begin_game(const std::string& game, const std::string& options);

/// Plays the moves; `field` is what errors name.
void play_all(Session& session, const std::vector<std::string>& moves, const std::string& field);

/// The player that a text names, within the bounds; nobody of ours for "human".
std::optional<HostedPlayer> seat_player(const Session& session, const std::string& text, std::uint64_t seed,
                                        const Bounds& bounds, const std::string& field);

/// Whether a search ends by the limits of its player, or by others that are set for it.
enum class LimitedBy { player, server };

/// A player that searches; as it is usually called where the text is empty.
HostedPlayer searching_player(const Session& session, const std::string& text, std::uint64_t seed, const Bounds& bounds,
                              const std::string& field, LimitedBy by = LimitedBy::player);

/// The algorithm and values of a text, checked and bounded: `text` names an algorithm or a named player.
Spec checked_spec(const std::string& text, const Bounds& bounds, const std::string& field,
                  LimitedBy by = LimitedBy::player);

/// Who plays a game where nobody is named.
std::string usual_player(const std::string& game);
/// What a player is called among the levels of a game; empty: it is none of them.
std::string level_of(const std::string& game, const std::string& player);

/// How many threads a player searches with.
int threads_of(const Spec& spec);

/// "300" or "300+5": seconds for the whole game, and for each move when these are used up.
TimeControl parse_control(const std::string& text, const std::string& field);

}  // namespace banyan::web
