// SPDX-License-Identifier: MIT
#include "engine/poly_y.h"

namespace banyan {

BANYAN_AMAF_SEARCHES(, poly_y::PolyY<2>);
template class GameSession<poly_y::PolyY<2>>;

}  // namespace banyan
