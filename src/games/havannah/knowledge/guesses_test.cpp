// SPDX-License-Identifier: MIT
#include "games/havannah/knowledge/guesses.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "game/knowledge.h"
#include "tests/guess_counts.h"
#include "tests/havannah_helpers.h"
#include "tests/havannah_reference.h"

namespace banyan::havannah {
namespace {

namespace reference = havannah_reference;
using reference::Board;
using reference::Cell;

static_assert(WeighsGuesses<Havannah<6>> && WeighsGuesses<Havannah<12>>);
static_assert(ShowsTraits<Havannah<6>> && ShowsTraits<Havannah<12>>);

Cell operator+(Cell a, Cell b) { return {a.x + b.x, a.y + b.y}; }

/// The same from the meaning of the terms, group by group.
class Slow {
 public:
  explicit Slow(const Board& board) : board_(board) {}

  /// All cells that hang together with `start`, which is taken for a stone of `who`, over neighbours or bridges too.
  std::set<Cell> group(Cell start, char who, bool over_bridges) const {
    std::set<Cell> found{start};
    std::vector<Cell> open{start};
    while (!open.empty()) {
      const Cell at = open.back();
      open.pop_back();
      for (const Cell next : linked(at, who, over_bridges)) {
        if (found.insert(next).second) open.push_back(next);
      }
    }
    return found;
  }

  /// Edges are 0 to 5, corners 6 to 11.
  std::set<int> touched(const std::set<Cell>& cells, bool over_bridges) const {
    std::set<int> found;
    for (const Cell c : cells) {
      if (board_.corner(c) >= 0) found.insert(6 + board_.corner(c));
      if (board_.edge(c) >= 0) found.insert(board_.edge(c));
      for (std::size_t d = 0; over_bridges && d < 6; ++d) {
        const Cell first = reference::around(c)[d], second = reference::around(c)[(d + 1) % 6];
        if (board_.at(first) != '.' || board_.at(second) != '.') continue;
        if (board_.edge(first) >= 0 && board_.edge(first) == board_.edge(second)) found.insert(board_.edge(first));
      }
    }
    return found;
  }

  int reach(Cell c, char who, bool over_bridges) const {
    return static_cast<int>(touched(group(c, who, over_bridges), over_bridges).size());
  }
  int gain(Cell c, char who) const {
    int best = 0;
    for (const Cell part : linked(c, who, true)) best = std::max(best, reach(part, who, true));
    return reach(c, who, true) - best;
  }
  int shape(Cell c, char who) const {
    return static_cast<int>(linked(c, who, true).size() - linked(c, who, false).size());
  }
  bool is_on_board(Cell c) const {
    return std::find(board_.cells().begin(), board_.cells().end(), c) != board_.cells().end();
  }

 private:
  std::vector<Cell> linked(Cell c, char who, bool over_bridges) const {
    std::vector<Cell> found;
    for (std::size_t d = 0; d < 6; ++d) {
      const Cell first = reference::around(c)[d], second = reference::around(c)[(d + 1) % 6];
      if (board_.at(first) == who) found.push_back(first);
      if (!over_bridges || board_.at(first) != '.' || board_.at(second) != '.') continue;
      const Cell end = first + second + Cell{-c.x, -c.y};
      if (is_on_board(end) && board_.at(end) == who) found.push_back(end);
    }
    return found;
  }
  const Board& board_;
};

/// 'o' for own, 'x' for the other's, '#' for off the board.
std::uint16_t circle_number(const std::string& circle) {
  unsigned code = 0;
  for (unsigned d = 0; d < 6; ++d) {
    if (circle[d] == 'o' || circle[d] == '#') code |= 1u << d;
    if (circle[d] == 'x' || circle[d] == '#') code |= 64u << d;
  }
  return circle_of[code];
}

int steps_between(Cell a, Cell b) {
  const int x = b.x - a.x, y = b.y - a.y;
  return std::max({std::abs(x), std::abs(y), std::abs(x - y)});
}

template <class S>
void expect_slow_guesses(const S& state, const reference::Game& game, Cell last) {
  const Slow slow(game.board());
  const char own = game.to_move() == 1 ? '1' : '2';
  const char opponent = game.to_move() == 1 ? '2' : '1';
  std::map<std::size_t, std::vector<int>> counts;
  for (const auto which :
       {term::base, term::reach, term::more, term::gain, term::block, term::near, term::far, term::shape}) {
    counts[which] = guess_counts(state, which);
  }
  for (const Cell c : game.board().cells()) {
    if (game.board().at(c) != '.') continue;
    const auto index = static_cast<std::size_t>(state.index_of(state.parse_move(reference::name_of(c)).value()));
    const std::string where = reference::name_of(c) + " at ply " + std::to_string(game.plies());
    EXPECT_EQ(counts[term::base][index], 1) << where;
    EXPECT_EQ(counts[term::reach][index], slow.reach(c, own, false)) << where;
    EXPECT_EQ(counts[term::more][index], slow.reach(c, own, true) - slow.reach(c, own, false)) << where;
    EXPECT_EQ(counts[term::gain][index], slow.gain(c, own)) << where;
    EXPECT_EQ(counts[term::block][index], slow.gain(c, opponent)) << where;
    EXPECT_EQ(counts[term::shape][index], slow.shape(c, own)) << where;
    EXPECT_EQ(counts[term::near][index], steps_between(last, c) == 1 ? 1 : 0) << where;
    EXPECT_EQ(counts[term::far][index], steps_between(last, c) == 2 ? 1 : 0) << where;
  }
}

/// Calls check(state, game, last stone) at every eighth position or so of random games on boards of every side.
template <class Check>
void at_some_positions(std::uint64_t seed, Check&& check) {
  Rng rng(seed);
  for (int round = 0; round < share(40); ++round) {
    const int side = 3 + round % 8;
    with_type_for(side, [&]<class S>() {
      S state(Options{.size = side});
      reference::Game game(side, false);
      while (!game.is_over()) {
        const auto moves = game.legal_moves();
        const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        play_text(state, move);
        game.play(move);
        if (game.is_over() || rng.below(8) != 0) continue;
        check(state, game, reference::cell_named(move));
        if (testing::Test::HasFailure()) return;
      }
    });
    if (testing::Test::HasFailure()) return;
  }
}

TEST(HavannahGuesses, CountWhatTheirTermsMean) {
  at_some_positions(5, [](const auto& state, const auto& game, Cell last) { expect_slow_guesses(state, game, last); });
}

std::set<std::string> kept_after(const std::vector<std::string>& moves, bool swap = false) {
  Small state(Options{.size = 6, .swap = swap});
  for (const auto& move : moves) play_text(state, move);
  const auto counts = guess_counts(state, term::keep);
  std::set<std::string> names;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) names.insert(state.move_text(state.move_at(static_cast<int>(i))));
  }
  return names;
}

TEST(HavannahGuesses, KeepABridgeThatTheLastStoneIntrudesOn) {
  // e5 and f7 are joined over e6 and f6.
  EXPECT_EQ(kept_after({"e5", "a1", "f7", "e6"}), std::set<std::string>{"f6"});
  EXPECT_EQ(kept_after({"e5", "a1", "f7", "a2"}), std::set<std::string>{});
  EXPECT_EQ(kept_after({"e5", "f6", "f7", "e6"}), std::set<std::string>{}) << "it was cut before";
}

template <class S>
std::vector<std::uint16_t> traits_of(const S& state) {
  std::vector<std::uint16_t> traits(static_cast<std::size_t>(state.index_count()) * trait::kinds);
  state.move_traits(traits);
  return traits;
}

/// That of one move.
template <class S>
std::uint16_t trait_of(const S& state, std::string_view move, trait::Kind kind) {
  const auto index = static_cast<std::size_t>(state.index_of(state.parse_move(move).value()));
  return traits_of(state)[index * trait::kinds + kind];
}

template <class S>
void expect_slow_traits(const S& state, const reference::Game& game, Cell last) {
  const Slow slow(game.board());
  const char own = game.to_move() == 1 ? '1' : '2';
  const char opponent = game.to_move() == 1 ? '2' : '1';
  const auto traits = traits_of(state);
  const auto touches = [&](Cell c, char who) {
    return 4 * std::min(slow.reach(c, who, true), 4) + std::min(slow.gain(c, who), 3);
  };
  for (const Cell c : game.board().cells()) {
    const auto index = static_cast<std::size_t>(state.index_of(state.parse_move(reference::name_of(c)).value()));
    const std::string where = reference::name_of(c) + " at ply " + std::to_string(game.plies());
    const auto trait = [&](trait::Kind kind) { return traits[index * trait::kinds + kind]; };
    if (game.board().at(c) != '.') {
      EXPECT_EQ(trait(trait::circle), no_trait) << where;
      continue;
    }
    std::string circle(6, '.'), bridges(6, '.'), ends(6, '.');
    const auto sign = [&](Cell at) {
      return game.board().at(at) == own ? 'o' : game.board().at(at) == opponent ? 'x' : '.';
    };
    for (std::size_t d = 0; d < 6; ++d) {
      const Cell first = reference::around(c)[d], second = reference::around(c)[(d + 1) % 6];
      circle[d] = slow.is_on_board(first) ? sign(first) : '#';
      const Cell end = first + second + Cell{-c.x, -c.y};
      ends[d] = slow.is_on_board(end) ? sign(end) : '#';
      if (game.board().at(first) == '.' && game.board().at(second) == '.') bridges[d] = ends[d];
    }
    EXPECT_EQ(trait(trait::circle), circle_number(circle)) << where << ' ' << circle;
    EXPECT_EQ(trait(trait::bridges), circle_number(bridges)) << where << ' ' << bridges;
    EXPECT_EQ(trait(trait::ends), circle_number(ends)) << where << ' ' << ends;
    EXPECT_EQ(trait(trait::reach), touches(c, own)) << where;
    EXPECT_EQ(trait(trait::block), touches(c, opponent)) << where;
    const std::array<int, trait::last_count> distances{0, 1, 1, 2, 2, 3, 4, 5};
    EXPECT_EQ(distances[trait(trait::last)], std::min(steps_between(last, c), 5)) << where;
    EXPECT_EQ(trait(trait::line),
              game.board().corner(c) >= 0 ? 6 : std::min(state.rim_distance(static_cast<int>(index)), 5))
        << where;
  }
}

TEST(HavannahTraits, AreWhatTheirKindsMean) {
  at_some_positions(6, [](const auto& state, const auto& game, Cell last) { expect_slow_traits(state, game, last); });
}

TEST(HavannahTraits, TellWhereTheLastStoneIs) {
  Small state(Options{.size = 6, .swap = true});
  EXPECT_EQ(trait_of(state, "e5", trait::last), trait::none);
  EXPECT_EQ(trait_of(state, "swap", trait::last), no_trait) << "a swap stands alone";
  // e5 and f7 are joined over e6 and f6.
  for (const char* const move : {"e5", "a1", "f7", "e6"}) play_text(state, move);
  EXPECT_EQ(trait_of(state, "f6", trait::last), trait::keeps);
  EXPECT_EQ(trait_of(state, "d6", trait::last), trait::beside);
  EXPECT_EQ(trait_of(state, "c6", trait::last), trait::straight);
  EXPECT_EQ(trait_of(state, "d7", trait::last), trait::over_bridge);
}

TEST(HavannahGuesses, HabitsAreRootsOfProbabilities) {
  Small state(Options{.size = 6, .swap = true});
  play_text(state, "e5");
  const std::vector<float> weights = [] {
    std::vector<float> all(term_names.size());
    all[term::habit] = 1;
    return all;
  }();
  std::vector<float> values(92);
  state.guess_values(weights, values);
  float sum = 0;
  for (const float value : values) sum += value * value;
  EXPECT_NEAR(sum, 1, 1e-4);
  EXPECT_EQ(values[static_cast<std::size_t>(state.index_of(state.parse_move("e5").value()))], 0) << "it is taken";
  EXPECT_EQ(values[91], 0) << "a swap stands alone";
}

TEST(HavannahGuesses, NeedNoLastStone) {
  Small state(Options{.size = 6, .swap = true});
  EXPECT_THAT(guess_counts(state, term::near), testing::Each(0));
  play_text(state, "e5");
  play_text(state, "swap");
  EXPECT_THAT(guess_counts(state, term::near), testing::Each(0));
  EXPECT_EQ(guess_counts(state, term::base).size(), 92u) << "the swap has a value as well";
}

}  // namespace
}  // namespace banyan::havannah
