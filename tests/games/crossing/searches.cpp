// SPDX-License-Identifier: MIT
#include "tests/games/searches.h"

namespace banyan {

BANYAN_SEARCHES(, crossing::Crossing);
BANYAN_SEARCH(, Expectiminimax, crossing::Crossing);

}  // namespace banyan
