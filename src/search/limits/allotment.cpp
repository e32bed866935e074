// SPDX-License-Identifier: MIT
#include "search/limits/allotment.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/text.h"

namespace banyan {
namespace {

bool is_clock(double seconds) { return seconds >= 0 && seconds <= longest_clock_seconds; }

constexpr std::string_view clock_refusal = "'{}': expected seconds in 0..{}";

}  // namespace

double read_clock_seconds(std::string_view text) {
  const auto seconds = to_real(text);
  if (!seconds || !is_clock(*seconds)) throw UsageError(fmt::format(clock_refusal, text, longest_clock_seconds));
  return *seconds;
}

void check_clock(double seconds, int moves) {
  if (!is_clock(seconds)) throw UsageError(fmt::format(clock_refusal, seconds, longest_clock_seconds));
  if (moves < 0) throw UsageError(fmt::format("'{}': expected a number of moves", moves));
}

void TimeControl::check() const {
  check_clock(main_seconds, 0);
  check_clock(period_seconds, period_moves);
  if (period_seconds == 0 && period_moves > 0) {
    throw UsageError(fmt::format("periods of 0 seconds for {} moves: expected seconds, or no moves", period_moves));
  }
}

TimeControl parse_clock(std::string_view text) {
  constexpr std::string_view cpu = "cpu:";
  TimeControl time;
  if (text.starts_with(cpu)) {
    time.kind = ClockKind::cpu;
    text.remove_prefix(cpu.size());
  }
  time.main_seconds = read_clock_seconds(text);
  if (time.main_seconds == 0) throw UsageError(fmt::format("'{}': nobody can play in no time", text));
  return time;
}

std::string clock_text(const TimeControl& time) {
  return fmt::format("{}{}", time.kind == ClockKind::cpu ? "cpu:" : "", time.main_seconds);
}

int expected_moves(std::optional<int> left, int players) {
  constexpr int of_unknown_games = 30;
  return left ? *left / (2 * players) + 1 : of_unknown_games;
}

void PlayerClock::set(double seconds, int moves) {
  if (moves > 0 && control_.period_moves == 0) {
    throw UsageError(fmt::format("'{}': expected 0 moves, since this clock has no periods to make them in", moves));
  }
  seconds_ = seconds;
  moves_ = moves;
}

void PlayerClock::spend(double seconds) {
  seconds_ -= seconds;
  if (moves_ == 0) {
    if (seconds_ > 0 || control_.period_moves == 0) return;
    const double overdrawn = -seconds_;
    begin_period();
    seconds_ -= overdrawn;
  }
  if (--moves_ == 0) begin_period();
}

double PlayerClock::allot(int expected_moves, const ClockSharing& sharing) const {
  constexpr double held_back = 0.05;
  constexpr double least = 0.001;
  constexpr int fewest_moves = 4;  // what is expected near the end of a game may be wrong
  const bool is_main_time = moves_ == 0;
  const double unused = is_main_time ? (1 - sharing.part) * control_.main_seconds : 0;
  const double left = std::max(seconds_ - unused, 0.0);
  if (sharing.divisor > 0 && is_main_time) {
    const double asked = std::min(std::max(left / sharing.divisor, sharing.floor), left / 2);
    const double kept = control_.kind == ClockKind::cpu ? 0 : held_back;  // a search sees all that a processor does
    return std::clamp(std::max(asked - kept, asked / 2), least, longest_move_seconds);
  }
  double share = left / (moves_ > 0 ? moves_ : std::max(expected_moves, fewest_moves));
  if (moves_ == 0 && control_.period_moves > 0)
    share = std::max(share, control_.period_seconds / control_.period_moves);
  return std::clamp(std::max(share - held_back, share / 2), least, longest_move_seconds);
}

}  // namespace banyan
