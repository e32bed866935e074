// SPDX-License-Identifier: MIT
// The solutions in data/samegame/records, by rules that know nothing of the search that found them.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "games/samegame/board.h"
#include "tests/samegame_reference.h"

namespace banyan {
namespace {

/// The highest score of each standard board in Table 1 of Negrevergne & Cazenave 2017.
constexpr std::array<int, samegame::standard_boards> published{3185, 3985, 3937, 3925, 4335, 4809, 2949,
                                                               4061, 4829, 3223, 3455, 3567, 3591, 3135,
                                                               3885, 5375, 5067, 5481, 5299, 5203};

TEST(SameGameRecords, are_legal_and_above_what_is_published) {
  int records = 0;
  for (const auto& file : std::filesystem::directory_iterator(BANYAN_SOURCE_DIR "/data/samegame/records")) {
    std::ifstream in(file.path());
    const auto record = nlohmann::json::parse(in);
    const int number = record.at("board");
    samegame::reference::SlowSameGame game(samegame::standard_board(number));
    for (const auto& click : record.at("moves")) ASSERT_TRUE(game.click({click.at(0), click.at(1)})) << file;
    EXPECT_EQ(game.score(), record.at("score")) << file;
    EXPECT_GT(game.score(), published.at(static_cast<std::size_t>(number) - 1)) << file;
    ++records;
  }
  EXPECT_GT(records, 0);
}

}  // namespace
}  // namespace banyan
