// SPDX-License-Identifier: MIT
// The searches of the small games that several tests use: each is compiled once, in searches.cpp beside the game.
#pragma once

#include "engine/algorithms.h"
#include "tests/games/crossing/crossing.h"
#include "tests/games/last_stone/last_stone.h"
#include "tests/games/number_triangle/number_triangle.h"
#include "tests/games/pig/pig.h"
#include "tests/games/tic_tac_toe/tic_tac_toe.h"

namespace banyan {

BANYAN_AMAF_SEARCHES(extern, tic_tac_toe::TicTacToe);
BANYAN_SEARCH(extern, TreeSearch<selection::Product>, tic_tac_toe::TicTacToe);

BANYAN_SEARCHES(extern, crossing::Crossing);
BANYAN_SEARCH(extern, Expectiminimax, crossing::Crossing);

BANYAN_SEARCHES(extern, last_stone::LastStone);
BANYAN_SEARCHES(extern, number_triangle::NumberTriangle);
BANYAN_SEARCHES(extern, pig::Pig);

}  // namespace banyan
