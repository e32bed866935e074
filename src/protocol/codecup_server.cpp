// SPDX-License-Identifier: MIT
#include "protocol/codecup_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "protocol/codecup_game.h"

namespace banyan {
namespace {

/// What a search does not see: the program's own beginning and end.
double held_back(double seconds) { return std::min(0.5, seconds / 20); }

/// The player with a tree that fits, where it was not told how large that may be.
Spec within_memory(const Spec& given) {
  Spec spec = given;  // by its name, which may be that of a level
  const Spec whole = resolve_player(given);
  const auto has = [&](std::string_view key) {
    return std::any_of(whole.values.begin(), whole.values.end(), [&](const auto& value) { return value.first == key; });
  };
  for (const AlgorithmInfo& algorithm : algorithms()) {
    if (algorithm.name != whole.name) continue;
    const bool takes_memory = std::any_of(algorithm.params.begin(), algorithm.params.end(),
                                          [](const ParamInfo& info) { return info.name == "memory"; });
    if (takes_memory && !has("memory")) spec.values.emplace_back("memory", std::to_string(CodecupServer::usual_memory));
  }
  for (const auto& [key, value] : whole.values) {
    if ((key == "threads" && value != "1") || (key == "ponder" && value != "false")) {
      throw UsageError(
          fmt::format("the CodeCup allows one thread, and none while the other thinks: {}={}", key, value));
    }
  }
  return spec;
}

HostedGame new_game(const CodecupServer::Settings& settings) {
  HostedGame game{.game = {.session = new_session(codecup_game())}};
  game.players.emplace_back(*game.game.session, within_memory(settings.player), settings.seed);
  return game;
}

std::string_view without_line_end(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

CodecupServer::CodecupServer(Settings settings, Listener listener)
    : settings_(std::move(settings)),
      listener_(std::move(listener)),
      start_(process_cpu_seconds()),
      host_(new_game(settings_)) {
  host_.set_time({.main_seconds = settings_.seconds, .kind = ClockKind::cpu});
}

bool CodecupServer::handle(std::string_view line) {
  line = without_line_end(line);
  if (line == codecup_quit) return false;
  const bool is_first = !std::exchange(has_begun_, true);
  if (line == codecup_start) {
    if (!is_first) throw UsageError("'Start' comes first or not at all");
    answer();
    return true;
  }
  const auto move = from_codecup(line);
  if (!move) {
    throw UsageError(fmt::format("'{}': expected Start, Quit, -1 or the number of a cell, 1 to 106",
                                 std::string(line.substr(0, 40))));
  }
  host_.play(*move);
  if (!host_.read([](const SavedGame& game) { return game.result().has_value(); })) answer();
  return true;
}

void CodecupServer::answer() {
  const double left = settings_.seconds - held_back(settings_.seconds) - (process_cpu_seconds() - start_);
  const auto seat = host_.read([](const SavedGame& game) { return game.session->to_move(); });
  host_.set_clock(static_cast<std::size_t>(seat), std::max(left, 0.0), 0);
  listener_(to_codecup(host_.move({}).report.best_move) + '\n');
}

}  // namespace banyan
