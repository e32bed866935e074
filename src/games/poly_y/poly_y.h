// SPDX-License-Identifier: MIT
// Poly-Y [Wevers & te Brinke 2014]: two players place stones on a board with an odd number of edges. A group captures
// the corner between two edges when it touches both and one more; who captures most of the corners wins. Rules:
// docs/games/poly_y.md.
//
// What has been captured stays captured, and on a full board every corner has an owner. So a playout need not look for
// the end: it fills the board and asks once. The tree asks at every stone, for which groups are kept as a forest.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/bits.h"
#include "core/params.h"
#include "core/random.h"
#include "game/game_state.h"
#include "game/placement_drawer.h"
#include "games/poly_y/geometry.h"
#include "games/poly_y/knowledge/dead_cells.h"
#include "games/poly_y/knowledge/pattern_table.h"
#include "games/poly_y/sliced.h"

namespace banyan::poly_y {

struct Options {
  int sides = 5;
  int size = 7;
  bool swap = true;
  static constexpr auto fields() {
    return std::tuple{
        field(&Options::sides, "sides", min_sides, max_sides, "edges of the board, an odd number"),
        field(&Options::size, "size", min_size, max_size,
              "cells along one edge of the board, which may have 256 cells in all"),
        field(&Options::swap, "swap", "the second player may take over the first stone (pie rule)"),
    };
  }
  bool operator==(const Options&) const = default;
};

/// Throws UsageError when there is no such board.
void check(const Options& options);

BoardData board_data(const Topology& board, const std::uint8_t* owners, std::array<Player, 2> players);

/// A cell's index, or index_count() - 1 for the swap move.
struct Move {
  std::uint16_t index;
  bool operator==(const Move&) const = default;
};

/// `Words` words of 64 cells hold the board, and one bit is left for the swap; the catalogue picks the smallest type
/// that fits. The largest board of four words has 253 cells.
template <int Words>
class PolyY {
  using Geo = Geometry<Words>;
  using Set = Cells<Words>;

 public:
  using Move = poly_y::Move;
  using Options = poly_y::Options;
  static constexpr int players = 2;
  static constexpr int max_moves = 64 * Words;
  static constexpr bool wins_or_loses = true;

  /// Throws UsageError when there is no such board.
  explicit PolyY(const Options& options)
      : geometry_((check(options), &Geo::of(options.sides, options.size))), swap_allowed_(options.swap) {
    assert(geometry_->cells < static_cast<unsigned>(max_moves));
    for (unsigned i = 0; i < parent_.size(); ++i) parent_[i] = static_cast<std::uint8_t>(i);
  }

  // ---- The rules ----

  Player to_move() const { return static_cast<int>(stones_ & 1) ^ static_cast<int>(swapped_); }
  bool is_terminal() const { return winner_ != nobody; }
  /// A stone on every free cell, and the swap where it is still to come.
  int moves_left() const {
    if (is_terminal()) return 0;
    return static_cast<int>(geometry_->cells - stones_) + (swap_allowed_ && !swapped_ && stones_ < 2 ? 1 : 0);
  }

  Rewards<PolyY> rewards() const {
    assert(is_terminal());
    return winner_ == static_cast<unsigned>(swapped_) ? Rewards<PolyY>{1.0, 0.0} : Rewards<PolyY>{0.0, 1.0};
  }

  void legal_moves(MoveList<PolyY>& out) const {
    if (is_terminal()) return;
    free().for_each([&](std::size_t cell) { out.push_back({static_cast<std::uint16_t>(cell)}); });
    if (may_swap()) out.push_back(swap_move());
  }

  bool is_legal(Move m) const {
    if (is_terminal()) return false;
    return m == swap_move() ? may_swap() : is_free(m);
  }

  std::string refusal(Move m) const {
    if (m == swap_move()) return swap_allowed_ ? "only the second move may be a swap" : "this game has no swap";
    return is_free(m) ? "the game is over" : "the cell is occupied";
  }

  void play(Move m) {
    assert(is_legal(m));
    if (m == swap_move()) {
      swapped_ = true;
      last_ = no_cell;
      return;
    }
    const unsigned colour = stones_ & 1;
    put(colour, m.index);
    last_ = static_cast<std::int16_t>(m.index);
    ++stones_;
    captured_[colour] = static_cast<std::uint16_t>(captured_[colour] | join_groups(m.index));
    if (geometry_->wins(captured_[colour])) winner_ = static_cast<std::uint8_t>(colour);
  }

  /// Records of games may go on until the board is full.
  bool can_follow_end(Move m) const { return is_free(m); }
  void follow_end(Move m) {
    assert(is_terminal() && can_follow_end(m));
    put(stones_ & 1, m.index);
    ++stones_;
  }

  std::uint64_t hash() const;

  /// How many corners the winner has.
  std::vector<std::string> how() const {
    if (!is_terminal()) return {};
    return {std::to_string(std::popcount(captured_[winner_])) + " corners"};
  }

  /// The corners that a player has captured, as bits.
  unsigned corners_of(Player p) const { return captured_[colour_of(p)]; }
  /// The same, counted anew from the stones, those after the end included.
  unsigned captured_now(Player p) const { return geometry_->captured_by(sets_[colour_of(p)]); }

  // ---- Moves as numbers and as text ----

  int index_count() const { return placement_count() + (swap_allowed_ ? 1 : 0); }
  int index_of(Move m) const { return m.index; }
  Move move_at(int index) const { return {static_cast<std::uint16_t>(index)}; }

  void legal_mask(std::span<std::uint64_t> words) const {
    const Set all = is_terminal() ? Set{} : free();
    for (std::size_t w = 0; w < words.size(); ++w) words[w] = w < all.words.size() ? all.words[w] : 0;
    if (!is_terminal() && may_swap()) words[swap_move().index / 64] |= std::uint64_t{1} << (swap_move().index % 64);
  }

  int symmetry_count() const { return static_cast<int>(geometry_->topology->symmetries.size()); }
  Move image(int symmetry, Move m) const {
    if (m == swap_move()) return m;
    return {geometry_->topology->symmetries[static_cast<std::size_t>(symmetry)][m.index]};
  }

  std::string move_text(Move m) const { return m == swap_move() ? "swap" : geometry_->topology->name(m.index); }

  std::optional<Move> parse_move(std::string_view text) const {
    if (text == "swap" || text == "-1") return swap_move();
    const auto cell = geometry_->topology->cell_named(text);
    if (!cell) return std::nullopt;
    return move_at(*cell);
  }

  BoardData board_data() const {
    const auto owners = swapped_ ? std::array<Player, 2>{1, 0} : std::array<Player, 2>{0, 1};
    const Topology& board = *geometry_->topology;
    BoardData data = poly_y::board_data(board, owners_.data(), owners);
    for (Player p = 0; p < players; ++p) {
      BoardMark captured{.kind = MarkKind::captured, .owner = p};
      for (int corner = 0; corner < board.sides; ++corner) {
        if ((corners_of(p) >> corner & 1) == 0) continue;
        captured.names.push_back(board.name(board.cell_at({board.size - 1, corner * (board.size - 1)})));
      }
      if (!captured.names.empty()) data.marks.push_back(std::move(captured));
    }
    return data;
  }

  const Topology& topology() const { return *geometry_->topology; }

  // ---- What the tree asks ----

  /// A stone wins at once only where it joins groups or brings one to the border, and not before there are enough
  /// stones for a row along an edge.
  std::size_t find_wins(Player mover, std::span<Move> out) const {
    const unsigned colour = colour_of(mover);
    const Set& own = sets_[colour];
    if (own.count() + 1 < geometry_->topology->size) return 0;
    std::size_t found = 0;
    free().for_each([&](std::size_t cell) {
      if (found == out.size()) return;
      const Set beside = geometry_->neighbours[cell] & own;
      if (beside.count() < (geometry_->border.has(cell) ? 1 : 2)) return;
      unsigned edges = geometry_->cell[cell].edges;
      beside.for_each([&](std::size_t neighbour) { edges |= touched_[root_of(neighbour)]; });
      if (geometry_->wins(captured_[colour] | geometry_->captures[edges])) {
        out[found++] = {static_cast<std::uint16_t>(cell)};
      }
    });
    return found;
  }
  std::size_t find_threats(Player mover, std::span<Move> out) const { return find_wins(1 - mover, out); }

  static constexpr auto& guess_terms = term_names;
  static constexpr std::string_view usual_guess = "1*habit";
  void guess_values(std::span<const float> weights, std::span<float> values) const {
    const unsigned own = colour_of(to_move());
    geometry_->guesses.fill(weights, sets_[own], sets_[1 - own], free(), last_, edges_at(), values);
  }

  static constexpr auto& trait_kinds = poly_y::trait_kinds;
  void move_traits(std::span<std::uint16_t> traits) const {
    const unsigned own = colour_of(to_move());
    std::fill(traits.begin(), traits.end(), no_trait);
    geometry_->guesses.for_each_traits(
        sets_[own], sets_[1 - own], free(), last_, edges_at(), [&](std::size_t cell, const MoveTraits& found) {
          std::copy(found.begin(), found.end(), traits.begin() + static_cast<std::ptrdiff_t>(cell * found.size()));
        });
  }

  // ---- What playouts and all-moves-as-first counts use ----

  const std::uint8_t* owners() const { return owners_.data(); }
  bool has_owner(std::size_t index) const { return owners_[index] != 0; }
  std::uint8_t owner_bit(Player p) const { return static_cast<std::uint8_t>(1u << colour_of(p)); }
  int placement_count() const { return static_cast<int>(geometry_->cells); }
  using Drawer = PlacementDrawer<PolyY, std::size_t{64} * Words>;

  int rim_distance(int index) const { return geometry_->topology->edge_distance[static_cast<std::size_t>(index)]; }
  /// Of an empty cell.
  bool is_dead(int index) const {
    const Cell& cell = geometry_->cell[static_cast<std::size_t>(index)];
    std::array<std::uint8_t, max_sides> around{};  // the rest is what edges there are
    for (std::size_t i = 0; i < cell.degree; ++i) around[i] = owners_[cell.neighbours[i]];
    return poly_y::is_dead(
        std::span(around).first(cell.degree + static_cast<std::size_t>(std::popcount(unsigned{cell.edges}))));
  }

  static constexpr auto& reply_kinds = pattern_kinds;
  static constexpr std::uint32_t usual_replies = poly_y::usual_replies;
  static constexpr int max_replies = 32;

  class Replier {
   public:
    Replier(const PolyY& state, std::uint32_t kinds) : table_(*state.geometry_->topology, kinds) {}

    bool is_empty() const { return table_.size() == 0; }
    std::size_t suggest(const PolyY& state, Move last, std::span<Move> out) const {
      if (last == state.swap_move()) return 0;
      const std::size_t opponent = state.owners_[last.index] == 1 ? 0 : 1;
      return table_.find(last.index, state.sets_[1 - opponent], state.sets_[opponent], out);
    }

   private:
    PatternTable<Words> table_;
  };

  std::uint64_t fill_at_random(std::uint64_t seed) {
    assert(!is_terminal());
    const Set left = free();
    const auto empty = static_cast<unsigned>(left.count());
    const unsigned mover = stones_ & 1;
    const Set drawn = draw_cells<Words>(left, static_cast<int>((empty + 1) / 2), seed, placement_count());
    sets_[mover] |= drawn;
    sets_[1 - mover] |= left - drawn;
    for (std::size_t i = 0; i < owners_.size(); i += 8) {
      const std::uint64_t eight =
          spread_bits(sets_[0].words[i / 64] >> i % 64) | spread_bits(sets_[1].words[i / 64] >> i % 64) << 1;
      std::memcpy(owners_.data() + i, &eight, sizeof eight);
    }
    stones_ += empty;
    score_full_board();
    return empty;
  }

  class ManyFilled {
   public:
    static constexpr std::uint64_t count = SlicedBoards<Words>::most;
    explicit ManyFilled(const PolyY& state) : boards_(*state.geometry_) {}

    std::uint64_t fill(const PolyY& state, std::uint64_t seed) {
      const Set left = state.free();
      // Half of them for the first colour, and what is left over for who moves.
      const int empty = left.count();
      boards_.fill(state.sets_[0], left, (empty + ((state.stones_ & 1) == 0 ? 1 : 0)) / 2, seed);
      const auto won = boards_.wins();
      std::uint64_t wins = 0;
      for (unsigned group = 0; group < SlicedBoards<Words>::groups; ++group) {
        wins += static_cast<std::uint64_t>(std::popcount(won[group]));
      }
      return state.swapped_ ? count - wins : wins;
    }

   private:
    SlicedBoards<Words> boards_;
  };

  /// Many boards filled at once, with the bridges of the position settled first: of each two cells that keep stones
  /// joined, one goes to either colour, as it would if the attacked replied. What random moves join on their way is not
  /// looked at.
  template <unsigned Groups>
  class SettledBoards {
   public:
    static constexpr std::uint32_t count = 64 * Groups;
    explicit SettledBoards(const PolyY& state) : boards_(*state.geometry_) {
      for (const Pair& pair : pairs_of(*state.geometry_->topology)) {
        Settling settling{.cell = static_cast<std::uint16_t>(pair.cell),
                          .other = static_cast<std::uint16_t>(pair.other)};
        settling.carrier.add(settling.cell);
        settling.carrier.add(settling.other);
        for (const int cell : pair.own) settling.own.add(static_cast<std::size_t>(cell));
        pairs_.push_back(settling);
      }
    }

    /// How many boards the first player has won. Adds, by player and index, on how many boards the player has the cell,
    /// and its half points on these.
    std::uint32_t fill(const PolyY& state, std::uint64_t seed, const std::array<std::int32_t*, 2>& visits,
                       const std::array<std::int32_t*, 2>& half_points) {
      Set left = state.free();
      const int empty = left.count();
      const int settled = choose_pairs(state, left, seed);
      const int of_first = (empty + ((state.stones_ & 1) == 0 ? 1 : 0)) / 2 - settled;
      boards_.fill(state.sets_[0], left, of_first, seed);
      for (int i = 0; i < settled; ++i) {
        boards_.settle(chosen_[static_cast<std::size_t>(i)]->cell, chosen_[static_cast<std::size_t>(i)]->other, seed);
      }
      const auto won = boards_.wins();
      const std::size_t first = state.colour_of(0);
      std::uint32_t wins = 0;
      for (unsigned group = 0; group < Groups; ++group) wins += ones(won[group]);
      for (std::size_t cell = 0; cell < state.geometry_->cells; ++cell) {
        const auto& stones = boards_.stones(cell);
        std::uint32_t owned = 0, owned_and_won = 0;
        for (unsigned group = 0; group < Groups; ++group) {
          owned += ones(stones[group]);
          owned_and_won += ones(stones[group] & won[group]);
        }
        visits[first][cell] += static_cast<std::int32_t>(owned);
        half_points[first][cell] += static_cast<std::int32_t>(2 * owned_and_won);
        visits[1 - first][cell] += static_cast<std::int32_t>(count - owned);
        half_points[1 - first][cell] += static_cast<std::int32_t>(2 * (count - wins - owned + owned_and_won));
      }
      return first == 0 ? wins : count - wins;
    }

   private:
    struct Settling {
      std::uint16_t cell, other;
      Set carrier{}, own{};
    };
    static std::uint32_t ones(std::uint64_t word) { return static_cast<std::uint32_t>(std::popcount(word)); }

    /// Takes the cells of bridges that do not overlap off `left`, from a random one on; returns how many bridges.
    int choose_pairs(const PolyY& state, Set& left, std::uint64_t& seed) {
      chosen_.clear();
      const auto start = static_cast<std::size_t>(next_word(seed) % pairs_.size());
      for (std::size_t i = 0; i < pairs_.size(); ++i) {
        const Settling& pair = pairs_[(start + i) % pairs_.size()];
        if (!(pair.carrier - left).is_empty()) continue;
        if (!(pair.own - state.sets_[0]).is_empty() && !(pair.own - state.sets_[1]).is_empty()) continue;
        left -= pair.carrier;
        chosen_.push_back(&pair);
      }
      return static_cast<int>(chosen_.size());
    }

    SlicedBoards<Words, Groups> boards_;
    std::vector<Settling> pairs_;
    std::vector<const Settling*> chosen_;
  };

  /// Fills the board. Returns the number of moves.
  template <class Choose>
  [[gnu::always_inline]] std::uint64_t run_playout(Choose&& choose) {
    if (is_terminal()) return 0;
    const PolyY& now = *this;
    const Player first = swapped_ ? 1 : 0;
    const unsigned empty = geometry_->cells - stones_;
    unsigned left = empty;
    if ((stones_ & 1) != 0) {
      put(1, choose(now, 1 - first).index);
      --left;
    }
    for (; left >= 2; left -= 2) {
      put(0, choose(now, first).index);
      put(1, choose(now, 1 - first).index);
    }
    if (left != 0) put(0, choose(now, first).index);
    stones_ += empty;
    score_full_board();
    return empty;
  }

 private:
  static constexpr std::uint8_t nobody = 2;
  static constexpr std::int16_t no_cell = -1;
  static constexpr std::size_t capacity = Geo::capacity;

  unsigned colour_of(Player p) const { return static_cast<unsigned>(p) ^ static_cast<unsigned>(swapped_); }
  Move swap_move() const { return {static_cast<std::uint16_t>(geometry_->cells)}; }
  bool may_swap() const { return swap_allowed_ && stones_ == 1 && !swapped_; }
  Set free() const { return geometry_->board - (sets_[0] | sets_[1]); }
  bool is_free(Move m) const { return m.index < geometry_->cells && owners_[m.index] == 0; }

  [[gnu::always_inline]] void put(unsigned colour, std::size_t cell) {
    sets_[colour].add(cell);
    owners_[cell] = static_cast<std::uint8_t>(1u << colour);
  }

  /// What the group of a stone touches.
  auto edges_at() const {
    return [this](std::size_t stone) { return unsigned{touched_[root_of(stone)]}; };
  }

  std::size_t root_of(std::size_t cell) const {
    while (parent_[cell] != cell) cell = parent_[cell];
    return cell;
  }

  /// Joins a new stone with the groups beside it, and returns what the group captures.
  unsigned join_groups(std::size_t index) {
    const Cell& cell = geometry_->cell[index];
    std::size_t root = index;
    unsigned edges = cell.edges;
    for (std::size_t i = 0; i < cell.degree; ++i) {
      const std::size_t neighbour = cell.neighbours[i];
      if (owners_[neighbour] != owners_[index]) continue;
      const std::size_t other = root_of(neighbour);
      edges |= touched_[other];
      // The older group takes the others in, so that a row of stones has one root.
      if (root != other) parent_[root] = static_cast<std::uint8_t>(other);
      root = other;
    }
    parent_[index] = static_cast<std::uint8_t>(root);
    touched_[root] = static_cast<std::uint16_t>(edges);
    return geometry_->captures[edges];
  }

  /// Every corner has one owner, so one colour's corners tell.
  void score_full_board() {
    const unsigned corners = geometry_->captured_by(sets_[0]);
    captured_[0] = static_cast<std::uint16_t>(corners);
    captured_[1] = static_cast<std::uint16_t>(((1u << geometry_->topology->sides) - 1) & ~corners);
    winner_ = geometry_->wins(corners) ? 0 : 1;
  }

  std::array<Set, 2> sets_{};  // the stones of each colour; the first stone has colour 0
  alignas(32) std::array<std::uint8_t, capacity> owners_{};
  std::array<std::uint8_t, capacity> parent_{};    // of a stone in its group's tree
  std::array<std::uint16_t, capacity> touched_{};  // the edges of a group, at its root
  const Geo* geometry_;
  std::uint32_t stones_ = 0;
  std::array<std::uint16_t, 2> captured_{};  // corners by colour
  std::int16_t last_ = no_cell;              // where the last stone of the tree is
  std::uint8_t winner_ = nobody;             // a colour
  bool swapped_ = false;
  bool swap_allowed_;
};

template <int Words>
std::uint64_t PolyY<Words>::hash() const {
  std::uint64_t hash = mix64(static_cast<std::uint64_t>(geometry_->topology->sides) << 8 |
                             static_cast<std::uint64_t>(geometry_->topology->size) << 2 |
                             static_cast<std::uint64_t>(swapped_) << 1 | static_cast<std::uint64_t>(may_swap()));
  for (const Set& set : sets_) {
    for (const std::uint64_t word : set.words) hash = mix64(hash ^ word);
  }
  return hash;
}

}  // namespace banyan::poly_y
