// SPDX-License-Identifier: MIT
// A game in a file: the moves, and what else is needed to go on with it. docs/file-formats.md describes the text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/session.h"

namespace banyan {

/// Who plays for one of the players.
struct SavedSeat {
  std::string player;  // "human", or a player as it is written: "rave:seconds=5"
  double seconds = 0;  // of wall-clock time that it has thought so far
};

struct SavedGame {
  std::unique_ptr<Session> session;
  std::vector<SavedSeat> seats{};       // one for each player; empty when nobody has sat down
  std::optional<std::uint64_t> seed{};  // decides what chance plays
  std::optional<int> resigned{};        // who gave up, 0 = the first player
  std::string others{};                 // fields that we have no use for, as a JSON object: kept for those who have

  /// By the rules, or because somebody gave up: of two players the other one wins, and of more nobody does. Empty while
  /// the game goes on.
  std::optional<Result> result() const;
};

/// The newest version of the format, as JSON text.
std::string save_game(const SavedGame& game);

/// Any version of it. The moves are played again, so a file cannot hold a position that the rules do not allow. Throws
/// UsageError that names what is wrong. What a seat's player means is for those to check who let it play.
SavedGame load_game(std::string_view text);

}  // namespace banyan
