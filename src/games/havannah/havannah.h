// SPDX-License-Identifier: MIT
// Havannah [Freeling 1979]: two players place stones on a hexagonal board; a ring around at least one cell, a bridge
// between two corners or a fork between three edges wins. Rules: docs/games/havannah.md.
//
// Winning is tested at every stone without any search. Each colour keeps its stones as one word of bits per row; the
// seven bits around a new stone select, from a table of 128, the runs of own neighbours around it, and each run is one
// group. Groups have labels; `root` maps a label to its group and is always flat, so that a merge is one
// compare-and-blend over a few vector registers and finding a group is two loads. There is no branch on how many
// groups a stone touches: that is a coin toss, and a mispredicted branch costs as much as the rest of the stone.
// docs/performance.md tells what else was tried.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/params.h"
#include "core/random.h"
#include "core/simd.h"
#include "game/game_state.h"
#include "game/placement_drawer.h"
#include "games/havannah/geometry.h"
#include "games/havannah/knowledge/guesses.h"
#include "games/havannah/notation.h"
#include "games/havannah/winning_shape.h"

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

std::vector<std::string> shape_names(unsigned shapes);
std::string cell_name(int x, int y);
/// `players`: who owns the stones of each colour.
BoardData board_data(int side, const std::uint8_t* owners, std::array<Player, 2> players);

/// A cell's index, or index_count() - 1 for the swap move.
struct Move {
  std::uint16_t index;
  bool operator==(const Move&) const = default;
};

namespace detail {

/// Enough labels for one colour, in whole vector registers: a stone gets a new label only when it touches no own
/// stone, so the stones that got one are pairwise apart, and at most a third of the cells, rounded up, are.
constexpr int label_capacity(int capacity) { return (cell_count(capacity) / 3 + 1 + 31) / 32 * 32; }

}  // namespace detail

/// `Capacity` is the largest side this type can hold; the catalogue picks the smallest type that fits.
template <int Capacity>
class Havannah {
  using Geo = Geometry<Capacity>;
  using Runs = detail::Runs;

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
  /// A stone on every free cell, and the swap where it is still to come.
  int moves_left() const {
    if (is_terminal()) return 0;
    return geometry_->cells - static_cast<int>(stones_) + (swap_allowed_ && !swapped_ && stones_ < 2 ? 1 : 0);
  }

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
      last_ = no_cell;
    } else {
      Colour& own = colours_[stones_ & 1];
      shapes_ = place(stones_ & 1, m.index, own.next_label, *geometry_);
      ++stones_;
      last_ = m.index;
    }
  }

  std::uint64_t hash() const;

  std::vector<std::string> how() const { return shape_names(shapes_); }

  // ---- Moves as numbers and as text ----

  int index_count() const { return geometry_->cells + (swap_allowed_ ? 1 : 0); }
  int index_of(Move m) const { return m.index; }
  Move move_at(int index) const { return {static_cast<std::uint16_t>(index)}; }

  /// Six turns, and the same six of the board mirrored.
  static constexpr int symmetry_count() { return 12; }
  Move image(int symmetry, Move m) const {
    if (m == swap_move()) return m;
    const int centre = geometry_->side - 1;
    int x = geometry_->cell[m.index].x - centre;
    int y = geometry_->cell[m.index].y - centre;
    if (symmetry >= 6) std::swap(x, y);
    for (int turn = 0; turn < symmetry % 6; ++turn) {
      const int before = x;
      x -= y;
      y = before;
    }
    const auto at = static_cast<std::size_t>(Geo::grid_at(x + centre, y + centre));
    return {static_cast<std::uint16_t>(geometry_->cell_of[at])};
  }

  void legal_mask(std::span<std::uint64_t> words) const {
    if (is_terminal()) {
      std::fill(words.begin(), words.end(), 0);
      return;
    }
    // Eight cells at a time: the low bit of each empty byte, gathered by a multiplication. What lies past the last
    // cell is cut off.
    constexpr std::uint64_t low_bits = 0x0101010101010101;
    for (std::size_t w = 0; w < words.size(); ++w) {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < 8 && 64 * w + 8 * i < padded_cells; ++i) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, owners_.data() + 64 * w + 8 * i, sizeof eight);
        word |= ((~(eight | eight >> 1) & low_bits) * 0x0102040810204080 >> 56) << (8 * i);
      }
      words[w] = word;
    }
    const auto cells = static_cast<unsigned>(geometry_->cells);
    words[cells / 64] &= (std::uint64_t{1} << (cells % 64)) - 1;
    for (std::size_t w = cells / 64 + 1; w < words.size(); ++w) words[w] = 0;
    if (may_swap()) words[swap_move().index / 64] |= std::uint64_t{1} << (swap_move().index % 64);
  }

  /// Only a stone between two runs of own ones, on the rim, or beside three in a row can win: rows of bits tell these
  /// few from the rest.
  std::size_t find_wins(Player mover, std::span<Move> out) const {
    const Colour& own = colours_[owner_bit(mover) >> 1];
    const auto rows = static_cast<std::size_t>(2 * geometry_->side - 1);
    std::size_t found = 0;
    for (std::size_t y = 0; y < rows && found < out.size(); ++y) {
      const std::array<std::uint32_t, 6> beside = own.neighbours(y);
      std::uint32_t runs = 0;
      std::uint32_t two_runs = 0;
      std::uint32_t middles = 0;
      for (unsigned d = 0; d < 6; ++d) {
        const std::uint32_t begins = beside[d] & ~beside[(d + 5) % 6];
        two_runs |= runs & begins;
        runs |= begins;
        middles |= beside[d] & beside[(d + 1) % 6] & beside[(d + 2) % 6];
      }
      const std::uint32_t empty = geometry_->board[y + 1] & ~(colours_[0].rows[y + 1] | colours_[1].rows[y + 1]);
      for (std::uint32_t left = empty & (two_runs | (runs & geometry_->rim[y + 1]) | middles);
           left != 0 && found < out.size(); left &= left - 1) {
        const int x = std::countr_zero(left) - 1;
        const auto index = static_cast<std::uint16_t>(geometry_->cell_at(x, static_cast<int>(y)));
        if (wins_at(own, index)) out[found++] = {index};
      }
    }
    return found;
  }
  std::size_t find_threats(Player mover, std::span<Move> out) const { return find_wins(1 - mover, out); }

  std::string move_text(Move m) const {
    return m == swap_move() ? "swap" : cell_name(geometry_->cell[m.index].x, geometry_->cell[m.index].y);
  }

  std::optional<Move> parse_move(std::string_view text) const;

  BoardData board_data() const {
    const auto owners_of_colours = swapped_ ? std::array{1, 0} : std::array{0, 1};
    BoardData board = havannah::board_data(geometry_->side, owners_.data(), owners_of_colours);
    if (shapes_ != 0) {
      const auto winner = static_cast<std::uint8_t>(1u << ((stones_ - 1) & 1));
      board.marks.push_back(
          {.kind = MarkKind::winning, .names = winning_cells(geometry_->side, owners_.data(), winner, shapes_)});
    }
    return board;
  }

  static std::vector<std::string_view> notations() { return notation_names(); }
  std::string to_notation(std::string_view notation, std::string_view move) const {
    return havannah::to_notation(notation, geometry_->side, move);
  }
  std::optional<std::string> from_notation(std::string_view notation, std::string_view text) const {
    return havannah::from_notation(notation, geometry_->side, text);
  }

  // ---- What playouts and all-moves-as-first counts use ----

  const std::uint8_t* owners() const { return owners_.data(); }
  bool has_owner(std::size_t index) const { return owners_[index] != 0; }
  std::uint8_t owner_bit(Player p) const { return static_cast<std::uint8_t>(1u << (p ^ static_cast<int>(swapped_))); }
  int placement_count() const { return geometry_->cells; }

  /// Swaps are never drawn.
  using Drawer = PlacementDrawer<Havannah, Geo::max_cells>;

  int rim_distance(int index) const { return geometry_->cell[static_cast<std::size_t>(index)].line; }

  static constexpr std::array<std::string_view, 1> reply_kinds{"bridge"};
  static constexpr std::uint32_t usual_replies = 1;
  static constexpr int max_replies = 6;

  /// A bridge joins two stones over either of two cells: who loses one takes the other.
  class Replier {
   public:
    Replier(const Havannah&, std::uint32_t kinds) : kinds_(kinds) {}

    bool is_empty() const { return kinds_ == 0; }
    std::size_t suggest(const Havannah& state, Move last, std::span<Move> out) const {
      if (kinds_ == 0 || last == state.swap_move()) return 0;
      const Cell& cell = state.geometry_->cell[last.index];
      const unsigned opponent = state.owners_[last.index] >> 1;
      std::size_t found = 0;
      for (unsigned left = kept_bridges(state.colours_[1 - opponent], state.colours_[opponent], cell); left != 0;
           left &= left - 1) {
        const auto direction = static_cast<unsigned>(std::countr_zero(left));
        const int place = cell.grid + Geo::offsets[direction];
        const int reply = state.geometry_->cell_of[static_cast<std::size_t>(place)];
        if (reply >= 0 && found < out.size()) out[found++] = {static_cast<std::uint16_t>(reply)};
      }
      return found;
    }

   private:
    std::uint32_t kinds_;
  };

  // ---- What new nodes of a tree use ----

  static constexpr auto& guess_terms = term_names;
  static constexpr std::string_view usual_guess = "1*habit";
  void guess_values(std::span<const float> weights, std::span<float> values) const {
    const Colour& own = colours_[owner_bit(to_move()) >> 1];
    const Colour& opponent = colours_[owner_bit(1 - to_move()) >> 1];
    Guesses<Capacity, Colour>(*geometry_, labels_.data(), own, opponent)
        .fill(weights, last_ == no_cell ? -1 : int{last_}, values);
  }

  static constexpr auto& trait_kinds = havannah::trait_kinds;
  void move_traits(std::span<std::uint16_t> traits) const {
    const Colour& own = colours_[owner_bit(to_move()) >> 1];
    const Colour& opponent = colours_[owner_bit(1 - to_move()) >> 1];
    std::fill(traits.begin(), traits.end(), no_trait);
    const Links<Capacity, Colour> links(*geometry_, labels_.data(), own, opponent);
    Traits<Capacity, Colour>(*geometry_, own, opponent, links)
        .for_each(last_ == no_cell ? -1 : int{last_}, [&](std::size_t cell, const MoveTraits& found) {
          std::copy(found.begin(), found.end(), traits.begin() + static_cast<std::ptrdiff_t>(cell * found.size()));
        });
  }

  /// The loop unrolled by colour, so that each colour's tables stand at fixed places, with the counts in registers.
  /// Returns the number of moves.
  template <class Choose>
  [[gnu::always_inline]] std::uint64_t run_playout(Choose&& choose) {
    if (is_terminal()) return 0;
    const Havannah& now = *this;
    const Geo& geometry = *geometry_;
    const Player first = swapped_ ? 1 : 0;
    const unsigned empty = static_cast<unsigned>(geometry_->cells) - stones_;
    unsigned left = empty;
    unsigned labels0 = colours_[0].next_label;
    unsigned labels1 = colours_[1].next_label;
    unsigned shapes = 0;
    if ((stones_ & 1) != 0) {
      shapes = place(1, choose(now, 1 - first).index, labels1, geometry);
      --left;
    }
    while (shapes == 0 && left != 0) {
      shapes = place(0, choose(now, first).index, labels0, geometry);
      --left;
      if (shapes != 0 || left == 0) break;
      shapes = place(1, choose(now, 1 - first).index, labels1, geometry);
      --left;
    }
    stones_ += empty - left;
    shapes_ = shapes;
    colours_[0].next_label = labels0;
    colours_[1].next_label = labels1;
    return empty - left;
  }

 private:
  static constexpr unsigned labels = static_cast<unsigned>(detail::label_capacity(Capacity));
  static constexpr std::uint16_t no_cell = 0xffff;
  static constexpr unsigned padded_cells = (static_cast<unsigned>(max_moves) + 31) / 32 * 32;

  struct Colour {
    static constexpr std::size_t capacity = labels;
    alignas(32) std::array<std::uint8_t, labels> root;   // label -> the label its group goes by
    std::array<std::uint16_t, labels> touch{};           // edges and corners of the group that goes by this label
    std::array<std::uint32_t, 2 * Capacity + 1> rows{};  // bit x + 1 of rows[y + 1]: a stone at (x, y)
    std::uint32_t next_label = 0;

    /// The seven bits around a cell. Sums, not ors: an address can add and scale.
    std::size_t around(std::size_t x, std::size_t y) const {
      return (rows[y] >> x & 3) + (rows[y + 1] >> x & 7) * 4 + (rows[y + 2] >> x & 6) * 16;
    }
    void add(std::size_t x, std::size_t y) { rows[y + 1] |= 2u << x; }
    /// For each direction, the cells of a row that have an own neighbour there.
    std::array<std::uint32_t, 6> neighbours(std::size_t y) const {
      return {rows[y] << 1, rows[y], rows[y + 1] >> 1, rows[y + 2] >> 1, rows[y + 2], rows[y + 1] << 1};
    }
    /// Of an own cell: the bit in the middle is its own.
    bool is_surrounded(std::size_t x, std::size_t y) const { return around(x, y) == 127; }
  };

  Move swap_move() const { return {static_cast<std::uint16_t>(geometry_->cells)}; }
  bool may_swap() const { return swap_allowed_ && stones_ == 1 && !swapped_; }

  /// Places a stone and returns the shapes it makes. The caller counts stones and keeps the colour's next label.
  [[gnu::always_inline]] unsigned place(unsigned colour, std::size_t index, unsigned& next_label, const Geo& geometry) {
    Colour& own = colours_[colour];
    const Cell& cell = geometry.cell[index];
    std::uint8_t* const label = labels_.data() + cell.grid;
    const std::size_t x = cell.x;
    const std::size_t y = cell.y;
    const Runs& runs = geometry.runs[own.around(x, y)];
    own.add(x, y);
    owners_[index] = static_cast<std::uint8_t>(1u << colour);
    *label = static_cast<std::uint8_t>(next_label);
    next_label += runs.is_new;
    const std::size_t into = opaque<std::size_t>(own.root[label[runs.first]]);
    const std::size_t from = opaque<std::size_t>(own.root[label[runs.second]]);
    *label = static_cast<std::uint8_t>(into);
    merge(own.root, from, into);
    const std::size_t touch = opaque<std::size_t>(own.touch[into] | own.touch[from] | cell.touch);
    own.touch[into] = static_cast<std::uint16_t>(touch);
    // Two runs in one group close a ring. That is a bit among the others, not a branch: only the rare cases are one,
    // which can be told early, before anything is known of groups.
    unsigned shapes = geometry.wins[touch] | static_cast<unsigned>(((into ^ from) | runs.is_single) == 0 ? ring : 0u);
    if (runs.rare != 0) [[unlikely]]
      shapes |= place_rare(own, index);
    return shapes;
  }

  /// The rest of placing a stone that has a third run or three neighbours in a row. Not inlined: it would keep the
  /// common path's registers busy.
  [[gnu::noinline]] unsigned place_rare(Colour& own, std::size_t index) {
    const Cell cell = geometry_->cell[index];
    const Runs& runs = geometry_->runs[own.around(cell.x, cell.y)];
    unsigned shapes = 0;
    if (runs.rare == detail::third_run) {
      // Three runs are every other direction, either from the first or from the second on.
      const std::size_t into = labels_[cell.grid];
      const std::size_t third = own.root[labels_[cell.grid + Geo::offsets[runs.first == Geo::offsets[0] ? 4 : 5]]];
      if (third == into) shapes |= ring;
      own.touch[into] = static_cast<std::uint16_t>(own.touch[into] | own.touch[third]);
      merge(own.root, third, into);
      return shapes | geometry_->wins[own.touch[into]];
    }
    // A neighbour between two others may just have got its sixth: a ring around an own stone.
    for (unsigned middles = runs.rare; middles != 0; middles &= middles - 1) {
      const Step step = steps[static_cast<unsigned>(std::countr_zero(middles))];
      const int x = cell.x + step.x, y = cell.y + step.y;
      shapes |= own.is_surrounded(static_cast<std::size_t>(x), static_cast<std::size_t>(y)) ? ring : 0u;
    }
    return shapes;
  }

  /// Whether a stone on an empty cell that has own neighbours would win.
  bool wins_at(const Colour& own, std::size_t index) const {
    const Cell& cell = geometry_->cell[index];
    const Runs& runs = geometry_->runs[own.around(cell.x, cell.y)];
    const std::uint8_t* const label = labels_.data() + cell.grid;
    const std::size_t first = own.root[label[runs.first]];
    const std::size_t second = own.root[label[runs.second]];
    unsigned touch = own.touch[first] | own.touch[second] | cell.touch;
    if (runs.is_single == 0 && first == second) return true;
    if (runs.rare == detail::third_run) {
      const std::size_t third = own.root[label[Geo::offsets[runs.first == Geo::offsets[0] ? 4 : 5]]];
      if (third == first || third == second) return true;
      touch |= own.touch[third];
    } else {
      for (unsigned middles = runs.rare; middles != 0; middles &= middles - 1) {
        const Step step = steps[static_cast<unsigned>(std::countr_zero(middles))];
        // The own cell in the middle and all its neighbours but this one.
        const int x = cell.x + step.x, y = cell.y + step.y;
        const std::size_t around = own.around(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
        if (std::popcount(around) == 6) return true;
      }
    }
    return geometry_->wins[touch] != 0;
  }

  [[gnu::always_inline]] static void merge(std::array<std::uint8_t, labels>& root, std::size_t from, std::size_t into) {
    const Bytes32 old_root = Bytes32{} + static_cast<std::uint8_t>(from);
    const Bytes32 new_root = Bytes32{} + static_cast<std::uint8_t>(into);
    for (unsigned i = 0; i < labels; i += 32) {
      const Bytes32 r = load<Bytes32>(root.data() + i);
      store(root.data() + i, r == old_root ? new_root : r);
    }
  }

  std::array<std::uint8_t, Geo::grid_size> labels_{};  // first: an address in it is one addition
  std::array<Colour, 2> colours_;
  alignas(32) std::array<std::uint8_t, padded_cells> owners_{};
  const Geo* geometry_;
  std::uint32_t stones_ = 0;
  std::uint32_t shapes_ = 0;
  std::uint16_t last_ = no_cell;  // of the last move before any playout
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
  if (text.size() < 2 || text.size() > 3 || text[1] == '0') return std::nullopt;
  const int row = (text[0] | 0x20) - 'a';  // capitals are welcome
  int number = 0;
  for (const char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    number = 10 * number + (digit - '0');
  }
  const int cell = geometry_->cell_at(number - 1, row);
  if (cell < 0) return std::nullopt;
  return Move{static_cast<std::uint16_t>(cell)};
}

}  // namespace banyan::havannah
