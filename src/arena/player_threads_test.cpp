// SPDX-License-Identifier: MIT
#include "arena/player_threads.h"

#include <gmock/gmock.h>

namespace banyan {
namespace {

Match match_of(const char* a, const char* b) { return Match({.game = "havannah:size=3", .a = a, .b = b}); }

TEST(PlayerThreads, AreThoseOfTheSettings) {
  const Match match = match_of("rave:threads=4", "uct");
  EXPECT_EQ(threads_of(match.contest().a), 4);
  EXPECT_EQ(threads_of(match.contest().b), 1);
  EXPECT_EQ(threads_of("gtp:\"engine --threads 4\""), 1);
  EXPECT_TRUE(shares_tree(match.contest().a));
  EXPECT_FALSE(shares_tree(match.contest().b));
  EXPECT_TRUE(shares_tree("alphabeta:threads=2")) << "whose threads share a table";
  EXPECT_FALSE(shares_tree("nrpa:level=2,threads=4,parallel=root")) << "which gives the same result again";
}

TEST(PlayerThreads, AreTooManyWhenTheyOutnumberTheCores) {
  const std::vector<Match> matches{match_of("uct", "flat"), match_of("rave:threads=2", "uct")};
  EXPECT_EQ(crowding_of(matches, 1, 2), "");
  EXPECT_EQ(crowding_of(matches, 2, 4), "");
  EXPECT_THAT(crowding_of(matches, 2, 2), testing::HasSubstr("2 games at a time with players of 2 threads"));
  EXPECT_THAT(crowding_of(matches, 1, 1), testing::HasSubstr("one game at a time"));
  EXPECT_EQ(crowding_of({matches[0]}, 8, 2), "") << "that many games are what the user asked for";
}

TEST(PlayerThreads, AreTooManyWhereTheThirdPlayerHasThem) {
  const Match match({.game = "cards3", .a = "flat", .b = "flat", .c = "uct:threads=4"});
  EXPECT_THAT(crowding_of({match}, 1, 2), testing::HasSubstr("players of 4 threads"));
}

}  // namespace
}  // namespace banyan
