// SPDX-License-Identifier: MIT
// The rules of Poly-Y: boards against their data and their formula, games against records and a slow reference.
#include "games/poly_y/poly_y.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "game/knowledge.h"
#include "game/length.h"
#include "game/moves.h"
#include "game/playouts.h"
#include "game/results.h"
#include "tests/poly_y_reference.h"
#include "tests/share.h"

namespace banyan::poly_y {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

template <class S>
constexpr bool claims_all = MasksMoves<S>&& FillsBoard<S>&& DrawsMoves<S>&& RunsPlayouts<S>&& TestsMoves<S>&&
    ExplainsRefusals<S>&& FollowsEnd<S>&& BlocksWins<S>&& HasSymmetries<S>&& FillsManyAtRandom<S>&& SettlesBoards<S>&&
        BoundsLength<S>&& ExplainsResults<S>;
static_assert(claims_all<PolyY<2>> && claims_all<PolyY<4>>);

const std::string poly_y_golden = std::string(BANYAN_SOURCE_DIR) + "/tests/golden/poly_y/";

std::vector<json> golden_games(const std::string& name) {
  std::ifstream file(poly_y_golden + name);
  std::vector<json> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(json::parse(line));
  return lines;
}

struct BoardOf {
  int sides, size;
};
std::vector<BoardOf> all_boards() {
  std::vector<BoardOf> boards;
  for (int sides = min_sides; sides <= max_sides; sides += 2) {
    for (int size = min_size; is_board(sides, size); ++size) boards.push_back({sides, size});
  }
  return boards;
}

template <class Use>
void with_state(const BoardOf& board, bool swap, Use use) {
  const Options options{.sides = board.sides, .size = board.size, .swap = swap};
  if (cell_count(board.sides, board.size) < 128) {
    use(PolyY<2>(options));
  } else {
    use(PolyY<4>(options));
  }
}

TEST(PolyYBoard, TheFormulaGivesTheBoardOfTheCodeCup) {
  const json data = json::parse(std::ifstream(poly_y_golden + "board_5_7.json"));
  const Topology& board = Topology::of(5, 7);
  ASSERT_EQ(board.cells, 106);
  std::vector<int> row_lengths(13);
  for (int cell = 0; cell < board.cells; ++cell) {
    SCOPED_TRACE(board.name(cell));
    const auto i = static_cast<std::size_t>(cell);
    const json& expected = data["cell"][board.name(cell)];
    std::set<int> neighbours, edges;
    for (const std::uint8_t neighbour : board.neighbours[i]) neighbours.insert(std::stoi(board.name(neighbour)));
    for (int edge = 0; edge < 5; ++edge) {
      if ((board.edges[i] >> edge & 1) != 0) edges.insert(edge);
    }
    EXPECT_EQ(neighbours, expected["neighbours"].get<std::set<int>>());
    EXPECT_EQ(edges, expected["edges"].get<std::set<int>>());
    EXPECT_EQ(board.edge_distance[i], expected["edge_distance"]);
    EXPECT_EQ(board.ring_name(cell),
              std::to_string(expected["ring"].get<int>()) + "." + std::to_string(expected["ring_index"].get<int>()));
    ++row_lengths[static_cast<std::size_t>(board.row(cell))];
  }
  EXPECT_EQ(row_lengths, data["row_lengths"].get<std::vector<int>>());
  std::set<std::vector<int>> symmetries;
  for (const auto& images : board.symmetries) {
    std::vector<int> by_number;
    for (int number = 1; number <= 106; ++number) {
      const auto cell = static_cast<std::size_t>(board.cell_named(std::to_string(number)).value());
      by_number.push_back(std::stoi(board.name(images[cell])));
    }
    symmetries.insert(by_number);
  }
  EXPECT_EQ(symmetries, data["symmetries"].get<std::set<std::vector<int>>>());
}

TEST(PolyYBoard, EveryBoardIsThatOfTheReference) {
  EXPECT_EQ(all_boards().size(), 36u);
  for (const auto& [sides, size] : all_boards()) {
    SCOPED_TRACE(std::to_string(sides) + "," + std::to_string(size));
    const Topology& board = Topology::of(sides, size);
    const poly_y_reference::Board slow(sides, size);
    ASSERT_EQ(static_cast<std::size_t>(board.cells), slow.names().size());
    for (std::size_t i = 0; i < slow.names().size(); ++i) {
      ASSERT_EQ(board.ring_name(static_cast<int>(i)), slow.names()[i]);
      ASSERT_EQ(board.cell_named(slow.names()[i]), static_cast<int>(i));
      const std::set<std::size_t> neighbours(board.neighbours[i].begin(), board.neighbours[i].end());
      ASSERT_EQ(neighbours, slow.neighbours(i));
      ASSERT_EQ(neighbours.size(), board.neighbours[i].size());
      unsigned edges = 0;
      for (const int edge : slow.edges(i)) edges |= 1u << edge;
      ASSERT_EQ(board.edges[i], edges);
    }
  }
}

TEST(PolyYBoard, NeighboursStandInCircularOrder) {
  for (const auto& [sides, size] : all_boards()) {
    const Topology& board = Topology::of(sides, size);
    for (int cell = 0; cell < board.cells; ++cell) {
      const auto& around = board.neighbours[static_cast<std::size_t>(cell)];
      for (std::size_t i = 0; i + 1 < around.size(); ++i) ASSERT_TRUE(board.are_adjacent(around[i], around[i + 1]));
      // Beyond the border, the circle is open; on the smallest board the ends meet behind the centre.
      if (size > 2) {
        ASSERT_EQ(board.are_adjacent(around.front(), around.back()), !board.is_border(cell));
      }
    }
  }
}

TEST(PolyYBoard, SymmetriesKeepNeighboursAndEdges) {
  for (const auto& [sides, size] : all_boards()) {
    const Topology& board = Topology::of(sides, size);
    ASSERT_EQ(board.symmetries.size(), static_cast<std::size_t>(2 * sides));
    std::set<std::vector<std::uint8_t>> different(board.symmetries.begin(), board.symmetries.end());
    EXPECT_EQ(different.size(), board.symmetries.size());
    for (const auto& image : board.symmetries) {
      for (std::size_t cell = 0; cell < image.size(); ++cell) {
        std::set<int> images, around(board.neighbours[image[cell]].begin(), board.neighbours[image[cell]].end());
        for (const std::uint8_t neighbour : board.neighbours[cell]) images.insert(image[neighbour]);
        ASSERT_EQ(images, around);
        ASSERT_EQ(board.edge_distance[cell], board.edge_distance[image[cell]]);
      }
    }
    std::vector<std::uint8_t> same(static_cast<std::size_t>(board.cells));
    std::iota(same.begin(), same.end(), std::uint8_t{0});
    EXPECT_EQ(board.symmetries[0], same);
  }
}

TEST(PolyYBoard, NamesThatNameNothingAreRefused) {
  const Topology& codecup = Topology::of(5, 7);
  for (const char* name :
       {"", "0", "107", "-1", "1.5", "7.0", "6.30", "0.1", "1.", ".1", "01", "1.01", "a", "1a", "9999"}) {
    EXPECT_FALSE(codecup.cell_named(name)) << name;
  }
  EXPECT_EQ(codecup.cell_named("43"), 0);
  EXPECT_EQ(codecup.cell_named("0.0"), 0);
  EXPECT_FALSE(Topology::of(3, 6).cell_named("1"));
}

TEST(PolyY, OptionsThatMakeNoBoardAreRefused) {
  const auto refusal = [](const Options& options) {
    try {
      PolyY<4> state(options);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(refusal({.sides = 4}), HasSubstr("sides=4, expected an odd number"));
  EXPECT_THAT(refusal({.sides = 9, .size = 9}), HasSubstr("325 cells, expected at most 256"));
  EXPECT_EQ(refusal({.sides = 9, .size = 8}), "");
}

// ---- Records ----

struct Verdict {
  int winner = -1;
  int decided_ply = 0;
};

Verdict verdict_of(const json& moves) {
  PolyY<2> state(Options{});
  Verdict verdict;
  int ply = 0;
  for (const int number : moves) {
    const Move move = state.parse_move(std::to_string(number)).value();
    ++ply;
    if (state.is_terminal()) {
      EXPECT_TRUE(state.can_follow_end(move));
      state.follow_end(move);
      continue;
    }
    EXPECT_TRUE(state.is_legal(move));
    state.play(move);
    if (state.is_terminal()) verdict = {state.rewards()[0] == 1 ? 0 : 1, ply};
  }
  return verdict;
}

TEST(PolyY, RandomGamesAreDecidedWhereTheRecordsSay) {
  const auto games = golden_games("random_games.jsonl");
  ASSERT_EQ(games.size(), 60u);
  for (const json& game : games) {
    const auto [winner, decided_ply] = verdict_of(game["moves"]);
    EXPECT_EQ(winner, game["winner"]);
    EXPECT_EQ(decided_ply, game["decided_ply"]);
  }
}

TEST(PolyY, CodeCupGamesAreDecidedWhereTheRecordsSay) {
  const auto games = golden_games("codecup_games.jsonl");
  ASSERT_EQ(games.size(), 300u);
  int undecided = 0;
  for (const json& game : games) {
    const auto [winner, decided_ply] = verdict_of(game["moves"]);
    if (game["winner"].is_null()) {
      ++undecided;
      EXPECT_EQ(decided_ply, 0);
      continue;
    }
    EXPECT_EQ(winner, game["winner"]);
    EXPECT_EQ(decided_ply, game["plies"]);
  }
  EXPECT_EQ(undecided, 1);
}

// ---- Against the reference ----

unsigned as_bits(const std::set<int>& corners) {
  unsigned bits = 0;
  for (const int corner : corners) bits |= 1u << corner;
  return bits;
}

/// Plays one game to the last cell and compares what the state and its flood fill say with the reference at every ply.
template <class S>
void compare_game(S state, const poly_y_reference::Board& slow, Rng& rng) {
  const int sides = state.topology().sides;
  std::vector<char> stones(slow.names().size(), '.');
  std::vector<std::size_t> order(stones.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  }
  std::array<std::set<int>, 2> corners;
  for (std::size_t ply = 0; ply < order.size(); ++ply) {
    const Move move = state.move_at(static_cast<int>(order[ply]));
    const std::size_t mover = ply % 2;
    stones[order[ply]] = "xo"[mover];
    corners[mover] = slow.captured(stones, "xo"[mover]);
    if (state.is_terminal()) {
      state.follow_end(move);
    } else {
      std::array<Move, 1> win{};
      const bool wins = static_cast<int>(corners[mover].size()) > sides / 2;
      if (wins) {
        ASSERT_EQ(state.find_wins(static_cast<Player>(mover), win), 1u);
      }
      ASSERT_EQ(state.to_move(), static_cast<Player>(mover));
      ASSERT_TRUE(state.is_legal(move));
      state.play(move);
      for (const std::size_t p : {0u, 1u}) ASSERT_EQ(state.corners_of(static_cast<Player>(p)), as_bits(corners[p]));
      ASSERT_EQ(state.is_terminal(), wins);
      if (wins) {
        ASSERT_EQ(state.rewards()[mover], 1);
      }
    }
    ASSERT_EQ(state.captured_now(static_cast<Player>(mover)), as_bits(corners[mover]));
  }
  ASSERT_EQ(as_bits(corners[0]) ^ as_bits(corners[1]), (1u << sides) - 1);
  ASSERT_EQ(as_bits(corners[0]) & as_bits(corners[1]), 0u);
}

void compare_games(const BoardOf& board, int games) {
  const poly_y_reference::Board slow(board.sides, board.size);
  Rng rng(static_cast<std::uint64_t>(board.sides));
  for (int game = 0; game < share(games) && !testing::Test::HasFatalFailure(); ++game) {
    SCOPED_TRACE(game);
    with_state(board, false, [&](const auto& state) { compare_game(state, slow, rng); });
  }
}

TEST(PolyY, FastAndSlowAgreeAtEveryPlyOn3And6) { compare_games({3, 6}, 10'000); }
TEST(PolyY, FastAndSlowAgreeAtEveryPlyOn5And7) { compare_games({5, 7}, 10'000); }
TEST(PolyY, FastAndSlowAgreeAtEveryPlyOn7And5) { compare_games({7, 5}, 10'000); }
TEST(PolyY, FastAndSlowAgreeAtEveryPlyOnEveryBoard) {
  for (const BoardOf& board : all_boards()) compare_games(board, 3);
}

// ---- Moves ----

TEST(PolyY, TheSecondPlayerMayTakeTheFirstStone) {
  PolyY<2> state(Options{});
  const Move swap = state.parse_move("-1").value();
  EXPECT_FALSE(state.is_legal(swap));
  state.play(state.parse_move("15").value());
  EXPECT_TRUE(state.is_legal(swap));
  state.play(swap);
  EXPECT_EQ(state.to_move(), 0);
  EXPECT_EQ(state.move_text(swap), "swap");
  EXPECT_FALSE(state.is_legal(swap));
  EXPECT_THAT(state.refusal(swap), HasSubstr("only the second move"));
  const auto cell = static_cast<std::size_t>(state.parse_move("15")->index);
  EXPECT_EQ(state.owners()[cell], state.owner_bit(1));
  EXPECT_EQ(state.moves_left(), 105);
}

TEST(PolyY, FindsAWinInOneAndNothingElse) {
  Rng rng(5);
  int found = 0;
  for (int game = 0; game < 200; ++game) {
    PolyY<2> state(Options{.sides = 3, .size = 5, .swap = false});
    PlacementDrawer<PolyY<2>, 128> drawer(state);
    auto draw = drawer.begin(rng);
    for (; !state.is_terminal(); state.play(draw(state))) {
      for (const Player player : {0, 1}) {
        std::set<int> expected, wins;
        MoveList<PolyY<2>> moves;
        state.legal_moves(moves);
        std::array<Move, 128> out{};
        const std::size_t count = state.find_wins(player, out);
        for (std::size_t i = 0; i < count; ++i) wins.insert(out[i].index);
        if (player == state.to_move()) {
          for (const Move move : moves) {
            PolyY<2> next = state;
            next.play(move);
            if (next.is_terminal()) expected.insert(move.index);
          }
          ASSERT_EQ(wins, expected);
          found += static_cast<int>(wins.size());
        }
        ASSERT_EQ(state.find_threats(1 - player, out), count);
      }
    }
  }
  EXPECT_GT(found, 100);
}

TEST(PolyY, PlayoutsFillTheBoardAndSayWhoHasMostCorners) {
  for (const BoardOf& board : all_boards()) {
    with_state(board, true, [&]<class S>(S root) {
      const poly_y_reference::Board slow(board.sides, board.size);
      Rng rng(3);
      typename S::Drawer drawer(root);
      for (int i = 0; i < 20; ++i) {
        S end = root;
        auto draw = drawer.begin(rng);
        const std::uint64_t moves = end.run_playout([&](const S& now, Player) { return draw(now); });
        ASSERT_TRUE(end.is_terminal());
        ASSERT_EQ(moves, slow.names().size());
        std::vector<char> stones;
        for (int cell = 0; cell < end.placement_count(); ++cell) stones.push_back(".xo"[end.owners()[cell]]);
        ASSERT_EQ(static_cast<std::size_t>(std::count(stones.begin(), stones.end(), 'x')), (stones.size() + 1) / 2);
        ASSERT_EQ(end.rewards()[0] == 1, static_cast<int>(slow.captured(stones, 'x').size()) > board.sides / 2);
      }
    });
  }
}

TEST(PolyY, BoardsFilledAtOnceAreAsThoseFilledMoveByMove) {
  for (const BoardOf& board : {BoardOf{3, 4}, BoardOf{5, 7}, BoardOf{7, 9}}) {
    with_state(board, true, [&]<class S>(S root) {
      root.play(root.move_at(1));
      root.play(root.move_at(root.placement_count()));  // a swap, so that colours and players differ
      const poly_y_reference::Board slow(board.sides, board.size);
      Rng rng(9);
      std::vector<int> taken(slow.names().size());
      double filled = 0, played = 0;
      const int games = share(4000);
      typename S::Drawer drawer(root);
      for (int i = 0; i < games; ++i) {
        S end = root;
        ASSERT_EQ(end.fill_at_random(rng.next()), slow.names().size() - 1);
        filled += end.rewards()[0];
        std::vector<char> stones;
        for (int cell = 0; cell < end.placement_count(); ++cell) {
          stones.push_back(".xo"[end.owners()[cell]]);
          taken[static_cast<std::size_t>(cell)] += end.owners()[cell] == end.owner_bit(0) ? 1 : 0;
        }
        // The first player has the second colour after the swap.
        ASSERT_EQ(static_cast<std::size_t>(std::count(stones.begin(), stones.end(), 'o')), stones.size() / 2);
        if (i % 20 == 0) {
          ASSERT_EQ(end.rewards()[0] == 1, static_cast<int>(slow.captured(stones, 'o').size()) > board.sides / 2);
        }
        S other = root;
        auto draw = drawer.begin(rng);
        other.run_playout([&](const S& now, Player) { return draw(now); });
        played += other.rewards()[0];
      }
      EXPECT_NEAR(filled, played, 4 * std::sqrt(games / 2.0));
      EXPECT_EQ(taken[1], 0);
      for (std::size_t cell = 0; cell < taken.size(); ++cell) {
        if (cell == 1) continue;
        EXPECT_NEAR(taken[cell], games * 0.5, 5 * std::sqrt(games / 4.0) + games * 0.06);
      }
      const auto many = std::make_unique<typename S::ManyFilled>(root);
      double wins = 0;
      for (int i = 0; i < 8; ++i) wins += static_cast<double>(many->fill(root, rng.next()));
      EXPECT_NEAR(wins / (8 * 512), played / games, 4 * std::sqrt(0.25 / games + 0.25 / 4096));
    });
  }
}

// Builds differ in the state that they take for a board.
TEST(PolyY, LargerStatesFillABoardAlike) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    PolyY<2> small(Options{});
    PolyY<4> large(Options{});
    if (seed % 2 == 0) {
      small.play(small.move_at(7));
      large.play(large.move_at(7));
    }
    small.fill_at_random(seed);
    large.fill_at_random(seed);
    EXPECT_TRUE(std::equal(small.owners(), small.owners() + small.placement_count(), large.owners())) << seed;
  }
}

TEST(PolyY, SlicedBoardsSayWhatTheFloodFillSays) {
  for (const BoardOf& board : all_boards()) {
    const Geometry<4>& geometry = Geometry<4>::of(board.sides, board.size);
    const auto boards = std::make_unique<SlicedBoards<4>>(geometry);
    std::uint64_t seed = 7;
    const int count = static_cast<int>(geometry.cells) / 2;
    boards->fill({}, geometry.board, count, seed);
    const auto wins = boards->wins();
    for (unsigned number = 0; number < SlicedBoards<4>::most; ++number) {
      const unsigned group = number / 64, bit = number % 64;
      Cells<4> stones;
      for (unsigned cell = 0; cell < geometry.cells; ++cell) {
        if ((boards->stones(cell)[group] >> bit & 1) != 0) stones.add(cell);
      }
      ASSERT_EQ(stones.count(), count);
      ASSERT_EQ(geometry.wins(geometry.captured_by(stones)), (wins[group] >> bit & 1) != 0);
    }
  }
}

/// Fills boards from a position and checks what must hold of the counts; returns the first player's share.
template <unsigned Groups, class S>
double settled_share(const S& state, int rounds, std::vector<double>& owned) {
  typename S::template SettledBoards<Groups> boards(state);
  const auto cells = static_cast<std::size_t>(state.placement_count());
  const auto count = static_cast<std::int32_t>(boards.count);
  std::vector<std::int32_t> counts(4 * cells);
  const std::array<std::int32_t*, 2> visits{counts.data(), counts.data() + cells};
  const std::array<std::int32_t*, 2> half_points{visits[1] + cells, visits[1] + 2 * cells};
  Rng rng(1);
  double wins = 0;
  owned.assign(cells, 0);
  for (int round = 0; round < rounds; ++round) {
    std::fill(counts.begin(), counts.end(), 0);
    const auto won = static_cast<std::int32_t>(boards.fill(state, rng.next(), visits, half_points));
    wins += won;
    std::int64_t first = 0, points = 0;
    for (std::size_t cell = 0; cell < cells; ++cell) {
      EXPECT_EQ(visits[0][cell] + visits[1][cell], count);
      EXPECT_LE(half_points[0][cell], 2 * std::min(won, visits[0][cell]));
      EXPECT_LE(half_points[1][cell], 2 * std::min(count - won, visits[1][cell]));
      if (state.owners()[cell] != 0) {
        EXPECT_EQ(visits[0][cell], state.owners()[cell] == state.owner_bit(0) ? count : 0);
      }
      first += visits[0][cell];
      points += half_points[0][cell];
      owned[cell] += visits[0][cell];
    }
    // Everybody has as many cells on each board as on any other.
    EXPECT_EQ(first % count, 0);
    EXPECT_EQ(points, std::int64_t{2} * won * (first / count));
  }
  for (double& each : owned) each /= rounds * count;
  return wins / (rounds * count);
}

TEST(PolyY, SettledBoardsWithoutBridgesAreUniform) {
  PolyY<2> state(Options{});
  state.play(state.parse_move("15").value());
  state.play(state.parse_move("84").value());
  std::vector<double> owned;
  const double few = settled_share<1>(state, 200, owned);
  const double many = settled_share<8>(state, 25, owned);
  EXPECT_NEAR(few, many, 0.03);
  Rng rng(2);
  double uniform = 0;
  constexpr int games = 12'800;
  for (int game = 0; game < games; ++game) {
    PolyY<2> copy = state;
    copy.fill_at_random(rng.next());
    uniform += copy.rewards()[0];
  }
  EXPECT_NEAR(few, uniform / games, 0.03);
}

TEST(PolyY, SettledBoardsGiveEachColourOneCellOfABridge) {
  const Topology& board = Topology::of(5, 7);
  const auto distance = [&](int cell) { return board.edge_distance[static_cast<std::size_t>(cell)]; };
  for (const Pair& pair : pairs_of(board)) {
    // Next to the border, the cells of an edge bridge may be among those of the other.
    if (pair.own.size() != 2 || distance(pair.own[0]) < 2 || distance(pair.own[1]) < 2) continue;
    PolyY<2> state(Options{.swap = false});
    state.play({static_cast<std::uint16_t>(pair.own[0])});
    const auto far = [&] {
      for (int cell = 0;; ++cell) {
        const auto is = [&](int other) { return cell == other || board.are_adjacent(cell, other); };
        if (!is(pair.own[0]) && !is(pair.own[1]) && !is(pair.cell) && !is(pair.other)) return cell;
      }
    }();
    state.play({static_cast<std::uint16_t>(far)});
    state.play({static_cast<std::uint16_t>(pair.own[1])});
    std::vector<double> owned;
    settled_share<1>(state, 1, owned);
    const auto of = [&](int cell) { return owned[static_cast<std::size_t>(cell)]; };
    EXPECT_DOUBLE_EQ(of(pair.cell) + of(pair.other), 1);
  }
  EXPECT_EQ(
      std::count_if(pairs_of(board).begin(), pairs_of(board).end(), [](const Pair& p) { return p.own.size() == 1; }),
      30);
}

TEST(PolyY, EqualPositionsHaveEqualHashes) {
  PolyY<2> a(Options{}), b(Options{});
  for (const char* move : {"1", "2", "3"}) a.play(a.parse_move(move).value());
  for (const char* move : {"3", "2", "1"}) b.play(b.parse_move(move).value());
  EXPECT_EQ(a.hash(), b.hash());
  b.play(b.parse_move("4").value());
  EXPECT_NE(a.hash(), b.hash());
}

TEST(PolyY, TheDrawingShowsEveryCellOnce) {
  for (const BoardOf& board : all_boards()) {
    with_state(board, false, [&](const auto& state) {
      std::set<std::string> drawn;
      const BoardData drawing = state.board_data();
      for (const BoardCell& cell : drawing.cells) {
        EXPECT_TRUE(drawn.insert(cell.name).second);
        EXPECT_GE(cell.outline.size(), 3u);
      }
      EXPECT_EQ(drawn.size(), static_cast<std::size_t>(state.placement_count()));
    });
  }
}

TEST(PolyY, TheDrawingMarksCapturedCornersByTheirOwner) {
  PolyY<2> state(Options{.sides = 5, .size = 4, .swap = true});
  const auto play = [&](std::initializer_list<const char*> moves) {
    for (const char* move : moves) state.play(state.parse_move(move).value());
  };
  play({"3.0", "swap", "2.9", "2.0", "1.4", "1.0", "2.7", "0.0", "1.3", "1.2", "2.6", "2.5", "3.9"});
  EXPECT_TRUE(state.board_data().marks.empty());
  play({"3.7"});
  EXPECT_THAT(state.board_data().marks, ElementsAre(BoardMark{MarkKind::captured, {"3.0"}, 1}));
}

TEST(PolyY, TheWinnersCornersAreToldAsTheEnding) {
  PolyY<2> state(Options{.sides = 3, .size = 2, .swap = false});
  for (const char* move : {"1.0", "0.0", "1.1"}) state.play(state.parse_move(move).value());
  ASSERT_TRUE(state.is_terminal());
  EXPECT_THAT(state.how(), ElementsAre("3 corners"));
}

}  // namespace
}  // namespace banyan::poly_y
