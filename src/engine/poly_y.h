// SPDX-License-Identifier: MIT
// The sessions of Poly-Y, one type per class of boards; each is compiled in a file of its own, side by side.
#pragma once

#include "engine/game_session.h"
#include "games/poly_y/poly_y.h"

namespace banyan {

#ifndef BANYAN_LARGEST_ONLY
extern template class GameSession<poly_y::PolyY<2>>;
BANYAN_AMAF_SEARCHES(extern, poly_y::PolyY<2>);
#endif
extern template class GameSession<poly_y::PolyY<4>>;
BANYAN_AMAF_SEARCHES(extern, poly_y::PolyY<4>);

}  // namespace banyan
