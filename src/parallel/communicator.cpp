// SPDX-License-Identifier: MIT
#include "parallel/communicator.h"

#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace banyan {
namespace {

/// What has been sent and not yet received, by sender and receiver.
class Mailboxes {
 public:
  explicit Mailboxes(int size)
      : size_(size), queues_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {}

  int size() const { return size_; }
  void put(int from, int to, std::string message) {
    const std::lock_guard lock(mutex_);
    queue(from, to).push_back(std::move(message));
  }
  std::optional<std::string> take(int from, int to) {
    const std::lock_guard lock(mutex_);
    auto& messages = queue(from, to);
    if (messages.empty()) return std::nullopt;
    std::string first = std::move(messages.front());
    messages.pop_front();
    return first;
  }

 private:
  std::deque<std::string>& queue(int from, int to) {
    const int number = from * size_ + to;
    return queues_.at(static_cast<std::size_t>(number));
  }

  int size_;
  std::mutex mutex_;
  std::vector<std::deque<std::string>> queues_;
};

class LocalCommunicator final : public Communicator {
 public:
  LocalCommunicator(std::shared_ptr<Mailboxes> mailboxes, int rank) : mailboxes_(std::move(mailboxes)), rank_(rank) {}

  int rank() const override { return rank_; }
  int neighbours() const override { return size(); }
  int size() const override { return mailboxes_->size(); }
  void send(int to, std::string message) override { mailboxes_->put(rank_, to, std::move(message)); }
  std::optional<std::string> receive(int from) override { return mailboxes_->take(from, rank_); }

 private:
  std::shared_ptr<Mailboxes> mailboxes_;
  int rank_;
};

}  // namespace

std::string Communicator::wait_for(int from) {
  for (;;) {
    if (auto message = receive(from)) return std::move(*message);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::vector<std::unique_ptr<Communicator>> local_communicators(int size) {
  const auto mailboxes = std::make_shared<Mailboxes>(size);
  std::vector<std::unique_ptr<Communicator>> all;
  for (int rank = 0; rank < size; ++rank) all.push_back(std::make_unique<LocalCommunicator>(mailboxes, rank));
  return all;
}

}  // namespace banyan
