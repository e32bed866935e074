// SPDX-License-Identifier: MIT
// The other processes that mpirun started along with this one.
#pragma once

#include <memory>

#include "parallel/communicator.h"

namespace banyan::cli {

/// All of them where there are several, else this process alone. Once per process.
std::unique_ptr<Communicator> join_ranks();

}  // namespace banyan::cli
