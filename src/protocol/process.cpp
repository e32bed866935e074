// SPDX-License-Identifier: MIT
#include "protocol/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include "core/clock.h"
#include "core/error.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has no header for it

namespace banyan {
namespace {

/// More than any answer has; a program that never ends its line must not fill our memory.
constexpr std::size_t longest_line = 1 << 20;

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

int milliseconds_until(double deadline) {
  return static_cast<int>(std::clamp(std::ceil(1e3 * (deadline - wall_seconds())), 0.0, 1e9));
}

struct SpawnActions {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  SpawnActions() {
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
};

}  // namespace

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  const auto add = [&](char c) {
    if (!in_word) words.emplace_back();
    in_word = true;
    words.back() += c;
  };
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const char next = i + 1 < command.size() ? command[i + 1] : '\0';
    if (c == '\\' && next != '\0' && (quote == 0 || (quote == '"' && (next == '"' || next == '\\')))) {
      add(next);
      ++i;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        add(c);
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      if (!in_word) words.emplace_back();  // '' is a word too
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      in_word = false;
    } else {
      add(c);
    }
  }
  if (quote != 0) throw UsageError(fmt::format("the command [{}] lacks a closing {}", command, quote));
  if (words.empty() || words[0].empty()) throw UsageError("a command must name a program");
  return words;
}

Process::Process(const std::vector<std::string>& words) {
  // Sockets for standard input, because only they can be written to without SIGPIPE; a pipe for each output.
  std::array<int, 2> in{-1, -1}, out{-1, -1}, errors{-1, -1};
  int failure = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in.data()) != 0 || pipe2(out.data(), O_CLOEXEC) != 0 ||
      pipe2(errors.data(), O_CLOEXEC) != 0) {
    failure = errno;
  } else {
    SpawnActions actions;
    posix_spawn_file_actions_adddup2(&actions.files, in[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions.files, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions.files, errors[1], STDERR_FILENO);
    sigset_t none, reset;
    sigemptyset(&none);
    sigemptyset(&reset);
    sigaddset(&reset, SIGPIPE);
    sigaddset(&reset, SIGINT);
    sigaddset(&reset, SIGXFSZ);
    posix_spawnattr_setsigmask(&actions.attributes, &none);
    posix_spawnattr_setsigdefault(&actions.attributes, &reset);
    posix_spawnattr_setpgroup(&actions.attributes, 0);
    posix_spawnattr_setflags(&actions.attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    failure = posix_spawnp(&pid_, argv[0], &actions.files, &actions.attributes, argv.data(), environ);
  }
  close_if_open(in[1]);
  close_if_open(out[1]);
  close_if_open(errors[1]);
  in_ = in[0];
  out_ = out[0];
  errors_ = errors[0];
  if (failure != 0) {
    close_if_open(in_);
    close_if_open(out_);
    close_if_open(errors_);
    throw Error(fmt::format("cannot start '{}': {}", words[0], std::strerror(failure)));
  }
  // A program may say more on standard error than we want to wait for.
  fcntl(errors_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  if (!reaped_) finish(0);
  close_if_open(in_);
  close_if_open(out_);
  close_if_open(errors_);
}

Process::Outcome Process::write(std::string_view text, double deadline) {
  while (!text.empty()) {
    const ssize_t sent = send(in_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      pollfd ready{in_, POLLOUT, 0};
      if (poll(&ready, 1, milliseconds_until(deadline)) == 0) return Outcome::late;
    } else if (errno != EINTR) {
      return Outcome::ended;
    }
  }
  return Outcome::done;
}

Process::Outcome Process::read_line(std::string& line, double deadline) {
  for (;;) {
    if (const std::size_t end = unread_.find('\n'); end != std::string::npos || unread_.size() > longest_line) {
      line = unread_.substr(0, end);
      unread_.erase(0, end == std::string::npos ? end : end + 1);
      return Outcome::done;
    }
    std::array<pollfd, 2> ready{{{out_, POLLIN, 0}, {errors_, POLLIN, 0}}};
    const int count = poll(ready.data(), ready.size(), milliseconds_until(deadline));
    if (count == 0) return Outcome::late;
    if (count < 0 && errno != EINTR) return Outcome::ended;
    if (count < 0) continue;
    if (ready[1].revents != 0) read_errors();
    if (ready[0].revents == 0) continue;
    std::array<char, 4096> block;
    const ssize_t got = read(out_, block.data(), block.size());
    if (got > 0) {
      unread_.append(block.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      if (unread_.empty()) return Outcome::ended;
      line = std::exchange(unread_, {});
      return Outcome::done;
    }
  }
}

/// Everything that is there; the last line that says something is kept, for the case that it was the last.
void Process::read_errors() {
  std::array<char, 4096> block;
  ssize_t got = 0;
  while (errors_ >= 0 && (got = read(errors_, block.data(), block.size())) > 0) {
    std::string_view text(block.data(), static_cast<std::size_t>(got));
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      if (error_line_ended_ && end != 0) last_error_.clear();
      error_line_ended_ = end != std::string_view::npos;
      constexpr std::size_t longest = 200;
      last_error_ += text.substr(0, std::min(end, longest - std::min(longest, last_error_.size())));
      text.remove_prefix(error_line_ended_ ? end + 1 : text.size());
    }
  }
  if (got == 0) close_if_open(errors_);
}

double Process::cpu_seconds() const {
  clockid_t clock{};
  timespec t{};
  if (reaped_ || clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::string Process::finish(double seconds) {
  const double deadline = wall_seconds() + seconds;
  bool killed = false;
  while (!reaped_) {
    // Looked at before it is reaped: from then on the number of its group may belong to somebody else.
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0) {
      kill(-pid_, SIGKILL);  // what it may have left behind
      reap();
    } else if (wall_seconds() >= deadline) {
      killed = true;
      kill(-pid_, SIGKILL);
      reap();
    } else {
      const timespec pause{0, 1'000'000};
      nanosleep(&pause, nullptr);
    }
  }
  read_errors();
  std::string how = killed ? "had to be killed"
                    : WIFSIGNALED(status_)
                        ? fmt::format("was ended by signal {} ({})", WTERMSIG(status_), strsignal(WTERMSIG(status_)))
                        : fmt::format("exited with status {}", WEXITSTATUS(status_));
  if (!last_error_.empty()) how += fmt::format("; its last words: {}", last_error_);
  return how;
}

void Process::reap() {
  while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
}

}  // namespace banyan
