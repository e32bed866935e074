// SPDX-License-Identifier: MIT
// The game of moving pieces against its slow twin; what searches prove of it against what is true; and that searches, a
// session and a saved game see a draw by repetition on the same move.
#include "tests/games/crossing/crossing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/random.h"
#include "engine/game_session.h"
#include "engine/save.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/playouts.h"
#include "game/results.h"
#include "search/mcts/flat.h"
#include "search/mcts/tree_search.h"
#include "search/minimax/minimax.h"
#include "search/playout/playout.h"
#include "tests/crossing_reference.h"
#include "tests/games/searches.h"
#include "tests/share.h"

namespace banyan::crossing {
namespace {

using crossing_reference::has_won;
using crossing_reference::is_over;
using crossing_reference::moves_of;
using testing::ElementsAre;

static_assert(WinsOrLoses<Crossing> && CodesMoves<Crossing> && EvaluatesLeaves<Crossing> && FindsWins<Crossing>);
static_assert(!IndexesMoves<Crossing> && !BlocksWins<Crossing>);
static_assert(Repeats<Pieces> && ExplainsResults<Crossing> && !ExplainsResults<Pieces>);

/// Its own loop would go on past a draw, so it is not taken.
struct LoopsByItself : Pieces {
  using Pieces::Pieces;
  template <class Choose>
  std::uint64_t run_playout(Choose&&) {
    return 0;
  }
};
static_assert(RunsPlayouts<LoopsByItself> && !RunsPlayouts<Repeating<LoopsByItself>>);

// ---- The rules ----

/// A game of the slow twin: where the pieces have stood, and how they came there.
struct Line {
  std::vector<std::string> positions{crossing_reference::start};
  std::vector<std::string> moves;

  const std::string& position() const { return positions.back(); }
  long occurrences(const std::string& of) const { return std::count(positions.begin(), positions.end(), of); }
  void play(const std::pair<const std::string, std::string>& move) {
    moves.push_back(move.first);
    positions.push_back(move.second);
  }
};

template <class Moves>
const auto& any_of(const Moves& moves, Rng& rng) {
  return *std::next(moves.begin(), rng.below(static_cast<std::uint32_t>(moves.size())));
}

std::set<std::string> texts_of(const Crossing& state) {
  MoveList<Crossing> moves;
  state.legal_moves(moves);
  std::set<std::string> texts;
  for (const auto& m : moves) texts.insert(state.move_text(m));
  EXPECT_EQ(texts.size(), moves.size());
  return texts;
}

Move move_of(const Crossing& state, const std::string& text) { return state.parse_move(text).value(); }

TEST(Crossing, FollowsItsRules) {
  for (const int last : {0, 2, 3, 4}) {
    Rng rng(derive_seed(1, static_cast<std::uint64_t>(last)));
    int draws = 0, wins = 0, passes = 0;
    for (int game = 0; game < 200; ++game) {
      Crossing state(Options{.repetitions = last});
      Line line;
      while (line.moves.size() < 300) {
        const bool is_drawn = last > 0 && line.occurrences(line.position()) == last;
        ASSERT_EQ(state.is_terminal(), is_drawn || is_over(line.position())) << line.position();
        if (state.is_terminal()) {
          ++(is_drawn ? draws : wins);
          ASSERT_TRUE(texts_of(state).empty());
          ASSERT_EQ(state.rewards()[0], is_drawn ? 0.5 : has_won(line.position(), 'w') ? 1.0 : 0.0);
          ASSERT_EQ(state.how(), is_drawn ? std::vector<std::string>{"repetition"} : std::vector<std::string>{});
          if (is_drawn) {
            ASSERT_EQ(state.evaluate(0), 0);
          }
          break;
        }
        const auto moves = moves_of(line.position());
        std::set<std::string> texts;
        for (const auto& [text, next] : moves) texts.insert(text);
        ASSERT_EQ(state.to_move(), line.position()[12] == 'w' ? 0 : 1);
        ASSERT_EQ(texts_of(state), texts) << line.position();
        passes += texts.contains("pass") ? 1 : 0;
        line.play(any_of(moves, rng));
        state.play(move_of(state, line.moves.back()));
      }
    }
    EXPECT_GT(wins, 20) << last;
    EXPECT_EQ(draws > 20, last > 0) << last;
    EXPECT_GT(passes, 0) << last;
  }
}

TEST(Crossing, FindsItsWinsWithoutTryingThem) {
  std::set<std::size_t> counts;
  Rng rng(2);
  for (int game = 0; game < 500; ++game) {
    Crossing state(Options{});
    Line line;
    while (!state.is_terminal()) {
      const auto moves = moves_of(line.position());
      std::set<std::string> wins, found;
      for (const auto& [text, next] : moves) {
        if (is_over(next)) wins.insert(text);
      }
      std::array<Move, 3> list;
      const std::size_t count = state.find_wins(state.to_move(), list);
      for (std::size_t i = 0; i < count; ++i) found.insert(state.move_text(list[i]));
      ASSERT_EQ(found, wins) << line.position();
      counts.insert(count);
      line.play(any_of(moves, rng));
      state.play(move_of(state, line.moves.back()));
    }
  }
  EXPECT_THAT(counts, ElementsAre(0, 1, 2));
}

Crossing played(const std::vector<std::string>& moves) {
  Crossing state(Options{});
  for (const std::string& move : moves) state.play(move_of(state, move));
  return state;
}

TEST(Crossing, AnotherPastIsAnotherFuture) {
  const Crossing twice = played({"a1b1", "a4b4", "b1a1", "b4a4"});
  const Crossing once = played({});
  EXPECT_EQ(twice.repetition_key(), once.repetition_key());
  EXPECT_NE(twice.hash(), once.hash());
  // The same positions in another order.
  EXPECT_EQ(played({"a1b1", "a4b4", "b1a1", "b4a4", "c1b1", "c4b4", "b1c1", "b4c4"}).hash(),
            played({"c1b1", "c4b4", "b1c1", "b4c4", "a1b1", "a4b4", "b1a1", "b4a4"}).hash());
}

// ---- Who sees a draw ----

/// One more move, and the pieces stand as at the start for the third time.
const std::vector<std::string> before_the_third{"a1b1", "a4b4", "b1a1", "b4a4", "a1b1", "a4b4", "b1a1"};
const std::string third = "b4a4";

constexpr std::array every_player{"flat:iterations=200",
                                  "uct:iterations=200",
                                  "uct:iterations=200,cut=4",
                                  "uct:iterations=200,cut=4,cut_as=evaluation",
                                  "uct:iterations=200,leaf=evaluation",
                                  "uct:iterations=200,playouts=4",
                                  "expectiminimax:depth=2,prune=none"};

std::unique_ptr<GameSession<Crossing>> session_after(const std::vector<std::string>& moves) {
  auto session = std::make_unique<GameSession<Crossing>>("crossing", Options{});
  for (const std::string& move : moves) {
    EXPECT_EQ(session->result(), std::nullopt) << move;
    session->play(move);
  }
  return session;
}

/// What a player has found about the move that is the third occurrence, or looks like it.
MoveReport report_on_third(const Session& session, const char* player) {
  SearchControl control;
  for (const MoveReport& m : session.new_player(parse_spec(player), 1)->search(session, control).moves) {
    if (m.move == third) return m;
  }
  ADD_FAILURE() << player << " has not tried it";
  return {};
}

TEST(CrossingDraw, IsSeenBySearchesSessionsAndSavedGamesOnTheSameMove) {
  const auto session = session_after(before_the_third);
  for (const char* player : every_player) {
    const MoveReport report = report_on_third(*session, player);
    EXPECT_EQ(report.value, std::string_view(player).starts_with("expecti") ? 0 : 0.5) << player;
    if (std::string_view(player).starts_with("uct")) {
      EXPECT_EQ(report.proven, 0.5) << player;
    }
  }
  session->play(third);
  ASSERT_TRUE(session->result());
  EXPECT_EQ(session->result()->winner, 0);
  EXPECT_THAT(session->result()->rewards, ElementsAre(0.5, 0.5));
  EXPECT_THAT(session->result()->how, ElementsAre("repetition"));
  EXPECT_THROW(session->play("a1a2"), IllegalMove);
  EXPECT_TRUE(session->undo());
  EXPECT_EQ(session->result(), std::nullopt);
  EXPECT_TRUE(session->redo());
  EXPECT_TRUE(session->result());

  const auto file = nlohmann::json::parse(save_game(SavedGame{.session = session_after(session->moves())}));
  EXPECT_EQ(file["result"]["winner"], 0);
  EXPECT_EQ(file["result"]["how"][0], "repetition");
  EXPECT_TRUE(session_after(file["moves"].get<std::vector<std::string>>())->result());
}

TEST(CrossingDraw, ComesFromTheGameSoFar) {
  const auto early = session_after({before_the_third.begin(), before_the_third.begin() + 3});
  EXPECT_EQ(early->state().repetition_key(), session_after(before_the_third)->state().repetition_key());
  for (const char* player : every_player) EXPECT_EQ(report_on_third(*early, player).proven, std::nullopt) << player;
  EXPECT_NE(report_on_third(*early, every_player[0]).value, 0.5);
}

TEST(CrossingDraw, EndsPlayouts) {
  Uniform<Crossing> playout(played({}), 1);
  int draws = 0;
  for (int i = 0; i < 300; ++i) {
    Crossing state = played({});
    const auto outcome = playout.run(state);
    EXPECT_TRUE(outcome.is_exact);
    draws += outcome.rewards[0] == 0.5 ? 1 : 0;
  }
  EXPECT_GT(draws, 10);
  EXPECT_LT(draws, 290);
}

TEST(CrossingDraw, EndsTheGamesOfEveryPlayer) {
  for (const char* first : every_player) {
    for (const char* second : every_player) {
      const auto session = session_after({});
      const auto white = session->new_player(parse_spec(first), 1);
      const auto black = session->new_player(parse_spec(second), 2);
      SearchControl control;
      while (!session->result()) {
        session->play((session->to_move() == 0 ? white : black)->search(*session, control).best_move);
      }
    }
  }
}

// ---- What is proven ----

Uct::Params uct_params(const std::string& text) {
  Uct::Params params;
  auto bound = params.bind();
  apply(parse_spec("player:" + text), "test", bound);
  return params;
}

/// Searches positions of random games in which none occurs twice, and compares what is proven with the truth. A winner
/// need never repeat a position, and who can only hold out for ever is saved by repetition; so as long as nothing has
/// occurred twice, positions are worth what they are without that rule. Returns how many moves were proven, by value.
std::map<double, int> proven_moves(const std::string& text, bool keeps_trees) {
  const auto values = crossing_reference::solve_all();
  std::map<double, int> proven;
  std::unique_ptr<Search<Crossing>> player;
  Rng rng(4);
  for (int game = 0; game < (is_full_run ? 30 : 10); ++game) {
    Crossing state(Options{});
    std::vector<Move> history;
    for (Line line; history.size() < 24;) {
      auto next = moves_of(line.position());
      if (!keeps_trees || !player) player = Uct::make<Crossing>(uct_params(text), 1);
      for (const auto& m : player->search(state, history, {}).moves) {
        if (!m.proven) continue;
        const double truth = values.at(next.at(state.move_text(m.move)));
        EXPECT_EQ(*m.proven, state.to_move() == 0 ? truth : 1 - truth)
            << line.position() << ' ' << state.move_text(m.move);
        ++proven[*m.proven];
      }
      std::erase_if(next, [&](const auto& m) { return line.occurrences(m.second) > 0 || is_over(m.second); });
      if (next.empty()) break;
      line.play(any_of(next, rng));
      history.push_back(move_of(state, line.moves.back()));
      state.play(history.back());
    }
  }
  return proven;
}

TEST(CrossingProofs, AreTrueInFreshAndInKeptTrees) {
  for (const bool keeps_trees : {false, true}) {
    auto proven = proven_moves("iterations=1000", keeps_trees);
    for (const double value : {0.0, 0.5, 1.0}) EXPECT_GT(proven[value], 10) << value << ' ' << keeps_trees;
  }
}

TEST(CrossingProofs, ComeSoonerWithLookingAhead) {
  auto ahead = proven_moves("iterations=100", false);
  auto plain = proven_moves("iterations=100,lookahead=false", false);
  EXPECT_GT(ahead[0.0], plain[0.0]);
}

TEST(CrossingProofs, SaveALostGameByRepetition) {
  // Random games, until somebody who has lost by force can make a position occur for the third time.
  const auto values = crossing_reference::solve_all();
  Rng rng(5);
  int saved = 0;
  for (int game = 0; game < 20'000 && saved < 3; ++game) {
    Crossing state(Options{});
    for (Line line; !state.is_terminal() && saved < 3;) {
      const auto moves = moves_of(line.position());
      const bool is_lost = values.at(line.position()) == state.to_move();
      const bool has_way_out =
          std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return line.occurrences(m.second) == 2; });
      if (is_lost && has_way_out) {
        ++saved;
        for (const char* leaf : {"", ",cut=10", ",leaf=evaluation", ",playouts=4"}) {
          const auto params = uct_params(std::string("iterations=10000") + leaf);
          Crossing next = state;
          next.play(Uct::make<Crossing>(params, 1)->search(state, {}, {}).best.move);
          EXPECT_THAT(next.how(), ElementsAre("repetition")) << line.position() << leaf;
        }
      }
      line.play(any_of(moves, rng));
      state.play(move_of(state, line.moves.back()));
    }
  }
  EXPECT_EQ(saved, 3);
}

TEST(CrossingProofs, TablesOfPositionsKnowThePast) {
  // By the board alone, a table that is kept would take a position that has occurred again for one that has not.
  Expectiminimax::Params params;
  params.minimax.depth = 5;
  Rng rng(6);
  for (int game = 0; game < 20; ++game) {
    const auto remembers = Expectiminimax::make<Crossing>(params, 1);
    Crossing state(Options{});
    for (Line line; !state.is_terminal();) {
      auto plain = params;
      plain.minimax.table = false;
      const auto best = remembers->search(state, {}, {}).best;
      const auto truth = Expectiminimax::make<Crossing>(plain, 1)->search(state, {}, {}).best;
      ASSERT_EQ(best.value, truth.value) << line.position();
      ASSERT_EQ(state.move_text(best.move), state.move_text(truth.move)) << line.position();
      line.play(any_of(moves_of(line.position()), rng));
      state.play(move_of(state, line.moves.back()));
    }
  }
}

}  // namespace
}  // namespace banyan::crossing
