// SPDX-License-Identifier: MIT
#include "arena/match.h"

#include <gmock/gmock.h>

#include <set>

#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

MatchSettings small(const std::string& a = "rave:iterations=20", const std::string& b = "flat:iterations=20") {
  return {.game = "havannah:size=3", .a = a, .b = b};
}

GameRecord play_game(const Match& match, std::uint64_t number) {
  SearchControl control;
  return match.play(number, control, "test").value();
}

TEST(Match, PlaysTheSameGameAgain) {
  const Match match(small()), same(small());
  for (const std::uint64_t number : {0u, 1u, 6u, 0u}) {
    const GameRecord game = play_game(match, number), again = play_game(same, number);
    EXPECT_EQ(game.moves, again.moves);
    EXPECT_EQ(game.hash, again.hash);
    EXPECT_EQ(game.seed, match.seed_of(number));
    EXPECT_EQ(game.winner, again.winner);
  }
  EXPECT_NE(play_game(match, 0).moves, play_game(match, 2).moves);
}

TEST(Match, RecordsWhatTheRulesSay) {
  const Match match(small());
  for (std::uint64_t number = 0; number < 6; ++number) {
    const GameRecord game = play_game(match, number);
    const auto session = new_session(parse_spec("havannah:size=3"));
    for (const auto move : words(*game.moves)) session->play(move);
    ASSERT_TRUE(session->result().has_value());
    EXPECT_EQ(session->result()->winner, game.winner);
    EXPECT_EQ(session->moves().size(), game.plies);
    EXPECT_FALSE(game.ending.empty());
    EXPECT_EQ(game.version, "test");
  }
}

TEST(Match, SwapsSidesWithinAPairAndKeepsItsOpening) {
  MatchSettings settings = small("rave:iterations=300", "flat:iterations=1");
  settings.openings = Openings::random(2);
  const Match match(settings);
  std::size_t points = 0;
  std::set<std::string> openings;
  for (std::uint64_t pair = 0; pair < 5; ++pair) {
    const GameRecord first = play_game(match, 2 * pair), second = play_game(match, 2 * pair + 1);
    EXPECT_EQ(first.opening, second.opening);
    EXPECT_EQ(words(first.opening).size(), 2u);
    EXPECT_TRUE(first.a_moved_first());
    EXPECT_FALSE(second.a_moved_first());
    points += first.half_points_of_a() + second.half_points_of_a();
    openings.insert(first.opening);
  }
  EXPECT_GE(points, 16u);  // of 20: the strong player is A, whichever side it has
  EXPECT_GT(openings.size(), 1u);
}

TEST(Match, TakesOpeningsFromAListInTurn) {
  MatchSettings settings = small();
  settings.openings = Openings::list("a1 b2  # a corner\n\nc3\n");
  const Match match(settings);
  EXPECT_EQ(match.opening_of(0), "a1 b2");
  EXPECT_EQ(match.opening_of(1), "a1 b2");
  EXPECT_EQ(match.opening_of(2), "c3");
  EXPECT_EQ(match.opening_of(5), "a1 b2");
  EXPECT_THAT(play_game(match, 2).moves.value(), AllOf(Not(StartsWith("c3")), Not(HasSubstr(" c3"))));
}

TEST(Match, NamesAnOpeningThatCannotBePlayed) {
  MatchSettings settings = small();
  settings.openings = Openings::list("a1\na1 a1");
  EXPECT_THAT([&] { Match match(settings); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("opening 2, ply 2"), HasSubstr("occupied"))));
  settings.openings = Openings::list("a1 e5 b1 e4 c1");
  EXPECT_THAT([&] { Match match(settings); }, ThrowsMessage<UsageError>(HasSubstr("opening 1 ends the game")));
  EXPECT_THAT([] { Openings::list("# nothing\n"); }, ThrowsMessage<UsageError>(HasSubstr("empty")));
  EXPECT_THAT([] { Openings::random(0); }, ThrowsMessage<UsageError>(HasSubstr("random:0")));
}

TEST(Match, HasAKeyThatMakesItAgain) {
  MatchSettings settings = small();
  settings.openings = Openings::random(3);
  settings.seed = 18446744073709551615u;
  settings.adjudication = {.max_plies = 12, .resign_value = 0.05, .resign_moves = 3};
  const Match match(settings);
  EXPECT_THAT(match.key(), AllOf(StartsWith("game havannah:size=3,swap=false\na rave:iterations=20,"),
                                 HasSubstr("\nopenings random:3\nseed 18446744073709551615\nmax_plies 12\nresign "
                                           "0.05,3\nrules 1\n")));
  const Match again = Match::from_key(match.key());
  EXPECT_EQ(again.key(), match.key());
  EXPECT_EQ(play_game(again, 3).hash, play_game(match, 3).hash);
}

TEST(Match, KnowsAListByItsFingerprint) {
  MatchSettings settings = small();
  settings.openings = Openings::list("a1 b2");
  const Match match(settings);
  const Match again = Match::from_key(match.key());
  EXPECT_EQ(again.key(), match.key());
  EXPECT_THROW(again.opening_of(0), Error);
  SearchControl control;
  EXPECT_EQ(again.play(0, "a1 b2", control, "")->hash, play_game(match, 0).hash);
  settings.openings = Openings::list("a1 b3");
  EXPECT_NE(Match(settings).key(), match.key());
}

TEST(Match, RefusesKeysThatAreNone) {
  const std::string key = Match(small()).key();
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = key;
    return changed.replace(changed.find(from), from.size(), to);
  };
  EXPECT_THAT([] { Match::from_key("x"); }, ThrowsMessage<UsageError>(HasSubstr("expected 'game' in line 1")));
  EXPECT_THAT([&] { Match::from_key(with("rules 1", "rules 9")); }, ThrowsMessage<UsageError>(HasSubstr("rules 9")));
  EXPECT_THAT([&] { Match::from_key(with("seed 1", "seed x")); }, ThrowsMessage<UsageError>(HasSubstr("seed x")));
  EXPECT_THAT([&] { Match::from_key(with("resign 0,0", "resign 0")); }, ThrowsMessage<UsageError>(HasSubstr("resign")));
  EXPECT_THAT([&] { Match::from_key(with("openings none", "openings random:")); },
              ThrowsMessage<UsageError>(HasSubstr("openings 'random:'")));
}

TEST(Match, RefusesPlayersThatAreNone) {
  EXPECT_THAT([] { Match match(small("raev")); }, ThrowsMessage<UsageError>(HasSubstr("did you mean 'rave'?")));
}

TEST(Match, DrawsGamesThatAreTooLong) {
  MatchSettings settings = small();
  settings.adjudication.max_plies = 3;
  const GameRecord game = play_game(Match(settings), 0);
  EXPECT_EQ(game.plies, 3u);
  EXPECT_EQ(game.ending, "length");
  EXPECT_EQ(game.winner, 0);
  EXPECT_EQ(game.half_points_of_a(), 1u);
}

TEST(Match, EndsGamesThatBothPlayersThinkAreDecided) {
  const std::string player = "rave:iterations=500";
  MatchSettings settings = small(player, player);
  const Match whole(settings);
  settings.adjudication = {.resign_value = 0.1, .resign_moves = 1};
  const Match shortened(settings);
  int resigned = 0;
  for (std::uint64_t number = 0; number < 8; ++number) {
    const GameRecord full = play_game(whole, number), cut = play_game(shortened, number);
    if (cut.ending != "resignation") continue;
    ++resigned;
    EXPECT_LT(cut.plies, full.plies);
    EXPECT_EQ(cut.winner, full.winner);
  }
  EXPECT_GT(resigned, 0);
}

TEST(Match, GivesUpAGameWhenAsked) {
  const Match match(small("rave:iterations=1000000000", "rave:iterations=1000000000"));
  SearchControl control;
  control.stop = true;
  EXPECT_FALSE(match.play(0, control, "").has_value());
}

TEST(Record, CountsPointsForA) {
  EXPECT_EQ((GameRecord{.number = 0, .winner = 1}.half_points_of_a()), 2u);
  EXPECT_EQ((GameRecord{.number = 1, .winner = 1}.half_points_of_a()), 0u);
  EXPECT_EQ((GameRecord{.number = 1, .winner = 2}.half_points_of_a()), 2u);
  EXPECT_EQ((GameRecord{.number = 1, .winner = 0}.half_points_of_a()), 1u);
}

TEST(Record, TellsMoveSequencesApart) {
  EXPECT_EQ(hash_moves("a1 b2", "c3"), hash_moves("", "a1  b2 c3"));
  EXPECT_NE(hash_moves("", "a1 b2"), hash_moves("", "b2 a1"));
  EXPECT_NE(hash_moves("", "a1 1"), hash_moves("", "a 11"));
}

TEST(Record, WritesSgfAndCsv) {
  const Contest contest{.game = "havannah:size=3", .a = "x[1]", .b = "y\\"};
  const GameRecord game{.number = 1,
                        .seed = 7,
                        .opening = "a1",
                        .moves = "e5 b1",
                        .plies = 3,
                        .winner = 2,
                        .ending = "time: 3 s \"late\"",
                        .hash = 255,
                        .version = "1"};
  EXPECT_EQ(to_sgf(contest, game),
            "(;FF[4]CA[UTF-8]AP[banyan:1]GN[havannah:size=3]PW[y\\\\]PB[x[1\\]]RE[B+Time]DT[1970-01-01]"
            "GC[game 1, seed 7, ending time: 3 s \"late\"]\n;W[a1];B[e5];W[b1])\n");
  EXPECT_EQ(to_csv(game),
            "1,b,7,2,1,\"time: 3 s \"\"late\"\"\",3,00000000000000ff,0.000,0.000,\"1\",0,\"a1\",\"e5 b1\"\n");
  EXPECT_EQ(split(csv_header(2), ',').size(), split(to_csv(game), ',').size());
}

}  // namespace
}  // namespace banyan
