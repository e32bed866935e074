// SPDX-License-Identifier: MIT
#include "tests/games/searches.h"

namespace banyan {

BANYAN_SEARCHES(, pig::Pig);

}  // namespace banyan
