// SPDX-License-Identifier: MIT
#include "search/limits/limits.h"

#include <algorithm>
#include <limits>

#include "core/clock.h"

namespace banyan {
namespace {

constexpr std::uint64_t default_iterations = 10'000;
constexpr double never = std::numeric_limits<double>::infinity();
constexpr double look_interval = 1e-3;
constexpr double report_interval = 0.25;

}  // namespace

Limits::Limits(const LimitParams& params, std::uint64_t cap, const std::atomic<bool>* stop)
    : stop_(stop),
      cap_(cap),
      max_iterations_(params.iterations > 0                          ? static_cast<std::uint64_t>(params.iterations)
                      : params.seconds > 0 || params.cpu_seconds > 0 ? no_cap
                                                                     : default_iterations),
      max_wall_(params.seconds > 0 ? params.seconds : never),
      max_cpu_(params.cpu_seconds > 0 ? params.cpu_seconds : never),
      start_wall_(wall_seconds()),
      start_cpu_(thread_cpu_seconds()),
      last_look_wall_(start_wall_),
      last_report_(start_wall_) {}

bool Limits::look(std::uint64_t iterations) {
  if (iterations >= std::min(max_iterations_, cap_)) {
    reason_ = "iterations";
    return true;
  }
  if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) {
    reason_ = "cancelled";
    return true;
  }
  const double now = wall_seconds();
  if (now - start_wall_ >= max_wall_) {
    reason_ = "seconds";
    return true;
  }
  if (max_cpu_ != never && thread_cpu_seconds() - start_cpu_ >= max_cpu_) {
    reason_ = "cpu_seconds";
    return true;
  }
  // Double the step while looks come too often, halve it when they come too seldom.
  if (now - last_look_wall_ < look_interval) {
    step_ = std::min<std::uint64_t>(2 * step_, 1 << 20);
  } else if (step_ > 1) {
    step_ /= 2;
  }
  last_look_wall_ = now;
  next_look_ = std::min({iterations + step_, max_iterations_, cap_});
  return false;
}

bool Limits::report_is_due() {
  if (last_look_wall_ - last_report_ < report_interval) return false;
  last_report_ = last_look_wall_;
  return true;
}

void Limits::extend(double factor) {
  if (max_iterations_ != no_cap) {
    max_iterations_ += static_cast<std::uint64_t>(static_cast<double>(max_iterations_) * factor);
  }
  max_wall_ += max_wall_ * factor;
  max_cpu_ += max_cpu_ * factor;
  next_look_ = 0;
}

}  // namespace banyan
