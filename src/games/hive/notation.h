// SPDX-License-Identifier: MIT
// Pieces, moves and games as the Universal Hive Protocol writes them: "wA1", "wA1 bQ-",
// "Base+MLP;InProgress;White[2];wS1;bS1 wS1-". Of a move, any piece beside the cell may be named, one that others cover
// or the moving piece itself, where it was, included.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/hive/hive.h"
#include "games/hive/pieces.h"

namespace banyan::hive {

std::string piece_name(Piece piece);
std::optional<Piece> parse_piece(std::string_view text);

/// "Base", "Base+MLP".
std::string game_type_text(Expansions expansions);
/// The letters may come in any order; nothing for anything else.
std::optional<Expansions> parse_game_type(std::string_view text);

/// A game string, taken apart. The moves are not played yet.
struct GameText {
  Expansions expansions;
  std::vector<std::string> moves;
};

/// A type alone, or a whole game string, of which the state and the turn are not believed: they follow from the moves.
/// Throws UsageError.
GameText parse_game_string(std::string_view text);

/// `result` is there when the game is over.
std::string game_string(const Hive& state, const std::optional<Rewards<Hive>>& result,
                        std::span<const std::string> moves);

}  // namespace banyan::hive
