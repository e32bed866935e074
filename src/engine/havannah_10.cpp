// SPDX-License-Identifier: MIT
#include "engine/havannah.h"

namespace banyan {

BANYAN_AMAF_SEARCHES(, havannah::Havannah<10>);
template class GameSession<havannah::Havannah<10>>;

}  // namespace banyan
