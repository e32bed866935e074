// SPDX-License-Identifier: MIT
// Programs beside us that play, whatever protocol they speak. A program is named by a text that begins with the scheme
// of its protocol, as gtp:"command args",seconds=5; externals.cpp lists the schemes. What goes wrong is an
// EngineFailure that says in which way. Whether a move is legal is for the caller to tell, with Session::play.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/params.h"
#include "engine/session.h"
#include "search/limits/allotment.h"

namespace banyan {

class EngineFailure : public Error {
 public:
  enum class Kind {
    crashed,   // the program ended, or closed its output
    stalled,   // no answer by the deadline
    refused,   // it says that it will not
    nonsense,  // the answer was not of its protocol, or no move
  };

  EngineFailure(Kind kind, const std::string& text) : Error(text), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};
constexpr auto names(EngineFailure::Kind) {
  return std::array<std::string_view, 4>{"crashed", "stalled", "refused", "nonsense"};
}

struct EngineAnswer {
  std::string move;  // as we write it; "resign" when the program gives up
  double wall_seconds = 0;
  double cpu_seconds = 0;  // of the program
  bool is_late = false;    // it took more than its limit and the grace
};

/// A program that runs. After every failure but a refusal it has been ended, and the next game starts it again. For one
/// thread at a time.
class ExternalEngine {
 public:
  /// Ends the program.
  virtual ~ExternalEngine() = default;

  /// Starts the program, if it is not running. Throws Error when that fails.
  virtual void start() = 0;
  /// The clock of every game that begins from now on; nothing: the program's own limits.
  virtual void set_time(const std::optional<TimeControl>& time) = 0;
  /// Brings the program, started if need be, to the session's position: tells it what has been played since the last
  /// one, or all of the game where it is another one.
  virtual void set_position(const Session& session) = 0;
  /// The program's move in that position; `seconds_left` are those of the mover's clock, where there is one.
  virtual EngineAnswer move(double seconds_left) = 0;
  /// Asks the program to end, and kills it if it does not.
  virtual void stop() = 0;
};

/// A program as it was named. May be used from several threads at once.
class ExternalProgram {
 public:
  virtual ~ExternalProgram() = default;
  /// Every setting, in the form in which it was named.
  virtual std::string text() const = 0;
  /// Throws UsageError when the protocol has no place for the game.
  virtual void check(const Session& session) const = 0;
  /// It was given a limit for each move.
  virtual bool has_limits() const = 0;
  /// In the program's command and set-up lines, {seed} stands for a number that follows from `seed`.
  virtual std::unique_ptr<ExternalEngine> new_engine(std::uint64_t seed) const = 0;
};

/// The program that a text names; null when it begins with no scheme. Throws UsageError.
std::unique_ptr<ExternalProgram> parse_external(std::string_view text);

/// What the texts of all schemes have in common: scheme:"command args",setup="a line",setup="another",key=value. The
/// quotes may be left out around what holds no comma; inside them, \" and \\ stand for " and \.
struct ProgramText {
  std::string command;
  std::vector<std::string> setup{};  // lines sent whenever the program has been started

  /// With {seed} replaced.
  ProgramText with_seed(std::uint64_t seed) const;
};
/// `scheme` includes its colon. Throws UsageError.
ProgramText parse_program(std::string_view scheme, std::string_view text, Params& params);
std::string program_text(std::string_view scheme, const ProgramText& program, const Params& params);

}  // namespace banyan
