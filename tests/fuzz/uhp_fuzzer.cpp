// SPDX-License-Identifier: MIT
// Lines of the Universal Hive Protocol from arbitrary bytes, `newgame` with game strings among them. Every answer must
// be one that a controller can read: whole lines, of which the last and no other is `ok`. What is refused leaves the
// game as it was, and the game string that the program tells must bring it to the same position.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/text.h"
#include "protocol/uhp_server.h"
#include "tests/fuzz/check.h"

namespace {

class Controller {
 public:
  /// The answer without its last line.
  std::string ask(std::string_view line) {
    output_.clear();
    goes_on_ = server_.handle(line);
    if (output_.empty()) return {};  // nothing was asked
    check(output_.ends_with("ok\n"));
    if (output_ == "ok\n") return {};
    check(output_.find("\nok\n") == output_.size() - 4);
    return output_.substr(0, output_.size() - 4);
  }
  bool goes_on() const { return goes_on_; }

 private:
  std::string output_;
  banyan::UhpServer server_{{.game = banyan::parse_spec("hive"),
                             .player = banyan::parse_spec("alphabeta:iterations=20,memory=1"),
                             .version = "1"},
                            [this](std::string_view text) { output_ += text; }};
  bool goes_on_ = true;
};

/// Whether a line asks for much more work than others.
bool is_long(std::string_view line) {
  const auto has = [&](std::string_view word) { return line.find(word) != std::string_view::npos; };
  if (has("perft")) return line != "perft" && line != "perft 1" && line != "perft 2";
  return has("bestmove") || has("Memory") || has("Threads") || has("Player");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  Controller controller;
  std::string moves = controller.ask("validmoves");  // that are legal now, or why there are none
  bool rules_changed = false;                        // for the next game, and not for this one
  for (const std::string_view line : banyan::split(text, '\n')) {
    if (is_long(line)) continue;
    rules_changed |= line.find("Repetition") != std::string_view::npos;
    const std::string answer = controller.ask(line);
    if (!controller.goes_on()) return 0;
    const std::string after = controller.ask("validmoves");
    if (answer.starts_with("err ") || answer.starts_with("invalidmove ")) check(after == moves);
    moves = after;
  }
  if (rules_changed || moves.starts_with("err ")) return 0;
  // All that is said to be legal is, and taking it back leads to where it came from.
  const std::string first = moves.substr(0, moves.find(';'));
  const std::string game = controller.ask("play " + first);
  check(banyan::split(game, ';').size() > 3);
  const std::string next = controller.ask("validmoves");
  check(controller.ask("newgame " + game) == game);
  check(controller.ask("validmoves") == next);
  controller.ask("undo");
  check(controller.ask("validmoves") == moves);
  return 0;
}
