// SPDX-License-Identifier: MIT
// The client against small engines written in the language of /bin/sh, each with one fault or none.
#include "protocol/gtp_client.h"

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/clock.h"
#include "engine/catalogue.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

using Kind = EngineFailure::Kind;

/// An engine that agrees to everything; `genmove` is what its script does when asked for a move.
class GtpClientTest : public FolderTest {
 protected:
  void TearDown() override {
    FolderTest::TearDown();
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child is left, dead or alive
    EXPECT_EQ(errno, ECHILD);
  }

  GtpPlayer engine(const std::string& genmove, const std::string& others = "") {
    const std::string path = folder_ + "/engine.sh";
    std::ofstream(path) << "while read -r command rest; do\n"
                        << "  echo \"$command${rest:+ $rest}\" >> " << log() << "\n"
                        << "  case $command in\n"
                        << others << "    genmove) " << genmove << " ;;\n"
                        << "    quit) printf '=\\n\\n'; exit 0 ;;\n"
                        << "    *) printf '=\\n\\n' ;;\n"
                        << "  esac\ndone\n";
    return {.command = "/bin/sh " + path, .params = {.patience = 20}};
  }

  std::string log() const { return folder_ + "/log"; }
  std::vector<std::string> logged() const {
    std::vector<std::string> lines;
    std::ifstream file(log());
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }

  const std::unique_ptr<Session> session_ = new_session(parse_spec("havannah:size=4,swap=true"));
};

/// The kind of failure of the first move, with its sentence checked.
Kind failure_of(GtpClient& client, const Session& session, const std::string& sentence) {
  try {
    client.new_game(session);
    client.genmove(session.to_move());
  } catch (const EngineFailure& failure) {
    EXPECT_THAT(failure.what(), MatchesRegex(sentence));
    return failure.kind();
  }
  throw Error("the engine did not fail");
}

// ---- An engine without fault ----

TEST_F(GtpClientTest, PlaysAGame) {
  session_->play("a1");
  session_->play("swap");
  {
    GtpClient client(engine("printf '= D4\\n\\n'"));
    client.new_game(*session_);
    const auto answer = client.genmove(session_->to_move());
    EXPECT_EQ(answer.move, "d4");
    EXPECT_FALSE(answer.is_late);
    session_->play(answer.move);
    client.play(1, "e2");
  }
  EXPECT_THAT(logged(), ElementsAre("boardsize 4", "clear_board", "play white a1", "play black swap", "genmove white",
                                    "play black e2", "quit"));
}

TEST_F(GtpClientTest, SendsSetUpLinesAtEveryStartAndTimeAtEveryGame) {
  {
    GtpPlayer player = engine("printf '= a1\\n\\n'");
    player.setup = {"set games 1000", "set threads 1"};
    player.params.seconds = 2.5;
    GtpClient client(player);
    client.new_game(*session_);
    client.genmove(0);
    client.new_game(*session_);
  }
  EXPECT_THAT(logged(), ElementsAre("set games 1000", "set threads 1", "boardsize 4", "clear_board",
                                    "time_settings 0 2.5 1", "time_left white 2.5 1", "genmove white", "boardsize 4",
                                    "clear_board", "time_settings 0 2.5 1", "quit"));
}

TEST_F(GtpClientTest, AnEngineNeedNotKnowAboutTime) {
  {
    GtpPlayer player = engine("printf '= a1\\n\\n'", "time_settings) printf '? unknown command\\n\\n' ;;\n");
    player.params.seconds = 10;
    GtpClient client(player);
    client.new_game(*session_);
    EXPECT_EQ(client.genmove(0).move, "a1");
  }
  EXPECT_THAT(logged(), ElementsAre("boardsize 4", "clear_board", "time_settings 0 10 1", "genmove white", "quit"));
}

TEST_F(GtpClientTest, SpeaksOtherCoordinates) {
  {
    GtpPlayer player = engine("printf '= b3\\n\\n'");
    player.params.coordinates = "columns";
    GtpClient client(player);
    client.new_game(*session_);
    client.play(0, "a4");
    EXPECT_EQ(client.genmove(1).move, "c2");
  }
  EXPECT_THAT(logged(), ElementsAre("boardsize 4", "clear_board", "play white d1", "genmove black", "quit"));
}

TEST_F(GtpClientTest, ReadsAnswersWrittenByOthers) {
  // Empty lines before the answer, carriage returns, tabs, blanks at the end, capitals.
  GtpClient client(engine(R"(printf '\n\r\n=\tRESIGN \r\n\r\n')", "name) printf '= a\\nb\\n\\n' ;;\n"));
  client.new_game(*session_);
  EXPECT_EQ(client.command("name"), "a\nb");
  EXPECT_EQ(client.genmove(0).move, "resign");
}

TEST_F(GtpClientTest, AnIllegalMoveIsTheCallersToFind) {
  session_->play("a1");
  GtpClient client(engine("printf '= a1\\n\\n'"));
  client.new_game(*session_);
  const std::string move = client.genmove(1).move;
  EXPECT_THROW(session_->play(move), IllegalMove);
  EXPECT_EQ(client.command("protocol_version"), "");  // still there
}

// ---- Time ----

TEST_F(GtpClientTest, AMoveBeyondItsLimitIsLate) {
  GtpPlayer player = engine("sleep 0.3; printf '= a1\\n\\n'");
  player.params.seconds = 0.01;
  player.params.grace = 0.1;
  GtpClient client(player);
  client.new_game(*session_);
  const auto answer = client.genmove(0);
  EXPECT_TRUE(answer.is_late);
  EXPECT_EQ(answer.move, "a1");
  EXPECT_GE(answer.wall_seconds, 0.3);
  EXPECT_LT(answer.cpu_seconds, 0.2);  // it slept
}

TEST_F(GtpClientTest, ProcessorTimeIsTheProgramsOwn) {
  GtpPlayer player = engine("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; printf '= a1\\n\\n'");
  player.params.cpu_seconds = 0.001;
  player.params.grace = 0;
  GtpClient client(player);
  client.new_game(*session_);
  const auto answer = client.genmove(0);
  EXPECT_GT(answer.cpu_seconds, 0.001);
  EXPECT_LE(answer.cpu_seconds, answer.wall_seconds + 0.05);
  EXPECT_TRUE(answer.is_late);
}

// ---- Faults ----

TEST_F(GtpClientTest, AnExitIsACrash) {
  GtpClient client(engine("echo 'out of\nbook' >&2; exit 3"));
  EXPECT_EQ(
      failure_of(client, *session_, "'/bin/sh' exited with status 3; its last words: book \\(after 'genmove white'\\)"),
      Kind::crashed);
}

TEST_F(GtpClientTest, ASignalIsACrash) {
  GtpClient client(engine("kill -SEGV $$"));
  EXPECT_EQ(failure_of(client, *session_, "'/bin/sh' was ended by signal 11 .* \\(after 'genmove white'\\)"),
            Kind::crashed);
}

TEST_F(GtpClientTest, ALineCutShortIsACrash) {
  GtpClient client(engine("printf '= a'; exit 0"));
  EXPECT_EQ(failure_of(client, *session_, "'/bin/sh' exited with status 0 .*"), Kind::crashed);
}

TEST_F(GtpClientTest, AClosedOutputIsACrash) {
  GtpClient client(engine("exec >&-; exec sleep 60"));
  EXPECT_EQ(failure_of(client, *session_, "'/bin/sh' had to be killed .*"), Kind::crashed);
}

TEST_F(GtpClientTest, WritingToADeadEngineRaisesNoSignal) {
  GtpClient client({.command = "/bin/true"});
  EXPECT_EQ(failure_of(client, *session_, "'/bin/true' exited with status 0 \\(after 'boardsize 4'\\)"), Kind::crashed);
  EXPECT_EQ(failure_of(client, *session_, "'/bin/true' exited with status 0 .*"), Kind::crashed);
}

TEST_F(GtpClientTest, SilenceIsAStall) {
  GtpPlayer player = engine("sleep 60");
  player.params.seconds = 0.05;
  player.params.patience = 0.5;
  GtpClient client(player);
  const double start = wall_seconds();
  EXPECT_EQ(failure_of(client, *session_, "'/bin/sh' gave no answer in 0.55 s \\(after 'genmove white'\\)"),
            Kind::stalled);
  EXPECT_LT(wall_seconds() - start, 20);
}

TEST_F(GtpClientTest, ALineWithoutAnEndIsAStall) {
  GtpPlayer player = engine("printf '= a1\\n'; exec sleep 60");
  player.params.patience = 0.5;
  GtpClient client(player);
  EXPECT_EQ(failure_of(client, *session_, ".* gave no answer in 0.5 s .*"), Kind::stalled);
}

TEST_F(GtpClientTest, ChatterOnStandardErrorIsNoAnswer) {
  GtpPlayer player = engine("while :; do echo thinking >&2; done");
  player.params.patience = 0.3;
  GtpClient client(player);
  EXPECT_EQ(failure_of(client, *session_, ".* gave no answer in 0.3 s .*"), Kind::stalled);
}

TEST_F(GtpClientTest, ARefusalKeepsTheEngine) {
  GtpClient client(engine("printf '? no idea\\n\\n'"));
  EXPECT_EQ(failure_of(client, *session_, "'/bin/sh' refused 'genmove white': no idea"), Kind::refused);
  EXPECT_EQ(client.command("name"), "");
}

TEST_F(GtpClientTest, NonsenseIsToldFromMoves) {
  for (const char* answer : {"hello", "=", "= pass", "= a0", "= a1 b2", "= \\001\\377"}) {
    GtpClient client(engine("printf '" + std::string(answer) + "\\n\\n'"));
    EXPECT_EQ(failure_of(client, *session_, "'/bin/sh' answered '.*', which is no (GTP|move) .*"), Kind::nonsense)
        << answer;
  }
}

TEST_F(GtpClientTest, AnAnswerWithoutAnEndIsNonsense) {
  GtpClient client(engine("while :; do printf '= a1\\n'; done"));
  EXPECT_EQ(failure_of(client, *session_, "'/bin/sh' gave an answer without an end .*"), Kind::nonsense);
}

TEST_F(GtpClientTest, TheNextGameStartsAFailedEngineAgain) {
  GtpClient client(
      engine("if [ -e " + folder_ + "/once ]; then printf '= a1\\n\\n'; else : > " + folder_ + "/once; exit 1; fi"));
  EXPECT_EQ(failure_of(client, *session_, ".*exited with status 1.*"), Kind::crashed);
  EXPECT_THROW(client.genmove(0), Error);  // not running
  client.new_game(*session_);
  EXPECT_EQ(client.genmove(0).move, "a1");
}

TEST_F(GtpClientTest, AnEngineThatDoesNotQuitIsKilledWithItsChildren) {
  {
    GtpClient client(
        engine("sleep 1000 & echo $! > " + folder_ + "/child; printf '= a1\\n\\n'", "quit) sleep 1000 ;;\n"));
    client.new_game(*session_);
    client.genmove(0);
  }
  int child = 0;
  std::ifstream(folder_ + "/child") >> child;
  ASSERT_GT(child, 0);
  // Killed at once; gone when its new parent has looked.
  for (int i = 0; i < 1000 && kill(child, 0) == 0; ++i) {
    std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
    std::string all((std::istreambuf_iterator<char>(stat)), {});
    if (all.find(") Z ") != std::string::npos) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_NE(kill(child, 0), 0);
}

TEST_F(GtpClientTest, AProgramThatIsNotThereIsAnErrorOfItsOwn) {
  GtpClient client({.command = "/nowhere/engine --fast"});
  try {
    client.new_game(*session_);
    FAIL();
  } catch (const EngineFailure&) {
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "cannot start '/nowhere/engine': No such file or directory");
  }
}

TEST_F(GtpClientTest, DescriptorsAreGivenBack) {
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto before = open_files();
  for (int i = 0; i < 3; ++i) {
    GtpClient client(engine("exit 1"));
    EXPECT_EQ(failure_of(client, *session_, ".*status 1.*"), Kind::crashed);
    GtpClient absent({.command = "/nowhere/engine"});
    EXPECT_THROW(absent.new_game(*session_), Error);
  }
  EXPECT_EQ(open_files(), before);
}

TEST_F(GtpClientTest, CoordinatesAreThoseOfTheGame) {
  GtpClient client(parse_gtp_player("gtp:true,coordinates=hex"));
  try {
    client.new_game(*session_);
    ADD_FAILURE() << "accepted";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "coordinates 'hex': expected rows, columns or littlegolem");
  }
}

// ---- What a user types ----

TEST(GtpPlayerText, NamesACommandAndItsSettings) {
  const GtpPlayer player =
      parse_gtp_player(R"(gtp:"engine 'a b', \"c\"",setup="set x 1, 2",seconds=5,coordinates=littlegolem,setup=y)");
  EXPECT_EQ(player.command, "engine 'a b', \"c\"");
  EXPECT_THAT(player.setup, ElementsAre("set x 1, 2", "y"));
  EXPECT_EQ(player.params.seconds, 5);
  EXPECT_EQ(player.params.coordinates, "littlegolem");
  EXPECT_EQ(parse_gtp_player(player.text()).text(), player.text());
  EXPECT_THAT(player.text(), StartsWith(R"(gtp:"engine 'a b', \"c\"",setup="set x 1, 2",setup="y",seconds=5,)"));
}

TEST(GtpPlayerText, QuotesMayHaveBeenTakenByTheShell) {
  EXPECT_EQ(parse_gtp_player("gtp:engine --size 6").command, "engine --size 6");
  EXPECT_EQ(parse_gtp_player("gtp:engine --size 6,seconds=2").params.seconds, 2);
  EXPECT_TRUE(is_gtp_player("gtp:engine"));
  EXPECT_FALSE(is_gtp_player("rave:iterations=10"));
}

TEST(GtpPlayerText, RefusalsNameWhatIsWrong) {
  const auto refusal = [](const std::string& text) {
    try {
      parse_gtp_player(text);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refusal("gtp:"), HasSubstr("must name a program"));
  EXPECT_THAT(refusal("gtp:\"a"), HasSubstr("lacks a closing \""));
  EXPECT_THAT(refusal("gtp:\"a\"b"), HasSubstr("expected a comma"));
  EXPECT_THAT(refusal("gtp:'a"), HasSubstr("lacks a closing '"));
  EXPECT_THAT(refusal("gtp:a,b"), HasSubstr("expected key=value after the command, not 'b'"));
  EXPECT_THAT(refusal("gtp:a,second=1"), HasSubstr("unknown key 'second' (did you mean 'seconds'?)"));
  EXPECT_THAT(refusal("gtp:a,seconds=1,seconds=2"), HasSubstr("names the key 'seconds' twice"));
  EXPECT_THAT(refusal("rave"), HasSubstr("expected gtp:"));
}

TEST(SplitCommand, FollowsQuotesAsAShellDoes) {
  EXPECT_THAT(split_command("  a 'b c'\"d e\" f\\ g '' \"\\\"\\n\" '\\' "),
              ElementsAre("a", "b cd e", "f g", "", "\"\\n", "\\"));
  EXPECT_THAT(split_command("a $HOME *;|"), ElementsAre("a", "$HOME", "*;|"));
  EXPECT_THROW(split_command(" "), UsageError);
  EXPECT_THROW(split_command("a \"b"), UsageError);
}

}  // namespace
}  // namespace banyan
