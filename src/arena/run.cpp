// SPDX-License-Identifier: MIT
#include "arena/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>

#include "arena/exchange.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/text.h"
#include "core/threads.h"

namespace banyan {
namespace {

/// How long to wait before looking again whether another process has finished what it claimed.
constexpr std::chrono::milliseconds look_again{100};
constexpr std::chrono::milliseconds look_for_messages{1};

/// Says whether two ranks would play the same games.
std::string greeting(const std::vector<Match>& matches, const RunSettings& settings) {
  std::string text = settings.version;
  for (const Match& match : matches) text += '\n' + match.key();
  return text;
}

class Run {
 public:
  Run(const std::vector<Match>& matches, const RunSettings& settings, Store& store, RunControl& control,
      const std::function<void(const RunProgress&)>& observer, Communicator& ranks)
      : ranks_(ranks),
        helpers_(static_cast<std::size_t>(ranks.size())),
        matches_(matches),
        settings_(settings),
        control_(control),
        observer_(observer),
        schedule_(matches, settings, store),
        start_(wall_seconds()) {}

  std::vector<Tally> run() {
    // Where there is nobody to hand games out to, this thread plays too.
    const int own = ranks_.size() > 1 ? 0 : 1;
    Threads threads;
    {
      const std::lock_guard lock(mutex_);  // nobody reports before all have been started
      threads.start(settings_.concurrency - own, [this] { work(); });
      concurrency_ = threads.size() + own;
    }
    own == 1 ? work() : until_error([this] { hand_out(); });
    threads.join();
    if (error_) std::rethrow_exception(error_);
    for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, "end");
    return schedule_.tallies();
  }

 private:
  bool is_ending() const {
    const bool is_late = settings_.seconds > 0 && wall_seconds() - start_ >= settings_.seconds;
    return is_late || control_.finish || control_.drop.stop || error_;
  }

  /// The first error is kept, and ends the run.
  template <class Action>
  void until_error(const Action& action) {
    try {
      action();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
    changed_.notify_all();
  }

  void work() {
    until_error([this] {
      std::unique_lock lock(mutex_);
      while (!is_ending()) {
        schedule_.read_news();
        if (schedule_.is_over()) break;
        // All that is missing may be being played, by us or by others that live.
        if (!play_next(lock)) changed_.wait_for(lock, look_again);
      }
    });
  }

  /// Plays a game, without the lock, if there is one to be had.
  bool play_next(std::unique_lock<std::mutex>& lock) {
    const auto task = schedule_.next();
    if (!task) return false;
    lock.unlock();
    const auto game = matches_[task->match].play(task->number, control_.drop, settings_.version);
    lock.lock();
    take(*task, game);
    return true;
  }

  /// Gives other ranks games to play, for as long as there are any, and waits for the last of them. Where no rank could
  /// start a thread, this thread plays, and hears from the others between its games.
  void hand_out() {
    const bool has_threads = concurrency_ > 0;
    bool is_over = false, is_dropped = false;
    for (double next_look = 0;;) {
      bool is_news = false;
      for (int rank = 1; rank < ranks_.size(); ++rank) {
        while (const auto message = ranks_.receive(rank)) {
          hear(rank, *message);
          is_news = true;
        }
      }
      std::unique_lock lock(mutex_);
      if (!is_over && (is_news || wall_seconds() >= next_look)) {
        schedule_.read_news();
        is_over = is_ending() || schedule_.is_over();
        for (int rank = 1; rank < ranks_.size() && !is_over; ++rank) feed(rank);
        next_look = wall_seconds() + 1e-3 * static_cast<double>(look_again.count());
        if (!has_threads && !is_over && nobody_else_plays()) {
          concurrency_ = 1;
          if (play_next(lock)) next_look = 0;
        }
      }
      if (control_.drop.stop && !is_dropped) {
        for (int rank = 1; rank < ranks_.size(); ++rank) ranks_.send(rank, "drop");
        is_dropped = true;
      }
      if (error_) return;  // the others are not waited for
      const auto is_free = [](const Helper& helper) { return helper.has_joined && helper.tasks.empty(); };
      if (is_over && std::all_of(helpers_.begin() + 1, helpers_.end(), is_free)) return;
      if (!is_news) changed_.wait_for(lock, look_for_messages);
    }
  }

  /// Whether every other rank has said by now that it has no thread to play with.
  bool nobody_else_plays() const {
    const auto is_idle = [](const Helper& helper) {
      return helper.has_joined && helper.free == 0 && helper.tasks.empty();
    };
    return std::all_of(helpers_.begin() + 1, helpers_.end(), is_idle);
  }

  void feed(int rank) {
    Helper& helper = helpers_[static_cast<std::size_t>(rank)];
    while (helper.free > 0) {
      const auto task = schedule_.next();
      if (!task) return;
      helper.tasks.push_back(*task);
      --helper.free;
      ranks_.send(rank, fmt::format("{} {}", task->match, task->number));
    }
  }

  void hear(int rank, const std::string& message) {
    Helper& helper = helpers_[static_cast<std::size_t>(rank)];
    if (!helper.has_joined) {
      if (message != greeting(matches_, settings_)) {
        throw Error(fmt::format("rank {} has another version of the program, or of what is to be played", rank));
      }
      helper.has_joined = true;
      return;
    }
    ++helper.free;
    if (message == "free") return;
    // "MATCH NUMBER", and on a second line the game, if it was not given up.
    const std::size_t end = message.find('\n');
    const auto is_it = [&](const Schedule::Task& task) {
      return fmt::format("{} {}", task.match, task.number) == std::string_view(message).substr(0, end);
    };
    const auto found = std::find_if(helper.tasks.begin(), helper.tasks.end(), is_it);
    if (found == helper.tasks.end()) throw Error(fmt::format("rank {} played what it was not asked to", rank));
    std::optional<GameRecord> game;
    const Schedule::Task task = *found;
    if (end != std::string::npos) {
      game = read_record_line(std::string_view(message).substr(end + 1), settings_.version,
                              matches_[task.match].players());
    }
    helper.tasks.erase(found);
    const std::lock_guard lock(mutex_);
    take(task, game);
  }

  void take(const Schedule::Task& task, const std::optional<GameRecord>& game) {
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
               .concurrency = concurrency_,
               .seconds = wall_seconds() - start_});
  }

  /// What is known of another rank.
  struct Helper {
    bool has_joined = false;
    int free = 0;                         // games that it could begin
    std::vector<Schedule::Task> tasks{};  // those that it plays
  };

  Communicator& ranks_;
  std::vector<Helper> helpers_;  // by rank
  const std::vector<Match>& matches_;
  const RunSettings& settings_;
  RunControl& control_;
  const std::function<void(const RunProgress&)>& observer_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  int concurrency_ = 0;  // games at a time
  Schedule schedule_;
  std::exception_ptr error_;
  double start_;
};

/// A rank that plays what rank 0 hands out.
class Helping {
 public:
  Helping(const std::vector<Match>& matches, const RunSettings& settings, RunControl& control, Communicator& ranks)
      : matches_(matches), settings_(settings), control_(control), ranks_(ranks) {}

  int run() {
    Threads threads;
    threads.start(settings_.concurrency, [this] { work(); });
    const int concurrency = threads.size();
    ranks_.send(0, greeting(matches_, settings_));
    for (int i = 0; i < concurrency; ++i) ranks_.send(0, "free");
    for (bool is_over = false; !is_over;) {
      while (const auto message = ranks_.receive(0)) {
        if (*message == "drop") {
          control_.drop.stop = true;
        } else {
          is_over = *message == "end";
          put(*message);
        }
      }
      std::unique_lock lock(mutex_);
      for (std::string& each : done_) ranks_.send(0, std::move(each));
      done_.clear();
      if (error_) is_over = true;
      changed_.wait_for(lock, look_for_messages);
    }
    put("end");
    threads.join();
    if (error_) std::rethrow_exception(error_);
    return concurrency;
  }

 private:
  void put(const std::string& task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(task);
    changed_.notify_all();
  }

  /// Plays until it meets "end", and leaves that for the others.
  void work() {
    try {
      std::unique_lock lock(mutex_);
      for (;;) {
        changed_.wait(lock, [this] { return !tasks_.empty(); });
        if (tasks_.front() == "end") return;
        const std::string task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        const auto parts = words(task);
        const auto match = static_cast<std::size_t>(to_integer(parts.at(0)).value());
        const auto number = static_cast<std::uint64_t>(to_integer(parts.at(1)).value());
        const auto game = matches_.at(match).play(number, control_.drop, settings_.version);
        lock.lock();
        done_.push_back(game ? task + '\n' + record_line(*game) : task);
        changed_.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
    }
  }

  const std::vector<Match>& matches_;
  const RunSettings& settings_;
  RunControl& control_;
  Communicator& ranks_;

  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<std::string> tasks_;
  std::vector<std::string> done_;  // to be sent
  std::exception_ptr error_;
};

}  // namespace

Schedule::Schedule(const std::vector<Match>& matches, const RunSettings& settings, Store& store)
    : matches_(matches), order_(settings.order), store_(store), tried_(matches.size()), running_(matches.size()) {
  for (std::size_t i = 0; i < matches.size(); ++i) {
    ids_.push_back(store.add(matches[i]));
    indices_.emplace(ids_.back(), i);
    StopRules rules = settings.rules;
    if (!settings.games.empty()) rules.games = settings.games[i];
    tallies_.emplace_back(rules, matches[i].players());
  }
  read_news();
}

Schedule::~Schedule() {
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    for (const std::uint64_t number : running_[i]) {
      try {
        store_.release(ids_[i], number);
      } catch (const Error&) {
        // The claim ends with the store.
      }
    }
  }
}

std::optional<Schedule::Task> Schedule::next() {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    if (!tallies_[i].is_over()) order.push_back(i);
  }
  if (order_ == Order::side_by_side) {
    const auto games = [&](std::size_t i) { return tallies_[i].so_far().score.games() + running_[i].size(); };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return games(a) < games(b); });
  }
  for (const std::size_t i : order) {
    if (!tried_[i]) matches_[i].try_players();
    tried_[i] = true;
    const Store::Claim claim = store_.claim(ids_[i], tallies_[i].first_missing(), tallies_[i].rules().games);
    if (claim.number) {
      running_[i].insert(*claim.number);
      return Task{i, *claim.number};
    }
    if (!claim.is_being_played) expect_all_games_of(i);
  }
  return std::nullopt;
}

void Schedule::expect_all_games_of(std::size_t match) {
  read_news();
  const Tally& tally = tallies_[match];
  if (tally.first_missing() >= tally.rules().games) return;
  throw StoreDamage(store_.path(), fmt::format("it has game {} of match {} among the finished ones, and cannot show it",
                                               tally.first_missing(), ids_[match]));
}

void Schedule::finish(const Task& task, const GameRecord& game) {
  store_.finish(ids_[task.match], game);
  running_[task.match].erase(task.number);
  ++played_;
  read_news();
}

void Schedule::give_up(const Task& task) {
  store_.release(ids_[task.match], task.number);
  running_[task.match].erase(task.number);
}

void Schedule::read_news() {
  for (const Store::Entry& entry : store_.entries_after(last_row_)) {
    last_row_ = entry.row;
    const auto [begin, end] = indices_.equal_range(entry.match);
    for (auto it = begin; it != end; ++it) {
      if (entry.game.players() != matches_[it->second].players()) {
        throw StoreDamage(store_.path(), fmt::format("game {} of match {} has not the clocks of its {} players",
                                                     entry.game.number, entry.match, matches_[it->second].players()));
      }
      tallies_[it->second].add(entry.game);
    }
  }
}

bool Schedule::is_over() const {
  return std::all_of(tallies_.begin(), tallies_.end(), [](const Tally& tally) { return tally.is_over(); });
}

int Schedule::running() const {
  std::size_t all = 0;
  for (const auto& numbers : running_) all += numbers.size();
  return static_cast<int>(all);
}

std::vector<Tally> run_matches(const std::vector<Match>& matches, const RunSettings& settings, Store& store,
                               RunControl& control, const std::function<void(const RunProgress&)>& observer,
                               Communicator& ranks) {
  return Run(matches, settings, store, control, observer, ranks).run();
}

std::vector<Tally> run_matches(const std::vector<Match>& matches, const RunSettings& settings, Store& store,
                               RunControl& control, const std::function<void(const RunProgress&)>& observer) {
  return run_matches(matches, settings, store, control, observer, *local_communicators(1).front());
}

int play_for_chief(const std::vector<Match>& matches, const RunSettings& settings, RunControl& control,
                   Communicator& ranks) {
  return Helping(matches, settings, control, ranks).run();
}

}  // namespace banyan
