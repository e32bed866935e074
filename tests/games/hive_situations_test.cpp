// SPDX-License-Identifier: MIT
// The three situations of a thesis on Hive [Konz 2012, section 4.3]. Its pictures are lost; these positions have the
// properties that its text tells, which is proved here by trying everything. They are read from the experiment that
// plays them.
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "arena/problems.h"
#include "core/text.h"
#include "games/hive/hive.h"

namespace banyan::hive::situations_test {
namespace {

constexpr Player white = 0, black = 1;

const Problems& situations() {
  static const Problems all = [] {
    const std::ifstream file(BANYAN_SOURCE_DIR "/experiments/hive_situations.toml");
    std::ostringstream text;
    text << file.rdbuf();
    return parse_problems(text.str());
  }();
  return all;
}

/// The position and the solutions of a panel, which are those of all its cells.
class Situation : public testing::Test {
 protected:
  void begin(const std::string& title) {
    for (const ProblemCell& cell : situations().cells) {
      if (!situations().panels[cell.panel].title.starts_with(title)) continue;
      Hive state({.queen_first = true, .repetitions = 0});
      for (const auto move : split_moves(cell.moves)) {
        const auto parsed = state.parse_move(move);
        ASSERT_TRUE(parsed && state.is_legal(*parsed)) << move;
        state.play(*parsed);
      }
      state_ = state;
      solutions_ = {cell.solutions.begin(), cell.solutions.end()};
      return;
    }
    FAIL() << "there is no " << title;
  }

  static std::vector<Move> moves_of(const Hive& state) {
    MoveList<Hive> list;
    state.legal_moves(list);
    return {list.begin(), list.end()};
  }
  static Hive after(const Hive& state, Move move) {
    Hive next = state;
    next.play(move);
    return next;
  }
  /// As if the player to move did nothing.
  static Hive skipped(const Hive& state) {
    Hive next = state;
    next.play_noting(pass);  // play() would insist on a legal move
    return next;
  }
  static bool wins_by(const Hive& state, Move move) {
    const Hive next = after(state, move);
    return next.is_terminal() && next.rewards()[static_cast<std::size_t>(state.to_move())] == 1.0;
  }
  static std::vector<Move> wins_of(const Hive& state) {
    std::vector<Move> wins;
    for (const Move m : moves_of(state)) {
      if (wins_by(state, m)) wins.push_back(m);
    }
    return wins;
  }
  static bool can_win(const Hive& state) { return !wins_of(state).empty(); }
  /// Whether the player to move can force a win within so many plies; everything is tried.
  static bool forces_win(const Hive& state, int plies) {
    for (const Move m : moves_of(state)) {
      const Hive next = after(state, m);
      if (next.is_terminal()) {
        if (wins_by(state, m)) return true;
        continue;
      }
      if (plies < 3) continue;
      const auto replies = moves_of(next);
      const auto loses = [&](Move reply) {
        const Hive then = after(next, reply);
        if (then.is_terminal()) return then.rewards()[static_cast<std::size_t>(state.to_move())] == 1.0;
        return forces_win(then, plies - 2);
      };
      if (std::all_of(replies.begin(), replies.end(), loses)) return true;
    }
    return false;
  }
  static std::set<Piece> pieces_of(const std::vector<Move>& moves) {
    std::set<Piece> all;
    for (const Move m : moves) all.insert(static_cast<Piece>(m.piece));
    return all;
  }
  static bool is_beside(Cell a, Cell b) { return tables.toward[static_cast<unsigned>(a - b) % cell_count] != 0; }
  static std::vector<Cell> free_beside_queen(const Hive& state, Player player) {
    std::vector<Cell> cells;
    for (unsigned d = 0; d < directions; ++d) {
      const Cell cell = neighbour(state.board().cell_of(queen_of(player)), d);
      if (!state.board().is_occupied(cell)) cells.push_back(cell);
    }
    return cells;
  }
  /// Of the position, as the experiment writes them.
  std::set<std::string> texts(const std::vector<Move>& moves) const {
    std::set<std::string> all;
    for (const Move m : moves) all.insert(state_.move_text(m));
    return all;
  }

  Hive state_{Options{.queen_first = true, .repetitions = 0}};
  std::set<std::string> solutions_;
};

TEST_F(Situation, DecisionBetweenLoseAndDraw) {
  begin("Table 4.12");
  ASSERT_EQ(state_.to_move(), black);
  const auto moves = moves_of(state_);
  ASSERT_EQ(pieces_of(moves).size(), 1u) << "one piece can move, and none can enter";
  EXPECT_EQ(kind_of(*pieces_of(moves).begin()), Kind::ant);
  // Cell 1 is the last free one of both queens, and the draw.
  const auto free = free_beside_queen(state_, white);
  ASSERT_EQ(free.size(), 1u);
  ASSERT_EQ(free_beside_queen(state_, black), free);
  std::vector<Move> draws, second;
  for (const Move m : moves) {
    const Hive next = after(state_, m);
    if (m.to == free[0]) {
      ASSERT_TRUE(next.is_terminal());
      EXPECT_EQ(next.rewards()[0], 0.5);
      draws.push_back(m);
    } else if (can_win(next)) {
      continue;  // which is what every other cell leads to
    } else {
      second.push_back(m);
    }
  }
  EXPECT_EQ(texts(draws), solutions_);
  // Such as cell 2 keep all of White off cell 1 for a turn, and lose thereafter, to a beetle that is beside both.
  ASSERT_THAT(second.size(), testing::AllOf(testing::Ge(1u), testing::Le(2u)));
  bool has_cell_2 = false;
  for (const Move m : second) {
    const Hive kept_off = after(state_, m);
    EXPECT_TRUE(forces_win(kept_off, 3));
    const auto replies = moves_of(kept_off);
    const bool are_kept_off =
        std::none_of(replies.begin(), replies.end(), [&](const Move reply) { return reply.to == free[0]; });
    for (const unsigned copy : {0u, 1u}) {
      const Cell at = state_.board().cell_of(piece_of(white, Kind::beetle, copy));
      has_cell_2 |= are_kept_off && at != nowhere && is_beside(at, free[0]) && is_beside(at, m.to);
    }
  }
  EXPECT_TRUE(has_cell_2);
}

TEST_F(Situation, WinInOneTurn) {
  begin("Table 4.13");
  ASSERT_EQ(state_.to_move(), black);
  const auto moves = moves_of(state_);
  const auto movable = pieces_of(moves);
  const auto winning = pieces_of(wins_of(state_));
  ASSERT_EQ(movable.size(), 3u);
  ASSERT_EQ(winning.size(), 2u);
  for (const Piece piece : movable) {
    EXPECT_TRUE(state_.board().is_placed(piece));
    if (!winning.contains(piece)) {
      EXPECT_EQ(kind_of(piece), Kind::ant);
    }
  }
  EXPECT_EQ(texts(wins_of(state_)), solutions_);
}

TEST_F(Situation, NotToLose) {
  begin("Table 4.14");
  ASSERT_EQ(state_.to_move(), black);
  EXPECT_TRUE(can_win(skipped(state_))) << "White threatens mate in one";
  EXPECT_FALSE(can_win(state_));
  std::vector<Move> safe;
  for (const Move m : moves_of(state_)) {
    const Hive next = after(state_, m);
    if (!next.is_terminal() && !can_win(next)) safe.push_back(m);
  }
  EXPECT_EQ(texts(safe), solutions_);
  EXPECT_LT(2 * safe.size(), moves_of(state_).size()) << "most moves lose";
  // Ants of Black's ring that close on White's queen and threaten mate, and White's replies beside or on a beetle of
  // Black's that stop it.
  const Cell white_queen = state_.board().cell_of(queen_of(white)),
             black_queen = state_.board().cell_of(queen_of(black));
  std::set<Cell> first_cells;
  std::set<Piece> ants;
  for (const Move m : safe) {
    const auto piece = static_cast<Piece>(m.piece);
    if (kind_of(piece) != Kind::ant || !state_.board().is_placed(piece)) continue;
    if (!is_beside(state_.board().cell_of(piece), black_queen) || !is_beside(m.to, white_queen)) continue;
    if (is_beside(m.to, black_queen)) continue;
    const Hive next = after(state_, m);
    if (!can_win(skipped(next))) continue;
    bool is_refuted = false;
    for (const Move reply : moves_of(next)) {
      if (reply == pass || can_win(after(next, reply))) continue;
      for (const unsigned copy : {0u, 1u}) {
        const Cell at = next.board().cell_of(piece_of(black, Kind::beetle, copy));
        is_refuted = is_refuted || (at != nowhere && (reply.to == at || is_beside(reply.to, at)));
      }
    }
    EXPECT_TRUE(is_refuted) << state_.move_text(m);
    first_cells.insert(m.to);
    ants.insert(piece);
  }
  EXPECT_EQ(ants.size(), 2u);
  EXPECT_FALSE(first_cells.empty());
  // The same ants have moves that lose.
  bool has_losing_cell = false;
  for (const Move m : moves_of(state_)) {
    const Hive next = after(state_, m);
    has_losing_cell =
        has_losing_cell || (ants.contains(static_cast<Piece>(m.piece)) && !next.is_terminal() && can_win(next));
  }
  EXPECT_TRUE(has_losing_cell);
}

}  // namespace
}  // namespace banyan::hive::situations_test
