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

std::string_view colour(int player) { return player == 0 ? "white" : "black"; }

}  // namespace

std::string GtpPlayer::text() const {
  GtpPlayerParams copy = params;
  return program_text(gtp_scheme, {.command = command, .setup = setup}, Params(copy));
}

bool is_gtp_player(std::string_view text) { return text.starts_with(gtp_scheme); }

GtpPlayer parse_gtp_player(std::string_view text) {
  GtpPlayer player;
  Params params(player.params);
  ProgramText program = parse_program(gtp_scheme, text, params);
  player.command = std::move(program.command);
  player.setup = std::move(program.setup);
  return player;
}

GtpClient::GtpClient(GtpPlayer player) : player_(std::move(player)), dialogue_(player_.command) {}

void GtpClient::start() {
  if (is_running()) return;
  dialogue_.start();
  for (const std::string& line : player_.setup) command(line);
}

void GtpClient::stop() { dialogue_.end("quit"); }

void GtpClient::new_game(const Session& session) {
  game_ = new_session(spec_of(session));
  notation_ = notation_for(session, player_.params.coordinates);
  start();
  if (const int size = board_size(session); size > 0) command(fmt::format("boardsize {}", size));
  command("clear_board");
  if (time_) {
    takes_time_ =
        offer(fmt::format("time_settings {} {} {}", time_->main_seconds, time_->period_seconds, time_->period_moves));
  } else {
    takes_time_ = player_.params.seconds > 0 && offer(fmt::format("time_settings 0 {} 1", player_.params.seconds));
  }
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

GtpClient::Answer GtpClient::genmove(int player, double seconds_left) {
  GtpPlayerParams params = player_.params;
  if (time_) {
    params.seconds = time_->kind == ClockKind::wall ? seconds_left : 0;
    params.cpu_seconds = time_->kind == ClockKind::cpu ? seconds_left : 0;
  }
  if (takes_time_) {
    const double told = time_ ? std::max(seconds_left, 0.0) : params.seconds;
    takes_time_ = offer(fmt::format("time_left {} {} {}", colour(player), told, time_ ? 0 : 1));
  }
  const double start_wall = wall_seconds();
  const double start_cpu = dialogue_.cpu_seconds();
  const std::string said = exchange(fmt::format("genmove {}", colour(player)),
                                    std::max({params.seconds, params.cpu_seconds, 0.0}) + params.patience);
  Answer answer{.move = {},
                .wall_seconds = wall_seconds() - start_wall,
                .cpu_seconds = dialogue_.cpu_seconds() - start_cpu,
                .is_late = false};
  answer.is_late = (params.seconds > 0 && answer.wall_seconds > params.seconds + params.grace) ||
                   (params.cpu_seconds > 0 && answer.cpu_seconds > params.cpu_seconds + params.grace);
  if (lower_case(said) == "resign") {
    answer.move = "resign";
  } else if (const auto move = game_->from_notation(notation_, said)) {
    answer.move = *move;
  } else {
    dialogue_.fail(Kind::nonsense, fmt::format("answered '{}', which is no move", shortened(said)));
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
  dialogue_.ask(line, patience);
  // An answer begins with `=` or `?` and ends with an empty line. Empty lines before it are let pass.
  std::string answer;
  for (;;) {
    const std::string next = dialogue_.answer_line();
    const bool is_blank = next.find_first_not_of(' ') == std::string::npos;
    if (answer.empty()) {
      if (is_blank) continue;
      if (next[0] != '=' && next[0] != '?') {
        dialogue_.fail(Kind::nonsense, fmt::format("answered '{}', which is no GTP", shortened(next)));
      }
      answer = next;
    } else if (is_blank) {
      break;
    } else {
      answer += '\n' + next;
    }
  }
  const std::size_t begin = answer.find_first_not_of(' ', 1);
  std::string text = begin == std::string::npos ? "" : answer.substr(begin, answer.find_last_not_of(' ') + 1 - begin);
  if (answer[0] == '?') dialogue_.refused(text);
  return text;
}

}  // namespace banyan
