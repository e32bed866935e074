// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include <fmt/format.h>

#include <limits>

#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"

namespace banyan::cli {
namespace {

/// Reads a number with `read`, or says what was expected for the option `name`.
template <class T, class Read>
void add_number(CLI::App& command, const std::string& name, T& value, T low, T high, const std::string& meaning,
                std::string_view kind, Read read) {
  const auto set = [=, &value](const std::string& text) {
    const auto number = read(text);
    if (!number || *number < low || *number > high) {
      throw UsageError(fmt::format("{} {}: expected {} in {}..{}", name, text, kind, low, high));
    }
    value = static_cast<T>(*number);
  };
  command.add_option_function<std::string>(name, set, meaning)->type_name("N")->default_str(fmt::format("{}", value));
}

}  // namespace

void GameArguments::add_to(CLI::App& command) {
  command.add_option("GAME", game, "a name from 'banyan games', with options: havannah:size=6,swap=true")
      ->required()
      ->type_name("");
  command.add_option("--size", size, "short for the game's option 'size'")->type_name("N");
}

void GameArguments::add_moves_to(CLI::App& command) {
  command.add_option("--moves", moves, "moves to play first, separated by spaces")->type_name("\"M M ..\"");
}

Spec GameArguments::spec() const {
  Spec spec = parse_spec(game);
  if (size.empty()) return spec;
  for (const auto& [key, value] : spec.values) {
    if (key == "size") throw UsageError(fmt::format("the size is given twice: in '{}' and with --size", game));
  }
  spec.values.emplace_back("size", size);
  return spec;
}

std::unique_ptr<Session> GameArguments::begin() const {
  auto session = new_session(spec());
  for (const auto move : words(moves)) {
    try {
      session->play(move);
    } catch (const IllegalMove& error) {
      throw UsageError(fmt::format("--moves, ply {}: {}", session->moves().size() + 1, error.what()));
    }
  }
  return session;
}

void add_integer(CLI::App& command, const std::string& name, std::int64_t& value, std::int64_t low, std::int64_t high,
                 const std::string& meaning) {
  add_number(command, name, value, low, high, meaning, "a whole number", to_integer);
}

void add_real(CLI::App& command, const std::string& name, double& value, double low, double high,
              const std::string& meaning) {
  add_number(command, name, value, low, high, meaning, "a number", to_real);
}

void add_seed(CLI::App& command, std::int64_t& seed) {
  add_integer(command, "--seed", seed, 0, std::numeric_limits<std::int64_t>::max(), "the same seed, the same answer");
}

void add_json(CLI::App& command, bool& json) { command.add_flag("--json", json, "print JSON, for programs"); }

std::string default_player(const std::string& game) {
  for (const GameInfo& info : games()) {
    if (info.name == game && !info.algorithms.empty()) return info.algorithms.back();
  }
  throw UsageError(fmt::format("no player can play {}", game));
}

}  // namespace banyan::cli
