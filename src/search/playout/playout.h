// SPDX-License-Identifier: MIT
// What plays games out. A policy is prepared once per search with the root and then finishes one game after another,
// with one virtual call per playout, and says what each was worth: nobody looks at the end of a game behind its back.
// What it decides by chance comes from streams of its own, and what it leaves to chance from the stream that Uniform
// has, so that a policy that never acts changes nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "game/game_state.h"
#include "game/move_key.h"
#include "game/playouts.h"
#include "search/playout/outcome.h"

namespace banyan {

/// A move of a player, in the tree or in a playout, and what tables know it by. What chance does is not among them.
template <GameState S>
struct PlayedMove {
  typename S::Move move;
  MoveKey<S> key;
  std::int16_t mover;
};

/// `state` may be any of the game.
template <NamesMoves S>
[[gnu::always_inline]] inline PlayedMove<S> played_move(const S& state, typename S::Move move, Player mover) {
  return {move, key_of(state, move), static_cast<std::int16_t>(mover)};
}

/// What a policy may read of a node on the path: the all-moves-as-first counts of its mover.
struct AmafCounts {
  std::uint32_t playouts;      // that went through the node
  const std::int32_t* visits;  // by index; null where the search keeps none
  const std::int32_t* half_points;
};

/// How the search came from the root to where a playout begins.
template <GameState S>
struct Descent {
  std::span<const PlayedMove<S>> moves;
  std::span<const AmafCounts> nodes;  // the root first; none where the search keeps no such counts
};

template <GameState S>
class PlayoutPolicy {
 public:
  virtual ~PlayoutPolicy() = default;
  virtual void prepare(const S& root) = 0;
  /// Plays `state`, a position at or below the root, to its end, where it is not over already.
  Outcome<S> run(S& state, const Descent<S>& descent = {}) {
    return state.is_terminal() ? outcome_of(state, 0) : play_out(state, descent);
  }

  /// Whether `descent` is looked at; if not, it may be empty, and learn need not be called.
  virtual bool reads_descent() const { return false; }
  /// Called after each iteration with what run() has answered.
  virtual void learn(const Descent<S>&, const Outcome<S>&) {}
  /// The moves at the root that the policy would keep playouts from, given the root's counts.
  virtual std::vector<typename S::Move> pruned(const S&, const AmafCounts&) const { return {}; }

  void set_ending(const Ending& ending) { ending_ = ending; }

 protected:
  virtual Outcome<S> play_out(S& state, const Descent<S>& descent) = 0;
  const Ending& ending() const { return ending_; }

 private:
  Ending ending_{};
};

/// Every legal move is equally likely; where chance moves, by its probabilities. A game that can fills its board at
/// once, with other random numbers than move by move.
template <GameState S>
class Uniform final : public PlayoutPolicy<S> {
 public:
  explicit Uniform(const S& root, std::uint64_t seed) : drawer_(root), rng_(seed) {}

  void prepare(const S& root) override { drawer_ = Drawer<S>(root); }

  Outcome<S> play_out(S& state, const Descent<S>&) override {
    return this->ending().is_cut() ? play<true>(state) : play<false>(state);
  }

 private:
  template <bool IsCut>
  Outcome<S> play(S& state) {
    if constexpr (IsCut) {
      auto draw = drawer_.begin(rng_);
      return finish<true>(
          state, this->ending(), [&](const S& now, Player) __attribute__((always_inline)) { return draw(now); });
    } else {
      return outcome_of(state, play_to_end(state));
    }
  }
  /// The number of moves. Nothing but the loop: the address where an outcome goes would take a register from it.
  [[gnu::noinline]] std::uint64_t play_to_end(S& state) {
    if constexpr (FillsAtRandom<S>) return state.fill_at_random(rng_.next());
    auto draw = drawer_.begin(rng_);
    return run_playout(
        state, [&](const S& now, Player) __attribute__((always_inline)) { return draw(now); });
  }

  Drawer<S> drawer_;
  Rng rng_;
};

}  // namespace banyan
