// SPDX-License-Identifier: MIT
// What the state promises to search and to people: moves as lists, masks, numbers and text, hashes, copies, random
// draws, counts of games, and room for every group of stones. Who wins is havannah_rules_test.cpp's subject.
#include "games/havannah/havannah.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/random.h"
#include "game/board_view.h"
#include "game/chance.h"
#include "game/drawing.h"
#include "game/moves.h"
#include "game/perft.h"
#include "game/playouts.h"
#include "game/results.h"
#include "tests/havannah_helpers.h"
#include "tests/havannah_reference.h"
#include "tests/share.h"

namespace banyan::havannah {
namespace {

namespace reference = havannah_reference;
using reference::Cell;
using testing::ElementsAre;
using testing::IsEmpty;

template <class S>
constexpr bool has_all_capabilities = TestsMoves<S>&& ExplainsRefusals<S>&& DrawsMoves<S>&& IndexesMoves<S>&&
    MasksMoves<S>&& ShowsOwners<S>&& FillsBoard<S>&& ExplainsResults<S>&& HasSymmetries<S>;
static_assert(has_all_capabilities<Havannah<6>> && has_all_capabilities<Havannah<8>>);
static_assert(has_all_capabilities<Havannah<10>> && has_all_capabilities<Havannah<12>>);
static_assert(!HasChance<Havannah<6>> && !HasScore<Havannah<6>>);

template <class S>
std::vector<Move> moves_of(const S& state) {
  MoveList<S> list;
  state.legal_moves(list);
  return {list.begin(), list.end()};
}

template <class S>
S after(const Options& options, const std::vector<std::string>& moves) {
  S state(options);
  for (const auto& move : moves) play_text(state, move);
  return state;
}

TEST(HavannahSymmetries, TurnGamesIntoGamesThatEndAlike) {
  for (const int side : {3, 4, 8}) {
    const Options options{.size = side, .swap = true};
    Rng rng(static_cast<std::uint64_t>(side));
    for (int game = 0; game < 5; ++game) {
      std::vector<Havannah<12>> images(12, Havannah<12>(options));
      while (!images[0].is_terminal()) {
        const auto moves = moves_of(images[0]);
        const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        std::set<int> different;
        for (int symmetry = 0; symmetry < 12; ++symmetry) {
          const Move image = images[0].image(symmetry, move);
          EXPECT_TRUE(images[static_cast<std::size_t>(symmetry)].is_legal(image));
          images[static_cast<std::size_t>(symmetry)].play(image);
          different.insert(image.index);
        }
        EXPECT_EQ(images[0].image(0, move), move);
        EXPECT_EQ(12 % different.size(), 0);
      }
      for (const auto& image : images) EXPECT_EQ(image.how(), images[0].how());
    }
  }
}

// ---- Invariants at every move of random games ------------------------------------------------------------------

template <class S>
void expect_moves_agree(const S& state, int side) {
  const auto moves = moves_of(state);
  EXPECT_EQ(moves.empty(), state.is_terminal());
  std::set<int> legal;
  for (const Move m : moves) {
    EXPECT_TRUE(state.is_legal(m));
    legal.insert(state.index_of(m));
  }
  EXPECT_EQ(legal.size(), moves.size()) << "a move is listed twice";
  EXPECT_LE(moves.size(), static_cast<std::size_t>(S::max_moves));

  std::vector<std::uint64_t> words(static_cast<std::size_t>(state.index_count() + 63) / 64, ~std::uint64_t{0});
  state.legal_mask(words);
  for (int i = 0; i < static_cast<int>(words.size()) * 64; ++i) {
    const bool bit = (words[static_cast<std::size_t>(i) / 64] >> (i % 64) & 1) != 0;
    EXPECT_EQ(bit, legal.contains(i)) << "bit " << i << " on side " << side;
  }
  for (int i = 0; i < state.index_count(); ++i) {
    const Move m = state.move_at(i);
    EXPECT_EQ(state.index_of(m), i);
    EXPECT_EQ(state.is_legal(m), legal.contains(i));
    EXPECT_EQ(state.parse_move(state.move_text(m)), m);
    if (!state.is_legal(m)) {
      EXPECT_NE(state.refusal(m), "");
    }
  }
}

class HavannahInvariants : public testing::TestWithParam<int> {};

TEST_P(HavannahInvariants, OfMovesHoldAtEveryMove) {
  const int side = GetParam();
  for (const bool swap : {false, true}) {
    with_type_for(side, [&]<class S>() {
      Rng rng(derive_seed(21, static_cast<std::uint64_t>(side)));
      for (int game = 0; game < (is_full_run ? 10 : 1); ++game) {
        S state(Options{.size = side, .swap = swap});
        expect_moves_agree(state, side);
        while (!state.is_terminal() && !HasFailure()) {
          const auto moves = moves_of(state);
          const bool swaps = state.move_text(moves.back()) == "swap" && game % 2 == 0;
          const S before = state;
          const Move m = swaps ? moves.back() : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
          state.play(m);
          EXPECT_FALSE(state.is_legal(m));
          EXPECT_TRUE(before.is_legal(m)) << "playing on a copy changed the original";
          EXPECT_EQ(moves_of(before), moves);
          EXPECT_NE(before.hash(), state.hash());
          expect_moves_agree(state, side);
        }
      }
    });
  }
}

TEST_P(HavannahInvariants, OfOwnersHoldAtEveryMove) {
  const int side = GetParam();
  with_type_for(side, [&]<class S>() {
    Rng rng(derive_seed(22, static_cast<std::uint64_t>(side)));
    for (const bool swaps : {false, true}) {
      S state(Options{.size = side, .swap = swaps});
      std::map<int, Player> played_by;
      while (!state.is_terminal()) {
        auto moves = moves_of(state);
        if (played_by.size() == 1 && swaps && state.is_legal(moves.back())) {
          state.play(moves.back());
          played_by.begin()->second = 1;  // the second player has taken the stone over
          moves.pop_back();
        }
        const Move m = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        played_by[m.index] = state.to_move();
        state.play(m);
        for (int i = 0; i < cell_count(side); ++i) {
          const auto found = played_by.find(i);
          const unsigned expected = found == played_by.end() ? 0 : state.owner_bit(found->second);
          ASSERT_EQ(state.owners()[i], expected);
        }
      }
    }
  });
}

TEST_P(HavannahInvariants, CopiesPlayOnIndependently) {
  const int side = GetParam();
  with_type_for(side, [&]<class S>() {
    Rng rng(derive_seed(23, static_cast<std::uint64_t>(side)));
    S original(Options{.size = side, .swap = false});
    for (int ply = 0; ply < 4; ++ply) original.play(moves_of(original)[rng.below(10)]);
    const std::uint64_t hash = original.hash();
    const std::string board = plain_text(board_of(original));
    // The same random game from two copies, one made before the other is played to its end.
    const auto finish = [](S state, std::uint64_t seed) {
      Rng stream(seed);
      while (!state.is_terminal()) {
        const auto moves = moves_of(state);
        state.play(moves[stream.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      return std::pair(state.hash(), state.how());
    };
    const S copy = original;
    EXPECT_EQ(finish(original, 5), finish(copy, 5));
    EXPECT_EQ(original.hash(), hash);
    EXPECT_EQ(plain_text(board_of(original)), board);
  });
}

TEST_P(HavannahInvariants, EveryCapacityThatHoldsTheSideAgrees) {
  const int side = GetParam();
  const Options options{.size = side, .swap = true};
  Rng rng(derive_seed(24, static_cast<std::uint64_t>(side)));
  Havannah<12> large(options);
  with_type_for(side, [&]<class S>() {
    S small(options);
    for (;;) {
      ASSERT_EQ(small.hash(), large.hash());
      ASSERT_EQ(small.how(), large.how());
      ASSERT_EQ(moves_of(small), moves_of(large));
      if (small.is_terminal()) return;
      const auto moves = moves_of(small);
      const Move m = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      small.play(m);
      large.play(m);
    }
  });
}

/// The moves that end the game in a win when they are tried.
template <class S>
std::set<int> tried_wins(const S& state) {
  std::set<int> wins;
  for (const Move m : moves_of(state)) {
    S next = state;
    next.play(m);
    if (next.is_terminal() && !next.how().empty()) wins.insert(m.index);
  }
  return wins;
}

template <class Find>
std::set<int> found_by(Find find) {
  std::vector<Move> found(static_cast<std::size_t>(Havannah<max_side>::max_moves));
  found.resize(find(std::span(found)));
  std::set<int> indices;
  for (const Move m : found) indices.insert(m.index);
  EXPECT_EQ(indices.size(), found.size()) << "a move is found twice";
  return indices;
}

TEST_P(HavannahInvariants, WinsAreFoundWithoutTryingThem) {
  const int side = GetParam();
  std::size_t most = 0;
  with_type_for(side, [&]<class S>() {
    Rng rng(derive_seed(25, static_cast<std::uint64_t>(side)));
    for (int game = 0; game < (is_full_run ? 20 : 4); ++game) {
      S state(Options{.size = side, .swap = game % 2 == 1});
      while (!state.is_terminal() && !HasFailure()) {
        const Player mover = state.to_move();
        const std::set<int> wins = tried_wins(state);
        ASSERT_EQ(found_by([&](std::span<Move> out) { return state.find_wins(mover, out); }), wins);
        most = std::max(most, wins.size());
        // Games go on past the first chance to win, so that boards fill up. What the player who is not to move
        // threatens is what it can do after a move elsewhere.
        const std::set<int> threats = found_by([&](std::span<Move> out) { return state.find_threats(mover, out); });
        auto moves = moves_of(state);
        std::erase_if(moves, [&](Move m) { return wins.contains(m.index) && wins.size() < moves.size(); });
        const Move m = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        state.play(m);
        if (state.is_terminal()) continue;
        std::set<int> left = threats;
        left.erase(m.index);
        ASSERT_EQ(tried_wins(state), left);
      }
    }
  });
  EXPECT_GT(most, 1u);
}

INSTANTIATE_TEST_SUITE_P(EverySide, HavannahInvariants, testing::Range(min_side, max_side + 1));

// ---- Hash ------------------------------------------------------------------------------------------------------

TEST(HavannahHash, IsTheSameForTheSameStonesInAnyOrder) {
  Rng rng(31);
  for (int trial = 0; trial < 200; ++trial) {
    const Options options{.size = 5, .swap = trial % 2 == 1};
    Havannah<6> one(options);
    std::array<std::vector<Move>, 2> stones;
    while (stones[1].size() < 10) {
      const Move m = one.move_at(static_cast<int>(rng.below(61)));
      if (!one.is_legal(m)) continue;
      Havannah<6> next = one;
      next.play(m);
      if (next.is_terminal()) break;
      stones[static_cast<std::size_t>(one.to_move())].push_back(m);
      one = next;
    }
    Havannah<6> other(options);
    for (std::size_t i = 0; i < stones[0].size() + stones[1].size(); ++i) {
      const auto& own = stones[i % 2];
      other.play(own[own.size() - 1 - i / 2]);
    }
    ASSERT_EQ(one.hash(), other.hash());
  }
}

TEST(HavannahHash, DiffersBetweenDifferentPositions) {
  std::unordered_map<std::uint64_t, std::string> seen;
  Rng rng(32);
  for (int game = 0; game < (is_full_run ? 2000 : 100); ++game) {
    const Options options{.size = 3 + game % 4, .swap = game % 8 >= 4};
    Havannah<6> state(options);
    bool swapped = false;
    for (;;) {
      const auto moves = moves_of(state);
      const bool may_swap = !moves.empty() && state.move_text(moves.back()) == "swap";
      // What decides the future: the stones, whose they are, and whether a swap is possible.
      std::string position = std::to_string(options.size);
      position += swapped ? " swapped " : may_swap ? " swap? " : " ";
      for (int i = 0; i < cell_count(options.size); ++i) position += ".12"[state.owners()[i]];
      const auto [found, is_new] = seen.emplace(state.hash(), position);
      ASSERT_EQ(found->second, position);
      if (state.is_terminal()) break;
      const Move m =
          may_swap && game % 3 == 0 ? moves.back() : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      swapped = swapped || state.move_text(m) == "swap";
      state.play(m);
    }
  }
  EXPECT_GT(seen.size(), is_full_run ? 50'000u : 2'000u);
}

TEST(HavannahHash, TellsWhoOwnsAStoneAfterASwapAndWhetherASwapIsPossible) {
  const Options plain{.size = 4, .swap = false}, with_swap{.size = 4, .swap = true};
  const auto stone = after<Havannah<6>>(plain, {"d4"}).hash();
  const auto stone_and_choice = after<Havannah<6>>(with_swap, {"d4"}).hash();
  const auto swapped = after<Havannah<6>>(with_swap, {"d4", "swap"}).hash();
  EXPECT_NE(stone, stone_and_choice);
  EXPECT_NE(stone, swapped);
  EXPECT_NE(stone_and_choice, swapped);
  // Once the second stone stands, it no longer matters that a swap was possible.
  EXPECT_EQ(after<Havannah<6>>(plain, {"d4", "d5"}).hash(), after<Havannah<6>>(with_swap, {"d4", "d5"}).hash());
}

// ---- Text ------------------------------------------------------------------------------------------------------

TEST(HavannahNotation, NamesRowsByLettersAndColumnsByNumbers) {
  const Havannah<12> state(Options{.size = 12, .swap = false});
  EXPECT_EQ(state.move_text(state.move_at(0)), "a1");
  EXPECT_EQ(state.move_text(state.move_at(11)), "a12");
  EXPECT_EQ(state.move_text(state.move_at(12)), "b1");
  EXPECT_EQ(state.move_text(state.move_at(state.index_count() - 1)), "w23");
}

TEST(HavannahNotation, NamesAreThoseOfTheReference) {
  for (int side = min_side; side <= max_side; ++side) {
    const Havannah<12> state(Options{.size = side, .swap = false});
    std::vector<std::string> names, expected;
    for (int i = 0; i < state.index_count(); ++i) names.push_back(state.move_text(state.move_at(i)));
    const reference::Board board(side);
    for (const Cell c : board.cells()) expected.push_back(reference::name_of(c));
    EXPECT_EQ(names, expected);
  }
}

TEST(HavannahNotation, WelcomesCapitals) {
  const Havannah<6> state(Options{.size = 4, .swap = false});
  EXPECT_EQ(state.parse_move("D5"), state.parse_move("d5"));
  EXPECT_EQ(state.move_text(state.parse_move("D5").value()), "d5");
}

TEST(HavannahNotation, RefusesWhatIsNoCell) {
  const Havannah<6> state(Options{.size = 4, .swap = false});
  for (const char* text : {"",    "a",   "1",  "a0",  "a00",  "a01",         "a5",   "a8",    "h1", "g3", "a1 ",  " a1",
                           "a-1", "a+1", "1a", "a1x", "a111", "a4294967297", "Swap", "swap ", "{1", "`1", "a\xc3"}) {
    EXPECT_EQ(state.parse_move(text), std::nullopt) << "'" << text << "'";
  }
  EXPECT_TRUE(state.parse_move("a4").has_value());
  EXPECT_TRUE(state.parse_move("g7").has_value());
  EXPECT_TRUE(state.parse_move("swap").has_value());  // a move of the game, but not legal here
}

TEST(HavannahRefusal, SaysWhy) {
  const Options plain{.size = 3, .swap = false}, with_swap{.size = 3, .swap = true};
  const auto refusal = [](const Havannah<6>& state, const char* text) {
    const Move m = state.parse_move(text).value();
    EXPECT_FALSE(state.is_legal(m));
    return state.refusal(m);
  };
  EXPECT_EQ(refusal(after<Havannah<6>>(plain, {"c3"}), "c3"), "the cell is occupied");
  EXPECT_EQ(refusal(after<Havannah<6>>(plain, {"c3"}), "swap"), "this game has no swap");
  EXPECT_EQ(refusal(after<Havannah<6>>(with_swap, {}), "swap"), "only the second move may be a swap");
  EXPECT_EQ(refusal(after<Havannah<6>>(with_swap, {"c3", "c4"}), "swap"), "only the second move may be a swap");
  EXPECT_EQ(refusal(after<Havannah<6>>(with_swap, {"c3", "swap"}), "swap"), "only the second move may be a swap");
  EXPECT_EQ(refusal(after<Havannah<6>>(plain, {"a1", "e5", "a2", "e4", "a3"}), "c3"), "the game is over");
}

TEST(HavannahSwap, HandsTheStoneToTheSecondPlayer) {
  auto state = after<Havannah<6>>(Options{.size = 3, .swap = true}, {"a1", "swap"});
  EXPECT_EQ(state.to_move(), 0);
  for (const char* move : {"e5", "a2", "e4", "a3"}) play_text(state, move);
  EXPECT_EQ(state.rewards(), (std::array{0.0, 1.0}));
  EXPECT_THAT(state.how(), ElementsAre("bridge"));
}

TEST(HavannahBoardView, ShowsEveryCellOnceUnderItsName) {
  for (int side = min_side; side <= max_side; ++side) {
    Havannah<12> state(Options{.size = side, .swap = false});
    play_text(state, "a1");
    play_text(state, "b2");
    std::map<std::string, Ink> shown;
    for (const BoardLine& line : draw(board_of(state))) {
      for (const Span& span : line) {
        if (span.name.empty()) continue;
        EXPECT_TRUE(shown.emplace(span.name, span.ink).second) << span.name;
        EXPECT_TRUE(state.parse_move(span.name).has_value()) << span.name;
      }
    }
    EXPECT_EQ(shown.size(), static_cast<std::size_t>(cell_count(side)));
    EXPECT_EQ(shown["a1"], Ink::first_player);
    EXPECT_EQ(shown["b2"], Ink::second_player);
    EXPECT_EQ(shown["a2"], Ink::empty);
  }
}

TEST(HavannahBoard, NumbersAboveTheBoardStandBesideTheirDiagonals) {
  const auto lines_above = [](int side) {
    const std::string text = plain_text(board_of(Havannah<12>(Options{.size = side, .swap = false})));
    return text.substr(0, text.find('a'));
  };
  EXPECT_EQ(lines_above(9), std::string(14, ' ') + "1 2 3 4 5 6 7 8 9\n" + std::string(10, ' '));
  EXPECT_EQ(lines_above(12), std::string(35, ' ') + "1 1 1\n" + std::string(17, ' ') + "1 2 3 4 5 6 7 8 9 0 1 2\n" +
                                 std::string(13, ' '));
}

/// The names of the stones that are marked as the shape that won.
template <class S>
std::vector<std::string> marked_shape(const S& state) {
  std::vector<std::string> names;
  for (const BoardMark& mark : state.board_data().marks) {
    if (mark.kind == MarkKind::winning) names = mark.names;
  }
  return names;
}

TEST(HavannahBoard, MarksTheStonesOfTheWinningShapeAndNoOthers) {
  const auto bridge = after<Havannah<6>>(Options{.size = 3, .swap = false}, {"a1", "e5", "b1", "e4", "c1"});
  EXPECT_THAT(marked_shape(bridge), ElementsAre("a1", "b1", "c1"));
  // A stone beside the chain, and another elsewhere.
  const auto beside =
      after<Havannah<6>>(Options{.size = 3, .swap = false}, {"a1", "e5", "b1", "e4", "b2", "d5", "d2", "a3", "c1"});
  EXPECT_THAT(marked_shape(beside), ElementsAre("a1", "b1", "c1"));
  // A ring around the middle, in which an own stone lies.
  const auto ring = after<Havannah<6>>(Options{.size = 4, .swap = false},
                                       {"d4", "a1", "c3", "a2", "c4", "b1", "d5", "g7", "e5", "g6", "e4", "f7", "d3"});
  EXPECT_THAT(ring.how(), ElementsAre("ring"));
  EXPECT_THAT(marked_shape(ring), ElementsAre("c3", "c4", "d3", "d5", "e4", "e5"));
  EXPECT_THAT(marked_shape(Havannah<6>(Options{.size = 4, .swap = false})), IsEmpty());
}

TEST(HavannahBoard, MarksShapesThatNeedEachOfTheirStones) {
  Rng rng(7);
  for (int game = 0; game < 60; ++game) {
    Havannah<6> state(Options{.size = 4, .swap = false});
    while (!state.is_terminal()) {
      MoveList<Havannah<6>> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (state.how().empty()) continue;
    const std::vector<std::string> names = state.how();
    const std::set<std::string> how(names.begin(), names.end());
    reference::Board board(4);
    for (const std::string& name : marked_shape(state)) board.put(reference::cell_named(name), '1');
    EXPECT_EQ(board.shapes('1'), how);
    if (how.size() > 1) continue;  // each shape needs its own stones only
    for (const Cell cell : board.cells()) {
      if (board.at(cell) != '1') continue;
      board.put(cell, '.');
      EXPECT_TRUE(board.shapes('1').empty()) << reference::name_of(cell) << " can be spared";
      board.put(cell, '1');
    }
  }
}

// ---- Random draws ----------------------------------------------------------------------------------------------

/// Pearson's statistic of counts that should be equal.
double chi_square(const std::map<int, int>& counts, int categories, int draws) {
  const double expected = static_cast<double>(draws) / categories;
  double sum = (categories - static_cast<int>(counts.size())) * expected;
  for (const auto& [key, count] : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

/// Four standard deviations above the mean of the chi-square distribution.
double chi_square_limit(int categories) { return categories - 1 + 4 * std::sqrt(2.0 * (categories - 1)); }

TEST(HavannahDrawer, DrawsEveryLegalMoveOnceInAPlayout) {
  Rng rng(41);
  for (int side = min_side; side <= max_side; ++side) {
    with_type_for(side, [&]<class S>() {
      S root(Options{.size = side, .swap = false});
      typename S::Drawer drawer(root);
      for (int playout = 0; playout < 20; ++playout) {
        S state = root;
        // Some moves of a tree below the drawer's root come first.
        for (int i = 0; i < playout % 5; ++i) state.play(moves_of(state)[static_cast<std::size_t>(i * playout) % 7]);
        auto draw = drawer.begin(rng);
        while (!state.is_terminal()) {
          const Move m = draw(state);
          ASSERT_TRUE(state.is_legal(m));
          state.play(m);
        }
      }
    });
  }
}

TEST(HavannahDrawer, FillsTheBoardToTheLastCellOfADraw) {
  // Side 3 has draws: random playouts reach the last cell in some of many games.
  Rng rng(42);
  const Havannah<6> root(Options{.size = 3, .swap = false});
  Havannah<6>::Drawer drawer(root);
  std::size_t longest = 0;
  for (int playout = 0; playout < 20'000; ++playout) {
    Havannah<6> state = root;
    auto draw = drawer.begin(rng);
    std::size_t moves = 0;
    for (; !state.is_terminal(); ++moves) state.play(draw(state));
    longest = std::max(longest, moves);
  }
  EXPECT_EQ(longest, 19u);
}

TEST(HavannahDrawer, IsUniformOverTheLegalMoves) {
  constexpr int draws = 100'000;
  Rng rng(43);
  const Havannah<6> root(Options{.size = 3, .swap = false});
  for (const std::vector<std::string>& tree_moves :
       {std::vector<std::string>{}, {"c3"}, {"a1", "c3", "e5"}, {"b2", "b3", "c2", "c4", "d3", "d4"}}) {
    Havannah<6>::Drawer drawer(root);
    Havannah<6> start = root;
    for (const auto& move : tree_moves) play_text(start, move);
    std::map<int, int> first, second, pairs;
    for (int i = 0; i < draws; ++i) {
      Havannah<6> state = start;
      auto draw = drawer.begin(rng);
      const Move a = draw(state);
      state.play(a);
      const Move b = draw(state);
      ++first[a.index];
      ++second[b.index];
      ++pairs[a.index * 19 + b.index];
    }
    const int n = 19 - static_cast<int>(tree_moves.size());
    EXPECT_EQ(static_cast<int>(first.size()), n);
    EXPECT_LT(chi_square(first, n, draws), chi_square_limit(n));
    EXPECT_LT(chi_square(second, n, draws), chi_square_limit(n));
    EXPECT_LT(chi_square(pairs, n * (n - 1), draws), chi_square_limit(n * (n - 1)));
  }
}

TEST(HavannahPlayout, OfTheStateEndsAsMoveByMove) {
  for (int side = min_side; side <= max_side; ++side) {
    with_type_for(side, [&]<class S>() {
      Rng fast_rng(derive_seed(44, static_cast<std::uint64_t>(side)));
      Rng plain_rng = fast_rng;
      const S root(Options{.size = side, .swap = false});
      typename S::Drawer fast_drawer(root), plain_drawer(root);
      for (int playout = 0; playout < 50; ++playout) {
        S fast = root;
        for (std::size_t i = 0; i < static_cast<std::size_t>(playout % 4); ++i) fast.play(moves_of(fast)[3 * i]);
        S plain = fast;
        auto fast_draw = fast_drawer.begin(fast_rng);
        auto plain_draw = plain_drawer.begin(plain_rng);
        run_playout(fast, [&](const S& now, Player) { return fast_draw(now); });
        while (!plain.is_terminal()) plain.play(plain_draw(plain));
        ASSERT_TRUE(fast.is_terminal());
        ASSERT_EQ(fast.hash(), plain.hash());
        ASSERT_EQ(fast.how(), plain.how());
        ASSERT_EQ(fast.rewards(), plain.rewards());
        ASSERT_EQ(fast_rng, plain_rng);
      }
    });
  }
}

// ---- Counts ----------------------------------------------------------------------------------------------------

std::uint64_t falling_factorial(std::uint64_t n, int factors) {
  std::uint64_t product = 1;
  for (int i = 0; i < factors; ++i) product *= n - static_cast<std::uint64_t>(i);
  return product;
}

/// The depth up to which no sequence is cut short: a bridge along an edge takes as many stones as the side has cells,
/// a ring six; no fork is shorter than a bridge. The first player has k stones after 2k - 1 moves.
int free_depth(int side) { return 2 * std::min(side, 6) - 1; }

TEST(HavannahPerft, EqualsTheClosedFormulaWhileNoGameCanBeOver) {
  for (int side = min_side; side <= max_side; ++side) {
    const auto cells = static_cast<std::uint64_t>(cell_count(side));
    with_type_for(side, [&]<class S>() {
      const S plain(Options{.size = side, .swap = false}), with_swap(Options{.size = side, .swap = true});
      for (int depth = 0; depth <= free_depth(side); ++depth) {
        const std::uint64_t expected = falling_factorial(cells, depth);
        if (expected > (is_full_run ? 20'000'000u : 200'000u)) break;
        EXPECT_EQ(perft(plain, depth), expected) << "side " << side << " depth " << depth;
        // A swap takes a move and no cell: what follows it is a sequence one stone shorter.
        const std::uint64_t after_swap = depth < 2 ? 0 : falling_factorial(cells, depth - 1);
        EXPECT_EQ(perft(with_swap, depth), expected + after_swap) << "side " << side << " depth " << depth;
      }
    });
  }
}

std::uint64_t reference_perft(const reference::Game& game, int depth) {
  if (depth == 1) return game.count_legal_moves();
  std::uint64_t count = 0;
  for (const auto& move : game.legal_moves()) {
    reference::Game next = game;
    next.play(move);
    count += reference_perft(next, depth - 1);
  }
  return count;
}

TEST(HavannahPerft, EqualsTheReferenceWhereGamesEnd) {
  const std::vector<std::string> opening{"c3", "a1", "d4", "a2", "b2", "c1", "e4", "d2", "b4", "c5"};
  for (const std::size_t plies : {4u, 6u, 8u, 10u}) {
    const std::vector<std::string> moves(opening.begin(), opening.begin() + static_cast<std::ptrdiff_t>(plies));
    const auto state = after<Havannah<6>>(Options{.size = 3, .swap = false}, moves);
    reference::Game game(3, false);
    for (const auto& move : moves) game.play(move);
    ASSERT_FALSE(state.is_terminal());
    for (int depth = 1; depth <= (is_full_run ? 5 : 3); ++depth) {
      EXPECT_EQ(perft(state, depth), reference_perft(game, depth)) << plies << " plies, depth " << depth;
    }
    EXPECT_LT(perft(state, 5), falling_factorial(19 - plies, 5)) << "no game was over";
  }
}

TEST(HavannahPerft, LacksTheFirstBridgesOfSideThree) {
  // The first player's third stone can complete one of six edges, in any of 3! orders, wherever the two other stones
  // stand; nothing else ends a game within five moves.
  const std::uint64_t over = std::uint64_t{36} * falling_factorial(16, 2);
  const Havannah<6> start(Options{.size = 3, .swap = false});
  EXPECT_EQ(perft(start, 6), (falling_factorial(19, 5) - over) * 14);
}

// ---- Room for every group --------------------------------------------------------------------------------------

bool are_neighbours(Cell a, Cell b) {
  const auto cells = reference::around(a);
  return std::find(cells.begin(), cells.end(), b) != cells.end();
}

/// Covers the board with sets of cells that all touch each other. Of each set, at most one cell can hold a stone that
/// touches no other stone of its colour. Two rows, read from left to right in a zigzag, fall into triangles of three
/// cells in turn; the last row is left alone and falls into pairs.
int count_cliques(int side) {
  const reference::Board board(side);
  int cliques = 0;
  for (int row = 0; row <= 2 * side - 2; row += 2) {
    std::vector<Cell> zigzag;
    for (const Cell c : board.cells()) {
      if (c.y == row || c.y == row + 1) zigzag.push_back(c);
    }
    std::sort(zigzag.begin(), zigzag.end(), [](Cell a, Cell b) { return 2 * a.x - a.y < 2 * b.x - b.y; });
    const std::size_t length = row == 2 * side - 2 ? 2 : 3;
    for (std::size_t begin = 0; begin < zigzag.size(); begin += length) {
      const std::size_t end = std::min(begin + length, zigzag.size());
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t j = begin; j < i; ++j) EXPECT_TRUE(are_neighbours(zigzag[i], zigzag[j]));
      }
      ++cliques;
    }
  }
  return cliques;
}

/// The exact number for small boards: the largest set of cells that do not touch, row by row. A row is a set of bits x
/// without two in succession; the row above may not hold x or x - 1.
int most_scattered(int side) {
  std::map<unsigned, int> best{{0u, 0}};
  for (int y = 0; y <= 2 * side - 2; ++y) {
    unsigned on_board = 0;
    for (int x = 0; x <= 2 * side - 2; ++x) on_board |= havannah::on_board(side, x, y) ? 1u << x : 0u;
    std::map<unsigned, int> next;
    for (unsigned row = 0; row <= on_board; ++row) {
      if ((row & ~on_board) != 0 || (row & row << 1) != 0) continue;
      int most = -1;
      for (const auto& [above, count] : best) {
        if ((above & (row | row >> 1)) == 0) most = std::max(most, count);
      }
      next[row] = most + std::popcount(row);
    }
    best = std::move(next);
  }
  int most = 0;
  for (const auto& [row, count] : best) most = std::max(most, count);
  return most;
}

TEST(HavannahLabels, SufficeForStonesThatTouchNoOther) {
  for (const int capacity : {6, 8, 10, 12}) {
    for (int side = min_side; side <= capacity; ++side) {
      const int most = side <= 6 ? most_scattered(side) : count_cliques(side);
      EXPECT_LE(most, detail::label_capacity(capacity)) << "side " << side << ", capacity " << capacity;
      if (side <= 6) {
        EXPECT_LE(most, count_cliques(side)) << "a cover is a bound";
      }
    }
  }
}

TEST(HavannahLabels, SufficeWhenBothPlayersScatterTheirStones) {
  // (x + y) mod 3 colours the board so that no two neighbours share a class. Each player fills a class of his own,
  // a third of the board without two stones that touch; the third class then joins them.
  using Names = std::vector<std::string>;
  for (int side = min_side; side <= max_side; side += is_full_run ? 1 : 3) {
    for (const auto& order : {std::array{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}) {
      std::array<Names, 3> classes;
      const reference::Board board(side);
      for (const Cell c : board.cells()) {
        classes[static_cast<std::size_t>(order[static_cast<std::size_t>((c.x + c.y) % 3)])].push_back(
            reference::name_of(c));
      }
      with_type_for(side, [&]<class S>() {
        S fast(Options{.size = side, .swap = false});
        reference::Game slow(side, false);
        std::size_t scattered = 0;
        while (!slow.is_over()) {
          Names& own = classes[slow.to_move() == 1 ? 0 : 1];
          Names& from = own.empty() ? classes[2] : own;
          scattered += &from == &own;
          const std::string move = from.back();
          from.pop_back();
          slow.play(move);
          play_text(fast, move);
          ASSERT_EQ(shapes_of(fast), slow.shapes());
          ASSERT_EQ(fast.is_terminal(), slow.is_over());
        }
        EXPECT_GE(scattered, 2 * static_cast<std::size_t>(cell_count(side) / 3) - 1);
      });
    }
  }
}

}  // namespace
}  // namespace banyan::havannah
