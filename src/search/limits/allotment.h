// SPDX-License-Identifier: MIT
// How much of a player's time one move gets. Clocks are those of the Go Text Protocol: a main time for the whole game,
// then periods of so many seconds in which so many moves must be made (Canadian byo-yomi). Knows no game and no clock
// on the wall.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "search/limits/limits.h"

namespace banyan {

/// No move takes longer than this, however much time there is: whoever waits for an answer gets one. A player without
/// a clock may search for as long as its own limits say.
inline constexpr double longest_move_seconds = 600;
/// A day: at ten minutes a move it lasts for 144 moves of one player, half as many again as are expected on the largest
/// board. What is longer is no clock.
inline constexpr double longest_clock_seconds = 86'400;

/// What a clock counts: time that passes, or time that the processor works for the player.
enum class ClockKind { wall, cpu };
constexpr auto names(ClockKind) { return std::array<std::string_view, 2>{"wall", "cpu"}; }

struct TimeControl {
  double main_seconds = 0;
  double period_seconds = 0;
  int period_moves = 0;
  ClockKind kind = ClockKind::wall;

  /// The protocol's sign for a game without a limit is a period in which no move need be made. No time at all is taken
  /// for the same: nobody could play with it.
  bool is_unlimited() const { return period_moves == 0 && (period_seconds > 0 || main_seconds == 0); }

  /// Throws UsageError when there is no such clock.
  void check() const;
};

/// Throws UsageError when so many seconds for so many moves are on no clock: negative, endless or absurd.
void check_clock(double seconds, int moves);

/// What somebody wrote for the seconds of a clock; throws UsageError.
double read_clock_seconds(std::string_view text);

/// A clock for a whole game as it is written: "30", or "cpu:30" for seconds of the processor. Throws UsageError.
TimeControl parse_clock(std::string_view text);
std::string clock_text(const TimeControl& time);

/// About how many moves one of `players` has still to make, where `left` are possible for all of them together: half of
/// these, since few of the games that people have recorded fill more than half of the board. Where nobody knows how
/// many are possible, as many as a game of middling length has.
int expected_moves(std::optional<int> left, int players);

/// How a player shares a clock for the whole game out: what is left divided by `divisor`, and no less than `floor`
/// seconds; 0 = evenly over the moves that are expected. `part` is how much of the clock it uses at all.
struct ClockSharing {
  double divisor = 0;
  double floor = 0;
  double part = 1;
  int threads = 1;  // of the player: what they work together is what a clock of the processor counts
};

/// What one player has left.
class PlayerClock {
 public:
  PlayerClock() = default;
  explicit PlayerClock(const TimeControl& control) : control_(control), seconds_(control.main_seconds) {
    if (seconds_ <= 0) begin_period();
  }

  /// Sets what is left: `moves` of the period must be made in `seconds`, or, when it is 0, all of the main time's.
  /// Throws UsageError, and changes nothing, for moves of a period where the clock has none: after them nothing would
  /// be left.
  void set(double seconds, int moves);

  /// A move took so long. An overdrawn main time goes on in the first period.
  void spend(double seconds);
  /// A move took both, one of which the clock counts.
  void spend(double wall_seconds, double cpu_seconds) { spend(kind() == ClockKind::cpu ? cpu_seconds : wall_seconds); }

  /// For the next move, when about `expected_moves` of one's own are to come: an even share of what is left, and in the
  /// main time no less than in the periods after it. Never more than a quarter of a main time that nothing follows, and
  /// never more than longest_move_seconds. A little is held back for what the search does not see: reading, writing,
  /// and a wake-up that comes late. Never 0, even when the time is up.
  ///
  /// Where the player shares its main time out itself, it gets what it asks for, as far as there is so much.
  double allot(int expected_moves, const ClockSharing& sharing = {}) const;
  /// The same as limits of a search, of the time that the clock counts: of the processor's, each thread gets its part.
  LimitParams allot_limits(int expected_moves, const ClockSharing& sharing = {}) const {
    const double seconds = allot(expected_moves, sharing);
    return control_.kind == ClockKind::cpu ? LimitParams{.cpu_seconds = seconds / sharing.threads}
                                           : LimitParams{.seconds = seconds};
  }

  /// Whether what the next move does not use is there for later ones: not where it is the last of a period.
  bool keeps_what_is_saved() const { return moves_ != 1; }

  double seconds_left() const { return seconds_; }  // of the main time or of the period; negative when overdrawn
  ClockKind kind() const { return control_.kind; }

 private:
  void begin_period() {
    seconds_ = control_.period_seconds;
    moves_ = control_.period_moves;
  }

  TimeControl control_;
  double seconds_ = 0;
  int moves_ = 0;  // to be made in seconds_; 0 = main time
};

}  // namespace banyan
