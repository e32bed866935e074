// SPDX-License-Identifier: MIT
// The searches of the card game that tests use by their types; they are compiled in cards.cpp.
#pragma once

#include "engine/algorithms.h"
#include "games/cards/cards.h"

namespace banyan {

BANYAN_SEARCHES(extern, cards::Cards);
BANYAN_SEARCH(extern, Expectiminimax, cards::Cards);

}  // namespace banyan
