// SPDX-License-Identifier: MIT
// The hall where front ends meet: a game, players of ours, their clocks, and one search at a time, which may run in the
// background. Protocols, the terminal and pages are syntax over it; it knows none of them.
//
// Every command may come from any thread, and they take their turns. A command that changes the game ends the search
// that is running, waits for it, and then aims an analysis or a player that ponders at the new position. Listeners are
// called from the thread that searches, with reports that are theirs to keep, and never again once stop() or the change
// of position has returned. A listener may call hurry() and read(); any other command from there is refused, because it
// would wait for itself. The host's end ends its search.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/params.h"
#include "core/threads.h"
#include "engine/catalogue.h"
#include "engine/save.h"
#include "engine/session.h"
#include "engine/shortage.h"
#include "search/limits/allotment.h"

namespace banyan {

/// A player of ours with what it was made from: after a search that failed it is made anew.
struct HostedPlayer {
  /// Throws UsageError when there is no such player of this game.
  HostedPlayer(const Session& session, Spec player, std::uint64_t its_seed)
      : spec(std::move(player)),
        seed(its_seed),
        engine(session.new_player(spec, seed)),
        sharing(engine->sharing()),
        work(work_of_level(spec)) {}

  Spec spec;
  std::uint64_t seed;
  std::unique_ptr<EnginePlayer> engine;  // null after a search that failed
  ClockSharing sharing;
  std::int64_t work;  // iterations of a move, whatever a clock would give for more of them; 0 = as many as it gives
};

/// A game and who plays in it.
struct HostedGame {
  SavedGame game;
  std::vector<HostedPlayer> players{};
};

class Host {
 public:
  struct Event {
    SearchReport report;
    /// What was searched: a number that grows with every change of the game.
    std::uint64_t position = 0;
    bool is_last = false;      // of this search
    std::string failure = {};  // why the search failed, in one sentence; the report is then empty
  };
  using Listener = std::function<void(const Event&)>;

  /// Who searches, and who is told about it.
  struct Order {
    std::size_t player = 0;                   // among those that were brought to the game
    std::optional<std::uint64_t> position{};  // where the game has gone on from there meanwhile, nothing is searched
    std::optional<std::size_t> clock{};       // which one is running; empty: that of who is to move
    double interval = usual_report_interval;  // seconds between two reports
    std::optional<LimitParams> limits{};      // of think(), in place of the player's own
    bool by_clock = false;                    // think() by the clock as move() does, if there is one
    std::vector<std::string> only{};          // legal moves that think() is about; empty: all moves
    std::size_t lines = 0;                    // of how many moves the value and the line are wanted
    const std::atomic<bool>* is_off{};        // where it is true, nothing is searched: stop() came before the search
    Listener listener{};
  };

  struct Moved {
    SearchReport report;
    bool is_played = false;  // false when another command ended the search: the position is no longer what it was
  };

  /// `shortage` is told by the thread that searches, and may not come back here with a command.
  explicit Host(HostedGame game, ShortageNote::Listener shortage = {});
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // ---- The game ----

  /// Another game, with other players and with clocks at their beginning; an analysis ends.
  void begin(HostedGame game);
  /// One more player; its number.
  std::size_t add(HostedPlayer player);

  /// Throws IllegalMove, and then nothing has changed but that a search has ended.
  void play(std::string_view move);
  /// What chance plays, as the game's seed decides it, until somebody is to move or the game is over.
  std::vector<std::string> deal();
  bool undo();  // false when there is nothing to take back
  bool redo();  // false when nothing was taken back
  /// Gives up for the player to move, or for another one. Throws UsageError when the game is over.
  void resign(std::optional<int> seat = {});
  /// False when nobody has given up.
  bool take_back_resignation();
  /// Adds to the time that a seat has thought in this game, as saved games keep it.
  void add_seconds(int seat, double seconds);

  /// What `reader` makes of the game, which does not change meanwhile; the search goes on.
  template <class Reader>
  auto read(Reader&& reader) const {
    const std::lock_guard lock(mutex_);
    return reader(std::as_const(game_));
  }
  /// Grows with every change of the game.
  std::uint64_t position() const;

  // ---- Clocks ----

  /// For this game and those after it, from its beginning; unlimited: there are no clocks. Throws UsageError, and the
  /// clocks stay as they were.
  void set_time(const TimeControl& time);
  /// What one player has left; see PlayerClock::set. Throws UsageError likewise.
  void set_clock(std::size_t clock, double seconds, int moves);
  /// Somebody who is none of ours took so long over a move.
  void spend(std::size_t clock, double seconds);
  /// What each clock has left; meaningless where there are no clocks.
  std::vector<double> seconds_left() const;

  // ---- Search ----

  /// Thinks about a move and plays it: by the clock, if there is one, else by the player's own limits. A level for
  /// people that is limited by work does no more of it by a clock. Whatever the search throws is thrown here.
  /// Afterwards a player that ponders does so.
  Moved move(const Order& order);
  /// The same without playing it, and without a clock unless the order says so.
  SearchReport think(const Order& order);
  /// Searches in the background until stop(), whatever limits the player has. It follows the game as it goes on, and
  /// rests while the game is over. Throws Error when no thread can be started.
  void analyse(Order order);
  /// Ends an analysis, pondering, or the search of another thread; when it returns, nothing is searched.
  void stop();
  /// Set to true, it ends the search that is running soon: a move is then played with what is known. For any thread,
  /// and for signal handlers.
  std::atomic<bool>& hurry() { return control_.stop; }

  /// What the last search of this game found that was not in an opponent's time.
  std::optional<SearchReport> report() const;
  /// Gives back what the players remember of their searches; they are made anew when they next think.
  void forget();

 private:
  using Lock = std::unique_lock<std::mutex>;
  class Searching;

  Session& session() const { return *game_.session; }
  /// There is somebody to think for.
  bool can_search() const { return !game_.result() && session().to_move() >= 0; }
  void require_search(const Order& order) const;
  bool is_overtaken_before(const Order& order) const;

  /// The lock, with nothing searched: whatever was is ended.
  Lock quiet();
  /// What comes after a change of the game: what goes on in the background is aimed at it.
  void changed(Lock& lock);
  void go_on(Lock& lock);
  /// False when there is no thread for it.
  bool start(const Order& order, bool ponders);
  void set_up(HostedGame game);
  PlayerClock& clock_of(const Order& order) {
    return clocks_[order.clock.value_or(static_cast<std::size_t>(session().to_move()))];
  }
  /// By the clock of the order, which is not charged yet.
  SearchReport search_by_clock(Lock& lock, const Order& order);
  SearchReport search(Lock& lock, const Order& order, const std::optional<LimitParams>& limits, bool saves_time);
  static void tell(Lock& lock, const Order& order, const Event& event);
  std::optional<std::size_t> ponderer() const;

  mutable std::mutex mutex_;  // for all below, but what a search uses while is_searching_
  std::condition_variable ended_;
  SavedGame game_;
  std::vector<HostedPlayer> players_;
  std::uint64_t position_ = 0;
  TimeControl time_;
  bool is_timed_ = false;
  std::vector<PlayerClock> clocks_;
  std::optional<SearchReport> report_;
  std::optional<Order> analysis_;  // that goes on whenever it can
  /// The player that moved last, and the seat it did so for.
  std::optional<std::pair<std::size_t, int>> last_mover_;

  bool is_searching_ = false;
  bool is_overtaken_ = false;  // a command has ended the search
  std::thread::id searcher_;
  SearchControl control_;
  ShortageNote shortage_;
  Threads background_;  // one, or none
};

/// What went wrong with the exception that is being handled, in one line.
std::string failure_text();

}  // namespace banyan
