// SPDX-License-Identifier: MIT
// The other processes that mpirun started along with this one.
#pragma once

#include <cstdint>
#include <memory>

#include "parallel/communicator.h"

namespace banyan::cli {

/// All of them where there are several, else this process alone. Once per process.
std::unique_ptr<Communicator> join_ranks();

/// Games at a time: as many as asked for, or where that is 0 one for each core. Several ranks may share a machine, and
/// whoever starts them knows how many cores each may use: one, unless told.
int games_at_a_time(std::int64_t asked, int ranks = 1);

}  // namespace banyan::cli
