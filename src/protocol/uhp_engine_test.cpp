// SPDX-License-Identifier: MIT
// External programs that speak UHP, as small engines in the language of /bin/sh, each with one fault or none.
#include "protocol/uhp_engine.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cerrno>
#include <fstream>

#include "engine/catalogue.h"
#include "protocol/uhp_game.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::ThrowsMessage;

using Kind = EngineFailure::Kind;

class UhpEngineTest : public FolderTest {
 protected:
  void TearDown() override {
    FolderTest::TearDown();
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child is left, dead or alive
    EXPECT_EQ(errno, ECHILD);
  }

  /// An engine that keeps the game string and agrees to everything; `bestmove` is what its script does when asked for
  /// a move. Lines of `others` come before its own answers.
  std::unique_ptr<ExternalEngine> engine(const std::string& bestmove, const std::string& settings = "",
                                         const std::string& others = "", const std::string& greeting = "id Test 1") {
    const std::string script =
        write_file("engine.sh", "printf '" + greeting +
                                    "\\nok\\n'\ngame=\n"
                                    "while read -r command rest; do\n"
                                    "  echo \"$command${rest:+ $rest}\" >> " +
                                    path("log") +
                                    "\n"
                                    "  case $command in\n" +
                                    others +
                                    "    newgame) game=\"$rest;InProgress;White[1]\"; echo \"$game\" ;;\n"
                                    "    play) game=\"$game;$rest\"; echo \"$game\" ;;\n"
                                    "    pass) game=\"$game;pass\"; echo \"$game\" ;;\n"
                                    "    bestmove) " +
                                    bestmove +
                                    " ;;\n"
                                    "    exit) exit 0 ;;\n"
                                    "  esac\n  echo ok\ndone\n");
    return parse_external("uhp:\"/bin/sh " + script + "\"" + (settings.empty() ? ",patience=20" : settings))
        ->new_engine(1);
  }
  std::vector<std::string> logged() {
    std::vector<std::string> lines;
    std::ifstream file(path("log"));
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    const std::ofstream emptied(path("log"));
    return lines;
  }
  /// The kind of failure of the first move, with its sentence checked.
  Kind failure_of(ExternalEngine& program, const std::string& sentence) {
    try {
      program.set_position(*session_);
      program.move(0);
    } catch (const EngineFailure& failure) {
      EXPECT_THAT(failure.what(), MatchesRegex(sentence));
      return failure.kind();
    }
    throw Error("the engine did not fail");
  }

  const std::unique_ptr<Session> session_ = new_session(parse_spec("hive:expansions=M+P"));
};

TEST_F(UhpEngineTest, IsToldWhatItDoesNotKnow) {
  const auto program = engine("echo 'bS1 wS1-'", ",setup=\"options set Seed {seed}\"");
  session_->play("wS1");
  program->set_position(*session_);
  EXPECT_THAT(logged(), ElementsAre("options set Seed 0", "newgame Base+MP", "play wS1"));
  EXPECT_EQ(program->move(0).move, "bS1 wS1-");
  // It has not made the move on its own board.
  session_->play("bS1 wS1-");
  session_->play("wQ -wS1");
  program->set_position(*session_);
  program->set_position(*session_);
  EXPECT_THAT(logged(), ElementsAre("bestmove time 00:00:01", "play bS1 wS1-", "play wQ -wS1"));
  session_->undo();
  program->set_position(*session_);
  EXPECT_THAT(logged(), ElementsAre("newgame Base+MP", "play wS1", "play bS1 wS1-"));
  program->set_position(*new_session(parse_spec("hive")));
  EXPECT_THAT(logged(), ElementsAre("newgame Base"));
  program->stop();
  EXPECT_THAT(logged(), ElementsAre("exit"));
}

TEST_F(UhpEngineTest, ItsMovesAreWrittenOurWay) {
  // What it thought of on the way, blanks, carriage returns; a reference to another piece than ours.
  session_->play("wS1");
  session_->play("bS1 wS1-");
  session_->play("wQ -wS1");
  session_->play("bQ bS1-");
  const auto program = engine(R"(printf 'wA1 -wQ;1;0\nwQ wQ/;2;12.5;wQ wQ/;bQ bQ/\r\n')");
  program->set_position(*session_);
  EXPECT_EQ(program->move(0).move, "wQ \\wS1");
}

TEST_F(UhpEngineTest, AnIllegalMoveIsTheCallersToFind) {
  const auto program = engine("echo 'bQ wS1-'");
  program->set_position(*session_);
  const std::string move = program->move(0).move;
  EXPECT_EQ(move, "bQ wS1-");
  EXPECT_THROW(session_->play(move), IllegalMove);
  program->set_position(*session_);  // still there
}

TEST_F(UhpEngineTest, IsAskedForWhatItWasGiven) {
  const auto asked = [&](const std::string& settings, const std::optional<TimeControl>& time = {}, double left = 0) {
    const auto program = engine("echo wS1", settings);
    program->set_time(time);
    program->set_position(*session_);
    EXPECT_EQ(program->move(left).move, "wS1");
    return logged().back();
  };
  EXPECT_EQ(asked(",seconds=0.25"), "bestmove time 00:00:00.250");
  EXPECT_EQ(asked(",seconds=3723"), "bestmove time 01:02:03");
  EXPECT_EQ(asked(",cpu_seconds=1.9999"), "bestmove time 00:00:02");
  EXPECT_EQ(asked(",depth=4"), "bestmove depth 4");
  EXPECT_EQ(asked(",seconds=0.5,ask=seconds {seconds}"), "bestmove seconds 0.5");
  // A share of what is left on the clock.
  const std::string line = asked("", TimeControl{.main_seconds = 600}, 300);
  EXPECT_THAT(line, MatchesRegex("bestmove time 00:00:(0[1-9]|[1-5][0-9]).*"));
}

TEST_F(UhpEngineTest, AMoveBeyondItsLimitIsLate) {
  const auto program = engine("sleep 0.3; echo wS1", ",seconds=0.01,grace=0.1");
  program->set_position(*session_);
  const EngineAnswer answer = program->move(0);
  EXPECT_TRUE(answer.is_late);
  EXPECT_GE(answer.wall_seconds, 0.3);
  EXPECT_LT(answer.cpu_seconds, 0.2);
}

// ---- Faults ----

TEST_F(UhpEngineTest, AnExitIsACrash) {
  EXPECT_EQ(failure_of(*engine("echo 'out of book' >&2; exit 3"),
                       "'/bin/sh' exited with status 3; its last words: out of book \\(after 'bestmove time "
                       "00:00:01'\\)"),
            Kind::crashed);
  EXPECT_EQ(failure_of(*engine("kill -SEGV $$"), "'/bin/sh' was ended by signal 11 .*"), Kind::crashed);
  EXPECT_EQ(failure_of(*engine("printf 'wS1'; exit 0"), "'/bin/sh' exited with status 0 .*"), Kind::crashed);
  EXPECT_EQ(failure_of(*parse_external("uhp:/bin/true")->new_engine(1),
                       "'/bin/true' exited with status 0 \\(at its "
                       "start\\)"),
            Kind::crashed);
}

TEST_F(UhpEngineTest, SilenceIsAStall) {
  const std::string limits = ",seconds=0.05,patience=0.5";
  EXPECT_EQ(failure_of(*engine("sleep 60", limits), "'/bin/sh' gave no answer in 0.55 s .*"), Kind::stalled);
  EXPECT_EQ(failure_of(*engine("echo wS1; exec sleep 60", limits), ".* gave no answer in 0.55 s .*"), Kind::stalled);
  EXPECT_EQ(failure_of(*parse_external("uhp:sleep 60,patience=0.3")->new_engine(1),
                       "'sleep' gave no answer in 0.3 s \\(at its start\\)"),
            Kind::stalled);
}

TEST_F(UhpEngineTest, ARefusalKeepsTheEngine) {
  const auto program = engine("echo 'err GameNotStarted'");
  EXPECT_EQ(failure_of(*program, "'/bin/sh' refused 'bestmove time 00:00:01': err GameNotStarted"), Kind::refused);
  EXPECT_EQ(failure_of(*program, ".*refused.*"), Kind::refused);
  session_->play("wS1");
  EXPECT_EQ(failure_of(*engine("", "", "    play) echo 'invalidmove not so' ;;\n"),
                       "'/bin/sh' refused 'play wS1': invalidmove not so"),
            Kind::refused);
  EXPECT_EQ(failure_of(*engine("", "", "    newgame) echo 'err no expansions' ;;\n"),
                       "'/bin/sh' refused 'newgame Base\\+MP': err no expansions"),
            Kind::refused);
}

TEST_F(UhpEngineTest, NonsenseIsToldFromMoves) {
  for (const char* answer : {"hello", "", "wX1", "wS1 wS1 wS1", "wS1 *bQ", "resign"}) {
    EXPECT_EQ(failure_of(*engine("echo '" + std::string(answer) + "'"), "'/bin/sh' answered '.*', which is no move .*"),
              Kind::nonsense)
        << answer;
  }
  EXPECT_EQ(failure_of(*engine("", "", "    newgame) echo fine ;;\n"),
                       "'/bin/sh' answered 'fine', which is no game of 0 moves .*"),
            Kind::nonsense);
  // It has not made the move.
  session_->play("wS1");
  EXPECT_EQ(failure_of(*engine("", "", "    play) echo \"$game\" ;;\n"), ".*, which is no game of 1 moves .*"),
            Kind::nonsense);
  EXPECT_EQ(failure_of(*engine("while :; do echo wS1; done"), "'/bin/sh' gave an answer without an end .*"),
            Kind::nonsense);
}

TEST_F(UhpEngineTest, TheNextGameStartsAFailedEngineAgain) {
  const auto program =
      engine("if [ -e " + path("once") + " ]; then echo wS1; else : > " + path("once") + "; exit 1; fi");
  EXPECT_EQ(failure_of(*program, ".*exited with status 1.*"), Kind::crashed);
  program->set_position(*session_);
  EXPECT_EQ(program->move(0).move, "wS1");
}

TEST(UhpPrograms, AreNamedByTheirScheme) {
  const auto program = parse_external(R"(uhp:"engine, fast",seconds=2,setup="options set X 1")");
  EXPECT_EQ(parse_external(program->text())->text(), program->text());
  EXPECT_THAT(program->text(), HasSubstr("seconds=2"));
  EXPECT_TRUE(program->has_limits());
  EXPECT_TRUE(parse_external("uhp:engine,depth=3")->has_limits());
  EXPECT_FALSE(parse_external("uhp:engine")->has_limits());
  program->check(*new_session(parse_spec("hive")));
  EXPECT_THAT([&] { program->check(*new_session(parse_spec("havannah"))); },
              ThrowsMessage<UsageError>(HasSubstr("is for hive, not for havannah")));
  EXPECT_THAT([] { parse_external("uhp:"); }, ThrowsMessage<UsageError>(HasSubstr("must name a program")));
  EXPECT_THAT([] { parse_external("uhp:a,second=1"); }, ThrowsMessage<UsageError>(HasSubstr("did you mean 'seconds'")));
  EXPECT_THAT([] { parse_external("uhp:a,ask=\"x,y\""); }, ThrowsMessage<UsageError>(HasSubstr("without commas")));
}

TEST(UhpGame, StringsAndSessionsAgree) {
  const std::string game = "Base+MP;InProgress;White[2];wS1;bS1 wS1-";
  const auto session = read_game_string(parse_spec("hive:queen_first=true"), game);
  EXPECT_EQ(game_string_of(*session), game);
  EXPECT_THAT(session->options(), HasSubstr("queen_first=true"));
  EXPECT_EQ(game_type_of(*new_session(parse_spec("hive"))), "Base");
  EXPECT_THAT([] { read_game_string(parse_spec("hive"), "Base;InProgress;White[2];wS1;bS2 wS1-"); },
              ThrowsMessage<UsageError>(HasSubstr("move 2 'bS2 wS1-'")));
}

}  // namespace
}  // namespace banyan
