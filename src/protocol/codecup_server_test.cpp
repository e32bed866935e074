// SPDX-License-Identifier: MIT
#include "protocol/codecup_server.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "protocol/codecup_game.h"

namespace banyan {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A server and what it has said last.
struct Talk {
  explicit Talk(const std::string& player, double seconds = 0.2, std::uint64_t seed = 1)
      : server({.player = parse_spec(player), .seconds = seconds, .seed = seed},
               [this](std::string_view text) { said.emplace_back(text); }) {}
  std::string tell(const std::string& line) {
    said.clear();
    EXPECT_TRUE(server.handle(line));
    return said.empty() ? "" : said.back();
  }

  std::vector<std::string> said;
  CodecupServer server;
};

TEST(CodecupServer, PlaysAWholeGameAgainstItself) {
  Talk first("poly-y-paper"), second("poly-y-best");
  const auto session = new_session(codecup_game());
  bool is_first = true;
  for (std::string line = "Start\n"; !session->result(); is_first = !is_first) {
    line = (is_first ? first : second).tell(line);
    ASSERT_TRUE(line.ends_with('\n')) << line;
    const auto move = from_codecup(line.substr(0, line.size() - 1));
    ASSERT_TRUE(move) << line;
    session->play(*move);
    if (session->result()) {
      EXPECT_EQ((is_first ? second : first).tell(line), "");
    }
  }
  EXPECT_FALSE(first.server.handle("Quit"));
  EXPECT_FALSE(second.server.handle("Quit\r\n"));
}

TEST(CodecupServer, SwapsWhereThePaperDoes) {
  EXPECT_EQ(Talk("poly-y-paper").tell("32"), "-1\n");
  EXPECT_EQ(Talk("poly-y-paper").tell("43"), "-1\n");
  EXPECT_NE(Talk("poly-y-paper").tell("1"), "-1\n");
  // An opening in the orbit of 15, and a game that goes on after the other has taken it.
  Talk talk("poly-y-paper");
  const std::string opening = talk.tell("Start");
  EXPECT_EQ(Talk("poly-y-paper").tell(opening), "-1\n");
  const std::string next = talk.tell("-1");
  EXPECT_TRUE(from_codecup(next.substr(0, next.size() - 1))) << next;
}

TEST(CodecupServer, RefusesWhatIsNoLineOfTheProtocol) {
  const auto refusal = [](const std::vector<std::string>& lines) {
    return [=] {
      Talk talk("poly-y-best");
      for (const std::string& line : lines) talk.server.handle(line);
    };
  };
  for (const std::string line : {"", "start", "0", "107", "-2", "12x", "1 2", "99999999999999999999"}) {
    EXPECT_THAT(refusal({line}), ThrowsMessage<UsageError>(HasSubstr("expected Start, Quit, -1 or the number")))
        << line;
  }
  EXPECT_THAT(refusal({"-1"}), ThrowsMessage<UsageError>(HasSubstr("only the second move may be a swap")));
  EXPECT_THAT(refusal({"1", "1"}), ThrowsMessage<UsageError>(HasSubstr("cannot be played: the cell is occupied")));
  EXPECT_THAT(refusal({"1", "Start"}), ThrowsMessage<UsageError>(HasSubstr("'Start' comes first or not at all")));
}

TEST(CodecupServer, KeepsToOneThread) {
  EXPECT_THAT([] { Talk("poly-y-best:threads=2"); }, ThrowsMessage<UsageError>(HasSubstr("one thread")));
  EXPECT_THAT([] { Talk("poly-y-best:ponder=true"); }, ThrowsMessage<UsageError>(HasSubstr("one thread")));
}

}  // namespace
}  // namespace banyan
