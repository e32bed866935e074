// SPDX-License-Identifier: MIT
// The card game from outside.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;

Json search(const std::string& player, Words more = {"--position", "reference"}) {
  Words words{"search", "cards", "--player", player, "--json"};
  words.insert(words.end(), more.begin(), more.end());
  return Json::parse(output(words));
}

TEST(CliCards, search_gives_value_move_leaves_nodes_and_seconds) {
  const Json plain = search("expectiminimax:depth=3,representatives=averaged,prune=none");
  EXPECT_EQ(plain["leaves"], 2516);
  EXPECT_GE(plain["nodes"], plain["leaves"]);
  EXPECT_EQ(plain["depth"], 3);
  EXPECT_GE(plain["seconds"], 0);
  const Json full = search("expectiminimax:depth=3");
  EXPECT_NEAR(full["value"].get<double>(), 12.93, 0.005);
  EXPECT_EQ(full["move"], "place:6/6/6");
  EXPECT_EQ(full["move"], full["best_move"]);
}

TEST(CliCards, search_says_points_and_leaves) {
  EXPECT_THAT(output({"search", "cards", "--position", "reference", "--player", "expectiminimax:depth=3"}),
              AllOf(HasSubstr("+12.93 points for White"), HasSubstr("searched    3 turns, "),
                    HasSubstr("leaves per CPU-second")));
}

TEST(CliCards, search_explains_which_positions_there_are) {
  const auto refusal = [](const Words& words) {
    const Outcome outcome = run(words, {});
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_THAT(refusal({"search", "cards", "--position", "referense"}),
              AllOf(HasSubstr("--position 'referense'"), HasSubstr("did you mean 'reference'?"), HasSubstr("dealt, ")));
  EXPECT_THAT(refusal({"search", "cards:start=dealt", "--position", "reference"}),
              HasSubstr("the start is given twice: in 'cards:start=dealt' and with --position"));
  EXPECT_THAT(refusal({"search", "cards", "--size", "4", "--position", "reference"}), HasSubstr("'size'"));
}

TEST(CliCards, search_reads_the_position_of_a_saved_game) {
  const std::string path = ::testing::TempDir() + "banyan_cards_saved.json";
  std::ofstream(path) << R"({"version":1,"game":"cards","options":"start=reference","moves":["place:6/6/6"]})";
  EXPECT_EQ(search("expectiminimax:depth=1", {"--position", path})["move"], "6/6/6:attack");
  std::filesystem::remove(path);
  EXPECT_EQ(run({"search", "cards", "--position", path}, {}).status, 1);
}

TEST(CliCards, search_deals_by_the_seed) {
  const auto text = [](const std::string& seed) {
    return output({"search", "cards", "--player", "expectiminimax:depth=1", "--seed", seed});
  };
  EXPECT_THAT(text("4"), AllOf(HasSubstr("seed 4 has dealt draw:"), HasSubstr("--position reference"),
                               HasSubstr("ply 11, White ● to move"), HasSubstr("best move   ")));
  const Json once = search("expectiminimax:depth=1", {"--seed", "4"});
  EXPECT_EQ(once["dealt"].size(), 10u);
  EXPECT_EQ(once["played"], once["dealt"]);
  EXPECT_EQ(search("expectiminimax:depth=1", {"--seed", "4"})["dealt"], once["dealt"]);
  EXPECT_NE(search("expectiminimax:depth=1", {"--seed", "5"})["dealt"], once["dealt"]);
  EXPECT_TRUE(search("expectiminimax:depth=1")["dealt"].empty());
  // The same cards as in a game with that seed.
  const std::string game = output({"play", "cards", "--seed", "4"});
  EXPECT_THAT(game, HasSubstr("chance: " + once["dealt"][0].get<std::string>() + ' ' +
                              once["dealt"][1].get<std::string>() + ' '));
}

TEST(CliCards, play_takes_moves_by_number_and_draws_by_the_seed) {
  const Words words{"play", "cards", "--black", "expectiminimax:depth=1", "--seed", "3"};
  const std::string once = output(words, {.input = "1\nundo\n2\n"});
  EXPECT_THAT(once, AllOf(HasSubstr("chance: draw:"), HasSubstr("   1  pass\n"), HasSubstr("health"),
                          HasSubstr("Black ○ plays "), HasSubstr(" points, depth 1, ")));
  EXPECT_EQ(output(words, {.input = "1\nundo\n2\n"}), once);
}

TEST(CliCards, play_says_which_numbers_there_are) {
  const std::string text =
      output({"play", "cards:start=reference", "--white", "human", "--black", "human"}, {.input = "99\n0\n"});
  EXPECT_THAT(text,
              AllOf(HasSubstr("'99': expected a number in 1..6, or a move"), HasSubstr("'0': expected a number")));
}

TEST(CliCards, play_goes_to_the_end_between_players) {
  const std::string player = "expectiminimax:depth=1";
  EXPECT_THAT(output({"play", "cards:start_hp=15", "--white", player, "--black", player, "--seed", "1"}),
              HasSubstr(" wins with a knockout"));
}

TEST(CliCards, matches_mirror_the_shuffles) {
  const std::string player = "expectiminimax:depth=1";
  const std::string folder = ::testing::TempDir() + "banyan_cards_match";
  std::filesystem::create_directory(folder);
  const Json match = Json::parse(output({"match", "--game", "cards:start_hp=15", "--a", player, "--b", player,
                                         "--games", "10", "--store", folder + "/games.db", "--json"}))["matches"][0];
  std::filesystem::remove_all(folder);
  // The same player twice with the same cards: whoever wins one game of a pair loses the other.
  EXPECT_EQ(match["wins"], match["losses"]);
  EXPECT_EQ(match["pairs"][2], 5);
}

TEST(CliCards, a_deck_that_cannot_be_read_is_named) {
  const Outcome outcome = run({"search", "cards:deck=/no/such.json", "--position", "reference"}, {});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("deck '/no/such.json'"), HasSubstr("expected standard or a path")));
}

}  // namespace
}  // namespace banyan::testing
