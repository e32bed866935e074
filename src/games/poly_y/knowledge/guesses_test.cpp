// SPDX-License-Identifier: MIT
#include "games/poly_y/knowledge/guesses.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/random.h"
#include "game/knowledge.h"
#include "games/poly_y/poly_y.h"
#include "tests/guess_counts.h"
#include "tests/poly_y_reference.h"

namespace banyan::poly_y {
namespace {

using poly_y_reference::Board;

static_assert(WeighsGuesses<PolyY<2>> && WeighsGuesses<PolyY<4>>);
static_assert(ShowsTraits<PolyY<2>> && ShowsTraits<PolyY<4>>);

/// The same from the meaning of the terms, of a board with a colour or '.' for every cell.
class Slow {
 public:
  Slow(const Board& board, const std::vector<char>& stones) : board_(board), stones_(stones) {}

  bool is_rim(std::size_t cell) const { return !board_.edges(cell).empty(); }
  bool is_second(std::size_t cell) const {
    bool beside = false;
    for (const std::size_t next : board_.neighbours(cell)) beside = beside || is_rim(next);
    return beside && !is_rim(cell);
  }
  int steps(std::size_t from, std::size_t to) const {
    if (from == to) return 0;
    if (board_.neighbours(from).contains(to)) return 1;
    for (const std::size_t next : board_.neighbours(from)) {
      if (board_.neighbours(next).contains(to)) return 2;
    }
    return 3;
  }
  /// How many stones of a colour lie where bridges from here would end, whatever is between.
  int ends(std::size_t cell, char colour) const {
    int count = 0;
    for (std::size_t stone = 0; stone < stones_.size(); ++stone) {
      if (stones_[stone] != colour || stone == cell || board_.neighbours(stone).contains(cell)) continue;
      int pairs = 0;
      for (const std::size_t first : board_.neighbours(cell)) {
        for (const std::size_t second : board_.neighbours(cell)) {
          if (second <= first || !board_.neighbours(first).contains(second)) continue;
          pairs += board_.neighbours(stone).contains(first) && board_.neighbours(stone).contains(second) ? 1 : 0;
        }
      }
      count += pairs;
    }
    return count;
  }
  int bridges(std::size_t cell, char colour) const {
    int count = 0;
    for (std::size_t first = 0; first < stones_.size(); ++first) {
      for (std::size_t second = 0; second < first; ++second) {
        if (stones_[first] != '.' || stones_[second] != '.' || !board_.neighbours(first).contains(second)) continue;
        if (!board_.neighbours(cell).contains(first) || !board_.neighbours(cell).contains(second)) continue;
        if (is_rim(first) && is_rim(second)) {
          count += is_second(cell) ? 1 : 0;
          continue;
        }
        for (std::size_t stone = 0; stone < stones_.size(); ++stone) {
          const auto& around = board_.neighbours(stone);
          if (stones_[stone] == colour && around.contains(first) && around.contains(second) && !around.contains(cell)) {
            ++count;
          }
        }
      }
    }
    return count;
  }

 private:
  const Board& board_;
  const std::vector<char>& stones_;
};

template <class S>
void expect_slow_guesses(const S& state, const Board& board, const std::vector<char>& stones, std::size_t last) {
  const Slow slow(board, stones);
  const char own = state.to_move() == 0 ? '0' : '1', opponent = state.to_move() == 0 ? '1' : '0';
  const typename S::Replier replier(state, S::usual_replies);
  std::array<Move, S::max_replies> out{};
  std::set<std::size_t> replies;
  const std::size_t found = replier.suggest(state, state.move_at(static_cast<int>(last)), out);
  for (std::size_t i = 0; i < found; ++i) replies.insert(out[i].index);
  std::vector<std::vector<int>> counts;
  for (std::size_t which = 0; which < term::habit; ++which) {
    counts.push_back(guess_counts(state, static_cast<term::Index>(which)));
  }
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    if (stones[cell] != '.') continue;
    SCOPED_TRACE(board.names()[cell]);
    EXPECT_EQ(counts[term::base][cell], 1);
    EXPECT_EQ(counts[term::rim][cell], slow.is_rim(cell) ? 1 : 0);
    EXPECT_EQ(counts[term::second][cell], slow.is_second(cell) ? 1 : 0);
    EXPECT_EQ(counts[term::keep][cell], replies.contains(cell) ? 1 : 0);
    EXPECT_EQ(counts[term::near][cell], slow.steps(last, cell) == 1 ? 1 : 0);
    EXPECT_EQ(counts[term::far][cell], slow.steps(last, cell) == 2 ? 1 : 0);
    EXPECT_EQ(counts[term::shape][cell], slow.bridges(cell, own));
    EXPECT_EQ(counts[term::cut][cell], slow.bridges(cell, opponent));
  }
}

template <class S>
void expect_slow_guesses_in_games(int sides, int size, std::uint64_t seed) {
  const Board board(sides, size);
  Rng rng(seed);
  S state(Options{.sides = sides, .size = size, .swap = false});
  std::vector<char> stones(board.names().size(), '.');
  while (!state.is_terminal()) {
    const auto cell = rng.below(static_cast<std::uint32_t>(stones.size()));
    if (stones[cell] != '.') continue;
    stones[cell] = state.to_move() == 0 ? '0' : '1';
    state.play(state.move_at(static_cast<int>(cell)));
    if (!state.is_terminal()) expect_slow_guesses(state, board, stones, cell);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(PolyYGuesses, CountWhatTheirTermsMean) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    expect_slow_guesses_in_games<PolyY<2>>(3, 6, seed);
    expect_slow_guesses_in_games<PolyY<2>>(5, 5, seed);
    expect_slow_guesses_in_games<PolyY<4>>(7, 7, seed);
  }
}

template <class S>
std::vector<std::uint16_t> traits_of(const S& state) {
  std::vector<std::uint16_t> traits(static_cast<std::size_t>(state.index_count()) * trait::kinds);
  state.move_traits(traits);
  return traits;
}

/// How many of the six places of a circle have a sign: 1 = own, 2 = the other's, 3 = off the board or to the border.
std::array<int, 4> signs_of(std::uint16_t circle) {
  const auto code = static_cast<unsigned>(std::find(circle_of.begin(), circle_of.end(), circle) - circle_of.begin());
  std::array<int, 4> counts{};
  for (unsigned d = 0; d < 6; ++d) ++counts[(code >> d & 1) + 2 * (code >> (d + 6) & 1)];
  return counts;
}

template <class S>
void expect_slow_traits(const S& state, const Board& board, const std::vector<char>& stones, std::size_t last) {
  const Slow slow(board, stones);
  const char own = state.to_move() == 0 ? '0' : '1', opponent = state.to_move() == 0 ? '1' : '0';
  const auto traits = traits_of(state);
  for (std::size_t cell = 0; cell < stones.size(); ++cell) {
    SCOPED_TRACE(board.names()[cell]);
    const auto trait = [&](trait::Kind kind) { return traits[cell * trait::kinds + kind]; };
    if (stones[cell] != '.') {
      EXPECT_EQ(trait(trait::circle), no_trait);
      continue;
    }
    const auto& around = board.neighbours(cell);
    if (around.size() <= 6 && cell != 0) {
      std::array<int, 4> beside{};
      for (const std::size_t next : around) ++beside[stones[next] == own ? 1 : stones[next] == opponent ? 2 : 0];
      beside[3] = 6 - static_cast<int>(around.size());
      EXPECT_EQ(signs_of(trait(trait::circle)), beside);
      const auto over = signs_of(trait(trait::bridges));
      EXPECT_EQ(over[1] + over[3], slow.bridges(cell, own));
      EXPECT_EQ(over[2] + over[3], slow.bridges(cell, opponent));
      const auto ends = signs_of(trait(trait::ends));
      // Of three sides, all cells around the centre touch each other, and a bridge may end in several places.
      if (board.neighbours(0).size() > 3) {
        EXPECT_EQ(ends[1], slow.ends(cell, own));
        EXPECT_EQ(ends[2], slow.ends(cell, opponent));
      }
    }
    const bool keeps = trait(trait::last) == trait::keeps_near || trait(trait::last) == trait::keeps_far;
    EXPECT_EQ(keeps ? 100 : 0, 100 * guess_counts(state, term::keep)[cell]);
    const std::array<std::set<int>, trait::last_count> distances{{{}, {1}, {2, 3}, {1}, {2}, {3}}};
    EXPECT_TRUE(distances[trait(trait::last)].contains(slow.steps(last, cell)));
    const auto index = static_cast<int>(cell);
    EXPECT_EQ(trait(trait::line), board.edges(cell).size() > 1 ? 6 : std::min(state.rim_distance(index), 5));
  }
}

TEST(PolyYTraits, AreWhatTheirKindsMean) {
  for (const auto& [sides, size] : {std::pair{3, 6}, std::pair{5, 5}, std::pair{7, 5}}) {
    const Board board(sides, size);
    Rng rng(static_cast<std::uint64_t>(sides));
    PolyY<2> state(Options{.sides = sides, .size = size, .swap = false});
    std::vector<char> stones(board.names().size(), '.');
    while (!state.is_terminal() && !testing::Test::HasFailure()) {
      const auto cell = rng.below(static_cast<std::uint32_t>(stones.size()));
      if (stones[cell] != '.') continue;
      stones[cell] = state.to_move() == 0 ? '0' : '1';
      state.play(state.move_at(static_cast<int>(cell)));
      if (!state.is_terminal()) expect_slow_traits(state, board, stones, cell);
    }
  }
}

TEST(PolyYTraits, AreTheSameOnEveryImageOfTheBoard) {
  const Options options{.swap = false};
  const PolyY<2> start(options);
  for (int symmetry = 0; symmetry < start.symmetry_count(); ++symmetry) {
    Rng rng(7);
    PolyY<2> state(options), image(options);
    for (int ply = 0; ply < 30 && !state.is_terminal(); ++ply) {
      MoveList<PolyY<2>> moves;
      state.legal_moves(moves);
      const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      state.play(move);
      image.play(state.image(symmetry, move));
      const auto traits = traits_of(state), others = traits_of(image);
      for (const Move m : moves) {
        const auto at = [&](const std::vector<std::uint16_t>& all, Move of) {
          const auto first = all.begin() + of.index * static_cast<std::ptrdiff_t>(trait::kinds);
          return std::vector<std::uint16_t>(first, first + trait::kinds);
        };
        ASSERT_EQ(at(traits, m), at(others, state.image(symmetry, m))) << "symmetry " << symmetry << " ply " << ply;
      }
    }
  }
}

/// 15 and 21 lie on the top edges; stones beside each other reach more than alone.
TEST(PolyYTraits, TellWhatTheGroupWouldTouch) {
  PolyY<2> state(Options{.swap = false});
  const auto reach = [&](std::string_view name, trait::Kind kind) {
    return traits_of(state)[static_cast<std::size_t>(state.parse_move(name).value().index) * trait::kinds + kind];
  };
  EXPECT_EQ(reach("0.0", trait::reach), 0);
  EXPECT_EQ(reach("6.3", trait::reach), 3 * 1 + 1) << "a border cell has an edge of its own";
  EXPECT_EQ(reach("6.0", trait::reach), 3 * 2 + 2) << "a corner has two";
  for (const std::string_view move : {"6.0", "0.0"}) state.play(state.parse_move(move).value());
  EXPECT_EQ(reach("6.1", trait::reach), 3 * 2 + 0) << "it joins the corner, and brings nothing";
  EXPECT_EQ(reach("6.1", trait::block), 3 * 1 + 1);
  state.play(state.parse_move("3.0").value());
  EXPECT_EQ(reach("6.1", trait::block), 3 * 2 + 0) << "now the corner is the other's";
}

TEST(PolyYGuesses, HabitsAreRootsOfProbabilities) {
  PolyY<2> state(Options{.swap = true});
  state.play(state.parse_move("15").value());
  std::vector<float> weights(term_names.size()), values(107);
  weights[term::habit] = 1;
  state.guess_values(weights, values);
  float sum = 0;
  for (const float value : values) sum += value * value;
  EXPECT_NEAR(sum, 1, 1e-4);
  EXPECT_EQ(values[state.parse_move("15").value().index], 0) << "it is taken";
  EXPECT_EQ(values[106], 0) << "a swap stands alone";
}

TEST(PolyYGuesses, NeedNoLastStone) {
  PolyY<2> state(Options{.swap = true});
  EXPECT_THAT(guess_counts(state, term::near), testing::Each(0));
  state.play(state.parse_move("15").value());
  EXPECT_THAT(guess_counts(state, term::near), testing::Contains(1));
  state.play(state.parse_move("swap").value());
  EXPECT_THAT(guess_counts(state, term::near), testing::Each(0));
  EXPECT_EQ(guess_counts(state, term::base).size(), 107u) << "the swap has a value as well";
}

}  // namespace
}  // namespace banyan::poly_y
