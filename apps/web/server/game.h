// SPDX-License-Identifier: MIT
// A game that is played over HTTP: a Host with who sits there, where the game stands in its main line, and what its
// readers are told. Every change is in the storage before anybody hears of it.
//
// Any call from any thread. Commands take turns on the game's mutex; searches run in the threads of Searches and take
// it only when they end, and their reports never do: a command may wait for a search to end while it holds the mutex.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/host.h"
#include "engine/review.h"
#include "engine/save.h"
#include "web/server/body.h"
#include "web/server/feed.h"
#include "web/server/searches.h"
#include "web/server/specs.h"
#include "web/server/storage.h"

namespace banyan::web {

/// What all games share.
struct World {
  const Bounds& bounds;
  Storage& storage;
  Searches& searches;
};

/// What somebody asked for; checked already as far as it can be without the game.
struct NewGame {
  SavedGame game;
  std::vector<std::string> seats;
  std::optional<std::string> clock{};
  bool plays_by_itself = true;
};

inline constexpr std::size_t most_seats = 8;

class Game : public std::enable_shared_from_this<Game> {
 public:
  /// A new one, stored. Throws Refusal.
  static std::shared_ptr<Game> begin(World& world, NewGame asked);
  /// One of the storage.
  static std::shared_ptr<Game> load(World& world, const StoredGame& stored);
  Game(World& world, std::string id) : world_(world), id_(std::move(id)) {}

  const std::string& id() const { return id_; }
  Json json();
  std::string file(const std::string& format);
  std::shared_ptr<EventStream> subscribe(std::shared_ptr<void> guard);

  // Commands; they throw Refusal, and then nothing has changed.
  void play(const std::string& move, std::uint64_t revision);
  void go_to(std::size_t ply, std::uint64_t revision);
  void resign(int seat, std::uint64_t revision);
  void seat(const std::vector<std::string>& seats, const std::optional<std::string>& clock, std::uint64_t revision);
  void set_auto(bool plays_by_itself);
  void step(std::uint64_t revision);
  void hurry();
  /// Waits for it.
  Json hint(const std::string& player, std::uint64_t revision);
  void annotate(const Json& notes, const Json& variations);
  /// What the move of a ply cost; waits for it.
  Json judge(std::size_t ply, const std::string& player);
  void review(const std::string& player, std::uint64_t seed);
  void stop_review();

  /// An engine that is to move begins, where games play by themselves.
  void wake();
  /// Ends what nobody listens to, and whatever has pondered for too long.
  void look(double now);
  /// Ends all of it, for good.
  void close();
  /// May be dropped: nothing goes on in it, and nobody listens.
  bool is_idle();
  double last_used() const { return last_used_; }
  bool ponders();
  void stop_pondering();
  /// What its players remember of earlier searches and do not use now, in bytes.
  std::uint64_t idle_bytes();
  void forget();

 private:
  using Lock = std::unique_lock<std::mutex>;
  struct Seat {
    std::string player;
    std::optional<std::size_t> engine{};  // its number in the host
    int threads = 1;
    bool ponders = false;
  };
  /// A search of this game: a move or a hint.
  struct Search {
    std::string kind;
    int seat = 0;
    std::shared_ptr<Host> host;
    std::string player;
    std::atomic<bool> is_cancelled{false};
    std::atomic<bool> is_hurried{false};
    std::atomic<bool> has_begun{false};
    Searches::Ticket ticket{};
    std::promise<Json> answer{};  // of a hint
    bool is_answered = false;
  };
  /// A review of the main line as it was.
  struct Reviewing {
    std::unique_ptr<Session> session;
    Review review;       // as it is kept
    std::string player;  // within the bounds
    int threads = 1;
    ReviewControl control{};
    std::atomic<bool> gives_way{false};
    std::atomic<bool> has_gone_on{false};  // since it began, or gave way
    std::size_t of = 0;
    Searches::Ticket ticket{};
  };

  // Under the mutex.
  void open(SavedGame game, const std::vector<std::string>& seats, std::size_t ply,
            const std::optional<std::string>& clock);
  void read(const Json& body);
  Json seats_json(const SavedGame& game) const;
  Json clock_json();
  /// Whether the main line goes on where the game stands.
  bool goes_beyond(const SavedGame& game) const;
  Json saved_json(const SavedGame& game) const;
  Json saved_json() const;
  Json game_json();
  Json summary_json(const Json& saved) const;
  void require(std::optional<std::uint64_t> revision);
  /// Follows what the search has played and its thread has not told yet; false when there is nothing.
  bool catch_up();
  void end_search();
  void deal();
  void follow();
  void store();
  /// Stores and tells what has changed.
  void commit();
  std::unique_ptr<Session> whole_game() const;
  Json review_json();
  void keep(const Review& review);
  void wait_to_review(const std::shared_ptr<Reviewing>& reviewing);
  void go_on_reviewing(const std::shared_ptr<Reviewing>& reviewing);
  void tell_review(const Reviewing& reviewing, const ReviewEntry& entry, std::size_t done);
  void stop_reviewing();
  void tell();
  void set_thinking(const Json& thinking);
  /// That a search waits: not once it has begun or is over, when the queue may still say so.
  void tell_place(const Search& search, int place);
  static Json thinking_of(const Search& search, int place, const Json& report);
  /// A change of the game: what fails is as it was before.
  template <class Change>
  void change(std::optional<std::uint64_t> revision, Change change);
  void restore();
  void consider();
  void begin_move();
  void think(const std::shared_ptr<Search>& search);
  void start(const std::shared_ptr<Search>& search, int threads);
  static void answer(Search& search, const Json& report);
  bool is_over() const;
  int to_move() const;
  std::size_t ply() const;
  std::optional<std::size_t> engine_to_move() const;
  bool is_pondering() const;

  World& world_;
  const std::string id_;
  std::mutex mutex_;
  std::shared_ptr<Host> host_;
  std::vector<Seat> seats_;
  std::vector<std::string> line_;  // the main line, which may go on beyond where the game stands
  Json line_result_;               // of its end
  Json others_ = Json::object();   // what else is kept in the saved game
  std::optional<std::string> clock_;
  std::uint64_t revision_ = 0;
  std::int64_t updated_ = 0;
  std::uint64_t position_ = 0;  // of the host, as far as it has been followed
  std::size_t followed_ply_ = 0;
  bool plays_by_itself_ = true;
  bool rests_ = false;       // somebody looks at an earlier position: engines wait for a move
  bool is_unheard_ = false;  // engines wait for somebody who listens
  bool is_closed_ = false;
  std::array<std::atomic<std::uint64_t>, most_seats> bytes_{};  // of each engine's last search
  std::string failure_;                                         // of the last search
  double turn_began_ = 0;
  std::optional<int> last_engine_seat_;
  bool may_ponder_ = false;
  double pondering_since_ = 0;
  std::shared_ptr<Search> search_;
  std::shared_ptr<Reviewing> reviewing_;
  std::optional<std::size_t> plies_to_review_;  // of the main line
  std::vector<std::weak_ptr<ReviewControl>> judging_;
  std::atomic<double> last_used_{0};

  std::mutex thinking_mutex_;  // taken last, by searches as well
  Json thinking_;
  Feed feed_;
};

/// As the page gets searches: what was searched, by whom, and what was found.
Json searched_json(const Session& session, const std::string& player, const SearchReport& report);

/// 128 random bits.
std::string new_id();

}  // namespace banyan::web
