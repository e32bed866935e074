// SPDX-License-Identifier: MIT
// Games, parameters, positions, results and searches as JSON: the one place where they become so, for the --json of the
// program and for whoever serves them. docs/file-formats.md tells the fields; engine/board_json.h has the board.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/params.h"
#include "engine/catalogue.h"
#include "engine/session.h"
#include "engine/solve.h"

namespace banyan {

/// By name, in the words of JSON Schema, so that a form can be made from it.
nlohmann::ordered_json json_of(const std::vector<ParamInfo>& params);

/// A game, its options and who can play it.
nlohmann::ordered_json json_of(const GameInfo& game);
nlohmann::ordered_json games_json();
/// Every parameter of every player and game.
nlohmann::ordered_json params_json();

nlohmann::ordered_json json_of(const Result& result);

/// Where a game stands, as lists of games tell it: how long it was and how it ended.
nlohmann::ordered_json ending_json(const Session& session);

/// Everything that a page shows of a position: the game so far, who is to move, the result, and the board with the
/// legal moves.
nlohmann::ordered_json position_json(const Session& session);

/// Half of the 95 % interval of a move's value: Wilson's for a proportion, as if its visits were independent games.
/// Among means of what lies in [0, 1] that of a proportion spreads most, so draws and points make it no wider. 0 of
/// what is proven, nothing where values are no means.
std::optional<double> uncertainty(const SearchReport& report, const MoveReport& move);

nlohmann::ordered_json json_of(const SearchReport& report);
/// A whole search: of which position, by whom, and what it found. `dealt` are the last moves of the session, if chance
/// had to play before somebody could move.
nlohmann::ordered_json search_json(const Session& session, const EnginePlayer& player, std::uint64_t seed,
                                   const std::vector<std::string>& dealt, const SearchReport& report);

/// What a solution was looked for with, beside the algorithm.
struct SolveSetting {
  std::string board;  // as it was asked for: a number, a file, or nothing where the game's option names it
  std::uint64_t seed = 1;
  int ranks = 1;
};
/// The best sequence of a one-player game, by whom and how it was found.
nlohmann::ordered_json solution_json(const Session& session, const SolvePlan& plan, const SolveSetting& setting,
                                     const SolveReport& report);

/// On one line. What users typed and programs said may be anything: what is no UTF-8 is replaced.
std::string one_line(const nlohmann::ordered_json& json);

}  // namespace banyan
