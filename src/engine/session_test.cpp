// SPDX-License-Identifier: MIT
#include "engine/session.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

#include "core/random.h"
#include "engine/catalogue.h"
#include "game/board_view.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<Session> new_game(std::string_view spec) { return new_session(parse_spec(spec)); }

std::unique_ptr<Session> play_all(std::string_view spec, std::initializer_list<const char*> moves) {
  auto session = new_game(spec);
  for (const char* move : moves) session->play(move);
  return session;
}

template <class Call>
std::string usage_error(Call&& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

// On a board of side 3, a1 and c1 are corners with b1 between them.
constexpr auto bridge = {"a1", "e5", "b1", "e4", "c1"};

TEST(Session, begins_with_the_options_of_its_spec) {
  const auto session = new_game("havannah:size=5,swap=true");
  EXPECT_EQ(session->game(), "havannah");
  EXPECT_EQ(session->options(), "size=5,swap=true");
  EXPECT_EQ(short_text(*session), "havannah size=5,swap=true");
  EXPECT_EQ(short_text(*new_session(parse_spec("cards:start_hp=20"))), "cards start_hp=20");
  EXPECT_EQ(short_text(*new_session(parse_spec("havannah"))), "havannah");
  EXPECT_EQ(session->players(), 2);
  EXPECT_EQ(session->to_move(), 0);
  EXPECT_EQ(session->legal_moves().size(), 61u);
  EXPECT_TRUE(session->moves().empty());
}

TEST(Session, holds_every_side_from_3_to_12) {
  for (int side = 3; side <= 12; ++side) {
    const auto session = new_game("havannah:size=" + std::to_string(side));
    EXPECT_EQ(session->legal_moves().size(), static_cast<unsigned>(3 * side * (side - 1) + 1));
    EXPECT_EQ(session->perft(2), session->perft(1) * (session->perft(1) - 1));
  }
}

TEST(Session, undo_and_redo_walk_through_the_game) {
  auto session = new_game("havannah:size=4");
  EXPECT_FALSE(session->undo());
  const auto empty = session->hash();
  session->play("a1");
  const auto one = session->hash();
  session->play("b2");
  const auto two = session->hash();
  EXPECT_TRUE(session->undo());
  EXPECT_EQ(session->hash(), one);
  EXPECT_TRUE(session->undo());
  EXPECT_EQ(session->hash(), empty);
  EXPECT_FALSE(session->undo());
  EXPECT_TRUE(session->redo());
  EXPECT_TRUE(session->redo());
  EXPECT_EQ(session->hash(), two);
  EXPECT_FALSE(session->redo());
  EXPECT_THAT(session->moves(), ElementsAre("a1", "b2"));
}

TEST(Session, a_new_move_forgets_what_was_taken_back) {
  auto session = play_all("havannah:size=4", {"a1", "b2"});
  session->undo();
  session->play("c3");
  EXPECT_FALSE(session->redo());
  EXPECT_THAT(session->moves(), ElementsAre("a1", "c3"));
}

TEST(Session, a_refused_move_leaves_everything_as_it_was) {
  auto session = play_all("havannah:size=4", {"a1", "b2"});
  session->undo();
  const auto hash = session->hash();
  EXPECT_THROW(session->play("a1"), IllegalMove);
  EXPECT_EQ(session->hash(), hash);
  EXPECT_THAT(session->moves(), ElementsAre("a1"));
  EXPECT_TRUE(session->redo());
}

TEST(Session, says_why_a_move_cannot_be_played) {
  auto session = play_all("havannah:size=4", {"a1"});
  EXPECT_EQ(usage_error([&] { session->play("a1"); }), "the move 'a1' cannot be played: the cell is occupied");
  EXPECT_THAT(usage_error([&] { session->play("swap"); }), HasSubstr("this game has no swap"));
  EXPECT_THAT(usage_error([&] { session->play("z9"); }), AllOf(HasSubstr("'z9'"), HasSubstr("'a2'")));
  EXPECT_THAT(usage_error([&] { session->play(""); }), HasSubstr("''"));
  EXPECT_LT(usage_error([&] { session->play(std::string(100'000, 'x')); }).size(), 200u);
}

TEST(Session, tells_who_won_and_how) {
  auto session = play_all("havannah:size=3", bridge);
  const auto result = session->result();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->winner, 1);
  EXPECT_THAT(result->rewards, ElementsAre(1.0, 0.0));
  EXPECT_THAT(result->how, ElementsAre("bridge"));
  EXPECT_FALSE(result->score);
  EXPECT_FALSE(session->score());
  EXPECT_TRUE(session->legal_moves().empty());
  EXPECT_THAT(usage_error([&] { session->play("c3"); }), HasSubstr("the game is over"));
  session->undo();
  EXPECT_FALSE(session->result());
}

TEST(Session, the_board_says_how_moves_are_made_and_which_was_the_last) {
  const auto session = play_all("havannah:size=3,swap=true", {"a1"});
  const BoardData board = session->board();
  EXPECT_THAT(plain_text(board), HasSubstr("[●]"));
  EXPECT_EQ(board.moves.size(), 19u);
  EXPECT_EQ(board.moves[0], (BoardMove{.text = "a2", .label = "a2", .clicks = {"a2"}}));
  EXPECT_EQ(board.moves[18], (BoardMove{.text = "swap", .label = "swap"}));
  EXPECT_EQ(board.turn, 1);
  session->undo();
  EXPECT_TRUE(session->board().marks.empty());

  // Any cell of a group can be clicked.
  const BoardData stones = new_game("samegame:cells=0110/0110")->board();
  EXPECT_THAT(stones.moves,
              testing::Contains(BoardMove{
                  .text = "b1", .label = "b1: 4 stones, 4 points", .clicks = {"b1"}, .area = {"b0", "c0", "c1"}}));

  // The last move is told as it was made: the card is on the field by now.
  const auto cards = play_all("cards:start=reference", {"place:6/6/6"});
  const BoardData table = cards->board();
  EXPECT_EQ(table.moves[2].text, "6/6/6:attack");
  EXPECT_THAT(table.moves[2].clicks, ElementsAre("1:field:6/6/6", "2:health"));
  EXPECT_EQ(table.marks.back(), (BoardMark{.kind = MarkKind::last, .names = {"1:hand:6/6/6"}}));
}

TEST(Session, moves_are_written_in_the_notations_of_the_game) {
  const auto session = new_game("havannah:size=4");
  EXPECT_THAT(session->notations(), ElementsAre("rows", "columns", "littlegolem"));
  EXPECT_EQ(session->to_notation("columns", "e2"), "b5");
  EXPECT_EQ(session->from_notation("littlegolem", "e1"), "e2");
  EXPECT_EQ(session->from_notation("rows", "pass"), std::nullopt);
  const auto cards = new_game("cards");
  EXPECT_THAT(cards->notations(), IsEmpty());
  EXPECT_EQ(cards->to_notation("rows", "draw:R"), "draw:R");
  EXPECT_EQ(cards->from_notation("rows", "draw:R"), "draw:R");
}

// A game that draws with a sign that has no twin would leave a question mark.
TEST(Session, every_board_can_be_drawn_in_ascii) {
  for (const GameInfo& game : games()) {
    const auto session = new_session({.name = game.name, .values = {}});
    for (int i = 0; i < 30 && !session->result(); ++i) session->play(session->legal_moves()[0]);
    const std::string text = to_ascii(plain_text(session->board()));
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
    EXPECT_EQ(text.find('?'), text.npos) << text;
  }
  const auto session = play_all("havannah:size=3", {"a1", "b2"});
  EXPECT_EQ(to_ascii(plain_text(session->board())), R"(        1 2 3
    a  @ . .  4
   b  .[O]. .  5
  c  . . . . .
   d  . . . .
    e  . . .
)");
  EXPECT_EQ(to_ascii("5 ± 1 \xff é"), "5 ? 1 ? ?");
}

TEST(Session, counts_points_while_the_game_goes_on) {
  const auto session = new_game("samegame:cells=0110/0110");
  EXPECT_EQ(session->score(), 0);
  session->play("b0");
  EXPECT_EQ(session->score(), 4);
  EXPECT_FALSE(session->result());
  SearchControl control;
  for (const char* player : {"nmcs:level=1", "uct:iterations=50", "flat:iterations=50"}) {
    const auto report = session->new_player(parse_spec(player), 1)->search(*session, control);
    ASSERT_TRUE(report.score) << player;
    EXPECT_NEAR(*report.score, 4 + 4 + 1000, 1e-6) << player;  // one group of four is left, and then nothing
    for (const MoveReport& move : report.moves) EXPECT_TRUE(move.score) << player;
  }
  const auto havannah = new_game("havannah:size=3");
  EXPECT_FALSE(havannah->new_player(parse_spec("flat:iterations=50"), 1)->search(*havannah, control).score);
}

TEST(Session, playouts_are_counted_and_repeatable) {
  const auto session = new_game("havannah:size=4");
  const auto report = session->playouts(100, 7);
  EXPECT_EQ(report.playouts, 100u);
  EXPECT_GT(report.moves, 100u);
  EXPECT_LE(report.moves, 3700u);
  EXPECT_NEAR(report.mean_rewards[0] + report.mean_rewards[1], 1.0, 1e-12);
  EXPECT_EQ(session->playouts(100, 7).moves, report.moves);
}

TEST(EnginePlayer, every_algorithm_answers_the_same_to_the_same_seed) {
  const auto session = play_all("havannah:size=4", {"d4"});
  for (const auto& algorithm : games()[0].algorithms) {
    if (algorithm == "random") continue;  // has nothing to iterate
    const Spec spec{.name = algorithm, .values = {{"iterations", "300"}}};
    SearchControl control;
    const auto first = session->new_player(spec, 3)->search(*session, control);
    const auto second = session->new_player(spec, 3)->search(*session, control);
    EXPECT_EQ(first.best_move, second.best_move) << algorithm;
    EXPECT_EQ(first.playout_moves, second.playout_moves) << algorithm;
    EXPECT_EQ(first.iterations, 300u) << algorithm;
    EXPECT_EQ(first.stopped_by, "iterations") << algorithm;
    ASSERT_FALSE(first.principal_variation.empty()) << algorithm;
    EXPECT_EQ(first.principal_variation[0], first.best_move) << algorithm;
    auto next = play_all("havannah:size=4", {"d4"});
    EXPECT_NO_THROW(next->play(first.best_move)) << algorithm;
  }
}

TEST(EnginePlayer, its_settings_are_a_spec_that_makes_it_again) {
  const auto session = new_game("havannah:size=4");
  const auto player = session->new_player(parse_spec("flat:iterations=123"), 1);
  EXPECT_THAT(player->settings(), HasSubstr("flat:iterations=123,"));
  EXPECT_EQ(session->new_player(parse_spec(player->settings()), 1)->settings(), player->settings());
}

TEST(EnginePlayer, a_named_player_is_its_spec_with_what_is_given_beside_the_name) {
  const auto session = new_game("havannah:size=4");
  for (const GameInfo& game : games()) {
    for (const NamedPlayer& named : game.named) EXPECT_NO_THROW(check_player(parse_spec(named.name))) << named.name;
  }
  const auto best = resolve_player(parse_spec("havannah-best:iterations=7,r=11"));
  EXPECT_EQ(best.name, "rave");
  const auto player = session->new_player(parse_spec("havannah-best:iterations=7,r=11"), 1);
  EXPECT_THAT(player->settings(), AllOf(HasSubstr("rave:iterations=7,"), HasSubstr(",r=11,")));
  EXPECT_EQ(session->new_player(best, 1)->settings(), player->settings());
}

TEST(EnginePlayer, shares_a_clock_out_among_its_threads) {
  const auto session = new_game("havannah:size=4");
  const ClockSharing alone = session->new_player(parse_spec("flat"), 1)->sharing();
  EXPECT_EQ(alone.threads, 1);
  EXPECT_EQ(alone.divisor, 0);
  const ClockSharing together = session->new_player(parse_spec("rave:threads=3,clock_share=12"), 1)->sharing();
  EXPECT_EQ(together.threads, 3);
  EXPECT_EQ(together.divisor, 12);
}

TEST(EnginePlayer, another_thread_can_end_its_search) {
  const auto session = new_game("havannah:size=4");
  const auto player = session->new_player(parse_spec("flat:iterations=1000000000000"), 1);
  SearchControl control;
  std::thread other([&] { control.stop = true; });
  const auto report = player->search(*session, control);
  other.join();
  EXPECT_EQ(report.stopped_by, "cancelled");
  EXPECT_FALSE(report.best_move.empty());
}

TEST(EnginePlayer, reports_progress_from_which_the_search_can_be_ended) {
  const auto session = new_game("havannah:size=4");
  const auto player = session->new_player(parse_spec("flat:iterations=1000000000000"), 1);
  SearchControl control;
  SearchReport seen;
  control.progress = [&](const SearchReport& report) {
    seen = report;
    control.stop = true;
  };
  const auto report = player->search(*session, control);
  EXPECT_GT(seen.iterations, 0u);
  EXPECT_LE(seen.iterations, report.iterations);
  EXPECT_FALSE(seen.moves.empty());
}

TEST(EnginePlayer, refuses_another_game_and_a_game_that_is_over) {
  const auto four = new_game("havannah:size=4");
  const auto player = four->new_player(parse_spec("flat"), 1);
  SearchControl control;
  EXPECT_THAT(usage_error([&] { player->search(*new_game("havannah:size=5"), control); }),
              AllOf(HasSubstr("size=4"), HasSubstr("size=5")));
  EXPECT_THAT(usage_error([&] { player->search(*new_game("havannah:size=10"), control); }), HasSubstr("size=10"));
  const auto over = play_all("havannah:size=3", bridge);
  EXPECT_THAT(usage_error([&] { over->new_player(parse_spec("flat"), 1)->search(*over, control); }),
              HasSubstr("the game is over"));
  EXPECT_THAT(usage_error([&] { over->playouts(1, 1); }), HasSubstr("the game is over"));
}

TEST(EnginePlayer, says_when_the_memory_of_its_tree_is_used_up) {
  for (const char* game : {"havannah:size=10", "cards:start=reference"}) {
    const auto session = new_game(game);
    SearchControl control;
    const auto small = session->new_player(parse_spec("uct:iterations=20000,memory=1"), 1)->search(*session, control);
    EXPECT_TRUE(small.memory_is_full) << game;
    EXPECT_LE(small.bytes, 1u << 20) << game;
    const auto large = session->new_player(parse_spec("uct:iterations=500,memory=64"), 1)->search(*session, control);
    EXPECT_FALSE(large.memory_is_full) << game;
  }
}

TEST(Catalogue, errors_name_the_key_the_range_and_the_nearest_name) {
  const auto session = new_game("havannah:size=4");
  EXPECT_THAT(usage_error([] { new_game("havanah"); }),
              HasSubstr("unknown game 'havanah' (did you mean 'havannah'?); known: "));
  EXPECT_THAT(usage_error([] { new_game("havannah:sise=4"); }),
              AllOf(HasSubstr("game 'havannah'"), HasSubstr("'sise'"), HasSubstr("'size'")));
  EXPECT_THAT(usage_error([] { new_game("havannah:size=13"); }), AllOf(HasSubstr("size=13"), HasSubstr("3..12")));
  EXPECT_THAT(usage_error([] { new_game("havannah:swap=maybe"); }), HasSubstr("false or true"));
  EXPECT_THAT(usage_error([&] { session->new_player(parse_spec("flatt"), 1); }),
              AllOf(HasSubstr("unknown player 'flatt'"), HasSubstr("did you mean 'flat'")));
  EXPECT_THAT(usage_error([&] { session->new_player(parse_spec("flat:iteration=3"), 1); }),
              AllOf(HasSubstr("player 'flat'"), HasSubstr("did you mean 'iterations'")));
  EXPECT_THAT(usage_error([&] { session->new_player(parse_spec("flat:iterations=-1"), 1); }),
              AllOf(HasSubstr("iterations=-1"), HasSubstr("0..")));
}

TEST(Catalogue, players_can_be_checked_without_a_game) {
  EXPECT_NO_THROW(check_player(parse_spec("flat:iterations=5")));
  EXPECT_THAT(usage_error([] { check_player(parse_spec("fat")); }), HasSubstr("did you mean 'flat'"));
  EXPECT_THAT(usage_error([] { check_player(parse_spec("flat:seconds=x")); }), HasSubstr("seconds=x"));
}

TEST(Catalogue, lists_games_with_options_and_algorithms) {
  for (const auto& game : games()) {
    EXPECT_FALSE(game.summary.empty());
    EXPECT_EQ(game.algorithms.size() + game.missing.size(), algorithms().size());
    EXPECT_NO_THROW(new_session({.name = game.name, .values = {}}));
  }
  for (const auto& algorithm : algorithms()) EXPECT_FALSE(algorithm.params.empty());
}

}  // namespace
}  // namespace banyan
