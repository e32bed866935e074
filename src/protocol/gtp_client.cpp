// SPDX-License-Identifier: MIT
#include "protocol/gtp_client.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/clock.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

using Kind = EngineFailure::Kind;

constexpr std::string_view prefix = "gtp:";

/// More lines than any answer has.
constexpr int most_lines = 10'000;

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 80;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

std::string quoted(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + '"';
}

/// Takes a value off the front of `rest`, with or without quotes, and the comma after it.
std::string take_value(std::string_view& rest, std::string_view player) {
  std::string value;
  std::size_t i = 0;
  if (rest.starts_with('"')) {
    for (i = 1; i < rest.size() && rest[i] != '"'; ++i) {
      if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
      value += rest[i];
    }
    if (i == rest.size()) throw UsageError(fmt::format("player '{}' lacks a closing \"", player));
    ++i;
    if (i < rest.size() && rest[i] != ',') {
      throw UsageError(fmt::format("player '{}': expected a comma after a closing \"", player));
    }
  } else {
    i = std::min(rest.find(','), rest.size());
    value = rest.substr(0, i);
  }
  rest.remove_prefix(std::min(i + 1, rest.size()));
  return value;
}

std::string_view colour(int player) { return player == 0 ? "white" : "black"; }

std::string without_control_characters(std::string_view line) {
  std::string plain;
  for (const char c : line) {
    if (c == '\t') {
      plain += ' ';
    } else if (static_cast<unsigned char>(c) >= 32 && c != 127) {
      plain += c;
    }
  }
  return plain;
}

}  // namespace

std::string GtpPlayer::text() const {
  std::string all = fmt::format("{}{}", prefix, quoted(command));
  for (const std::string& line : setup) all += ",setup=" + quoted(line);
  GtpPlayerParams copy = params;
  return all + ',' + Params(copy).text();
}

bool is_gtp_player(std::string_view text) { return text.starts_with(prefix); }

GtpPlayer parse_gtp_player(std::string_view text) {
  if (!is_gtp_player(text)) {
    throw UsageError(fmt::format("'{}': expected gtp:\"command args\",key=value,...", text));
  }
  std::string_view rest = text.substr(prefix.size());
  GtpPlayer player{.command = take_value(rest, text)};
  split_command(player.command);
  Params params(player.params);
  std::vector<std::string> seen;
  while (!rest.empty()) {
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      throw UsageError(fmt::format("player '{}': expected key=value after the command, not '{}'", text, rest));
    }
    const std::string key(rest.substr(0, equals));
    rest.remove_prefix(equals + 1);
    const std::string value = take_value(rest, text);
    if (key == "setup") {
      player.setup.push_back(value);
      continue;
    }
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
      throw UsageError(fmt::format("player '{}' names the key '{}' twice", text, key));
    }
    seen.push_back(key);
    params.set("player 'gtp'", key, value);
  }
  return player;
}

GtpClient::GtpClient(GtpPlayer player) : player_(std::move(player)), words_(split_command(player_.command)) {}

GtpClient::~GtpClient() {
  if (!process_) return;
  constexpr double courtesy = 0.5;
  if (process_->write("quit\n", wall_seconds()) == Process::Outcome::done) process_->finish(courtesy);
}

void GtpClient::new_game(const Session& session) {
  game_ = new_session(spec_of(session));
  notation_ = notation_for(session, player_.params.coordinates);
  if (!process_) {
    process_ = std::make_unique<Process>(words_);
    for (const std::string& line : player_.setup) command(line);
  }
  if (const int size = board_size(session); size > 0) command(fmt::format("boardsize {}", size));
  command("clear_board");
  takes_time_ = player_.params.seconds > 0 && offer(fmt::format("time_settings 0 {} 1", player_.params.seconds));
  // Who made a move is not recorded: a new game is played up to here.
  const auto replay = new_session(spec_of(session));
  for (const std::string& move : session.moves()) {
    play(replay->to_move(), move);
    replay->play(move);
  }
}

void GtpClient::play(int player, std::string_view move) {
  command(fmt::format("play {} {}", colour(player), game_->to_notation(notation_, move)));
}

GtpClient::Answer GtpClient::genmove(int player) {
  const GtpPlayerParams& params = player_.params;
  if (takes_time_) takes_time_ = offer(fmt::format("time_left {} {} 1", colour(player), params.seconds));
  const std::string line = fmt::format("genmove {}", colour(player));
  const double start_wall = wall_seconds();
  const double start_cpu = process_ ? process_->cpu_seconds() : 0;
  const std::string said = exchange(line, std::max(params.seconds, params.cpu_seconds) + params.patience);
  Answer answer{.move = {},
                .wall_seconds = wall_seconds() - start_wall,
                .cpu_seconds = process_->cpu_seconds() - start_cpu,
                .is_late = false};
  answer.is_late = (params.seconds > 0 && answer.wall_seconds > params.seconds + params.grace) ||
                   (params.cpu_seconds > 0 && answer.cpu_seconds > params.cpu_seconds + params.grace);
  if (lower_case(said) == "resign") {
    answer.move = "resign";
  } else if (const auto move = game_->from_notation(notation_, said)) {
    answer.move = *move;
  } else {
    fail(Kind::nonsense, line, fmt::format("answered '{}', which is no move", shortened(said)));
  }
  return answer;
}

std::string GtpClient::command(std::string_view line) { return exchange(line, player_.params.patience); }

bool GtpClient::offer(std::string_view line) {
  try {
    command(line);
    return true;
  } catch (const EngineFailure& failure) {
    if (failure.kind() != Kind::refused) throw;
    return false;
  }
}

std::string GtpClient::exchange(std::string_view line, double patience) {
  if (!process_) throw Error(fmt::format("'{}' is not running: a new game must begin first", words_[0]));
  const double deadline = wall_seconds() + patience;
  const auto written = process_->write(std::string(line) + '\n', deadline);
  if (written != Process::Outcome::done) fail(written, line, patience);

  // An answer begins with `=` or `?` and ends with an empty line. Empty lines before it are let pass.
  std::string answer;
  for (int lines = 0;; ++lines) {
    std::string raw;
    const auto outcome = process_->read_line(raw, deadline);
    if (outcome != Process::Outcome::done) fail(outcome, line, patience);
    const std::string next = without_control_characters(raw);
    const bool is_blank = next.find_first_not_of(' ') == std::string::npos;
    if (answer.empty()) {
      if (is_blank) continue;
      if (next[0] != '=' && next[0] != '?') {
        fail(Kind::nonsense, line, fmt::format("answered '{}', which is no GTP", shortened(next)));
      }
      answer = next;
    } else if (is_blank) {
      break;
    } else {
      answer += '\n' + next;
    }
    if (lines == most_lines) fail(Kind::nonsense, line, "gave an answer without an end");
  }
  const std::size_t begin = answer.find_first_not_of(' ', 1);
  std::string text = begin == std::string::npos ? "" : answer.substr(begin, answer.find_last_not_of(' ') + 1 - begin);
  if (answer[0] == '=') return text;
  throw EngineFailure(Kind::refused, fmt::format("'{}' refused '{}': {}", words_[0], line, shortened(text)));
}

void GtpClient::fail(Kind kind, std::string_view line, std::string_view what) {
  process_.reset();
  throw EngineFailure(kind, fmt::format("'{}' {} (after '{}')", words_[0], what, line));
}

void GtpClient::fail(Process::Outcome outcome, std::string_view line, double seconds) {
  if (outcome == Process::Outcome::late) fail(Kind::stalled, line, fmt::format("gave no answer in {} s", seconds));
  // Who closes the output is about to end.
  constexpr double farewell = 1;
  const std::string how = process_->finish(farewell);
  fail(Kind::crashed, line, how);
}

}  // namespace banyan
