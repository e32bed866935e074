// SPDX-License-Identifier: MIT
#include "games/poly_y/knowledge/guesses.h"

#include <gmock/gmock.h>

#include <array>
#include <cstddef>
#include <set>
#include <string>
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
  for (std::size_t which = 0; which < term_names.size(); ++which) {
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
