// SPDX-License-Identifier: MIT
// External programs through the interface that the arena uses.
#include "protocol/external.h"

#include <gmock/gmock.h>

#include <fstream>

#include "engine/catalogue.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class ExternalEngineTest : public FolderTest {
 protected:
  /// A program that agrees to everything; `genmove` is what it does when asked for a move.
  std::unique_ptr<ExternalEngine> engine(const std::string& genmove, const std::string& settings = "") {
    const std::string path = folder_ + "/engine.sh";
    std::ofstream(path) << "while read -r command rest; do\n"
                        << "  echo \"$command${rest:+ $rest}\" >> " << folder_ << "/log\n"
                        << "  case $command in\n"
                        << "    genmove) " << genmove << " ;;\n"
                        << "    quit) printf '=\\n\\n'; exit 0 ;;\n"
                        << "    *) printf '=\\n\\n' ;;\n"
                        << "  esac\ndone\n";
    return parse_external("gtp:\"/bin/sh " + path + "\"" + settings)->new_engine(1);
  }
  std::vector<std::string> logged() {
    std::vector<std::string> lines;
    std::ifstream file(folder_ + "/log");
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    const std::ofstream emptied(folder_ + "/log");
    return lines;
  }

  const std::unique_ptr<Session> session_ = new_session(parse_spec("havannah:size=4"));
};

TEST_F(ExternalEngineTest, IsToldWhatItDoesNotKnow) {
  const auto program = engine("printf '= b2\\n\\n'");
  session_->play("a1");
  program->set_position(*session_);
  EXPECT_THAT(logged(), ElementsAre("boardsize 4", "clear_board", "play white a1"));
  EXPECT_EQ(program->move(0).move, "b2");
  session_->play("b2");
  session_->play("c3");
  program->set_position(*session_);
  program->set_position(*session_);
  EXPECT_THAT(logged(), ElementsAre("genmove black", "play white c3"));
  // Another way: its own move was not played, or was taken back.
  session_->undo();
  session_->undo();
  session_->play("d4");
  program->set_position(*session_);
  EXPECT_THAT(logged(), ElementsAre("boardsize 4", "clear_board", "play white a1", "play black d4"));
  const auto other = new_session(parse_spec("havannah:size=5"));
  program->set_position(*other);
  EXPECT_THAT(logged(), ElementsAre("boardsize 5", "clear_board"));
}

TEST_F(ExternalEngineTest, IsStartedStoppedAndStartedAgain) {
  const auto program = engine("exit 3", ",setup=\"set x {seed}\"");
  EXPECT_THAT([&] { program->move(0); }, ThrowsMessage<Error>(HasSubstr("before it knows the position")));
  program->start();
  program->start();
  EXPECT_THAT(logged(), ElementsAre("set x 0"));
  program->set_position(*session_);
  program->stop();
  EXPECT_THAT(logged(), ElementsAre("boardsize 4", "clear_board", "quit"));
  program->set_position(*session_);
  EXPECT_THROW(program->move(0), EngineFailure);
  program->set_position(*session_);
  EXPECT_THAT(logged(), ElementsAre("set x 0", "boardsize 4", "clear_board", "genmove white", "set x 0", "boardsize 4",
                                    "clear_board"));
}

TEST_F(ExternalEngineTest, IsToldOfTheClock) {
  const auto program = engine("printf '= b2\\n\\n'");
  program->set_time(TimeControl{.main_seconds = 60, .period_seconds = 10, .period_moves = 5});
  program->set_position(*session_);
  EXPECT_FALSE(program->move(12.5).is_late);
  EXPECT_THAT(logged(), ElementsAre("boardsize 4", "clear_board", "time_settings 60 10 5", "time_left white 12.5 0",
                                    "genmove white"));
}

TEST(ExternalPrograms, AreKnownByTheirScheme) {
  EXPECT_EQ(parse_external("rave:iterations=5"), nullptr);
  EXPECT_EQ(parse_external("gtpx"), nullptr);
  const auto program = parse_external("gtp:engine --fast,seconds=2");
  EXPECT_EQ(parse_external(program->text())->text(), program->text());
  EXPECT_TRUE(program->has_limits());
  EXPECT_FALSE(parse_external("gtp:engine")->has_limits());
  EXPECT_THROW(program->check(*new_session(parse_spec("samegame"))), UsageError);
  EXPECT_THAT([] { parse_external("gtp:"); }, ThrowsMessage<UsageError>(HasSubstr("must name a program")));
}

}  // namespace
}  // namespace banyan
