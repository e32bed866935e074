// SPDX-License-Identifier: MIT
// An external program as a player, by the Go Text Protocol, version 2: docs/gtp.md. What goes wrong is an
// EngineFailure that says in which way; after every failure but a refusal the program has been ended, and the next
// new_game starts it again. Whether a move is legal is for the caller to tell, with Session::play.
//
//   GtpClient engine(parse_gtp_player("gtp:\"engine --quiet\",seconds=5"));
//   engine.new_game(*session);                     // and the moves played so far
//   const auto answer = engine.genmove(session->to_move());
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/params.h"
#include "engine/session.h"
#include "protocol/dialogue.h"
#include "protocol/external.h"
#include "protocol/gtp_engine.h"
#include "protocol/gtp_game.h"
#include "search/limits/allotment.h"

namespace banyan {

struct GtpPlayerParams {
  double seconds = 0;
  double cpu_seconds = 0;
  double grace = 0.5;
  double patience = 30;
  std::string coordinates{own_coordinates};
  static constexpr auto fields() {
    return std::tuple{
        field(&GtpPlayerParams::seconds, "seconds", 0.0, 1e6,
              "wall-clock seconds for a move, told to the program as time_settings and time_left; 0 = no limit"),
        field(&GtpPlayerParams::cpu_seconds, "cpu_seconds", 0.0, 1e6,
              "processor seconds for a move, of which the program must know by itself; 0 = no limit"),
        field(&GtpPlayerParams::grace, "grace", 0.0, 1e6,
              "seconds that a move may take beyond its limit before it is late"),
        field(&GtpPlayerParams::patience, "patience", 0.01, 1e6,
              "seconds after which a program without an answer has stalled, counted from the limit of its move"),
        field(&GtpPlayerParams::coordinates, "coordinates", "how the program writes cells: a notation of the game"),
    };
  }
};

/// What a user types for an external player: gtp:"command args",setup="a line",setup="another",seconds=5.
struct GtpPlayer {
  std::string command;
  std::vector<std::string> setup{};  // GTP lines sent whenever the program has been started
  GtpPlayerParams params{};

  /// Every setting, in the form that parse_gtp_player reads.
  std::string text() const;
};

/// Whether a player's text is of that form, and not an algorithm of ours.
bool is_gtp_player(std::string_view text);
/// Throws UsageError.
GtpPlayer parse_gtp_player(std::string_view text);

class GtpClient {
 public:
  using Answer = EngineAnswer;

  /// Throws UsageError when the command is no command. The program is started by the first new_game.
  explicit GtpClient(GtpPlayer player);
  ~GtpClient() { stop(); }
  GtpClient(const GtpClient&) = delete;
  GtpClient& operator=(const GtpClient&) = delete;

  const GtpPlayer& player() const { return player_; }

  /// Starts the program and sends it the set-up lines, if it is not running: throws Error when it cannot be started.
  void start();
  /// Asks the program to quit, and kills it if it does not.
  void stop();
  bool is_running() const { return dialogue_.is_running(); }
  /// A clock for the games that begin from now on, in place of the player's own limits, or none.
  void set_time(const std::optional<TimeControl>& time) { time_ = time; }
  /// Starts the program if need be. Then boardsize, clear_board, and the moves that the session holds already.
  void new_game(const Session& session);
  /// `player` is 0 for the first, who is White here, and 1 for the second.
  void play(int player, std::string_view move);
  /// `seconds_left` are those of the player's clock, where there is one.
  Answer genmove(int player, double seconds_left = 0);

  /// Sends one line and returns the answer without its "= ".
  std::string command(std::string_view line);

 private:
  std::string exchange(std::string_view line, double patience);
  /// The same for a command that the program need not know; false when it refuses.
  bool offer(std::string_view line);

  GtpPlayer player_;
  Dialogue dialogue_;
  std::unique_ptr<Session> game_;  // as it began; translates moves
  std::string notation_;           // of the program
  std::optional<TimeControl> time_;
  bool takes_time_ = false;  // it understands time_settings and time_left
};

}  // namespace banyan
