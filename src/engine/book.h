// SPDX-License-Identifier: MIT
// A book of openings, as players look things up in it; src/book builds them, docs/file-formats.md has the file. A
// position is known by itself, whatever order of moves led to it and however the board is turned.
//
// Where a game has the swap rule, taking the first stone over changes who sits where, and nothing on the board. So the
// positions of a book are those of the game without the rule, and only the first two moves know of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/params.h"
#include "engine/session.h"

namespace banyan {

/// What was measured of a position: the first player's share of so many games, without the swap rule.
struct BookRate {
  double rate = 0.5;
  std::uint64_t games = 0;
};

struct BookEntry {
  std::vector<std::string> moves{};    // that lead there; no swap among them
  std::vector<std::string> replies{};  // the first that is legal is played; a swap may be one
  BookRate rate{};                     // no games: nothing is known
};

class Book {
 public:
  /// How every game that has the swap rule calls it, its option as well as its move.
  static constexpr std::string_view swap_text = "swap";

  /// Reads a book; throws UsageError that says in one sentence what is wrong with it.
  explicit Book(std::string_view text);
  /// Throws UsageError when a move cannot be played.
  Book(const Spec& game, std::string about, std::vector<BookEntry> entries);

  /// A file, or the name of a book that is built in. "NAME@FINGERPRINT" must still have that fingerprint. Throws
  /// UsageError.
  static std::shared_ptr<const Book> load(std::string_view name);
  static std::vector<std::string_view> built_in();
  /// The same for the game of a session. A book that is built in serves its own board and is null on others, so that
  /// players who have one can play there.
  static std::shared_ptr<const Book> load_for(const Session& session, std::string_view name);

  /// The text that is read.
  const std::string& text() const { return text_; }
  /// What stands for `name` in the settings of a player: the book as it is now.
  std::string settings(std::string_view name) const;

  const Spec& game() const { return game_; }
  const std::string& about() const { return about_; }
  const std::vector<BookEntry>& entries() const { return entries_; }

  /// Throws UsageError when the session's game is another one than the book's.
  void check(const Session& session) const;

  /// What the book plays in the session's position, as a search would report it; nothing where it does not know it.
  std::optional<SearchReport> reply(const Session& session) const;
  /// It knows the position after the first move and does not swap there, whatever a search thinks of it.
  bool refuses_swap(const Session& session) const;
  /// What is known of a position of the game without the swap rule; null where it is none of the book's.
  const BookEntry* find(const Session& plain) const;

 private:
  void index();
  /// The session's position without the swap rule.
  std::unique_ptr<Session> plain_of(const Session& session) const;

  Spec game_, plain_game_;
  std::string about_;
  std::vector<BookEntry> entries_;
  std::string text_;
  std::unordered_map<std::uint64_t, std::size_t> by_position_;  // canonical hash without the swap rule
  std::size_t longest_ = 0;                                     // moves to a position
};

/// The game without the swap rule, where it has one.
Spec without_swap(const Spec& game);
/// Whether the game has the swap rule.
bool has_swap(const Spec& game);

}  // namespace banyan
