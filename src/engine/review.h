// SPDX-License-Identifier: MIT
// A review of a game: what each move cost, as one player sees it who searches every position before it. The best move
// and the one that was played are judged by the same player for the same side, in one search where that has looked at
// both often enough, else in a second one about the played move alone. So no value is turned around from one ply to the
// next.
//
// Each ply is searched by a new player with a seed of its own, so an entry depends on the game up to there, the
// player and the seed: a review that was stopped goes on as if it had not been, wherever the limits are work and not
// time. docs/file-formats.md has the fields.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "engine/save.h"
#include "engine/session.h"
#include "engine/shortage.h"

namespace banyan {

/// Values are expected rewards in [0, 1], or points in games that are played for points.
struct ReviewedMove {
  std::string move{};
  std::uint64_t visits = 0;
  double value = 0;                     // for who moves
  std::optional<double> uncertainty{};  // as engine/json.h has it; nothing where values are points
  std::optional<double> proven{};
};

struct ReviewEntry {
  std::size_t ply = 0;  // of the move, 0 for the first
  int seat = 0;         // who made it, 0 for the first player
  std::string move{};
  std::string best{};
  double value = 0;                      // of the best move, for who moves
  double played = 0;                     // of the move that was made
  double cost = 0;                       // how much less that is, never below 0
  std::optional<double> first{};         // `value` for the first player; nothing where three play and another one moves
  std::uint64_t visits = 0;              // of the best move
  std::optional<double> uncertainty{};   // of `value`
  std::vector<std::string> variation{};  // from the best move on
  std::vector<ReviewedMove> moves{};     // the first few of the search
  bool forced = false;                   // there was no other move
};

struct Review {
  std::string player{};  // as it was asked for: "rave:iterations=50000"
  std::uint64_t seed = 1;
  std::vector<ReviewEntry> plies{};  // by ply; moves of chance have none
};

/// How a caller watches a review and ends it, from any thread.
struct ReviewControl {
  std::atomic<bool> stop{false};
  /// After each new entry, with how many there are and how many there will be.
  std::function<void(const ReviewEntry&, std::size_t done, std::size_t of)> reviewed{};
  std::function<void(const SearchReport&)> progress{};  // of the running search
  ShortageNote shortage{};
};

/// Who reviews a game when nobody is named.
std::string usual_reviewer(const Session& game);

/// What the move of one ply cost; nothing when it was stopped before it was known. Throws UsageError when there is no
/// such ply, or chance moved there, or the player cannot do it.
std::optional<ReviewEntry> judge(const Session& game, std::size_t ply, const Spec& player, std::uint64_t seed,
                                 ReviewControl& control);

/// How many plies of the game players have moved in.
std::size_t plies_to_review(const Session& game);

/// Goes on with a review until every ply has its entry; false when it was stopped. Entries that are there are kept
/// up to the first that is about another move than the game has by now.
bool go_on(const Session& game, Review& review, ReviewControl& control);

// ---- In files ----

nlohmann::ordered_json json_of(const ReviewEntry& entry);
nlohmann::ordered_json json_of(const Review& review);

/// The reviews in a saved game. Throws UsageError that names the place of what makes no sense: "reviews[0].plies[3]:
/// ..".
std::vector<Review> reviews_of(const SavedGame& game);
/// Puts a review among those of the game, in place of one by the same player with the same seed.
void keep_review(SavedGame& game, const Review& review);

}  // namespace banyan
