// SPDX-License-Identifier: MIT
// The sessions of SameGame, one type per capacity; each is compiled in a file of its own, side by side.
#pragma once

#include "engine/game_session.h"
#include "games/samegame/samegame.h"

namespace banyan {

#ifndef BANYAN_LARGEST_ONLY
extern template class GameSession<samegame::SameGame<16>>;
#endif
extern template class GameSession<samegame::SameGame<20>>;

}  // namespace banyan
