// SPDX-License-Identifier: MIT
// A program that is started, asked line by line, and ended: what the clients of all protocols share. What goes wrong is
// an EngineFailure that says in which way and after which question; but for a refusal, the program has then been ended.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/external.h"
#include "protocol/process.h"

namespace banyan {

class Dialogue {
 public:
  /// Throws UsageError when the command is no command.
  explicit Dialogue(std::string_view command) : words_(split_command(command)) {}

  bool is_running() const { return process_ != nullptr; }
  /// Throws Error when the program cannot be started.
  void start() { process_ = std::make_unique<Process>(words_); }
  /// Asks the program by this line to end, and kills it if it does not.
  void end(std::string_view farewell);
  /// Processor time of the program so far.
  double cpu_seconds() const { return process_ ? process_->cpu_seconds() : 0; }

  /// A question, and for how long the answer is waited for; an empty line asks nothing, but an answer is expected.
  /// Throws Error when nothing is running.
  void ask(std::string_view line, double patience);
  /// The next line of the answer, tabs as blanks and other control characters left out.
  std::string answer_line();

  [[noreturn]] void fail(EngineFailure::Kind kind, std::string_view what);
  [[noreturn]] void refused(std::string_view why) const;

 private:
  [[noreturn]] void fail(Process::Outcome outcome);

  std::vector<std::string> words_;  // of the command
  std::unique_ptr<Process> process_;
  std::string asked_;  // last
  double patience_ = 0, deadline_ = 0;
  int lines_ = 0;  // of the answer to it
};

/// Short enough to be quoted in a sentence.
std::string shortened(std::string_view text);

}  // namespace banyan
