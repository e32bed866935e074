// SPDX-License-Identifier: MIT
#include "arena/player.h"

namespace banyan {
namespace {

class Engine final : public Player {
 public:
  explicit Engine(std::unique_ptr<EnginePlayer> engine) : engine_(std::move(engine)) {}

  Choice choose(const Session& session, SearchControl& control) override {
    const SearchReport report = engine_->search(session, control);
    return {.move = report.best_move, .resigns = false, .value = report.proven.value_or(report.value)};
  }

 private:
  std::unique_ptr<EnginePlayer> engine_;
};

class EngineContestant final : public Contestant {
 public:
  EngineContestant(std::string_view text, const Session& session)
      : spec_(parse_spec(text)), settings_(session.new_player(spec_, 0)->settings()) {}

  const std::string& settings() const override { return settings_; }
  std::unique_ptr<Player> new_player(const Session& session, std::uint64_t seed) const override {
    return std::make_unique<Engine>(session.new_player(spec_, seed));
  }

 private:
  Spec spec_;
  std::string settings_;
};

}  // namespace

std::string_view name_of(Forfeit forfeit) {
  switch (forfeit) {
    case Forfeit::crash:
      return "crash";
    case Forfeit::stall:
      return "stall";
    case Forfeit::illegal:
      return "illegal";
    case Forfeit::time:
      break;
  }
  return "time";
}

std::unique_ptr<Contestant> new_contestant(std::string_view text, const Session& session) {
  return std::make_unique<EngineContestant>(text, session);
}

}  // namespace banyan
