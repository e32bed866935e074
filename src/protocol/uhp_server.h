// SPDX-License-Identifier: MIT
// The Universal Hive Protocol as syntax over a host: docs/uhp.md lists the commands. Lines come in through handle(),
// whole answers go out through the listener, each with the line `ok` at its end.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "engine/host.h"
#include "engine/session.h"

namespace banyan {

class UhpServer {
 public:
  struct Settings {
    Spec game{"hive", {}};  // its options hold for every game but for the expansions, which the protocol names
    Spec player;
    std::uint64_t seed = 1;
    double seconds = 5;  // of a search that is given no limit
    std::string version;
    TimeControl clock{};                // of each game: where there is one, such a search gets its share of it instead
    ShortageNote::Listener shortage{};  // is told when a search has fewer threads than it asked for
  };
  using Listener = std::function<void(std::string_view)>;

  /// Tells the listener who it is, as the protocol asks. Throws UsageError when there is no such game, player or clock.
  UhpServer(Settings settings, Listener listener);
  UhpServer(const UhpServer&) = delete;
  UhpServer& operator=(const UhpServer&) = delete;

  /// One line of input, with or without its line end. False after `exit`. What cannot be done is answered with `err` or
  /// `invalidmove`, and nothing has changed then. Throws only what the listener throws.
  bool handle(std::string_view line);

  /// Set to true, it ends a search, whose answer is then what is known. For any thread and signal handlers.
  std::atomic<bool>& hurry() { return host_.hurry(); }

 private:
  using Words = std::vector<std::string_view>;
  struct Command {
    std::string_view name;
    std::string (UhpServer::*answer)(std::string_view arguments);
  };
  static const std::vector<Command>& commands();

  std::string info(std::string_view arguments);
  std::string newgame(std::string_view arguments);
  std::string play(std::string_view arguments);
  std::string pass(std::string_view arguments);
  std::string validmoves(std::string_view arguments);
  std::string bestmove(std::string_view arguments);
  std::string undo(std::string_view arguments);
  std::string options(std::string_view arguments);
  std::string perft(std::string_view arguments);
  std::string leave(std::string_view arguments);

  /// What a controller may set.
  struct Option {
    std::string name, type;
    std::string value, standard;
    std::vector<std::string> range;  // the lowest and the highest, or all words
    std::string line() const;
  };
  std::vector<Option> all_options() const;
  void set_option(const Option& option, const std::string& value);
  /// The parameter of the player's algorithm with this name, if it has it.
  static std::optional<ParamInfo> parameter(const Spec& player, std::string_view name);
  void change_player(Spec player);

  HostedGame new_game(std::string_view game_string) const;
  void require_game() const;
  std::size_t player_for_depth(int depth);
  std::int64_t own_iterations() const;  // of the player; 0 = no limit
  std::string game_string() const;

  template <class Ask>
  auto ask(Ask question) const {
    return host_.read([&](const SavedGame& game) { return question(*game.session); });
  }

  Settings settings_;
  Listener listener_;
  std::string expansions_ = "Base";  // of the next game
  bool has_game_ = false;
  bool left_ = false;
  std::size_t player_ = 0;                // among those of the host
  std::map<int, std::size_t> for_depth_;  // and those that search to a depth
  Host host_;
};

}  // namespace banyan
