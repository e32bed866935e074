// SPDX-License-Identifier: MIT
#include "engine/havannah.h"

namespace banyan {

BANYAN_AMAF_SEARCHES(, havannah::Havannah<12>);
template class GameSession<havannah::Havannah<12>>;

}  // namespace banyan
