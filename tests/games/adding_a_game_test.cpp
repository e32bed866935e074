// SPDX-License-Identifier: MIT
// docs/adding-a-game.md quotes tic_tac_toe.h; this keeps the two the same.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

#include "core/error.h"
#include "engine/game_entry.h"
#include "tests/games/nim/nim.h"
#include "tests/games/tic_tac_toe/tic_tac_toe.h"

namespace banyan {
namespace {

std::string read(const std::string& path) {
  std::ifstream file(std::string(BANYAN_SOURCE_DIR) + '/' + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(AddingAGame, QuotesTheGameAsItIs) {
  const std::string page = read("docs/adding-a-game.md");
  const std::string game = read("tests/games/tic_tac_toe/tic_tac_toe.h");
  ASSERT_FALSE(game.empty());
  const std::string opening = "```cpp\n";
  int quotes = 0;
  for (std::size_t at = page.find(opening); at != std::string::npos; at = page.find(opening, at)) {
    at += opening.size();
    const std::string quote = page.substr(at, page.find("```", at) - at);
    EXPECT_THAT(game, testing::HasSubstr(quote));
    ++quotes;
  }
  EXPECT_GE(quotes, 8);
}

TEST(AddingAGame, GivesASessionWithEveryAlgorithmForTwoPlayers) {
  const GameEntry entry = game_entry<tic_tac_toe::TicTacToe>("tic_tac_toe", "three in a row");
  EXPECT_THAT(entry.info.algorithms, testing::ElementsAre("flat", "uct", "rave", "expectiminimax"));
  // Some are for more players, and nested search is for puzzles.
  EXPECT_THAT(entry.info.missing,
              testing::ElementsAre(testing::Pair("maxn", testing::_), testing::Pair("best_reply", testing::_),
                                   testing::Pair("nmcs", testing::_), testing::Pair("nrpa", testing::_)));
  for (const std::string& algorithm : entry.info.algorithms) {
    const auto session = entry.begin(parse_spec("tic_tac_toe"));
    const auto player = session->new_player(parse_spec(algorithm + ":iterations=2000"), 1);
    SearchControl control;
    while (!session->result()) session->play(player->search(*session, control).best_move);
    // Flat Monte-Carlo gives some positions away: search_games_test.cpp.
    if (algorithm != "flat") {
      EXPECT_EQ(session->result()->winner, 0) << algorithm << " against itself draws";
    }
  }
}

TEST(AddingAGame, SaysWhichCapabilityAnAlgorithmMisses) {
  const GameEntry entry = game_entry<nim::Nim>("nim", "take the last stone");
  EXPECT_THAT(entry.info.algorithms, testing::ElementsAre("flat", "uct", "expectiminimax"));
  const auto session = entry.begin(parse_spec("nim:heaps=4"));
  EXPECT_THAT([&] { session->new_player(parse_spec("rave"), 1); },
              testing::ThrowsMessage<UsageError>(testing::HasSubstr("ShowsOwners")));
}

}  // namespace
}  // namespace banyan
