// SPDX-License-Identifier: MIT
// banyan serve as a user starts and ends it; apps/web/server has the tests of what it answers.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class Serve : public FolderTest {};

void end_by(int pid, int signal) {
  wait_until_it_handles(pid, signal);
  kill(pid, signal);
}

TEST_F(Serve, tells_where_it_is_and_ends_when_told) {
  for (const int signal : {SIGTERM, SIGINT}) {
    const Outcome outcome =
        run({"serve", "--port", "0", "--data", path("games.db")}, {.meanwhile = [&](int pid) { end_by(pid, signal); }});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_THAT(outcome.out, AllOf(HasSubstr(path("games.db")), HasSubstr("address     http://127.0.0.1:")));
  }
}

TEST_F(Serve, keeps_games_in_the_users_folder) {
  const Outcome outcome = run({"serve", "--port", "0"}, {.environment = {"XDG_DATA_HOME=" + folder_},
                                                         .meanwhile = [&](int pid) { end_by(pid, SIGTERM); }});
  EXPECT_THAT(outcome.out, HasSubstr(path("banyan/games.db")));
}

TEST_F(Serve, opens_a_browser_only_where_there_is_one) {
  const Outcome outcome =
      run({"serve", "--port", "0", "--open", "--data", path("games.db")},
          {.environment = {"PATH=" + folder_}, .meanwhile = [&](int pid) { end_by(pid, SIGTERM); }});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Serve, refuses_what_makes_no_sense) {
  EXPECT_THAT(refusal({"serve", "--host", "0.0.0.0"}), HasSubstr("needs --token"));
  EXPECT_THAT(refusal({"serve", "--token", "short"}), HasSubstr("at least 8"));
  EXPECT_THAT(refusal({"serve", "--token", "with a blank"}), HasSubstr("letters, digits"));
  EXPECT_THAT(refusal({"serve", "--data", path("none/games.db")}, 1), HasSubstr(path("none/games.db")));
  write_file("text.db", std::string(10'000, 'x'));
  EXPECT_THAT(refusal({"serve", "--data", path("text.db")}, 1), HasSubstr("no store of games"));
}

TEST_F(Serve, says_when_its_port_is_taken) {
  const int taken = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(bind(taken, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(taken, 1), 0);
  socklen_t size = sizeof address;
  getsockname(taken, reinterpret_cast<sockaddr*>(&address), &size);
  const std::string port = std::to_string(ntohs(address.sin_port));
  EXPECT_THAT(refusal({"serve", "--port", port, "--data", path("games.db")}, 1),
              HasSubstr("cannot listen at 127.0.0.1:" + port));
  close(taken);
}

}  // namespace
}  // namespace banyan::testing
