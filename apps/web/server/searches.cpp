// SPDX-License-Identifier: MIT
#include "web/server/searches.h"

#include <algorithm>

#include "core/clock.h"
#include "web/server/http.h"

namespace banyan::web {
namespace {

constexpr double turn_seconds = 2;  // that a search goes on before it gives way

/// What the job was to call, taken from it: this may hold the last of whoever holds the job.
Searches::Job emptied(Searches::Job& job) {
  Searches::Job calls;
  std::swap(calls.run, job.run);
  std::swap(calls.waits, job.waits);
  std::swap(calls.hurry, job.hurry);
  std::swap(calls.give_way, job.give_way);
  return calls;
}

}  // namespace

Searches::Searches(int slots, std::size_t most_waiting) : slots_(std::max(slots, 1)), most_waiting_(most_waiting) {
  threads_.start(slots_, [this] { work(); });
  if (threads_.size() == 0) throw Refusal(429, "no thread can be started for searches");
}

Searches::~Searches() { end(); }

int Searches::weight(const Job& job) const {
  return std::clamp(job.threads, 1, job.is_background ? std::max(1, slots_ - 1) : slots_);
}

Searches::Ticket Searches::add(Job job) {
  auto ticket = std::make_shared<Job>(std::move(job));
  const std::lock_guard lock(mutex_);
  if (is_over_) throw Refusal(429, "the server is stopping");
  if (waiting_.size() >= most_waiting_) throw Refusal(429, "too many searches are waiting");
  waiting_.push_back(ticket);
  ticket->place = next() == ticket ? 0 : static_cast<int>(waiting_.size());
  changed_.notify_all();
  return ticket;
}

bool Searches::cancel(const Ticket& ticket) {
  Job calls;  // goes without the lock
  const std::lock_guard lock(mutex_);
  if (std::erase(waiting_, ticket) == 0) return false;
  calls = emptied(*ticket);
  return true;
}

int Searches::place(const Ticket& ticket) const {
  const std::lock_guard lock(mutex_);
  return ticket->place;
}

Searches::Ticket Searches::next() {
  int used = 0, background = 0, stubborn = 0;
  for (const Ticket& job : running_) {
    used += weight(*job);
    if (!job->is_background) continue;
    background += weight(*job);
    if (!job->give_way) stubborn += weight(*job);
  }
  for (const Ticket& job : waiting_) {
    if (job->is_background && background > 0 && background + weight(*job) > std::max(1, slots_ - 1)) continue;
    // Whoever wants all cores would wait to the end of what does not give way.
    const int in_its_way = job->is_background ? used : used - stubborn;
    if (in_its_way > 0 && in_its_way + weight(*job) > slots_) return nullptr;  // nobody overtakes it
    return job;
  }
  return nullptr;
}

void Searches::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    Ticket job;
    changed_.wait(lock, [&] { return is_over_ || (job = next()) != nullptr; });
    if (is_over_) return;
    std::erase(waiting_, job);
    running_.push_back(job);
    job->place = 0;
    job->began = wall_seconds();
    lock.unlock();
    job->run();
    lock.lock();
    std::erase(running_, job);
    Job calls = emptied(*job);
    changed_.notify_all();
    lock.unlock();
    calls = {};
    job.reset();
    lock.lock();
  }
}

void Searches::tick() {
  std::vector<std::function<void()>> calls;
  {
    const std::lock_guard lock(mutex_);
    const double now = wall_seconds();
    int place = 0;
    for (const Ticket& job : waiting_) {
      if (job->place == ++place) continue;
      job->place = place;
      if (job->waits) calls.emplace_back([waits = job->waits, place] { waits(place); });
    }
    for (const Ticket& job : running_) {
      if (now - job->began > job->seconds && job->hurry) calls.push_back(job->hurry);
    }
    // One at a time gives way: whoever has searched for the longest time.
    const auto oldest = std::find_if(running_.begin(), running_.end(), [&](const Ticket& job) {
      return job->give_way && !job->was_asked && now - job->began > turn_seconds;
    });
    if (!waiting_.empty() && oldest != running_.end()) {
      (*oldest)->was_asked = true;
      calls.push_back((*oldest)->give_way);
    }
  }
  for (const auto& call : calls) call();
}

void Searches::end() {
  std::vector<Job> calls;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    for (const Ticket& job : waiting_) calls.push_back(emptied(*job));
    waiting_.clear();
    changed_.notify_all();
  }
  threads_.join();
}

}  // namespace banyan::web
