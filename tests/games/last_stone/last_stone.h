// SPDX-License-Identifier: MIT
// Three players take one, two or three stones in turn from one heap; who takes the last stone wins. A game of several
// players: no reward is the opposite of another.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "game/game_state.h"

namespace banyan::last_stone {

struct Options {
  int stones = 12;
  static constexpr auto fields() {
    return std::tuple{field(&Options::stones, "stones", 1, 100, "stones in the heap at the start")};
  }
};

struct Move {
  std::uint8_t take;
  bool operator==(const Move&) const = default;
};

class LastStone {
 public:
  using Move = last_stone::Move;
  using Options = last_stone::Options;
  static constexpr int players = 3;
  static constexpr int max_moves = 3;

  explicit LastStone(const Options& options) : stones_(options.stones) {}

  Player to_move() const { return to_move_; }
  bool is_terminal() const { return stones_ == 0; }

  Rewards<LastStone> rewards() const {
    assert(is_terminal());
    Rewards<LastStone> rewards{};
    rewards[static_cast<std::size_t>((to_move_ + 2) % 3)] = 1.0;  // the player who moved last
    return rewards;
  }

  void legal_moves(MoveList<LastStone>& out) const {
    for (std::uint8_t take = 1; take <= 3 && take <= stones_; ++take) out.push_back({take});
  }

  void play(Move m) {
    assert(m.take >= 1 && m.take <= 3 && m.take <= stones_);
    stones_ -= m.take;
    to_move_ = (to_move_ + 1) % 3;
  }

  std::uint64_t hash() const { return mix64(static_cast<std::uint64_t>(3 * stones_ + to_move_)); }

  std::string move_text(Move m) const { return std::to_string(m.take); }
  std::optional<Move> parse_move(std::string_view text) const {
    if (text.size() != 1 || text[0] < '1' || text[0] > '3') return std::nullopt;
    return Move{static_cast<std::uint8_t>(text[0] - '0')};
  }
  BoardData board_data() const { return {.notes = {std::to_string(stones_) + " stones"}}; }

  int index_count() const { return 3; }
  int index_of(Move m) const { return m.take - 1; }
  Move move_at(int index) const { return {static_cast<std::uint8_t>(index + 1)}; }

 private:
  int stones_;
  Player to_move_ = 0;
};

}  // namespace banyan::last_stone
