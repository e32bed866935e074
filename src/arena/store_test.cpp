// SPDX-License-Identifier: MIT
#include "arena/store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "arena/exchange.h"
#include "arena/run.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class StoreTest : public FolderTest {
 protected:
  const Match match_{{.game = "havannah:size=3", .a = "rave:iterations=10", .b = "flat:iterations=10"}};
};

GameRecord played_game(const Match& match, std::uint64_t number) {
  SearchControl control;
  return match.play(number, control, "v1").value();
}

TEST_F(StoreTest, KeepsGames) {
  const GameRecord game = played_game(match_, 3);
  {
    Store store(path("s"));
    store.finish(store.add(match_), game);
  }
  Store store(path("s"), Store::Open::to_read);
  const MatchId id = store.find(match_).value();
  EXPECT_EQ(store.game(id, 3), game);
  EXPECT_EQ(store.game(id, 4), std::nullopt);
  EXPECT_THAT(store.games(id, Store::all_games), ElementsAre(game));
  EXPECT_TRUE(store.games(id, 3).empty());
  ASSERT_EQ(store.matches().size(), 1u);
  EXPECT_EQ(store.matches()[0].key, match_.key());
  EXPECT_EQ(store.matches()[0].games, 1u);
}

TEST_F(StoreTest, TellsOthersWhatIsNew) {
  Store one(path("s")), two(path("s"));
  const MatchId id = one.add(match_);
  EXPECT_EQ(two.add(match_), id);
  one.finish(id, played_game(match_, 0));
  const auto news = two.entries_after(0);
  ASSERT_EQ(news.size(), 1u);
  EXPECT_EQ(news[0].match, id);
  EXPECT_EQ(news[0].game.hash, one.game(id, 0)->hash);
  EXPECT_TRUE(two.entries_after(news[0].row).empty());
}

TEST_F(StoreTest, GivesEachGameToOneOnly) {
  Store one(path("s")), two(path("s"));
  const MatchId id = one.add(match_);
  one.finish(id, played_game(match_, 1));
  EXPECT_EQ(one.claim(id, 0, 4).number, 0u);
  EXPECT_EQ(two.claim(id, 0, 4).number, 2u);
  EXPECT_EQ(one.claim(id, 0, 4).number, 3u);
  EXPECT_EQ(two.claim(id, 0, 4).number, std::nullopt);
  one.release(id, 0);
  EXPECT_EQ(two.claim(id, 0, 4).number, 0u);
  one.finish(id, played_game(match_, 3));
  EXPECT_EQ(one.claim(id, 0, 4).number, std::nullopt);
  EXPECT_EQ(one.claim(id, 0, 5).number, 4u);
}

TEST_F(StoreTest, FreesTheClaimsOfAStoreThatIsClosed) {
  Store one(path("s"));
  const MatchId id = one.add(match_);
  {
    Store two(path("s"));
    EXPECT_EQ(two.claim(id, 0, 4).number, 0u);
    EXPECT_EQ(one.claim(id, 0, 4).number, 1u);
  }
  EXPECT_EQ(one.claim(id, 0, 4).number, 0u);
}

TEST_F(StoreTest, TakesOverTheClaimsOfTheKilled) {
  Store survivor(path("s"));
  const MatchId id = survivor.add(match_);
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const int pid = fork();
  if (pid == 0) {
    Store store(path("s"));
    const bool claimed = store.claim(id, 0, 4).number == 0u;
    if (write(ready[1], claimed ? "+" : "-", 1) == 1) pause();
    _exit(1);
  }
  char answer = 0;
  ASSERT_EQ(read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, '+');
  EXPECT_EQ(survivor.claim(id, 0, 4).number, 1u);  // the other one lives
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  EXPECT_EQ(survivor.claim(id, 0, 4).number, 0u);
  close(ready[0]);
  close(ready[1]);
}

TEST_F(StoreTest, KnowsAMatchThatWasStoredBeforeAParameterWasAdded) {
  {
    Store store(path("s"));
    store.add(match_);
  }
  // As an older program would have written it, to which some parameter was unknown.
  std::string older = match_.key();
  const std::size_t begin = older.find(",urgency=1,");
  ASSERT_NE(begin, older.npos);
  older.erase(begin, std::string(",urgency=1").size());
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path("s").c_str(), &database), SQLITE_OK);
  const std::string sql = "UPDATE matches SET checksum = NULL, key = '" + older + "'";
  ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  Store store(path("s"));
  EXPECT_EQ(store.add(match_), 1);
  EXPECT_EQ(store.add(Match({.game = "havannah:size=3", .a = "rave:iterations=10,urgency=2", .b = "flat"})), 2);
}

TEST_F(StoreTest, ForgetsTheMatchesOfAStepThatFailed) {
  const auto match = [](int iterations) {
    return Match({.game = "havannah:size=3", .a = fmt::format("rave:iterations={}", iterations), .b = "flat"});
  };
  Store store(path("s"));
  EXPECT_THROW(store.in_one_step([&] {
    EXPECT_EQ(store.add(match(1)), 1);
    EXPECT_EQ(store.add(match(2)), 2);  // which looks at the first
    throw Error("no");
  }),
               Error);
  EXPECT_EQ(store.add(match(3)), 1);
  EXPECT_EQ(store.find(match(1)), std::nullopt);
  EXPECT_EQ(store.add(match(2)), 2);
}

TEST_F(StoreTest, ReadsTheMatchesBeforeAStepKeepsOthersFromWriting) {
  {
    Store store(path("s"));
    store.add(match_);
  }
  // A match that cannot be read is met when it is read.
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path("s").c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "UPDATE matches SET checksum = 0", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  Store store(path("s"));
  bool has_begun = false;
  EXPECT_THROW(store.in_one_step([&] { has_begun = true; }), StoreDamage);
  EXPECT_FALSE(has_begun);
}

TEST_F(StoreTest, SeesMatchesThatOthersBegin) {
  Store one(path("s")), two(path("s"));
  const Match other({.game = "havannah:size=3", .a = "uct:iterations=10", .b = "flat"});
  EXPECT_EQ(one.find(match_), std::nullopt);
  EXPECT_EQ(two.add(other), 1);
  EXPECT_EQ(two.add(match_), 2);
  EXPECT_EQ(one.add(match_), 2);
  EXPECT_EQ(one.add(other), 1);
}

TEST_F(StoreTest, RefusesWhatIsNoStore) {
  std::ofstream(path("text")) << std::string(5000, 'x');
  EXPECT_THAT([&] { Store store(path("text")); }, ThrowsMessage<Error>(HasSubstr("not a database")));
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path("other").c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "CREATE TABLE t (x)", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  const std::string before = content("other");
  EXPECT_THAT([&] { Store store(path("other")); }, ThrowsMessage<Error>(HasSubstr("of another program")));
  EXPECT_EQ(content("other"), before);
  write_file("empty", "");
  EXPECT_THAT([&] { Store store(path("empty"), Store::Open::to_read); }, ThrowsMessage<Error>(HasSubstr("is empty")));
  EXPECT_THAT([&] { Store store(path("no/such/folder")); }, ThrowsMessage<Error>(HasSubstr("cannot open")));
}

TEST_F(StoreTest, TakesPartInARaceToCreateIt) {
  std::vector<std::thread> threads;
  std::atomic<int> claims{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      Store store(path("s"));
      const MatchId id = store.add(match_);
      for (int n = 0; n < 5; ++n) {
        if (const auto number = store.claim(id, 0, 20).number) {
          ++claims;
          store.finish(id, GameRecord{.number = *number, .ending = "x"});
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(claims, 20);
  EXPECT_EQ(Store(path("s")).games(1, Store::all_games).size(), 20u);
}

// ---- To text and back ----

class ExchangeTest : public StoreTest {
 protected:
  ExchangeTest() = default;
  void SetUp() override {
    StoreTest::SetUp();
    store_ = std::make_unique<Store>(path("s"));
    id_ = store_->add(match_);
    for (std::uint64_t number = 0; number < 5; ++number) store_->finish(id_, played_game(match_, number));
    text_ = export_text(*store_, {id_}, ExportMoves::all);
  }
  void TearDown() override {
    store_.reset();
    StoreTest::TearDown();
  }

  std::string with(const std::string& from, const std::string& to) const {
    std::string changed = text_;
    EXPECT_NE(changed.find(from), changed.npos);
    return changed.replace(changed.find(from), from.size(), to);
  }
  void expect_refusal(const std::string& text, const std::string& why) {
    Store fresh(path("refusing"));
    EXPECT_THAT([&] { import_text(fresh, text); },
                ThrowsMessage<UsageError>(AllOf(HasSubstr("line "), HasSubstr(why))));
    EXPECT_TRUE(fresh.matches().empty());
  }

  std::unique_ptr<Store> store_;
  MatchId id_ = 0;
  std::string text_;
};

TEST_F(ExchangeTest, BringsEveryGameIntoAnotherStore) {
  Store other(path("other"));
  const ImportReport report = import_text(other, text_);
  EXPECT_EQ(report.added, 5u);
  EXPECT_EQ(report.known, 0u);
  const auto before = store_->games(id_, Store::all_games), after = other.games(other.add(match_), Store::all_games);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    GameRecord expected = before[i];
    EXPECT_NEAR(after[i].seconds_a, expected.seconds_a, 0.0005001);  // kept in milliseconds
    expected.seconds_a = after[i].seconds_a;
    expected.seconds_b = after[i].seconds_b;
    EXPECT_EQ(after[i], expected);
  }
  EXPECT_EQ(export_text(other, {1}, ExportMoves::all), text_);
  EXPECT_EQ(import_text(other, text_).known, 5u);
}

TEST_F(ExchangeTest, MayLeaveOutTheMoves) {
  const std::string compact = export_text(*store_, {id_}, ExportMoves::none);
  EXPECT_LT(compact.size(), text_.size());
  Store other(path("other"));
  EXPECT_EQ(import_text(other, compact).added, 5u);
  const auto game = other.game(1, 4);
  EXPECT_EQ(game->moves, std::nullopt);
  EXPECT_EQ(played_game(match_, 4).hash, game->hash);
  EXPECT_EQ(import_text(other, text_).known, 5u);
}

TEST_F(ExchangeTest, RefusesWhatContradictsTheRules) {
  const GameRecord game = *store_->game(id_, 0);
  expect_refusal("hello", "expected 'banyan-games 1'");
  expect_refusal("banyan-games 1\n0\t1", "line 2: expected 'match'");
  expect_refusal(with("havannah", "chess"), "unknown game 'chess'");
  expect_refusal(with(*game.moves, *game.moves + " a1"), "do not fit their fingerprint");
  expect_refusal(with(std::to_string(game.seed), "12345"), "seed");
  expect_refusal(with("\n0\t" + std::to_string(game.winner), "\n0\t" + std::to_string(3 - game.winner)), "winner");
  expect_refusal(with("version v1\n", ""), "no version 0");
  expect_refusal(with("\t" + game.ending + "\t", "\t"), "number");
  expect_refusal(text_ + "7\t1\n", "11 or 12 fields");
}

TEST_F(ExchangeTest, RefusesAnotherGameUnderTheSameNumber) {
  Store other(path("other"));
  GameRecord changed = played_game(match_, 2);
  changed.winner = 3 - changed.winner;
  other.finish(other.add(match_), changed);
  EXPECT_THAT([&] { import_text(other, text_); }, ThrowsMessage<UsageError>(HasSubstr("another game 2 of match 1")));
  EXPECT_EQ(other.games(1, Store::all_games).size(), 1u);
}

// ---- Running ----

std::vector<Tally> run(Store& store, const std::vector<Match>& matches, const StopRules& rules, int concurrency = 2) {
  RunControl control;
  return run_matches(matches, {.rules = rules, .concurrency = concurrency, .version = "v1"}, store, control, {});
}

/// Everything about the games of a match but when they were played and how long it took.
std::vector<std::string> plain_games(Store& store, MatchId id, std::uint64_t end) {
  std::vector<std::string> all;
  for (GameRecord game : store.games(id, end)) {
    game.seconds_a = game.seconds_b = 0;
    game.finished = 0;
    all.push_back(to_csv(game));
  }
  return all;
}

TEST_F(StoreTest, RunsAMatchTheSameWayWithAnyNumberOfThreads) {
  Store one(path("one")), three(path("three"));
  EXPECT_TRUE(run(one, {match_}, {.games = 20}, 1)[0].is_over());
  EXPECT_TRUE(run(three, {match_}, {.games = 20}, 3)[0].is_over());
  EXPECT_EQ(plain_games(one, 1, 20).size(), 20u);
  EXPECT_EQ(plain_games(one, 1, 20), plain_games(three, 1, 20));
}

TEST_F(StoreTest, GoesOnWhereItStopped) {
  Store store(path("s"));
  RunControl control;
  std::uint64_t played = 0;
  const auto stop_soon = [&](const RunProgress& progress) {
    played = progress.played;
    if (played >= 5) control.finish = true;
  };
  const RunSettings settings{.rules = {.games = 20}, .concurrency = 2, .version = "v1"};
  EXPECT_FALSE(run_matches({match_}, settings, store, control, stop_soon)[0].is_over());
  const std::uint64_t stored = store.matches()[0].games;
  EXPECT_EQ(stored, played);
  EXPECT_LE(stored, 6u);  // those that ran were finished, none was begun
  control.finish = false;
  const auto tallies =
      run_matches({match_}, settings, store, control, [&](const RunProgress& p) { played = p.played; });
  EXPECT_EQ(played, 20 - stored);
  EXPECT_TRUE(tallies[0].is_over());
  Store undisturbed(path("u"));
  run(undisturbed, {match_}, {.games = 20});
  EXPECT_EQ(plain_games(store, 1, 20), plain_games(undisturbed, 1, 20));
}

TEST_F(StoreTest, DropsWhatRunsWhenAsked) {
  const std::string endless = "rave:iterations=1000000000,solver=false";
  const Match match({.game = "havannah:size=6", .a = endless, .b = endless});
  Store store(path("s"));
  RunControl control;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    control.drop.stop = true;
  });
  EXPECT_FALSE(run_matches({match}, {.rules = {.games = 4}, .concurrency = 2}, store, control, {})[0].is_over());
  stopper.join();
  EXPECT_EQ(store.matches()[0].games, 0u);
  EXPECT_EQ(store.claim(1, 0, 4).number, 0u);  // and the claims were given back
}

TEST_F(StoreTest, FreesTheClaimsOfARunThatEndsEarly) {
  Store store(path("s"));
  const std::vector<Match> matches{match_};
  const RunSettings settings{.rules = {.games = 4}};
  {
    Schedule schedule(matches, settings, store);
    EXPECT_EQ(schedule.next()->number, 0u);
  }
  EXPECT_EQ(store.claim(1, 0, 4).number, 0u);
}

TEST_F(StoreTest, LetsTwoWorkOnOneMatch) {
  std::vector<Tally> first, second;
  std::thread other([&] {
    Store store(path("s"));
    first = run(store, {match_}, {.games = 40}, 1);
  });
  Store store(path("s"));
  second = run(store, {match_}, {.games = 40}, 1);
  other.join();
  EXPECT_TRUE(first[0].is_over());
  EXPECT_TRUE(second[0].is_over());
  EXPECT_EQ(plain_games(store, 1, Store::all_games).size(), 40u);
}

TEST_F(StoreTest, EndsAMatchThatIsDecided) {
  const Match match({.game = "havannah:size=3", .a = "rave:iterations=300", .b = "flat:iterations=1"});
  Store one(path("one")), two(path("two"));
  const StopRules rules{.games = 200, .sprt = Sprt{.elo0 = 0, .elo1 = 200}};
  const Tally alone = run(one, {match}, rules, 1)[0], crowd = run(two, {match}, rules, 3)[0];
  ASSERT_TRUE(alone.is_over());
  EXPECT_LT(alone.end(), 100u);
  EXPECT_EQ(alone.end(), crowd.end());
  EXPECT_EQ(plain_games(one, 1, alone.end()), plain_games(two, 1, alone.end()));
  // A smaller number of games is a part of the same match, a larger one its continuation.
  EXPECT_EQ(run(one, {match}, {.games = 4})[0].so_far().score.games(), 4u);
}

TEST_F(StoreTest, PlaysManyMatchesSideBySide) {
  const Match other({.game = "havannah:size=3", .a = "rave:iterations=10", .b = "rave:iterations=20"});
  Store store(path("s"));
  RunControl control;
  std::uint64_t widest = 0;
  run_matches({match_, other}, {.rules = {.games = 10}, .concurrency = 1}, store, control, [&](const RunProgress& p) {
    const auto one = p.tallies[0].so_far().score.games(), two = p.tallies[1].so_far().score.games();
    widest = std::max(widest, one > two ? one - two : two - one);
  });
  EXPECT_EQ(store.matches()[0].games, 10u);
  EXPECT_EQ(store.matches()[1].games, 10u);
  EXPECT_LE(widest, 1u);
}

}  // namespace
}  // namespace banyan
