// SPDX-License-Identifier: MIT
// Solving with several processes: every rank searches with threads of its own and draws other random numbers than the
// rest, and the best of what they find is the answer [Negrevergne & Cazenave 2017, 3.3]. Where the parameter `exchange`
// asks for it, they tell each other of their best sequences on the way.
#pragma once

#include "engine/session.h"
#include "engine/solve.h"
#include "parallel/communicator.h"

namespace banyan {

/// Session::solve, to be called by every rank with the same options. On rank 0 reports, those to the listener included,
/// and the best sequence of its checkpoints are those of all ranks together; on other ranks they are its own, but for
/// `stopped_by`, on which all agree at the end. Stopping rank 0 stops all.
SolveReport solve_together(const Session& session, SolveOptions options, SolveControl& control, Communicator& ranks);

}  // namespace banyan
