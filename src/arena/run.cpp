// SPDX-License-Identifier: MIT
#include "arena/run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
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
        store_(store),
        control_(control),
        observer_(observer),
        tallies_(matches.size(), Tally(settings.rules)),
        tried_(matches.size()),
        running_(matches.size()),
        start_(wall_seconds()) {
    for (std::size_t i = 0; i < matches.size(); ++i) {
      ids_.push_back(store.add(matches[i]));
      indices_.emplace(ids_.back(), i);
    }
    read_news();
  }

  std::vector<Tally> run() {
    std::vector<std::thread> threads;
    for (int i = 0; i < settings_.concurrency; ++i) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    return std::move(tallies_);
  }

 private:
  struct Task {
    std::size_t match;
    std::uint64_t number;
  };

  bool is_ending() const { return control_.finish || control_.drop.stop || error_; }

  void work() {
    try {
      std::unique_lock lock(mutex_);
      while (!is_ending()) {
        read_news();
        if (std::all_of(tallies_.begin(), tallies_.end(), [](const Tally& tally) { return tally.is_over(); })) break;
        if (const auto task = next_task()) {
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

  /// Counts what anybody has finished since the last look.
  void read_news() {
    for (const Store::Entry& entry : store_.entries_after(last_row_)) {
      last_row_ = entry.row;
      const auto [begin, end] = indices_.equal_range(entry.match);
      for (auto it = begin; it != end; ++it) tallies_[it->second].add(entry.game);
    }
  }

  /// A game of the match that has got the fewest so far.
  std::optional<Task> next_task() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < matches_.size(); ++i) {
      if (!tallies_[i].is_over()) order.push_back(i);
    }
    const auto games = [&](std::size_t i) { return tallies_[i].so_far().score.games() + running_[i]; };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return games(a) < games(b); });
    for (const std::size_t i : order) {
      if (!tried_[i]) matches_[i].try_players();
      tried_[i] = true;
      const auto number = store_.claim(ids_[i], tallies_[i].first_missing(), settings_.rules.games);
      if (number) return Task{i, *number};
    }
    return std::nullopt;
  }

  void play(const Task& task, std::unique_lock<std::mutex>& lock) {
    ++running_[task.match];
    lock.unlock();
    const auto game = matches_[task.match].play(task.number, control_.drop, settings_.version);
    game ? store_.finish(ids_[task.match], *game) : store_.release(ids_[task.match], task.number);
    lock.lock();
    --running_[task.match];
    if (!game) return;
    ++played_;
    read_news();
    changed_.notify_all();
    if (!observer_) return;
    std::uint64_t running = 0;
    for (const std::uint64_t count : running_) running += count;
    observer_({.tallies = tallies_,
               .played = played_,
               .running = static_cast<int>(running),
               .seconds = wall_seconds() - start_});
  }

  const std::vector<Match>& matches_;
  const RunSettings& settings_;
  Store& store_;
  RunControl& control_;
  const std::function<void(const RunProgress&)>& observer_;

  std::vector<MatchId> ids_;
  std::multimap<MatchId, std::size_t> indices_;  // a match may be asked for twice

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::vector<Tally> tallies_;
  std::vector<bool> tried_;             // whether the players of a match are known to begin a game
  std::vector<std::uint64_t> running_;  // games being played by us, by match
  std::int64_t last_row_ = 0;
  std::uint64_t played_ = 0;
  std::exception_ptr error_;
  double start_;
};

}  // namespace

std::vector<Tally> run_matches(const std::vector<Match>& matches, const RunSettings& settings, Store& store,
                               RunControl& control, const std::function<void(const RunProgress&)>& observer) {
  return Run(matches, settings, store, control, observer).run();
}

}  // namespace banyan
