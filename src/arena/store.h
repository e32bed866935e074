// SPDX-License-Identifier: MIT
// The results: one SQLite file with every finished game of every match. A process claims a game before it plays it, so
// that several can work on one match and none plays a game twice. The claims of a process that was killed are taken
// over: each owner holds a lock on one byte of a file beside the store, which the system drops when the process ends,
// however it ends. The schema is in docs/file-formats.md.
//
// A store is checked: the file as a whole when it is opened, each match and each game against its own checksum whenever
// it is read. So what is damaged is met as StoreDamage, and never as another result.
//
// Functions may be called from several threads at once. All throw Error when the file cannot be used.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/match.h"
#include "arena/record.h"
#include "core/error.h"

namespace banyan {

using MatchId = std::int64_t;

struct StoredMatch {
  MatchId id = 0;
  std::string key{};
  std::uint64_t games = 0;
};

/// The store is not as it was written. The sentence names the store, what is damaged, and how to go on.
class StoreDamage : public Error {
 public:
  StoreDamage(const std::string& path, const std::string& what);
};

/// To be read, and nothing has been written to it yet: its writer may just have been killed.
class StoreIsEmpty : public Error {
 public:
  using Error::Error;
};

class Store {
 public:
  /// `to_write` makes the file if there is none, and brings an old one to today's version. `to_read` leaves the file as
  /// it is and makes none: it needs no right to write, and what would change the store throws Error.
  enum class Open { to_write, to_read };

  explicit Store(const std::string& path, Open how = Open::to_write);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const std::string& path() const;

  /// Finds the match by what decides its games. Parameters that the program has learnt since the match was stored are
  /// no difference as long as they have their defaults.
  std::optional<MatchId> find(const Match& match);
  /// Finds the match, or adds it.
  MatchId add(const Match& match);
  std::vector<StoredMatch> matches();

  struct Claim {
    std::optional<std::uint64_t> number{};  // now ours to play
    bool is_being_played = false;           // if there is none: whether somebody plays what is missing
  };
  /// The first game from `from` on and below `to` that is neither finished nor being played.
  Claim claim(MatchId match, std::uint64_t from, std::uint64_t to);
  /// Gives a claim back.
  void release(MatchId match, std::uint64_t number);
  /// Stores a game and gives its claim back. A game that is there already stays as it is.
  void finish(MatchId match, const GameRecord& game);

  /// Games of all matches in the order in which they were stored, from the one after `last` on. The moves are left out.
  struct Entry {
    std::int64_t row = 0;
    MatchId match = 0;
    GameRecord game{};
  };
  std::vector<Entry> entries_after(std::int64_t last);

  /// More than any match has games.
  static constexpr std::uint64_t all_games = std::uint64_t{1} << 62;

  /// The finished games below `to`, by number, with their moves.
  std::vector<GameRecord> games(MatchId match, std::uint64_t to);
  std::optional<GameRecord> game(MatchId match, std::uint64_t number);

  /// All that `action` does with the store happens, or nothing of it; meanwhile nobody else can write to it. The
  /// matches that are there are read before, which takes longer the more there are.
  void in_one_step(const std::function<void()>& action);

  struct Rescue;
  /// Reads what is whole in a damaged store. Throws Error when that is nothing.
  static Rescue rescue(const std::string& path);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

struct Store::Rescue {
  std::unique_ptr<Store> whole;     // in memory, its matches numbered as in the damaged one
  std::vector<std::string> lost{};  // "game 17 of match 1", or "the game in row 17" where no more is known
  bool names_all = true;            // whether these are all that was lost
};

}  // namespace banyan
