// SPDX-License-Identifier: MIT
// A game as the catalogue holds it: what there is to know about it, and how to begin one.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "engine/algorithms.h"
#include "engine/catalogue.h"
#include "engine/game_session.h"

namespace banyan {

struct GameEntry {
  GameInfo info;
  std::function<std::unique_ptr<Session>(const Spec&)> begin;
};

/// The limit of who searches until somebody stops it: a day.
inline constexpr int until_stopped = 86'400;

/// A level for people below the best one: the best player with so much work a move.
inline NamedPlayer level_of(std::string_view game, std::string_view level, std::string_view spec,
                            std::string_view work) {
  return {.name = fmt::format("{}-{}", game, level),
          .spec = std::string(spec),
          .summary = fmt::format("{} a move", work),
          .level = std::string(level)};
}

template <GameState S>
GameInfo game_info(std::string name, std::string summary) {
  typename S::Options options;
  GameInfo info{.name = std::move(name),
                .summary = std::move(summary),
                .options = Params(options).infos(),
                .algorithms = {},
                .missing = {}};
  for_each_algorithm([&]<class Algorithm>(Algorithm) {
    constexpr std::string_view missing = Algorithm::template missing<S>();
    if (missing.empty()) {
      info.algorithms.emplace_back(Algorithm::name);
    } else {
      info.missing.emplace_back(Algorithm::name, missing);
    }
  });
  return info;
}

template <ParamStruct Options>
Options read_options(const Spec& spec) {
  Options options;
  Params params(options);
  apply(spec, fmt::format("game '{}'", spec.name), params);
  return options;
}

/// The entry of a game that is one type whatever its options are.
template <GameState S>
GameEntry game_entry(std::string name, std::string summary) {
  return {.info = game_info<S>(std::move(name), std::move(summary)), .begin = [](const Spec& spec) {
            return std::make_unique<GameSession<S>>(spec.name, read_options<typename S::Options>(spec));
          }};
}

}  // namespace banyan
