// SPDX-License-Identifier: MIT
// Who searches when: as many searches at once as there are cores, each counted with its threads, in the order in which
// they were asked for. Those in the background (analyses, solves, reviews) leave one core to those that somebody's move
// waits for, where there are two, and give way after a while when others wait. One that cannot give way shares its core
// with a move that wants all of them.
//
// Any call from any thread. What a job is told comes from the threads of this class, without its lock.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/threads.h"

namespace banyan::web {

class Searches {
 public:
  struct Job {
    std::function<void()> run;               // must not throw
    std::function<void(int place)> waits{};  // its place has changed: so many are before it, itself included
    std::function<void()> hurry{};           // ends the search soon, with what is known
    std::function<void()> give_way{};        // the same, to go on later; empty: it does not
    int threads = 1;
    bool is_background = false;
    double seconds = 600;  // after these it is hurried

    // Of the queue.
    int place = 0;     // 0: it runs
    double began = 0;  // to run
    bool was_asked = false;
  };
  using Ticket = std::shared_ptr<Job>;

  Searches(int slots, std::size_t most_waiting);
  ~Searches();
  Searches(const Searches&) = delete;
  Searches& operator=(const Searches&) = delete;

  /// Throws Refusal when too many wait.
  Ticket add(Job job);
  /// True when it had not begun: it never will.
  bool cancel(const Ticket& ticket);
  /// 0 when it runs, or has ended.
  int place(const Ticket& ticket) const;

  /// To be called a few times a second: tells places, and ends what has searched for too long.
  void tick();
  /// Nothing begins any more; returns when nothing runs. What runs must be ended by others.
  void end();

 private:
  void work();
  Ticket next();  // that may begin now; under the lock
  int weight(const Job& job) const;

  const int slots_;
  const std::size_t most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Ticket> waiting_;
  std::vector<Ticket> running_;
  bool is_over_ = false;
  Threads threads_;
};

}  // namespace banyan::web
