// SPDX-License-Identifier: MIT
// The review of a saved game: what it prints, and what it keeps in the file.
#include <gmock/gmock.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Json = nlohmann::json;

class CliReview : public FolderTest {
 protected:
  /// A game of which the fifth ply misses a win by c1.
  std::string game() const {
    return write_file("game.json", R"({"version":2,"game":"havannah","options":"size=3","event":7,)"
                                   R"("moves":["a1","e5","b1","e4","c4","e3"],"result":null})");
  }
  static Json read(const std::string& path) { return Json::parse(std::ifstream(path)); }
};

TEST_F(CliReview, tells_what_each_move_cost_and_keeps_it) {
  const std::string file = game();
  const std::string table = output({"review", file, "--player", "rave:iterations=2000"});
  EXPECT_THAT(table, AllOf(HasSubstr("reviewed by rave:iterations=2000, seed 1"),
                           HasSubstr("White     c4         0.0 %  c1       100.0 %   100.0 %"), HasSubstr("White: "),
                           HasSubstr("Black: ")));
  const Json saved = read(file);
  EXPECT_EQ(saved["event"], 7);
  ASSERT_EQ(saved["reviews"].size(), 1u);
  EXPECT_EQ(saved["reviews"][0]["plies"].size(), 6u);
  // Nothing is left to do: the same again, and another beside it.
  EXPECT_EQ(output({"review", file, "--player", "rave:iterations=2000"}), table);
  const Json other = Json::parse(output({"review", file, "--player", "uct:iterations=100", "--seed", "2", "--json"}));
  EXPECT_EQ(other["seed"], 2);
  EXPECT_EQ(read(file)["reviews"].size(), 2u);
  EXPECT_EQ(read(file)["reviews"][1], other);
}

TEST_F(CliReview, an_interrupted_one_keeps_what_there_is_and_goes_on) {
  const std::string file = game();
  const Words words{"review", file, "--player", "uct:iterations=1000000000,solver=false"};
  const auto interrupt = [](int pid) {
    wait_until_it_handles(pid, SIGINT);
    kill(pid, SIGINT);
  };
  const Outcome outcome = run(words, {.meanwhile = interrupt});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("interrupted after 0 of 6 plies"), HasSubstr("goes on from there")));
  EXPECT_EQ(read(file)["reviews"][0]["plies"].size(), 0u);

  // What is there is not searched again.
  output({"review", file, "--player", "uct:iterations=100"});
  Json saved = read(file);
  saved["reviews"] = Json::array({saved["reviews"][1]});
  const Json whole = saved["reviews"][0];
  saved["reviews"][0]["plies"].erase(5);
  saved["reviews"][0]["plies"][0]["visits"] = 12345;
  std::ofstream(file) << saved;
  const Json again = Json::parse(output({"review", file, "--player", "uct:iterations=100", "--json"}));
  EXPECT_EQ(again["plies"][0]["visits"], 12345);
  EXPECT_EQ(again["plies"][5], whole["plies"][5]);
}

TEST_F(CliReview, names_what_is_wrong) {
  const std::string file = game();
  EXPECT_THAT(refusal({"review", file, "--player", "ravee"}), HasSubstr("did you mean 'rave'?"));
  Json saved = read(file);
  saved["reviews"] = 7;
  std::ofstream(file) << saved;
  EXPECT_THAT(refusal({"review", file}), AllOf(HasSubstr(file), HasSubstr("reviews is 7, expected a list")));
  EXPECT_THAT(refusal({"review", path("none.json")}, 1), HasSubstr("none.json"));
}

TEST(CliOnly, a_search_looks_at_these_moves_and_no_others) {
  const Json found = Json::parse(
      output({"search", "havannah", "--size", "4", "--player", "rave:iterations=500", "--only", "a1 g7", "--json"}));
  ASSERT_EQ(found["moves"].size(), 2u);
  for (const Json& move : found["moves"]) {
    EXPECT_THAT(move["move"], ::testing::AnyOf("a1", "g7"));
    EXPECT_GT(move["uncertainty"], 0);
  }
  EXPECT_THAT(refusal({"search", "havannah", "--only", "a1 z9"}), HasSubstr("the move 'z9' cannot be played"));
}

}  // namespace
}  // namespace banyan::testing
