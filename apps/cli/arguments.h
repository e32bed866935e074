// SPDX-License-Identifier: MIT
// Arguments that several subcommands share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cli/command_line.h"
#include "engine/session.h"

namespace banyan::cli {

/// GAME and --size; where asked for, --moves.
struct GameArguments {
  std::string game, size, moves;

  void add_to(Command& command);
  void add_moves_to(Command& command);

  Spec spec() const;
  /// A new game with the moves played.
  std::unique_ptr<Session> begin() const;
};

void add_seed(Command& command, std::int64_t& seed);
void add_json(Command& command, bool& json);

/// The algorithm a game is played with when the user names none: the last its list holds.
std::string default_player(const std::string& game);

}  // namespace banyan::cli
