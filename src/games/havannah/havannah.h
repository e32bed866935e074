// SPDX-License-Identifier: MIT
// Havannah [Freeling 1979]: two players place stones on a hexagonal board; a ring around at least one cell, a bridge
// between two corners or a fork between three edges wins. Rules: docs/games/havannah.md.
//
// Winning is tested at every stone without any search. Each colour keeps, for every cell, a byte of that cell's own
// neighbours; a table of 64 turns the byte into the runs of neighbours around the new stone, and each run is one
// group. Groups have labels; `root` maps a label to its group and is always flat, so that a merge is one
// compare-and-blend over a few vector registers and finding a group is two loads. There is no branch on how many
// groups a stone touches: that is a coin toss, and a mispredicted branch costs as much as the rest of the stone.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/params.h"
#include "core/random.h"
#include "game/game_state.h"
#include "games/havannah/geometry.h"

namespace banyan::havannah {

struct Options {
  int size = 8;
  bool swap = false;
  static constexpr auto fields() {
    return std::tuple{
        field(&Options::size, "size", min_side, max_side, "cells along one side of the board"),
        field(&Options::swap, "swap", "the second player may take over the first stone (pie rule)"),
    };
  }
  bool operator==(const Options&) const = default;
};

/// The shapes the last stone made, as bits.
enum Shape : unsigned { ring = 1, bridge = 2, fork = 4 };

std::vector<std::string> shape_names(unsigned shapes);
std::string cell_name(int x, int y);
BoardView draw_board(int side, const std::uint8_t* owners, std::array<Ink, 3> inks);

/// A cell's index, or index_count() - 1 for the swap move.
struct Move {
  std::uint16_t index;
  bool operator==(const Move&) const = default;
};

namespace detail {

/// What the byte of own neighbours says about the runs of neighbours around a stone.
struct Runs {
  std::int16_t first = 0, second = 0, third = 0;  // grid offsets to one member of each run
  std::uint8_t has_first = 0, has_second = 0;     // all ones or all zeros, for selecting without a branch
  std::uint8_t has_third = 0;
  std::uint8_t middles = 0;  // directions whose neighbour is own, as are both beside it
};

template <int Stride>
constexpr std::array<Runs, 64> make_runs() {
  constexpr std::array<int, 6> offsets{-Stride - 1, -Stride, 1, Stride + 1, Stride, -1};
  std::array<Runs, 64> table{};
  for (unsigned byte = 0; byte < 64; ++byte) {
    Runs& runs = table[byte];
    int count = 0;
    for (unsigned d = 0; d < 6; ++d) {
      const bool own = (byte >> d & 1) != 0;
      const bool before = (byte >> ((d + 5) % 6) & 1) != 0;
      const bool after = (byte >> ((d + 1) % 6) & 1) != 0;
      if (own && before && after) runs.middles = static_cast<std::uint8_t>(runs.middles | 1u << d);
      const bool begins_run = own && (!before || (byte == 63 && d == 0));
      if (!begins_run) continue;
      const auto offset = static_cast<std::int16_t>(offsets[d]);
      ++count;
      if (count == 1) runs.first = offset, runs.has_first = 0xff;
      if (count == 2) runs.second = offset, runs.has_second = 0xff;
      if (count == 3) runs.third = offset, runs.has_third = 0xff;
    }
  }
  return table;
}

/// Enough labels for one colour: a stone gets a new label only when it touches no own stone, so those stones are
/// pairwise apart, and no more than this many fit (havannah_test.cpp bounds it by covering the board with cliques).
constexpr int label_capacity(int capacity) { return capacity <= 8 ? 64 : capacity <= 10 ? 128 : 160; }

}  // namespace detail

/// `Capacity` is the largest side this type can hold; the catalogue picks the smallest type that fits.
template <int Capacity>
class Havannah {
  using Geo = Geometry<Capacity>;

 public:
  using Move = havannah::Move;
  using Options = havannah::Options;
  static constexpr int players = 2;
  static constexpr int max_moves = Geo::max_cells + 1;
  static constexpr bool wins_or_loses = true;

  explicit Havannah(const Options& options) : geometry_(&Geo::of(options.size)), swap_allowed_(options.swap) {
    for (Colour& colour : colours_) {
      for (unsigned i = 0; i < colour.root.size(); ++i) colour.root[i] = static_cast<std::uint8_t>(i);
    }
  }

  // ---- The rules ----

  Player to_move() const { return static_cast<int>(stones_ & 1) ^ static_cast<int>(swapped_); }
  bool is_terminal() const { return shapes_ != 0 || stones_ == static_cast<unsigned>(geometry_->cells); }

  Rewards<Havannah> rewards() const {
    assert(is_terminal());
    if (shapes_ == 0) return {0.5, 0.5};
    const unsigned winner = ((stones_ - 1) & 1) ^ static_cast<unsigned>(swapped_);
    return winner == 0 ? Rewards<Havannah>{1.0, 0.0} : Rewards<Havannah>{0.0, 1.0};
  }

  void legal_moves(MoveList<Havannah>& out) const {
    if (is_terminal()) return;
    for (int cell = 0; cell < geometry_->cells; ++cell) {
      if (owners_[static_cast<unsigned>(cell)] == 0) out.push_back({static_cast<std::uint16_t>(cell)});
    }
    if (may_swap()) out.push_back(swap_move());
  }

  bool is_legal(Move m) const {
    if (is_terminal()) return false;
    if (m == swap_move()) return may_swap();
    return m.index < geometry_->cells && owners_[m.index] == 0;
  }

  std::string refusal(Move m) const {
    if (is_terminal()) return "the game is over";
    if (m == swap_move()) return swap_allowed_ ? "only the second move may be a swap" : "this game has no swap";
    return "the cell is occupied";
  }

  void play(Move m) {
    assert(is_legal(m));
    if (m.index == geometry_->cells) {
      swapped_ = true;
    } else {
      shapes_ = place(stones_ & 1, m.index);
    }
  }

  std::uint64_t hash() const;

  std::vector<std::string> how() const { return shape_names(shapes_); }

  // ---- Moves as numbers and as text ----

  int index_count() const { return geometry_->cells + (swap_allowed_ ? 1 : 0); }
  int index_of(Move m) const { return m.index; }
  Move move_at(int index) const { return {static_cast<std::uint16_t>(index)}; }

  void legal_mask(std::span<std::uint64_t> words) const {
    for (std::uint64_t& word : words) word = 0;
    if (is_terminal()) return;
    for (unsigned cell = 0; cell < static_cast<unsigned>(geometry_->cells); ++cell) {
      words[cell / 64] |= static_cast<std::uint64_t>(owners_[cell] == 0) << (cell % 64);
    }
    if (may_swap()) words[swap_move().index / 64] |= std::uint64_t{1} << (swap_move().index % 64);
  }

  std::string move_text(Move m) const {
    return m == swap_move() ? "swap" : cell_name(geometry_->x[m.index], geometry_->y[m.index]);
  }

  std::optional<Move> parse_move(std::string_view text) const;

  BoardView board_view() const {
    const std::array<Ink, 3> inks = swapped_ ? std::array{Ink::empty, Ink::second_player, Ink::first_player}
                                             : std::array{Ink::empty, Ink::first_player, Ink::second_player};
    return draw_board(geometry_->side, owners_.data(), inks);
  }

  // ---- What playouts and all-moves-as-first counts use ----

  const std::uint8_t* owners() const { return owners_.data(); }
  std::uint8_t owner_bit(Player p) const { return static_cast<std::uint8_t>(1u << (p ^ static_cast<int>(swapped_))); }

  /// A random order of the cells that were empty where the drawer was made, shuffled as far as a playout goes.
  /// Any order is a good start for the next shuffle. Cells taken meanwhile are passed over; swaps are never drawn.
  class Drawer {
   public:
    explicit Drawer(const Havannah& state) {
      for (int cell = 0; cell < state.geometry_->cells; ++cell) {
        if (state.owners_[static_cast<unsigned>(cell)] == 0) order_[count_++] = static_cast<std::uint16_t>(cell);
      }
    }

    void restart() { next_ = 0; }

    Move draw(const Havannah& state, Rng& rng) {
      for (;;) {
        const std::uint32_t i = next_++;
        const std::uint32_t j = i + rng.below(count_ - i);
        const std::uint16_t cell = order_[j];
        order_[j] = order_[i];
        order_[i] = cell;
        if (state.owners_[cell] == 0) [[likely]]
          return {cell};
      }
    }

   private:
    std::uint32_t next_ = 0, count_ = 0;
    std::array<std::uint16_t, Geo::max_cells> order_;
  };

  /// The loop unrolled by colour, so that each colour's tables stand at fixed places.
  template <class Choose>
  void run_playout(Choose&& choose) {
    const auto cells = static_cast<unsigned>(geometry_->cells);
    if (is_terminal()) return;
    if ((stones_ & 1) != 0) {
      shapes_ = place(1, choose(static_cast<const Havannah&>(*this)).index);
    }
    while (shapes_ == 0 && stones_ < cells) {
      shapes_ = place(0, choose(static_cast<const Havannah&>(*this)).index);
      if (shapes_ != 0 || stones_ == cells) return;
      shapes_ = place(1, choose(static_cast<const Havannah&>(*this)).index);
    }
  }

 private:
  static constexpr unsigned labels = static_cast<unsigned>(detail::label_capacity(Capacity));
  static constexpr unsigned padded_cells = (static_cast<unsigned>(max_moves) + 31) / 32 * 32;

  struct Colour {
    alignas(32) std::array<std::uint8_t, labels> root;  // label -> the label its group goes by
    std::array<std::uint16_t, labels> touch{};          // edges and corners of the group that goes by this label
    std::array<std::uint8_t, Geo::grid_size> neighbours{};
    std::uint32_t next_label = 0;
  };

  Move swap_move() const { return {static_cast<std::uint16_t>(geometry_->cells)}; }
  bool may_swap() const { return swap_allowed_ && stones_ == 1 && !swapped_; }

  /// Places a stone and returns the shapes it makes.
  [[gnu::always_inline]] unsigned place(unsigned colour, unsigned cell) {
    static constexpr auto run_table = detail::make_runs<Geo::stride>();
    Colour& own = colours_[colour];
    const unsigned grid = geometry_->grid_of[cell];
    std::uint8_t* const neighbours = own.neighbours.data() + grid;
    std::uint8_t* const label = labels_.data() + grid;
    const detail::Runs& runs = run_table[neighbours[0]];
    owners_[cell] = static_cast<std::uint8_t>(1u << colour);
    ++stones_;

    const unsigned a = own.root[label[runs.first]];
    const unsigned b = own.root[label[runs.second]];
    const unsigned fresh = own.next_label;
    const unsigned has_first = runs.has_first;
    const unsigned has_second = runs.has_second;
    own.next_label = fresh + (has_first & 1) - 1 + 2 * (1 - (has_first & 1));
    const unsigned into = (a & has_first) | (fresh & ~has_first);
    const unsigned from = (b & has_second) | (into & ~has_second);
    unsigned touch = own.touch[into] | own.touch[from] | geometry_->touch[cell];
    unsigned shapes = (has_second & 1) & static_cast<unsigned>(a == b);
    merge(own.root, from, into);
    *label = static_cast<std::uint8_t>(into);

    for (unsigned d = 0; d < 6; ++d) {
      neighbours[Geo::offsets[d]] = static_cast<std::uint8_t>(neighbours[Geo::offsets[d]] | 1u << ((d + 3) % 6));
    }

    if (runs.has_third != 0) [[unlikely]] {
      const unsigned c = own.root[label[runs.third]];
      shapes |= static_cast<unsigned>(c == into);
      touch |= own.touch[c];
      merge(own.root, c, into);
    }
    if (runs.middles != 0) [[unlikely]] {
      // A neighbour between two others may just have got its sixth: a ring around an own stone.
      for (unsigned d = 0; d < 6; ++d) {
        if ((runs.middles >> d & 1) != 0 && neighbours[Geo::offsets[d]] == 63) shapes |= ring;
      }
    }
    own.touch[into] = static_cast<std::uint16_t>(touch);
    const unsigned corners = touch >> 6;
    unsigned edges = touch & 63;
    edges &= edges - 1;
    edges &= edges - 1;
    shapes |= (corners & (corners - 1)) != 0 ? bridge : 0u;
    shapes |= edges != 0 ? fork : 0u;
    return shapes;
  }

  static void merge(std::array<std::uint8_t, labels>& root, unsigned from, unsigned into) {
    const auto old_root = static_cast<std::uint8_t>(from);
    const auto new_root = static_cast<std::uint8_t>(into);
    for (std::uint8_t& r : root) r = r == old_root ? new_root : r;
  }

  std::array<Colour, 2> colours_;
  std::array<std::uint8_t, Geo::grid_size> labels_{};
  alignas(32) std::array<std::uint8_t, padded_cells> owners_{};
  const Geo* geometry_;
  std::uint32_t stones_ = 0;
  std::uint32_t shapes_ = 0;
  bool swapped_ = false;
  bool swap_allowed_;
};

template <int Capacity>
std::uint64_t Havannah<Capacity>::hash() const {
  std::uint64_t hash = mix64(static_cast<std::uint64_t>(geometry_->side) << 2 |
                             static_cast<std::uint64_t>(swapped_) << 1 | static_cast<std::uint64_t>(may_swap()));
  for (unsigned cell = 0; cell < static_cast<unsigned>(geometry_->cells); ++cell) {
    if (owners_[cell] != 0) hash ^= mix64(0x48617600u + (std::uint64_t{cell} << 2 | owners_[cell]));
  }
  return hash;
}

template <int Capacity>
std::optional<Move> Havannah<Capacity>::parse_move(std::string_view text) const {
  if (text == "swap") return swap_move();
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] > 'z' || text[1] == '0') return std::nullopt;
  int number = 0;
  for (const char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = 10 * number + (digit - '0');
  }
  const int cell = geometry_->cell_at(number - 1, text[0] - 'a');
  if (cell < 0) return std::nullopt;
  return Move{static_cast<std::uint16_t>(cell)};
}

}  // namespace banyan::havannah
