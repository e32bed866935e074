// SPDX-License-Identifier: MIT
#include "engine/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "engine/algorithms.h"
#include "engine/game_entries.h"

namespace banyan {
namespace {

template <class Infos>
std::vector<std::string_view> names_of(const Infos& infos) {
  std::vector<std::string_view> names;
  for (const auto& info : infos) names.push_back(info.name);
  return names;
}

}  // namespace

const std::vector<GameInfo>& games() {
  static const std::vector<GameInfo> all = [] {
    std::vector<GameInfo> infos;
    for (const GameEntry& entry : game_entries()) infos.push_back(entry.info);
    return infos;
  }();
  return all;
}

std::vector<Level> levels(const GameInfo& game) {
  std::vector<Level> all;
  for (const NamedPlayer& player : game.named) {
    if (player.level.empty()) continue;
    const std::string limit = player.seconds > 0 ? fmt::format(":seconds={}", player.seconds) : "";
    all.push_back({.name = player.name, .title = player.level, .spec = player.name + limit});
  }
  std::reverse(all.begin(), all.end());
  return all;
}

const GameInfo& game_named(std::string_view name) {
  for (const GameInfo& game : games()) {
    if (game.name == name) return game;
  }
  throw unknown_name("game", name, names_of(games()));
}

UsageError unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known) {
  return UsageError(
      fmt::format("unknown {} '{}'{}; known: {}", kind, name, did_you_mean(name, known), join(known, ", ")));
}

std::vector<std::string_view> player_names() {
  std::vector<std::string_view> names = names_of(algorithms());
  for (const GameInfo& game : games()) {
    for (const NamedPlayer& player : game.named) names.push_back(player.name);
  }
  return names;
}

UsageError unknown_algorithm(std::string_view name) { return unknown_name("player", name, player_names()); }

Spec resolve_player(const Spec& spec) {
  for (const GameInfo& game : games()) {
    for (const NamedPlayer& player : game.named) {
      if (player.name != spec.name) continue;
      Spec resolved = parse_spec(player.spec);
      std::erase_if(resolved.values, [&](const auto& own) {
        return std::any_of(spec.values.begin(), spec.values.end(),
                           [&](const auto& given) { return given.first == own.first; });
      });
      resolved.values.insert(resolved.values.end(), spec.values.begin(), spec.values.end());
      return resolved;
    }
  }
  return spec;
}

std::int64_t work_of_level(const Spec& player) {
  const bool is_level = std::any_of(games().begin(), games().end(), [&](const GameInfo& game) {
    return std::any_of(game.named.begin(), game.named.end(),
                       [&](const NamedPlayer& named) { return named.name == player.name && !named.level.empty(); });
  });
  if (!is_level) return 0;
  for (const auto& [key, value] : resolve_player(player).values) {
    if (key == "iterations") return to_integer(value).value_or(0);
  }
  return 0;
}

std::unique_ptr<Session> new_session(const Spec& spec) {
  for (const GameEntry& entry : game_entries()) {
    if (entry.info.name == spec.name) return entry.begin(spec);
  }
  throw unknown_name("game", spec.name, names_of(games()));
}

Spec spec_of(const Session& session) { return parse_spec(spec_text(session.game(), session.options())); }

std::string short_text(const Session& session) {
  const auto info =
      std::find_if(games().begin(), games().end(), [&](const auto& g) { return g.name == session.game(); });
  std::string text = session.game();
  char before = ' ';
  for (const auto& option : spec_of(session).values) {
    const bool is_default =
        info != games().end() && std::any_of(info->options.begin(), info->options.end(), [&](const ParamInfo& known) {
          return known.name == option.first && known.default_value == option.second;
        });
    if (!is_default) text += fmt::format("{}{}={}", std::exchange(before, ','), option.first, option.second);
  }
  return text;
}

}  // namespace banyan
