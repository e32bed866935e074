// SPDX-License-Identifier: MIT
// A race like backgammon, the example of Taucer, Polk and Oommen 2018, section 3: two dice are rolled, and the mover
// advances pieces by what each shows, on one track for both players, where a space holds one piece. Whoever brings both
// pieces to the goal first wins; a race that takes too many turns is a draw. Dice must be used where they can be. The
// six classes of moves are the paper's: two pieces move, one moves twice, one reaches the goal, two do, only one die
// can be used, none can.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan::dice_race {

struct Options {
  int goal = 6;
  int faces = 3;
  int turns = 12;
  static constexpr auto fields() {
    return std::tuple{field(&Options::goal, "goal", 1, 20, "the last space of the track"),
                      field(&Options::faces, "faces", 1, 6, "of each die"),
                      field(&Options::turns, "turns", 1, 200, "a race of this many turns is a draw")};
  }
};

/// A roll: what the dice show, the lower first. A turn: `first` is the piece moved by the die used first, `second` by
/// the other, 2 = it is not used; `swapped` when the higher die is used first.
struct Move {
  std::uint8_t is_roll, first, second, swapped;
  bool operator==(const Move&) const = default;
};

class DiceRace {
 public:
  using Move = dice_race::Move;
  using Options = dice_race::Options;
  static constexpr int players = 2;
  static constexpr int max_moves = 32;
  static constexpr bool wins_or_loses = true;
  static constexpr int feature_count = 3;

  explicit DiceRace(const Options& options) : options_(options) {}

  Player to_move() const { return dice_[0] == 0 ? chance : mover_; }
  int turn() const { return turn_; }
  bool is_terminal() const { return has_won(0) || has_won(1) || turn_ >= options_.turns; }
  Rewards<DiceRace> rewards() const {
    assert(is_terminal());
    if (has_won(0)) return {1.0, 0.0};
    return has_won(1) ? Rewards<DiceRace>{0.0, 1.0} : Rewards<DiceRace>{0.5, 0.5};
  }

  void legal_moves(MoveList<DiceRace>& out) const {
    if (is_terminal()) return;
    if (dice_[0] == 0) {
      for (int low = 1; low <= options_.faces; ++low) {
        for (int high = low; high <= options_.faces; ++high) {
          out.push_back({1, static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high), 0});
        }
      }
      return;
    }
    const std::uint8_t orders = dice_[0] == dice_[1] ? 1 : 2;
    for (std::uint8_t swapped = 0; swapped < orders; ++swapped) {
      for (std::uint8_t first = 0; first < 2; ++first) {
        for (std::uint8_t second = 0; second < 2; ++second) {
          const Move m{0, first, second, swapped};
          if (leads_somewhere(m)) out.push_back(m);
        }
      }
    }
    if (!out.empty()) return;
    for (std::uint8_t swapped = 0; swapped < orders; ++swapped) {
      for (std::uint8_t first = 0; first < 2; ++first) {
        const Move m{0, first, unused, swapped};
        if (leads_somewhere(m)) out.push_back(m);
      }
    }
    if (out.empty()) out.push_back({0, unused, unused, 0});
  }

  double probability(Move m) const { return (m.first == m.second ? 1.0 : 2.0) / (options_.faces * options_.faces); }

  void play(Move m) {
    if (m.is_roll != 0) {
      dice_ = {m.first, m.second};
      return;
    }
    advance(*this, m);
    dice_ = {0, 0};
    mover_ = 1 - mover_;
    ++turn_;
  }

  std::uint64_t hash() const {
    std::uint64_t h = mix64(static_cast<std::uint64_t>(mover_ + 2 * turn_));
    for (const auto& side : pieces_) h = mix64(h ^ static_cast<std::uint64_t>(side[0] * 64 + side[1]));
    return mix64(h ^ static_cast<std::uint64_t>(dice_[0] * 16 + dice_[1]));
  }

  std::string move_text(Move m) const {
    const std::string numbers{static_cast<char>('0' + m.first), static_cast<char>('0' + m.second)};
    return m.is_roll != 0 ? "roll" + numbers : (m.swapped != 0 ? "high" : "low") + numbers;
  }
  std::optional<Move> parse_move(std::string_view text) const {
    MoveList<DiceRace> moves;
    legal_moves(moves);
    for (const Move& m : moves) {
      if (move_text(m) == text) return m;
    }
    return std::nullopt;
  }
  BoardData board_data() const {
    std::string text;
    for (const auto& side : pieces_) text += std::to_string(side[0]) + ' ' + std::to_string(side[1]) + "  ";
    return {.notes = {text + "dice " + std::to_string(dice_[0]) + std::to_string(dice_[1])}};
  }

  /// The paper's six classes; rolls stand alone.
  int class_of(Move m) const {
    if (m.is_roll != 0) return -1;
    const int home = at_home_after(m) - at_home(*this);
    if (home > 0) return home == 1 ? 2 : 3;
    if (m.first == unused) return 5;
    if (m.second == unused) return 4;
    return m.first == m.second ? 1 : 0;
  }
  /// Where the pieces are then, and how many are at the goal.
  std::optional<std::array<float, feature_count>> features(Move m) const {
    if (m.is_roll != 0) return std::nullopt;
    DiceRace next = *this;
    advance(next, m);
    const auto& own = next.pieces_[static_cast<std::size_t>(mover_)];
    return std::array{static_cast<float>(std::min(own[0], own[1])), static_cast<float>(std::max(own[0], own[1])),
                      static_cast<float>(at_home(next))};
  }

 private:
  static constexpr std::uint8_t unused = 2;

  bool has_won(Player p) const {
    const auto& side = pieces_[static_cast<std::size_t>(p)];
    return side[0] == options_.goal && side[1] == options_.goal;
  }
  int at_home(const DiceRace& state) const {
    const auto& own = state.pieces_[static_cast<std::size_t>(mover_)];
    return (own[0] == options_.goal ? 1 : 0) + (own[1] == options_.goal ? 1 : 0);
  }
  int at_home_after(Move m) const {
    DiceRace next = *this;
    advance(next, m);
    return at_home(next);
  }
  bool is_free(int space) const {
    if (space >= options_.goal) return true;
    for (const auto& side : pieces_) {
      if (side[0] == space || side[1] == space) return false;
    }
    return true;
  }
  /// Moves a piece of the mover; false when it cannot.
  static bool step(DiceRace& state, std::uint8_t piece, int pips) {
    int& at = state.pieces_[static_cast<std::size_t>(state.mover_)][piece];
    if (at == state.options_.goal || !state.is_free(at + pips)) return false;
    at = std::min(at + pips, state.options_.goal);
    return true;
  }
  static bool advance(DiceRace& state, Move m) {
    const int first = state.dice_[m.swapped], second = state.dice_[1 - m.swapped];
    if (m.first != unused && !step(state, m.first, first)) return false;
    return m.second == unused || step(state, m.second, second);
  }
  bool leads_somewhere(Move m) const {
    DiceRace next = *this;
    return advance(next, m);
  }

  Options options_;
  std::array<std::array<int, 2>, 2> pieces_{};
  std::array<int, 2> dice_{};
  Player mover_ = 0;
  int turn_ = 0;
};

}  // namespace banyan::dice_race
