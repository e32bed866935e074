// SPDX-License-Identifier: MIT
#include "tests/games/searches.h"

namespace banyan {

BANYAN_SEARCHES(, number_triangle::NumberTriangle);

}  // namespace banyan
