// SPDX-License-Identifier: MIT
// Games of Hive as the Universal Hive Protocol writes them, whichever end of it we are: "Base+MLP" for the options,
// "Base;InProgress;White[2];wS1;bS1 wS1-" for a game as far as it has come.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/session.h"

namespace banyan {

/// Throws UsageError when the session's game is not Hive.
void check_uhp_game(const Session& session);
/// "Base+MP" of a session of Hive.
std::string game_type_of(const Session& session);
std::string game_string_of(const Session& session);

/// `game` with these pieces: "Base+MP". Throws UsageError.
Spec with_game_type(Spec game, std::string_view type);
/// A game type or a game string, its moves played; the other options are those of `game`. Throws UsageError.
std::unique_ptr<Session> read_game_string(const Spec& game, std::string_view text);

}  // namespace banyan
