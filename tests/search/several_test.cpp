// SPDX-License-Identifier: MIT
// Search to a depth for more than two players: MaxN and best replies.
#include "search/minimax/several.h"

#include <gmock/gmock.h>

#include "engine/cards.h"
#include "game/chance.h"
#include "game/depth.h"
#include "game/knowledge.h"
#include "game/results.h"
#include "search/minimax/minimax.h"
#include "tests/cards_helpers.h"
#include "tests/games/last_stone/last_stone.h"

namespace banyan {
namespace {

using cards::Cards;
using cards::Cards3;
using last_stone::LastStone;

static_assert(GameState<Cards3> && HasChance<Cards3> && EvaluatesPositions<Cards3> && SkipsTurns<Cards3>);
static_assert(!WinsOrLoses<Cards3> && !BoundsValues<Cards3>);

template <class S>
SearchResult<S> max_n(const S& state, int depth) {
  return SeveralSearch<S>({}, {.depth = depth}, false).search(state, {}, {});
}
template <class S>
SearchResult<S> best_reply(const S& state, int depth) {
  return SeveralSearch<S>({}, {.depth = depth}, true).search(state, {}, {});
}

TEST(MaxN, everybody_takes_the_own_best) {
  // Three players take one to three stones, the last one wins.
  const auto choice = [](int stones) {
    const LastStone state({.stones = stones});
    return state.move_text(max_n(state, 12).best.move);
  };
  EXPECT_EQ(choice(1), "1");
  EXPECT_EQ(choice(2), "2");
  EXPECT_EQ(choice(3), "3");
  EXPECT_EQ(max_n(LastStone({.stones = 3}), 12).best.value, 1.0);
  EXPECT_EQ(max_n(LastStone({.stones = 4}), 12).best.value, 0.0) << "whoever comes next takes what is left";
}

TEST(BestReply, is_minimax_for_two_players) {
  for (int depth = 1; depth <= 3; ++depth) {
    Cards state = cards::reference_position();
    Expectiminimax::Params params;
    params.minimax.depth = depth;
    const auto known = Expectiminimax::make<Cards>(params, 1)->search(state, {}, {});
    EXPECT_NEAR(best_reply(state, depth).best.value, known.best.value, 1e-9);
    EXPECT_NEAR(max_n(state, depth).best.value, best_reply(state, depth).best.value, 1e-9);
  }
}

TEST(Cards3, three_players_take_turns_until_one_is_left) {
  Rng rng(4);
  int finished = 0;
  for (int game = 0; game < 20; ++game) {
    Cards3 state(cards::Options{.start_hp = 10});
    int last_turn = -1;
    while (!state.is_terminal()) {
      EXPECT_GE(state.turn(), last_turn);
      last_turn = state.turn();
      EXPECT_FALSE(state.is_out(state.turn_player()));
      MoveList<Cards3> moves;
      state.legal_moves(moves);
      ASSERT_FALSE(moves.empty());
      for (const auto& m : moves) {
        EXPECT_EQ(state.parse_move(state.move_text(m)), m) << state.move_text(m);
        if (m.kind == cards::Kind::attack || m.kind == cards::Kind::fight || m.kind == cards::Kind::remove) {
          EXPECT_FALSE(state.is_out(m.whom)) << state.move_text(m);
        }
      }
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    const auto rewards = state.rewards();
    EXPECT_NEAR(rewards[0] + rewards[1] + rewards[2], 1.0, 1e-12);
    finished += std::count(rewards.begin(), rewards.end(), 1.0) == 1 ? 1 : 0;
  }
  EXPECT_GT(finished, 10);
}

TEST(Cards3, attacks_name_their_victim) {
  Cards3 state(cards::Options{.start = cards::Start::reference, .start_hp = 6});
  play(state, {"place:6/6/6", "6/6/6:attack:3"});
  EXPECT_TRUE(state.is_out(2));
  EXPECT_FALSE(state.is_terminal());
  EXPECT_EQ(state.to_move(), 1);
  play(state, {"place:4/1/1", "4/1/1:fight:6/6/6:1"});
  EXPECT_EQ(state.turn_player(), 0) << "the third player is passed over";
  EXPECT_LT(state.evaluate(2), -9'000);
}

TEST(BestReply, and_max_n_take_a_win_and_avoid_a_loss) {
  Cards3 state(cards::Options{.start = cards::Start::reference, .start_hp = 6});
  play(state, {"place:6/6/6", "6/6/6:attack:3", "pass"});
  ASSERT_EQ(state.turn_player(), 0);
  play(state, {"draw:R", "pass"});
  EXPECT_EQ(state.move_text(best_reply(state, 2).best.move), "6/6/6:attack:2");
  EXPECT_EQ(state.move_text(max_n(state, 2).best.move), "6/6/6:attack:2");
}

TEST(BestReply, passes_over_opponents_who_can_do_nothing) {
  Cards3 state(cards::Options{.deck = BANYAN_SOURCE_DIR "/tests/one_card_deck.json", .start_hand = 1, .hand_limit = 1});
  play(state, {"draw:2/3/1", "draw:2/3/1", "draw:2/3/1"});
  play(state, {"place:2/3/1", "2/3/1:heal", "place:2/3/1", "2/3/1:fight:2/3/1:1", "place:2/3/1", "2/3/1:idle"});
  ASSERT_EQ(state.turn_player(), 2) << "the others have no card left";
  const double now = state.evaluate(2);
  // Turns of the opponents count, and nothing happens in them.
  for (int depth = 1; depth <= 5; ++depth) {
    const int turns = (depth + 1) / 2;
    EXPECT_NEAR(best_reply(state, depth).best.value, now + 3 * turns, 1e-9) << depth;
  }
  EXPECT_NEAR(max_n(state, 1).best.value, now + 3, 1e-9);
}

TEST(BestReply, and_max_n_answer_with_the_deepest_search_that_was_finished) {
  const Cards3 state(cards::Options{.start = cards::Start::reference});
  for (const bool best_reply : {false, true}) {
    const auto search = [&](int depth, std::int64_t nodes) {
      return SeveralSearch<Cards3>({.iterations = nodes}, {.depth = depth}, best_reply).search(state, {}, {});
    };
    const auto one = search(1, 0), stopped = search(3, 2000);
    EXPECT_EQ(stopped.stopped_by, "iterations");
    EXPECT_EQ(stopped.depth, 2);
    EXPECT_EQ(stopped.best.move, search(2, 0).best.move);
    EXPECT_EQ(stopped.moves.size(), one.moves.size()) << "all moves have been looked at";
  }
}

TEST(BestReply, looks_at_fewer_positions_than_max_n) {
  const Cards3 state(cards::Options{.start = cards::Start::reference});
  EXPECT_LT(best_reply(state, 2).leaves, max_n(state, 3).leaves) << "both see the player's next turn coming";
}

}  // namespace
}  // namespace banyan
