// SPDX-License-Identifier: MIT
#include "tests/games/searches.h"

namespace banyan {

BANYAN_SEARCHES(, last_stone::LastStone);

}  // namespace banyan
