// SPDX-License-Identifier: MIT
#include "engine/havannah.h"

namespace banyan {

BANYAN_AMAF_SEARCHES(, havannah::Havannah<8>);
template class GameSession<havannah::Havannah<8>>;

}  // namespace banyan
