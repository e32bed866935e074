// SPDX-License-Identifier: MIT
// What the program knows about terminals: colours, boards, numbers as people read them, a progress line, Ctrl-C and
// its kin.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/run.h"
#include "engine/session.h"
#include "game/board_view.h"

namespace banyan::cli {

/// Whether to write colours: a terminal that is not dumb, and no NO_COLOR in the environment.
bool has_colours(std::FILE* stream);

/// Standard output, as its reader can show it.
struct Screen {
  bool colours = false;
  bool ascii = false;  // nothing but ASCII

  std::string shown(const std::string& text) const { return ascii ? to_ascii(text) : text; }
  template <class... T>
  void print(fmt::format_string<T...> format, T&&... values) const {
    fmt::print("{}", shown(fmt::format(format, std::forward<T>(values)...)));
  }
};

/// ASCII alone where it is asked for, and on a terminal that has no UTF-8. Files and pipes get UTF-8.
Screen standard_output(bool ascii);

/// Moves that stand out: parentheses around the suggested one, a cross on the pruned; brackets around the last, unless
/// it is not to be seen.
struct Marks {
  std::string suggested{};
  std::vector<std::string> pruned{};
  bool shows_last = true;
};

std::string render(BoardData board, const Marks& marks, bool colours);

/// "White", "Black", "player 3", "chance".
std::string player_name(const Session& session, int player);
/// The same in the player's colour and, where two play, with the sign that boards are drawn with: "White ●", "Black ○".
std::string player_sign(const Session& session, int player, bool colours);
std::string bold(std::string_view text, bool colours);
std::string dim(std::string_view text, bool colours);

/// One line that does nothing to the terminal, whatever a user or a file put into it.
std::string printable(std::string text);

/// "1,234,567"
std::string grouped(std::uint64_t number);
std::string grouped(double number);
/// "42 s", "12 min", "3.5 h"
std::string duration_text(double seconds);
/// "53.2 %", "proven win"
std::string value_text(double value, const std::optional<double>& proven);
/// The same of what was found: "2541 points" in a game that is played for points, "+12.93 points" where the game's
/// evaluation was asked.
std::string value_text(const SearchReport& report);
std::string value_text(const SearchReport& report, const MoveReport& move);
/// Moves one after the other: "a1 b2", or "wS1; bS1 wS1-" where a move has spaces.
std::string variation_text(const std::vector<std::string_view>& moves);
/// "512 of 2,048": visits of the best move and of all moves, those that were kept from earlier searches included.
std::string visits_text(const SearchReport& report);
/// "512 of 2,048 visits", or "depth 4, 20,480 leaves".
std::string effort_text(const SearchReport& report);

/// Writes a line over the last one, on standard error if that is a terminal; wipes it at the end.
class StatusLine {
 public:
  StatusLine();
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  bool is_visible() const { return is_visible_; }
  void show(const std::string& line);

 private:
  bool is_visible_;
  bool shown_ = false;
};

/// A sentence for the user that stays on standard error, whether or not that is a terminal, where it takes the place of
/// a status line.
void note(const std::string& sentence);

/// Says once that there are fewer threads than were asked for.
class ThreadNote {
 public:
  explicit ThreadNote(int wanted) : wanted_(wanted) {}
  void look(int started);

 private:
  int wanted_;
  bool told_ = false;
};

/// Says when the players of games that are played at the same time have more threads than there are cores.
void note_crowding(const std::vector<Match>& matches, int concurrency);

/// Shows how a search goes.
class ProgressLine {
 public:
  bool is_visible() const { return line_.is_visible(); }
  void show(const SearchReport& report);

 private:
  StatusLine line_;
};

/// Who may ask for an end: a person by Ctrl-C, or the system as well, by SIGTERM or SIGHUP.
enum class EndedBy { person, anybody };

/// While it lives, these signals call a function. SIGTERM and SIGHUP stay ignored where they are, as under nohup.
class SignalHandler {
 public:
  SignalHandler(void (*function)(int), EndedBy by, int flags);
  ~SignalHandler();
  SignalHandler(const SignalHandler&) = delete;
  SignalHandler& operator=(const SignalHandler&) = delete;

 private:
  std::vector<std::pair<int, struct sigaction>> earlier_;
};

/// While it lives, the first signal ends the search. A second Ctrl-C ends the program; other signals may come twice, as
/// they do from timeout(1).
class StopOnInterrupt {
 public:
  explicit StopOnInterrupt(std::atomic<bool>& stop, EndedBy by = EndedBy::person);

 private:
  std::optional<SignalHandler> handler_;
};

/// While it lives, the first Ctrl-C begins no new games, the second drops those that run, the third ends the program.
/// The system does not wait for long: its signals drop the running games at once. Each says so.
class EndRunOnInterrupt {
 public:
  explicit EndRunOnInterrupt(RunControl& control);

 private:
  std::optional<SignalHandler> handler_;
};

}  // namespace banyan::cli
