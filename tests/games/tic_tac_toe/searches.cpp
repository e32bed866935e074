// SPDX-License-Identifier: MIT
#include "tests/games/searches.h"

namespace banyan {

BANYAN_AMAF_SEARCHES(, tic_tac_toe::TicTacToe);
BANYAN_SEARCH(, TreeSearch<selection::Product>, tic_tac_toe::TicTacToe);

}  // namespace banyan
