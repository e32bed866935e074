// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::StartsWith;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File temporary(const std::string& content = "") {
  File file(std::tmpfile(), std::fclose);
  EXPECT_EQ(std::fwrite(content.data(), 1, content.size(), file.get()), content.size());
  std::rewind(file.get());
  return file;
}

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
  return text;
}

[[noreturn]] void become_program(const Words& arguments, const Setting& setting) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);  // even if the tests run under nohup
  for (const std::string& variable : setting.environment) putenv(const_cast<char*>(variable.c_str()));
  Words words = setting.launcher;
  words.emplace_back(BANYAN_PROGRAM);
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  _exit(127);
}

int wait_for(int pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Outcome run(const Words& arguments, const Setting& setting) {
  const File in = temporary(setting.input);
  const File out = temporary();
  const File err = temporary();
  const int pid = fork();
  if (pid == 0) {
    dup2(fileno(in.get()), STDIN_FILENO);
    dup2(setting.out >= 0 ? setting.out : fileno(out.get()), STDOUT_FILENO);
    dup2(fileno(err.get()), STDERR_FILENO);
    become_program(arguments, setting);
  }
  if (setting.meanwhile) setting.meanwhile(pid);
  const int status = wait_for(pid);
  return {.status = status, .out = content(out.get()), .err = content(err.get())};
}

Outcome run_on_terminal(const Words& arguments, const Setting& setting) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  EXPECT_EQ(grantpt(terminal), 0);
  EXPECT_EQ(unlockpt(terminal), 0);
  // Held open here too, so that what is typed ahead waits for the program.
  const int other_end = open(ptsname(terminal), O_RDWR | O_NOCTTY);
  EXPECT_EQ(write(terminal, setting.input.data(), setting.input.size()), static_cast<ssize_t>(setting.input.size()));
  const int pid = fork();
  if (pid == 0) {
    setsid();
    ioctl(other_end, TIOCSCTTY, 0);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(other_end, stream);
    close(terminal);
    become_program(arguments, setting);
  }
  close(other_end);
  if (setting.meanwhile) setting.meanwhile(pid);
  Outcome outcome;
  char block[4096];
  for (ssize_t count = 0; (count = read(terminal, block, sizeof block)) > 0;) {
    outcome.out.append(block, static_cast<std::size_t>(count));
  }
  outcome.status = wait_for(pid);
  termios mode{};
  outcome.echoes = tcgetattr(terminal, &mode) == 0 && (mode.c_lflag & ECHO) != 0 && (mode.c_lflag & ICANON) != 0;
  close(terminal);
  return outcome;
}

std::string output(const Words& arguments, const Setting& setting) {
  const Outcome outcome = run(arguments, setting);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  return outcome.out;
}

std::string refusal(const Words& arguments, int status, const std::string& input) {
  const Outcome outcome = run(arguments, {.input = input});
  EXPECT_EQ(outcome.status, status);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, AllOf(StartsWith("banyan: "), EndsWith("\n")));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  return outcome.err;
}

Words as_ordinary_user(int threads) {
  if (geteuid() != 0) return {};
  // The limit is on all that a user runs on this machine.
  const std::string user = std::to_string(1'000'000 + getpid());
  const Words launcher{"/usr/bin/setpriv", "--reuid=" + user,  "--regid=" + user,
                       "--clear-groups",   "/usr/bin/prlimit", "--nproc=" + std::to_string(threads)};
  return run({"--version"}, {.launcher = launcher}).status == 0 ? launcher : Words{};
}

void wait_until_it_handles(int pid, int signal) {
  const std::string path = "/proc/" + std::to_string(pid) + "/status";
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (std::chrono::steady_clock::now() < latest) {
    std::ifstream status(path);
    bool alive = false;
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("State:")) alive = line.find('Z') == std::string::npos;
      if (!line.starts_with("SigCgt:")) continue;
      if ((std::stoull(line.substr(8), nullptr, 16) >> (signal - 1) & 1) != 0) return;
    }
    if (!alive) return;
    sched_yield();
  }
  ADD_FAILURE() << "the program does not handle signal " << signal;
}

}  // namespace banyan::testing
