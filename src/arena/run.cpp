// SPDX-License-Identifier: MIT
#include "arena/run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

#include "core/clock.h"

namespace banyan {
namespace {

/// How long to wait before looking again whether another process has finished what it claimed.
constexpr std::chrono::milliseconds look_again{100};

class Run {
 public:
  Run(const std::vector<Match>& matches, const RunSettings& settings, Store& store, RunControl& control,
      const std::function<void(const RunProgress&)>& observer)
      : matches_(matches),
        settings_(settings),
        control_(control),
        observer_(observer),
        schedule_(matches, settings, store),
        start_(wall_seconds()) {}

  std::vector<Tally> run() {
    std::vector<std::thread> threads;
    for (int i = 0; i < settings_.concurrency; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    return schedule_.tallies();
  }

 private:
  bool is_ending() const {
    const bool is_late = settings_.seconds > 0 && wall_seconds() - start_ >= settings_.seconds;
    return is_late || control_.finish || control_.drop.stop || error_;
  }

  void work() {
    try {
      std::unique_lock lock(mutex_);
      while (!is_ending()) {
        schedule_.read_news();
        if (schedule_.is_over()) break;
        if (const auto task = schedule_.next()) {
          play(*task, lock);
        } else {
          changed_.wait_for(lock, look_again);  // all that is missing is being played, by us or by others
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    changed_.notify_all();
  }

  void play(const Schedule::Task& task, std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    const auto game = matches_[task.match].play(task.number, control_.drop, settings_.version);
    lock.lock();
    if (!game) {
      schedule_.give_up(task);
      return;
    }
    schedule_.finish(task, *game);
    changed_.notify_all();
    if (!observer_) return;
    observer_({.tallies = schedule_.tallies(),
               .played = schedule_.played(),
               .running = schedule_.running(),
               .seconds = wall_seconds() - start_});
  }

  const std::vector<Match>& matches_;
  const RunSettings& settings_;
  RunControl& control_;
  const std::function<void(const RunProgress&)>& observer_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  Schedule schedule_;
  std::exception_ptr error_;
  double start_;
};

}  // namespace

Schedule::Schedule(const std::vector<Match>& matches, const RunSettings& settings, Store& store)
    : matches_(matches), order_(settings.order), store_(store), tried_(matches.size()), running_(matches.size()) {
  for (std::size_t i = 0; i < matches.size(); ++i) {
    ids_.push_back(store.add(matches[i]));
    indices_.emplace(ids_.back(), i);
    StopRules rules = settings.rules;
    if (!settings.games.empty()) rules.games = settings.games[i];
    tallies_.emplace_back(rules);
  }
  read_news();
}

std::optional<Schedule::Task> Schedule::next() {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    if (!tallies_[i].is_over()) order.push_back(i);
  }
  if (order_ == Order::side_by_side) {
    const auto games = [&](std::size_t i) { return tallies_[i].so_far().score.games() + running_[i]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return games(a) < games(b); });
  }
  for (const std::size_t i : order) {
    if (!tried_[i]) matches_[i].try_players();
    tried_[i] = true;
    if (const auto number = store_.claim(ids_[i], tallies_[i].first_missing(), tallies_[i].rules().games)) {
      ++running_[i];
      return Task{i, *number};
    }
  }
  return std::nullopt;
}

void Schedule::finish(const Task& task, const GameRecord& game) {
  store_.finish(ids_[task.match], game);
  --running_[task.match];
  ++played_;
  read_news();
}

void Schedule::give_up(const Task& task) {
  store_.release(ids_[task.match], task.number);
  --running_[task.match];
}

void Schedule::read_news() {
  for (const Store::Entry& entry : store_.entries_after(last_row_)) {
    last_row_ = entry.row;
    const auto [begin, end] = indices_.equal_range(entry.match);
    for (auto it = begin; it != end; ++it) tallies_[it->second].add(entry.game);
  }
}

bool Schedule::is_over() const {
  return std::all_of(tallies_.begin(), tallies_.end(), [](const Tally& tally) { return tally.is_over(); });
}

int Schedule::running() const {
  return static_cast<int>(std::accumulate(running_.begin(), running_.end(), std::uint64_t{0}));
}

std::vector<Tally> run_matches(const std::vector<Match>& matches, const RunSettings& settings, Store& store,
                               RunControl& control, const std::function<void(const RunProgress&)>& observer) {
  return Run(matches, settings, store, control, observer).run();
}

}  // namespace banyan
