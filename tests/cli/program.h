// SPDX-License-Identifier: MIT
// Runs the program as a user would and keeps what came out of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace banyan::testing {

using Words = std::vector<std::string>;

struct Outcome {
  int status = 0;  // exit code, or 128 + the signal that ended it
  std::string out, err;
  bool echoes = false;  // the terminal is left as a shell wants it
};

struct Setting {
  std::string input{};                       // standard input
  int out = -1;                              // a descriptor for standard output; -1 = captured
  Words environment{};                       // NAME=value, on top of ours
  std::function<void(int pid)> meanwhile{};  // called while the program runs
  Words launcher{};                          // another program, with its arguments, that is to start ours
};

Outcome run(const Words& arguments, const Setting& setting = {});

/// The same with all three streams on one terminal, which controls the program; both outputs arrive in `out`. The input
/// is typed before the program begins.
Outcome run_on_terminal(const Words& arguments, const Setting& setting = {});

/// What it prints when it succeeds, with nothing on standard error.
std::string output(const Words& arguments, const Setting& setting = {});

/// What it says when it refuses: one sentence on standard error, nothing on standard output.
std::string refusal(const Words& arguments, int status = 2, const std::string& input = "");

/// A launcher that makes the program one of an ordinary user who runs nothing else, with room for so many threads.
/// Empty where we are not root, or such a user could not run the program.
Words as_ordinary_user(int threads = 1000);

/// Returns once the process has a handler of its own for the signal, or has ended.
void wait_until_it_handles(int pid, int signal);

}  // namespace banyan::testing
