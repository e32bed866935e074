// SPDX-License-Identifier: MIT
#include "arena/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "core/error.h"

namespace banyan {
namespace {

constexpr int application_id = 0x42414e59;  // "BANY"
constexpr int schema_version = 1;
constexpr int busy_milliseconds = 60'000;

constexpr const char* schema = R"(
CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
);
CREATE TABLE games (
  row INTEGER PRIMARY KEY,
  match INTEGER NOT NULL REFERENCES matches(id),
  number INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  opening TEXT NOT NULL,
  moves TEXT,
  plies INTEGER NOT NULL,
  winner INTEGER NOT NULL,
  ending TEXT NOT NULL,
  hash INTEGER NOT NULL,
  seconds_a REAL NOT NULL,
  seconds_b REAL NOT NULL,
  version TEXT NOT NULL,
  finished INTEGER NOT NULL,
  UNIQUE (match, number)
);
CREATE TABLE owners (
  id INTEGER PRIMARY KEY AUTOINCREMENT
);
CREATE TABLE claims (
  match INTEGER NOT NULL REFERENCES matches(id),
  number INTEGER NOT NULL,
  owner INTEGER NOT NULL REFERENCES owners(id),
  PRIMARY KEY (match, number)
) WITHOUT ROWID;
)";

/// A prepared statement on its way through its rows; ready again when it goes out of scope.
class Query {
 public:
  Query(sqlite3* database, const char* sql, const std::string& path) : database_(database), path_(path) {
    if (sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr) != SQLITE_OK) fail();
  }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Query& bind(std::int64_t value) { return check(sqlite3_bind_int64(statement_, ++bound_, value)); }
  Query& bind(std::uint64_t value) { return bind(static_cast<std::int64_t>(value)); }
  Query& bind(int value) { return bind(std::int64_t{value}); }
  Query& bind(double value) { return check(sqlite3_bind_double(statement_, ++bound_, value)); }
  Query& bind(const std::string& value) {
    return check(sqlite3_bind_text(statement_, ++bound_, value.data(), static_cast<int>(value.size()), nullptr));
  }
  Query& bind(const std::optional<std::string>& value) {
    return value ? bind(*value) : check(sqlite3_bind_null(statement_, ++bound_));
  }

  bool next() {
    column_ = 0;
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) fail();
    return status == SQLITE_ROW;
  }
  std::int64_t integer() { return sqlite3_column_int64(statement_, column_++); }
  std::uint64_t natural() { return static_cast<std::uint64_t>(integer()); }
  double real() { return sqlite3_column_double(statement_, column_++); }
  std::optional<std::string> text_or_null() {
    const int column = column_++;
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    if (text == nullptr) return std::nullopt;
    return std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
  }
  std::string text() { return text_or_null().value_or(""); }

 private:
  Query& check(int status) {
    if (status != SQLITE_OK) fail();
    return *this;
  }
  [[noreturn]] void fail() const { throw Error(fmt::format("store '{}': {}", path_, sqlite3_errmsg(database_))); }

  sqlite3* database_;
  const std::string& path_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int column_ = 0;
};

/// The file of locks: byte n is locked as long as owner n lives.
class Locks {
 public:
  explicit Locks(const std::string& path) : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) throw Error(fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
  }
  ~Locks() { close(descriptor_); }
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;

  bool take(std::int64_t owner) const {
    struct flock lock = byte(owner);
    return fcntl(descriptor_, F_OFD_SETLK, &lock) == 0;
  }
  /// Whether another process, or another Store of this one, holds the lock.
  bool is_held(std::int64_t owner) const {
    struct flock lock = byte(owner);
    if (fcntl(descriptor_, F_OFD_GETLK, &lock) != 0) {
      throw Error(fmt::format("cannot ask for the locks of the store: {}", std::strerror(errno)));
    }
    return lock.l_type != F_UNLCK;
  }

 private:
  static struct flock byte(std::int64_t owner) {
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = owner;
    lock.l_len = 1;
    return lock;
  }

  int descriptor_;
};

}  // namespace

class Store::Implementation {
 public:
  Implementation(std::string path, Open how) : path_(std::move(path)) {
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (how == Open::or_create ? SQLITE_OPEN_CREATE : 0);
    const int status = sqlite3_open_v2(path_.c_str(), &database_, flags, nullptr);
    if (status != SQLITE_OK) {
      const std::string reason = sqlite3_errmsg(database_);
      sqlite3_close(database_);
      throw Error(fmt::format("cannot open the store '{}': {}", path_, reason));
    }
    try {
      prepare();
    } catch (...) {
      sqlite3_close(database_);
      throw;
    }
  }

  ~Implementation() {
    if (owner_ != 0) {
      try {
        transact([&] { forget(owner_); });
      } catch (const Error&) {
        // The lock goes with the process, so the next one will see that these claims are dead.
      }
    }
    sqlite3_close(database_);
  }

  MatchId add(const Match& match) {
    const std::lock_guard lock(mutex_);
    MatchId id = 0;
    transact([&] {
      id = find(match).value_or(0);
      if (id != 0) return;
      query("INSERT INTO matches (key) VALUES (?)").bind(match.key()).next();
      id = sqlite3_last_insert_rowid(database_);
    });
    return id;
  }

  std::vector<StoredMatch> matches() {
    const std::lock_guard lock(mutex_);
    std::vector<StoredMatch> all;
    Query rows(database_, "SELECT id, key, (SELECT COUNT(*) FROM games WHERE match = id) FROM matches ORDER BY id",
               path_);
    while (rows.next()) {
      StoredMatch match{.id = rows.integer()};
      match.key = rows.text();
      match.games = rows.natural();
      all.push_back(std::move(match));
    }
    return all;
  }

  std::optional<std::uint64_t> claim(MatchId match, std::uint64_t from, std::uint64_t to) {
    const std::lock_guard lock(mutex_);
    std::optional<std::uint64_t> found;
    transact([&] {
      if (owner_ == 0) register_owner();
      found = first_free(match, from, to);
      if (found) {
        query("INSERT OR REPLACE INTO claims (match, number, owner) VALUES (?, ?, ?)")
            .bind(match)
            .bind(*found)
            .bind(owner_)
            .next();
      }
    });
    return found;
  }

  void release(MatchId match, std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    transact([&] { drop_claim(match, number); });
  }

  void finish(MatchId match, const GameRecord& game) {
    const std::lock_guard lock(mutex_);
    transact([&] {
      query(
          "INSERT OR IGNORE INTO games (match, number, seed, opening, moves, plies, winner, ending, hash, seconds_a,"
          " seconds_b, version, finished) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
          .bind(match)
          .bind(game.number)
          .bind(game.seed)
          .bind(game.opening)
          .bind(game.moves)
          .bind(game.plies)
          .bind(game.winner)
          .bind(game.ending)
          .bind(game.hash)
          .bind(game.seconds_a)
          .bind(game.seconds_b)
          .bind(game.version)
          .bind(game.finished)
          .next();
      drop_claim(match, game.number);
    });
  }

  std::vector<Entry> entries_after(std::int64_t last) {
    const std::lock_guard lock(mutex_);
    Query rows = query(
        "SELECT row, match, number, seed, opening, NULL, plies, winner, ending, hash, seconds_a, seconds_b, version,"
        " finished FROM games WHERE row > ? ORDER BY row");
    rows.bind(last);
    std::vector<Entry> all;
    while (rows.next()) {
      Entry entry{.row = rows.integer()};
      entry.match = rows.integer();
      entry.game = read_game(rows);
      all.push_back(std::move(entry));
    }
    return all;
  }

  std::vector<GameRecord> games(MatchId match, std::uint64_t from, std::uint64_t to) {
    const std::lock_guard lock(mutex_);
    Query rows = query(
        "SELECT number, seed, opening, moves, plies, winner, ending, hash, seconds_a, seconds_b, version, finished"
        " FROM games WHERE match = ? AND number >= ? AND number < ? ORDER BY number");
    rows.bind(match).bind(from).bind(to);
    std::vector<GameRecord> all;
    while (rows.next()) all.push_back(read_game(rows));
    return all;
  }

  void in_one_step(const std::function<void()>& action) {
    const std::lock_guard lock(mutex_);
    transact(action);
  }

 private:
  Query query(const char* sql) { return Query(database_, sql, path_); }
  void run(const char* sql) { query(sql).next(); }

  void prepare() {
    sqlite3_busy_timeout(database_, busy_milliseconds);
    sqlite3_extended_result_codes(database_, 1);
    use_write_ahead_log();
    // A commit survives the end of the process at once; the disk may lag behind, which only a power failure shows.
    run("PRAGMA synchronous = NORMAL");
    run("PRAGMA foreign_keys = ON");
    transact([&] {
      if (pragma("PRAGMA application_id") == 0 && count_tables() == 0) {
        if (sqlite3_exec(database_, schema, nullptr, nullptr, nullptr) != SQLITE_OK) {
          throw Error(fmt::format("store '{}': {}", path_, sqlite3_errmsg(database_)));
        }
        run(fmt::format("PRAGMA application_id = {}", application_id).c_str());
        run(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
      }
    });
    if (pragma("PRAGMA application_id") != application_id) {
      throw Error(fmt::format("'{}' is an SQLite file of another program, not a store of games", path_));
    }
    if (const auto version = pragma("PRAGMA user_version"); version != schema_version) {
      throw Error(fmt::format("store '{}': its version is {}, expected {}", path_, version, schema_version));
    }
  }

  /// Two processes that open a new file at the same moment: the switch to WAL does not wait for the other's lock.
  void use_write_ahead_log() {
    for (int attempt = 0;; ++attempt) {
      try {
        run("PRAGMA journal_mode = WAL");
        return;
      } catch (const Error&) {
        const int reason = sqlite3_errcode(database_);
        if ((reason != SQLITE_BUSY && reason != SQLITE_LOCKED) || attempt >= 600) throw;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
    }
  }

  std::int64_t pragma(const char* sql) {
    Query rows = query(sql);
    return rows.next() ? rows.integer() : 0;
  }
  std::int64_t count_tables() { return pragma("SELECT COUNT(*) FROM sqlite_master"); }

  /// In one transaction that may write; within another one, as a part of that.
  template <class Action>
  void transact(Action action) {
    if (sqlite3_get_autocommit(database_) == 0) {
      action();
      return;
    }
    run("BEGIN IMMEDIATE");
    try {
      action();
      run("COMMIT");
    } catch (...) {
      sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);
      throw;
    }
  }

  std::optional<MatchId> find(const Match& match) {
    Query exact = query("SELECT id FROM matches WHERE key = ?");
    exact.bind(match.key());
    if (exact.next()) return exact.integer();
    Query rows = query("SELECT id, key FROM matches ORDER BY id");
    while (rows.next()) {
      const MatchId id = rows.integer();
      try {
        if (Match::from_key(rows.text()).key() == match.key()) return id;
      } catch (const UsageError&) {
        // A match of a game, a player or a parameter that is no more: certainly not this one.
      }
    }
    return std::nullopt;
  }

  void register_owner() {
    if (!locks_) locks_ = std::make_unique<Locks>(path_ + "-locks");
    std::vector<std::int64_t> dead;
    {
      Query rows = query("SELECT id FROM owners");
      while (rows.next()) {
        const std::int64_t owner = rows.integer();
        if (!locks_->is_held(owner)) dead.push_back(owner);
      }
    }
    for (const std::int64_t owner : dead) forget(owner);
    run("INSERT INTO owners DEFAULT VALUES");
    const std::int64_t owner = sqlite3_last_insert_rowid(database_);
    if (!locks_->take(owner)) throw Error(fmt::format("store '{}': cannot lock its claims", path_));
    owner_ = owner;
  }

  void forget(std::int64_t owner) {
    query("DELETE FROM claims WHERE owner = ?").bind(owner).next();
    query("DELETE FROM owners WHERE id = ?").bind(owner).next();
  }

  std::optional<std::uint64_t> first_free(MatchId match, std::uint64_t from, std::uint64_t to) {
    Query finished = query("SELECT number FROM games WHERE match = ? AND number >= ? ORDER BY number");
    Query claimed = query("SELECT number, owner FROM claims WHERE match = ? AND number >= ? ORDER BY number");
    finished.bind(match).bind(from);
    claimed.bind(match).bind(from);
    bool more_finished = finished.next(), more_claimed = claimed.next();
    std::uint64_t next_finished = more_finished ? finished.natural() : to;
    std::uint64_t next_claimed = more_claimed ? claimed.natural() : to;
    for (std::uint64_t number = from; number < to; ++number) {
      const bool is_finished = more_finished && next_finished == number;
      const bool is_claimed = more_claimed && next_claimed == number;
      const bool is_played = is_claimed && is_alive(claimed.integer());
      if (is_finished && (more_finished = finished.next())) next_finished = finished.natural();
      if (is_claimed && (more_claimed = claimed.next())) next_claimed = claimed.natural();
      if (!is_finished && !is_played) return number;
    }
    return std::nullopt;
  }

  bool is_alive(std::int64_t owner) const { return owner == owner_ || locks_->is_held(owner); }

  void drop_claim(MatchId match, std::uint64_t number) {
    query("DELETE FROM claims WHERE match = ? AND number = ? AND owner = ?")
        .bind(match)
        .bind(number)
        .bind(owner_)
        .next();
  }

  static GameRecord read_game(Query& rows) {
    GameRecord game{.number = rows.natural()};
    game.seed = rows.natural();
    game.opening = rows.text();
    game.moves = rows.text_or_null();
    game.plies = rows.natural();
    game.winner = static_cast<int>(rows.integer());
    game.ending = rows.text();
    game.hash = rows.natural();
    game.seconds_a = rows.real();
    game.seconds_b = rows.real();
    game.version = rows.text();
    game.finished = rows.integer();
    return game;
  }

  std::string path_;
  // Recursive, because what happens in one step calls the other functions.
  std::recursive_mutex mutex_;
  sqlite3* database_ = nullptr;
  std::unique_ptr<Locks> locks_;
  std::int64_t owner_ = 0;
};

Store::Store(const std::string& path, Open how) : implementation_(std::make_unique<Implementation>(path, how)) {}
Store::~Store() = default;

MatchId Store::add(const Match& match) { return implementation_->add(match); }
std::vector<StoredMatch> Store::matches() { return implementation_->matches(); }
std::optional<std::uint64_t> Store::claim(MatchId match, std::uint64_t from, std::uint64_t to) {
  return implementation_->claim(match, from, to);
}
void Store::release(MatchId match, std::uint64_t number) { implementation_->release(match, number); }
void Store::finish(MatchId match, const GameRecord& game) { implementation_->finish(match, game); }
std::vector<Store::Entry> Store::entries_after(std::int64_t last) { return implementation_->entries_after(last); }
std::vector<GameRecord> Store::games(MatchId match, std::uint64_t to) { return implementation_->games(match, 0, to); }
std::optional<GameRecord> Store::game(MatchId match, std::uint64_t number) {
  auto found = implementation_->games(match, number, number + 1);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}
void Store::in_one_step(const std::function<void()>& action) { implementation_->in_one_step(action); }

}  // namespace banyan
