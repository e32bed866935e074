// SPDX-License-Identifier: MIT
// SameGame: remove connected groups of at least two cells of one colour, each for (n-2)^2 points; what is above falls,
// empty columns close to the left; an empty board is worth 1000 points more. A puzzle for one player.
//
// Playouts, not the rules, may avoid the most frequent colour of the first board (`tabu`), as the program of
// Negrevergne & Cazenave 2017 does: its groups are kept for last, so that they grow together.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/random.h"
#include "game/game_state.h"
#include "games/samegame/board.h"
#include "games/samegame/position.h"

namespace banyan::samegame {

struct Options {
  int board = 1;
  std::string cells;
  int width = 15, height = 15, colours = 5;
  std::int64_t deal = 1;
  bool tabu = true;
  bool penalty = false;
  Codes codes = Codes::cells;
  static constexpr auto fields() {
    return std::tuple{
        field(&Options::board, "board", 0, standard_boards, "a standard board; 0 = a random one"),
        field(&Options::cells, "cells",
              "a board of one's own instead: rows of colours 0..7, the top row first, separated by '/'"),
        field(&Options::width, "width", 2, max_side, "columns of a random board"),
        field(&Options::height, "height", 2, max_side, "rows of a random board"),
        field(&Options::colours, "colours", 1, max_colours, "colours of a random board"),
        field(&Options::deal, "deal", 0, std::numeric_limits<std::int64_t>::max(), "seed of a random board"),
        field(
            &Options::tabu, "tabu",
            "playouts keep the most frequent colour of the first board for last, except that after ten moves they may "
            "take its pairs [Negrevergne & Cazenave 2017, program]"),
        field(&Options::penalty, "penalty", "n cells of one colour that are left at the end cost (n-2)^2 points"),
        field(&Options::codes, "codes",
              "what makes two moves the same to a policy: cells and colour, or also the "
              "colours around"),
    };
  }
};

/// The board that the options name; throws UsageError when they make no sense.
Board board_of(const Options& options);

/// Where to click: the lowest cell of a group's leftmost column stands for the group.
struct Move {
  std::uint8_t column, row;  // row 0 on top
  bool operator==(const Move&) const = default;
};

/// "c14": the third column, row 14 counted from 0 at the top.
std::string move_text(Move m);
std::optional<Move> parse_click(std::string_view text);

/// How many points there can be, and how few.
struct ScoreRange {
  int lowest = 0, highest = 0;
};
ScoreRange score_range(const Board& board, bool penalty);

BoardData board_data(const Board& now);  // cells of colour 255 are empty

inline constexpr std::uint8_t no_stone = 255;
inline constexpr int clear_bonus = 1000;

/// Capacity: the longest side, 16 or 20.
template <int Capacity>
class SameGame {
 public:
  using Move = samegame::Move;
  using Options = samegame::Options;
  using Set = Cells<Capacity>;
  static constexpr int players = 1;
  static constexpr int max_moves = Shape<Capacity>::max_groups;

  explicit SameGame(const Options& options) : SameGame(options, fastest_kernel<Capacity>()) {}
  /// For tests that compare kernels.
  SameGame(const Options& options, const Kernel<Capacity>& kernel);

  Player to_move() const { return 0; }
  bool is_terminal() const { return p_.playable + p_.avoided == 0; }
  bool is_cleared() const { return p_.occupied == Set{}; }
  double score() const {
    int points = p_.points + (is_cleared() ? clear_bonus : 0);
    if (penalty_ && is_terminal()) points -= leftover();
    return points;
  }
  double score_of(double reward) const { return range_.lowest + reward * (range_.highest - range_.lowest); }
  Rewards<SameGame> rewards() const {
    assert(is_terminal());
    return {(score() - range_.lowest) / (range_.highest - range_.lowest)};
  }

  void legal_moves(MoveList<SameGame>& out) const {
    for (int i = 0; i < p_.playable; ++i) out.push_back(pocket_move(i));
    for (int i = 0; i < p_.avoided; ++i) out.push_back(click(avoided_pocket(i)));
  }
  bool is_legal(Move m) const {
    const int pocket = pocket_of(m);
    return pocket >= 0 && click(pocket) == m;
  }
  std::string refusal(Move m) const;

  void play(Move m) {
    assert(is_legal(m));
    const int pocket = pocket_of(m);
    remove(pocket);
  }

  std::uint64_t hash() const;
  std::uint64_t code_of(Move m) const { return p_.codes[static_cast<unsigned>(pocket_of(m))]; }

  // ---- VariesPlayouts: which colour they keep for last. After the usual one, the others by their frequency now ----
  int playout_kinds() const { return 1 + static_cast<int>(other_colours().size()); }
  SameGame with_playouts(int kind) const;

  std::string move_text(Move m) const { return samegame::move_text(m); }
  /// Any cell of a group names it.
  std::optional<Move> parse_move(std::string_view text) const;
  BoardData board_data() const { return samegame::board_data(board()); }
  /// Any cell of the group can be clicked.
  BoardMove board_move(Move m) const;
  Board board() const;

  // ---- PocketsMoves ----
  int pocket_count() const { return p_.playable; }
  Move pocket_move(int pocket) const { return click(pocket); }
  std::uint64_t pocket_code(int pocket) const { return p_.codes[static_cast<unsigned>(pocket)]; }
  int pocket_size(int pocket) const { return p_.sizes[static_cast<unsigned>(pocket)]; }
  /// Large groups look promising: n - 2, but no more than 8, as GNRPA has it for this game [Cazenave 2020].
  static constexpr int max_preference = 8;
  int pocket_preference(int pocket) const { return std::min(pocket_size(pocket) - 2, max_preference); }
  void play_pocket(int pocket) {
    assert(pocket >= 0 && pocket < p_.playable);
    remove(pocket);
  }
  std::span<const std::uint16_t> changed_pockets() const {
    return {p_.changed.data(), static_cast<std::size_t>(p_.changes)};
  }

  /// Draws among the moves that playouts do not avoid.
  class Drawer {
   public:
    explicit Drawer(const SameGame&) {}
    auto begin(Rng& rng) {
      return [&rng](const SameGame& s) {
        return s.pocket_move(static_cast<int>(rng.below(static_cast<std::uint32_t>(s.pocket_count()))));
      };
    }
  };

 private:
  static constexpr int avoided_pocket(int i) { return Position<Capacity>::max_groups - 1 - i; }

  void remove(int pocket) { kernel_->remove(p_, pocket); }
  /// Colours that playouts could keep for last instead of the one they do, the most frequent first.
  std::vector<std::uint8_t> other_colours() const;

  int position_of(Move m) const { return Set::position(m.column, height_ - 1 - m.row); }
  /// The pocket whose group holds the cell, or -1.
  int pocket_of(Move m) const {
    if (m.column >= width_ || m.row >= height_) return -1;
    const int position = position_of(m);
    for (int i = 0; i < p_.playable; ++i) {
      if (p_.groups[static_cast<unsigned>(i)].has(position)) return i;
    }
    for (int i = 0; i < p_.avoided; ++i) {
      if (p_.groups[static_cast<unsigned>(avoided_pocket(i))].has(position)) return avoided_pocket(i);
    }
    return -1;
  }
  Move click(int pocket) const {
    unsigned position = 0;
    for (const std::uint64_t word : p_.groups[static_cast<unsigned>(pocket)].words) {
      if (word != 0) {
        position += static_cast<unsigned>(__builtin_ctzll(word));
        break;
      }
      position += 64;
    }
    constexpr auto lane = static_cast<unsigned>(Shape<Capacity>::lane_bits);
    return {static_cast<std::uint8_t>(position / lane),
            static_cast<std::uint8_t>(static_cast<unsigned>(height_) - 1 - position % lane)};
  }
  int leftover() const;

  Position<Capacity> p_;
  const Kernel<Capacity>* kernel_;
  ScoreRange range_;
  std::uint8_t width_, height_;
  bool penalty_;
};

extern template class SameGame<16>;
extern template class SameGame<20>;

}  // namespace banyan::samegame
