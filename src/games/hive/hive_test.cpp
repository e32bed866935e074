// SPDX-License-Identifier: MIT
// Rules of Hive against recorded cases, known counts and the slow version.
#include "games/hive/hive.h"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "game/board_view.h"
#include "game/drawing.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/perft.h"
#include "game/repetition.h"
#include "game/results.h"
#include "games/hive/notation.h"
#include "tests/hive_reference.h"
#include "tests/share.h"

namespace banyan::hive {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

static_assert(GameState<Hive> && TestsMoves<Hive> && ExplainsRefusals<Hive> && ExplainsResults<Hive>);
static_assert(WinsOrLoses<Hive> && Repeats<Hive> && CountsMoves<Hive> && TakesBack<Hive>);
static_assert(std::is_trivially_copyable_v<Hive> && std::has_unique_object_representations_v<Move>);
static_assert(CountsMoves<Repeating<Hive>> && TakesBack<Repeating<Hive>>);

const std::string golden = std::string(BANYAN_SOURCE_DIR) + "/tests/golden/hive/";

Options options_of(const Expansions& expansions) { return {.expansions = expansions, .repetitions = 0}; }

/// Plays the moves of a game string; fails where one is not legal.
template <class S = Hive>
S position_of(const std::string& game, int repetitions = 0) {
  const GameText text = parse_game_string(game);
  Options options = options_of(text.expansions);
  options.repetitions = repetitions;
  S state(options);
  for (const std::string& move : text.moves) {
    const auto parsed = state.parse_move(move);
    if (!parsed || !state.is_legal(*parsed)) {
      ADD_FAILURE() << move << " in " << game << ": " << (parsed ? state.refusal(*parsed) : "no move");
      break;
    }
    state.play(*parsed);
  }
  return state;
}

using MoveSet = std::set<std::pair<int, int>>;

MoveSet moves_of(const Hive& state) {
  MoveList<Hive> moves;
  state.legal_moves(moves);
  MoveSet all;
  for (const Move m : moves) EXPECT_TRUE(all.emplace(m.piece, m.to).second) << state.move_text(m) << " is listed twice";
  return all;
}

template <class S>
std::string state_name(const S& state) {
  std::optional<Rewards<Hive>> result;
  if (state.is_terminal()) result = state.rewards();
  const std::string text = game_string(state, result, {});
  const std::size_t begin = text.find(';') + 1;
  return text.substr(begin, text.find(';', begin) - begin);
}

TEST(HiveRules, HoldEveryRecordedCase) {
  std::ifstream file(golden + "cases.jsonl");
  int cases = 0;
  for (std::string line; std::getline(file, line); ++cases) {
    const Json entry = Json::parse(line);
    const std::string kind = entry["kind"], game = entry["game"];
    SCOPED_TRACE(entry["id"].get<std::string>());
    const Hive state = position_of(game);
    if (entry.contains("state")) {
      EXPECT_EQ(state_name(state), entry["state"]);
    }
    if (!entry.contains("moves")) continue;
    MoveSet named;
    for (const std::string text : entry["moves"]) {
      const auto move = state.parse_move(text);
      ASSERT_TRUE(move) << text;
      named.emplace(move->piece, move->to);
      EXPECT_EQ(state.is_legal(*move), kind != "illegal") << text << ": " << state.refusal(*move);
    }
    if (kind == "validmoves") {
      EXPECT_EQ(moves_of(state), named);
    }
    if (kind == "piece_moves") {
      MoveSet own;
      for (const auto& move : moves_of(state)) {
        if (move.first == parse_piece(entry["piece"].get<std::string>()).value()) own.insert(move);
      }
      EXPECT_EQ(own, named);
    }
  }
  EXPECT_EQ(cases, 204);
}

TEST(HiveRules, HaveTheKnownCounts) {
  const Json all = Json::parse(std::ifstream(golden + "perft.json"));
  const std::uint64_t most = is_long_run() ? ~std::uint64_t{0} : is_full_run ? 100'000'000 : 2'000'000;
  int compared = 0;
  const auto compare = [&](const Hive& state, const Json& counts, const std::string& name) {
    for (const auto& [depth, count] : counts.items()) {
      if (count.get<std::uint64_t>() > most) continue;
      EXPECT_EQ(perft(state, std::stoi(depth)), count.get<std::uint64_t>()) << name << ", depth " << depth;
      ++compared;
    }
  };
  for (const auto& [type, counts] : all["initial"].items()) {
    compare(Hive(options_of(parse_game_type(type).value())), counts, type);
  }
  for (const Json& position : all["positions"])
    compare(position_of(position["game"]), position["counts"], position["name"]);
  EXPECT_GE(compared, is_full_run ? 70 : 50);
}

// ---- Against the slow version ----

/// The letters of expansion set number 0 to 7.
std::string letters_of(unsigned set) {
  std::string letters;
  for (unsigned i = 0; i < 3; ++i) {
    if ((set >> i & 1) != 0) letters += "MLP"[i];
  }
  return letters;
}

Cell cell_of(reference::Hexagon h) {
  return static_cast<Cell>(static_cast<unsigned>(first_cell + h.x + 32 * h.y) % cell_count);
}

MoveSet moves_of(const reference::Table& table) {
  MoveSet all;
  for (const reference::Turn& turn : table.turns()) {
    if (turn.piece == "pass") {
      all.emplace(pass.piece, pass.to);
    } else {
      all.emplace(parse_piece(turn.piece).value(), cell_of(turn.to));
    }
  }
  return all;
}

/// The same pieces on an empty board, in another order.
Board rebuilt(const Board& board) {
  Board other;
  for (unsigned level = 1; level <= 7; ++level) {
    for (Piece piece = piece_count; piece-- > 0;) {
      if (!board.is_placed(piece)) continue;
      unsigned height = 1;
      for (Piece under = board.below(piece); under != no_piece; under = board.below(under)) ++height;
      if (height == level) other.put(piece, board.cell_of(piece));
    }
  }
  return other;
}

/// Regions of empty cells that the outside does not reach.
int holes_of(const Board& board) {
  std::set<Cell> left;
  for (unsigned cell = 0; cell < cell_count; ++cell) {
    if (!board.is_occupied(static_cast<Cell>(cell))) left.insert(static_cast<Cell>(cell));
  }
  int regions = 0;
  for (; !left.empty(); ++regions) {
    std::vector<Cell> open{*left.begin()};
    left.erase(left.begin());
    while (!open.empty()) {
      const Cell at = open.back();
      open.pop_back();
      for (unsigned d = 0; d < directions; ++d) {
        if (left.erase(neighbour(at, d)) > 0) open.push_back(neighbour(at, d));
      }
    }
  }
  return regions - 1;
}

void check_against(const reference::Table& table, const Hive& state) {
  const MoveSet moves = moves_of(state);
  ASSERT_EQ(moves, moves_of(table));
  EXPECT_EQ(state.is_terminal(), table.is_over());
  EXPECT_EQ(state.count_moves(), moves.size());
  EXPECT_EQ(state.board(), rebuilt(state.board())) << "counts or key went astray";
  EXPECT_EQ(state.is_surrounded(0), table.is_lost('w'));
  EXPECT_EQ(state.is_surrounded(1), table.is_lost('b'));
}

/// Every move played and taken back leaves the state as it was, and is what its text says.
void check_moves(const Hive& state) {
  MoveList<Hive> moves;
  state.legal_moves(moves);
  Hive copy = state;
  std::set<std::string> texts;
  for (const Move m : moves) {
    ASSERT_TRUE(state.is_legal(m)) << state.move_text(m);
    ASSERT_EQ(state.parse_move(state.move_text(m)), m) << state.move_text(m);
    texts.insert(state.move_text(m));
    const auto before = copy.play_noting(m);
    Hive played = state;
    played.play(m);
    ASSERT_EQ(copy, played);
    ASSERT_NE(played.hash(), state.hash());
    copy.take_back(m, before);
    ASSERT_EQ(copy, state) << state.move_text(m);
  }
  EXPECT_EQ(texts.size(), moves.size()) << "two moves share a name";
}

TEST(HiveRules, AgreeWithTheSlowVersionInRandomGames) {
  const int games = is_long_run() ? 2000 : share(80);
  constexpr int longest = 120;
  int with_holes = 0, stacked = 0, finished = 0;
  Rng rng(7);
  for (int game = 0; game < games; ++game) {
    const auto set = static_cast<unsigned>(game) % 8;
    const bool queen_first = game % 3 == 0;
    Options options = options_of({set});
    options.queen_first = queen_first;
    Hive state(options);
    reference::Table table(letters_of(set), queen_first);
    for (int ply = 0; ply < longest && !state.is_terminal(); ++ply) {
      SCOPED_TRACE(testing::Message() << "game " << game << ", ply " << ply << "\n" << plain_text(board_of(state)));
      check_against(table, state);
      if (ply % 8 == game % 8) check_moves(state);
      if (ply > 0 && ply % 16 == 0) {
        EXPECT_EQ(state.board().holes(), holes_of(state.board()));
      }
      if (testing::Test::HasFailure()) return;
      const std::set<reference::Turn> turns = table.turns();
      auto chosen = turns.begin();
      std::advance(chosen, rng.below(static_cast<std::uint32_t>(turns.size())));
      table.play(*chosen);
      state.play(chosen->piece == "pass" ? pass : Move{parse_piece(chosen->piece).value(), cell_of(chosen->to)});
      with_holes += state.board().holes() > 0 ? 1 : 0;
      for (const auto& [at, stack] : table.stacks()) stacked += stack.size() > 1 ? 1 : 0;
    }
    finished += state.is_terminal() ? 1 : 0;
  }
  EXPECT_GT(with_holes, games * 5);
  EXPECT_GT(stacked, games * 20);
  if (games > 50) {
    EXPECT_GT(finished, 0);
  }
}

/// Straight lines of all 28 pieces, which come as near to meeting themselves round the helix as a hive can.
TEST(HiveRules, DoNotWrapALineOfAllPieces) {
  for (unsigned d = 0; d < 3; ++d) {
    Hive state(options_of({7}));
    reference::Table table("MLP", false);
    reference::Hexagon ends[2]{};
    // White grows the line one way and Black the other; the queens come third.
    const std::vector<std::string> order{"A1", "A2", "Q",  "A3", "G1", "G2", "G3",
                                         "S1", "S2", "B1", "B2", "M",  "L",  "P"};
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const std::size_t side : {0, 1}) {
        reference::Hexagon& end = ends[side];
        if (i + side > 0) end = reference::neighbours(end)[d + 3 * side];
        const reference::Turn turn{"wb"[side] + order[i], end};
        ASSERT_EQ(table.turns().count(turn), 1u) << turn.piece;
        table.play(turn);
        state.play({parse_piece(turn.piece).value(), cell_of(end)});
        ASSERT_EQ(moves_of(state), moves_of(table)) << d << " " << i << " " << side;
      }
    }
    EXPECT_EQ(table.stacks().size(), 28u);
    EXPECT_EQ(state.board().empty_cells().touching(), 60u);
    EXPECT_EQ(state.board().holes(), 0);
    for (const reference::Turn& turn : table.turns()) {
      Hive next = state;
      reference::Table next_table = table;
      next.play({parse_piece(turn.piece).value(), cell_of(turn.to)});
      next_table.play(turn);
      ASSERT_EQ(moves_of(next), moves_of(next_table)) << turn.piece;
    }
  }
}

// ---- Ends and options ----

TEST(HiveRules, TheThirdOccurrenceIsADrawWhereOneAsksForIt) {
  const std::string cycle =
      "Base+ML;Draw;White[10];wB1;bB1 wB1-;wQ /wB1;bQ bB1\\;wA1 -wB1;bQ /bB1;wA1 -wQ;bB1 bQ;wA1 /wQ;bB1 wB1;wA1 "
      "-bB1;bB1 "
      "bQ/;wA1 -wQ;bB1 bQ;wA1 /wQ;bB1 wB1;wA1 -bB1;bB1 bQ/";
  const auto drawn = position_of<Repeating<Hive>>(cycle, 3);
  EXPECT_TRUE(drawn.is_terminal());
  EXPECT_EQ(drawn.rewards(), (Rewards<Hive>{0.5, 0.5}));
  EXPECT_EQ(drawn.how(), std::vector<std::string>{"repetition"});
  EXPECT_EQ(drawn.count_moves(), 0u);
  EXPECT_EQ(state_name(drawn), "Draw");
  EXPECT_FALSE(position_of<Repeating<Hive>>(cycle, 0).is_terminal());
  const std::string shorter = cycle.substr(0, cycle.rfind(';'));
  EXPECT_FALSE(position_of<Repeating<Hive>>(shorter, 3).is_terminal());

  // Taken back, and played again, it is a draw again.
  auto state = position_of<Repeating<Hive>>(shorter, 3);
  const Move last = state.parse_move("bB1 bQ/").value();
  for (int i = 0; i < 3; ++i) {
    const auto before = state.play_noting(last);
    EXPECT_TRUE(state.is_terminal());
    state.take_back(last, before);
    EXPECT_FALSE(state.is_terminal());
    EXPECT_GT(state.count_moves(), 0u);
  }
  EXPECT_EQ(state.hash(), position_of<Repeating<Hive>>(shorter, 3).hash());
}

TEST(HiveRules, TheSamePositionMayHaveOtherNumbers) {
  const std::string first = "Base;InProgress;White[5];wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wA1 /wQ;bA1 bQ-;wA2 \\wQ;bA1 bQ/";
  const Hive before = position_of(first);
  const Hive ants_swapped = position_of(first + ";wA1 -wQ;bA1 bQ-;wA2 /wQ;bG2 bQ\\;wA1 \\wQ;bA1 bQ/");
  const Hive only_grown = position_of(first + ";wA1 -wQ;bA1 bQ-;wA1 -wA2;bG2 bQ\\;wA1 /wQ;bA1 bQ/");
  EXPECT_NE(before.repetition_key(), only_grown.repetition_key());
  EXPECT_EQ(ants_swapped.repetition_key(), only_grown.repetition_key());
  EXPECT_NE(ants_swapped.hash(), only_grown.hash()) << "moves name them";
}

TEST(HiveRules, AGameMayEndAfterSoManyPlies) {
  Options options = options_of({0});
  options.max_plies = 2;
  Hive state(options);
  state.play(state.parse_move("wS1").value());
  EXPECT_FALSE(state.is_terminal());
  const std::uint64_t hash = state.hash();
  state.play(state.parse_move("bS1 wS1-").value());
  EXPECT_TRUE(state.is_terminal());
  EXPECT_EQ(state.rewards(), (Rewards<Hive>{0.5, 0.5}));
  EXPECT_EQ(state.how(), std::vector<std::string>{"max_plies"});
  EXPECT_NE(state.hash(), hash);
}

TEST(HiveRules, TheQueenMayComeFirstWhereOneAsksForIt) {
  Options options = options_of({0});
  EXPECT_EQ(Hive(options).count_moves(), 4u);
  options.queen_first = true;
  EXPECT_EQ(Hive(options).count_moves(), 5u);
}

TEST(HiveRules, BothQueensAtOnceAreADraw) {
  std::ifstream file(golden + "cases.jsonl");
  for (std::string line; std::getline(file, line);) {
    const Json entry = Json::parse(line);
    if (entry["id"] != "nokamute/Draw") continue;
    const Hive state = position_of(entry["game"]);
    EXPECT_EQ(state.rewards(), (Rewards<Hive>{0.5, 0.5}));
    EXPECT_EQ(state.how(), std::vector<std::string>{"both queens surrounded"});
    return;
  }
  ADD_FAILURE() << "the case is gone";
}

// ---- Text ----

TEST(HiveNotation, UnderstandsEveryPieceBesideACell) {
  Rng rng(3);
  int aliases = 0, covered = 0, own = 0;
  for (int game = 0; game < share(30); ++game) {
    Hive state(options_of({static_cast<unsigned>(game) % 8}));
    for (int ply = 0; ply < 60 && !state.is_terminal(); ++ply) {
      MoveList<Hive> moves;
      state.legal_moves(moves);
      const Board& board = state.board();
      for (const Move m : moves) {
        if (m == pass || board.is_occupied(m.to)) continue;
        for (unsigned d = 0; d < directions; ++d) {
          const Cell beside = neighbour(m.to, d);
          if (!board.is_occupied(beside)) continue;
          constexpr std::array<const char*, 6> before{"-", "\\", "", "", "", "/"};  // seen from there
          constexpr std::array<const char*, 6> after{"", "", "/", "-", "\\", ""};
          for (Piece named = board.top(beside); named != no_piece; named = board.below(named)) {
            const std::string text =
                piece_name(static_cast<Piece>(m.piece)) + ' ' + before[d] + piece_name(named) + after[d];
            ASSERT_EQ(state.parse_move(text), m) << text << "\n" << plain_text(board_of(state));
            ++aliases;
            covered += board.is_covered(named) ? 1 : 0;
            own += named == m.piece ? 1 : 0;
          }
        }
      }
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(aliases, 1000);
  EXPECT_GT(covered, 10);
  EXPECT_GT(own, 10);
}

TEST(HiveNotation, AClimbNamesAnyPieceOfTheStack) {
  const Hive state =
      position_of("Base;InProgress;White[5];wB1;bB1 -wB1;wB2 wB1/;bB2 -bB1;wQ wB1-;bQ \\bB2;wB2 wQ;bA1 \\bB1");
  EXPECT_EQ(state.parse_move("bA1 wB2"), state.parse_move("bA1 wQ"));
  EXPECT_EQ(state.parse_move("bA1 wB2")->to, state.board().cell_of(queen_of(0)));
}

TEST(HiveNotation, RefusesWhatIsNoMove) {
  const Hive state = position_of("Base;InProgress;White[2];wS1;bS1 wS1-");
  for (const char* text :
       {"", "w", "wX1", "wA4", "wQ1", "wA", "wA1 wS1- bS1", "wA1 -wS1-", "wA1 --wS1", "wA1 -", "wA1 wS3/", "Pass"}) {
    EXPECT_EQ(state.parse_move(text), std::nullopt) << text;
  }
}

TEST(HiveNotation, ReadsAndWritesGameStrings) {
  for (const std::string type : {"Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"}) {
    EXPECT_EQ(game_type_text(parse_game_type(type).value()), type);
  }
  EXPECT_EQ(parse_game_type("Base+PLM"), parse_game_type("Base+MLP"));
  for (const char* text : {"", "base", "Base+", "Base+MM", "Base+X", "Base MLP", "BaseMLP"}) {
    EXPECT_EQ(parse_game_type(text), std::nullopt) << text;
  }
  const std::string game = "Base+M;InProgress;Black[2];wS1;bS1 wS1-;wM -wS1";
  const GameText text = parse_game_string(game);
  EXPECT_EQ(game_string(position_of(game), std::nullopt, text.moves), game);
  EXPECT_EQ(game_string(Hive(options_of({7})), std::nullopt, {}), "Base+MLP;NotStarted;White[1]");
  EXPECT_EQ(parse_game_string("Base+MLP").expansions.bits, 7u);

  const auto error_of = [](const char* bad) -> std::string {
    try {
      parse_game_string(bad);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(error_of("Bass"), "game string: 'Bass' is no type of game, as 'Base' or 'Base+MLP' is");
  EXPECT_EQ(error_of("Base;Started"), "game string: 'Started' is no state of a game, as 'InProgress' is");
  EXPECT_EQ(error_of("Base;InProgress"), "game string: there is no turn, as 'White[1]' is");
  EXPECT_EQ(error_of("Base;InProgress;White"), "game string: 'White' is no turn, as 'White[1]' is");
  EXPECT_EQ(error_of("Base;InProgress;White[0]"), "game string: 'White[0]' is no turn, as 'White[1]' is");
  EXPECT_EQ(error_of("Base;InProgress;White[1];wS1;"), "game string: move 2 is empty");
}

TEST(HiveNotation, SaysWhyAMoveIsRefused) {
  const auto refusal = [](const std::string& game, const std::string& move) {
    const Hive state = position_of(game);
    const auto parsed = state.parse_move(move);
    if (!parsed) return std::string("no move");
    EXPECT_FALSE(state.is_legal(*parsed)) << move;
    return state.refusal(*parsed);
  };
  const std::string start = "Base;NotStarted;White[1]";
  EXPECT_EQ(refusal(start, "wQ"), "the queen may not be a player's first piece");
  EXPECT_EQ(refusal(start, "bS1"), "bS1 is the other player's");
  EXPECT_EQ(refusal(start, "wM"), "this game has no mosquito");
  EXPECT_EQ(refusal(start, "wS1 -bQ"), "the piece it refers to is not on the board");
  EXPECT_EQ(refusal(start, "pass"), "a player passes only when there is no other move");
  const std::string second = "Base;InProgress;White[2];wB1;bB1 wB1\\";
  EXPECT_EQ(refusal(second, "wS1"), "only the first move of a game names no second piece");
  EXPECT_EQ(refusal(second, "wS2 -wB1"), "wS1 comes before wS2");
  EXPECT_EQ(refusal(second, "wB2 wB1"), "a piece enters on an empty cell, and wB1 is there");
  EXPECT_EQ(refusal(second, "wS1 wB1\\"), "bB1 is there; what climbs onto it names it without a sign");
  EXPECT_EQ(refusal(second, "wS1 bB1\\"), "a piece enters beside its own colour only, and bB1 is beside the cell");
  EXPECT_EQ(refusal(second, "wB1 bB1"), "no piece moves before its queen is placed");
  EXPECT_EQ(refusal("Base;InProgress;White[4];wB1;bB1 wB1\\;wB2 wB1/;bG1 bB1\\;wS1 -wB1;bA1 bG1/", "wA1 -wS1"),
            "the queen must be placed by the fourth turn");
  EXPECT_EQ(refusal("Base;InProgress;White[3];wA1;bA1 wA1-;wQ /wA1;bB1 bA1\\", "wA1 -bB1"),
            "without wA1 the hive would fall apart");
  EXPECT_EQ(refusal("Base;InProgress;Black[3];wS1;bS1 wS1\\;wA1 wS1/;bQ bS1-;wB1 wA1-", "bQ wB1\\"),
            "it would lose touch with the hive on the way");
  EXPECT_EQ(refusal("Base+P;InProgress;White[4];wP;bP -wP;wG1 wP/;bQ -bP;wQ wG1/;bQ -wG1", "bQ bP\\"),
            "bQ was moved by the last ply and rests");
}

TEST(HiveNotation, DrawsTheHive) {
  const Hive state =
      position_of("Base;InProgress;White[5];wB1;bB1 -wB1;wB2 wB1/;bB2 -bB1;wQ wB1-;bQ \\bB2;wB2 wQ;bA1 \\bB1");
  EXPECT_EQ(plain_text(board_of(state)),
            "       ·   ·   ·\n"
            "     ·  bQ  bA1  ·   ·   ·\n"
            "       ·  bB2 bB1 wB1 wB2+ ·\n"
            "         ·   ·   ·   ·   ·\n"
            "\n"
            "> White\n"
            "    hand  wS1  wS2  wG1  wG2  wG3  wA1  wA2  wA3\n"
            "  Black\n"
            "    hand  bS1  bS2  bG1  bG2  bG3  bA2  bA3\n"
            "  wB2 on wQ\n");
  EXPECT_THAT(plain_text(board_of(Hive(options_of({7})))), HasSubstr("hand  wQ   wS1"));
}

}  // namespace
}  // namespace banyan::hive
