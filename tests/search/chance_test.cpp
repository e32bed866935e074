// SPDX-License-Identifier: MIT
// Tree search where chance moves: on the dice race against values worked out from its end, on the card game through a
// session.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "engine/cards.h"
#include "engine/catalogue.h"
#include "game/playouts.h"
#include "search/mcts/tree_search.h"
#include "search/minimax/minimax.h"
#include "tests/cards_helpers.h"
#include "tests/games/dice_race/known_values.h"
#include "tests/games/searches.h"
#include "tests/same_search.h"
#include "tests/share.h"

namespace banyan {
namespace {

using dice_race::DiceRace;
using dice_race::race_value;
using dice_race::rolled;

/// "widening=1,open_loop=true"
template <GameState S>
SearchResult<S> search(const S& state, int iterations, const std::string& text = "", std::uint64_t seed = 1) {
  Uct::Params params;
  auto bound = params.bind();
  apply(parse_spec("uct:iterations=" + std::to_string(iterations) + (text.empty() ? "" : "," + text)), "test", bound);
  return Uct::make<S>(params, seed)->search(state, {}, {});
}

SearchReport search_cards(const std::string& player, const std::vector<std::string>& moves = {}) {
  const auto session = new_session(parse_spec("cards:start=reference"));
  for (const std::string& move : moves) session->play(move);
  SearchControl control;
  return session->new_player(parse_spec(player), 1)->search(*session, control);
}

TEST(TreeSearchWithChance, converges_to_the_known_values) {
  for (const char* dice : {"roll12", "roll23"}) {
    const DiceRace state = rolled({.goal = 5, .faces = 3, .turns = 6}, dice);
    std::map<std::uint64_t, double> known;
    const double value = race_value(state, known);
    for (const char* text : {"", "untried=urgency", "widening=1", "widening=2,widening_power=0.4"}) {
      EXPECT_NEAR(search(state, share(400'000, 40'000), text).best.value, value, is_full_run ? 0.015 : 0.04)
          << dice << text;
    }
  }
}

// ---- Progressive widening ----

TEST(Widening, that_allows_everything_changes_nothing) {
  const DiceRace race = rolled({.goal = 6, .faces = 3, .turns = 8}, "roll12");
  for (const char* text : {"untried=first", "untried=urgency,urgency=0.6", "expand=1"}) {
    expect_same(search(race, 3000, text), search(race, 3000, std::string(text) + ",widening=1000000"));
  }
  expect_same(search_cards("uct:iterations=3000"), search_cards("uct:iterations=3000,widening=1000000"));
  expect_same(search(race, 3000, "open_loop=true"), search(race, 3000, "open_loop=true,widening=1000000"));
}

TEST(Widening, considers_the_most_urgent_moves_first) {
  // ceil(sqrt(n)): the fifth visit is the first that may try a third move.
  for (const std::string tree : {"", ",open_loop=true"}) {
    EXPECT_EQ(search_cards("uct:widening=1,iterations=1" + tree).best_move, "place:6/6/6");
    EXPECT_EQ(search_cards("uct:widening=1,iterations=4" + tree).moves.size(), 2u);
    EXPECT_EQ(search_cards("uct:widening=1,iterations=5" + tree).moves.size(), 3u);
    const auto all = search_cards("uct:widening=1,iterations=100" + tree);
    EXPECT_EQ(all.moves.size(), 6u) << "five cards, and passing";
  }
}

TEST(Widening, considers_few_outcomes_of_chance) {
  // With a = 0 a node never has more than one move or outcome: the tree is a single line.
  const DiceRace race = rolled({.goal = 6, .faces = 3, .turns = 8}, "roll12");
  const auto line = search(race, 2000, "widening=1,widening_power=0");
  EXPECT_EQ(line.moves.size(), 1u);
  EXPECT_LE(line.nodes, 16u);
  EXPECT_GT(search(race, 2000).nodes, 100u);
}

TEST(Widening, asks_for_chance_or_an_order) {
  EXPECT_THROW(search(last_stone::LastStone({.stones = 5}), 10, "widening=1"), UsageError);
}

// ---- Open loop ----

TEST(OpenLoop, converges_where_chance_tells_the_players_nothing) {
  // One face: there is nothing to draw, and sequences of moves are positions.
  std::map<std::uint64_t, double> known;
  const DiceRace sure = rolled({.goal = 6, .faces = 1, .turns = 12}, "roll11");
  EXPECT_NEAR(search(sure, share(200'000), "open_loop=true").best.value, race_value(sure, known), 0.02);
  // The race ends with the second player's next turn, in which only one number of turns is left.
  known.clear();
  const DiceRace last = rolled({.goal = 2, .faces = 2, .turns = 2}, "roll12");
  EXPECT_NEAR(search(last, share(200'000), "open_loop=true").best.value, race_value(last, known), 0.01);
}

TEST(OpenLoop, comes_near_the_known_values_elsewhere) {
  // Moves are chosen by what they are worth over all rolls in which they are legal: the players do not adapt to the
  // roll.
  for (const char* dice : {"roll12", "roll23"}) {
    const DiceRace state = rolled({.goal = 5, .faces = 3, .turns = 6}, dice);
    std::map<std::uint64_t, double> known;
    const auto result = search(state, share(400'000), "open_loop=true");
    EXPECT_NEAR(result.best.value, race_value(state, known), 0.1) << dice;
    EXPECT_LT(result.nodes, search(state, share(400'000)).nodes);
  }
}

TEST(OpenLoop, stays_within_its_memory) {
  const DiceRace race = rolled({.goal = 20, .faces = 6, .turns = 100}, "roll12");
  const auto result = search(race, share(300'000), "open_loop=true,memory=1,expand=1");
  EXPECT_LE(result.bytes, 1u << 20);
  EXPECT_EQ(result.iterations, static_cast<std::uint64_t>(share(300'000)));
}

TEST(OpenLoop, keeps_what_it_knows_until_chance_moves) {
  const auto visits = [](const SearchReport& report) {
    std::uint64_t sum = 0;
    for (const auto& move : report.moves) sum += move.visits;
    return sum;
  };
  const auto session = new_session(parse_spec("cards:start=reference"));
  const auto player = session->new_player(parse_spec("uct:open_loop=true,iterations=2000"), 1);
  SearchControl control;
  const auto first = player->search(*session, control);
  session->play(first.best_move);
  const auto second = player->search(*session, control);
  EXPECT_GT(visits(second), second.iterations);
  EXPECT_THAT(second.principal_variation, testing::Not(testing::IsEmpty()));
  // The turn is over, and the opponent has drawn a card.
  session->play(second.best_move);
  for (const char* move : {"place:6/6/6", "6/6/6:attack", "draw:5/5/3"}) session->play(move);
  const auto third = player->search(*session, control);
  EXPECT_EQ(visits(third), third.iterations);
}

TEST(OpenLoop, asks_for_chance_and_one_thread) {
  EXPECT_THROW(search(DiceRace({}), 10, "open_loop=true,threads=2"), UsageError);
  EXPECT_THROW(search(DiceRace({}), 10, "open_loop=true,expand_all=true"), UsageError);
  EXPECT_THROW(search(DiceRace({}), 10, "open_loop=true,expand_depth=2"), UsageError);
  EXPECT_THROW(search(last_stone::LastStone({.stones = 5}), 10, "open_loop=true"), UsageError);
}

// ---- Representatives ----

TEST(TreeRepresentatives, converge_to_the_value_of_their_game) {
  const int turns = is_full_run ? 5 : 4;
  const DiceRace state = rolled({.goal = 5, .faces = 3, .turns = turns}, "roll12");
  for (const std::string text : {"representatives=chosen", "representatives=learned,classes=2"}) {
    Expectiminimax::Params exact;
    auto bound = exact.bind();
    apply(parse_spec("expectiminimax:depth=" + std::to_string(turns) + ",prune=none," + text), "test", bound);
    const auto known = Expectiminimax::make<DiceRace>(exact, 1)->search(state, {}, {});
    const auto found = search(state, share(400'000), text);
    EXPECT_NEAR(found.best.value, known.best.value, is_full_run ? 0.01 : 0.03) << text;
    EXPECT_LT(found.nodes, search(state, share(400'000)).nodes) << text;
  }
}

TEST(TreeRepresentatives, as_many_as_there_are_moves_change_nothing) {
  const DiceRace race = rolled({.goal = 6, .faces = 3, .turns = 8}, "roll12");
  for (const std::string tree : {"", ",open_loop=true", ",widening=1"}) {
    expect_same(search(race, 3000, "expand=1" + tree),
                search(race, 3000, "expand=1,representatives=learned,classes=64" + tree));
    expect_same(search_cards("uct:iterations=2000" + tree),
                search_cards("uct:iterations=2000,representatives=learned,classes=64" + tree));
  }
}

TEST(TreeRepresentatives, leave_out_nothing_at_the_root) {
  // In the second turn, the tree of the first had fewer moves there.
  for (const std::string kind : {"chosen", "learned,classes=1"}) {
    for (const std::string tree : {"", ",open_loop=true"}) {
      const auto session = new_session(parse_spec("cards:start=reference"));
      const auto player = session->new_player(parse_spec("uct:iterations=1000,representatives=" + kind + tree), 1);
      SearchControl control;
      EXPECT_EQ(player->search(*session, control).moves.size(), 6u);
      for (const char* move : {"place:6/6/6", "6/6/6:attack"}) session->play(move);
      EXPECT_EQ(player->search(*session, control).moves.size(), session->legal_moves().size()) << kind << tree;
    }
  }
}

/// The value of a game that is nearly over, by playing all of it in the abstract game: minimax.
double abstract_value(const AveragedGame<cards::Cards>& game) {
  if (game.is_terminal()) return game.rewards()[0];
  MoveList<AveragedGame<cards::Cards>> moves;
  game.legal_moves(moves);
  double best = game.to_move() == 0 ? -1 : 2;
  for (const auto& move : moves) {
    auto next = game;
    next.play(move);
    const double value = abstract_value(next);
    best = game.to_move() == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

TEST(TreeRepresentatives, averaged_ones_go_on_in_the_abstract_game_until_it_ends) {
  cards::Options options;
  options.start = cards::Start::reference;
  options.max_plies = 4;
  options.start_hp = 9;
  const cards::Cards root(options);
  const double known = abstract_value(AveragedGame<cards::Cards>(root));
  const auto found = search(root, share(100'000, 10'000), "representatives=averaged");
  EXPECT_NEAR(found.best.value, root.to_move() == 0 ? known : 1 - known, 0.05);
  EXPECT_EQ(found.moves.size(), 6u) << "all moves of the root";
  // What it expects are moves of the turn, by the rules.
  cards::Cards state = root;
  for (const auto& move : found.principal_variation) {
    EXPECT_TRUE(state.is_legal(move));
    EXPECT_EQ(state.turn(), root.turn());
    state.play(move);
  }
}

TEST(TreeRepresentatives, averaged_games_always_end) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    AveragedGame<cards::Cards> game((cards::Options()));
    Rng rng(seed);
    ListDrawer<AveragedGame<cards::Cards>> drawer(game);
    auto draw = drawer.begin(rng);
    int moves = 0;
    for (; !game.is_terminal(); ++moves) game.play(draw(game));
    EXPECT_LT(moves, 400 * 33);
  }
}

TEST(TreeRepresentatives, averaged_ones_choose_as_the_paper_s_search_does_at_the_reference_hand) {
  const auto exact = search_cards("expectiminimax:depth=5,representatives=averaged");
  const std::string uct = fmt::format("uct:iterations={},representatives=averaged", is_full_run ? 20'000 : 5'000);
  EXPECT_EQ(search_cards(uct).best_move, exact.best_move);
}

TEST(TreeRepresentatives, ask_for_classes_or_features) {
  EXPECT_THROW(search(last_stone::LastStone({.stones = 5}), 10, "representatives=averaged"), UsageError);
  EXPECT_THROW(search(last_stone::LastStone({.stones = 5}), 10, "representatives=chosen"), UsageError);
  EXPECT_THROW(search(last_stone::LastStone({.stones = 5}), 10, "representatives=learned"), UsageError);
}

}  // namespace
}  // namespace banyan
