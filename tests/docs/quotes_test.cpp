// SPDX-License-Identifier: MIT
// Pages that show how something is added quote files that are compiled, as they are.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace banyan {
namespace {

std::string text_of(const std::string& path) {
  std::ifstream stream(std::string(BANYAN_SOURCE_DIR) + '/' + path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

struct Quoting {
  std::string page;
  std::vector<std::string> sources;
  int quotes;  // at least
};

class Quotes : public testing::TestWithParam<Quoting> {};

TEST_P(Quotes, AreWhatIsCompiled) {
  const std::string page = text_of(GetParam().page);
  std::string code;
  for (const std::string& source : GetParam().sources) code += text_of(source);
  EXPECT_THAT(page, testing::HasSubstr(GetParam().sources[0])) << "the page says where it quotes from";
  const std::string opening = "```cpp\n";
  int quotes = 0;
  for (std::size_t at = page.find(opening); at != std::string::npos; at = page.find(opening, at)) {
    at += opening.size();
    EXPECT_THAT(code, testing::HasSubstr(page.substr(at, page.find("```", at) - at)));
    ++quotes;
  }
  EXPECT_GE(quotes, GetParam().quotes);
}

INSTANTIATE_TEST_SUITE_P(
    Pages, Quotes,
    testing::Values(
        Quoting{"docs/adding-a-game.md", {"tests/games/tic_tac_toe/tic_tac_toe.h"}, 8},
        Quoting{"docs/adding-a-selection.md", {"tests/selections/best_child.h", "tests/search/selection_test.cpp"}, 7},
        Quoting{"docs/algorithms/playouts.md", {"tests/search/favourite.h", "tests/search/parts_test.cpp"}, 4}),
    [](const auto& page) { return "Page" + std::to_string(page.index); });

}  // namespace
}  // namespace banyan
