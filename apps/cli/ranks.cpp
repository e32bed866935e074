// SPDX-License-Identifier: MIT
#include "cli/ranks.h"

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace banyan::cli {

std::unique_ptr<Communicator> join_ranks() {
  // Set by mpirun of Open MPI, and by whatever else starts processes by PMIx, as srun does. Starting MPI takes a tenth
  // of a second, so a process that was started alone does not.
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK"}) {
    if (std::getenv(name) != nullptr) return mpi_communicator();
  }
  return std::move(local_communicators(1).front());
}

int games_at_a_time(std::int64_t asked, int ranks) {
  if (asked > 0) return static_cast<int>(asked);
  return ranks > 1 ? 1 : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace banyan::cli
