// SPDX-License-Identifier: MIT
#include "protocol/codecup_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "engine/catalogue.h"
#include "protocol/codecup_game.h"
#include "protocol/process.h"

namespace banyan {
namespace {

class CodecupEngine final : public ExternalEngine {
  using Kind = EngineFailure::Kind;

 public:
  CodecupEngine(std::string_view command, const CodecupParams& params)
      : words_(split_command(command)), params_(params) {}
  ~CodecupEngine() override { end(); }
  CodecupEngine(const CodecupEngine&) = delete;
  CodecupEngine& operator=(const CodecupEngine&) = delete;

  void start() override {
    if (!process_) process_ = std::make_unique<Process>(words_);
  }
  void set_time(const std::optional<TimeControl>&) override {}
  void stop() override { end(); }

  void set_position(const Session& session) override {
    const auto& moves = session.moves();
    const bool goes_on =
        process_ && moves.size() >= known_.size() && std::equal(known_.begin(), known_.end(), moves.begin());
    if (!goes_on) {
      end();
      start();
    }
    moves_ = moves;
  }

  EngineAnswer move(double seconds_left) override {
    if (!process_) throw Error("an external program is asked for a move before it knows the position");
    // It is told the one move that was made since its last one.
    if (moves_.size() > known_.size() + 1 || (!known_.empty() && moves_.size() != known_.size() + 1)) {
      throw EngineFailure(Kind::refused, fmt::format("'{}' cannot begin in the middle of a game: the CodeCup has no "
                                                     "lines for it",
                                                     words_[0]));
    }
    const std::string line = moves_.empty() ? std::string(codecup_start) : to_codecup(moves_.back());
    const double patience = std::max(seconds_left, 0.0) + params_.patience;
    const double start_wall = wall_seconds();
    const double start_cpu = process_->cpu_seconds();
    const double deadline = start_wall + patience;
    const auto written = process_->write(line + '\n', deadline);
    if (written != Process::Outcome::done) fail(written, line, patience);
    std::string said;
    const auto read = process_->read_line(said, deadline);
    if (read != Process::Outcome::done) fail(read, line, patience);
    while (!said.empty() && (said.back() == '\r' || said.back() == ' ')) said.pop_back();
    const auto answer = from_codecup(said);
    if (!answer) fail(Kind::nonsense, line, fmt::format("answered '{}', which is no move", said.substr(0, 80)));
    EngineAnswer all{.move = *answer,
                     .wall_seconds = wall_seconds() - start_wall,
                     .cpu_seconds = process_->cpu_seconds() - start_cpu};
    known_ = moves_;
    known_.push_back(*answer);
    return all;
  }

 private:
  void end() {
    constexpr double courtesy = 0.5;
    if (process_ && process_->write(std::string(codecup_quit) + '\n', wall_seconds()) == Process::Outcome::done) {
      process_->finish(courtesy);
    }
    process_.reset();
    known_.clear();
  }

  [[noreturn]] void fail(Kind kind, std::string_view line, std::string_view what) {
    process_.reset();
    known_.clear();
    throw EngineFailure(kind, fmt::format("'{}' {} (after '{}')", words_[0], what, line));
  }
  [[noreturn]] void fail(Process::Outcome outcome, std::string_view line, double seconds) {
    if (outcome == Process::Outcome::late) fail(Kind::stalled, line, fmt::format("gave no answer in {} s", seconds));
    constexpr double farewell = 1;  // who closes the output is about to end
    const std::string how = process_->finish(farewell);
    fail(Kind::crashed, line, how);
  }

  std::vector<std::string> words_;  // of the command
  CodecupParams params_;
  std::unique_ptr<Process> process_;
  std::vector<std::string> moves_;  // of the position that it is to move in
  std::vector<std::string> known_;  // that the program knows, its own last one included
};

class CodecupProgram final : public ExternalProgram {
 public:
  CodecupProgram(ProgramText program, const CodecupParams& params) : program_(std::move(program)), params_(params) {}

  std::string text() const override {
    CodecupParams copy = params_;
    return program_text(codecup_scheme, program_, Params(copy));
  }
  void check(const Session& session) const override {
    if (spec_of(session).text() == codecup_game().text()) return;
    throw UsageError(
        fmt::format("programs of the CodeCup play {}, not {}", codecup_game().text(), spec_of(session).text()));
  }
  bool has_limits() const override { return false; }
  std::unique_ptr<ExternalEngine> new_engine(std::uint64_t seed) const override {
    return std::make_unique<CodecupEngine>(program_.with_seed(seed).command, params_);
  }

 private:
  ProgramText program_;
  CodecupParams params_;
};

}  // namespace

std::unique_ptr<ExternalProgram> parse_codecup_program(std::string_view text) {
  CodecupParams params;
  Params bound(params);
  ProgramText program = parse_program(codecup_scheme, text, bound);
  if (!program.setup.empty()) throw UsageError(fmt::format("player '{}': the CodeCup has no set-up lines", text));
  return std::make_unique<CodecupProgram>(std::move(program), params);
}

}  // namespace banyan
