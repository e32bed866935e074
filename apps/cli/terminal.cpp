// SPDX-License-Identifier: MIT
#include "cli/terminal.h"

#include <fmt/format.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <utility>

#include "arena/player_threads.h"
#include "core/text.h"
#include "core/threads.h"

namespace banyan::cli {
namespace {

constexpr std::string_view first_style = "1;33";
constexpr std::string_view second_style = "1;36";
constexpr std::string_view third_style = "1;35";

std::string styled(std::string_view text, std::string_view style, bool colours) {
  return colours && !style.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

std::string_view style_of(Ink ink) {
  switch (ink) {
    case Ink::first_player:
      return first_style;
    case Ink::second_player:
      return second_style;
    case Ink::third_player:
      return third_style;
    case Ink::label:
    case Ink::empty:
      return "2";
    case Ink::mark:
      return "1";
    case Ink::suggestion:
      return "1;32";
    case Ink::stone_0:
      return "1;31";
    case Ink::stone_1:
      return "1;32";
    case Ink::stone_2:
      return "1;33";
    case Ink::stone_3:
      return "1;34";
    case Ink::stone_4:
      return "1;35";
    case Ink::stone_5:
      return "1;36";
    case Ink::stone_6:
      return "1;37";
    case Ink::stone_7:
      return "1;90";
    case Ink::plain:
      break;
  }
  return "";
}

/// What is clicked for a move: of a legal one the board knows it, any other is the name of a cell.
std::vector<std::string> names_of(const BoardData& board, const std::string& move) {
  const auto known =
      std::find_if(board.moves.begin(), board.moves.end(), [&](const BoardMove& m) { return m.text == move; });
  return known == board.moves.end() ? std::vector{move} : known->clicks;
}

unsigned terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// A signal handler can reach nothing else. Only one search runs at a time. Looked at by the handlers alone, so what was
// searched last may be gone.
std::atomic<std::atomic<bool>*> running_search{nullptr};

extern "C" void stop_running_search(int signal) {
  running_search.load()->store(true);
  if (signal == SIGINT) std::signal(SIGINT, SIG_DFL);  // the second Ctrl-C
}

std::atomic<RunControl*> running_matches{nullptr};

/// A handler may call write, and little else; what cannot be written is not worth an error.
void tell(std::string_view sentence) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence.data(), sentence.size());
}

extern "C" void end_running_matches(int signal) {
  RunControl* control = running_matches.load();
  if (signal != SIGINT) {
    control->finish = true;
    if (!control->drop.stop.exchange(true)) tell("\nbanyan: told to end; the running games are dropped\n");
  } else if (!control->finish.exchange(true)) {
    tell("\nbanyan: interrupted; the running games are finished, no new ones begin (Ctrl-C again drops them)\n");
  } else {
    control->drop.stop = true;
    tell("\nbanyan: interrupted again; the running games are dropped\n");
    std::signal(SIGINT, SIG_DFL);  // the third Ctrl-C
  }
}

bool has_utf8() {
  if (std::setlocale(LC_CTYPE, "") != nullptr) return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  // This system does not know the locale; its name still tells what the terminal shows.
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    std::string name;
    for (const char c : std::string_view(value)) name += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    const bool is_utf8 = name.find("utf-8") != std::string::npos || name.find("utf8") != std::string::npos;
    if (is_utf8) std::setlocale(LC_CTYPE, "C.UTF-8");
    return is_utf8;
  }
  return false;
}

}  // namespace

Screen standard_output(bool ascii) {
  const bool lacks_utf8 = isatty(STDOUT_FILENO) != 0 && !has_utf8();
  return {.colours = has_colours(stdout), .ascii = ascii || lacks_utf8};
}

bool has_colours(std::FILE* stream) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return isatty(fileno(stream)) != 0 && (no_color == nullptr || *no_color == '\0') && term != nullptr &&
         std::string_view(term) != "dumb";
}

std::string bold(std::string_view text, bool colours) { return styled(text, "1", colours); }
std::string dim(std::string_view text, bool colours) { return styled(text, "2", colours); }

std::string render(BoardData board, const Marks& marks, bool colours) {
  if (!marks.shows_last) std::erase_if(board.marks, [](const BoardMark& m) { return m.kind == MarkKind::last; });
  board.marks.push_back({.kind = MarkKind::suggested, .names = names_of(board, marks.suggested)});
  for (const std::string& move : marks.pruned) {
    board.marks.push_back({.kind = MarkKind::pruned, .names = names_of(board, move)});
  }
  std::string text;
  for (const BoardLine& line : draw(board)) {
    std::string row;
    for (const Span& span : line) row += styled(span.text, style_of(span.ink), colours);
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  }
  return text;
}

std::string player_name(const Session& session, int player) {
  if (player < 0) return "chance";
  return banyan::player_name(player, session.players());
}

std::string player_sign(const Session& session, int player, bool colours) {
  constexpr std::array<Ink, 3> inks{Ink::first_player, Ink::second_player, Ink::third_player};
  const auto seat = static_cast<std::size_t>(player);
  const Ink ink = player >= 0 && seat < inks.size() ? inks[seat] : Ink::plain;
  std::string name = player_name(session, player);
  if (session.players() == 2 && ink != Ink::plain) name += fmt::format(" {}", player == 0 ? sign::first : sign::second);
  return styled(name, style_of(ink), colours);
}

std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  return text;
}

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (auto i = static_cast<std::ptrdiff_t>(digits.size()) - 3; i > 0; i -= 3) {
    digits.insert(static_cast<std::size_t>(i), 1, ',');
  }
  return digits;
}

std::string grouped(double number) { return grouped(static_cast<std::uint64_t>(std::llround(number))); }

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  return seconds < 6000 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

std::string value_text(double value, const std::optional<double>& proven) {
  if (!proven) return fmt::format("{:.1f} %", 100 * value);
  if (*proven == 1) return "proven win";
  if (*proven == 0) return "proven loss";
  return *proven == 0.5 ? "proven draw" : fmt::format("{:.1f} % proven", 100 * *proven);
}

std::string value_text(const SearchReport& report) {
  return value_text(report, {.move = "", .value = report.value, .proven = report.proven, .score = report.score});
}

std::string value_text(const SearchReport& report, const MoveReport& move) {
  if (report.is_evaluation) return fmt::format("{:+.2f} points", move.value);
  return move.score ? fmt::format("{} points", std::llround(*move.score)) : value_text(move.value, move.proven);
}

std::string effort_text(const SearchReport& report) {
  return report.depth > 0 ? fmt::format("depth {}, {} leaves", report.depth, grouped(report.leaves))
                          : visits_text(report) + " visits";
}

std::string variation_text(const std::vector<std::string_view>& moves) {
  const bool has_words = std::any_of(moves.begin(), moves.end(),
                                     [](std::string_view move) { return move.find(' ') != std::string_view::npos; });
  return join(moves, has_words ? "; " : " ");
}

std::string visits_text(const SearchReport& report) {
  // Not the iterations: those are of this search alone.
  std::uint64_t all = 0;
  for (const MoveReport& move : report.moves) all += move.visits;
  return fmt::format("{} of {}", grouped(report.visits), grouped(all));
}

StatusLine::StatusLine() : is_visible_(isatty(STDERR_FILENO) != 0) {}

StatusLine::~StatusLine() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void StatusLine::show(const std::string& line) {
  if (!is_visible_) return;
  // Two columns stay free for the ^C that a terminal shows, which else would begin a line.
  std::size_t end = std::min<std::size_t>(line.size(), std::max(terminal_width(), 3u) - 3);
  while (end > 0 && end < line.size() && (line[end] & 0xc0) == 0x80) --end;  // a character is not cut in two
  fmt::print(stderr, "\r\x1b[K{}", line.substr(0, end));
  std::fflush(stderr);
  shown_ = true;
}

void note(const std::string& sentence) {
  const std::string wipe = isatty(STDERR_FILENO) != 0 ? "\r\x1b[K" : "";
  std::fputs((wipe + "banyan: " + printable(sentence) + '\n').c_str(), stderr);
}

void ThreadNote::look(int started) {
  if (started < wanted_ && !std::exchange(told_, true)) note(shortage_text(started, wanted_));
}

void note_crowding(const std::vector<Match>& matches, int concurrency) {
  const int cores = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  const std::string sentence = crowding_of(matches, concurrency, cores);
  if (!sentence.empty()) note(sentence);
}

void ProgressLine::show(const SearchReport& report) {
  std::string line = fmt::format("{:.1f} s  {} iterations  {}  {} ", report.wall_seconds, grouped(report.iterations),
                                 report.best_move, value_text(report));
  for (const std::string& move : report.principal_variation) line += ' ' + move;
  line_.show(line);
}

SignalHandler::SignalHandler(void (*function)(int), EndedBy by, int flags) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {
    }, earlier{};
    if (signal != SIGINT && by == EndedBy::person) break;
    if (signal != SIGINT && sigaction(signal, nullptr, &earlier) == 0 && earlier.sa_handler == SIG_IGN) continue;
    action.sa_handler = function;
    action.sa_flags = flags;
    sigaction(signal, &action, &earlier);
    earlier_.emplace_back(signal, earlier);
  }
}

SignalHandler::~SignalHandler() {
  for (const auto& [signal, action] : earlier_) sigaction(signal, &action, nullptr);
}

StopOnInterrupt::StopOnInterrupt(std::atomic<bool>& stop, EndedBy by) {
  running_search = &stop;
  handler_.emplace(stop_running_search, by, 0);  // whoever waits, for the reader of a pipe, say, is to wake up
}

EndRunOnInterrupt::EndRunOnInterrupt(RunControl& control) {
  running_matches = &control;
  handler_.emplace(end_running_matches, EndedBy::anybody, SA_RESTART);
}

}  // namespace banyan::cli
