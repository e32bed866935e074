// SPDX-License-Identifier: MIT
// A program that we talk to: lines to its standard input, lines from its standard output, each with a deadline. It
// leads a process group of its own, which is killed as a whole, and is always waited for: no zombies. Writing to a
// program that has gone raises no SIGPIPE. One thread at a time.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace banyan {

/// The words of a command as a shell splits them: blanks separate, '...' and "..." hold together, a backslash takes
/// the next character as it is (inside "..." only " and \). Nothing else is special: no variables, patterns or pipes.
/// Throws UsageError when a quote is not closed or there is no word.
std::vector<std::string> split_command(std::string_view command);

class Process {
 public:
  /// Starts words[0], looked for along PATH. Throws Error when it cannot be started.
  explicit Process(const std::vector<std::string>& words);
  /// Kills whatever is still running.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  enum class Outcome { done, ended, late };

  // Deadlines are wall_seconds(). `ended`: the program has gone, or has closed the stream.
  Outcome write(std::string_view text, double deadline);
  /// One line without its line end. What the program wrote before it ended is still read.
  Outcome read_line(std::string& line, double deadline);

  /// Processor time of the program and its threads so far, not of programs that it has started in turn.
  double cpu_seconds() const;

  /// Waits so long for the program to end, then kills it. Tells how it ended: "exited with status 1", "was ended by
  /// signal 11 (Segmentation fault)", "had to be killed"; followed by the last line of its standard error, if any.
  std::string finish(double seconds);

 private:
  void read_errors();
  void reap();

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, errors_ = -1;
  std::string unread_;      // of standard output
  std::string last_error_;  // line of standard error
  bool error_line_ended_ = true;
  int status_ = 0;
  bool reaped_ = false;
};

}  // namespace banyan
