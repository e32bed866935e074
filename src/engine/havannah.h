// SPDX-License-Identifier: MIT
// The sessions of Havannah, one type per capacity; each is compiled in a file of its own, side by side.
#pragma once

#include "engine/game_session.h"
#include "games/havannah/havannah.h"

namespace banyan {

#ifndef BANYAN_LARGEST_ONLY
extern template class GameSession<havannah::Havannah<6>>;
extern template class GameSession<havannah::Havannah<8>>;
extern template class GameSession<havannah::Havannah<10>>;
BANYAN_AMAF_SEARCHES(extern, havannah::Havannah<6>);
BANYAN_AMAF_SEARCHES(extern, havannah::Havannah<8>);
BANYAN_AMAF_SEARCHES(extern, havannah::Havannah<10>);
#endif
extern template class GameSession<havannah::Havannah<12>>;
BANYAN_AMAF_SEARCHES(extern, havannah::Havannah<12>);

}  // namespace banyan
