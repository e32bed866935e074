// SPDX-License-Identifier: MIT
#include "search/limits/limits.h"

#include <algorithm>
#include <cmath>

#include "core/clock.h"

namespace banyan {
namespace {

constexpr double look_interval = 1e-3;
constexpr std::string_view iterations_name = "iterations";
constexpr std::size_t own_stoppers = 2;  // which every search has

/// A search to a depth may visit as many positions as numbers go.
std::uint64_t to_count(double limit) {
  return limit < 0x1p63 ? static_cast<std::uint64_t>(limit) : std::numeric_limits<std::uint64_t>::max();
}

/// By half, in whole iterations.
double extended(const Budget& budget) {
  const double more = budget.limit / 2;
  return budget.limit + (budget.used == &SearchFacts::iterations ? std::floor(more) : more);
}

std::vector<Budget> budgets_of(const LimitParams& params) {
  std::vector<Budget> all;
  if (params.iterations > 0 || !params.has_any()) {
    const std::int64_t most = params.iterations > 0 ? params.iterations : default_iterations;
    all.push_back({iterations_name, &SearchFacts::iterations, static_cast<double>(most)});
  }
  if (params.seconds > 0) all.push_back({"seconds", &SearchFacts::seconds, params.seconds});
  if (params.cpu_seconds > 0) all.push_back({"cpu_seconds", &SearchFacts::cpu_seconds, params.cpu_seconds});
  return all;
}

}  // namespace

Limits::Limits(const LimitParams& params, std::uint64_t cap, const std::atomic<bool>* stop, double report_interval)
    : stop_(stop),
      cap_(cap),
      budgets_(budgets_of(params)),
      asks_cpu_(params.cpu_seconds > 0),
      report_interval_(report_interval),
      start_wall_(wall_seconds()),
      start_cpu_(asks_cpu_ ? thread_cpu_seconds() : 0),
      last_look_wall_(start_wall_),
      last_report_(start_wall_) {
  stoppers_.push_back({"cancelled", [](const SearchFacts& facts) { return facts.is_cancelled; }});
  stoppers_.push_back(
      {iterations_name, [cap](const SearchFacts& facts) { return facts.iterations >= static_cast<double>(cap); }});
}

SearchFacts Limits::facts(std::uint64_t iterations) const {
  SearchFacts now{.iterations = static_cast<double>(iterations),
                  .seconds = wall_seconds() - start_wall_,
                  .cpu_seconds = asks_cpu_ ? thread_cpu_seconds() - start_cpu_ : 0,
                  .iterations_left = std::numeric_limits<double>::infinity(),
                  .is_cancelled = stop_ != nullptr && stop_->load(std::memory_order_relaxed)};
  for (const Budget& budget : budgets_) {
    const double used = now.*budget.used;
    const double most = ask_settled_ ? extended(budget) : budget.limit;
    const double per_unit = used > 0 ? now.iterations / used : std::numeric_limits<double>::infinity();
    now.iterations_left = std::min(now.iterations_left, per_unit * std::max(most - used, 0.0));
  }
  return now;
}

bool Limits::is_ended_by_stopper(const SearchFacts& facts, std::size_t asked) {
  for (std::size_t i = 0; i < asked; ++i) {
    if (!stoppers_[i].holds(facts)) continue;
    reason_ = stoppers_[i].name;
    return true;
  }
  return false;
}

bool Limits::is_ended_by_budget(const SearchFacts& facts) {
  const auto used_up =
      std::ranges::find_if(budgets_, [&](const Budget& each) { return facts.*each.used >= each.limit; });
  if (used_up == budgets_.end()) return false;
  reason_ = used_up->name;
  return true;
}

bool Limits::look(std::uint64_t iterations) {
  const SearchFacts now = facts(iterations);
  const bool asks_all = iterations >= next_ask_ && stoppers_.size() > own_stoppers;
  if (is_ended_by_stopper(now, asks_all ? stoppers_.size() : own_stoppers)) return true;
  if (is_ended_by_budget(now)) {
    if (!ask_settled_ || std::exchange(ask_settled_, {})()) return true;
    for (Budget& budget : budgets_) budget.limit = extended(budget);
    if (is_ended_by_budget(now)) return true;
    reason_ = {};
  }
  if (iterations >= next_clock_look_) {
    // Double the step while looks come too often, halve it when they come too seldom.
    const double wall = start_wall_ + now.seconds;
    if (wall - last_look_wall_ < look_interval) {
      step_ = std::min<std::uint64_t>(2 * step_, 1 << 20);
    } else if (step_ > 1) {
      step_ /= 2;
    }
    last_look_wall_ = wall;
    next_clock_look_ = iterations + step_;
  }
  next_look_ = std::min(next_clock_look_, most_iterations());
  if (asks_all) next_ask_ = iterations + std::max<std::uint64_t>(iterations / 16, 1);
  if (stoppers_.size() > own_stoppers) next_look_ = std::min(next_look_, next_ask_);
  return false;
}

std::uint64_t Limits::most_iterations() const {
  std::uint64_t most = cap_;
  for (const Budget& budget : budgets_) {
    if (budget.used == &SearchFacts::iterations) most = std::min(most, to_count(budget.limit));
  }
  return most;
}

bool Limits::report_is_due() {
  if (last_look_wall_ - last_report_ < report_interval_) return false;
  last_report_ = last_look_wall_;
  return true;
}

}  // namespace banyan
