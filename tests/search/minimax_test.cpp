// SPDX-License-Identifier: MIT
// Exact search by depth: on the card game against its reference values and the slow rules, on Havannah and tic-tac-toe
// against proofs, on the dice race against values worked out from its end.
#include "search/minimax/minimax.h"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "engine/cards.h"
#include "engine/havannah.h"
#include "game/board_view.h"
#include "game/drawing.h"
#include "search/mcts/tree_search.h"
#include "tests/cards_averaged_reference.h"
#include "tests/cards_helpers.h"
#include "tests/games/dice_race/known_values.h"
#include "tests/games/searches.h"
#include "tests/havannah_helpers.h"

namespace banyan {
namespace {

using cards::AbstractCards;
using cards::Cards;
using cards::reference_position;
using dice_race::DiceRace;
using dice_race::race_value;
using dice_race::rolled;
using tic_tac_toe::TicTacToe;

/// "prune=none,table=false"
Expectiminimax::Params settings(int depth, const std::string& text = "") {
  Expectiminimax::Params params;
  auto bound = params.bind();
  apply(parse_spec("expectiminimax:depth=" + std::to_string(depth) + (text.empty() ? "" : "," + text)), "test", bound);
  return params;
}

template <GameState S>
SearchResult<S> search_deep(const S& state, const Expectiminimax::Params& params, std::uint64_t seed = 1) {
  return Expectiminimax::make<S>(params, seed)->search(state, {}, {});
}
template <GameState S>
SearchResult<S> search_deep(const S& state, int depth, const std::string& text = "") {
  return search_deep(state, settings(depth, text));
}

// Each switched off, alone and together.
const std::vector<std::string> exact_settings{
    "prune=alphabeta",
    "prune=star1",
    "prune=star2",
    "prune=star2,table=false",
    "prune=star2,order=listed",
    "prune=star2,drop=none",
    "prune=star2,drop=dominated",
    "prune=star2,drop=duplicates",
    "prune=star2,deepening=false",
    "prune=star1,table=false,order=listed,drop=none,deepening=false",
    "prune=alphabeta,table=false,order=listed,drop=none,deepening=false",
};

// ---- The card game ----

TEST(MinimaxCards, leaves_are_the_reference_counts) {
  const std::vector<std::uint64_t> all{16, 331, 415'705}, useful{11, 171, 109'307};
  for (int depth = 1; depth <= 3; ++depth) {
    const auto i = static_cast<std::size_t>(depth) - 1;
    EXPECT_EQ(search_deep(reference_position(), depth, "prune=none").leaves, all[i]);
    EXPECT_EQ(search_deep(reference_position(), depth, "prune=none,drop=dominated").leaves, useful[i]);
  }
  const std::vector<std::uint64_t> abstract{16, 111, 2'516, 32'505, 1'592'690};
  for (std::size_t i = 0; i < (is_full_run ? abstract.size() : 4); ++i) {
    EXPECT_EQ(search_deep(reference_position(), static_cast<int>(i) + 1, "prune=none,representatives=averaged").leaves,
              abstract[i]);
  }
}

TEST(MinimaxCards, alpha_beta_visits_as_many_leaves_as_it_must) {
  EXPECT_EQ(search_deep(reference_position(), 3, exact_settings.back()).leaves, 93'889u);
  // The reference counts are those of 32-bit floating point, where equal values that differ in their last digits are
  // not cut alike. In whole numbers, 1800 to a point so that every average and third is one, they are ours.
  const std::vector<std::uint64_t> in_floats{16, 37, 583, 2'654, 55'088, 362'248};
  const std::vector<std::uint64_t> exactly{16, 37, 583, 2'654, 55'086, 361'885};
  for (std::size_t i = 0; i < (is_full_run ? exactly.size() : 5); ++i) {
    const int turns = static_cast<int>(i) + 1;
    cards::reference::AveragedSearch<float> floats(1);
    cards::reference::AveragedSearch<std::int64_t> exact(1800);
    const auto result =
        search_deep(reference_position(), turns,
                    "representatives=averaged,prune=alphabeta,table=false,order=listed,drop=none,deepening=false");
    EXPECT_NEAR(floats.value(turns), result.best.value, 1e-4);
    EXPECT_EQ(floats.leaves(), in_floats[i]);
    EXPECT_NEAR(static_cast<double>(exact.value(turns)) / 1800, result.best.value, 1e-3);
    EXPECT_EQ(exact.leaves(), exactly[i]);
    EXPECT_EQ(result.leaves, exactly[i]);
  }
}

TEST(MinimaxCards, every_pruning_gives_the_reference_values) {
  const auto plain = search_deep(reference_position(), 3, "prune=none");
  EXPECT_NEAR(plain.best.value, 12.93, 0.005);
  for (const std::string& text : exact_settings) {
    const auto result = search_deep(reference_position(), 3, text);
    EXPECT_NEAR(result.best.value, plain.best.value, 1e-9) << text;
    EXPECT_EQ(result.best.move, plain.best.move) << text;
    EXPECT_LT(result.leaves, plain.leaves) << text;
  }
  if (!is_full_run) return;
  for (const char* text : {"prune=star2", "prune=star2,table=false"}) {
    EXPECT_NEAR(search_deep(reference_position(), 4, text).best.value, 0.91, 0.005) << text;
  }
}

/// Positions of random games in which a player decides and the fields are small enough to try everything.
std::vector<Cards> random_positions(std::size_t count, const cards::Options& options, std::size_t most_cards) {
  std::vector<Cards> positions;
  Rng rng(17);
  while (positions.size() < count) {
    Cards state(options);
    while (!state.is_terminal() && positions.size() < count) {
      if (state.to_move() != chance && state.field(0).size() + state.field(1).size() <= most_cards &&
          rng.below(4) == 0) {
        positions.push_back(state);
      }
      MoveList<Cards> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  return positions;
}

/// That each of these settings finds the value and the move that `plain` finds.
void expect_agreement(const Cards& state, int depth, const std::string& plain,
                      const std::vector<std::string>& settings) {
  const auto known = search_deep(state, depth, plain);
  for (const std::string& text : settings) {
    const auto result = search_deep(state, depth, text + ",memory=1");
    ASSERT_NEAR(result.best.value, known.best.value, 1e-9) << text << plain_text(board_of(state));
    ASSERT_EQ(result.best.move, known.best.move) << text << plain_text(board_of(state));
  }
}

TEST(MinimaxCards, all_exact_searches_agree_on_random_positions) {
  for (const Cards& state : random_positions(is_long_run() ? 1000 : share(300, 20), {.start_hp = 20}, 3)) {
    ASSERT_NO_FATAL_FAILURE(expect_agreement(state, 2, "prune=none", exact_settings));
  }
}

TEST(MinimaxCards, all_exact_searches_agree_where_cards_run_out) {
  for (const Cards& state : random_positions(is_full_run ? 200 : 3, cards::short_game(), 4)) {
    ASSERT_NO_FATAL_FAILURE(expect_agreement(state, 4, "prune=none", exact_settings));
  }
}

TEST(MinimaxCards, all_exact_searches_agree_in_any_order_of_actions) {
  const cards::Options options{.start_hp = 15, .action_order = cards::ActionOrder::any};
  for (const Cards& state : random_positions(is_full_run ? 100 : 4, options, 2)) {
    ASSERT_NO_FATAL_FAILURE(expect_agreement(state, 2, "prune=none", exact_settings));
  }
}

TEST(MinimaxCards, deeper_searches_agree_as_well) {
  for (const Cards& state : random_positions(is_full_run ? 40 : 4, {.start_hp = 12, .hand_limit = 3}, 1)) {
    ASSERT_NO_FATAL_FAILURE(
        expect_agreement(state, 3, exact_settings.back(), {"prune=star1", "prune=star2", "prune=star2,table=false"}));
  }
}

TEST(MinimaxCards, values_are_those_of_the_slow_rules) {
  const cards::Options options{.start_hp = 20};
  const cards::reference::Game slow(options);
  int compared = 0;
  for (const Cards& state : random_positions(is_full_run ? 300 : 40, options, 2)) {
    if (!state.is_placing() || slow.must_draw(as_reference(state))) continue;  // the slow rules would draw first
    const double value = slow.value(as_reference(state), 1);
    EXPECT_NEAR(search_deep(state, 1).best.value, state.to_move() == 0 ? value : -value, 1e-9);
    ++compared;
  }
  EXPECT_GT(compared, 10);
  const cards::reference::Game usual({});
  EXPECT_NEAR(search_deep(reference_position(), 2).best.value, usual.value(as_reference(reference_position()), 2),
              1e-9);
}

TEST(MinimaxCards, takes_a_win_and_the_attack_among_equals) {
  Cards state(cards::Options{.start = cards::Start::reference, .start_hp = 6});
  EXPECT_EQ(state.move_text(search_deep(state, 2).best.move), "place:6/6/6");
  play(state, {"place:6/6/6"});
  EXPECT_EQ(state.move_text(search_deep(state, 2).best.move), "6/6/6:attack");
  // Healing 6 and attacking for 6 are worth the same after one turn.
  for (const auto& [tie_break, move] :
       {std::pair{cards::TieBreak::attack, "6/6/6:attack"}, {cards::TieBreak::heal, "6/6/6:heal"}}) {
    Cards even(cards::Options{.start = cards::Start::reference, .tie_break = tie_break});
    play(even, {"place:6/6/6"});
    for (const char* text : {"prune=none", "prune=star2"}) {
      EXPECT_EQ(even.move_text(search_deep(even, 1, text).best.move), move);
    }
  }
}

TEST(MinimaxCards, reports_what_it_expects) {
  const auto result = search_deep(reference_position(), 3);
  EXPECT_EQ(result.principal_variation[0], result.best.move);
  EXPECT_GT(result.principal_variation.size(), 2u);
  EXPECT_EQ(result.stopped_by, "depth");
  EXPECT_EQ(result.depth, 3);
  EXPECT_TRUE(result.is_evaluation);
  EXPECT_GE(result.nodes, result.leaves);
}

TEST(Minimax, stops_at_its_limits_with_a_move) {
  const auto by_nodes = search_deep(reference_position(), 10, "iterations=5000");
  EXPECT_EQ(by_nodes.stopped_by, "iterations");
  EXPECT_LE(by_nodes.nodes, 5200u);
  EXPECT_GE(by_nodes.depth, 2);
  EXPECT_EQ(search_deep(reference_position(), 10, "iterations=1").stopped_by, "iterations");
  std::atomic<bool> stop = true;
  EXPECT_EQ(Expectiminimax::make<Cards>(settings(10), 1)
                ->search(reference_position(), {}, {.stop = &stop, .progress = {}})
                .stopped_by,
            "cancelled");
}

TEST(Minimax, its_table_is_as_large_as_its_memory) {
  EXPECT_LE(search_deep(reference_position(), 1, "memory=3").bytes, 3u << 20);
  EXPECT_EQ(search_deep(reference_position(), 1, "table=false").bytes, 0u);
}

// ---- Deterministic games ----

TEST(MinimaxHavannah, solves_side_3_as_tree_search_proves_it) {
  using Havannah = havannah::Small;
  Rng rng(2);
  int decided = 0;
  for (int game = 0; game < (is_full_run ? 60 : 6); ++game) {
    Havannah state({.size = 3});
    for (int ply = 0; ply < 7 && !state.is_terminal(); ++ply) {
      MoveList<Havannah> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (state.is_terminal()) continue;
    const auto solved = search_deep(state, 19);
    ASSERT_TRUE(solved.proven);
    EXPECT_EQ(solved.stopped_by, "solved");
    Uct::Params uct;
    uct.limits.iterations = 3'000'000;
    const auto proof = Uct::make<Havannah>(uct, 1)->search(state, {}, {});
    ASSERT_TRUE(proof.proven) << plain_text(board_of(state));
    EXPECT_EQ(*solved.proven, *proof.proven) << plain_text(board_of(state));
    decided += *solved.proven != 0.5 ? 1 : 0;
    // Its move keeps what it has.
    Havannah next = state;
    next.play(solved.best.move);
    if (next.is_terminal()) {
      EXPECT_EQ(next.rewards()[static_cast<std::size_t>(state.to_move())], *solved.proven);
    } else {
      EXPECT_EQ(search_deep(next, 19, "prune=alphabeta").proven, 1 - *solved.proven);
    }
  }
  EXPECT_GT(decided, 3);
}

TEST(MinimaxTicTacToe, is_a_draw) {
  const auto plain = search_deep(TicTacToe({}), 9, is_full_run ? "prune=none" : "prune=alphabeta,deepening=false");
  EXPECT_EQ(plain.proven, 0.5);
  for (const char* text : {"prune=alphabeta,table=false", "prune=star2"}) {
    const auto result = search_deep(TicTacToe({}), 9, text);
    EXPECT_EQ(result.proven, 0.5) << text;
    EXPECT_EQ(result.best.move, plain.best.move) << text;
  }
}

TEST(MinimaxTicTacToe, a_horizon_proves_nothing_but_wins) {
  EXPECT_EQ(search_deep(TicTacToe({}), 4).proven, std::nullopt);
  TicTacToe state({});
  for (const char* move : {"a1", "b1", "a2", "b2"}) state.play(state.parse_move(move).value());
  const auto result = search_deep(state, 5);
  EXPECT_EQ(result.proven, 1.0);
  EXPECT_EQ(state.move_text(result.best.move), "a3");
  EXPECT_EQ(result.depth, 1);
}

// ---- The dice race ----

TEST(DiceRace, is_worth_what_can_be_worked_out_by_hand) {
  // One space, one face: the first player is home with both pieces at once.
  std::map<std::uint64_t, double> known;
  EXPECT_EQ(race_value(DiceRace({.goal = 1, .faces = 1, .turns = 4}), known), 1.0);
  // Two faces, goal 2: only two twos bring both pieces home in the first turn (1/4). Else the second player tries.
  known.clear();
  EXPECT_EQ(race_value(DiceRace({.goal = 2, .faces = 2, .turns = 1}), known), 0.25 + 0.75 * 0.5);
}

TEST(MinimaxDiceRace, gives_the_known_values) {
  const int turns = is_full_run ? 6 : 4;
  const DiceRace::Options options{.goal = 5, .faces = 3, .turns = turns};
  std::map<std::uint64_t, double> known;
  for (const char* dice : {"roll11", "roll12", "roll23", "roll33"}) {
    const DiceRace state = rolled(options, dice);
    const double value = race_value(state, known);
    for (const char* text : {"prune=alphabeta", "prune=star1", "prune=star2", "prune=star2,table=false,order=listed"}) {
      const auto result = search_deep(state, turns, text);
      EXPECT_NEAR(result.best.value, value, 1e-12) << dice << ' ' << text;
      EXPECT_EQ(result.best.move, search_deep(state, turns, "prune=alphabeta,drop=none,order=listed").best.move)
          << dice << text;
    }
  }
}

TEST(MinimaxDiceRace, what_does_not_look_at_all_lines_proves_nothing) {
  const DiceRace state = rolled({.goal = 5, .faces = 3, .turns = 4}, "roll12");
  EXPECT_TRUE(search_deep(state, 4).proven);
  for (const char* text : {"samples=2", "representatives=chosen", "representatives=learned,classes=2"}) {
    EXPECT_EQ(search_deep(state, 4, text).proven, std::nullopt) << text;
  }
}

TEST(MinimaxDiceRace, representatives_stand_for_their_classes) {
  const DiceRace::Options options{.goal = 5, .faces = 3, .turns = 5};
  const DiceRace state = rolled(options, "roll12");
  const auto all = search_deep(state, 5, "prune=none");
  const auto chosen = search_deep(state, 5, "prune=none,representatives=chosen");
  const auto learned = search_deep(state, 5, "prune=none,representatives=learned,classes=2");
  EXPECT_LT(chosen.leaves, all.leaves);
  EXPECT_LT(learned.leaves, all.leaves);
  // Both players do without some of their moves: the value is near, not equal.
  EXPECT_NEAR(chosen.best.value, all.best.value, 0.1);
  EXPECT_NEAR(learned.best.value, all.best.value, 0.1);
  // With as many classes as moves, nothing is left out.
  const auto whole = search_deep(state, 5, "prune=none,representatives=learned,classes=64");
  EXPECT_EQ(whole.leaves, all.leaves);
  EXPECT_EQ(whole.best.value, all.best.value);
}

// ---- Outcomes drawn in place of all ----

TEST(SampledMinimax, converges_to_the_known_values) {
  const DiceRace::Options options{.goal = 5, .faces = 3, .turns = 4};
  std::map<std::uint64_t, double> known;
  const DiceRace state = rolled(options, "roll12");
  const double value = race_value(state, known);
  const auto error = [&](int samples) {
    double sum = 0;
    constexpr int seeds = is_full_run ? 20 : 8;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const double found = search_deep(state, settings(4, "samples=" + std::to_string(samples)), seed).best.value;
      sum += (found - value) * (found - value) / seeds;
    }
    return std::sqrt(sum);
  };
  // A reward of 0 to 1 has a deviation of at most 1/2; there are three rolls to come.
  for (const int samples : {4, 64, 1024}) EXPECT_LT(error(samples), 1.5 * 0.5 / std::sqrt(samples)) << samples;
  EXPECT_LT(error(1024), error(4));
}

TEST(SampledMinimax, pruning_changes_nothing) {
  const DiceRace race = rolled({.goal = 5, .faces = 3, .turns = 5}, "roll12");
  for (std::uint64_t seed = 1; seed <= (is_full_run ? 5u : 1u); ++seed) {
    const auto plain = search_deep(race, settings(5, "samples=3,prune=none"), seed);
    const auto cards = search_deep(reference_position(), settings(3, "samples=5,prune=none"), seed);
    for (const std::string& text : exact_settings) {
      EXPECT_NEAR(search_deep(race, settings(5, "samples=3," + text), seed).best.value, plain.best.value, 1e-9) << text;
      EXPECT_NEAR(search_deep(reference_position(), settings(3, "samples=5," + text), seed).best.value,
                  cards.best.value, 1e-9)
          << text;
    }
    EXPECT_LT(cards.leaves, 415'705u / 3);
  }
  EXPECT_EQ(search_deep(reference_position(), 3, "samples=20,prune=none").leaves, 415'705u) << "all cards are drawn";
}

// ---- Representatives of cards ----

TEST(MinimaxCards, learned_representatives_leave_out_cards_and_draws) {
  const auto all = search_deep(reference_position(), 3, "prune=none");
  std::uint64_t last = 0;
  for (const char* classes : {"1", "2", "4", "8"}) {
    const auto some =
        search_deep(reference_position(), 3, std::string("prune=none,representatives=learned,classes=") + classes);
    EXPECT_GT(some.leaves, last) << classes;
    EXPECT_LT(some.leaves, all.leaves);
    last = some.leaves;
  }
  EXPECT_EQ(search_deep(reference_position(), 3, "prune=none,representatives=learned,classes=64").leaves, all.leaves);
}

TEST(MinimaxCards, representatives_agree_with_every_pruning) {
  for (const char* kind : {"representatives=averaged", "representatives=chosen", "representatives=learned,classes=3"}) {
    for (const int depth : {2, 3}) {
      const auto plain = search_deep(reference_position(), depth, std::string("prune=none,") + kind);
      for (const std::string& text : exact_settings) {
        // Learned classes depend on what there is to choose from, so nothing may be dropped before.
        if (text.find("drop=none") == std::string::npos) continue;
        const auto result = search_deep(reference_position(), depth, text + ',' + kind);
        EXPECT_NEAR(result.best.value, plain.best.value, 1e-9) << kind << ' ' << text;
        EXPECT_EQ(result.best.move, plain.best.move) << kind << ' ' << text;
      }
    }
  }
}

TEST(Minimax, says_which_representatives_a_game_lacks) {
  Expectiminimax::Params params;
  params.minimax.representatives = Representatives::averaged;
  try {
    Expectiminimax::make<TicTacToe>(params, 1);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("representatives=averaged: the game has no abstract game"));
  }
}

}  // namespace
}  // namespace banyan
