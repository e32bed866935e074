// SPDX-License-Identifier: MIT
// Pig: roll a die as often as you dare and add what it shows; a one loses the turn's points, holding banks them; the
// first to reach the goal wins. A game of chance with compound turns: a turn is many small moves of one player, with
// moves of chance between them.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan::pig {

struct Options {
  int goal = 20;
  static constexpr auto fields() {
    return std::tuple{field(&Options::goal, "goal", 2, 100, "points that win the race")};
  }
};

/// 1 to 6: what the die shows; or a player's choice.
struct Move {
  std::uint8_t what;
  bool operator==(const Move&) const = default;
};
inline constexpr Move hold{0}, roll{7};

class Pig {
 public:
  using Move = pig::Move;
  using Options = pig::Options;
  static constexpr int players = 2;
  static constexpr int max_moves = 6;
  static constexpr bool wins_or_loses = true;

  explicit Pig(const Options& options) : goal_(options.goal) {}

  Player to_move() const { return is_rolling_ ? chance : turn_; }
  bool is_terminal() const { return banked_[0] >= goal_ || banked_[1] >= goal_; }

  Rewards<Pig> rewards() const {
    assert(is_terminal());
    return banked_[0] >= goal_ ? Rewards<Pig>{1.0, 0.0} : Rewards<Pig>{0.0, 1.0};
  }

  void legal_moves(MoveList<Pig>& out) const {
    if (is_terminal()) return;
    if (is_rolling_) {
      for (std::uint8_t face = 1; face <= 6; ++face) out.push_back({face});
    } else {
      out.push_back(roll);
      if (points_ > 0) out.push_back(hold);
    }
  }

  double probability(Move) const { return 1.0 / 6; }

  void play(Move m) {
    assert(!is_terminal() && is_rolling_ == (m != roll && m != hold));
    is_rolling_ = m == roll;
    if (m == roll) return;
    if (m == hold) banked_[static_cast<std::size_t>(turn_)] += points_;
    points_ += m.what;
    if (m == hold || m.what == 1) {
      points_ = 0;
      turn_ = 1 - turn_;
    }
  }

  std::uint64_t hash() const {
    auto packed = static_cast<std::uint64_t>(2 * turn_ + (is_rolling_ ? 1 : 0));
    for (const int number : {goal_, banked_[0], banked_[1], points_})
      packed = packed << 12 | static_cast<unsigned>(number);
    return mix64(packed);
  }

  std::string move_text(Move m) const { return m == roll ? "roll" : m == hold ? "hold" : std::to_string(m.what); }
  std::optional<Move> parse_move(std::string_view text) const {
    for (std::uint8_t what = 0; what <= 7; ++what) {
      if (text == move_text({what})) return Move{what};
    }
    return std::nullopt;
  }
  BoardData board_data() const {
    return {.zones = {{.owner = 0, .kind = ZoneKind::score, .title = "points", .number = banked_[0]},
                      {.owner = 1, .kind = ZoneKind::score, .title = "points", .number = banked_[1]}},
            .notes = {"this turn " + std::to_string(points_)}};
  }

  int index_count() const { return 8; }
  int index_of(Move m) const { return m.what; }
  Move move_at(int index) const { return {static_cast<std::uint8_t>(index)}; }

 private:
  int goal_;
  std::array<int, 2> banked_{};
  int points_ = 0;  // of this turn, not banked yet
  Player turn_ = 0;
  bool is_rolling_ = false;
};

}  // namespace banyan::pig
