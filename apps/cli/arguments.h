// SPDX-License-Identifier: MIT
// Arguments that several subcommands share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "engine/save.h"
#include "search/limits/allotment.h"

namespace banyan::cli {

/// GAME, --size and --board; where asked for, --moves and --load.
struct GameArguments {
  std::string game{}, size{}, board{}, start{}, moves{}, file{};
  std::string file_option = "--load";  // what named the file

  void add_to(Command& command, bool may_be_absent = false);
  void add_moves_to(Command& command);
  /// Instead of add_to: the game may come from a file.
  void add_or_load_to(Command& command);

  /// Instead of add_to: --game.
  void add_as_option_to(Command& command);

  Spec spec() const;
  /// The spec as it would be typed in one word.
  std::string text() const;
  /// A new game, or the one in the file, with the moves played.
  std::unique_ptr<Session> begin() const;
  /// The same with what else the file holds.
  SavedGame begin_or_load() const;

 private:
  void add_size_to(Command& command);
  SavedGame load() const;
};

/// A game from a file, in any format that we read. Throws UsageError that does not name the file.
SavedGame read_game_file(const std::string& path);
/// Writes a game to a file, as a game string where its name ends with ".uhp", as SGF where it ends with ".sgf".
void write_game_file(const std::string& path, const SavedGame& game);

/// A board from a file, as the option `cells` has it: rows without blanks, with / between them. Lines that begin with #
/// are left out.
std::string read_board_file(const std::string& path);

void add_seed(Command& command, std::int64_t& seed);
/// The value of --clock.
TimeControl read_clock(const std::string& text);

void add_json(Command& command, bool& json);
void add_ascii(Command& command, bool& ascii);

/// Who plays a game when the user names nobody: whom the catalogue names, or the last algorithm of the game's list.
std::string default_player(const std::string& game);

}  // namespace banyan::cli
