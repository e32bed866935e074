// SPDX-License-Identifier: MIT
// Who plays in a match. A Contestant is one side of a whole match: its settings, and how it takes its seat in a game. A
// Seat is one side of one game, so that a game depends on its seed and on nothing that was played before it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/error.h"
#include "engine/session.h"
#include "search/limits/allotment.h"

namespace banyan {

/// Why a player lost a game without losing it on the board.
enum class Forfeit {
  crash,     // the program ended
  stall,     // it gave no answer
  protocol,  // its answer was no answer to the question
  illegal,   // its move was against the rules
  time,      // its move came too late
};
std::string_view name_of(Forfeit forfeit);

/// Thrown by a Seat that cannot go on; the game is lost, the match goes on.
class PlayerFailure : public Error {
 public:
  PlayerFailure(Forfeit forfeit, const std::string& what) : Error(what), forfeit_(forfeit) {}
  Forfeit forfeit() const { return forfeit_; }

 private:
  Forfeit forfeit_;
};

struct Choice {
  std::string move;  // may be illegal
  bool resigns = false;
  std::optional<double> value;  // what the player expects for itself, in [0, 1], where it says so
  double cpu_seconds = 0;       // that it took
};

class Seat {
 public:
  virtual ~Seat() = default;
  /// A move in the session's position, by the clock where there is one. When control.stop is set it returns soon, with
  /// whatever it has.
  virtual Choice choose(const Session& session, SearchControl& control, const PlayerClock* clock) = 0;
};

/// May be used from several threads at once.
class Contestant {
 public:
  virtual ~Contestant() = default;
  /// The text that makes the same contestant again, with every parameter in it.
  virtual const std::string& settings() const = 0;
  /// It was given a limit for each of its moves.
  virtual bool has_limits() const = 0;
  /// `session` is the game to be played; moves may have been made in it. Throws PlayerFailure.
  virtual std::unique_ptr<Seat> take_seat(const Session& session, std::uint64_t seed,
                                          const std::optional<TimeControl>& time) const = 0;
};

/// `text` is what a user names a player with: an algorithm with its parameters, or an external program
/// (protocol/external.h), where {seed} stands for a number that is different in every game and the same when it is
/// played again.
/// Throws UsageError when there is no such player of this game. A program is started by each game, and not before.
std::unique_ptr<Contestant> new_contestant(std::string_view text, const Session& session);

}  // namespace banyan
