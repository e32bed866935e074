// SPDX-License-Identifier: MIT
#include "core/team.h"

#include <immintrin.h>

#include <thread>
#include <utility>

#include "core/clock.h"

namespace banyan {
namespace {

constexpr std::size_t apart = 8;

}  // namespace

Team::Team(int size, int neighbours)
    // Where there are more members than processors, whoever waits awake keeps another from working.
    : spins_(static_cast<unsigned>(size * neighbours) <= std::thread::hardware_concurrency() ? 4000 : 0),
      working_(std::make_unique<std::atomic<double>[]>(apart * static_cast<std::size_t>(size))) {
  for (int member = 1; member < size && threads_.start([this, member] { serve(member); }); ++member) {
  }
}

Team::~Team() {
  ends_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  threads_.join();
}

void Team::wait_for_round(std::uint32_t seen) const {
  for (int i = 0; i < spins_; ++i) {
    if (round_.load(std::memory_order_acquire) != seen) return;
    _mm_pause();
  }
  while (round_.load(std::memory_order_acquire) == seen) round_.wait(seen, std::memory_order_acquire);
}

void Team::serve(int member) {
  auto& seconds = working_[apart * static_cast<std::size_t>(member)];
  for (std::uint32_t seen = 0;; ++seen) {
    wait_for_round(seen);
    if (ends_.load(std::memory_order_relaxed)) return;
    const double start = wall_seconds();
    try {
      (*work_)(member);
    } catch (...) {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
    seconds.store(seconds.load(std::memory_order_relaxed) + (wall_seconds() - start), std::memory_order_relaxed);
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void Team::run(const std::function<void(int)>& work) {
  const bool has_helpers = threads_.size() > 0;
  if (begin_ == 0) begin_ = wall_seconds();
  work_ = &work;
  busy_.store(static_cast<std::uint32_t>(threads_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  if (has_helpers) round_.notify_all();
  try {
    work(0);
  } catch (...) {
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  if (has_helpers) {
    const double start = wall_seconds();
    for (int i = 0; i < spins_ && busy_.load(std::memory_order_acquire) != 0; ++i) _mm_pause();
    for (std::uint32_t left; (left = busy_.load(std::memory_order_acquire)) != 0;) {
      busy_.wait(left, std::memory_order_acquire);
    }
    waited_ += wall_seconds() - start;
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

double Team::lost_seconds() const {
  const double elapsed = begin_ == 0 ? 0 : wall_seconds() - begin_;
  double lost = waited_;
  for (int member = 1; member < size(); ++member) {
    lost += elapsed - working_[apart * static_cast<std::size_t>(member)].load(std::memory_order_relaxed);
  }
  return lost;
}

}  // namespace banyan
