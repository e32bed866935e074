// SPDX-License-Identifier: MIT
#include "protocol/dialogue.h"

#include <fmt/format.h>

#include "core/clock.h"

namespace banyan {
namespace {

using Kind = EngineFailure::Kind;

/// More lines than any answer has.
constexpr int most_lines = 10'000;

std::string without_control_characters(std::string_view line) {
  std::string plain;
  for (const char c : line) {
    if (c == '\t') {
      plain += ' ';
    } else if (static_cast<unsigned char>(c) >= 32 && c != 127) {
      plain += c;
    }
  }
  return plain;
}

}  // namespace

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 80;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "...";
}

void Dialogue::end(std::string_view farewell) {
  if (!process_) return;
  constexpr double courtesy = 0.5;
  if (process_->write(std::string(farewell) + '\n', wall_seconds()) == Process::Outcome::done) {
    process_->finish(courtesy);
  }
  process_.reset();
}

void Dialogue::ask(std::string_view line, double patience) {
  if (!process_) throw Error(fmt::format("'{}' is not running: a new game must begin first", words_[0]));
  asked_ = line;
  patience_ = patience;
  deadline_ = wall_seconds() + patience;
  lines_ = 0;
  if (line.empty()) return;
  const auto written = process_->write(asked_ + '\n', deadline_);
  if (written != Process::Outcome::done) fail(written);
}

std::string Dialogue::answer_line() {
  if (lines_++ > most_lines) fail(Kind::nonsense, "gave an answer without an end");
  std::string raw;
  const auto outcome = process_->read_line(raw, deadline_);
  if (outcome != Process::Outcome::done) fail(outcome);
  return without_control_characters(raw);
}

void Dialogue::fail(Kind kind, std::string_view what) {
  process_.reset();
  const std::string after = asked_.empty() ? "at its start" : fmt::format("after '{}'", shortened(asked_));
  throw EngineFailure(kind, fmt::format("'{}' {} ({})", words_[0], what, after));
}

void Dialogue::refused(std::string_view why) const {
  throw EngineFailure(Kind::refused,
                      fmt::format("'{}' refused '{}': {}", words_[0], shortened(asked_), shortened(why)));
}

void Dialogue::fail(Process::Outcome outcome) {
  if (outcome == Process::Outcome::late) fail(Kind::stalled, fmt::format("gave no answer in {} s", patience_));
  // Who closes the output is about to end.
  constexpr double farewell = 1;
  const std::string how = process_->finish(farewell);
  fail(Kind::crashed, how);
}

}  // namespace banyan
