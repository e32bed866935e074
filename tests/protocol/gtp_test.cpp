// SPDX-License-Identifier: MIT
// Both ends of the Go Text Protocol together: our client plays with our program as an external engine. And what the
// documentation says of them.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <fstream>
#include <iterator>

#include "core/text.h"
#include "engine/catalogue.h"
#include "protocol/gtp_client.h"
#include "tests/cli/program.h"

namespace banyan::testing {
namespace {

using ::testing::HasSubstr;

GtpPlayer program(const std::string& coordinates, const std::string& player) {
  return parse_gtp_player(fmt::format("gtp:\"'{}' gtp havannah --swap --coordinates {} --player {}\",coordinates={}",
                                      BANYAN_PROGRAM, coordinates, player, coordinates));
}

class GtpGame : public ::testing::TestWithParam<std::string> {};

TEST_P(GtpGame, TwoProgramsPlayToTheEnd) {
  const auto session = new_session(parse_spec("havannah:size=5,swap=true"));
  // They need not agree on coordinates: each client translates for its own program.
  GtpClient first(program(GetParam(), "rave:iterations=100"));
  GtpClient second(program("rows", "uct:iterations=100"));
  const std::array<GtpClient*, 2> players{&first, &second};
  session->play("a1");
  for (GtpClient* const player : players) player->new_game(*session);
  while (!session->result()) {
    const int mover = session->to_move();
    const auto answer = players[static_cast<std::size_t>(mover)]->genmove(mover);
    ASSERT_NO_THROW(session->play(answer.move)) << answer.move;
    EXPECT_FALSE(answer.is_late);
    EXPECT_GT(answer.wall_seconds, 0);
    players[static_cast<std::size_t>(1 - mover)]->play(mover, answer.move);
  }
  const std::string score = session->result()->winner == 0 ? "0" : session->result()->winner == 1 ? "W+" : "B+";
  for (GtpClient* const player : players) EXPECT_EQ(player->command("final_score"), score);
}

INSTANTIATE_TEST_SUITE_P(EveryConvention, GtpGame, ::testing::Values("rows", "columns", "littlegolem"),
                         [](const auto& instance) { return instance.param; });

TEST(GtpPolyY, TwoProgramsPlayToTheEnd) {
  const auto session = new_session(parse_spec("poly_y"));
  const auto client = [](const std::string& player) {
    return GtpClient(parse_gtp_player(fmt::format("gtp:\"'{}' gtp poly_y --player {}\"", BANYAN_PROGRAM, player)));
  };
  GtpClient first = client("poly-y-best:iterations=64"), second = client("poly-y-paper:iterations=64");
  const std::array<GtpClient*, 2> players{&first, &second};
  for (GtpClient* const player : players) player->new_game(*session);
  session->play("21");
  for (GtpClient* const player : players) player->play(0, "21");
  while (!session->result()) {
    const int mover = session->to_move();
    const auto answer = players[static_cast<std::size_t>(mover)]->genmove(mover);
    if (session->moves().size() == 1) {
      EXPECT_EQ(answer.move, "swap");  // as the paper does
    }
    ASSERT_NO_THROW(session->play(answer.move)) << answer.move;
    players[static_cast<std::size_t>(1 - mover)]->play(mover, answer.move);
  }
  for (GtpClient* const player : players) {
    EXPECT_EQ(player->command("final_score"), session->result()->winner == 1 ? "W+" : "B+");
  }
}

TEST(GtpDocumentation, NamesEveryCommandAndEverySetting) {
  std::ifstream file(BANYAN_SOURCE_DIR "/docs/gtp.md");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto commands = run({"gtp", "havannah"}, {.input = "list_commands\n"}).out;
  for (const std::string_view line : words(commands)) {
    if (line == "=") continue;
    EXPECT_THAT(text, HasSubstr("| `" + std::string(line))) << line;
  }
  GtpPlayerParams params;
  for (const ParamInfo& info : Params(params).infos()) {
    EXPECT_THAT(text, HasSubstr(fmt::format("| `{}` | {} |", info.name, info.default_value))) << info.name;
  }
}

}  // namespace
}  // namespace banyan::testing
