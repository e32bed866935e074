// SPDX-License-Identifier: MIT
#include "search/limits/limits.h"

#include <algorithm>
#include <limits>

#include "core/clock.h"

namespace banyan {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double look_interval = 1e-3;
constexpr double report_interval = 0.25;
constexpr double extension = 0.5;  // of each limit

}  // namespace

Limits::Limits(const LimitParams& params, std::uint64_t cap, const std::atomic<bool>* stop)
    : stop_(stop),
      cap_(cap),
      max_iterations_(params.iterations > 0 ? static_cast<std::uint64_t>(params.iterations)
                      : params.has_any()    ? no_cap
                                            : std::uint64_t{default_iterations}),
      max_wall_(params.seconds > 0 ? params.seconds : never),
      max_cpu_(params.cpu_seconds > 0 ? params.cpu_seconds : never),
      start_wall_(wall_seconds()),
      start_cpu_(thread_cpu_seconds()),
      last_look_wall_(start_wall_),
      last_report_(start_wall_) {}

SearchFacts Limits::facts(std::uint64_t iterations) const {
  return {.iterations = iterations,
          .seconds = wall_seconds() - start_wall_,
          .cpu_seconds = max_cpu_ == never ? 0 : thread_cpu_seconds() - start_cpu_,
          .is_cancelled = stop_ != nullptr && stop_->load(std::memory_order_relaxed)};
}

std::string_view Limits::reason_to_end(const SearchFacts& facts) const {
  if (facts.iterations >= std::min(max_iterations_, cap_)) return "iterations";
  if (facts.is_cancelled) return "cancelled";
  if (facts.seconds >= max_wall_) return "seconds";
  return facts.cpu_seconds >= max_cpu_ ? "cpu_seconds" : "";
}

bool Limits::extend_for(const SearchFacts& facts) {
  if (facts.is_settled) return false;
  if (max_iterations_ != no_cap) {
    max_iterations_ += static_cast<std::uint64_t>(static_cast<double>(max_iterations_) * extension);
  }
  max_wall_ += max_wall_ * extension;
  max_cpu_ += max_cpu_ * extension;
  return reason_to_end(facts).empty();
}

bool Limits::look(std::uint64_t iterations) {
  SearchFacts now = facts(iterations);
  reason_ = reason_to_end(now);
  if (!reason_.empty()) {
    if (!ask_settled_ || now.is_cancelled) return true;
    now.is_settled = std::exchange(ask_settled_, {})();
    if (!extend_for(now)) return true;
    reason_ = {};
  }
  // Double the step while looks come too often, halve it when they come too seldom.
  const double wall = start_wall_ + now.seconds;
  if (wall - last_look_wall_ < look_interval) {
    step_ = std::min<std::uint64_t>(2 * step_, 1 << 20);
  } else if (step_ > 1) {
    step_ /= 2;
  }
  last_look_wall_ = wall;
  next_look_ = std::min({iterations + step_, max_iterations_, cap_});
  return false;
}

bool Limits::report_is_due() {
  if (last_look_wall_ - last_report_ < report_interval) return false;
  last_report_ = last_look_wall_;
  return true;
}

}  // namespace banyan
