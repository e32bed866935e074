// SPDX-License-Identifier: MIT
#include "web/server/storage.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <mutex>

#include "core/error.h"

namespace banyan::web {
namespace {

constexpr int application_id = 0x42575042;  // "BWPB"
constexpr int schema_version = 1;

constexpr const char* schema =
    "CREATE TABLE games (id TEXT PRIMARY KEY, updated INTEGER NOT NULL, summary TEXT NOT NULL, body TEXT NOT NULL);"
    "CREATE INDEX games_by_time ON games (updated);";

}  // namespace

class Storage::Implementation {
 public:
  Implementation(const std::string& path, std::int64_t most_mb) : path_(path) {
    const int status = sqlite3_open_v2(path.empty() ? ":memory:" : path.c_str(), &database_,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
    try {
      if (status != SQLITE_OK) fail();
      prepare(most_mb);
    } catch (...) {
      sqlite3_close(database_);
      throw;
    }
  }
  ~Implementation() { sqlite3_close(database_); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  /// A statement on its way through its rows.
  class Query {
   public:
    Query(Implementation& store, const char* sql) : store_(store) {
      if (sqlite3_prepare_v2(store.database_, sql, -1, &statement_, nullptr) != SQLITE_OK) store.fail();
    }
    ~Query() { sqlite3_finalize(statement_); }
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    Query& bind(const std::string& text) {
      if (sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) !=
          SQLITE_OK) {
        store_.fail();
      }
      return *this;
    }
    Query& bind(std::int64_t value) {
      if (sqlite3_bind_int64(statement_, ++bound_, value) != SQLITE_OK) store_.fail();
      return *this;
    }
    int step() { return sqlite3_step(statement_); }
    bool next() {
      const int status = step();
      if (status != SQLITE_ROW && status != SQLITE_DONE) store_.fail();
      return status == SQLITE_ROW;
    }
    std::int64_t integer(int column) { return sqlite3_column_int64(statement_, column); }
    std::string text(int column) {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
      return text == nullptr ? std::string()
                             : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
    }

   private:
    Implementation& store_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
  };

  [[noreturn]] void fail() const {
    const int status = sqlite3_errcode(database_) & 0xff;
    if (status == SQLITE_BUSY) throw Error(fmt::format("the games in '{}' are in use by another server", path_));
    if (status == SQLITE_NOTADB || status == SQLITE_CORRUPT) {
      throw Error(fmt::format("'{}' is no store of games, or is damaged: {}", path_, sqlite3_errmsg(database_)));
    }
    throw Error(fmt::format("the games in '{}': {}", path_, sqlite3_errmsg(database_)));
  }

  void run(const std::string& sql) {
    if (sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  std::int64_t number(const char* sql) {
    Query query(*this, sql);
    return query.next() ? query.integer(0) : 0;
  }

  std::mutex mutex;

 private:
  void prepare(std::int64_t most_mb) {
    run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    run("BEGIN IMMEDIATE");
    const std::int64_t version = number("PRAGMA user_version"), owner = number("PRAGMA application_id");
    if (version == 0 && owner == 0 && number("SELECT COUNT(*) FROM sqlite_master") == 0) {
      run(fmt::format("{} PRAGMA user_version = {}; PRAGMA application_id = {};", schema, schema_version,
                      application_id));
    } else if (owner != application_id) {
      throw Error(fmt::format("'{}' is a file of another program, not a store of games", path_));
    } else if (version != schema_version) {
      throw Error(fmt::format("the games in '{}' are of version {}, expected {}", path_, version, schema_version));
    }
    run("COMMIT");
    run(fmt::format("PRAGMA max_page_count = {}",
                    most_mb * (1 << 20) / std::max<std::int64_t>(number("PRAGMA page_size"), 1)));
  }

  std::string path_;
  sqlite3* database_ = nullptr;
};

Storage::Storage(const std::string& path, std::int64_t most_mb)
    : implementation_(std::make_unique<Implementation>(path, most_mb)) {}
Storage::~Storage() = default;

bool Storage::put(const StoredGame& game) {
  const std::lock_guard lock(implementation_->mutex);
  Implementation::Query query(*implementation_, "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?)");
  query.bind(game.id).bind(game.updated).bind(game.summary).bind(game.body);
  const int status = query.step();
  if ((status & 0xff) == SQLITE_FULL) return false;
  if (status != SQLITE_DONE) implementation_->fail();
  return true;
}

std::optional<StoredGame> Storage::get(const std::string& id) {
  const std::lock_guard lock(implementation_->mutex);
  Implementation::Query query(*implementation_, "SELECT updated, summary, body FROM games WHERE id = ?");
  query.bind(id);
  if (!query.next()) return std::nullopt;
  return StoredGame{.id = id, .updated = query.integer(0), .summary = query.text(1), .body = query.text(2)};
}

bool Storage::remove(const std::string& id) {
  const std::lock_guard lock(implementation_->mutex);
  Implementation::Query query(*implementation_, "DELETE FROM games WHERE id = ? RETURNING 1");
  query.bind(id);
  return query.next();
}

std::size_t Storage::count() {
  const std::lock_guard lock(implementation_->mutex);
  return static_cast<std::size_t>(implementation_->number("SELECT COUNT(*) FROM games"));
}

std::vector<StoredGame> Storage::list(std::size_t most) {
  const std::lock_guard lock(implementation_->mutex);
  Implementation::Query query(*implementation_,
                              "SELECT id, updated, summary FROM games ORDER BY updated DESC, id LIMIT ?");
  query.bind(static_cast<std::int64_t>(most));
  std::vector<StoredGame> all;
  while (query.next()) {
    all.push_back({.id = query.text(0), .updated = query.integer(1), .summary = query.text(2), .body = {}});
  }
  return all;
}

}  // namespace banyan::web
