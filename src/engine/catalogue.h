// SPDX-License-Identifier: MIT
// Where games meet algorithms: the list of both.
#pragma once

#include <cstdint>
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
  std::string level = {};  // what it is called among the opponents for people; empty: it is none of these
  double seconds = 0;      // that it thinks about a move as such an opponent; 0: it is limited by what its spec says
};

/// An opponent for people.
struct Level {
  std::string name;   // of the player
  std::string title;  // "easy"
  std::string spec;
};

struct GameInfo {
  std::string name;
  std::string summary;
  std::vector<ParamInfo> options;
  std::vector<std::string> algorithms;
  /// Why an algorithm cannot play this game: (name, missing capability).
  std::vector<std::pair<std::string, std::string>> missing;
  std::vector<NamedPlayer> named = {};  // the best first: who plays when nobody is named
  std::string reviewer = {};            // judges a move in a fraction of a second, by work alone
  std::string analyst = {};             // searches until somebody stops it
  /// s in 1 / (1 + exp(-points / s)), the reward that points of its evaluation stand for where both must be compared.
  double evaluation_scale = 10;
  /// Its moves are easier to choose from a numbered list than to type.
  bool numbers_moves = false;
};

const std::vector<GameInfo>& games();
/// The levels of a game, the weakest first.
std::vector<Level> levels(const GameInfo& game);
/// Throws UsageError when there is no such game.
const GameInfo& game_named(std::string_view name);
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

/// The iterations of a search that a level for people is limited by, as it is given; 0 for every other player.
std::int64_t work_of_level(const Spec& player);

/// Checks an algorithm's name and parameters without building it; throws UsageError.
void check_player(const Spec& given);

}  // namespace banyan
