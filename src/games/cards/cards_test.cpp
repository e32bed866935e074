// SPDX-License-Identifier: MIT
#include "games/cards/cards.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "core/error.h"
#include "game/board_view.h"
#include "game/chance.h"
#include "game/depth.h"
#include "game/drawing.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/perft.h"
#include "game/playouts.h"
#include "game/results.h"
#include "tests/cards_helpers.h"
#include "tests/cards_reference.h"
#include "tests/share.h"

namespace banyan::cards {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

static_assert(GameState<Cards> && HasChance<Cards> && WinsOrLoses<Cards> && TestsMoves<Cards>);
static_assert(CountsTurns<Cards> && EvaluatesPositions<Cards> && BoundsValues<Cards> && HasAbstract<Cards>);
static_assert(DrawsMoves<Cards> && DrawsMoves<Cards3>);
static_assert(DescribesMoves<Cards> && ClassifiesMoves<Cards> && DealsCards<Cards> && ExplainsRefusals<Cards>);
static_assert(std::is_trivially_copyable_v<Cards> && std::is_trivial_v<Move>);

// ---- Decks ----

std::string standard_json() {
  std::ifstream file(BANYAN_SOURCE_DIR "/data/cards/standard.json");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(CardDeck, the_file_and_the_built_in_deck_are_the_same) {
  EXPECT_EQ(parse_deck(standard_json(), "deck"), standard_deck());
  EXPECT_EQ(load_deck("standard"), load_deck(BANYAN_SOURCE_DIR "/data/cards/standard.json"));
}

TEST(CardDeck, values_are_spread_evenly_and_fall_with_their_size) {
  std::map<int, std::array<int, 3>> counts;
  for (const Stats& s : standard_deck().soldiers) {
    ++counts[s.fight][0];
    ++counts[s.heal][1];
    ++counts[s.attack][2];
  }
  const std::vector<int> expected{6, 5, 4, 3, 3, 2};
  ASSERT_EQ(counts.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_THAT(counts[static_cast<int>(i) + 1], ElementsAre(expected[i], expected[i], expected[i]));
  }
}

std::string refusal_of(const std::string& json) {
  try {
    parse_deck(json, "deck 'x'");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CardDeck, whatever_is_wrong_with_a_file_is_named) {
  const std::string good = R"({"format":"tcg-cards/1","soldiers":[{"id":1,"fight":1,"heal":2,"attack":3}]})";
  EXPECT_EQ(refusal_of(good), "");
  EXPECT_EQ(refusal_of(""), "deck 'x': it is no JSON from byte 1 on");
  EXPECT_THAT(refusal_of("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(refusal_of("{}"), HasSubstr("\"format\" is not \"tcg-cards/1\""));
  const auto with = [](const std::string& rest) { return R"({"format":"tcg-cards/1",)" + rest + "}"; };
  EXPECT_THAT(refusal_of(with(R"("soldiers":3)")), HasSubstr("\"soldiers\" is not a list"));
  EXPECT_THAT(refusal_of(with(R"("soldiers":[])")), HasSubstr("no soldiers"));
  EXPECT_THAT(refusal_of(with(R"("soldiers":[7])")), HasSubstr("soldier 1 is not an object"));
  EXPECT_THAT(refusal_of(with(R"("soldiers":[{"fight":1,"heal":2}])")), HasSubstr("soldier 1 has no \"attack\""));
  EXPECT_THAT(refusal_of(with(R"("soldiers":[{"fight":1,"heal":2,"attack":"x"}])")),
              HasSubstr("\"attack\" of soldier 1 is \"x\", expected a whole number in 0..99"));
  EXPECT_THAT(refusal_of(with(R"("value_range":[1,6],"soldiers":[{"fight":7,"heal":2,"attack":1}])")),
              HasSubstr("\"fight\" of soldier 1 is 7, expected a whole number in 1..6"));
  EXPECT_THAT(refusal_of(with(R"("value_range":[6,1],"soldiers":[])")), HasSubstr("upper end of \"value_range\""));
  const std::string one = R"("soldiers":[{"id":1,"fight":1,"heal":2,"attack":3}])";
  EXPECT_THAT(refusal_of(with(one + R"(,"removal":{"ids":[1]})")), HasSubstr("no \"count\""));
  EXPECT_THAT(refusal_of(with(one + R"(,"removal":{"count":1,"ids":[1]})")), HasSubstr("two cards have the id 1"));
  EXPECT_THAT(refusal_of(with(one + R"(,"removal":{"count":2,"ids":[5]})")), HasSubstr("a list of 2 numbers"));
  EXPECT_THAT(refusal_of(with(one + R"(,"removal":{"count":32})")), HasSubstr("33 cards, expected at most 32"));
  EXPECT_THAT(refusal_of(with(one + R"(,"reference_hand":[2])")), HasSubstr("names 2, which is no card's id"));
  EXPECT_THAT(refusal_of(with(one + R"(,"reference_hand":[1,1])")), HasSubstr("names 1 twice"));
  EXPECT_THAT(refusal_of(with(one + R"(,"reference_hand":[4294967297])")), HasSubstr("which is no card's id"));
  EXPECT_THAT(refusal_of(with(one + R"(,"removals":{"count":2})")),
              HasSubstr("it has the unknown key 'removals' (did you mean 'removal'?)"));
  EXPECT_THAT(refusal_of(with(one + R"(,"removal":{"count":2,"rm_equivalant":{}})")), HasSubstr("'rm_equivalant'"));
  EXPECT_EQ(refusal_of(with(one + R"(,"author":"somebody")")), "") << "a note";
  EXPECT_THAT(refusal_of(with(one + R"(,"removal":{"count":1e999})")), HasSubstr("a number beyond all numbers"));
  // So deep that what is written by recursion would not fit on the stack.
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_THAT(refusal_of(R"({"format":)" + deep + "}"), HasSubstr("\"format\" is not"));
  EXPECT_THAT(refusal_of(with(R"("soldiers":[{"fight":)" + deep + "}]")), HasSubstr("of soldier 1 is array, expected"));
  EXPECT_THAT(refusal_of(with(one + R"(,"reference_hand":[)" + deep + "]")), HasSubstr("names array, which is no"));
}

TEST(CardDeck, a_game_can_be_played_with_a_deck_from_a_file) {
  const std::string path = testing::TempDir() + "banyan_deck.json";
  std::ofstream(path) << R"({"format":"tcg-cards/1","soldiers":[{"fight":1,"heal":1,"attack":1},
    {"fight":1,"heal":1,"attack":1},{"fight":2,"heal":0,"attack":9}],"removal":{"count":1}})";
  const Cards state(Options{.deck = path, .start_hand = 4});
  MoveList<Cards> moves;
  state.legal_moves(moves);
  std::vector<std::string> texts;
  for (const Move& m : moves) texts.push_back(state.move_text(m));
  EXPECT_THAT(texts, ElementsAre("draw:2/0/9", "draw:R", "draw:1/1/1", "draw:1/1/1.2"));
  std::filesystem::remove(path);
  EXPECT_THROW(Cards(Options{.deck = "/no/such/deck"}), UsageError);
  EXPECT_THROW(Cards(Options{.deck = "/"}), UsageError);
  EXPECT_THROW(Cards(Options{.deck = "/dev/zero"}), UsageError);
}

// ---- The rules ----

TEST(Cards, hands_are_dealt_by_chance) {
  Cards state{Options{}};
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(state.to_move(), chance);
    EXPECT_EQ(state.hand(i / 5).size(), static_cast<std::size_t>(i % 5));
    play(state, {state.move_text(state.deal(7))});
  }
  EXPECT_EQ(state.to_move(), 0);
  EXPECT_EQ(state.deck(0).size(), 20u);
  EXPECT_EQ(state.turn(), 0);
}

TEST(Cards, a_turn_is_a_card_placed_and_an_action_of_each_card) {
  Cards state = reference_position();
  EXPECT_THAT(state.hand(0), ElementsAre("6/6/6", "1/3/3", "2/3/2", "4/1/1", "2/1/1"));
  play(state, {"place:1/3/3", "1/3/3:heal"});
  EXPECT_EQ(state.health(0), 53);
  EXPECT_EQ(state.turn(), 1);
  EXPECT_EQ(state.to_move(), 1);
  play(state, {"place:2/3/2", "2/3/2:fight:1/3/3"});
  EXPECT_TRUE(state.field(0).empty());
  EXPECT_EQ(state.to_move(), chance);  // four in hand
  play(state, {"draw:R", "remove:R:2/3/2"});
  EXPECT_TRUE(state.field(1).empty());
  EXPECT_EQ(state.turn(), 3);  // no card is left to act
  EXPECT_EQ(state.to_move(), chance);
}

TEST(Cards, equal_fights_remove_both) {
  Cards state = reference_position();
  play(state, {"place:2/3/2", "2/3/2:attack", "place:2/1/1", "2/1/1:fight:2/3/2"});
  EXPECT_TRUE(state.field(0).empty());
  EXPECT_TRUE(state.field(1).empty());
  EXPECT_EQ(state.health(1), 48);
}

TEST(Cards, the_game_stops_when_health_is_gone) {
  Cards state(Options{.start = Start::reference, .start_hp = 6});
  play(state, {"place:6/6/6", "6/6/6:attack"});
  EXPECT_TRUE(state.is_terminal());
  EXPECT_THAT(state.rewards(), ElementsAre(1.0, 0.0));
  EXPECT_THAT(state.how(), ElementsAre("knockout"));
  EXPECT_EQ(state.evaluate(0), 10'000);
  EXPECT_EQ(state.evaluate(1), -10'000);
}

TEST(Cards, long_games_are_draws) {
  Cards state(Options{.start = Start::reference, .max_plies = 3});
  play(state, {"pass", "pass", "pass"});
  EXPECT_TRUE(state.is_terminal());
  EXPECT_THAT(state.rewards(), ElementsAre(0.5, 0.5));
  EXPECT_EQ(state.evaluate(0), 0);
}

TEST(Cards, who_cannot_draw_may_lose) {
  const std::string path = testing::TempDir() + "banyan_small_deck.json";
  std::ofstream(path) << R"({"format":"tcg-cards/1","soldiers":[{"fight":1,"heal":1,"attack":1}]})";
  Options options{.deck = path, .start_hand = 1, .deckout = Deckout::loses};
  Cards state(options);
  play(state, {"draw:1/1/1", "draw:1/1/1"});
  EXPECT_TRUE(state.is_terminal());
  EXPECT_THAT(state.how(), ElementsAre("deckout"));
  EXPECT_THAT(state.rewards(), ElementsAre(0.0, 1.0));
  options.deckout = Deckout::goes_on;
  Cards longer(options);
  play(longer, {"draw:1/1/1", "draw:1/1/1", "pass", "pass"});
  EXPECT_EQ(longer.turn(), 2);
  std::filesystem::remove(path);
}

TEST(Cards, players_without_anything_to_do_are_passed_over_until_the_end) {
  const std::string path = testing::TempDir() + "banyan_tiny_deck.json";
  std::ofstream(path) << R"({"format":"tcg-cards/1","soldiers":[{"fight":1,"heal":1,"attack":1}]})";
  Cards state(Options{.deck = path, .start_hand = 1, .max_plies = 60'000});
  play(state, {"draw:1/1/1", "draw:1/1/1", "place:1/1/1", "1/1/1:idle", "place:1/1/1", "1/1/1:fight:1/1/1"});
  EXPECT_TRUE(state.is_terminal());
  EXPECT_EQ(state.turn(), 60'000);
  std::filesystem::remove(path);
}

template <class S>
void expect_draws_from_the_list(const Options& options) {
  Rng rng(5);
  for (int game = 0; game < share(50); ++game) {
    S state(options);
    auto drawer = typename S::Drawer(state);
    while (!state.is_terminal()) {
      MoveList<S> moves;
      state.legal_moves(moves);
      Rng same = rng;
      const Move drawn = drawer.begin(rng)(state);
      ASSERT_EQ(drawn, moves[same.below(static_cast<std::uint32_t>(moves.size()))]);
      ASSERT_EQ(rng, same);
      state.play(drawn);
    }
  }
}

TEST(Cards, are_drawn_from_the_list_of_moves_without_it) {
  expect_draws_from_the_list<Cards>({});
  expect_draws_from_the_list<Cards>({.summon_delay = 1, .removal_needs_target = false});
  expect_draws_from_the_list<Cards>({.fight_own = true});
  expect_draws_from_the_list<Cards>({.action_order = ActionOrder::any});
  expect_draws_from_the_list<Cards3>({});
}

TEST(Cards, refuse_moves_with_a_reason) {
  Cards state = reference_position();
  const auto reason = [&](const char* text) { return state.refusal(state.parse_move(text).value()); };
  EXPECT_THAT(reason("draw:R"), HasSubstr("not time to draw"));
  EXPECT_THAT(reason("place:5/5/3"), HasSubstr("not in the hand"));
  EXPECT_EQ(state.parse_move("place:9/9/9"), std::nullopt);
  EXPECT_EQ(state.parse_move("6/6/6:heal"), std::nullopt) << "the card is not on the field";
  play(state, {"place:6/6/6"});
  EXPECT_THAT(reason("pass"), HasSubstr("nothing to pass"));
}

TEST(Cards, boards_show_hands_fields_and_health) {
  Cards state = reference_position();
  play(state, {"place:6/6/6"});
  EXPECT_EQ(plain_text(board_of(state)),
            "> White    50 health   20 in the deck\n"
            "    hand   1/3/3  2/3/2  4/1/1  2/1/1\n"
            "    field >6/6/6\n"
            "  Black    50 health   20 in the deck\n"
            "    hand   6/6/6  1/3/3  2/3/2  4/1/1  2/1/1\n"
            "    field\n"
            "  turn 1; cards are fight/heal/attack, R is a Removal\n");
}

// ---- Against the slow rules ----

/// Every end of the mover's turn, by small moves.
void collect_ends(const Cards& state, int turn, bool sorted, std::vector<std::string>& ends) {
  if (state.is_terminal() || state.turn() > turn) {
    ends.push_back(text_of(as_reference(state), sorted));
    return;
  }
  MoveList<Cards> moves;
  state.legal_moves(moves);
  for (const Move& m : moves) {
    Cards next = state;
    next.play(m);
    collect_ends(next, turn, sorted, ends);
  }
}

void compare_with_reference(const Options& options, int games) {
  const bool in_order = options.action_order == ActionOrder::fixed;
  const reference::Game slow(options);
  Rng rng(5);
  int compared = 0;
  for (int game = 0; game < games; ++game) {
    Cards state(options);
    while (!state.is_terminal()) {
      // A position in which a card may be placed; large fields are left to games with fewer cards.
      const bool is_small = state.field(0).size() + state.field(1).size() <= (in_order ? 3u : 2u);
      if (state.to_move() != chance && state.is_placing() && is_small) {
        std::vector<std::string> fast, expected;
        collect_ends(state, state.turn(), !in_order, fast);
        slow.each_turn(as_reference(state), [&](const auto& p) { expected.push_back(text_of(p, !in_order)); });
        if (!in_order) {
          // Orders that give the same are met in different numbers.
          const std::set<std::string> a(fast.begin(), fast.end()), b(expected.begin(), expected.end());
          ASSERT_EQ(a, b) << plain_text(board_of(state));
        } else {
          std::sort(fast.begin(), fast.end());
          std::sort(expected.begin(), expected.end());
          ASSERT_EQ(fast, expected) << plain_text(board_of(state));
        }
        ++compared;
      }
      MoveList<Cards> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(compared, games);
}

TEST(Cards, turns_end_as_by_the_slow_rules) { compare_with_reference({}, share(20)); }
TEST(Cards, turns_end_as_by_the_slow_rules_in_any_order) {
  compare_with_reference({.action_order = ActionOrder::any}, share(10));
}
TEST(Cards, turns_end_as_by_the_slow_rules_with_other_options) {
  compare_with_reference({.draw_when_full = true, .removal_needs_target = false}, share(10));
  compare_with_reference({.allow_pass = false, .summon_delay = 1}, share(10));
  compare_with_reference({.fight_own = true}, share(10));
  compare_with_reference({.summon_delay = 1, .fight_own = true, .action_order = ActionOrder::any}, share(10));
}

/// Lines of whole turns.
template <class S>
std::uint64_t count_lines(const S& state, int end, bool with_dominated = true) {
  if (state.is_terminal() || state.turn() >= end) return 1;
  MoveList<S> moves;
  state.legal_moves(moves);
  std::uint64_t sum = 0;
  for (const Move& m : moves) {
    if (!with_dominated && state.is_dominated(m)) continue;
    S next = state;
    next.play(m);
    sum += count_lines(next, end, with_dominated);
  }
  return sum;
}

TEST(Cards, reference_counts) {
  const Cards state = reference_position();
  const reference::Game slow({}), busy({}, false);
  const std::vector<std::uint64_t> all{16, 331, 415'705}, useful{11, 171, 109'307};
  for (int turns = 1; turns <= 3; ++turns) {
    EXPECT_EQ(count_lines(state, turns), all[static_cast<std::size_t>(turns) - 1]);
    EXPECT_EQ(count_lines(state, turns, false), useful[static_cast<std::size_t>(turns) - 1]);
  }
  for (int turns = 1; turns <= 2; ++turns) {
    EXPECT_EQ(slow.count(as_reference(state), turns), all[static_cast<std::size_t>(turns) - 1]);
    EXPECT_EQ(busy.count(as_reference(state), turns), useful[static_cast<std::size_t>(turns) - 1]);
  }
}

TEST(Cards, reference_counts_with_wider_rules) {
  const Options options{.start = Start::reference, .draw_when_full = true, .removal_needs_target = false};
  EXPECT_EQ(count_lines(Cards(options), 1), 376u);
  EXPECT_EQ(count_lines(Cards(options), 2), 183'148u);
}

// ---- Representatives ----

TEST(AbstractCards, average_hand_and_deck) {
  const AbstractCards count = reference_position().abstract();
  EXPECT_NEAR(count.representative(0, 0), 3.680, 1e-4);
  EXPECT_NEAR(count.representative(0, 1), 3.240, 1e-4);
  EXPECT_NEAR(count.representative(0, 2), 3.200, 1e-4);
  const AbstractCards weight = Cards(Options{.start = Start::reference, .rm_norm = RmNorm::weight}).abstract();
  EXPECT_NEAR(weight.representative(1, 0), 3.067, 1e-3);
  EXPECT_NEAR(weight.representative(1, 1), 2.700, 1e-3);
  EXPECT_NEAR(weight.representative(1, 2), 2.667, 1e-3);
}

std::uint64_t count_abstract_lines(const Cards& state, int end, int root) {
  if (state.is_terminal() || state.turn() >= end) return 1;
  if (state.turn() > root) return count_lines(state.abstract(), end);
  MoveList<Cards> moves;
  state.legal_moves(moves);
  std::uint64_t sum = 0;
  for (const Move& m : moves) {
    Cards next = state;
    next.play(m);
    sum += count_abstract_lines(next, end, root);
  }
  return sum;
}

TEST(AbstractCards, reference_counts) {
  const std::vector<std::uint64_t> counts{16, 111, 2'516, 32'505, 1'592'690};
  for (std::size_t turns = 1; turns <= counts.size(); ++turns) {
    EXPECT_EQ(count_abstract_lines(reference_position(), static_cast<int>(turns), 0), counts[turns - 1]);
  }
}

TEST(AbstractCards, a_representative_does_one_thing_and_leaves_the_hand_alone) {
  AbstractCards state = reference_position().abstract();
  play(state, {"place:H", "H3.240:heal", "place:A", "A3.200:attack"});
  EXPECT_EQ(state.turn(), 2);
  EXPECT_EQ(state.hand(0).size(), 5u);
  EXPECT_NEAR(state.evaluate(0), 3.24 - 3.2 + (3.24 - 3.2) / 3, 1e-3);
}

// ---- Positions that are the same ----

TEST(Cards, twins_cannot_be_told_apart) {
  Cards a = reference_position(), b = a;
  play(a, {"place:6/6/6", "6/6/6:idle", "pass", "draw:R"});
  play(b, {"place:6/6/6", "6/6/6:idle", "pass", "draw:R.2"});
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_EQ(a.hand(0), b.hand(0));
  EXPECT_EQ(a.deck(0), b.deck(0));
}

TEST(Cards, in_any_order_the_order_of_placing_is_forgotten) {
  const Options options{.start = Start::reference, .action_order = ActionOrder::any};
  Cards a(options), b(options);
  play(a, {"place:6/6/6", "end", "pass", "draw:R", "place:1/3/3", "end"});
  play(b, {"place:1/3/3", "end", "pass", "draw:R", "place:6/6/6", "end"});
  EXPECT_EQ(a.hash(), b.hash());
  Cards c = reference_position(), d = reference_position();
  play(c, {"place:6/6/6", "6/6/6:idle", "pass", "draw:R", "place:1/3/3", "6/6/6:idle", "1/3/3:idle"});
  play(d, {"place:1/3/3", "1/3/3:idle", "pass", "draw:R", "place:6/6/6", "1/3/3:idle", "6/6/6:idle"});
  EXPECT_NE(c.hash(), d.hash()) << "the oldest acts first, so the order matters";
}

TEST(Cards, different_positions_have_different_hashes) {
  Rng rng(3);
  std::map<std::uint64_t, std::string> seen;
  for (int game = 0; game < (is_full_run ? 50 : 3); ++game) {
    Cards state{Options{}};
    while (!state.is_terminal()) {
      const std::string text = plain_text(board_of(state)) + reference::text_of(as_reference(state), false);
      const auto [found, is_new] = seen.emplace(state.hash(), text);
      EXPECT_EQ(found->second, text);
      MoveList<Cards> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

// ---- The referee ----

TEST(Cards, each_player_draws_in_an_order_that_the_seed_decides) {
  const auto order = [](std::uint64_t seed, int passes) {
    Cards state{Options{}};
    std::array<std::vector<std::string>, 2> drawn;
    Player owner = 0;
    while (!state.is_terminal() && state.turn() < 30) {
      if (state.to_move() == chance) {
        owner = state.hand(0).size() < 5 && (state.turn() % 2 == 0) ? 0 : 1;
        drawn[static_cast<std::size_t>(owner)].push_back(state.move_text(state.deal(seed)));
        state.play(state.deal(seed));
        continue;
      }
      MoveList<Cards> moves;
      state.legal_moves(moves);
      state.play(moves[passes-- > 0 ? 0 : moves.size() - 1]);
    }
    return drawn;
  };
  const auto one = order(1, 0), same = order(1, 5), other = order(2, 0);
  for (std::size_t p = 0; p < 2; ++p) {
    const std::size_t common = std::min(one[p].size(), same[p].size());
    ASSERT_GT(common, 5u);
    EXPECT_TRUE(std::equal(one[p].begin(), one[p].begin() + static_cast<std::ptrdiff_t>(common), same[p].begin()));
  }
  EXPECT_NE(one[0], other[0]);
  EXPECT_NE(one[0], one[1]) << "the decks are shuffled apart";
}

TEST(Cards, are_shuffled_fairly) {
  // How often each card comes first, and the two Removals one after the other.
  std::map<std::string, int> first;
  int decks = 0, adjacent = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Cards state(Options{.start_hand = 25});
    for (int player = 0; player < 2; ++player, ++decks) {
      std::vector<std::string> order;
      for (int i = 0; i < 25; ++i) {
        const Move drawn = state.deal(seed);
        order.push_back(state.move_text(drawn).substr(0, 6));
        state.play(drawn);
      }
      ++first[order.front()];
      for (std::size_t i = 1; i < order.size(); ++i) adjacent += order[i] == "draw:R" && order[i - 1] == "draw:R";
    }
  }
  EXPECT_NEAR(adjacent, decks * 2 / 25.0, 4 * std::sqrt(decks * 0.08 * 0.92));
  EXPECT_NEAR(first["draw:R"], decks * 2 / 25.0, 4 * std::sqrt(decks * 0.08 * 0.92));
}

// ---- Evaluation ----

TEST(Cards, evaluation_is_that_of_the_paper) {
  Cards state = reference_position();
  EXPECT_EQ(state.evaluate(0), 0);
  play(state, {"place:6/6/6", "6/6/6:attack"});
  // 50 + 18/3 - (7 - 4) against 44 - (18 - 4).
  EXPECT_NEAR(state.evaluate(0), 53 - 30, 1e-12);
  EXPECT_NEAR(state.evaluate(1), 30 - 53, 1e-12);
  const auto with = [](double weight, BalanceKind kind) {
    Cards other(Options{.start = Start::reference, .balance_weight = weight, .balance_kind = kind});
    play(other, {"place:6/6/6", "6/6/6:attack"});
    return other.evaluate(0);
  };
  EXPECT_NEAR(with(0, BalanceKind::card_totals), 56 - 44, 1e-12);
  EXPECT_NEAR(with(0.1, BalanceKind::card_totals), 56 - 0.3 - (44 - 1.4), 1e-12);
  // Sums of the hands: 9/8/7 and 15/14/13.
  EXPECT_NEAR(with(1, BalanceKind::stat_sums), (56 - 2) - (44 - 2), 1e-12);
}

TEST(Cards, no_lead_is_worth_as_much_as_a_win) {
  Options options = short_game();
  options.start_hp = 10'000;
  options.max_plies = 5000;
  Cards state(options);
  double most = 0;
  while (!state.is_terminal()) {
    most = std::max(most, state.evaluate(0));
    MoveList<Cards> moves;
    state.legal_moves(moves);
    // White attacks, Black lets it happen.
    const auto* const best = std::max_element(
        moves.begin(), moves.end(), [&](const Move& a, const Move& b) { return state.urgency(a) < state.urgency(b); });
    state.play(state.to_move() == 0 ? *best : moves[0]);
  }
  EXPECT_EQ(most, 4999);
  EXPECT_GT(state.evaluate(0), most);
}

TEST(AbstractCards, health_has_room_for_long_games) {
  Cards state(Options{.start = Start::reference, .start_hp = 10'000});
  play(state, {"place:6/6/6", "6/6/6:heal"});
  AbstractCards game = state.abstract();
  const int before = game.health(1);
  for (int turn = 0; turn < 390; ++turn) {
    while (game.turn() == turn + 1 && !game.is_terminal()) {
      MoveList<AbstractCards> moves;
      game.legal_moves(moves);
      // A healer is placed while there is room, and heals.
      const auto* const heals = std::find_if(moves.begin(), moves.end(), [](const Move& m) {
        return m.kind == Kind::heal || (m.kind == Kind::place && m.card == 1);
      });
      game.play(heals != moves.end() ? *heals : moves[0]);
    }
  }
  EXPECT_GT(game.health(1), before + 15'000);
}

void expect_bounds(const Options& options) {
  Rng rng(9);
  for (int game = 0; game < 100; ++game) {
    Cards state(options);
    std::vector<Cards> line;
    while (!state.is_terminal()) {
      line.push_back(state);
      MoveList<Cards> moves;
      state.legal_moves(moves);
      state.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    for (std::size_t i = 0; i < line.size(); ++i) {
      for (std::size_t j = i; j < line.size() && line[j].turn() <= line[i].turn() + 4; ++j) {
        const auto bounds = line[i].value_bounds(line[j].turn() + 1);
        ASSERT_GE(line[j].evaluate(0), bounds.low);
        ASSERT_LE(line[j].evaluate(0), bounds.high);
        // The end may come at any turn after: where nobody can do anything, turns are passed over.
        if (j + 1 == line.size()) {
          ASSERT_GE(state.evaluate(0), bounds.low);
          ASSERT_LE(state.evaluate(0), bounds.high);
        }
      }
    }
  }
}

TEST(Cards, bounds_hold_for_whatever_is_played) {
  expect_bounds({.start_hp = 20});
  expect_bounds({.start_hp = 200});
  expect_bounds(short_game());
}

}  // namespace
}  // namespace banyan::cards
