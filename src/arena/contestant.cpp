// SPDX-License-Identifier: MIT
#include "arena/contestant.h"

#include <fmt/format.h>

#include "engine/catalogue.h"
#include "protocol/gtp_client.h"
#include "protocol/gtp_game.h"

namespace banyan {
namespace {

class Engine final : public Seat {
 public:
  explicit Engine(std::unique_ptr<EnginePlayer> engine) : engine_(std::move(engine)) {}

  Choice choose(const Session& session, SearchControl& control) override {
    const SearchReport report = engine_->search(session, control);
    if (report.missing_threads > 0) {
      throw Error(fmt::format("only {} of {} threads can be started, and a player with fewer is another one",
                              report.threads, report.threads + report.missing_threads));
    }
    Choice choice{.move = report.best_move, .resigns = false, .value = report.proven};
    if (!report.is_evaluation && !choice.value) choice.value = report.value;  // points are no chance of winning
    return choice;
  }

 private:
  std::unique_ptr<EnginePlayer> engine_;
};

class EngineContestant final : public Contestant {
 public:
  EngineContestant(std::string_view text, const Session& session)
      : spec_(parse_spec(text)), settings_(session.new_player(spec_, 0)->settings()) {}

  const std::string& settings() const override { return settings_; }
  std::unique_ptr<Seat> take_seat(const Session& session, std::uint64_t seed) const override {
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
  External(GtpPlayer program, const Session& session)
      : client_(std::move(program)), game_(new_session(spec_of(session))) {
    told_as_forfeit([&] { client_.new_game(session); });
    for (const std::string& move : session.moves()) game_->play(move);
  }

  Choice choose(const Session& session, SearchControl&) override {
    return told_as_forfeit([&] {
      const auto& moves = session.moves();
      while (game_->moves().size() < moves.size()) {
        const std::string& move = moves[game_->moves().size()];
        if (game_->moves().size() >= own_move_) client_.play(game_->to_move(), move);
        game_->play(move);
      }
      const GtpClient::Answer answer = client_.genmove(session.to_move());
      if (answer.is_late) {
        throw PlayerFailure(Forfeit::time, fmt::format("its move took {:.2f} s, {:.2f} s of the processor",
                                                       answer.wall_seconds, answer.cpu_seconds));
      }
      own_move_ = moves.size() + 1;  // which the program has made on its own board
      return Choice{.move = answer.move, .resigns = answer.move == "resign", .value = {}};
    });
  }

 private:
  GtpClient client_;
  std::unique_ptr<Session> game_;  // as far as the program knows it, its own last move left out
  std::size_t own_move_ = 0;       // moves up to this one need not be told
};

std::string with_seed(std::string text, std::uint64_t seed) {
  constexpr std::string_view placeholder = "{seed}";
  // Few programs take more than 31 bits.
  const std::string number = std::to_string(seed >> 33);
  for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += number.size()) {
    text.replace(at, placeholder.size(), number);
  }
  return text;
}

class ExternalContestant final : public Contestant {
 public:
  ExternalContestant(std::string_view text, const Session& session)
      : program_(parse_gtp_player(text)), settings_(program_.text()) {
    check_gtp_game(session);
    notation_for(session, program_.params.coordinates);
    if (settings_.find('\n') != std::string::npos) throw UsageError("an external player is named on one line");
  }

  const std::string& settings() const override { return settings_; }
  std::unique_ptr<Seat> take_seat(const Session& session, std::uint64_t seed) const override {
    GtpPlayer program = program_;
    program.command = with_seed(program.command, seed);
    for (std::string& line : program.setup) line = with_seed(line, seed);
    return std::make_unique<External>(std::move(program), session);
  }

 private:
  GtpPlayer program_;
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
  if (is_gtp_player(text)) return std::make_unique<ExternalContestant>(text, session);
  return std::make_unique<EngineContestant>(text, session);
}

}  // namespace banyan
