// SPDX-License-Identifier: MIT
// Which games the Go Text Protocol can carry, whichever end of it we are: its moves belong to two colours, so there is
// nobody to play for a third player or for chance, and nobody to play against for a player alone. And how their cells
// may be written, which the users of the protocol call coordinates: the notations of the game.
#pragma once

#include <string>
#include <string_view>

#include "engine/session.h"

namespace banyan {

/// Throws UsageError that says why the protocol has no place for the session's game.
void check_gtp_game(const Session& session);

/// The option `size` of a game, or 0 when it has none.
int board_size(const Session& session);

/// How the game itself writes its cells, whatever the game calls that.
inline constexpr std::string_view own_coordinates = "rows";
/// The notation of the game that coordinates mean. Throws UsageError: "coordinates 'hex': expected rows, columns or
/// littlegolem".
std::string notation_for(const Session& session, std::string_view coordinates);

}  // namespace banyan
