// SPDX-License-Identifier: MIT
#include "engine/havannah.h"

template class banyan::GameSession<banyan::havannah::Havannah<10>>;
