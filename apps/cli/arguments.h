// SPDX-License-Identifier: MIT
// Arguments that several subcommands share. Values arrive as text and are read here, so that every error says what
// was expected.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/session.h"

namespace banyan::cli {

/// GAME and --size; where asked for, --moves.
struct GameArguments {
  std::string game, size, moves;

  void add_to(CLI::App& command);
  void add_moves_to(CLI::App& command);

  Spec spec() const;
  /// A new game with the moves played.
  std::unique_ptr<Session> begin() const;
};

/// An option with a whole number in [low, high]; `value` holds the default.
void add_integer(CLI::App& command, const std::string& name, std::int64_t& value, std::int64_t low, std::int64_t high,
                 const std::string& meaning);
void add_real(CLI::App& command, const std::string& name, double& value, double low, double high,
              const std::string& meaning);
void add_seed(CLI::App& command, std::int64_t& seed);
void add_json(CLI::App& command, bool& json);

/// The algorithm a game is played with when the user names none: the last its list holds.
std::string default_player(const std::string& game);

}  // namespace banyan::cli
