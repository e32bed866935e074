// SPDX-License-Identifier: MIT
// The communicator behind which is MPI, and the one place where it is spoken. BANYAN_MPI is defined where it was found.
#include "core/error.h"
#include "parallel/communicator.h"

#ifdef BANYAN_MPI

#include <fmt/format.h>
#include <mpi.h>

#include <deque>
#include <exception>

namespace banyan {
namespace {

void check(int status, const char* what) {
  if (status != MPI_SUCCESS) throw Error(fmt::format("MPI failed to {} (error {})", what, status));
}

class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator() {
    int provided = 0;
    check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "start");
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "return errors");
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "tell the rank");
    check(MPI_Comm_size(MPI_COMM_WORLD, &size_), "tell the number of ranks");
    MPI_Comm here = MPI_COMM_NULL;
    check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here), "find neighbours");
    check(MPI_Comm_size(here, &neighbours_), "tell the number of neighbours");
    check(MPI_Comm_free(&here), "forget the neighbours");
  }
  ~MpiCommunicator() override {
    // Others wait for messages that will never come: MPI_Finalize would wait for them in turn. A process that ends
    // without it makes mpirun end the rest.
    if (std::uncaught_exceptions() > 0) return;
    // The checker does not see that requests wait in a list, here and in send().
    for (Outgoing& each : outgoing_) {
      MPI_Wait(&each.request, MPI_STATUS_IGNORE);  // NOLINT(clang-analyzer-optin.mpi.MPI-Checker)
    }
    MPI_Finalize();
  }
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int neighbours() const override { return neighbours_; }

  void send(int to, std::string message) override {
    forget_sent();
    Outgoing& last = outgoing_.emplace_back(Outgoing{std::move(message), MPI_REQUEST_NULL});
    const auto length = static_cast<int>(last.message.size());
    // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker)
    const int status = MPI_Isend(last.message.data(), length, MPI_CHAR, to, tag, MPI_COMM_WORLD, &last.request);
    check(status, "send");
  }

  std::optional<std::string> receive(int from) override {
    forget_sent();
    int has_arrived = 0, count = 0;
    MPI_Status status;
    check(MPI_Iprobe(from, tag, MPI_COMM_WORLD, &has_arrived, &status), "look for messages");
    if (has_arrived == 0) return std::nullopt;
    check(MPI_Get_count(&status, MPI_CHAR, &count), "tell the length of a message");
    std::string message(static_cast<std::size_t>(count), '\0');
    check(MPI_Recv(message.data(), count, MPI_CHAR, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "receive");
    return message;
  }

 private:
  static constexpr int tag = 0;

  /// A message must stay where it is until it has left.
  struct Outgoing {
    std::string message;
    MPI_Request request;
  };

  void forget_sent() {
    for (int has_left = 1; !outgoing_.empty() && has_left != 0;) {
      check(MPI_Test(&outgoing_.front().request, &has_left, MPI_STATUS_IGNORE), "send");
      if (has_left != 0) outgoing_.pop_front();
    }
  }

  int rank_ = 0, size_ = 1, neighbours_ = 1;
  std::deque<Outgoing> outgoing_;
};

}  // namespace

std::unique_ptr<Communicator> mpi_communicator() { return std::make_unique<MpiCommunicator>(); }

}  // namespace banyan

#else

namespace banyan {

std::unique_ptr<Communicator> mpi_communicator() {
  throw Error("the program was started along with others, but was built without MPI and cannot join them");
}

}  // namespace banyan

#endif
