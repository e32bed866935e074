// SPDX-License-Identifier: MIT
#include "protocol/gtp_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "game/board_view.h"
#include "protocol/gtp_game.h"
#include "search/limits/allotment.h"

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

// Between two lines of an analysis, in seconds.
constexpr double shortest_interval = 0.01, longest_interval = 1e6;

enum Colour : std::size_t { white, black };

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

int read_moves(std::string_view text) {
  const auto moves = to_integer(text);
  if (!moves || *moves < 0 || *moves > 1'000'000)
    throw UsageError(fmt::format("'{}': expected a number of moves", text));
  return static_cast<int>(*moves);
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
    : settings_(std::move(settings)),
      listener_(std::move(listener)),
      host_(next_game(settings_.game), settings_.shortage) {
  notation_ = ask([&](const Session& session) { return notation_for(session, settings_.coordinates); });
  host_.set_time(settings_.clock);
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

HostedGame GtpServer::next_game(const Spec& game) const {
  HostedGame next{.game = {.session = settings_.begin(game)}};
  check_gtp_game(*next.game.session);
  next.players.emplace_back(*next.game.session, settings_.player, derive_seed(settings_.seed, games_));
  return next;
}

void GtpServer::begin(const Spec& game) {
  ++games_;
  try {
    HostedGame next = next_game(game);
    notation_ = notation_for(*next.game.session, settings_.coordinates);
    host_.begin(std::move(next));
  } catch (...) {
    --games_;
    throw;
  }
  black_begins_ = false;
}

void GtpServer::require_turn(std::string_view text) {
  const Colour colour = read_colour(text);
  // White begins, unless the first move is given to Black.
  if (ask([](const Session& session) { return session.moves().empty(); })) black_begins_ = colour == black;
  const std::string_view turn = colour_of(ask([](const Session& session) { return session.to_move(); }));
  if (to_colour(turn) != colour) throw UsageError(fmt::format("illegal move: it is the turn of {}", turn));
}

bool GtpServer::is_over() const {
  return ask([](const Session& session) { return session.result().has_value(); });
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
  if (ask(board_size) == 0) throw UsageError(fmt::format("unacceptable size: {} has none", settings_.game.name));
  if (arguments[0] != arguments.back()) {
    throw UsageError("unacceptable size: expected one number, the cells along one side, or the same number twice");
  }
  Spec game = ask(spec_of);
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
  begin(ask(spec_of));
  return {};
}

std::string GtpServer::play(const Words& arguments) {
  require_turn(arguments[0]);
  const auto move = ask([&](const Session& session) { return session.from_notation(notation_, arguments[1]); });
  try {
    host_.play(move ? *move : std::string(arguments[1]));
  } catch (const IllegalMove& error) {
    throw UsageError("illegal move: " + error.reason());
  }
  return {};
}

std::string GtpServer::genmove(const Words& arguments) {
  if (is_over()) return "none";
  if (!arguments.empty()) require_turn(arguments[0]);
  const std::string_view turn = colour_of(ask([](const Session& session) { return session.to_move(); }));
  return theirs(host_.move({.clock = read_colour(turn)}).report.best_move);
}

std::string GtpServer::undo(const Words&) {
  if (!host_.undo()) throw UsageError("cannot undo");
  return {};
}

std::string GtpServer::showboard(const Words&) const {
  BoardData board = ask([](const Session& session) { return session.board(); });
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
  const auto result = ask([](const Session& session) { return session.result(); });
  if (!result) throw UsageError("cannot score: the game is not over");
  if (result->winner == 0) return "0";
  return colour_of(result->winner - 1) == "white" ? "W+" : "B+";
}

std::string GtpServer::all_legal(const Words&) const {
  return theirs(ask([](const Session& session) { return session.legal_moves(); }));
}

std::string GtpServer::coordinates(const Words& arguments) {
  if (arguments.empty()) return settings_.coordinates;
  try {
    notation_ = ask([&](const Session& session) { return notation_for(session, arguments[0]); });
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("syntax error: {}", error.what()));
  }
  settings_.coordinates = arguments[0];
  return {};
}

// ---- Time ----

std::string GtpServer::time_settings(const Words& arguments) {
  host_.set_time({.main_seconds = read_clock_seconds(arguments[0]),
                  .period_seconds = read_clock_seconds(arguments[1]),
                  .period_moves = read_moves(arguments[2])});
  return {};
}

std::string GtpServer::time_left(const Words& arguments) {
  const Colour colour = read_colour(arguments[0]);
  const double seconds = read_clock_seconds(arguments[1]);
  host_.set_clock(colour, seconds, read_moves(arguments[2]));
  return {};
}

// ---- What the last search found ----

std::string GtpServer::pv(const Words&) const {
  const auto report = host_.report();
  return report ? theirs(report->principal_variation) : "";
}

std::string GtpServer::move_stats(const Words&) const {
  std::string text;
  const auto report = host_.report();
  if (!report) return text;
  for (const MoveReport& move : report->moves) {
    text += fmt::format("{}{} visits {} winrate {:.4f}", text.empty() ? "" : "\n", theirs(move.move), move.visits,
                        move.value);
    if (move.proven) text += fmt::format(" proven {}", proof_text(*move.proven));
  }
  return text;
}

// ---- Analysis ----

std::string GtpServer::analyze(const Words& arguments) {
  Words left = arguments;
  double interval = usual_report_interval;
  if (is_over()) throw UsageError("there is nothing to analyse: the game is over");
  if (!left.empty() && to_colour(left[0])) {
    require_turn(left[0]);
    left.erase(left.begin());
  }
  if (left.size() == 2 && left[0] == "interval") left.erase(left.begin());
  if (left.size() == 1 && is_number(left[0])) {
    interval = std::clamp(to_real(left[0]).value_or(longest_interval) / 100, shortest_interval, longest_interval);
    left.clear();
  }
  if (!left.empty()) throw UsageError("syntax error: expected lz-analyze [colour] [[interval] centiseconds]");
  analysis_interval_ = interval;  // it begins when this command has been answered
  return {};
}

void GtpServer::start_analysis(double interval) {
  const auto tell = [this](const Host::Event& event) {
    listener_(event.failure.empty() ? analysis(event.report) : fmt::format("error: {}\n", event.failure));
  };
  try {
    host_.analyse({.interval = interval, .listener = tell});
    is_analysing_ = true;
  } catch (const Error& error) {  // the answer has begun already
    listener_(fmt::format("error: {}\n\n", error.what()));
  }
}

void GtpServer::stop_analysis() {
  if (!std::exchange(is_analysing_, false)) return;
  host_.stop();
  listener_("\n");
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
