// SPDX-License-Identifier: MIT
// Hive [Yianni 2001]: two players place and move insects; who surrounds the other's queen wins. Base game, and
// mosquito, ladybug and pillbug in any combination. Rules: docs/games/hive.md.
//
// The state is a value of 3 KB, but moves can also be taken back: what a move changes is two cells and their
// neighbours. docs/performance.md tells what makes it fast, and what else was tried.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/params.h"
#include "core/random.h"
#include "game/board.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "games/hive/board.h"
#include "games/hive/geometry.h"
#include "games/hive/knowledge/terms.h"
#include "games/hive/movement.h"
#include "games/hive/pieces.h"

namespace banyan::hive {

/// The pieces beyond those of the base game.
struct Expansions {
  static constexpr std::string_view none = "base";
  static constexpr auto names() { return std::array<std::string_view, 3>{"M", "L", "P"}; }
  std::uint32_t bits = 0;
  bool has(Kind kind) const {
    return kind < Kind::mosquito ||
           (bits >> (static_cast<unsigned>(kind) - static_cast<unsigned>(Kind::mosquito)) & 1) != 0;
  }
  bool operator==(const Expansions&) const = default;
};

struct Options {
  Expansions expansions{};
  bool queen_first = false;
  int repetitions = 3;
  int max_plies = 0;
  static constexpr auto fields() {
    return std::tuple{
        field(&Options::expansions, "expansions", "the mosquito, the ladybug and the pillbug, by their letters"),
        field(&Options::queen_first, "queen_first", "the queen may be a player's first piece"),
        field(&Options::repetitions, "repetitions", 0, 100, "which occurrence of a position is a draw; 0 = none"),
        field(&Options::max_plies, "max_plies", 0, 1'000'000,
              "a game that goes on for so many plies is a draw; 0 = none"),
    };
  }
  bool operator==(const Options&) const = default;
};

/// A piece and where it goes: from the hand, on its own or over a pillbug. A pass names no piece. What a text asks for
/// that can never be, such as a place beside a piece in the hand, is a move that is never legal: `to` says why.
struct Move {
  std::uint16_t piece;
  std::uint16_t to;
  bool operator==(const Move&) const = default;
};
inline constexpr Move pass{no_piece, nowhere};

/// What `to` may be beyond the cells.
inline constexpr std::uint16_t beside_unplaced = 2048;  // the piece that was referred to is not on the board
inline constexpr std::uint16_t without_reference = 2049;
inline constexpr std::uint16_t on_occupied =
    4096;  // and the cell: a way to say "empty cell beside", but it is not empty

class Hive {
 public:
  using Move = hive::Move;
  using Options = hive::Options;
  static constexpr int players = 2;
  /// At most 60 empty cells touch a hive. Each of at most 3 ants, 2 spiders and 5 pieces that are alone of their kind
  /// goes to those, grasshoppers and beetles to 6 cells; of those in the hand, one of a kind. A pillbug and a mosquito
  /// throw 18 pieces of the other side.
  static constexpr int max_moves = (3 + 2 + 5 + 2) * 60 + 3 * 6 + 18;
  static constexpr bool wins_or_loses = true;

  explicit Hive(const Options& options);

  // ---- The rules ----

  Player to_move() const { return static_cast<Player>(ply_ & 1); }
  bool is_terminal() const { return is_surrounded(0) || is_surrounded(1) || (max_plies_ > 0 && ply_ >= max_plies_); }
  Rewards<Hive> rewards() const;
  void legal_moves(MoveList<Hive>& out) const;
  bool is_legal(Move m) const;
  std::string refusal(Move m) const;
  std::vector<std::string> how() const;

  void play(Move m) {
    assert(is_legal(m));
    make<true>(m);
  }

  /// What a move changes and cannot be told from the position after it.
  struct Before {
    Board::Counts counts;
    Cell from;
    Piece moved;
  };
  Before play_noting(Move m) {
    const Before before{board_.counts(), m.piece < piece_count ? board_.cell_of(static_cast<Piece>(m.piece)) : nowhere,
                        moved_};
    make<true>(m);
    return before;
  }
  /// The state is what it was before `m`, the last move, was played: bit for bit.
  void take_back(Move m, const Before& before);

  /// How many moves are legal, without a list.
  std::uint64_t count_moves() const;
  /// Which kind a player has placed on a cell makes no difference to the other's next move: nothing of that player's
  /// stands beside it that could copy or throw it.
  void grouped_moves(MoveList<Hive>& out, std::span<std::uint32_t> sizes) const;

  // ---- Playouts ----

  /// Any legal move, each as likely as the others. The game must not be over.
  Move draw_move(Rng& rng) const;
  /// Any of the pieces of the player to move that can do something, those in the hand included, and then anything that
  /// it can do, throws of pieces by a pillbug or its like included.
  Move draw_by_piece(Rng& rng) const;

  class Drawer {
   public:
    explicit Drawer(const Hive&) {}
    static auto begin(Rng& rng) {
      return [&rng](const Hive& state) { return state.draw_move(rng); };
    }
  };

  /// Moves that surround the other's queen, and not one's own with it.
  std::size_t find_wins(Player mover, std::span<Move> out) const;

  std::uint64_t hash() const;
  /// The pieces, by kind and colour but not by number, their cells and heights, and who moves.
  std::uint64_t repetition_key() const { return board_.key() ^ (to_move() == 0 ? 0 : black_to_move); }
  int repetitions() const { return repetitions_; }

  /// What a search may remember of a position whatever its turn: which of equal pieces is where does not count, either.
  std::uint64_t hash_without_turn() const { return repetition_key() ^ mix64(moved_); }
  /// Over because of the number of plies alone.
  bool is_capped() const { return is_terminal() && !is_surrounded(0) && !is_surrounded(1); }

  // ---- Playing well (knowledge/) ----

  Terms terms() const;
  double evaluate(Player p) const;
  std::vector<EvaluationTerm> evaluation_terms() const;
  /// All moves that a player could make now, each by the kind of its piece, less the other's: the evaluation that the
  /// thesis proposes for Minimax in its outlook. It names no weights; these are ours.
  double mobility(Player p) const;
  /// Into the ring of the other's queen, or onto it, and out of one's own when there is danger.
  bool is_noisy(Move m) const;
  void noisy_moves(MoveList<Hive>& out) const;
  /// One's own queen has one free cell left.
  bool is_crisis() const { return std::popcount(board_.around(board_.cell_of(queen_of(to_move())))) >= 5; }
  int urgency(Move m) const;
  /// What it takes to know of a position to judge its moves, for who judges many.
  class MoveJudge;
  MoveJudge move_judge() const;
  /// By urgency: each 50 points of it make a move twice as likely.
  void score_moves(const MoveList<Hive>& moves, std::span<float> scores) const;
  static constexpr Move null_move() { return pass; }

  // ---- What is where ----

  const Board& board() const { return board_; }
  Expansions expansions() const { return expansions_; }
  unsigned ply() const { return ply_; }
  bool is_surrounded(Player player) const { return board_.around(board_.cell_of(queen_of(player))) == all_around; }
  /// How many of a kind are still in a player's hand.
  unsigned in_hand(Player player, Kind kind) const {
    return hands_[static_cast<std::size_t>(player)][static_cast<std::size_t>(kind)];
  }
  int pieces_in_hands() const;
  /// The piece that was moved by the last ply, which may not be moved by the next; where there is no pillbug, that can
  /// not happen, and nobody keeps it.
  std::optional<Piece> just_moved() const { return moved_ == no_piece ? std::nullopt : std::optional(moved_); }

  // ---- Text ----

  std::string move_text(Move m) const;
  std::optional<Move> parse_move(std::string_view text) const;
  BoardData board_data() const;
  BoardMove board_move(Move m) const;

  bool operator==(const Hive&) const = default;

 private:
  static constexpr std::uint64_t black_to_move = mix64(64);

  template <bool is_counting>
  void make(Move m) {
    if (m != pass) {
      const auto piece = static_cast<Piece>(m.piece);
      if (board_.is_placed(piece)) {
        board_.lift<is_counting>(piece);
        if (has_pillbug()) moved_ = piece;
      } else {
        --hands_[static_cast<std::size_t>(to_move())][static_cast<std::size_t>(kind_of(piece))];
        moved_ = no_piece;
      }
      board_.put<is_counting>(piece, m.to);
    } else {
      moved_ = no_piece;
    }
    ++ply_;
  }

  bool has_pillbug() const { return expansions_.has(Kind::pillbug); }
  /// The kinds, as bits, that the player to move may place now.
  unsigned placeable_kinds() const;
  Piece next_in_hand(Kind kind) const {
    return piece_of(to_move(), kind, copies[static_cast<std::size_t>(kind)] - in_hand(to_move(), kind));
  }
  bool can_place_at(Cell cell) const;
  bool may_move() const { return board_.is_placed(queen_of(to_move())); }
  /// The pillbug of the player to move, and the mosquito that can do the same.
  std::array<Throws, 2> throws() const;

  std::string refused_placement(Piece piece, Cell to) const;
  std::string refused_movement(Piece piece, Cell to) const;

  /// Placement number n of those that are possible now, cell by cell.
  Move placement(unsigned n, unsigned kinds) const;
  /// Whether the piece on top of a cell may leave it by itself: it does not rest and the hive holds without it.
  bool is_free(Piece piece, Cell cell) const {
    return piece != moved_ && (board_.height(cell) > 1 || !board_.is_pinned(cell));
  }
  Move throw_number(const std::array<Throws, 2>& all_throws, unsigned which, unsigned number) const;
  bool wins_by(Piece piece, Cell to, Player mover) const;

  template <class Visit>
  void for_each_placement_cell(Visit&& visit) const;
  void own_destinations(Piece piece, CellSet& reached) const;
  /// The cells that a piece of the player to move can go to by itself, or that any piece can be thrown to.
  template <class Visit>
  void for_each_destination(Piece piece, const std::array<Throws, 2>& throws, Visit&& visit) const;
  std::uint64_t count_placements() const;
  std::uint64_t count_movements() const;
  template <class Visit>
  void for_each_movement(Visit&& visit) const;

  Board board_;
  std::array<std::array<std::uint8_t, kind_count>, 2> hands_{};
  std::uint32_t ply_ = 0;
  std::uint32_t max_plies_;
  int repetitions_;
  Expansions expansions_;
  bool queen_first_;
  Piece moved_ = no_piece;
};

class Hive::MoveJudge {
 public:
  MoveJudge(const Board& board, Player player)
      : board_(board),
        own_queen_piece_(queen_of(player)),
        own_queen_(board.cell_of(own_queen_piece_)),
        other_queen_(board.cell_of(queen_of(1 - player))),
        own_ring_(std::popcount(board.around(own_queen_))),
        other_ring_(std::popcount(board.around(other_queen_))) {}

  /// Queens are in danger, and what endangers them, or saves one's own, is noisy.
  bool is_tense() const {
    return own_queen_ != nowhere && other_queen_ != nowhere && (other_ring_ >= 3 || own_ring_ >= 5);
  }
  bool is_noisy(Move m) const {
    if (!is_tense() || m == pass) return false;
    const auto piece = static_cast<Piece>(m.piece);
    const Cell from = board_.cell_of(piece);
    const bool was_there = from == other_queen_ || is_beside(from, other_queen_);
    if (m.to == other_queen_) return !was_there;
    // Into the ring of the other's queen, when that is half full; or out of one's own, when that is nearly full.
    if (!was_there && is_beside(m.to, other_queen_) && !board_.is_occupied(m.to)) return other_ring_ >= 3;
    if (own_ring_ < 5) return false;
    if (piece == own_queen_piece_) return true;
    return from != nowhere && board_.height(from) == 1 && is_beside(from, own_queen_) && !is_beside(m.to, own_queen_);
  }
  int urgency(Move m) const {
    if (m == pass) return 0;
    const auto piece = static_cast<Piece>(m.piece);
    const Cell from = board_.cell_of(piece);
    int urgency = 0;
    if (other_queen_ != nowhere) {
      if (m.to == other_queen_) urgency += 300;
      if (is_beside(m.to, other_queen_)) urgency += 100;
      if (is_beside(from, other_queen_)) urgency -= 100;
    }
    if (own_queen_ != nowhere && piece != own_queen_piece_) {
      if (is_beside(m.to, own_queen_)) urgency -= 60;
      if (is_beside(from, own_queen_)) urgency += 60;
    }
    if (board_.is_occupied(m.to)) urgency += 40;
    if (from == nowhere) {
      constexpr std::array<int, kind_count> entering{50, 0, 20, 5, 40, 30, 20, 20};
      urgency += entering[static_cast<std::size_t>(kind_of(piece))];
    }
    return urgency;
  }

 private:
  /// Whether both are on the board, side by side.
  static bool is_beside(Cell a, Cell b) {
    return a != nowhere && tables.toward[static_cast<unsigned>(a - b) % cell_count] != 0;
  }

  const Board& board_;
  Piece own_queen_piece_;
  Cell own_queen_, other_queen_;
  int own_ring_, other_ring_;
};

inline Hive::MoveJudge Hive::move_judge() const { return {board_, to_move()}; }

}  // namespace banyan::hive
