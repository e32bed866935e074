// SPDX-License-Identifier: MIT
// Replies around the last move that the game suggests, such as patterns: one of them at random, if there is one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/random.h"
#include "game/suggestions.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

template <SuggestsReplies S>
class SuggestedReplies {
  using Move = typename S::Move;

 public:
  explicit SuggestedReplies(std::uint64_t seed) : rng_(seed) {}

  struct Playing {
    Rng& rng;
    std::optional<Move> last{};  // nothing before the first move of a search without a path

    bool propose(const S& now, Player, Move& move) {
      if (!last) return false;
      std::array<Move, static_cast<std::size_t>(S::max_replies)> replies;
      const std::size_t count = now.suggest_replies(*last, replies);
      if (count == 0) return false;
      move = replies[count == 1 ? 0 : rng.below(static_cast<std::uint32_t>(count))];
      return true;
    }
    void note(const PlayedMove<S>& made) { last = made.move; }
  };
  Playing begin(const S&, const Descent<S>& descent) {
    Playing playing{.rng = rng_};
    if (!descent.moves.empty()) playing.last = descent.moves.back().move;
    return playing;
  }

 private:
  Rng rng_;
};

struct Replies {
  static constexpr std::string_view name = "replies";
  static constexpr std::string_view summary = "a reply around the last move that the game suggests";
  using Params = NoParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return SuggestsReplies<S> ? "" : "suggestions of replies to the last move (SuggestsReplies)";
  }
  template <SuggestsReplies S>
  static SuggestedReplies<S> make(const Params&, PartSetup<S>& setup) {
    return SuggestedReplies<S>(setup.next_seed());
  }
};

}  // namespace banyan
