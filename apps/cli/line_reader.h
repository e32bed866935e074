// SPDX-License-Identifier: MIT
// Lines that a person types: with editing, history and completion on a terminal, where the program was built with
// libedit; plain lines from anything else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banyan::cli {

class LineReader {
 public:
  /// `words` says what a line may begin with at the moment; it is asked when Tab is pressed.
  explicit LineReader(std::function<std::vector<std::string>()> words);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  /// The next line without its end; nothing when the input has ended. The prompt is for terminals, and may be coloured.
  std::optional<std::string> read(const std::string& prompt);

 private:
  struct Editor;
  std::function<std::vector<std::string>()> words_;
  std::unique_ptr<Editor> editor_;  // from the first line on; null where lines are plain
};

}  // namespace banyan::cli
