// SPDX-License-Identifier: MIT
#include "arena/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_map>

#include "core/random.h"

namespace banyan {
namespace {

constexpr int application_id = 0x42414e59;  // "BANY"
constexpr int schema_version = 3;           // 1 had no checksums, 2 no third player
constexpr int busy_milliseconds = 60'000;

constexpr const char* schema = R"(
CREATE TABLE matches (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  checksum INTEGER
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
  checksum INTEGER,
  seconds_c REAL,
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

/// Of the fields of a row, in their order. Any one byte that changes, changes it.
class Checksum {
 public:
  Checksum& add(std::uint64_t value) {
    sum_ = mix64(sum_ ^ value);
    return *this;
  }
  Checksum& add(std::int64_t value) { return add(static_cast<std::uint64_t>(value)); }
  Checksum& add(double value) { return add(std::bit_cast<std::uint64_t>(value)); }
  Checksum& add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (std::size_t i = 0; i < text.size(); i += 8) {
      std::uint64_t word = 0;
      for (const char c : text.substr(i, 8)) word = word << 8 | static_cast<unsigned char>(c);
      add(word);
    }
    return *this;
  }
  std::uint64_t sum() const { return sum_; }

 private:
  std::uint64_t sum_ = golden_ratio;
};

std::uint64_t checksum_of(MatchId id, std::string_view key) { return Checksum().add(id).add(key).sum(); }

std::uint64_t checksum_of(MatchId match, const GameRecord& game) {
  Checksum sum;
  sum.add(match).add(game.number).add(game.seed).add(game.opening);
  sum.add(std::uint64_t{game.moves.has_value()}).add(game.moves.value_or(""));
  sum.add(game.plies).add(std::int64_t{game.winner}).add(game.ending).add(game.hash);
  sum.add(game.seconds_a).add(game.seconds_b).add(game.version).add(game.finished);
  if (game.seconds_c) sum.add(*game.seconds_c);
  return sum.sum();
}

std::string name_of_game(MatchId match, std::uint64_t number) {
  return fmt::format("game {} of match {}", number, match);
}

/// A prepared statement on its way through its rows; ready again when it goes out of scope.
class Query {
 public:
  Query(sqlite3* database, const char* sql, const std::string& path) : database_(database), path_(path) {
    if (const int status = sqlite3_prepare_v2(database, sql, -1, &statement_, nullptr); status != SQLITE_OK) {
      if (status == SQLITE_ERROR) throw StoreDamage(path, sqlite3_errmsg(database));  // not the tables of a store
      fail();
    }
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
  template <class T>
  Query& bind(const std::optional<T>& value) {
    return value ? bind(*value) : check(sqlite3_bind_null(statement_, ++bound_));
  }

  /// From the beginning, with other values.
  Query& again() {
    sqlite3_reset(statement_);
    bound_ = 0;
    return *this;
  }

  bool next() {
    column_ = 0;
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) fail();
    return status == SQLITE_ROW;
  }
  std::int64_t integer() { return sqlite3_column_int64(statement_, column_++); }
  std::uint64_t natural() { return static_cast<std::uint64_t>(integer()); }
  std::optional<std::uint64_t> natural_or_null() {
    if (sqlite3_column_type(statement_, column_) != SQLITE_NULL) return natural();
    ++column_;
    return std::nullopt;
  }
  double real() { return sqlite3_column_double(statement_, column_++); }
  std::optional<double> real_or_null() {
    if (sqlite3_column_type(statement_, column_) != SQLITE_NULL) return real();
    ++column_;
    return std::nullopt;
  }
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
  [[noreturn]] void fail() const {
    if ((sqlite3_errcode(database_) & 0xff) == SQLITE_CORRUPT) throw StoreDamage(path_, sqlite3_errmsg(database_));
    throw Error(fmt::format("store '{}': {}", path_, sqlite3_errmsg(database_)));
  }

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
    if (owner <= 0) return false;  // nobody's number
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
  enum class Checks { all, of_records };

  Implementation(std::string path, Open how, Checks checks = Checks::all) : path_(std::move(path)) {
    const int status =
        how == Open::to_write ? open_file(path_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) : open_to_read();
    if (status != SQLITE_OK) {
      const std::string reason = sqlite3_errmsg(database_);
      sqlite3_close(database_);
      throw Error(fmt::format("cannot open the store '{}': {}", path_, reason));
    }
    try {
      prepare(how, checks);
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

  const std::string& path() const { return path_; }

  std::optional<MatchId> find(const Match& match) {
    const std::lock_guard lock(mutex_);
    {
      Query exact = query(select_matches("WHERE key = ?").c_str());
      exact.bind(match.key());
      if (exact.next()) return read_match(exact).id;
    }
    translate_keys();
    const auto found = translated_.find(match.key());
    return found == translated_.end() ? std::nullopt : std::optional(found->second);
  }

  MatchId add(const Match& match) {
    const std::lock_guard lock(mutex_);
    // Before the transaction, which keeps others from writing: there is little left to translate in it.
    MatchId id = find(match).value_or(0);
    if (id != 0) return id;
    transact([&] {
      id = find(match).value_or(0);
      if (id != 0) return;
      id = pragma("SELECT COALESCE(MAX(id), 0) + 1 FROM matches");
      insert_match(id, match.key());
    });
    return id;
  }

  std::vector<StoredMatch> matches() {
    const std::lock_guard lock(mutex_);
    std::vector<StoredMatch> all;
    Query rows = query(select_matches("ORDER BY id").c_str());
    Query count = query("SELECT COUNT(*) FROM games WHERE match = ?");
    while (rows.next()) {
      StoredMatch match = read_match(rows);
      count.again().bind(match.id).next();
      match.games = count.natural();
      all.push_back(std::move(match));
    }
    return all;
  }

  Claim claim(MatchId match, std::uint64_t from, std::uint64_t to) {
    const std::lock_guard lock(mutex_);
    Claim claim;
    transact([&] {
      if (owner_ == 0) register_owner();
      claim = first_free(match, from, to);
      if (claim.number) {
        query("INSERT OR REPLACE INTO claims (match, number, owner) VALUES (?, ?, ?)")
            .bind(match)
            .bind(*claim.number)
            .bind(owner_)
            .next();
      }
    });
    if (claim.number) ours_.emplace(match, *claim.number);
    return claim;
  }

  void release(MatchId match, std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    transact([&] { drop_claim(match, number); });
  }

  void finish(MatchId match, const GameRecord& game) {
    const std::lock_guard lock(mutex_);
    transact([&] {
      insert_game(match, game);
      drop_claim(match, game.number);
    });
  }

  std::vector<Entry> entries_after(std::int64_t last) {
    const std::lock_guard lock(mutex_);
    Query rows = query(select_games("WHERE row > ? ORDER BY row").c_str());
    rows.bind(last);
    std::vector<Entry> all;
    while (rows.next()) {
      all.push_back(read_game(rows));
      all.back().game.moves.reset();
    }
    return all;
  }

  std::vector<GameRecord> games(MatchId match, std::uint64_t from, std::uint64_t to) {
    const std::lock_guard lock(mutex_);
    Query rows = query(select_games("WHERE match = ? AND number >= ? AND number < ? ORDER BY number").c_str());
    rows.bind(match).bind(from).bind(to);
    std::vector<GameRecord> all;
    while (rows.next()) all.push_back(read_game(rows).game);
    return all;
  }

  void in_one_step(const std::function<void()>& action) {
    const std::lock_guard lock(mutex_);
    translate_keys();  // before the transaction, as add does
    transact(action);
  }

  /// Copies what is whole, and names what is not.
  void rescue_into(Rescue& rescue) {
    const std::int64_t most_rows = pragma("PRAGMA page_count") * pragma("PRAGMA page_size") / smallest_row;
    Implementation& other = *rescue.whole->implementation_;
    run("BEGIN");  // so that the file is locked once, not for every row
    other.transact([&] { rescue_games(rescue, most_rows, rescue_matches(other, most_rows)); });
  }

 private:
  static constexpr std::int64_t smallest_row = 32;  // bytes in the file
  using Name = std::pair<MatchId, std::uint64_t>;   // of a game

  Query query(const char* sql) { return Query(database_, sql, path_); }
  void run(const char* sql) { query(sql).next(); }

  int open_file(const std::string& name, int flags) {
    return sqlite3_open_v2(name.c_str(), &database_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  }

  /// Even to read, SQLite makes files beside one in WAL mode, and removes them at the end. Where we may not write, the
  /// store is either in use, and these are there, or nobody has it open, and it can be read as it stands. (Should
  /// another user begin to write in the same moment, the checksums tell what was read too late.)
  int open_to_read() {
    namespace fs = std::filesystem;
    std::error_code failure;
    const fs::path file = fs::canonical(path_, failure);
    if (failure == std::errc::no_such_file_or_directory) throw Error(fmt::format("there is no store '{}'", path_));
    if (failure) throw Error(fmt::format("cannot open the store '{}': {}", path_, failure.message()));
    const auto may_write = [](const fs::path& path) { return access(path.c_str(), W_OK) == 0; };
    if (may_write(file) && may_write(file.parent_path())) return open_file(path_, SQLITE_OPEN_READWRITE);
    const bool has_log = fs::exists(file.string() + "-wal", failure);
    if (has_log && fs::exists(file.string() + "-shm", failure)) return open_file(path_, SQLITE_OPEN_READONLY);
    std::string uri = "file://";
    for (const char c : file.string()) {
      uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", c) : std::string(1, c);
    }
    if (!has_log) return open_file(uri + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    // A log without its index: both were copied after a process had been killed. Alone, SQLite keeps the index in
    // memory.
    const int status = open_file(uri + "?vfs=unix-none", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    return status != SQLITE_OK ? status
                               : sqlite3_exec(database_, "PRAGMA locking_mode = EXCLUSIVE", nullptr, nullptr, nullptr);
  }

  void prepare(Open how, Checks checks) {
    sqlite3_busy_timeout(database_, busy_milliseconds);
    sqlite3_extended_result_codes(database_, 1);
    if (checks == Checks::of_records) run("PRAGMA writable_schema = ON");  // reads on where the file is cut off
    // Tables and number are written in one step, so what has tables has its number.
    if (count_tables() > 0) expect_our_number();
    if (how == Open::to_write) {
      use_write_ahead_log();
      // A commit survives the end of the process at once; the disk may lag behind, which only a power failure shows.
      run("PRAGMA synchronous = NORMAL");
      run("PRAGMA foreign_keys = ON");
      transact([&] { create_if_empty(); });
    } else {
      run("PRAGMA query_only = ON");
    }
    expect_our_number();
    version_ = pragma("PRAGMA user_version");
    if (version_ < 1 || version_ > schema_version) {
      throw Error(fmt::format("store '{}': its version is {}, expected {}", path_, version_, schema_version));
    }
    if (checks == Checks::all) check_structure();
    if (how == Open::to_write && version_ < schema_version) transact([&] { upgrade(); });
  }

  void create_if_empty() {
    if (pragma("PRAGMA application_id") != 0 || count_tables() > 0) return;
    execute(schema);
    run(fmt::format("PRAGMA application_id = {}", application_id).c_str());
    run(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
  }

  void expect_our_number() {
    if (pragma("PRAGMA application_id") == application_id) return;
    if (count_tables() == 0) throw StoreIsEmpty(fmt::format("'{}' is empty, not a store of games", path_));
    throw Error(fmt::format("'{}' is an SQLite file of another program, not a store of games", path_));
  }

  /// Tables and indices, and whether they agree. (quick_check is twice as fast, and would miss that a game is in the
  /// one and not in the other.)
  void check_structure() {
    Query rows = query("PRAGMA integrity_check(1)");
    std::string answer = rows.next() ? rows.text() : "no answer";
    if (answer == "ok") return;
    answer = answer.substr(answer.rfind('\n') + 1);
    throw StoreDamage(path_, answer);
  }

  /// Brings an old store to today's version. Another process may have done it in the meantime.
  void upgrade() {
    version_ = pragma("PRAGMA user_version");
    if (version_ == schema_version) return;
    if (version_ == 1) add_checksums();
    execute("ALTER TABLE games ADD COLUMN seconds_c REAL");
    run(fmt::format("PRAGMA user_version = {}", schema_version).c_str());
    version_ = schema_version;
  }

  void add_checksums() {
    std::vector<std::pair<std::int64_t, std::uint64_t>> matches, games;
    {
      Query rows = query(select_matches("").c_str());
      while (rows.next()) {
        const StoredMatch match = read_match(rows);
        matches.emplace_back(match.id, checksum_of(match.id, match.key));
      }
    }
    {
      Query rows = query(select_games("").c_str());
      while (rows.next()) {
        const Entry entry = read_game(rows);
        games.emplace_back(entry.row, checksum_of(entry.match, entry.game));
      }
    }
    execute("ALTER TABLE matches ADD COLUMN checksum INTEGER; ALTER TABLE games ADD COLUMN checksum INTEGER");
    Query set_match = query("UPDATE matches SET checksum = ? WHERE id = ?");
    for (const auto& [id, checksum] : matches) set_match.again().bind(checksum).bind(id).next();
    Query set_game = query("UPDATE games SET checksum = ? WHERE row = ?");
    for (const auto& [row, checksum] : games) set_game.again().bind(checksum).bind(row).next();
  }

  /// Reads the keys of matches that are new to us as today's program would write them. Of two that have come to mean
  /// the same, the first is the match.
  void translate_keys() {
    Query rows = query(select_matches("WHERE id > ? ORDER BY id").c_str());
    rows.bind(last_translated_);
    while (rows.next()) {
      const StoredMatch stored = read_match(rows);
      try {
        translated_.emplace(Match::from_key(stored.key).key(), stored.id);
      } catch (const UsageError&) {
        // A match of a game, a player or a parameter that is no more: nobody can ask for it.
      }
      last_translated_ = stored.id;
    }
  }

  void execute(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
      throw Error(fmt::format("store '{}': {}", path_, sqlite3_errmsg(database_)));
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
      translated_.clear();  // of matches that have gone with it
      last_translated_ = 0;
      throw;
    }
  }

  /// The columns that read_match expects.
  std::string select_matches(std::string_view which) const {
    return fmt::format("SELECT id, key, {} FROM matches {}", checksum_column(), which);
  }
  /// The columns that read_game expects.
  std::string select_games(std::string_view which) const {
    return fmt::format(
        "SELECT row, match, number, seed, opening, moves, plies, winner, ending, hash, seconds_a, seconds_b, version,"
        " finished, {}, {} FROM games {}",
        version_ < 3 ? "NULL" : "seconds_c", checksum_column(), which);
  }
  /// A store of version 1 that is only read has none, and neither has what a program of that time adds to a store that
  /// is upgraded while it runs.
  std::string_view checksum_column() const { return version_ == 1 ? "NULL" : "checksum"; }

  StoredMatch read_match(Query& rows) const {
    StoredMatch match{.id = rows.integer()};
    match.key = rows.text();
    const auto checksum = rows.natural_or_null();
    if (checksum && *checksum != checksum_of(match.id, match.key)) {
      throw StoreDamage(path_, fmt::format("match {} does not fit its checksum", match.id));
    }
    return match;
  }

  Entry read_game(Query& rows) const {
    Entry entry{.row = rows.integer()};
    entry.match = rows.integer();
    GameRecord& game = entry.game;
    game.number = rows.natural();
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
    game.seconds_c = rows.real_or_null();
    const auto checksum = rows.natural_or_null();
    if (checksum && *checksum != checksum_of(entry.match, game)) {
      throw StoreDamage(path_, name_of_game(entry.match, game.number) + " does not fit its checksum");
    }
    if (!checksum && game.moves && game.hash != hash_moves(game.opening, *game.moves)) {
      throw StoreDamage(
          path_, fmt::format("the moves of {} do not fit their fingerprint", name_of_game(entry.match, game.number)));
    }
    return entry;
  }

  void insert_match(MatchId id, const std::string& key) {
    query("INSERT INTO matches (id, key, checksum) VALUES (?, ?, ?)")
        .bind(id)
        .bind(key)
        .bind(checksum_of(id, key))
        .next();
  }

  void insert_game(MatchId match, const GameRecord& game) {
    query(
        "INSERT INTO games (match, number, seed, opening, moves, plies, winner, ending, hash, seconds_a,"
        " seconds_b, version, finished, seconds_c, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (match, number) DO NOTHING")
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
        .bind(game.seconds_c)
        .bind(checksum_of(match, game))
        .next();
  }

  /// Row by row, so that one that cannot be read does not hide those behind it.
  std::set<MatchId> rescue_matches(Implementation& other, std::int64_t most_rows) {
    std::set<MatchId> whole;
    Query rows = query(select_matches("WHERE id = ?").c_str());
    for (MatchId id = 1; id <= most_rows; ++id) {
      try {
        if (!rows.again().bind(id).next()) continue;
        other.insert_match(id, read_match(rows).key);
        whole.insert(id);
      } catch (const StoreDamage&) {
        // Its games will be missed by their names.
      }
    }
    return whole;
  }

  void rescue_games(Rescue& rescue, std::int64_t most_rows, const std::set<MatchId>& matches) {
    std::map<std::int64_t, Name> names;  // by row, as the index of the table has them
    bool is_every_name_known = false;
    try {
      Query rows = query("SELECT row, match, number FROM games INDEXED BY sqlite_autoindex_games_1");
      while (rows.next()) {
        const std::int64_t row = rows.integer();
        const MatchId match = rows.integer();
        names[row] = {match, rows.natural()};
      }
      is_every_name_known = true;
    } catch (const StoreDamage&) {
      // A game that the index does not name is named by its row.
    }
    std::set<Name> whole, lost;
    std::vector<std::int64_t> unreadable;
    std::int64_t last = names.empty() ? 0 : names.rbegin()->first;
    Query rows = query(select_games("WHERE row = ?").c_str());
    const auto look_at = [&](std::int64_t row) {
      try {
        if (!rows.again().bind(row).next()) return;
        last = std::max(last, row);
        const Entry entry = read_game(rows);
        const Name name{entry.match, entry.game.number};
        names.erase(row);
        if (matches.contains(entry.match)) {
          rescue.whole->implementation_->insert_game(entry.match, entry.game);
          whole.insert(name);
        } else {
          lost.insert(name);
        }
      } catch (const StoreDamage&) {
        if (!names.contains(row)) unreadable.push_back(row);
      }
    };
    for (std::int64_t row = 1; row <= most_rows; ++row) look_at(row);
    // Where rows were deleted, the others may have higher numbers.
    for (auto it = names.upper_bound(most_rows); it != names.end();) look_at(it++->first);
    for (const auto& [row, name] : names) lost.insert(name);
    for (const Name& name : lost) {
      if (!whole.contains(name)) rescue.lost.push_back(name_of_game(name.first, name.second));
    }
    for (const std::int64_t row : unreadable) {
      if (row <= last) rescue.lost.push_back(fmt::format("the game in row {}", row));
    }
    // Beyond the last one that is known, a row that cannot be read may never have been.
    rescue.names_all = is_every_name_known || unreadable.empty() || unreadable.back() <= last;
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

  Claim first_free(MatchId match, std::uint64_t from, std::uint64_t to) {
    Query finished = query("SELECT number FROM games WHERE match = ? AND number >= ? ORDER BY number");
    Query claimed = query("SELECT number, owner FROM claims WHERE match = ? AND number >= ? ORDER BY number");
    finished.bind(match).bind(from);
    claimed.bind(match).bind(from);
    bool more_finished = finished.next(), more_claimed = claimed.next();
    std::uint64_t next_finished = more_finished ? finished.natural() : to;
    std::uint64_t next_claimed = more_claimed ? claimed.natural() : to;
    Claim claim;
    for (std::uint64_t number = from; number < to; ++number) {
      const bool is_finished = more_finished && next_finished == number;
      const bool is_claimed = more_claimed && next_claimed == number;
      const bool is_played = is_claimed && !is_finished && is_playing(claimed.integer(), {match, number});
      if (is_finished && (more_finished = finished.next())) next_finished = finished.natural();
      if (is_claimed && (more_claimed = claimed.next())) next_claimed = claimed.natural();
      if (is_played) claim.is_being_played = true;
      if (!is_finished && !is_played) return {.number = number};
    }
    return claim;
  }

  /// What stands under our own number and was not claimed by us, we would wait for in vain.
  bool is_playing(std::int64_t owner, const Name& game) const {
    return owner == owner_ ? ours_.contains(game) : locks_->is_held(owner);
  }

  void drop_claim(MatchId match, std::uint64_t number) {
    query("DELETE FROM claims WHERE match = ? AND number = ? AND owner = ?")
        .bind(match)
        .bind(number)
        .bind(owner_)
        .next();
    ours_.erase({match, number});
  }

  std::string path_;
  // Recursive, because what happens in one step calls the other functions.
  std::recursive_mutex mutex_;
  sqlite3* database_ = nullptr;
  std::unique_ptr<Locks> locks_;
  std::int64_t version_ = schema_version;
  std::int64_t owner_ = 0;
  std::set<Name> ours_;                                  // what we have claimed
  std::unordered_map<std::string, MatchId> translated_;  // by the key as it would be written today
  MatchId last_translated_ = 0;
};

StoreDamage::StoreDamage(const std::string& path, const std::string& what)
    : Error(fmt::format("the store '{}' is damaged: {}; 'banyan store export FILE' saves the games that are whole, and "
                        "'banyan store import FILE' brings them into a new one",
                        path, what)) {}

Store::Store(const std::string& path, Open how) : implementation_(std::make_unique<Implementation>(path, how)) {}
Store::~Store() = default;

const std::string& Store::path() const { return implementation_->path(); }
std::optional<MatchId> Store::find(const Match& match) { return implementation_->find(match); }
MatchId Store::add(const Match& match) { return implementation_->add(match); }
std::vector<StoredMatch> Store::matches() { return implementation_->matches(); }
Store::Claim Store::claim(MatchId match, std::uint64_t from, std::uint64_t to) {
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

Store::Rescue Store::rescue(const std::string& path) {
  Rescue rescue{.whole = std::make_unique<Store>(":memory:")};
  try {
    Implementation damaged(path, Open::to_read, Implementation::Checks::of_records);
    damaged.rescue_into(rescue);
  } catch (const StoreDamage&) {
    throw Error(fmt::format("the store '{}' is so damaged that no game can be read from it", path));
  }
  return rescue;
}

}  // namespace banyan
