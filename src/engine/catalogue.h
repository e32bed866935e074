// SPDX-License-Identifier: MIT
// Where games meet algorithms: the list of both.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "engine/session.h"

namespace banyan {

struct AlgorithmInfo {
  std::string name;
  std::string summary;
  std::vector<ParamInfo> params;
};

/// An algorithm with settings that suit a game, as matches have shown, under a name of its own.
struct NamedPlayer {
  std::string name;
  std::string spec;
  std::string summary;
};

struct GameInfo {
  std::string name;
  std::string summary;
  std::vector<ParamInfo> options;
  std::vector<std::string> algorithms;
  /// Why an algorithm cannot play this game: (name, missing capability).
  std::vector<std::pair<std::string, std::string>> missing;
  std::vector<NamedPlayer> named = {};  // the best first: who plays when nobody is named
  /// Its moves are easier to choose from a numbered list than to type.
  bool numbers_moves = false;
};

const std::vector<GameInfo>& games();
const std::vector<AlgorithmInfo>& algorithms();

/// A new game. `spec` is the game's name and its options: `havannah:size=6,swap=true`. Throws UsageError.
std::unique_ptr<Session> new_session(const Spec& spec);

/// The game and the options of a session, as new_session reads them.
Spec spec_of(const Session& session);
/// For people: "cards start_hp=20", with the options that are not what they are by default.
std::string short_text(const Session& session);

/// "unknown player 'foo' (did you mean ..?); known: .."
UsageError unknown_name(std::string_view kind, std::string_view name, const std::vector<std::string_view>& known);

/// The algorithms, then the named players.
std::vector<std::string_view> player_names();

/// What a named player stands for; any other spec as it is. Values given beside the name win over the player's own.
Spec resolve_player(const Spec& spec);

/// Checks an algorithm's name and parameters without building it; throws UsageError.
void check_player(const Spec& given);

}  // namespace banyan
