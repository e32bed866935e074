// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "cli/files.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "protocol/formats.h"

namespace banyan::cli {
namespace {

constexpr const char* game_meaning = "a name from 'banyan games', with options: havannah:size=6,swap=true";

/// What is said about the game besides the file must agree with the file; what is left out need not be said.
void check_agreement(const Session& loaded, const Spec& said, const std::string& place) {
  const Spec whole = spec_of(loaded);
  Spec both = whole;
  for (const auto& [key, value] : said.values) {
    std::erase_if(both.values, [&key = key](const auto& old) { return old.first == key; });
    both.values.emplace_back(key, value);
  }
  if (said.name == loaded.game() && new_session(both)->options() == loaded.options()) return;
  throw UsageError(fmt::format("{}: the game in it is {}; say the same, or nothing", place, whole.text()));
}

/// "5,7", a board as papers name it: its edges and the cells along one. Both empty where it is named otherwise.
std::pair<std::string, std::string> numbers_of_board(std::string_view board) {
  const auto numbers = split(board, ',');
  if (numbers.size() != 2 || !to_integer(numbers[0]) || !to_integer(numbers[1])) return {};
  return {std::string(numbers[0]), std::string(numbers[1])};
}

}  // namespace

void GameArguments::add_to(Command& command, bool may_be_absent) {
  command.positional("GAME", game, game_meaning, may_be_absent);
  add_size_to(command);
}

void GameArguments::add_as_option_to(Command& command) {
  command.text("--game", game, "GAME", game_meaning);
  add_size_to(command);
}

void GameArguments::add_size_to(Command& command) {
  command.text("--size", size, "N", "short for the game's option 'size'");
  command.text("--board", board, "N|N,N|FILE",
               "the game's option 'board', or 'sides' and 'size' as 5,7, or 'cells' as in FILE");
}

void GameArguments::add_moves_to(Command& command) {
  command.text("--moves", moves, "\"M M ..\"",
               "moves to play first, separated by spaces, or by semicolons where a move has spaces", true);
}

void GameArguments::add_or_load_to(Command& command) {
  add_to(command, true);
  command.text("--load", file, "FILE", "go on with a saved game; GAME is then not needed");
}

Spec GameArguments::spec() const {
  Spec spec = parse_spec(game);
  const auto add = [&](const std::string& key, const std::string& value, std::string_view option) {
    for (const auto& [earlier, other] : spec.values) {
      if (earlier == key)
        throw UsageError(fmt::format("the {} is given twice: in '{}' and with {}", key, game, option));
    }
    spec.values.emplace_back(key, value);
  };
  if (!size.empty()) add("size", size, "--size");
  if (!start.empty()) add("start", start, "--position");
  if (to_integer(board)) {
    add("board", board, "--board");
  } else if (const auto [sides, cells] = numbers_of_board(board); !sides.empty()) {
    add("sides", sides, "--board");
    add("size", cells, "--board");
  } else if (!board.empty()) {
    add("cells", read_board_file(board), "--board");
  }
  return spec;
}

std::string GameArguments::text() const { return spec().text(); }

SavedGame GameArguments::load() const {
  const std::string place = file_option + ' ' + file;
  SavedGame loaded;
  try {
    loaded = read_game_file(file);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", place, error.what()));
  }
  GameArguments said = *this;
  if (said.game.empty()) said.game = loaded.session->game();
  check_agreement(*loaded.session, said.spec(), place);
  return loaded;
}

std::unique_ptr<Session> GameArguments::begin() const { return begin_or_load().session; }

SavedGame GameArguments::begin_or_load() const {
  SavedGame begun = file.empty() ? SavedGame{.session = new_session(spec())} : load();
  for (const auto move : split_moves(moves)) {
    try {
      begun.session->play(move);
    } catch (const IllegalMove& error) {
      const bool has_comma = move.find(',') != std::string_view::npos;
      throw UsageError(fmt::format("--moves, ply {}: {}{}", begun.session->moves().size() + 1, error.what(),
                                   has_comma ? "; moves are separated by spaces" : ""));
    }
    begun.resigned.reset();  // who plays on has not given up
  }
  return begun;
}

SavedGame read_game_file(const std::string& path) { return read_game(read_text_file(path)); }

void write_game_file(const std::string& path, const SavedGame& game) {
  Format format = Format::json;
  if (path.ends_with(".uhp")) format = Format::uhp;
  if (path.ends_with(".sgf")) format = Format::sgf;
  write_text_file(path, write_game(game, format));
}

std::string read_board_file(const std::string& path) {
  const std::string text = read_text_file(path);
  std::string rows;
  for (const std::string_view line : split(text, '\n')) {
    if (line.starts_with('#')) continue;
    if (!rows.empty() && rows.back() != '/') rows += '/';
    std::copy_if(line.begin(), line.end(), std::back_inserter(rows),
                 [](char c) { return c != ' ' && c != '\t' && c != '\r'; });
  }
  if (rows.ends_with('/')) rows.pop_back();
  return rows;
}

void add_seed(Command& command, std::int64_t& seed) {
  command.integer("--seed", seed, 0, std::numeric_limits<std::int64_t>::max(), "the same seed, the same answer");
}

TimeControl read_clock(const std::string& text) {
  try {
    return parse_clock(text);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--clock {}", error.what()));
  }
}

void add_json(Command& command, bool& json) { command.flag("--json", json, "print JSON, for programs"); }

void add_ascii(Command& command, bool& ascii) {
  command.flag("--ascii", ascii, "draw with ASCII alone, as on a terminal without UTF-8");
}

std::string default_player(const std::string& game) {
  for (const GameInfo& info : games()) {
    if (info.name != game) continue;
    if (!info.named.empty()) return info.named.front().name;
    if (!info.algorithms.empty()) return info.algorithms.back();
  }
  throw UsageError(fmt::format("no player can play {}", game));
}

}  // namespace banyan::cli
