// SPDX-License-Identifier: MIT
// Programs of the CodeCup written in the language of /bin/sh, each with one fault or none.
#include "protocol/codecup_engine.h"

#include <gmock/gmock.h>

#include <fstream>
#include <memory>
#include <string>

#include "engine/catalogue.h"
#include "protocol/codecup_game.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using Kind = EngineFailure::Kind;

class CodecupEngineTest : public FolderTest {
 protected:
  /// Every line is logged and then answered by `answer`, with the line in $line.
  std::unique_ptr<ExternalEngine> engine(const std::string& answer, const std::string& keys = "") {
    const std::string script =
        write_file("engine.sh", "while read -r line; do\n  echo \"$line\" >> " + path("log") +
                                    "\n  [ \"$line\" = Quit ] && exit 0\n  " + answer + "\ndone\n");
    return parse_codecup_program("codecup:\"/bin/sh " + script + "\"" + keys)->new_engine(1);
  }
  Kind failure(ExternalEngine& program) const {
    program.set_position(*session_);
    try {
      program.move(0);
    } catch (const EngineFailure& failure) {
      return failure.kind();
    }
    throw Error("it did not fail");
  }

  const std::unique_ptr<Session> session_ = new_session(codecup_game());
};

TEST_F(CodecupEngineTest, IsToldStartThenTheMovesOfTheOther) {
  {
    const auto program = engine("case $line in Start) echo 15;; -1) echo 31;; *) echo 3;; esac");
    program->set_position(*session_);
    EXPECT_EQ(program->move(0).move, "15");
    session_->play("15");
    session_->play("swap");
    program->set_position(*session_);
    EXPECT_EQ(program->move(0).move, "31");
    session_->play("31");
    session_->play("43");
    program->set_position(*session_);
    EXPECT_EQ(program->move(0).move, "3");
    // Another game is another process.
    while (session_->undo()) {
    }
    session_->play("1");
    program->set_position(*session_);
    EXPECT_EQ(program->move(0).move, "3");
  }
  EXPECT_EQ(content("log"), "Start\n-1\n43\nQuit\n1\nQuit\n");
}

TEST_F(CodecupEngineTest, MaySwap) {
  const auto program = engine("echo -1");
  session_->play("43");
  program->set_position(*session_);
  EXPECT_EQ(program->move(0).move, "swap");
}

TEST_F(CodecupEngineTest, TellsFaultsApart) {
  EXPECT_EQ(failure(*engine("exit 3")), Kind::crashed);
  EXPECT_EQ(failure(*engine("kill -SEGV $$")), Kind::crashed);
  EXPECT_EQ(failure(*engine("sleep 5", ",patience=0.2")), Kind::stalled);
  EXPECT_EQ(failure(*engine("echo hello")), Kind::nonsense);
  EXPECT_EQ(failure(*engine("echo 107")), Kind::nonsense);
  EXPECT_EQ(failure(*engine("echo")), Kind::nonsense);
}

TEST_F(CodecupEngineTest, CannotBeginInTheMiddle) {
  const auto program = engine("echo 1");
  session_->play("2");
  session_->play("3");
  EXPECT_EQ(failure(*program), Kind::refused);
}

TEST_F(CodecupEngineTest, PlaysOnTheBoardOfTheContestOnly) {
  const auto program = parse_codecup_program("codecup:cat");
  EXPECT_NO_THROW(program->check(*session_));
  const auto other = new_session(parse_spec("poly_y:size=5"));
  EXPECT_THAT([&] { program->check(*other); }, ThrowsMessage<UsageError>(HasSubstr("size=7")));
  EXPECT_THAT([&] { parse_codecup_program("codecup:cat,setup=\"x\""); },
              ThrowsMessage<UsageError>(HasSubstr("no set-up lines")));
  EXPECT_EQ(program->text(), "codecup:\"cat\",patience=60");
}

}  // namespace
}  // namespace banyan
