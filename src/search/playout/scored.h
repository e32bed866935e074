// SPDX-License-Identifier: MIT
// Moves drawn by the scores that the game gives them: all of a playout, or its first so many, after which the part
// declines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

#include "core/params.h"
#include "core/random.h"
#include "game/suggestions.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

struct ScoredParams {
  int scored_moves = 0;
  static constexpr auto fields() {
    return std::tuple{field(&ScoredParams::scored_moves, "scored_moves", 0, 1'000'000,
                            "the first so many moves of a playout are drawn by their scores; 0 = all")};
  }
};

template <ScoresMoves S>
class ByScore {
  using Move = typename S::Move;

 public:
  static constexpr bool reads_descent = false;

  ByScore(const ScoredParams& params, std::uint64_t seed)
      : most_moves_(static_cast<std::uint32_t>(params.scored_moves)), rng_(seed) {}

  struct Playing {
    Rng& rng;
    std::uint32_t most_moves;
    std::uint32_t made = 0;

    bool propose(const S& now, Player, Move& move) {
      if (most_moves > 0 && made >= most_moves) return false;
      MoveList<S> moves;
      now.legal_moves(moves);
      std::array<float, static_cast<std::size_t>(S::max_moves)> scores;
      now.score_moves(moves, std::span(scores).first(moves.size()));
      float all = 0;
      for (std::size_t i = 0; i < moves.size(); ++i) all += scores[i];
      if (all <= 0) return false;
      float left = static_cast<float>(rng.unit()) * all;
      std::size_t last = 0;  // when rounding leaves something over
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (scores[i] <= 0) continue;
        last = i;
        left -= scores[i];
        if (left < 0) break;
      }
      move = moves[last];
      return true;
    }
    void note(const PlayedMove<S>&) { ++made; }
  };
  Playing begin(const S&, const Descent<S>&) { return {.rng = rng_, .most_moves = most_moves_}; }

 private:
  std::uint32_t most_moves_;
  Rng rng_;
};

struct ScoredMoves {
  static constexpr std::string_view name = "scored";
  static constexpr std::string_view summary = "by the scores that the game gives its moves";
  using Params = ScoredParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return ScoresMoves<S> ? "" : "scores of moves (ScoresMoves)";
  }
  template <ScoresMoves S>
  static ByScore<S> make(const Params& params, PartSetup<S>& setup) {
    return ByScore<S>(params, setup.next_seed());
  }
};

}  // namespace banyan
