// SPDX-License-Identifier: MIT
// Threads that work together in rounds: run() gives every member the same work and returns when all have done it. The
// calling thread is member 0. Between rounds the others wait, at first awake, so that rounds of a few microseconds pay.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>

#include "core/threads.h"

namespace banyan {

class Team {
 public:
  /// Of as many members as the system allows, `size` at most. `neighbours` is the number of processes on this machine
  /// that have such a team.
  explicit Team(int size, int neighbours = 1);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return threads_.size() + 1; }

  /// What one member throws is thrown here, once all have ended. What was written before run() is seen by every member,
  /// and what they wrote by who called run().
  void run(const std::function<void(int member)>& work);

  /// Seconds that members have spent waiting for each other since the first round began, summed over them.
  double lost_seconds() const;

 private:
  void serve(int member);
  void wait_for_round(std::uint32_t seen) const;

  const std::function<void(int)>* work_ = nullptr;
  alignas(64) std::atomic<std::uint32_t> round_{0};
  alignas(64) std::atomic<std::uint32_t> busy_{0};  // members other than the first that have not ended the round
  std::atomic<bool> ends_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
  int spins_;
  double begin_ = 0;
  double waited_ = 0;                               // by member 0
  std::unique_ptr<std::atomic<double>[]> working_;  // seconds of the others, 8 apart: a cache line each
  Threads threads_;                                 // all but the first member
};

}  // namespace banyan
