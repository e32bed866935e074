// SPDX-License-Identifier: MIT
// The results: one SQLite file with every finished game of every match. A process claims a game before it plays it, so
// that several can work on one match and none plays a game twice. The claims of a process that was killed are taken
// over: each owner holds a lock on one byte of a file beside the store, which the system drops when the process ends,
// however it ends. The schema is in docs/file-formats.md.
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

namespace banyan {

using MatchId = std::int64_t;

struct StoredMatch {
  MatchId id = 0;
  std::string key{};
  std::uint64_t games = 0;
};

class Store {
 public:
  enum class Open { existing, or_create };

  explicit Store(const std::string& path, Open how = Open::or_create);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  /// Finds the match by what decides its games, or adds it. Parameters that the program has learnt since the match was
  /// stored are no difference as long as they have their defaults.
  MatchId add(const Match& match);
  std::vector<StoredMatch> matches();

  /// The first game from `from` on and below `to` that is neither finished nor being played, now ours to play.
  std::optional<std::uint64_t> claim(MatchId match, std::uint64_t from, std::uint64_t to);
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

  /// All that `action` does with the store happens, or nothing of it.
  void in_one_step(const std::function<void()>& action);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace banyan
