// SPDX-License-Identifier: MIT
// The patterns of Poly-Y: how many there are, that each answers, and that nothing else does.
#include "games/poly_y/knowledge/patterns.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/random.h"
#include "game/suggestions.h"
#include "games/poly_y/knowledge/pattern_table.h"
#include "games/poly_y/poly_y.h"

namespace banyan::poly_y {
namespace {

static_assert(SuggestsReplies<PolyY<2>> && SuggestsReplies<PolyY<4>>);
static_assert(MeasuresRim<PolyY<2>> && KnowsDeadCells<PolyY<2>>);

enum Kind : std::size_t { bridge, edge_bridge, walk_around, level2, level3 };

const std::vector<std::pair<int, int>> several_boards{{3, 2}, {3, 3}, {3, 6}, {5, 7}, {7, 5}, {9, 4}, {7, 9}, {9, 8}};

/// The first pattern of each orbit is enough to answer by hand; here all are asked.
template <int Words>
void expect_answers(const Topology& board, std::size_t kind) {
  const PatternTable<Words> table(board, std::uint32_t{1} << kind);
  for (const Pattern& pattern : patterns_of(board, kind)) {
    Cells<Words> own, opponent;
    for (const int cell : pattern.own) own.add(static_cast<std::size_t>(cell));
    opponent.add(static_cast<std::size_t>(pattern.intruder));
    const auto answers = [&] {
      std::array<Move, 32> out{};
      const std::size_t count =
          table.find(static_cast<std::size_t>(pattern.intruder), own, opponent, std::span<Move>(out));
      std::set<int> replies;
      for (std::size_t i = 0; i < count; ++i) replies.insert(out[i].index);
      return replies;
    };
    ASSERT_TRUE(answers().contains(pattern.reply));
    // A stone on the reply's cell, of either colour, ends it.
    for (Cells<Words>* set : {&own, &opponent}) {
      const Cells<Words> before = *set;
      set->add(static_cast<std::size_t>(pattern.reply));
      ASSERT_FALSE(answers().contains(pattern.reply));
      *set = before;
    }
    own = {};
    ASSERT_TRUE(answers().empty());
  }
}

TEST(PolyYPatterns, TheCodeCupBoardHasAsManyAsItsChampion) {
  const Topology& board = Topology::of(5, 7);
  EXPECT_EQ(patterns_of(board, bridge).size(), 455u);
  EXPECT_EQ(patterns_of(board, edge_bridge).size(), 60u);
  EXPECT_EQ(patterns_of(board, walk_around).size(), 110u);
  EXPECT_EQ(PatternTable<2>(board, 0b111).size(), 625u);
}

TEST(PolyYPatterns, EveryOneAnswersOnEveryBoard) {
  for (const auto& [sides, size] : several_boards) {
    SCOPED_TRACE(std::to_string(sides) + "," + std::to_string(size));
    for (const std::size_t kind : {bridge, edge_bridge, walk_around})
      expect_answers<4>(Topology::of(sides, size), kind);
  }
  ASSERT_FALSE(patterns_of(Topology::of(5, 7), level2).empty());
  expect_answers<2>(Topology::of(5, 7), level2);
}

// Those that a larger search finds there have too many cells for a playout to look at.
TEST(PolyYPatterns, OfLevelThreeTheCodeCupBoardHasNone) {
  EXPECT_TRUE(patterns_of(Topology::of(5, 7), level3).empty());
  EXPECT_EQ(PatternTable<2>(Topology::of(5, 7), 1u << level3).size(), 0u);
}

TEST(PolyYPatterns, WalkingAroundStopsWhereTheOpponentIsAheadAgain) {
  const Topology& board = Topology::of(5, 7);
  const PatternTable<2> table(board, 1u << walk_around);
  for (const Pattern& pattern : patterns_of(board, walk_around)) {
    for (const int blocked : pattern.clear) {
      Cells<2> own, opponent;
      own.add(static_cast<std::size_t>(pattern.own[0]));
      opponent.add(static_cast<std::size_t>(pattern.intruder));
      opponent.add(static_cast<std::size_t>(blocked));
      std::array<Move, 32> out{};
      const std::size_t count =
          table.find(static_cast<std::size_t>(pattern.intruder), own, opponent, std::span<Move>(out));
      for (std::size_t i = 0; i < count; ++i) ASSERT_NE(out[i].index, pattern.reply);
    }
  }
}

TEST(PolyYPatterns, TheStateAsksForThoseOfTheLastMove) {
  PolyY<2> state(Options{.swap = false});
  const PolyY<2>::Replier replier(state, 1u << bridge);
  const auto play = [&](const char* name) { state.play(state.parse_move(name).value()); };
  // White joins 15 and 22 by a bridge over 14 and 23, into which Black intrudes.
  for (const char* move : {"15", "100", "22", "23"}) play(move);
  std::array<Move, PolyY<2>::max_replies> out{};
  ASSERT_EQ(replier.suggest(state, state.parse_move("23").value(), out), 1u);
  EXPECT_EQ(state.move_text(out[0]), "14");
  EXPECT_EQ(replier.suggest(state, state.parse_move("swap").value(), out), 0u);
}

// ---- Templates ----

/// Whether a stone gets to an edge within a carrier when the opponent begins, by trying everything.
class Exhaustive {
 public:
  Exhaustive(const Topology& board, const EdgeTemplate& given) : board_(board), edge_(given.edge), cells_{given.stone} {
    for (int cell = 0; cell < board.cells; ++cell) {
      if (given.carrier[static_cast<std::size_t>(cell)]) cells_.push_back(cell);
    }
  }

  std::size_t cells() const { return cells_.size(); }

  /// The bits are the stone and then the cells of the carrier.
  bool is_safe(unsigned own, unsigned free) {
    if (connects(own)) return true;
    const auto [known, is_new] = known_.try_emplace({own, free}, false);
    if (!is_new) return known->second;
    for (unsigned intruders = free; intruders != 0; intruders &= intruders - 1) {
      const unsigned left = free & ~(intruders & -intruders);
      bool is_answered = false;
      for (unsigned replies = left; replies != 0 && !is_answered; replies &= replies - 1) {
        const unsigned reply = replies & -replies;
        is_answered = is_safe(own | reply, left & ~reply);
      }
      if (!is_answered) return false;
    }
    return known_[{own, free}] = free != 0;
  }

 private:
  bool connects(unsigned own) const {
    unsigned group = 1;
    for (unsigned before = 0; before != group;) {
      before = group;
      for (std::size_t i = 0; i < cells_.size(); ++i) {
        if ((group >> i & 1) == 0) continue;
        if ((board_.edges[static_cast<std::size_t>(cells_[i])] >> edge_ & 1) != 0) return true;
        for (std::size_t j = 0; j < cells_.size(); ++j) {
          if ((own >> j & 1) != 0 && board_.are_adjacent(cells_[i], cells_[j])) group |= 1u << j;
        }
      }
    }
    return false;
  }

  const Topology& board_;
  int edge_;
  std::vector<int> cells_;
  std::map<std::pair<unsigned, unsigned>, bool> known_;
};

TEST(PolyYPatterns, TemplatesOfLevelTwoAreConnectionsWithoutACellTooMany) {
  for (const auto& [sides, size] : {std::pair{5, 7}, std::pair{3, 6}}) {
    const Topology& board = Topology::of(sides, size);
    const auto templates = find_edge_templates(board, 2);
    ASSERT_GE(templates.size(), static_cast<std::size_t>(2 * sides));
    // The images of one are all the same.
    for (std::size_t i = 0; i < templates.size(); i += static_cast<std::size_t>(2 * sides)) {
      Exhaustive slow(board, templates[i]);
      const unsigned carrier = (2u << (slow.cells() - 1)) - 2;
      ASSERT_TRUE(slow.is_safe(1, carrier));
      for (unsigned cells = carrier; cells != 0; cells &= cells - 1) {
        ASSERT_FALSE(slow.is_safe(1, carrier & ~(cells & -cells)));
      }
    }
  }
}

// ---- Dead cells ----

TEST(PolyYDeadCells, AreThoseAroundWhichNothingCanChange) {
  using Around = std::vector<std::uint8_t>;
  EXPECT_TRUE(is_dead(Around{1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(is_dead(Around{1, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(is_dead(Around{1, 1, 0, 1, 1, 1}));
  EXPECT_TRUE(is_dead(Around{1, 1, 0, 2, 2, 2}));
  EXPECT_FALSE(is_dead(Around{1, 0, 0, 1, 1, 2}));
  EXPECT_FALSE(is_dead(Around{1, 1, 2, 2, 1, 2}));
  EXPECT_FALSE(is_dead(Around{0, 0, 0, 0, 0, 0}));
  // On an edge, and in a corner.
  EXPECT_TRUE(is_dead(Around{1, 1, 1, 1, 0}));
  EXPECT_TRUE(is_dead(Around{1, 1, 2, 2, 0}));
  EXPECT_FALSE(is_dead(Around{1, 2, 2, 1, 0}));
  EXPECT_TRUE(is_dead(Around{1, 1, 1, 0, 0}));
  EXPECT_FALSE(is_dead(Around{1, 1, 2, 0, 0}));
}

TEST(PolyYDeadCells, WhoeverTakesOneChangesNoCorner) {
  Rng rng(11);
  int dead = 0;
  for (const auto& [sides, size] : {std::pair{3, 4}, std::pair{5, 3}, std::pair{5, 5}, std::pair{7, 4}}) {
    for (int game = 0; game < 300; ++game) {
      PolyY<2> state(Options{.sides = sides, .size = size, .swap = false});
      const Geometry<2>& geometry = Geometry<2>::of(sides, size);
      PolyY<2>::Drawer drawer(state);
      auto draw = drawer.begin(rng);
      const auto stones = rng.below(geometry.cells);
      for (std::uint32_t i = 0; i < stones && !state.is_terminal(); ++i) state.play(draw(state));
      for (unsigned cell = 0; cell < geometry.cells; ++cell) {
        if (state.owners()[cell] != 0 || !state.is_dead(static_cast<int>(cell))) continue;
        ++dead;
        for (int filling = 0; filling < 5; ++filling) {
          Cells<2> first;
          for (unsigned other = 0; other < geometry.cells; ++other) {
            const std::uint8_t owner = state.owners()[other];
            if (owner == 1 || (owner == 0 && rng.below(2) == 0)) first.add(other);
          }
          Cells<2> with = first, without = first, one;
          one.add(cell);
          with |= one;
          without -= one;
          ASSERT_EQ(geometry.captured_by(with), geometry.captured_by(without));
        }
      }
    }
  }
  EXPECT_GT(dead, 500);
}

}  // namespace
}  // namespace banyan::poly_y
