// SPDX-License-Identifier: MIT
#include "protocol/uhp_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "games/hive/notation.h"
#include "protocol/dialogue.h"
#include "protocol/uhp_game.h"

namespace banyan {
namespace {

using FailureKind = EngineFailure::Kind;

struct UhpPlayerParams {
  double seconds = 0;
  double cpu_seconds = 0;
  int depth = 0;
  double grace = 0.5;
  double patience = 30;
  std::string ask = "time {time}";

  bool is_used(std::string_view name) const {
    if (name == "seconds") return depth == 0 && cpu_seconds == 0;
    return depth == 0 || (name != "cpu_seconds" && name != "grace");
  }
  static constexpr auto fields() {
    using P = UhpPlayerParams;
    return std::tuple{
        field(
            &P::seconds, "seconds", 0.0, 86'400.0,
            "wall-clock seconds for a move, of which the program is told; 0 = it is told one, and takes what it takes"),
        field(&P::cpu_seconds, "cpu_seconds", 0.0, 86'400.0,
              "processor seconds for a move in place of these; the program is told the same number; 0 = none"),
        field(&P::depth, "depth", 0, 1000, "the program searches to this depth instead, however long it takes; 0 = no"),
        field(&P::grace, "grace", 0.0, 1e6, "seconds that a move may take beyond its limit before it is late"),
        field(&P::patience, "patience", 0.01, 1e6,
              "seconds after which a program without an answer has stalled, counted from the limit of its move"),
        field(&P::ask, "ask",
              "what follows `bestmove`: {time} stands for hh:mm:ss, with a fraction where there is one, and {seconds} "
              "for the number"),
    };
  }
};

std::string time_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(seconds);
  const auto thousandths = std::llround(1000 * (seconds - static_cast<double>(whole)));
  const std::int64_t all = 1000 * whole + thousandths;
  std::string text = fmt::format("{:02}:{:02}:{:02}", all / 3'600'000, all / 60'000 % 60, all / 1000 % 60);
  if (all % 1000 != 0) text += fmt::format(".{:03}", all % 1000);
  return text;
}

std::string replaced(std::string text, std::string_view placeholder, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += by.size()) {
    text.replace(at, placeholder.size(), by);
  }
  return text;
}

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Whether a text can be a move in some position.
bool is_move_text(std::string_view text) {
  static const hive::Hive any(hive::Options{.expansions = {.bits = 7}});
  return any.parse_move(text).has_value();
}

class UhpEngine final : public ExternalEngine {
 public:
  UhpEngine(ProgramText program, UhpPlayerParams params)
      : setup_(std::move(program.setup)), params_(std::move(params)), dialogue_(program.command) {}
  ~UhpEngine() override { dialogue_.end("exit"); }
  UhpEngine(const UhpEngine&) = delete;
  UhpEngine& operator=(const UhpEngine&) = delete;

  void start() override {
    if (dialogue_.is_running()) return;
    dialogue_.start();
    exchange("", params_.patience);  // it says who it is
    for (const std::string& line : setup_) exchange(line, params_.patience);
  }

  void set_time(const std::optional<TimeControl>& time) override { time_ = time; }

  void set_position(const Session& session) override {
    if (!goes_on_in(session)) {
      game_.reset();  // until the program has been told
      start();
      // Some programs go on with the game they have when they are told no type.
      check_game(exchange("newgame " + game_type_of(session), params_.patience), 0);
      game_ = new_session(spec_of(session));
    }
    const auto& moves = session.moves();
    while (game_->moves().size() < moves.size()) {
      const std::string& move = moves[game_->moves().size()];
      check_game(exchange(move == "pass" ? move : "play " + move, params_.patience), game_->moves().size() + 1);
      game_->play(move);
    }
  }

  EngineAnswer move(double seconds_left) override {
    if (!game_) throw Error("an external program is asked for a move before it knows the position");
    double wall_limit = 0, cpu_limit = 0;
    std::string question = fmt::format("bestmove depth {}", params_.depth);
    if (time_ || params_.depth == 0) {
      cpu_limit = params_.cpu_seconds;
      wall_limit = cpu_limit > 0 ? 0 : params_.seconds;
      double told = std::max(cpu_limit, wall_limit);
      if (told == 0) told = 1;
      if (time_) {
        PlayerClock clock(*time_);
        clock.set(seconds_left, 0);
        told = clock.allot(expected_moves(std::nullopt, 2));
        // Who is to blame when the clock runs out is for the owner of the clock to say.
        cpu_limit = wall_limit = 0;
      }
      question = "bestmove " +
                 replaced(replaced(params_.ask, "{time}", time_text(told)), "{seconds}", fmt::format("{}", told));
    }
    const double start_wall = wall_seconds(), start_cpu = dialogue_.cpu_seconds();
    const double limit = std::max({wall_limit, cpu_limit, time_ ? seconds_left : 0.0});
    const std::vector<std::string> lines = exchange(question, limit + params_.patience);
    EngineAnswer answer{.move = {},
                        .wall_seconds = wall_seconds() - start_wall,
                        .cpu_seconds = dialogue_.cpu_seconds() - start_cpu,
                        .is_late = false};
    answer.is_late = (wall_limit > 0 && answer.wall_seconds > wall_limit + params_.grace) ||
                     (cpu_limit > 0 && answer.cpu_seconds > cpu_limit + params_.grace);
    // The last line has the move; what some programs think of it follows after a semicolon.
    const std::string_view last = lines.empty() ? std::string_view{} : lines.back();
    answer.move = our_text(std::string(without_blanks(last.substr(0, last.find(';')))));
    return answer;
  }

  void stop() override {
    dialogue_.end("exit");
    game_.reset();
  }

 private:
  bool goes_on_in(const Session& session) const {
    if (!game_ || !dialogue_.is_running() || spec_of(session).text() != spec_of(*game_).text()) return false;
    const auto& known = game_->moves();
    const auto& moves = session.moves();
    return moves.size() >= known.size() && std::equal(known.begin(), known.end(), moves.begin());
  }

  /// The lines of an answer, which ends with `ok`. Throws EngineFailure, for a refusal too.
  std::vector<std::string> exchange(std::string_view line, double patience) {
    dialogue_.ask(line, patience);
    std::vector<std::string> lines;
    for (;;) {
      const std::string next(without_blanks(dialogue_.answer_line()));
      if (next == "ok") break;
      if (!next.empty()) lines.push_back(next);
    }
    for (const std::string& said : lines) {
      const std::string_view word = std::string_view(said).substr(0, said.find(' '));
      if (word == "err" || word == "invalidmove") dialogue_.refused(said);
    }
    return lines;
  }

  /// The program must have the game with as many moves as we have.
  void check_game(const std::vector<std::string>& lines, std::size_t plies) {
    const std::string said = lines.empty() ? "" : lines.back();
    bool is_game = false;
    try {
      is_game = hive::parse_game_string(said).moves.size() == plies;
    } catch (const UsageError&) {
      is_game = false;
    }
    if (is_game) return;
    game_.reset();
    dialogue_.fail(FailureKind::nonsense,
                   fmt::format("answered '{}', which is no game of {} moves", shortened(said), plies));
  }

  /// A move names any piece beside its cell. One that is not legal stays as it is.
  std::string our_text(const std::string& move) {
    if (!is_move_text(move)) {
      game_.reset();
      dialogue_.fail(FailureKind::nonsense, fmt::format("answered '{}', which is no move", shortened(move)));
    }
    try {
      game_->play(move);
    } catch (const IllegalMove&) {
      return move;
    }
    std::string ours = game_->moves().back();
    game_->undo();
    return ours;
  }

  std::vector<std::string> setup_;
  UhpPlayerParams params_;
  Dialogue dialogue_;
  std::optional<TimeControl> time_;
  std::unique_ptr<Session> game_;  // as far as the program knows it; null before any game
};

class UhpProgram final : public ExternalProgram {
 public:
  explicit UhpProgram(std::string_view text) {
    Params params(params_);
    program_ = parse_program(uhp_scheme, text, params);
    if (params_.ask.find_first_of(",\"\\") != std::string::npos) {
      throw UsageError(fmt::format("ask '{}': a question has no commas, quotes or backslashes", params_.ask));
    }
  }

  std::string text() const override {
    UhpPlayerParams copy = params_;
    return program_text(uhp_scheme, program_, Params(copy));
  }
  void check(const Session& session) const override { check_uhp_game(session); }
  bool has_limits() const override { return params_.seconds > 0 || params_.cpu_seconds > 0 || params_.depth > 0; }
  std::unique_ptr<ExternalEngine> new_engine(std::uint64_t seed) const override {
    return std::make_unique<UhpEngine>(program_.with_seed(seed), params_);
  }

 private:
  ProgramText program_;
  UhpPlayerParams params_;
};

}  // namespace

std::unique_ptr<ExternalProgram> parse_uhp_program(std::string_view text) { return std::make_unique<UhpProgram>(text); }

}  // namespace banyan
