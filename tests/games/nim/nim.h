// SPDX-License-Identifier: MIT
// Nim with several heaps of 1, 3, 5, ... stones: take any number from one heap; who takes the last stone wins. Moves
// have no dense numbers, only a code.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/random.h"
#include "core/text.h"
#include "game/game_state.h"

namespace banyan::nim {

struct Options {
  int heaps = 3;
  static constexpr auto fields() {
    return std::tuple{field(&Options::heaps, "heaps", 1, 5, "heaps, the first of one stone, each two larger")};
  }
};

struct Move {
  std::uint32_t heap, take;
  bool operator==(const Move&) const = default;
};

class Nim {
 public:
  using Move = nim::Move;
  using Options = nim::Options;
  static constexpr int players = 2;
  static constexpr int max_moves = 1 + 3 + 5 + 7 + 9;
  static constexpr bool wins_or_loses = true;

  explicit Nim(const Options& options) {
    for (unsigned heap = 0; heap < static_cast<unsigned>(options.heaps); ++heap) heaps_[heap] = 2 * heap + 1;
  }

  Player to_move() const { return to_move_; }
  bool is_terminal() const { return heaps_ == std::array<std::uint32_t, 5>{}; }
  Rewards<Nim> rewards() const {
    assert(is_terminal());
    return to_move_ == 1 ? Rewards<Nim>{1.0, 0.0} : Rewards<Nim>{0.0, 1.0};
  }

  void legal_moves(MoveList<Nim>& out) const {
    for (std::uint32_t heap = 0; heap < heaps_.size(); ++heap) {
      for (std::uint32_t take = 1; take <= heaps_[heap]; ++take) out.push_back({heap, take});
    }
  }

  void play(Move m) {
    assert(m.take >= 1 && m.take <= heaps_[m.heap]);
    heaps_[m.heap] -= m.take;
    to_move_ = 1 - to_move_;
  }

  std::uint64_t hash() const {
    auto packed = static_cast<std::uint64_t>(to_move_);
    for (const std::uint32_t stones : heaps_) packed = packed << 4 | stones;
    return mix64(packed);
  }

  /// "2-3": from the second heap, three stones.
  std::string move_text(Move m) const { return std::to_string(m.heap + 1).append("-").append(std::to_string(m.take)); }
  std::optional<Move> parse_move(std::string_view text) const {
    const auto parts = split(text, '-');
    if (parts.size() != 2) return std::nullopt;
    const auto heap = to_integer(parts[0]), take = to_integer(parts[1]);
    if (!heap || !take || *heap < 1 || *heap > 5 || *take < 1 || *take > 9) return std::nullopt;
    return Move{static_cast<std::uint32_t>(*heap - 1), static_cast<std::uint32_t>(*take)};
  }
  BoardData board_data() const {
    BoardData board;
    for (std::size_t heap = 0; heap < heaps_.size(); ++heap) {
      board.notes.push_back("heap " + std::to_string(heap + 1) + ": " + std::string(heaps_[heap], 'o'));
    }
    return board;
  }

  std::uint64_t code_of(Move m) const { return std::uint64_t{m.heap} << 32 | m.take; }

 private:
  std::array<std::uint32_t, 5> heaps_{};
  Player to_move_ = 0;
};

}  // namespace banyan::nim
