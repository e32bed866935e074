// SPDX-License-Identifier: MIT
#include "arena/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <tuple>

#include "core/error.h"
#include "core/random.h"
#include "core/text.h"
#include "protocol/formats.h"

namespace banyan {
namespace {

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

std::string GameRecord::seats() const {
  std::string text;
  const Seating seating = seating_of(players(), number);
  for (int seat = 0; seat < players(); ++seat) text += static_cast<char>('a' + seating[static_cast<std::size_t>(seat)]);
  return text;
}

std::size_t GameRecord::sixths_of(int player) const {
  if (winner == 0) return static_cast<std::size_t>(6 / players());
  const int place = seat_of(player, players(), number) + 1;
  if (winner % 10 != place && winner / 10 != place) return 0;
  return winner < 10 ? 6 : 3;
}

int winner_of(const Result& result) {
  const double highest = *std::max_element(result.rewards.begin(), result.rewards.end());
  std::vector<int> seats;
  for (std::size_t i = 0; i < result.rewards.size(); ++i) {
    if (result.rewards[i] == highest) seats.push_back(static_cast<int>(i));
  }
  return winner_of_seats(seats, static_cast<int>(result.rewards.size()));
}

int winner_of_seats(const std::vector<int>& seats, int players) {
  int winner = 0;
  if (seats.size() == static_cast<std::size_t>(players)) return winner;
  for (const int seat : seats) winner = 10 * winner + seat + 1;
  return winner;
}

bool is_winner(int winner, int players) {
  const bool is_shared = players == 3 && (winner == 12 || winner == 13 || winner == 23);
  return (winner >= 0 && winner <= players) || is_shared;
}

std::vector<std::string> Contest::players() const { return c.empty() ? std::vector{a, b} : std::vector{a, b, c}; }

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
  if (game.players() != 2) {
    throw UsageError(fmt::format("SGF knows two colours, and {} has three players", parse_spec(contest.game).name));
  }
  const auto& [white, black] = game.a_moved_first() ? std::tie(contest.a, contest.b) : std::tie(contest.b, contest.a);
  std::vector<std::string> moves;
  for (const std::string& part : {game.opening, game.moves.value_or("")}) {
    for (const std::string_view move : split_moves(part)) moves.emplace_back(move);
  }
  return sgf_tree({{"AP", "banyan:" + game.version},
                   {"GN", contest.game},
                   {"PW", white},
                   {"PB", black},
                   {"RE", sgf_result(game)},
                   {"DT", date(game.finished)},
                   {"GC", fmt::format("game {}, seed {}, ending {}", game.number, game.seed, game.ending)}},
                  parse_spec(contest.game), moves);
}

std::string csv_header(int players) {
  const bool has_three = players == 3;
  return fmt::format(
      "number,{},seed,winner,points_of_a,{}ending,plies,hash,seconds_a,seconds_b,{}version,finished,opening,moves\n",
      has_three ? "seats" : "first", has_three ? "points_of_b,points_of_c," : "", has_three ? "seconds_c," : "");
}

std::string to_csv(const GameRecord& game) {
  const auto points = [&](int player) { return static_cast<double>(game.sixths_of(player)) / 6; };
  const bool has_three = game.players() == 3;
  return fmt::format(
      "{},{},{},{},{},{},{},{:016x},{:.3f},{:.3f},{}{},{},{},{}\n", game.number,
      has_three ? game.seats() : game.seats().substr(0, 1), game.seed, game.winner,
      has_three ? fmt::format("{:.4g},{:.4g},{:.4g}", points(0), points(1), points(2)) : fmt::format("{}", points(0)),
      csv_text(game.ending), game.plies, game.hash, game.seconds_a, game.seconds_b,
      has_three ? fmt::format("{:.3f},", *game.seconds_c) : "", csv_text(game.version), game.finished,
      csv_text(game.opening), csv_text(game.moves.value_or("")));
}

}  // namespace banyan
