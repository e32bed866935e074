// SPDX-License-Identifier: MIT
#include "protocol/gtp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "core/clock.h"
#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "game/board_view.h"
#include "protocol/gtp_game.h"

namespace banyan {
namespace {

/// As the protocol asks: tabs are blanks, other control characters and comments are not there.
std::string cleaned(std::string_view line) {
  std::string clean;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t') {
      clean += ' ';
    } else if (static_cast<unsigned char>(c) >= 32 && c != 127) {
      clean += c;
    }
  }
  return clean;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

constexpr double for_ever = 1e6;  // seconds

enum Colour : int { white, black };

std::optional<Colour> to_colour(std::string_view text) {
  const std::string lower = lower_case(text);
  if (lower == "white" || lower == "w") return white;
  if (lower == "black" || lower == "b") return black;
  return std::nullopt;
}

Colour read_colour(std::string_view text) {
  const auto colour = to_colour(text);
  if (!colour) throw UsageError(fmt::format("invalid colour '{}': expected white, black, w or b", text));
  return *colour;
}

double read_seconds(std::string_view text) {
  const auto seconds = to_real(text);
  if (!seconds || *seconds < 0 || *seconds > longest_clock_seconds) {
    throw UsageError(fmt::format("'{}': expected seconds in 0..{}", text, longest_clock_seconds));
  }
  return *seconds;
}

int read_moves(std::string_view text) {
  const auto moves = to_integer(text);
  if (!moves || *moves < 0 || *moves > 1'000'000)
    throw UsageError(fmt::format("'{}': expected a number of moves", text));
  return static_cast<int>(*moves);
}

/// What went wrong with the exception that is being handled, on one line: an empty one would end the answer.
std::string failure_text() {
  std::string text = "an unknown failure";
  try {
    throw;
  } catch (const std::bad_alloc&) {
    text = "out of memory";
  } catch (const std::exception& error) {
    text = error.what();
  } catch (...) {
  }
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

std::string_view proof_text(double reward) { return reward > 0.5 ? "win" : reward < 0.5 ? "loss" : "draw"; }

}  // namespace

const std::vector<GtpServer::Command>& GtpServer::commands() {
  static const std::vector<Command> all{
      {"protocol_version", "no arguments", 0, 0, [](GtpServer&, const Words&) { return "2"; }},
      {"name", "no arguments", 0, 0, [](GtpServer&, const Words&) { return "Banyan"; }},
      {"version", "no arguments", 0, 0, &GtpServer::version},
      {"known_command", "a command", 1, 1,
       [](GtpServer&, const Words& arguments) { return find(arguments[0]) != nullptr ? "true" : "false"; }},
      {"list_commands", "no arguments", 0, 0, [](GtpServer&, const Words&) { return list(); }},
      {"quit", "no arguments", 0, 0, &GtpServer::quit},
      {"boardsize", "a size, or the same size twice", 1, 2, &GtpServer::boardsize},
      {"clear_board", "no arguments", 0, 0, &GtpServer::clear_board},
      {"play", "a colour and a move", 2, 2, &GtpServer::play},
      {"genmove", "a colour or nothing", 0, 1, &GtpServer::genmove},
      {"undo", "no arguments", 0, 0, &GtpServer::undo},
      {"showboard", "no arguments", 0, 0, &GtpServer::showboard},
      {"final_score", "no arguments", 0, 0, &GtpServer::final_score},
      {"time_settings", "main seconds, period seconds and moves in a period", 3, 3, &GtpServer::time_settings},
      {"time_left", "a colour, seconds and moves", 3, 3, &GtpServer::time_left},
      {"all_legal", "no arguments", 0, 0, &GtpServer::all_legal},
      {"pv", "no arguments", 0, 0, &GtpServer::pv},
      {"move_stats", "no arguments", 0, 0, &GtpServer::move_stats},
      {"coordinates", "a notation of the game or nothing", 0, 1, &GtpServer::coordinates},
      {"lz-analyze", "[colour] [[interval] centiseconds]", 0, 3, &GtpServer::analyze},
  };
  return all;
}

const GtpServer::Command* GtpServer::find(std::string_view name) {
  const auto found =
      std::find_if(commands().begin(), commands().end(), [&](const Command& command) { return command.name == name; });
  return found == commands().end() ? nullptr : &*found;
}

std::string GtpServer::list() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  return join(names, "\n");
}

GtpServer::GtpServer(Settings settings, Listener listener)
    : settings_(std::move(settings)), listener_(std::move(listener)) {
  begin(settings_.game);
}

GtpServer::~GtpServer() {
  control_.stop = true;
  analyst_.join();
}

bool GtpServer::handle(std::string_view line) {
  const std::string clean = cleaned(line);
  Words parts = words(clean);
  // Even an empty line ends an analysis: that is how viewers end it when they have nothing to ask.
  stop_analysis();
  if (parts.empty()) return true;
  std::string id;
  if (is_number(parts[0])) {
    id = parts[0];
    parts.erase(parts.begin());
  }
  char sign = '=';
  std::string answer;
  try {
    const Command* const command = parts.empty() ? nullptr : find(parts[0]);
    if (command == nullptr) throw UsageError("unknown command");
    parts.erase(parts.begin());
    if (parts.size() < command->fewest || parts.size() > command->most) {
      throw UsageError(fmt::format("syntax error: {} takes {}", command->name, command->arguments));
    }
    answer = command->handler(*this, parts);
  } catch (...) {
    sign = '?';
    answer = failure_text();
  }
  listener_(fmt::format("{}{}{}{}\n{}", sign, id, answer.empty() || answer[0] == '\n' ? "" : " ", answer,
                        analysis_interval_ ? "" : "\n"));
  if (analysis_interval_) start_analysis(*std::exchange(analysis_interval_, std::nullopt));
  return !left_;
}

void GtpServer::begin(const Spec& game) {
  auto session = settings_.begin(game);
  check_gtp_game(*session);
  auto notation = notation_for(*session, settings_.coordinates);
  auto player = session->new_player(settings_.player, derive_seed(settings_.seed, games_));
  ++games_;
  session_ = std::move(session);
  player_ = std::move(player);
  notation_ = std::move(notation);
  black_begins_ = false;
  clocks_.fill(PlayerClock(time_));
  report_.reset();
}

void GtpServer::require_turn(std::string_view text) {
  const Colour colour = read_colour(text);
  // White begins, unless the first move is given to Black.
  if (session_->moves().empty()) black_begins_ = colour == black;
  const std::string_view turn = colour_of(session_->to_move());
  if (to_colour(turn) != colour) throw UsageError(fmt::format("illegal move: it is the turn of {}", turn));
}

SearchReport GtpServer::search(SearchControl& control) {
  if (!player_) player_ = session_->new_player(settings_.player, derive_seed(settings_.seed, games_ - 1));
  try {
    return player_->search(*session_, control);
  } catch (...) {
    player_.reset();
    throw;
  }
}

std::string_view GtpServer::colour_of(int player) const { return (player == 0) != black_begins_ ? "white" : "black"; }

std::string GtpServer::theirs(const std::vector<std::string>& moves) const {
  std::vector<std::string> texts;
  for (const std::string& move : moves) texts.push_back(theirs(move));
  return join({texts.begin(), texts.end()}, " ");
}

// ---- The program ----

std::string GtpServer::version(const Words&) const { return settings_.version; }

std::string GtpServer::quit(const Words&) {
  left_ = true;
  return {};
}

// ---- The game ----

std::string GtpServer::boardsize(const Words& arguments) {
  if (board_size(*session_) == 0) throw UsageError(fmt::format("unacceptable size: {} has none", session_->game()));
  if (arguments[0] != arguments.back()) {
    throw UsageError("unacceptable size: expected one number, the cells along one side, or the same number twice");
  }
  Spec game = spec_of(*session_);
  for (auto& [key, value] : game.values) {
    if (key == "size") value = arguments[0];
  }
  try {
    begin(game);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("unacceptable size: {}", error.what()));
  }
  return {};
}

std::string GtpServer::clear_board(const Words&) {
  begin(spec_of(*session_));
  return {};
}

std::string GtpServer::play(const Words& arguments) {
  require_turn(arguments[0]);
  const auto move = session_->from_notation(notation_, arguments[1]);
  try {
    session_->play(move ? *move : std::string(arguments[1]));
  } catch (const IllegalMove& error) {
    throw UsageError("illegal move: " + error.reason());
  }
  return {};
}

std::string GtpServer::genmove(const Words& arguments) {
  if (session_->result()) return "none";
  const std::string_view turn = colour_of(session_->to_move());
  require_turn(arguments.empty() ? turn : arguments[0]);
  PlayerClock& clock = clocks_[static_cast<std::size_t>(read_colour(colour_of(session_->to_move())))];
  SearchControl control;
  if (is_timed_) control.seconds = clock.allot(expected_moves(session_->moves_left(), session_->players()));
  const double start = wall_seconds();
  report_ = search(control);
  session_->play(report_->best_move);
  clock.spend(wall_seconds() - start);
  return theirs(report_->best_move);
}

std::string GtpServer::undo(const Words&) {
  if (!session_->undo()) throw UsageError("cannot undo");
  return {};
}

std::string GtpServer::showboard(const Words&) const {
  BoardData board = session_->board();
  board.marks.clear();
  // The labels are those of our own coordinates: none are better than wrong ones.
  if (settings_.coordinates != own_coordinates) board.labels.clear();
  // An empty line would end the answer.
  std::string text;
  const std::string plain = plain_text(board);
  for (const std::string_view line : split(plain, '\n')) {
    if (!line.empty()) text.append("\n").append(line);
  }
  return text;
}

std::string GtpServer::final_score(const Words&) const {
  const auto result = session_->result();
  if (!result) throw UsageError("cannot score: the game is not over");
  if (result->winner == 0) return "0";
  return colour_of(result->winner - 1) == "white" ? "W+" : "B+";
}

std::string GtpServer::all_legal(const Words&) const { return theirs(session_->legal_moves()); }

std::string GtpServer::coordinates(const Words& arguments) {
  if (arguments.empty()) return settings_.coordinates;
  try {
    notation_ = notation_for(*session_, arguments[0]);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("syntax error: {}", error.what()));
  }
  settings_.coordinates = arguments[0];
  return {};
}

// ---- Time ----

std::string GtpServer::time_settings(const Words& arguments) {
  const TimeControl time{.main_seconds = read_seconds(arguments[0]),
                         .period_seconds = read_seconds(arguments[1]),
                         .period_moves = read_moves(arguments[2])};
  if (time.period_seconds == 0 && time.period_moves > 0) {
    throw UsageError(fmt::format("periods of 0 seconds for {} moves: expected seconds, or no moves", arguments[2]));
  }
  time_ = time;
  is_timed_ = !time.is_unlimited();
  clocks_.fill(PlayerClock(time));
  return {};
}

std::string GtpServer::time_left(const Words& arguments) {
  const Colour colour = read_colour(arguments[0]);
  const double seconds = read_seconds(arguments[1]);
  clocks_[static_cast<std::size_t>(colour)].set(seconds, read_moves(arguments[2]));
  is_timed_ = true;
  return {};
}

// ---- What the last search found ----

std::string GtpServer::pv(const Words&) const { return report_ ? theirs(report_->principal_variation) : ""; }

std::string GtpServer::move_stats(const Words&) const {
  std::string text;
  if (!report_) return text;
  for (const MoveReport& move : report_->moves) {
    text += fmt::format("{}{} visits {} winrate {:.4f}", text.empty() ? "" : "\n", theirs(move.move), move.visits,
                        move.value);
    if (move.proven) text += fmt::format(" proven {}", proof_text(*move.proven));
  }
  return text;
}

// ---- Analysis ----

std::string GtpServer::analyze(const Words& arguments) {
  Words left = arguments;
  double interval = 0;
  if (session_->result()) throw UsageError("there is nothing to analyse: the game is over");
  if (!left.empty() && to_colour(left[0])) {
    require_turn(left[0]);
    left.erase(left.begin());
  }
  if (left.size() == 2 && left[0] == "interval") left.erase(left.begin());
  if (left.size() == 1 && is_number(left[0])) {
    interval = to_real(left[0]).value_or(for_ever) / 100;
    left.clear();
  }
  if (!left.empty()) throw UsageError("syntax error: expected lz-analyze [colour] [[interval] centiseconds]");
  analysis_interval_ = interval;  // it begins when this command has been answered
  return {};
}

void GtpServer::start_analysis(double interval) {
  // Goes on until it is stopped, whatever limits the player has.
  control_.seconds = for_ever;
  control_.stop = false;
  control_.progress = [this, interval, last = wall_seconds()](const SearchReport& report) mutable {
    if (wall_seconds() - last < interval) return;
    last = wall_seconds();
    listener_(analysis(report));
  };
  const bool has_started = analyst_.start([this] {
    try {
      report_ = search(control_);
      listener_(analysis(*report_));
    } catch (...) {
      analyst_failure_ = failure_text();
    }
  });
  // The answer has begun already.
  if (!has_started) listener_("error: no thread can be started for the analysis\n\n");
}

void GtpServer::stop_analysis() {
  if (analyst_.size() == 0) return;
  control_.stop = true;
  analyst_.join();
  const std::string failure = std::exchange(analyst_failure_, {});
  listener_(failure.empty() ? "\n" : fmt::format("error: {}\n\n", failure));
}

std::string GtpServer::analysis(const SearchReport& report) const {
  // The best move first, and its variation; of the others, only the move is known.
  std::vector<const MoveReport*> order;
  for (const MoveReport& move : report.moves) order.push_back(&move);
  std::stable_partition(order.begin(), order.end(),
                        [&](const MoveReport* move) { return move->move == report.best_move; });
  std::string text;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const MoveReport& move = *order[i];
    text += fmt::format("{}info move {} visits {} winrate {} order {} pv {}", i == 0 ? "" : " ", theirs(move.move),
                        move.visits, std::lround(1e4 * move.proven.value_or(move.value)), i,
                        i == 0 ? theirs(report.principal_variation) : theirs(move.move));
  }
  return text + '\n';
}

}  // namespace banyan
