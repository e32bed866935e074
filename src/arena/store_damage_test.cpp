// SPDX-License-Identifier: MIT
// Stores that are damaged, that are older than the program, or that may only be read.
#include <gmock/gmock.h>
#include <grp.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "arena/exchange.h"
#include "arena/run.h"
#include "arena/store.h"
#include "core/random.h"
#include "tests/folder_test.h"
#include "tests/share.h"

namespace banyan {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

class StoreDamageTest : public FolderTest {
 protected:
  /// The matches of tests/golden/store/version_1.store.
  const Match match_{{.game = "havannah:size=3", .a = "rave:iterations=10", .b = "flat:iterations=10"}};
  const Match other_{{.game = "havannah:size=3",
                      .a = "uct:iterations=10",
                      .b = "flat:iterations=10",
                      .openings = Openings::from_text("random:2")}};

  std::string old_store() const {
    fs::copy_file(BANYAN_SOURCE_DIR "/tests/golden/store/version_1.store", path("s"));
    return path("s");
  }
  /// The same of today's version.
  std::string new_store() const {
    std::string store = old_store();
    const Store upgraded(store);
    return store;
  }

  static void change(const std::string& store, const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
    sqlite3_free(message);
    sqlite3_close(database);
  }
  static std::int64_t number(const std::string& store, const std::string& sql) {
    sqlite3* database = nullptr;
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr), SQLITE_OK);
    const std::int64_t found = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : -1;
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return found;
  }

  /// What `banyan match` does. A run that waits for ever is ended after a while, and is then not over.
  static std::vector<Tally> run(Store& store, const std::vector<Match>& matches, std::uint64_t games) {
    RunControl control;
    std::mutex mutex;
    std::condition_variable is_done;
    bool done = false;
    std::thread watch([&] {
      std::unique_lock lock(mutex);
      control.finish = !is_done.wait_for(lock, std::chrono::seconds(20), [&] { return done; });
    });
    const auto end_watch = [&] {
      {
        const std::lock_guard lock(mutex);
        done = true;
      }
      is_done.notify_all();
      watch.join();
      EXPECT_FALSE(control.finish) << "it waited for ever";
    };
    try {
      auto tallies =
          run_matches(matches, {.rules = {.games = games}, .concurrency = 2, .version = "v"}, store, control, {});
      end_watch();
      return tallies;
    } catch (...) {
      end_watch();
      throw;
    }
  }
};

using GamesByMatch = std::map<MatchId, std::vector<GameRecord>>;

/// Without what differs from one run to the next.
GamesByMatch plain_content(Store& store) {
  GamesByMatch all;
  for (const StoredMatch& match : store.matches()) {
    for (GameRecord game : store.games(match.id, Store::all_games)) {
      game.seconds_a = game.seconds_b = 0;
      game.finished = 0;
      game.version.clear();
      all[match.id].push_back(game);
    }
  }
  return all;
}

// ---- Damage ----

TEST_F(StoreDamageTest, IsFoundInASingleLetter) {
  const std::string store = new_store();
  change(store, "UPDATE games SET ending = 'brkdge' WHERE match = 2 AND number = 3");
  const auto names_it = ThrowsMessage<StoreDamage>(
      AllOf(HasSubstr("'" + store + "'"), HasSubstr("game 3 of match 2"), HasSubstr("banyan store export")));
  EXPECT_THAT([&] { Store(store).games(2, Store::all_games); }, names_it);
  EXPECT_THAT([&] { Store(store, Store::Open::to_read).game(2, 3); }, names_it);
  EXPECT_THAT([&] { Store(store).entries_after(0); }, names_it);
  EXPECT_EQ(Store(store).games(1, Store::all_games).size(), 8u);
}

TEST_F(StoreDamageTest, IsFoundInEveryColumnOfAGame) {
  const std::string store = new_store();
  for (const std::string column : {"number", "seed", "opening", "moves", "plies", "winner", "ending", "hash",
                                   "seconds_a", "seconds_b", "seconds_c", "version", "finished", "checksum"}) {
    fs::copy_file(store, path(column));
    change(path(column), "UPDATE games SET " + column + " = 77 WHERE match = 1 AND number = 3");
    EXPECT_THROW(Store(path(column)).entries_after(0), StoreDamage) << column;
  }
}

TEST_F(StoreDamageTest, IsFoundInWhatAMatchIs) {
  const std::string store = new_store();
  change(store, "UPDATE matches SET key = replace(key, 'iterations=10,', 'iterations=11,') WHERE id = 2");
  const auto names_it = ThrowsMessage<StoreDamage>(AllOf(HasSubstr("'" + store + "'"), HasSubstr("match 2")));
  EXPECT_THAT([&] { Store(store).matches(); }, names_it);
  EXPECT_THAT([&] { Store(store).find(other_); }, names_it);
}

TEST_F(StoreDamageTest, IsFoundWhereTableAndIndexDiffer) {
  const std::string store = new_store();
  change(store,
         "CREATE TABLE spare (x, UNIQUE (x));"
         "PRAGMA writable_schema = ON;"
         "UPDATE sqlite_master SET rootpage = (SELECT SUM(rootpage) FROM sqlite_master"
         " WHERE name IN ('sqlite_autoindex_games_1', 'sqlite_autoindex_spare_1')) - rootpage"
         " WHERE name IN ('sqlite_autoindex_games_1', 'sqlite_autoindex_spare_1')");
  const auto names_it = ThrowsMessage<StoreDamage>(HasSubstr("index sqlite_autoindex"));
  EXPECT_THAT([&] { const Store opened(store); }, names_it);
  EXPECT_THAT([&] { const Store opened(store, Store::Open::to_read); }, names_it);
}

TEST_F(StoreDamageTest, EndsAMatchThatWouldWaitForAGameForEver) {
  Store store(new_store());
  // Below the first row, where no one looks for news, and yet in the index.
  change(path("s"),
         "INSERT INTO games SELECT -1, match, 8, seed, opening, moves, plies, winner, ending, hash, seconds_a,"
         " seconds_b, version, finished, checksum, NULL FROM games WHERE match = 1 AND number = 0");
  EXPECT_THAT([&] { run(store, {match_}, 10); },
              ThrowsMessage<StoreDamage>(AllOf(HasSubstr("'" + path("s") + "'"), HasSubstr("game 8 of match 1"))));
}

TEST_F(StoreDamageTest, DoesNotLetAMatchWaitForItself) {
  Store store(path("s"));
  const MatchId id = store.add(match_);
  EXPECT_EQ(store.claim(id, 0, 4).number, 0u);
  change(path("s"), "UPDATE claims SET number = 1");  // as if a letter had changed
  EXPECT_EQ(store.claim(id, 1, 4).number, 1u);
  EXPECT_TRUE(store.claim(id, 1, 2).is_being_played);
  change(path("s"), "UPDATE claims SET owner = -5");
  EXPECT_EQ(store.claim(id, 1, 4).number, 1u);
  for (const std::uint64_t number : {0, 1}) store.release(id, number);
  EXPECT_TRUE(run(store, {match_}, 4)[0].is_over());
}

// ---- Rescue ----

TEST_F(StoreDamageTest, LeavesTheOtherGamesToBeRescued) {
  const std::string store = new_store();
  const GamesByMatch before = [&] {
    Store whole(store);
    return plain_content(whole);
  }();
  change(store,
         "UPDATE games SET ending = 'brkdge' WHERE match = 2 AND number = 3;"
         "UPDATE games SET moves = moves || ' ' WHERE match = 1 AND number = 6");
  const Store::Rescue rescue = Store::rescue(store);
  EXPECT_THAT(rescue.lost, ElementsAre("game 6 of match 1", "game 3 of match 2"));
  EXPECT_EQ(rescue.whole->matches()[0].games, 7u);
  // Into a new store, where the same match goes on and plays what was lost.
  Store fresh(path("fresh"));
  EXPECT_EQ(import_text(fresh, export_text(*rescue.whole, {1, 2}, ExportMoves::all)).added, 10u);
  run(fresh, {match_}, 8);
  run(fresh, {other_}, 4);
  EXPECT_EQ(plain_content(fresh), before);
}

TEST_F(StoreDamageTest, TakesAllGamesOfAMatchThatCannotBeRead) {
  const std::string store = new_store();
  change(store, "UPDATE matches SET key = 'x' || key WHERE id = 2");
  const Store::Rescue rescue = Store::rescue(store);
  EXPECT_THAT(rescue.lost,
              ElementsAre("game 0 of match 2", "game 1 of match 2", "game 2 of match 2", "game 3 of match 2"));
  EXPECT_EQ(rescue.whole->matches().size(), 1u);
}

TEST_F(StoreDamageTest, OfAFileThatIsCutOffLeavesItsFirstPart) {
  const std::string store = path("s");
  {
    Store whole(store);
    const MatchId id = whole.add(match_);
    run(whole, {match_}, 80);
    EXPECT_EQ(whole.games(id, Store::all_games).size(), 80u);
  }
  fs::resize_file(store, fs::file_size(store) - 4096);
  EXPECT_THROW(Store{store}, StoreDamage);
  const Store::Rescue rescue = Store::rescue(store);
  const std::size_t whole = rescue.whole->games(1, Store::all_games).size();
  EXPECT_GT(whole, 10u);
  EXPECT_EQ(whole + rescue.lost.size(), 80u);
  EXPECT_TRUE(rescue.names_all);
}

TEST_F(StoreDamageTest, MayLeaveNothing) {
  const std::string store = new_store();
  std::fstream(store, std::ios::in | std::ios::out | std::ios::binary).seekp(100) << std::string(4000, '\x55');
  EXPECT_THROW(Store{store}, StoreDamage);
  EXPECT_THAT([&] { Store::rescue(store); }, ThrowsMessage<Error>(HasSubstr("no game can be read")));
}

TEST_F(StoreDamageTest, IsSearchedForGamesBehindOnesThatWereDeleted) {
  const std::string store = new_store();
  change(store,
         "UPDATE games SET row = row + 1000000; DELETE FROM games WHERE match = 1; UPDATE games SET plies = 0 WHERE "
         "number = 1");
  const Store::Rescue rescue = Store::rescue(store);
  EXPECT_EQ(rescue.whole->games(2, Store::all_games).size(), 3u);
  EXPECT_THAT(rescue.lost, ElementsAre("game 1 of match 2"));
}

TEST_F(StoreDamageTest, HasNothingToRescueInAWholeStore) {
  const Store::Rescue rescue = Store::rescue(new_store());
  EXPECT_THAT(rescue.lost, IsEmpty());
  Store store(path("s"));
  EXPECT_EQ(plain_content(*rescue.whole), plain_content(store));
}

// Any damage at all: the match comes to the games it would have come to, or says that the store is damaged.
TEST_F(StoreDamageTest, NeverChangesAResultOrWaitsForEver) {
  const std::string store = path("s");
  GamesByMatch expected;
  {
    Store whole(store);
    run(whole, {match_}, 24);
    expected = plain_content(whole);
    EXPECT_EQ(expected[1].size(), 24u);
  }
  change(store, "DELETE FROM games WHERE number > 20");
  const std::string original = content("s");
  Rng rng(1);
  int right = 0, refused = 0, all = share(200);
  for (int i = 0; i < all; ++i) {
    std::string bytes = original;
    const auto size = static_cast<std::uint32_t>(bytes.size());
    if (i % 20 == 0) {
      bytes.resize(rng.below(size));
    } else {
      // At one place in most cases, and in the part of the file that is in use.
      for (std::uint32_t n = rng.below(4) == 0 ? 1 + rng.below(20) : 1; n > 0;) {
        char& byte = bytes[rng.below(size)];
        if (byte == 0 && rng.below(8) != 0) continue;
        byte = static_cast<char>(rng.below(2) == 0 ? byte ^ (1 << rng.below(8)) : static_cast<int>(rng.below(256)));
        --n;
      }
    }
    for (const char* end : {"-wal", "-shm", "-locks"}) fs::remove(store + end);
    write_file("s", bytes);
    SCOPED_TRACE(i);
    try {
      for (const auto& [match, games] : plain_content(*Store::rescue(store).whole)) {
        for (const GameRecord& game : games) EXPECT_EQ(game, expected[match].at(game.number));
      }
    } catch (const Error&) {
      // Nothing could be read.
    }
    try {
      Store damaged(store);
      const MatchId id = damaged.add(match_);
      EXPECT_TRUE(run(damaged, {match_}, 24)[0].is_over());
      GamesByMatch found = plain_content(damaged);
      EXPECT_EQ(found[id], expected[1]);
      ++right;
    } catch (const Error&) {
      ++refused;
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(refused, all / 4);
  EXPECT_GT(right, 0);
}

// ---- Version 1 ----

TEST_F(StoreDamageTest, AStoreOfVersion1GoesOnAsVersion3) {
  const std::string store = old_store();
  const GamesByMatch before = [&] {
    Store read(store, Store::Open::to_read);
    EXPECT_EQ(read.find(other_), 2);
    return plain_content(read);
  }();
  EXPECT_EQ(before.at(1).size(), 8u);
  EXPECT_EQ(number(store, "PRAGMA user_version"), 1);
  {
    Store written(store);
    EXPECT_EQ(plain_content(written), before);
    EXPECT_TRUE(run(written, {match_, other_}, 10)[0].is_over());
  }
  EXPECT_EQ(number(store, "PRAGMA user_version"), 3);
  EXPECT_EQ(number(store, "SELECT COUNT(*) FROM games"), 20);
  EXPECT_EQ(number(store, "SELECT COUNT(*) FROM games WHERE checksum IS NULL"), 0);
  EXPECT_EQ(number(store, "SELECT COUNT(*) FROM matches WHERE checksum IS NULL"), 0);
  Store fresh(path("fresh")), upgraded(store);
  run(fresh, {match_, other_}, 10);
  EXPECT_EQ(plain_content(upgraded), plain_content(fresh));
}

TEST_F(StoreDamageTest, AStoreOfVersion1ThatIsDamagedStaysAsItIs) {
  const std::string store = old_store();
  change(store, "UPDATE games SET moves = moves || ' a1' WHERE match = 1 AND number = 5");
  EXPECT_THAT([&] { const Store opened(store); }, ThrowsMessage<StoreDamage>(HasSubstr("game 5 of match 1")));
  EXPECT_EQ(number(store, "PRAGMA user_version"), 1);
  EXPECT_THAT(Store::rescue(store).lost, ElementsAre("game 5 of match 1"));
}

TEST_F(StoreDamageTest, AStoreOfVersion2GoesOnAsVersion3) {
  const std::string store = new_store();
  const GamesByMatch before = [&] {
    Store read(store);
    return plain_content(read);
  }();
  change(store, "ALTER TABLE games DROP COLUMN seconds_c; PRAGMA user_version = 2");
  {
    Store read(store, Store::Open::to_read);
    EXPECT_EQ(plain_content(read), before);
  }
  EXPECT_EQ(number(store, "PRAGMA user_version"), 2);
  Store written(store);
  EXPECT_EQ(plain_content(written), before);
  EXPECT_EQ(number(store, "PRAGMA user_version"), 3);
}

TEST_F(StoreDamageTest, AStoreOfALaterVersionIsRefused) {
  const std::string store = new_store();
  change(store, "PRAGMA user_version = 4");
  EXPECT_THAT([&] { const Store opened(store); }, ThrowsMessage<Error>(HasSubstr("its version is 4, expected 3")));
}

// ---- Reading ----

class StoreReading : public StoreDamageTest {
 protected:
  /// Every file of the folder with its content and the time of its last change.
  std::map<std::string, std::pair<std::string, fs::file_time_type>> everything() const {
    std::map<std::string, std::pair<std::string, fs::file_time_type>> all;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      const std::string name = entry.path().filename();
      all[name] = {content(name), entry.last_write_time()};
    }
    return all;
  }

  /// Runs `action` as a user that may change neither the files of the folder nor the folder.
  void as_a_stranger(const std::function<void()>& action) const {
    for (const auto& entry : fs::directory_iterator(folder_)) chmod(entry.path().c_str(), 0444);
    chmod(folder_.c_str(), 0555);
    const int pid = fork();
    if (pid == 0) {
      int status = 1;
      try {
        const bool is_root = geteuid() == 0;
        if (!is_root || (setgroups(0, nullptr) == 0 && setgid(65534) == 0 && setuid(65534) == 0)) {
          action();
          status = HasFailure() ? 1 : 0;
        }
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
      _exit(status);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
    chmod(folder_.c_str(), 0755);
  }
};

TEST_F(StoreReading, ChangesNothing) {
  const std::string name = old_store();
  const auto before = everything();
  {
    Store store(name, Store::Open::to_read);
    EXPECT_EQ(store.matches().size(), 2u);
    EXPECT_EQ(store.games(1, Store::all_games).size(), 8u);
    EXPECT_THROW(store.add(Match({.game = "havannah:size=4", .a = "flat", .b = "flat"})), Error);
    EXPECT_THROW(store.claim(1, 0, 100), Error);
    EXPECT_THROW(store.finish(1, GameRecord{.number = 100, .ending = "x"}), Error);
  }
  EXPECT_EQ(everything(), before);
}

TEST_F(StoreReading, CreatesNothing) {
  EXPECT_THAT([&] { Store store(path("none"), Store::Open::to_read); },
              ThrowsMessage<Error>("there is no store '" + path("none") + "'"));
  EXPECT_THROW(Store(path("no/such/folder"), Store::Open::to_read), Error);
  EXPECT_TRUE(everything().empty());
}

TEST_F(StoreReading, NeedsNoRightToWrite) {
  for (const std::string& name : {old_store(), path("odd % name?#")}) {
    if (name != path("s")) fs::copy_file(path("s"), name);
    const auto before = everything();
    as_a_stranger([&] {
      Store store(name, Store::Open::to_read);
      EXPECT_EQ(store.games(store.find(match_).value(), Store::all_games).size(), 8u);
      EXPECT_EQ(Store::rescue(name).whole->games(2, Store::all_games).size(), 4u);
    });
    EXPECT_EQ(everything(), before);
  }
}

TEST_F(StoreReading, SeesWhatOthersAreWriting) {
  Store writer(new_store());
  SearchControl control;
  writer.finish(1, match_.play(8, control, "v").value());
  as_a_stranger([&] { EXPECT_EQ(Store(path("s"), Store::Open::to_read).games(1, Store::all_games).size(), 9u); });
  EXPECT_EQ(Store(path("s"), Store::Open::to_read).games(1, Store::all_games).size(), 9u);
}

TEST_F(StoreReading, SeesWhatWasWrittenBeforeTheWriterWasKilled) {
  {
    Store writer(new_store());
    SearchControl control;
    writer.finish(1, match_.play(8, control, "v").value());
    fs::create_directory(path("copy"));
    for (const char* end : {"", "-wal"}) fs::copy_file(path("s") + end, path("copy/s") + end);
  }
  chmod(folder_.c_str(), 0755);
  folder_ = path("copy");
  const auto before = everything();
  as_a_stranger([&] { EXPECT_EQ(Store(path("s"), Store::Open::to_read).games(1, Store::all_games).size(), 9u); });
  EXPECT_EQ(everything(), before);
  // Who may write brings the log into the store.
  EXPECT_EQ(Store(path("s"), Store::Open::to_read).games(1, Store::all_games).size(), 9u);
  EXPECT_FALSE(fs::exists(path("s-wal")));
  folder_ = fs::path(folder_).parent_path();
}

}  // namespace
}  // namespace banyan
