// SPDX-License-Identifier: MIT
// The Go Text Protocol, version 2, as syntax over a host: docs/gtp.md lists the commands. Lines come in through
// handle(), answers go out through the listener. An analysis runs in a thread of its own and calls the listener from
// there until the next line comes; otherwise the listener is called by handle() itself, never by both at once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "engine/catalogue.h"
#include "engine/host.h"
#include "engine/session.h"
#include "protocol/gtp_game.h"

namespace banyan {

class GtpServer {
 public:
  struct Settings {
    Spec game;
    Spec player;
    std::uint64_t seed = 1;
    std::string coordinates{own_coordinates};  // how cells are written: a notation of the game
    std::string version;                       // what the command `version` answers
    TimeControl clock{};                       // of each game, until a command sets another one
    /// How a game is begun: those of the catalogue, or one's own.
    std::function<std::unique_ptr<Session>(const Spec&)> begin = new_session;
    ShortageNote::Listener shortage{};  // is told when a search has fewer threads than it asked for
  };
  /// Is handed whole lines, one or several.
  using Listener = std::function<void(std::string_view)>;

  /// Throws UsageError when there is no such game, player or clock, or GTP has no place for the game.
  GtpServer(Settings settings, Listener listener);
  GtpServer(const GtpServer&) = delete;
  GtpServer& operator=(const GtpServer&) = delete;

  /// One line of input, with or without its line end. False after `quit`. What a command cannot do is answered with
  /// `?`, whatever it was that went wrong; an analysis that has begun its answer ends it with a line `error: ..`.
  /// Throws only what the listener throws.
  bool handle(std::string_view line);

 private:
  using Words = std::vector<std::string_view>;
  struct Command {
    std::string_view name;
    std::string_view arguments;  // for the sentence that refuses others
    std::size_t fewest, most;    // arguments
    std::function<std::string(GtpServer&, const Words&)> handler;
  };
  static const std::vector<Command>& commands();
  static const Command* find(std::string_view name);
  static std::string list();

  std::string version(const Words&) const;
  std::string quit(const Words&);
  std::string boardsize(const Words&);
  std::string clear_board(const Words&);
  std::string play(const Words&);
  std::string genmove(const Words&);
  std::string undo(const Words&);
  std::string showboard(const Words&) const;
  std::string final_score(const Words&) const;
  std::string time_settings(const Words&);
  std::string time_left(const Words&);
  std::string all_legal(const Words&) const;
  std::string pv(const Words&) const;
  std::string move_stats(const Words&) const;
  std::string coordinates(const Words&);
  std::string analyze(const Words&);

  /// The game and our player, made for the next game.
  HostedGame next_game(const Spec& game) const;
  void begin(const Spec& game);
  /// Throws UsageError when it is not this colour's turn.
  void require_turn(std::string_view text);
  bool is_over() const;
  std::string_view colour_of(int player) const;
  template <class Ask>
  auto ask(Ask question) const {
    return host_.read([&](const SavedGame& game) { return question(*game.session); });
  }

  std::string theirs(std::string_view move) const {
    return ask([&](const Session& session) { return session.to_notation(notation_, move); });
  }
  std::string theirs(const std::vector<std::string>& moves) const;

  void start_analysis(double interval);
  void stop_analysis();
  std::string analysis(const SearchReport& report) const;

  Settings settings_;
  Listener listener_;
  std::string notation_;       // that the coordinates mean
  std::uint64_t games_ = 0;    // begun before this one; each has a seed of its own
  bool black_begins_ = false;  // Black made the first move of this game
  bool left_ = false;
  std::optional<double> analysis_interval_;  // of an analysis about to begin
  bool is_analysing_ = false;
  Host host_;  // its clocks are White's and Black's; the last member, because its searches use the others
};

}  // namespace banyan
