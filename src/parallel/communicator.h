// SPDX-License-Identifier: MIT
// Processes that work together, on one machine or on several: each has a rank, and they send each other texts. The
// program speaks to this interface alone; behind it is MPI, or nothing but queues in memory.
//
// A communicator belongs to one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banyan {

class Communicator {
 public:
  virtual ~Communicator() = default;

  virtual int rank() const = 0;  // from 0 on
  virtual int size() const = 0;
  virtual int neighbours() const = 0;  // ranks that share this one's machine, itself included

  /// Returns at once; messages from one rank to another arrive in the order in which they were sent.
  virtual void send(int to, std::string message) = 0;
  /// The next message from that rank, if it has arrived.
  virtual std::optional<std::string> receive(int from) = 0;

  /// The next message from that rank, however long it takes; without keeping a processor busy.
  std::string wait_for(int from);
};

/// Communicators for threads of this process, one for each, by rank. One of size 1 is a process alone.
std::vector<std::unique_ptr<Communicator>> local_communicators(int size);

/// The processes that mpirun, or what is like it, started along with this one. To be called once, by a process that was
/// started so. When the communicator is destroyed, all ranks wait for each other; but where an error is on its way,
/// nobody waits, and mpirun ends all of them. Throws Error when the program was built without MPI.
std::unique_ptr<Communicator> mpi_communicator();

}  // namespace banyan
