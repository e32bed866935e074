// SPDX-License-Identifier: MIT
// Search to a depth for play against a slow search that leaves nothing out, on the game of moving pieces.
#include "search/alphabeta/alphabeta.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/random.h"
#include "search/alphabeta/shared_table.h"
#include "tests/crossing_reference.h"
#include "tests/games/crossing/crossing.h"
#include "tests/slow_value.h"

namespace banyan {
namespace {

using crossing::Crossing;
using crossing::Move;
using crossing::Pieces;
using testing::AllOf;
using testing::Ge;
using testing::Lt;

/// Steps towards the other's side are noisy; a game is in a crisis where somebody could win at once.
struct Loud : Pieces {
  using Pieces::Pieces;
  bool is_noisy(Move m) const { return to_move() == 0 ? m.to >= m.from + 3 : m.from >= m.to + 3; }
  void noisy_moves(MoveList<Loud>& out) const {
    MoveList<Pieces> moves;
    legal_moves(moves);
    for (const Move m : moves) {
      if (is_noisy(m)) out.push_back(m);
    }
  }
  bool is_crisis() const {
    Move win{};
    return find_wins(0, std::span(&win, 1)) + find_wins(1, std::span(&win, 1)) > 0;
  }
};
static_assert(NamesNoisyMoves<Loud> && KnowsCrises<Loud> && !NamesNoisyMoves<Pieces>);

/// Has a move that does nothing.
struct Idle : Pieces {
  using Pieces::Pieces;
  static constexpr Move null_move() { return {0, 0}; }
};
static_assert(HasNullMove<Idle> && !HasNullMove<Pieces>);

/// Ends as a draw after twelve moves.
struct Short : Pieces {
  using Pieces::Pieces;
  int turn = 0;
  bool is_capped() const { return turn >= 12 && !Pieces::is_terminal(); }
  bool is_terminal() const { return turn >= 12 || Pieces::is_terminal(); }
  Rewards<Pieces> rewards() const { return is_capped() ? Rewards<Pieces>{0.5, 0.5} : Pieces::rewards(); }
  void legal_moves(MoveList<Short>& out) const {
    if (!is_terminal()) Pieces::legal_moves(out);
  }
  void play(Move m) {
    Pieces::play(m);
    ++turn;
  }
  std::uint64_t hash() const { return mix64(Pieces::hash() + static_cast<std::uint64_t>(turn)); }
  std::uint64_t hash_without_turn() const { return Pieces::hash(); }
};
static_assert(CapsTurns<Short>);

/// Nothing but what must not change a value.
AlphaBetaParams plain(int depth) {
  return {.depth = depth,
          .memory = 1,
          .table = false,
          .scout = false,
          .killers = false,
          .history = false,
          .countermoves = false,
          .reduce = 0,
          .quiescence = 0,
          .extend = false,
          .twofold = false};
}

template <class S>
SearchResult<S> find(const S& state, const AlphaBetaParams& params) {
  return AlphaBetaSearch<S>({}, params).search(state, {}, {});
}

/// Positions in which nobody has won, reached by so many random moves.
template <class S>
std::vector<S> some_positions(int count, std::uint64_t seed, int most_moves) {
  std::vector<S> positions;
  Rng rng(seed);
  while (positions.size() < static_cast<std::size_t>(count)) {
    S state(crossing::Options{});
    for (auto left = rng.below(static_cast<std::uint32_t>(most_moves)); left > 0 && !state.is_terminal(); --left) {
      MoveList<S> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!state.is_terminal()) positions.push_back(state);
  }
  return positions;
}

TEST(AlphaBeta, GivesTheValueOfASearchThatLeavesNothingOut) {
  for (const Crossing& state : some_positions<Crossing>(30, 1, 14)) {
    for (int depth = 1; depth <= 5; ++depth) {
      const int value = slow_value(state, depth, 0, 0);
      const bool is_win = std::abs(value) > highest_evaluation;
      auto params = plain(depth);
      const auto expect_value = [&](const char* what) {
        const auto result = find(state, params);
        ASSERT_EQ(result.best.value, value) << what << " " << depth;
        ASSERT_EQ(result.proven.has_value(), is_win) << what;
        Crossing next = state;
        next.play(result.best.move);
        ASSERT_EQ(result.principal_variation.at(0), result.best.move);
        ASSERT_EQ(-slow_value(next, depth - 1, 1, 0), value) << what << " " << depth;
      };
      expect_value("plain");
      params.table = true;
      params.deeper = false;
      expect_value("table");
      params.scout = true;
      expect_value("scout");
      params.aspiration = 1;
      expect_value("aspiration");
      params.killers = params.history = true;
      expect_value("killers, history");
      params.countermoves = true;
      expect_value("countermoves");
    }
  }
}

TEST(AlphaBeta, TellsExactValuesOfSeveralMovesWithTheirLines) {
  for (const Crossing& state : some_positions<Crossing>(20, 2, 14)) {
    AlphaBetaParams params = plain(3);
    params.table = params.scout = params.killers = params.history = true;
    params.deeper = false;
    params.aspiration = 1;
    Watch<Crossing> watch;
    watch.lines = 4;
    const auto result = AlphaBetaSearch<Crossing>({}, params).search(state, {}, watch);
    if (result.proven) continue;  // then it ends before it is as deep
    MoveList<Crossing> legal;
    state.legal_moves(legal);
    std::vector<int> values;
    for (const Move& move : legal) {
      Crossing next = state;
      next.play(move);
      values.push_back(-slow_value(next, 2, 1, 0));
    }
    std::sort(values.rbegin(), values.rend());
    const std::size_t count = std::min<std::size_t>(4, legal.size());
    ASSERT_GE(result.moves.size(), count);
    ASSERT_EQ(result.lines.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(result.moves[i].value, values[i]) << i;
      ASSERT_FALSE(result.lines[i].empty());
      EXPECT_EQ(result.lines[i][0], result.moves[i].move);
      Crossing next = state;
      for (const Move& move : result.lines[i]) {
        ASSERT_TRUE(is_legal(next, move));
        next.play(move);
      }
    }
  }
}

TEST(AlphaBeta, NeedsFewerNodesWithEachHelp) {
  const auto nodes = [&](auto change) {
    std::uint64_t all = 0;
    for (const Crossing& state : some_positions<Crossing>(20, 3, 6)) {
      auto params = plain(7);
      change(params);
      all += find(state, params).nodes;
    }
    return all;
  };
  const auto none = nodes([](AlphaBetaParams&) {});
  EXPECT_LT(nodes([](AlphaBetaParams& p) { p.table = true; }), none);
  EXPECT_LT(nodes([](AlphaBetaParams& p) { p.killers = true; }), none);
  EXPECT_LT(nodes([](AlphaBetaParams& p) { p.history = true; }), none);
  EXPECT_LT(nodes([](AlphaBetaParams& p) { p.countermoves = true; }), none);
  EXPECT_LT(nodes([](AlphaBetaParams& p) { p.scout = p.history = true; }), none);
  EXPECT_LT(nodes([](AlphaBetaParams& p) { p.scout = p.history = true, p.reduce = 1; }), none);
}

TEST(AlphaBeta, GoesOnWithNoisyMovesAlone) {
  int differs = 0;
  for (const Loud& state : some_positions<Loud>(30, 5, 10)) {
    for (int depth = 1; depth <= 3; ++depth) {
      for (const int quiet : {0, 1, 3}) {
        auto params = plain(depth);
        params.quiescence = quiet;
        params.scout = params.table = true;
        params.deeper = false;
        const int value = slow_value(state, depth, 0, quiet);
        ASSERT_EQ(find(state, params).best.value, value) << depth << " " << quiet;
        differs += value != slow_value(state, depth, 0, 0) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(differs, 10);
}

TEST(AlphaBeta, LooksFurtherInACrisis) {
  int found = 0;
  for (const Loud& state : some_positions<Loud>(200, 7, 12)) {
    auto params = plain(2);
    const bool without = find(state, params).proven.has_value();
    params.extend = true;
    const bool with = find(state, params).proven.has_value();
    EXPECT_TRUE(with || !without);
    found += with && !without ? 1 : 0;
  }
  EXPECT_GT(found, 5);
}

template <class S>
void expect_true_proofs(const AlphaBetaParams& params) {
  const auto values = crossing_reference::solve_all();
  int proven = 0;
  for (const S& state : some_positions<S>(300, 9, 12)) {
    std::string position(12, '.');
    for (const BoardPiece& piece : state.board_data().pieces) {
      const auto column = static_cast<std::size_t>(piece.cell[0] - 'a'),
                 row = static_cast<std::size_t>(piece.cell[1] - '1');
      position[3 * row + column] = piece.owner == 0 ? 'w' : 'b';
    }
    position += state.to_move() == 0 ? 'w' : 'b';
    const auto result = find(state, params);
    if (!result.proven) continue;
    ++proven;
    const double truth = values.at(position);
    ASSERT_EQ(*result.proven, state.to_move() == 0 ? truth : 1 - truth) << position;
    // The line is played by the rules, and ends in that win.
    S end = state;
    for (const Move& move : result.principal_variation) {
      ASSERT_TRUE(is_legal(end, move));
      end.play(move);
    }
    if (end.is_terminal()) {
      EXPECT_EQ(end.rewards()[static_cast<std::size_t>(state.to_move())], *result.proven);
    }
  }
  EXPECT_GT(proven, 20);
}

TEST(AlphaBeta, ProvesWhatIsTrue) { expect_true_proofs<Crossing>({.depth = 12, .memory = 1}); }

TEST(AlphaBeta, ProvesWhatIsTrueWhateverIsNotSearched) {
  expect_true_proofs<Crossing>({.depth = 12, .memory = 1, .futility = 1});
  expect_true_proofs<Crossing>({.depth = 12, .memory = 1, .late_moves = 1});
  expect_true_proofs<Repeating<Idle>>({.depth = 12, .memory = 1, .null_move = 2});
  expect_true_proofs<Repeating<Idle>>({.depth = 12, .memory = 1, .null_move = 1, .futility = 1, .late_moves = 1});
}

TEST(AlphaBeta, NeedsFewerNodesWhereItLeavesOut) {
  const auto nodes = [&](const AlphaBetaParams& params) {
    std::uint64_t all = 0;
    for (const auto& state : some_positions<Repeating<Idle>>(20, 3, 6)) all += find(state, params).nodes;
    return all;
  };
  const auto none = nodes({.depth = 7, .memory = 1});
  EXPECT_LT(nodes({.depth = 7, .memory = 1, .null_move = 2}), none);
  EXPECT_LT(nodes({.depth = 7, .memory = 1, .futility = 1}), none);
  EXPECT_LT(nodes({.depth = 7, .memory = 1, .late_moves = 1}), none);
}

TEST(AlphaBeta, JudgesByMobilityOnlyWhereTheGameKnowsIt) {
  EXPECT_THROW(AlphaBetaSearch<Crossing>({}, {.judge = Judgement::mobility}), UsageError);
}

/// Back and forth until the next occurrence of a position is the third.
Crossing nearly_repeated() {
  Crossing state(crossing::Options{});
  for (const char* move : {"a1b1", "a4b4", "b1a1", "b4a4", "a1b1", "a4b4", "b1a1"}) {
    state.play(state.parse_move(move).value());
  }
  return state;
}

TEST(AlphaBeta, SeesDrawsByRepetition) {
  const Crossing state = nearly_repeated();
  Crossing drawn = state;
  drawn.play(drawn.parse_move("b4a4").value());
  ASSERT_TRUE(drawn.is_terminal());
  // One move deep, the draw is worth nothing to either.
  EXPECT_EQ(find(state, plain(1)).best.value, slow_value(state, 1, 0, 0));
  // Within a line, the second occurrence counts where it may: going back and forth gains nothing.
  auto params = plain(6);
  for (const bool twofold : {false, true}) {
    params.twofold = twofold;
    params.table = true;
    const auto result = find(state, params);
    EXPECT_EQ(result.depth, 6);
  }
}

TEST(AlphaBeta, WhatRestsOnARepetitionIsNotRemembered) {
  int drawn = 0;
  for (const Crossing& past : some_positions<Crossing>(80, 11, 40)) {
    // The same position at the beginning of a game.
    Crossing fresh(crossing::Options{});
    static_cast<Pieces&>(fresh) = past;
    for (const bool twofold : {false, true}) {
      auto params = plain(4);
      params.table = true;
      params.deeper = false;
      params.twofold = twofold;
      AlphaBetaSearch<Crossing> search({}, params);
      const double with_past = search.search(past, {}, {}).best.value;
      const double then = search.search(fresh, {}, {}).best.value;
      const double alone = find(fresh, params).best.value;
      ASSERT_EQ(then, alone);
      drawn += with_past != alone ? 1 : 0;
    }
  }
  EXPECT_GT(drawn, 2);
}

TEST(AlphaBeta, WhatRestsOnACapOfTurnsIsNotRemembered) {
  int capped = 0;
  for (Short late : some_positions<Short>(60, 13, 8)) {
    Short early = late;
    late.turn = 9;
    early.turn = 0;
    auto params = plain(5);
    params.table = true;
    params.deeper = false;
    AlphaBetaSearch<Short> search({}, params);
    const double with_cap = search.search(late, {}, {}).best.value;
    ASSERT_EQ(with_cap, slow_value(late, 5, 0, 0));
    ASSERT_EQ(search.search(early, {}, {}).best.value, find(early, params).best.value);
    capped += with_cap != find(early, params).best.value ? 1 : 0;
  }
  EXPECT_GT(capped, 10);
}

TEST(AlphaBeta, StopsAtItsLimitsWithAnAnswer) {
  const Crossing state(crossing::Options{});
  for (const int iterations : {1, 2, 10, 1000}) {
    AlphaBetaSearch<Crossing> search({.iterations = iterations}, {.memory = 1});
    const auto result = search.search(state, {}, {});
    // One move is searched to its end, whatever the limit.
    const auto least = static_cast<std::uint64_t>(iterations);
    if (least >= 10) {
      EXPECT_EQ(result.nodes, least);
    } else {
      EXPECT_THAT(result.nodes, AllOf(Ge(least), Lt(10u)));
    }
    EXPECT_FALSE(result.moves.empty());
    EXPECT_EQ(result.stopped_by, "iterations");
    EXPECT_TRUE(is_legal(state, result.best.move));
    // The same work gives the same answer.
    AlphaBetaSearch<Crossing> again({.iterations = iterations}, {.memory = 1});
    EXPECT_EQ(again.search(state, {}, {}).best.value, result.best.value);
  }
}

TEST(AlphaBeta, TakesNoTimeForAnOnlyMove) {
  int only = 0;
  for (const Crossing& state : some_positions<Crossing>(3000, 15, 14)) {
    MoveList<Crossing> moves;
    state.legal_moves(moves);
    if (moves.size() != 1) continue;
    ++only;
    AlphaBetaSearch<Crossing> search({.seconds = 1000}, {.memory = 1});
    const auto result = search.search(state, {}, {});
    EXPECT_EQ(result.best.move, moves[0]);
    EXPECT_EQ(result.depth, 1);
  }
  EXPECT_GT(only, 0);
}

TEST(AlphaBeta, ReportsAtTheChosenRateWhateverTheDepth) {
  const Crossing state(crossing::Options{.repetitions = 0});
  const auto reports_every = [&](double interval) {
    AlphaBetaSearch<Crossing> search({.seconds = 0.5}, {.table = false});
    std::vector<SearchResult<Crossing>> reports;
    const auto last = search.search(
        state, {}, {.progress = [&](const auto& now) { reports.push_back(now); }, .report_interval = interval});
    EXPECT_EQ(last.stopped_by, "seconds");
    reports.push_back(last);
    return reports;
  };
  EXPECT_EQ(reports_every(100).size(), 1u);
  const auto reports = reports_every(0.01);
  EXPECT_GE(reports.size(), 10u);
  EXPECT_LE(reports.size(), 52u);
  bool is_within_a_depth = false;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    ASSERT_FALSE(reports[i].principal_variation.empty());
    EXPECT_EQ(reports[i].principal_variation[0], reports[i].best.move);
    EXPECT_EQ(reports[i].iterations, reports[i].nodes);
    if (i == 0) continue;
    EXPECT_GE(reports[i].nodes, reports[i - 1].nodes);
    EXPECT_GE(reports[i].depth, reports[i - 1].depth);
    is_within_a_depth |= reports[i].depth == reports[i - 1].depth;
  }
  EXPECT_TRUE(is_within_a_depth);
}

TEST(SharedTable, RemembersWhatWasStored) {
  SharedTable<Move> table(1 << 20);
  EXPECT_FALSE(table.find(5));
  for (const int value : {-SharedTable<Move>::max_value, -7, 0, 12, SharedTable<Move>::max_value}) {
    for (const Bound bound : {Bound::upper, Bound::lower, Bound::exact}) {
      table.begin_search();
      table.store(5, {.move = {3, 4}, .value = value, .depth = 100, .bound = bound});
      const auto found = table.find(5);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->move, (Move{3, 4}));
      EXPECT_EQ(found->value, value);
      EXPECT_EQ(found->depth, 100);
      EXPECT_EQ(found->bound, bound);
    }
  }
}

TEST(SharedTable, KeepsWhatWasSearchedMost) {
  SharedTable<Move> table(64);  // one cluster of four
  for (std::uint64_t key = 1; key <= 100; ++key) {
    table.store(key, {.move = {}, .value = 0, .depth = static_cast<int>(key % 50), .bound = Bound::exact});
  }
  std::set<int> depths;
  for (std::uint64_t key = 1; key <= 100; ++key) {
    if (const auto found = table.find(key)) depths.insert(found->depth);
  }
  EXPECT_GE(*depths.rbegin(), 49);
  // What belongs to earlier searches goes first.
  for (int i = 0; i < 7; ++i) table.begin_search();
  for (std::uint64_t key = 200; key < 204; ++key) {
    table.store(key, {.move = {}, .value = 0, .depth = 1, .bound = Bound::exact});
  }
  for (std::uint64_t key = 200; key < 204; ++key) EXPECT_TRUE(table.find(key)) << key;
}

}  // namespace
}  // namespace banyan
