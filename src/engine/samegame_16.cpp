// SPDX-License-Identifier: MIT
#include "engine/samegame.h"

template class banyan::GameSession<banyan::samegame::SameGame<16>>;
