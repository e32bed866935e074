// SPDX-License-Identifier: MIT
#include "protocol/gtp_engine.h"

#include <algorithm>
#include <utility>

#include "engine/catalogue.h"
#include "protocol/gtp_client.h"
#include "protocol/gtp_game.h"

namespace banyan {
namespace {

class GtpEngine final : public ExternalEngine {
 public:
  explicit GtpEngine(GtpPlayer player) : client_(std::move(player)) {}

  void start() override { client_.start(); }
  void set_time(const std::optional<TimeControl>& time) override { client_.set_time(time); }
  void stop() override {
    client_.stop();
    game_.reset();
  }

  void set_position(const Session& session) override {
    const auto& moves = session.moves();
    if (!goes_on_in(session)) {
      game_.reset();  // until the program has been told all of it
      client_.new_game(session);
      game_ = new_session(spec_of(session));
      own_move_ = moves.size();
    }
    while (game_->moves().size() < moves.size()) {
      const std::string& move = moves[game_->moves().size()];
      if (game_->moves().size() >= own_move_) client_.play(game_->to_move(), move);
      game_->play(move);
    }
  }

  EngineAnswer move(double seconds_left) override {
    if (!game_) throw Error("an external program is asked for a move before it knows the position");
    EngineAnswer answer = client_.genmove(game_->to_move(), seconds_left);
    own_move_ = game_->moves().size() + 1;  // which the program has made on its own board
    own_text_ = answer.move;
    return answer;
  }

 private:
  /// The position comes after the one that the program has, by way of the move that it made there, if it made one.
  bool goes_on_in(const Session& session) const {
    if (!game_ || !client_.is_running() || spec_of(session).text() != spec_of(*game_).text()) return false;
    const auto& known = game_->moves();
    const auto& moves = session.moves();
    if (moves.size() < known.size() || !std::equal(known.begin(), known.end(), moves.begin())) return false;
    return own_move_ <= known.size() || (moves.size() >= own_move_ && moves[own_move_ - 1] == own_text_);
  }

  GtpClient client_;
  std::unique_ptr<Session> game_;  // as far as the program knows it, its own last move left out; null before any game
  std::size_t own_move_ = 0;       // moves up to this one need not be told
  std::string own_text_;           // the last of them, where the program made it
};

class GtpProgram final : public ExternalProgram {
 public:
  explicit GtpProgram(GtpPlayer player) : player_(std::move(player)) {}

  std::string text() const override { return player_.text(); }
  void check(const Session& session) const override {
    check_gtp_game(session);
    notation_for(session, player_.params.coordinates);
  }
  bool has_limits() const override { return player_.params.seconds > 0 || player_.params.cpu_seconds > 0; }
  std::unique_ptr<ExternalEngine> new_engine(std::uint64_t seed) const override {
    const ProgramText seeded = ProgramText{.command = player_.command, .setup = player_.setup}.with_seed(seed);
    return std::make_unique<GtpEngine>(
        GtpPlayer{.command = seeded.command, .setup = seeded.setup, .params = player_.params});
  }

 private:
  GtpPlayer player_;
};

}  // namespace

std::unique_ptr<ExternalProgram> parse_gtp_program(std::string_view text) {
  return std::make_unique<GtpProgram>(parse_gtp_player(text));
}

}  // namespace banyan
