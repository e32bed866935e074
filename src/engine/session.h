// SPDX-License-Identifier: MIT
// The one boundary between typed games and everything that shows, plays or measures them. A Session is a game in
// progress; an EnginePlayer is an algorithm with its parameters and its memory of earlier searches. Moves are strings
// above this line and typed values below it.
//
// A Session and its players belong to one thread at a time; SearchControl::stop may be set from any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/params.h"
#include "engine/player_params.h"
#include "game/board.h"
#include "game/knowledge.h"
#include "search/limits/allotment.h"
#include "search/limits/limits.h"

namespace banyan {

/// What a search knows of one root move.
struct MoveReport {
  std::string move;
  std::uint64_t visits = 0;
  double value = 0;  // mean reward in [0, 1] of the player to move, or what the game's evaluation says
  std::uint64_t amaf_visits = 0;
  double amaf_value = 0;
  std::optional<double> proven;     // reward of the player to move, when it is certain
  std::optional<double> score;      // what the value is in points, in games that are played for points
  std::vector<std::string> line{};  // how it would go on from this move on, where that was asked for
};

struct SearchReport {
  std::string best_move;
  double value = 0;
  std::uint64_t visits = 0;      // of the best move
  std::optional<double> proven;  // reward of the player to move at the root, when it is certain
  std::optional<double> score;   // what the value is in points, in games that are played for points
  std::vector<std::string> principal_variation;
  std::vector<MoveReport> moves;    // most visited first; only moves that were tried
  std::vector<std::string> pruned;  // moves that the playouts avoid, as far as the root can tell
  std::uint64_t iterations = 0;
  std::uint64_t playout_moves = 0;
  std::uint64_t nodes = 0;     // of the tree at the end; visited, by searches to a depth
  std::uint64_t leaves = 0;    // positions evaluated, by searches to a depth
  int depth = 0;               // turns looked ahead, by searches to a depth
  bool is_evaluation = false;  // values are points of the game's evaluation, not rewards
  bool are_means = false;      // values are means over so many visits
  std::uint64_t bytes = 0;
  bool memory_is_full = false;  // the tree wanted to grow and could not
  int threads = 1;              // that searched
  int missing_threads = 0;      // that could not be started: the system has no room for more
  double wall_seconds = 0;
  double cpu_seconds = 0;  // of all of them
  std::string stopped_by;  // "iterations", "seconds", "cpu_seconds", "solved", "decided", "book", "cancelled"

  double iterations_per_second() const { return wall_seconds > 0 ? static_cast<double>(iterations) / wall_seconds : 0; }
};

/// How a caller watches and ends a search. `progress` is called from the searching thread.
struct SearchControl {
  std::atomic<bool> stop{false};
  std::function<void(const SearchReport&)> progress;
  double report_interval = usual_report_interval;  // seconds between two calls of `progress`
  std::optional<LimitParams> limits{};             // in place of all the player's own
  bool saves_time = false;                         // what is left of the limits is there for later searches
  std::vector<std::string> only{};                 // legal moves that the search is about; empty: all moves
  std::size_t lines = 0;                           // of how many moves the value and the line are wanted
  const std::atomic<bool>* shared_stop = nullptr;  // in place of `stop`, where several searches end together
};

struct Result {
  int winner = 0;  // 1 = the first player; 0 = nobody
  std::vector<double> rewards;
  std::optional<double> score;   // games played for points
  std::vector<std::string> how;  // "ring", "fork", ...; may be empty
};

/// The count and the cost of playouts from one position.
struct PlayoutReport {
  std::uint64_t playouts = 0;
  std::uint64_t moves = 0;
  double cpu_seconds = 0;
  std::vector<double> mean_rewards;
};

/// Thrown by Session::play.
class IllegalMove : public UsageError {
 public:
  IllegalMove(std::string_view move, std::string reason);
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

class Session;
struct SolveOptions;  // engine/solve.h
struct SolveReport;
struct SolveControl;

class EnginePlayer {
 public:
  virtual ~EnginePlayer() = default;
  /// Searches the session's position; throws UsageError when the game is over, or is not of the game and the options
  /// the player was made for, or when it cannot look at some moves only, or IllegalMove of one of these. Reuses what
  /// earlier searches left, if the player's parameters say so.
  virtual SearchReport search(const Session& session, SearchControl& control) = 0;
  /// "rave:iterations=10000,r=130,...": every parameter that matters, with its value.
  virtual std::string settings() const = 0;
  /// What is the player's own and not its algorithm's, for whoever hosts it.
  virtual PlayerParams params() const { return {}; }
  /// How it shares a clock for the whole game out.
  virtual ClockSharing sharing() const { return params().sharing(); }
};

class Session {
 public:
  virtual ~Session() = default;

  virtual const std::string& game() const = 0;  // "havannah"
  virtual std::string options() const = 0;      // "size=6,swap=false"
  virtual int players() const = 0;
  virtual bool has_chance() const = 0;  // chance moves in this game, at some time
  virtual int to_move() const = 0;      // 0 = the first player; -1 = chance
  virtual std::vector<std::string> legal_moves() const = 0;
  virtual const std::vector<std::string>& moves() const = 0;  // played so far

  /// Throws IllegalMove that names the move and why it cannot be played; the position stays as it was.
  virtual void play(std::string_view move) = 0;
  /// Plays a move that a record has after the end of the game, which changes no result; throws IllegalMove where the
  /// game's records end with it.
  virtual void play_after_end(std::string_view move) = 0;
  /// What chance plays now when `seed` decides all its moves in this game; chance must be to move. Games that draw from
  /// decks give each player the same cards in the same order, whatever is played.
  virtual std::string chance_move(std::uint64_t seed) const = 0;
  virtual bool undo() = 0;  // false when there is nothing to take back
  virtual bool redo() = 0;  // false when nothing was taken back

  virtual std::optional<Result> result() const = 0;  // empty while the game goes on
  /// How many moves of all players there can still be, where the game knows it.
  virtual std::optional<int> moves_left() const = 0;
  virtual std::optional<double> score() const = 0;  // so far, in games that are played for points
  /// With the legal moves, and the last one marked.
  virtual BoardData board() const = 0;

  /// How other programs and their files write the moves of this game; its own way is the first. Empty: there is one
  /// way only, and a move is the same in all that follows.
  virtual std::vector<std::string> notations() const { return {}; }
  /// One of our moves, legal or not, as it is written in one of `notations`.
  virtual std::string to_notation(std::string_view /*notation*/, std::string_view move) const {
    return std::string(move);
  }
  /// The other way round; nothing for what can be no move. The move need not be legal, nor even on the board.
  virtual std::optional<std::string> from_notation(std::string_view /*notation*/, std::string_view text) const {
    return std::string(text);
  }

  virtual std::uint64_t hash() const = 0;
  /// What the evaluation of the position is the sum of, as the first player sees it; empty where the game has none that
  /// is a sum.
  virtual std::vector<EvaluationTerm> evaluation_terms() const { return {}; }
  /// The kinds of traits that the game's moves have; empty where it shows none.
  virtual std::vector<TraitKind> trait_kinds() const { return {}; }
  /// The traits of every legal move that has some, a row each, are put behind `traits`; returns the row of `move`, if
  /// it has one. Throws as play() does.
  virtual std::optional<std::size_t> add_traits(std::string_view /*move*/,
                                                std::vector<std::uint16_t>& /*traits*/) const {
    return std::nullopt;
  }
  /// The same for positions that a symmetry of the board turns into each other: the smallest hash of them all. Of a
  /// game that goes on.
  virtual std::uint64_t canonical_hash() const { return hash(); }

  /// Throws UsageError when there is no such algorithm or parameter, or the game lacks what the algorithm needs.
  virtual std::unique_ptr<EnginePlayer> new_player(const Spec& spec, std::uint64_t seed) const = 0;
  virtual std::uint64_t perft(int depth) const = 0;
  virtual PlayoutReport playouts(std::uint64_t count, std::uint64_t seed) const = 0;
  /// The best sequence from here; throws UsageError when the game is not for one player with a score.
  virtual SolveReport solve(const SolveOptions& options, SolveControl& control) const = 0;
};

/// Plays what chance draws, as the game's seed decides, until somebody is to move or the game is over; returns it. The
/// same wherever a game is played.
std::vector<std::string> let_chance_play(Session& session, std::uint64_t seed);

}  // namespace banyan
