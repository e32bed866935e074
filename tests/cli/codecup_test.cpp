// SPDX-License-Identifier: MIT
// banyan codecup from outside: whole games by its protocol, within the limits of the contest.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "core/text.h"
#include "engine/catalogue.h"
#include "protocol/codecup_engine.h"
#include "protocol/codecup_game.h"
#include "tests/cli/program.h"
#include "tests/folder_test.h"
#include "tests/share.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::unique_ptr<ExternalEngine> codecup_program(const std::string& player) {
  return parse_codecup_program(
             fmt::format("codecup:\"'{}' codecup --seconds 0.4 --player {}\"", BANYAN_PROGRAM, player))
      ->new_engine(1);
}

TEST(CliCodecup, plays_whole_games_with_itself_swap_included) {
  const auto session = new_session(codecup_game());
  const std::array<std::unique_ptr<ExternalEngine>, 2> players{codecup_program("poly-y-paper"),
                                                               codecup_program("poly-y-paper")};
  std::array<double, 2> seconds{};
  bool has_swapped = false;
  while (!session->result()) {
    const auto mover = static_cast<std::size_t>(session->to_move());
    players[mover]->set_position(*session);
    const EngineAnswer answer = players[mover]->move(10);
    seconds[mover] += answer.cpu_seconds;
    has_swapped = has_swapped || answer.move == "swap";
    ASSERT_NO_THROW(session->play(answer.move));
  }
  EXPECT_TRUE(has_swapped);  // the paper opens with what it swaps itself
  for (const double each : seconds) EXPECT_LT(each, is_full_run ? 0.5 : 5);
}

/// The most memory that a process has had resident, in kilobytes.
long peak_of(int pid) {
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  }
  return 0;
}

// A player that fills its tree in a fraction of a second. What sanitizers need comes on top.
TEST(CliCodecup, stays_below_64_megabytes) {
  long peak = 0;
  const Outcome outcome =
      run({"codecup", "--seconds", "2", "--player", "alpha_amaf:expand=1,playout=replies,clock_share=2"},
          {.input = "Start\n1\n2\n3\n", .meanwhile = [&](int pid) {
             for (long now = 1; now > 0; usleep(2000)) {
               now = peak_of(pid);
               peak = std::max(peak, now);
             }
           }});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(peak, 32 * 1024);
  EXPECT_LT(peak, (is_full_run ? 64 : 1024) * 1024);
}

/// What the processor has done for a process and its threads.
double cpu_seconds_of(int pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string line;
  std::getline(file, line);
  const auto fields = words(std::string_view(line).substr(line.rfind(')') + 1));
  if (fields.size() < 13) return 0;
  return static_cast<double>(to_integer(fields[11]).value_or(0) + to_integer(fields[12]).value_or(0)) /
         static_cast<double>(sysconf(_SC_CLK_TCK));
}

class CliCodecupContest : public FolderTest {};

// ./test --full gives each of them its half a minute.
TEST_F(CliCodecupContest, the_default_player_keeps_to_its_limits_in_a_whole_game) {
  const double clock = is_long_run() ? 30 : 3;
  struct Side {
    std::string pid_file;
    std::unique_ptr<ExternalEngine> engine{};
    double seconds = 0;
    long peak = 0;
  };
  std::array<Side, 2> sides{Side{path("first")}, Side{path("second")}};
  for (Side& side : sides) {
    const std::string script = write_file(
        side.pid_file.substr(folder_.size() + 1) + ".sh",
        fmt::format("echo $$ > '{}'\nexec '{}' codecup --seconds {}\n", side.pid_file, BANYAN_PROGRAM, clock));
    side.engine = parse_codecup_program(fmt::format("codecup:\"sh '{}'\"", script))->new_engine(1);
  }
  const auto session = new_session(codecup_game());
  bool has_swapped = false;
  while (!session->result()) {
    Side& mover = sides[static_cast<std::size_t>(session->to_move())];
    mover.engine->set_position(*session);
    const EngineAnswer answer = mover.engine->move(60);
    int pid = 0;
    ASSERT_TRUE(std::ifstream(mover.pid_file) >> pid);
    mover.seconds = std::max(mover.seconds, cpu_seconds_of(pid));
    mover.peak = std::max(mover.peak, peak_of(pid));
    has_swapped = has_swapped || answer.move == "swap";
    ASSERT_NO_THROW(session->play(answer.move));
  }
  EXPECT_TRUE(has_swapped);
  for (const Side& side : sides) {
    EXPECT_GT(side.seconds, clock / 6);
    EXPECT_LE(side.seconds, is_full_run ? clock : 2 * clock);
    EXPECT_GT(side.peak, 8 * 1024);
    EXPECT_LT(side.peak, (is_full_run ? 64 : 1024) * 1024);
  }
}

TEST(CliCodecup, says_what_is_wrong_with_a_line) {
  const auto refused = [](const std::string& input) { return run({"codecup", "--seconds", "0.2"}, {.input = input}); };
  const Outcome nonsense = refused("hello\n");
  EXPECT_EQ(nonsense.status, 2);
  EXPECT_EQ(nonsense.out, "");
  EXPECT_EQ(nonsense.err, "banyan: 'hello': expected Start, Quit, -1 or the number of a cell, 1 to 106\n");
  EXPECT_EQ(refused("1\n1\n").status, 2);
  EXPECT_EQ(refused("Quit\n").status, 0);
  EXPECT_EQ(refused("").status, 0);
  EXPECT_THAT(refusal({"codecup", "--player", "nobody"}), HasSubstr("unknown player 'nobody'"));
}

class CliCodecupMatch : public FolderTest {};

TEST_F(CliCodecupMatch, programs_of_the_contest_play_in_the_arena) {
  const std::string player = fmt::format("codecup:\"'{}' codecup --seconds 0.3 --seed {{seed}}\"", BANYAN_PROGRAM);
  const Outcome outcome = run({"match", "--game", "poly_y", "--a", player, "--b", "rave:iterations=200", "--games", "2",
                               "--store", path("games.db")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("codecup:"), HasSubstr("corners")));
  EXPECT_THAT(
      refusal({"match", "--game", "poly_y", "--size", "5", "--a", player, "--b", "rave", "--store", path("games.db")}),
      HasSubstr("programs of the CodeCup play poly_y:sides=5,size=7,swap=true"));
}

}  // namespace
}  // namespace banyan::testing
