// SPDX-License-Identifier: MIT
#include "engine/host.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>

#include "core/clock.h"
#include "core/error.h"

namespace banyan {
namespace {

/// Longer than anybody waits, and short enough for every clock.
constexpr LimitParams endless{.iterations = 0, .seconds = 1e6, .cpu_seconds = 0};

constexpr const char* no_thread = "no thread can be started for the analysis";

/// Does something without the lock, and has it again whatever happens.
template <class Action>
void without(std::unique_lock<std::mutex>& lock, Action action) {
  std::exception_ptr failure;
  lock.unlock();
  try {
    action();
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::string failure_text() {
  std::string text = "an unknown failure";
  try {
    throw;
  } catch (const std::bad_alloc&) {
    text = "out of memory";
  } catch (const std::exception& error) {
    text = error.what();
  } catch (...) {
  }
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text;
}

/// While it lives, a search is running. Made and ended under the lock.
class Host::Searching {
 public:
  explicit Searching(Host& host) : host_(host) {}
  ~Searching() {
    host_.is_searching_ = false;
    host_.searcher_ = {};
    host_.ended_.notify_all();
  }
  Searching(const Searching&) = delete;
  Searching& operator=(const Searching&) = delete;

  /// From now on other commands wait, or ask it to end.
  static void announce(Host& host) {
    host.is_searching_ = true;
    host.is_overtaken_ = false;
    host.control_.stop = false;
  }

 private:
  Host& host_;
};

Host::Host(HostedGame game, ShortageNote::Listener shortage) : shortage_(std::move(shortage)) {
  set_up(std::move(game));
}

Host::~Host() { stop(); }

// ---- The game ----

void Host::set_up(HostedGame game) {
  game_ = std::move(game.game);
  players_ = std::move(game.players);
  clocks_.assign(static_cast<std::size_t>(std::max(session().players(), 2)), PlayerClock(time_));
  is_timed_ = !time_.is_unlimited();
  game_.seats.resize(static_cast<std::size_t>(session().players()));
  report_.reset();
  analysis_.reset();
  last_mover_.reset();
  ++position_;
}

void Host::begin(HostedGame game) {
  const Lock lock = quiet();
  set_up(std::move(game));
}

std::size_t Host::add(HostedPlayer player) {
  Lock lock = quiet();
  players_.push_back(std::move(player));
  go_on(lock);
  return players_.size() - 1;
}

void Host::play(std::string_view move) {
  Lock lock = quiet();
  try {
    if (game_.resigned) throw IllegalMove(move, "the game is over");
    session().play(move);
  } catch (...) {
    go_on(lock);
    throw;
  }
  changed(lock);
}

std::vector<std::string> Host::deal() {
  Lock lock = quiet();
  std::vector<std::string> drawn;
  if (!game_.resigned) drawn = let_chance_play(session(), game_.seed.value_or(0));
  drawn.empty() ? go_on(lock) : changed(lock);
  return drawn;
}

bool Host::undo() {
  Lock lock = quiet();
  const bool is_done = session().undo();
  is_done ? changed(lock) : go_on(lock);
  return is_done;
}

bool Host::redo() {
  Lock lock = quiet();
  const bool is_done = session().redo();
  is_done ? changed(lock) : go_on(lock);
  return is_done;
}

void Host::resign(std::optional<int> seat) {
  Lock lock = quiet();
  if (game_.result()) throw UsageError("the game is over");
  game_.resigned = seat.value_or(session().to_move());
  changed(lock);
}

bool Host::take_back_resignation() {
  Lock lock = quiet();
  const bool is_done = game_.resigned.has_value();
  game_.resigned.reset();
  changed(lock);
  return is_done;
}

void Host::add_seconds(int seat, double seconds) {
  const Lock lock(mutex_);
  game_.seats.at(static_cast<std::size_t>(seat)).seconds += seconds;
}

std::uint64_t Host::position() const {
  const Lock lock(mutex_);
  return position_;
}

// ---- Clocks ----

void Host::set_time(const TimeControl& time) {
  time.check();
  const Lock lock(mutex_);
  time_ = time;
  is_timed_ = !time.is_unlimited();
  std::fill(clocks_.begin(), clocks_.end(), PlayerClock(time));
}

void Host::set_clock(std::size_t clock, double seconds, int moves) {
  check_clock(seconds, moves);
  const Lock lock(mutex_);
  clocks_.at(clock).set(seconds, moves);
  is_timed_ = true;
}

void Host::spend(std::size_t clock, double seconds) {
  const Lock lock(mutex_);
  clocks_.at(clock).spend(seconds);
}

std::vector<double> Host::seconds_left() const {
  const Lock lock(mutex_);
  std::vector<double> left;
  for (const PlayerClock& clock : clocks_) left.push_back(clock.seconds_left());
  return left;
}

// ---- Search ----

void Host::require_search(const Order& order) const {
  if (game_.result()) throw UsageError("there is nothing to search: the game is over");
  if (session().to_move() < 0) throw UsageError("there is nothing to search: chance moves");
  if (order.player >= players_.size() || order.clock.value_or(0) >= clocks_.size()) {
    throw UsageError(fmt::format("there is no player {} here", order.player));
  }
}

bool Host::is_overtaken_before(const Order& order) const {
  return order.position.value_or(position_) != position_ || (order.is_off != nullptr && *order.is_off);
}

Host::Moved Host::move(const Order& order) {
  Lock lock = quiet();
  if (is_overtaken_before(order)) {
    go_on(lock);
    return {};
  }
  require_search(order);
  const int seat = session().to_move();
  Moved moved;
  {
    Searching::announce(*this);
    const Searching searching(*this);
    const double start = wall_seconds();
    Event last{.report = {}, .position = position_, .is_last = true};
    moved.report = is_timed_ ? search_by_clock(lock, order) : search(lock, order, std::nullopt, false);
    moved.is_played = !is_overtaken_;
    if (moved.is_played) {
      const double seconds = wall_seconds() - start;
      clock_of(order).spend(seconds, moved.report.cpu_seconds);
      session().play(moved.report.best_move);
      game_.seats[static_cast<std::size_t>(seat)].seconds += seconds;
      report_ = moved.report;
      last_mover_ = {order.player, seat};
      ++position_;
    }
    last.report = moved.report;
    tell(lock, order, last);
  }
  if (moved.is_played) go_on(lock);
  return moved;
}

SearchReport Host::think(const Order& order) {
  Lock lock = quiet();
  if (is_overtaken_before(order)) {
    go_on(lock);
    return {};
  }
  require_search(order);
  Event last{.report = {}, .position = position_, .is_last = true};
  bool is_overtaken = false;
  {
    Searching::announce(*this);
    const Searching searching(*this);
    const bool is_by_clock = order.by_clock && is_timed_;
    const double start = wall_seconds();
    last.report = is_by_clock ? search_by_clock(lock, order) : search(lock, order, order.limits, false);
    is_overtaken = is_overtaken_;
    if (!is_overtaken) report_ = last.report;
    if (is_by_clock) clock_of(order).spend(wall_seconds() - start, last.report.cpu_seconds);
    tell(lock, order, last);
  }
  if (!is_overtaken) go_on(lock);
  return last.report;
}

void Host::analyse(Order order) {
  const Lock lock = quiet();
  if (order.player >= players_.size()) throw UsageError(fmt::format("there is no player {} here", order.player));
  analysis_ = std::move(order);
  if (!can_search() || start(*analysis_, false)) return;
  analysis_.reset();
  throw Error(no_thread);
}

void Host::stop() {
  const Lock lock = quiet();
  analysis_.reset();
}

std::optional<SearchReport> Host::report() const {
  const Lock lock(mutex_);
  return report_;
}

void Host::forget() {
  const Lock lock = quiet();
  for (HostedPlayer& player : players_) player.engine.reset();
}

Host::Lock Host::quiet() {
  Lock lock(mutex_);
  if (searcher_ == std::this_thread::get_id()) {
    throw Error("a listener cannot change the game that is being searched");
  }
  while (is_searching_) {
    is_overtaken_ = true;
    control_.stop = true;
    ended_.wait(lock);
  }
  background_.join();  // at once: it has nothing left to do
  return lock;
}

void Host::changed(Lock& lock) {
  ++position_;
  go_on(lock);
}

void Host::go_on(Lock& lock) {
  if (!can_search()) return;
  if (analysis_) {
    if (start(*analysis_, false)) return;
    const Order order = *std::exchange(analysis_, std::nullopt);
    tell(lock, order, {.report = {}, .position = position_, .is_last = true, .failure = no_thread});
  } else if (const auto player = ponderer()) {
    static_cast<void>(start({.player = *player}, true));  // where there is no thread, nobody ponders
  }
}

std::optional<std::size_t> Host::ponderer() const {
  if (!last_mover_) return std::nullopt;
  const auto& [player, seat] = *last_mover_;
  const auto& engine = players_[player].engine;
  if (!engine || !engine->params().ponder || session().to_move() == seat) return std::nullopt;
  return player;
}

bool Host::start(const Order& order, bool ponders) {
  background_.join();
  Searching::announce(*this);
  const bool has_started = background_.start([this, order, ponders] {
    Lock lock(mutex_);
    const Searching searching(*this);
    Event last{.report = {}, .position = position_, .is_last = true};
    try {
      last.report = search(lock, order, endless, false);
      if (!ponders) report_ = last.report;
    } catch (...) {
      last.failure = failure_text();
    }
    try {
      tell(lock, order, last);
    } catch (...) {  // there is nobody else to tell
    }
  });
  if (!has_started) is_searching_ = false;
  return has_started;
}

SearchReport Host::search_by_clock(Lock& lock, const Order& order) {
  const HostedPlayer& player = players_[order.player];
  const PlayerClock& clock = clock_of(order);
  LimitParams limits = clock.allot_limits(expected_moves(session().moves_left(), session().players()), player.sharing);
  limits.iterations = order.limits ? order.limits->iterations : player.work;
  return search(lock, order, limits, clock.keeps_what_is_saved());
}

SearchReport Host::search(Lock& lock, const Order& order, const std::optional<LimitParams>& limits, bool saves_time) {
  searcher_ = std::this_thread::get_id();
  HostedPlayer& player = players_[order.player];
  control_.only = order.only;
  control_.lines = order.lines;
  control_.limits = limits;
  control_.saves_time = saves_time;
  control_.report_interval = order.interval;
  control_.progress = nullptr;
  if (order.listener) {
    control_.progress = [this, &order, position = position_](const SearchReport& report) {
      shortage_.look(report);
      order.listener({.report = report, .position = position});
    };
  }
  SearchReport report;
  without(lock, [&] {
    try {
      if (!player.engine) player.engine = session().new_player(player.spec, player.seed);
      report = player.engine->search(session(), control_);
      shortage_.look(report);
    } catch (...) {
      player.engine.reset();
      throw;
    }
  });
  return report;
}

void Host::tell(Lock& lock, const Order& order, const Event& event) {
  if (order.listener) without(lock, [&] { order.listener(event); });
}

}  // namespace banyan
