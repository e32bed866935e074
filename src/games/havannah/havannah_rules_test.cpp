// SPDX-License-Identifier: MIT
// Who won, when and by what: the fast state against a slow reference, recorded games and tricky positions.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/random.h"
#include "game/board_view.h"
#include "game/drawing.h"
#include "games/havannah/havannah.h"
#include "tests/havannah_helpers.h"
#include "tests/havannah_reference.h"
#include "tests/share.h"

namespace banyan::havannah {
namespace {

namespace reference = havannah_reference;
using nlohmann::json;
using reference::Cell;
using Moves = std::vector<std::string>;

const std::string golden_folder = std::string(BANYAN_SOURCE_DIR) + "/tests/golden/havannah/";

std::vector<json> read_lines(const std::string& name) {
  std::ifstream file(golden_folder + name);
  std::vector<json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
  return lines;
}

// ---- Against the reference -------------------------------------------------------------------------------------

/// The fast state and the reference side by side, compared after every move.
template <class S>
class Pair {
 public:
  explicit Pair(const Options& options) : fast_(options), slow_(options.size, options.swap) {
    for (int i = 0; i < fast_.index_count(); ++i) {
      const std::string name = fast_.move_text(fast_.move_at(i));
      if (name != "swap") cells_.push_back(reference::cell_named(name));
    }
    compare();
  }

  const reference::Game& game() const { return slow_; }

  void play(const std::string& move) {
    slow_.play(move);
    play_text(fast_, move);
    compare();
  }

 private:
  void compare() {
    ASSERT_EQ(fast_.is_terminal(), slow_.is_over());
    ASSERT_EQ(shapes_of(fast_), slow_.shapes());
    for (std::size_t i = 0; i < cells_.size(); ++i) ASSERT_EQ(".12"[fast_.owners()[i]], slow_.board().at(cells_[i]));
    if (fast_.is_terminal()) {
      const std::array<std::array<double, 2>, 3> rewards{{{0.5, 0.5}, {1, 0}, {0, 1}}};
      ASSERT_EQ(fast_.rewards(), rewards[static_cast<std::size_t>(slow_.winner().value())]);
    } else {
      ASSERT_EQ(fast_.to_move() + 1, slow_.to_move());
      MoveList<S> moves;
      fast_.legal_moves(moves);
      ASSERT_EQ(moves.size(), slow_.count_legal_moves());
    }
  }

  S fast_;
  reference::Game slow_;
  std::vector<Cell> cells_;  // by index of the fast state
};

struct Tally {
  int games = 0, draws = 0, swaps = 0, plies = 0, nearly_full = 0;
  std::array<int, 3> winners{};
  std::set<std::string> shapes;

  void add(const reference::Game& game) {
    ++games;
    plies += game.plies();
    draws += game.winner() == 0;
    ++winners[static_cast<std::size_t>(game.winner().value())];
    shapes.insert(game.shapes().begin(), game.shapes().end());
    nearly_full += game.plies() * 10 >= static_cast<int>(game.board().cells().size()) * 9;
  }
};

void shuffle(Moves& moves, Rng& rng) {
  for (std::size_t i = moves.size(); i > 1; --i) {
    std::swap(moves[i - 1], moves[rng.below(static_cast<std::uint32_t>(i))]);
  }
}

/// Plays random games; where a swap is allowed, it is made every other time. Players who avoid wins make one only
/// when nothing else is left, which fills boards.
Tally play_games(int side, int games, bool avoids_wins) {
  Tally tally;
  Rng rng(derive_seed(static_cast<std::uint64_t>(side), avoids_wins));
  for (int number = 0; number < games && !testing::Test::HasFatalFailure(); ++number) {
    SCOPED_TRACE("side " + std::to_string(side) + ", game " + std::to_string(number));
    const Options options{.size = side, .swap = number % 3 == 0};
    with_type_for(side, [&]<class S>() {
      Pair<S> pair(options);
      const reference::Game& game = pair.game();
      Moves moves = game.legal_moves();
      shuffle(moves, rng);
      while (!game.is_over() && !testing::Test::HasFatalFailure()) {
        if (options.swap && game.plies() == 1 && rng.below(2) == 0) {
          pair.play("swap");
          ++tally.swaps;
          continue;
        }
        std::size_t i = moves.size() - 1;
        while (avoids_wins && i > 0 && game.wins(moves[i])) --i;
        const std::string move = moves[i];
        moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(i));
        pair.play(move);
      }
      if (game.is_over()) tally.add(game);
    });
  }
  return tally;
}

class HavannahAgainstReference : public testing::TestWithParam<int> {};

// 10,000 random games in an optimised build: sides 3 to 12, more of the short ones.
constexpr std::array<int, 13> games_of_side{0, 0, 0, 2000, 2000, 1500, 1000, 1000, 800, 600, 500, 300, 300};

TEST_P(HavannahAgainstReference, AgreesAtEveryPlyOfRandomGames) {
  const int side = GetParam();
  const int games = share(games_of_side[static_cast<std::size_t>(side)], 10);
  const Tally tally = play_games(side, games, false);
  EXPECT_EQ(tally.games, games);
  EXPECT_GT(tally.winners[1], games / 6);
  EXPECT_GT(tally.winners[2], games / 6);
  EXPECT_GT(tally.swaps, 0);
  EXPECT_GE(tally.shapes.size(), is_full_run && side <= 8 ? 3u : 1u);  // on large boards a random game ends with a ring
  RecordProperty("plies", tally.plies);
}

INSTANTIATE_TEST_SUITE_P(EverySide, HavannahAgainstReference, testing::Range(min_side, max_side + 1));

TEST(HavannahAgainstReference, TheRandomGamesAreTenThousand) {
  int sum = 0;
  for (const int games : games_of_side) sum += games;
  EXPECT_EQ(sum, 10'000);
}

TEST(HavannahAgainstReference, AgreesWhenBothPlayersAvoidWinning) {
  int nearly_full = 0;
  for (const int side : {3, 4, 5}) {
    const int games = 300 / (is_full_run ? 1 : 10);
    const Tally tally = play_games(side, games, true);
    EXPECT_EQ(tally.games, games);
    nearly_full += tally.nearly_full;
  }
  EXPECT_GE(nearly_full, is_full_run ? 300 : 30);
  RecordProperty("nearly_full", nearly_full);
}

/// Fills the cells from `next` on, one colour or the other at each, so that nobody has a shape and the first player
/// has one stone more. Gives up when `budget` runs out.
bool fill_without_shapes(reference::Board& board, std::size_t next, std::array<int, 2> left, int& budget, Rng& rng) {
  if (next == board.cells().size()) return true;
  const Cell c = board.cells()[next];
  const unsigned first_try = rng.below(2);
  for (const unsigned colour : {first_try, 1 - first_try}) {
    if (left[colour] == 0 || --budget < 0) continue;
    board.put(c, colour == 0 ? '1' : '2');
    --left[colour];
    if (board.shapes(board.at(c)).empty() && fill_without_shapes(board, next + 1, left, budget, rng)) return true;
    ++left[colour];
  }
  board.put(c, '.');
  return false;
}

/// A full board that is a draw, found by backtracking with restarts.
reference::Board drawn_board(int side, Rng& rng) {
  for (;;) {
    reference::Board board(side);
    const int cells = static_cast<int>(board.cells().size());
    int budget = 20 * cells;
    if (fill_without_shapes(board, 0, {cells - cells / 2, cells / 2}, budget, rng)) return board;
  }
}

// A shape never disappears when stones are added, so a drawn full board can be reached by its stones in any order.
TEST(HavannahAgainstReference, AgreesOnDraws) {
  const int boards = is_full_run ? 60 : 2;
  const int orders = 4;
  Rng rng(11);
  Tally tally;
  for (const int side : {3, 4, 5}) {
    reference::Board board(side);
    for (int number = 0; number < boards * orders; ++number) {
      if (number % orders == 0) board = drawn_board(side, rng);
      std::array<Moves, 2> moves;
      for (const Cell c : board.cells()) moves[board.at(c) == '1' ? 0 : 1].push_back(reference::name_of(c));
      shuffle(moves[0], rng);
      shuffle(moves[1], rng);
      const bool swaps = number % orders == 1;
      Pair<Havannah<6>> pair(Options{.size = side, .swap = swaps});
      for (std::size_t stone = 0; stone < board.cells().size(); ++stone) {
        ASSERT_FALSE(pair.game().is_over());
        pair.play(moves[stone % 2][stone / 2]);
        if (stone == 0 && swaps) pair.play("swap");
      }
      ASSERT_EQ(pair.game().winner(), 0);
      tally.add(pair.game());
    }
  }
  EXPECT_EQ(tally.draws, 3 * boards * orders);
}

// ---- The reference itself --------------------------------------------------------------------------------------

/// The ring by its winding: whether the stones apart from c hold a closed walk that crosses a ray from c to the
/// outside an odd number of times. Such a walk contains a simple cycle that does, and so has c inside. The ray
/// leaves c along its row, a hair towards the next row, and crosses the edges between the two rows.
bool has_loop_around(const reference::Board& board, char who, Cell c) {
  std::map<Cell, int> side_of_ray;
  for (const Cell start : board.cells()) {
    if (start == c || board.at(start) != who || side_of_ray.contains(start)) continue;
    std::vector<Cell> walk{start};
    side_of_ray[start] = 0;
    for (std::size_t i = 0; i < walk.size(); ++i) {
      const Cell a = walk[i];
      for (const Cell b : reference::around(a)) {
        if (b == c || board.at(b) != who) continue;
        const Cell upper = a.y < b.y ? a : b;
        const bool crosses = a.y != b.y && upper.y == c.y && upper.x > c.x;
        const int side = side_of_ray[a] ^ (crosses ? 1 : 0);
        const auto [found, is_new] = side_of_ray.emplace(b, side);
        if (is_new) walk.push_back(b);
        if (found->second != side) return true;
      }
    }
  }
  return false;
}

TEST(HavannahReference, FindsRingsAsTheWindingOfLoopsDoes) {
  Rng rng(7);
  int rings = 0, thick_rings = 0, others = 0;
  for (int trial = 0; trial < (is_full_run ? 4000 : 200); ++trial) {
    const int side = 3 + trial % 4;
    reference::Board board(side);
    const std::uint32_t percent = 35 + rng.below(60);
    for (const Cell c : board.cells()) {
      if (rng.below(100) < percent) board.put(c, '1');
    }
    bool expected = false, around_other = false;
    for (const Cell c : board.cells()) {
      const bool encloses = has_loop_around(board, '1', c);
      expected = expected || encloses;
      around_other = around_other || (encloses && board.at(c) != '1');
    }
    ASSERT_EQ(board.has_ring('1'), expected) << "trial " << trial;
    ++(!expected ? others : around_other ? rings : thick_rings);
  }
  const int enough = is_full_run ? 400 : 20;
  EXPECT_GT(rings, enough);
  EXPECT_GT(thick_rings, enough / 10);  // nothing inside but own stones
  EXPECT_GT(others, enough);
}

// ---- Recorded games --------------------------------------------------------------------------------------------

template <class S>
void replay_record(const json& game) {
  S state(Options{.size = game.at("size"), .swap = false});
  int ply = 0;
  for (const std::string move : game.at("moves")) {
    ASSERT_FALSE(state.is_terminal()) << "already decided at ply " << ply;
    ASSERT_TRUE(state.is_legal(state.parse_move(move).value())) << move;
    play_text(state, move);
    ++ply;
  }
  if (game.at("winner").is_null()) {
    EXPECT_FALSE(state.is_terminal());
    return;
  }
  ASSERT_TRUE(state.is_terminal());
  EXPECT_EQ(ply, game.at("decided_ply"));
  const std::size_t winner = game.at("winner");
  EXPECT_EQ(state.rewards()[winner - 1], 1.0);
  EXPECT_EQ(state.rewards()[2 - winner], 0.0);
  EXPECT_EQ(shapes_of(state), game.at("win_types").get<std::set<std::string>>());
}

void replay_file(const std::string& name, std::size_t expected_lines) {
  const auto games = read_lines(name);
  EXPECT_EQ(games.size(), expected_lines);
  for (const json& game : games) {
    SCOPED_TRACE(game.at("id").get<std::string>());
    with_type_for(game.at("size"), [&]<class S>() { replay_record<S>(game); });
  }
}

TEST(HavannahRecordedGames, OfPeopleEndAsRecorded) { replay_file("games.jsonl", 400); }
TEST(HavannahRecordedGames, OfRandomPlayersEndAsRecorded) { replay_file("random_games.jsonl", 200); }

// ---- Tricky positions ------------------------------------------------------------------------------------------

/// One of the twelve symmetries of the board: a mirror for odd numbers, then as many turns by 60 degrees as half.
std::string transformed(const std::string& move, int side, int symmetry) {
  if (move == "swap") return move;
  Cell c = reference::cell_named(move);
  c = {c.x - (side - 1), c.y - (side - 1)};
  if (symmetry % 2 == 1) c = {c.y, c.x};
  for (int turn = 0; turn < symmetry / 2; ++turn) c = {c.x - c.y, c.x};
  return reference::name_of({c.x + side - 1, c.y + side - 1});
}

/// Plays the moves in all twelve symmetries; `winner` is 1, 2 or 0 for a game that goes on.
void expect_verdict(int side, const Moves& moves, int winner, const std::set<std::string>& shapes) {
  const bool swap = std::find(moves.begin(), moves.end(), "swap") != moves.end();
  for (int symmetry = 0; symmetry < 12; ++symmetry) {
    SCOPED_TRACE("symmetry " + std::to_string(symmetry));
    with_type_for(side, [&]<class S>() {
      S state(Options{.size = side, .swap = swap});
      for (const auto& move : moves) {
        ASSERT_FALSE(state.is_terminal()) << "before " << move;
        play_text(state, transformed(move, side, symmetry));
      }
      ASSERT_EQ(state.is_terminal(), winner != 0);
      if (winner == 0) return;
      EXPECT_EQ(state.rewards()[static_cast<std::size_t>(winner - 1)], 1.0);
      if (!shapes.empty()) {
        EXPECT_EQ(shapes_of(state), shapes);
      }
    });
  }
}

/// An empty cell beside none of the second player's stones: one more such stone there decides nothing.
std::string idle_cell(int side, const Moves& moves) {
  const reference::Board board(side);
  std::set<Cell> taken, beside;
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    const Cell c = reference::cell_named(moves[ply]);
    taken.insert(c);
    if (ply % 2 == 0) continue;
    for (const Cell next : reference::around(c)) beside.insert(next);
  }
  for (const Cell c : board.cells()) {
    if (!taken.contains(c) && !beside.contains(c)) return reference::name_of(c);
  }
  return "";
}

TEST(HavannahTrickyPositions, HaveTheirVerdictInEverySymmetryAndForBothPlayers) {
  const auto cases = read_lines("edge_cases.jsonl");
  EXPECT_EQ(cases.size(), 18u);
  for (const json& position : cases) {
    SCOPED_TRACE(position.at("id").get<std::string>());
    const int side = position.at("size");
    const Moves moves = position.at("moves");
    const int winner = position.at("expect_winner").is_null() ? 0 : position.at("expect_winner").get<int>();
    const int other = winner == 0 ? 0 : 3 - winner;
    std::set<std::string> shapes;
    if (!position.at("expect_type").is_null()) shapes.insert(position.at("expect_type").get<std::string>());
    expect_verdict(side, moves, winner, shapes);

    // The players exchanged, once by the swap and once by an idle stone before all others.
    Moves swapped = moves;
    swapped.insert(swapped.begin() + 1, "swap");
    expect_verdict(side, swapped, other, shapes);
    Moves delayed = moves;
    const std::string idle = idle_cell(side, moves);
    ASSERT_NE(idle, "");
    delayed.insert(delayed.begin(), idle);
    expect_verdict(side, delayed, other, shapes);
  }
}

// ---- A game to read --------------------------------------------------------------------------------------------

std::string playthrough(const Options& options, const Moves& moves) {
  Havannah<6> state(options);
  std::ostringstream text;
  Options shown = options;
  text << "havannah:" << Params(shown).text() << '\n';
  const auto show = [&] {
    MoveList<Havannah<6>> legal;
    state.legal_moves(legal);
    text << plain_text(board_of(state)) << "legal moves: " << legal.size() << ", hash: " << std::hex << state.hash()
         << std::dec << '\n';
    if (!state.is_terminal()) {
      text << "to move: player " << state.to_move() + 1 << '\n';
      return;
    }
    text << "over: rewards " << state.rewards()[0] << ' ' << state.rewards()[1] << ", by";
    for (const auto& shape : state.how()) text << ' ' << shape;
    text << '\n';
  };
  show();
  int ply = 0;
  for (const auto& move : moves) {
    text << "\nply " << ++ply << ": player " << state.to_move() + 1 << " plays " << move << '\n';
    play_text(state, move);
    show();
  }
  return text.str();
}

// After a wanted change: BANYAN_REGENERATE=1 build/release/unit_tests --gtest_filter='HavannahPlaythrough.*', then read
// the diff.
TEST(HavannahPlaythrough, IsTheOneOnFile) {
  const Moves moves{"d4", "swap", "c3", "c4", "b2", "d5", "e5", "b3", "a2",
                    "c5", "d3",   "a4", "e6", "d6", "f6", "d7", "e4", "b4"};
  const std::string now = playthrough({.size = 4, .swap = true}, moves);
  const std::string path = golden_folder + "playthrough.txt";
  if (std::getenv("BANYAN_REGENERATE") != nullptr) std::ofstream(path) << now;
  std::ifstream file(path);
  std::stringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(now, golden.str());
}

}  // namespace
}  // namespace banyan::havannah
