// SPDX-License-Identifier: MIT
// docs/adding-a-game.md quotes tic_tac_toe.h; this keeps the two the same.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

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

}  // namespace
}  // namespace banyan
