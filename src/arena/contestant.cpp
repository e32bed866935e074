// SPDX-License-Identifier: MIT
#include "arena/contestant.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/threads.h"
#include "engine/catalogue.h"
#include "protocol/external.h"

namespace banyan {
namespace {

class Engine final : public Seat {
 public:
  explicit Engine(std::unique_ptr<EnginePlayer> engine) : engine_(std::move(engine)) {}

  Choice choose(const Session& session, SearchControl& control, const PlayerClock* clock) override {
    // The control is that of all games of a run; what is left on a clock is for this move alone.
    SearchControl timed;
    if (clock != nullptr) {
      timed.shared_stop = &control.stop;
      timed.limits = clock->allot_limits(expected_moves(session.moves_left(), session.players()), engine_->sharing());
      timed.saves_time = clock->keeps_what_is_saved();
    }
    const SearchReport report = engine_->search(session, clock != nullptr ? timed : control);
    if (report.missing_threads > 0) {
      throw Error(shortage_text(report.threads, report.threads + report.missing_threads,
                                ", and a player with fewer is another one"));
    }
    Choice choice{
        .move = report.best_move, .resigns = false, .value = report.proven, .cpu_seconds = report.cpu_seconds};
    if (!report.is_evaluation && !choice.value) choice.value = report.value;  // points are no chance of winning
    return choice;
  }

 private:
  std::unique_ptr<EnginePlayer> engine_;
};

class EngineContestant final : public Contestant {
 public:
  EngineContestant(std::string_view text, const Session& session) : spec_(parse_spec(text)) {
    const auto player = session.new_player(spec_, 0);
    if (player->params().ponder) {
      throw UsageError(
          fmt::format("player '{}': ponder=true is not for matches, where both players share the machine", spec_.name));
    }
    settings_ = player->settings();
  }

  const std::string& settings() const override { return settings_; }
  bool has_limits() const override {
    const Spec all = parse_spec(settings_);
    return std::any_of(all.values.begin(), all.values.end(), [](const auto& value) {
      return (value.first == "iterations" || value.first == "seconds" || value.first == "cpu_seconds" ||
              value.first == "per_candidate") &&
             value.second != "0";
    });
  }
  std::unique_ptr<Seat> take_seat(const Session& session, std::uint64_t seed,
                                  const std::optional<TimeControl>&) const override {
    return std::make_unique<Engine>(session.new_player(spec_, seed));
  }

 private:
  Spec spec_;
  std::string settings_;
};

/// Runs `action`, and tells what went wrong with a program in our words.
template <class Action>
auto told_as_forfeit(Action action) {
  try {
    return action();
  } catch (const EngineFailure& failure) {
    const auto forfeit = [&] {
      switch (failure.kind()) {
        case EngineFailure::Kind::crashed:
          return Forfeit::crash;
        case EngineFailure::Kind::stalled:
          return Forfeit::stall;
        case EngineFailure::Kind::refused:
        case EngineFailure::Kind::nonsense:
          break;
      }
      return Forfeit::protocol;
    }();
    throw PlayerFailure(forfeit, failure.what());
  } catch (const PlayerFailure&) {
    throw;
  } catch (const Error& error) {  // it could not be started
    throw PlayerFailure(Forfeit::crash, error.what());
  }
}

class External final : public Seat {
 public:
  External(std::unique_ptr<ExternalEngine> engine, const Session& session, const std::optional<TimeControl>& time)
      : engine_(std::move(engine)) {
    told_as_forfeit([&] {
      engine_->set_time(time);
      engine_->set_position(session);
    });
  }

  Choice choose(const Session& session, SearchControl&, const PlayerClock* clock) override {
    return told_as_forfeit([&] {
      engine_->set_position(session);
      const EngineAnswer answer = engine_->move(clock != nullptr ? clock->seconds_left() : 0);
      if (answer.is_late) {
        throw PlayerFailure(Forfeit::time, fmt::format("its move took {:.2f} s, {:.2f} s of the processor",
                                                       answer.wall_seconds, answer.cpu_seconds));
      }
      return Choice{
          .move = answer.move, .resigns = answer.move == "resign", .value = {}, .cpu_seconds = answer.cpu_seconds};
    });
  }

 private:
  std::unique_ptr<ExternalEngine> engine_;
};

class ExternalContestant final : public Contestant {
 public:
  ExternalContestant(std::unique_ptr<ExternalProgram> program, const Session& session)
      : program_(std::move(program)), settings_(program_->text()) {
    program_->check(session);
    if (settings_.find('\n') != std::string::npos) throw UsageError("an external player is named on one line");
  }

  const std::string& settings() const override { return settings_; }
  bool has_limits() const override { return program_->has_limits(); }
  std::unique_ptr<Seat> take_seat(const Session& session, std::uint64_t seed,
                                  const std::optional<TimeControl>& time) const override {
    return std::make_unique<External>(program_->new_engine(seed), session, time);
  }

 private:
  std::unique_ptr<ExternalProgram> program_;
  std::string settings_;
};

}  // namespace

std::string_view name_of(Forfeit forfeit) {
  switch (forfeit) {
    case Forfeit::crash:
      return "crash";
    case Forfeit::stall:
      return "stall";
    case Forfeit::protocol:
      return "protocol";
    case Forfeit::illegal:
      return "illegal";
    case Forfeit::time:
      break;
  }
  return "time";
}

std::unique_ptr<Contestant> new_contestant(std::string_view text, const Session& session) {
  if (auto program = parse_external(text)) return std::make_unique<ExternalContestant>(std::move(program), session);
  return std::make_unique<EngineContestant>(text, session);
}

}  // namespace banyan
