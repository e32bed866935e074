// SPDX-License-Identifier: MIT
#include "arena/record.h"

#include <fmt/format.h>

#include <ctime>
#include <tuple>

#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

/// A closing bracket or a backslash would end an SGF text early.
std::string sgf_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string csv_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string sgf_result(const GameRecord& game) {
  if (game.winner == 0) return "Draw";
  const std::string_view kind = game.kind_of_ending();
  const bool is_forfeit = kind == "crash" || kind == "stall" || kind == "protocol" || kind == "illegal";
  const std::string_view how = kind == "resignation" ? "Resign" : kind == "time" ? "Time" : is_forfeit ? "Forfeit" : "";
  return fmt::format("{}+{}", game.winner == 1 ? 'W' : 'B', how);
}

std::string date(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm utc{};
  gmtime_r(&time, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

}  // namespace

std::uint64_t hash_moves(std::string_view opening, std::string_view moves) {
  std::uint64_t hash = golden_ratio;
  for (const std::string_view part : {opening, moves}) {
    for (const std::string_view move : split_moves(part)) {
      for (const char c : move) hash = mix64(hash ^ static_cast<unsigned char>(c));
      hash = mix64(hash ^ 0x100);
    }
  }
  return hash;
}

std::string to_sgf(const Contest& contest, const GameRecord& game) {
  const auto& [white, black] = game.a_moved_first() ? std::tie(contest.a, contest.b) : std::tie(contest.b, contest.a);
  std::string text =
      fmt::format("(;FF[4]CA[UTF-8]AP[banyan:{}]GN[{}]PW[{}]PB[{}]RE[{}]DT[{}]GC[game {}, seed {}, ending {}]\n",
                  sgf_text(game.version), sgf_text(contest.game), sgf_text(white), sgf_text(black), sgf_result(game),
                  date(game.finished), game.number, game.seed, sgf_text(game.ending));
  const auto session = new_session(parse_spec(contest.game));
  for (const std::string& part : {game.opening, game.moves.value_or("")}) {
    for (const std::string_view move : split_moves(part)) {
      text += fmt::format(";{}[{}]", session->to_move() == 0 ? 'W' : 'B', sgf_text(move));
      session->play(move);
    }
  }
  return text + ")\n";
}

std::string csv_header() {
  return "number,first,seed,winner,points_of_a,ending,plies,hash,seconds_a,seconds_b,version,finished,opening,moves\n";
}

std::string to_csv(const GameRecord& game) {
  return fmt::format("{},{},{},{},{},{},{},{:016x},{:.3f},{:.3f},{},{},{},{}\n", game.number,
                     game.a_moved_first() ? 'a' : 'b', game.seed, game.winner,
                     0.5 * static_cast<double>(game.half_points_of_a()), csv_text(game.ending), game.plies, game.hash,
                     game.seconds_a, game.seconds_b, csv_text(game.version), game.finished, csv_text(game.opening),
                     csv_text(game.moves.value_or("")));
}

}  // namespace banyan
