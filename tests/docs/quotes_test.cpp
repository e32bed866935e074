// SPDX-License-Identifier: MIT
// Pages that show how something is added quote files that are compiled, as they are.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>

namespace banyan {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream stream(std::string(BANYAN_SOURCE_DIR) + '/' + path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

struct Quoting {
  std::string page, source;
  int quotes;  // at least
};

class Quotes : public testing::TestWithParam<Quoting> {};

TEST_P(Quotes, AreWhatIsCompiled) {
  const std::string page = text_of(GetParam().page), source = text_of(GetParam().source);
  ASSERT_FALSE(source.empty());
  EXPECT_THAT(page, testing::HasSubstr(GetParam().source)) << "the page says where it quotes from";
  const std::string opening = "```cpp\n";
  int quotes = 0;
  for (std::size_t at = page.find(opening); at != std::string::npos; at = page.find(opening, at)) {
    at += opening.size();
    EXPECT_THAT(source, testing::HasSubstr(page.substr(at, page.find("```", at) - at)));
    ++quotes;
  }
  EXPECT_GE(quotes, GetParam().quotes);
}

INSTANTIATE_TEST_SUITE_P(Pages, Quotes,
                         testing::Values(Quoting{"docs/adding-a-game.md", "tests/games/tic_tac_toe/tic_tac_toe.h", 8},
                                         Quoting{"docs/adding-a-selection.md", "tests/selections/best_child.h", 6}),
                         [](const auto& page) { return "Page" + std::to_string(page.index); });

}  // namespace
}  // namespace banyan
