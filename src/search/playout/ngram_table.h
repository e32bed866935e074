// SPDX-License-Identifier: MIT
// MAST and NAST (ngram.h) for games whose moves are listed, because they are legal here and not there: the counts of a
// sequence are found by a hash of its player and its moves. The tables are bounded, and full ones learn nothing new.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/math.h"
#include "core/random.h"
#include "search/playout/gram_params.h"
#include "search/playout/hashed.h"
#include "search/playout/playout.h"

namespace banyan {

template <NamesMoves S>
class NgramTable {
  using Move = typename S::Move;

 public:
  /// `length` is that of the longest sequences: 1 is MAST.
  NgramTable(int length, const GramParams& params, const S&, std::uint64_t seed, std::size_t bytes)
      : params_(params), rng_(seed), length_(static_cast<std::size_t>(length)), counts_(bytes) {}

  void prepare(const S&) {
    const auto decay = static_cast<float>(params_.gram_decay);
    if (decay == 1) return;
    counts_.for_each([&](Counts& counts) {
      counts.visits *= decay;
      counts.rewards *= decay;
    });
  }

  /// The hashes of the last moves, by how many: those of none, one and two.
  struct Last {
    std::array<std::uint64_t, 3> hash{1, 0, 0};  // 0 where there are not so many
    void push(std::uint64_t key) { hash = {1, derive_seed(key, 1), hash[1] == 0 ? 0 : derive_seed(key, hash[1])}; }
  };

  struct Playing {
    NgramTable& grams;
    Last last{};

    bool propose(const S& now, Player mover, Move& move) {
      if (grams.params_.gram_draw == Draw::greedy && grams.rng_.unit() < grams.params_.gram_epsilon) return false;
      move = grams.choose(now, mover, last);
      return true;
    }
    void note(const PlayedMove<S>& made) { last.push(made.key); }
  };
  Playing begin(const S&, const Descent<S>& descent) {
    Playing playing{.grams = *this};
    for (const PlayedMove<S>& move : descent.moves) playing.note(move);
    return playing;
  }

  void learn(const Descent<S>& descent, std::span<const PlayedMove<S>> playout, const Outcome<S>& outcome) {
    Last last;
    for (const auto& moves : {descent.moves, playout}) {
      for (const PlayedMove<S>& move : moves) {
        const auto reward = static_cast<float>(outcome.rewards[static_cast<std::size_t>(move.mover)]);
        for (std::size_t before = 0; before < length_ && last.hash[before] != 0; ++before) {
          Counts* const counts = counts_.find_or_add(key(move.mover, last, before, move.key));
          if (counts == nullptr) continue;
          count_gram(counts->visits, counts->rewards, reward);
        }
        last.push(move.key);
      }
    }
  }

 private:
  struct Counts {
    float visits = 0, rewards = 0;
  };

  /// Of the sequence of a move and so many before it.
  static std::uint64_t key(Player mover, const Last& last, std::size_t before, std::uint64_t move) {
    return derive_seed(move, 2 * last.hash[before] + static_cast<std::uint64_t>(mover));
  }

  /// The mean over the lengths that count. A sequence that counts ends in shorter ones that count.
  float value(Player mover, const Last& last, std::uint64_t move) {
    float sum = 0, known = 0;
    for (std::size_t before = 0; before < length_ && last.hash[before] != 0; ++before) {
      const Counts* const counts = counts_.find(key(mover, last, before, move));
      const float enough = before == 0 ? 1.0f : static_cast<float>(params_.gram_visits);
      if (counts == nullptr || counts->visits < enough) {
        if (before > 0) break;
        sum = static_cast<float>(params_.gram_unseen);
      } else {
        sum += counts->rewards / counts->visits;
      }
      known += 1;
    }
    return sum / known;
  }

  Move choose(const S& now, Player mover, const Last& last) {
    MoveList<S> moves;
    now.legal_moves(moves);
    std::array<float, static_cast<std::size_t>(S::max_moves)> values;
    for (std::size_t i = 0; i < moves.size(); ++i) values[i] = value(mover, last, key_of(now, moves[i]));
    const std::span known = std::span(values).first(moves.size());
    return moves[params_.gram_draw == Draw::gibbs ? by_gibbs(known) : by_mean(known)];
  }

  /// The place of the highest; equal ones are told apart by chance.
  std::size_t by_mean(std::span<const float> values) {
    std::size_t best = 0;
    std::uint32_t equal = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] < values[best]) continue;
      if (values[i] > values[best]) equal = 0;
      if (rng_.below(++equal) == 0) best = i;
    }
    return best;
  }

  std::size_t by_gibbs(std::span<float> values) {
    const float highest = *std::max_element(values.begin(), values.end());
    float all = 0;
    for (float& value : values) {
      value = static_cast<float>(banyan::exp(static_cast<double>(value - highest) / params_.gram_tau));
      all += value;
    }
    float left = static_cast<float>(rng_.unit()) * all;
    std::size_t i = 0;
    for (; i + 1 < values.size(); ++i) {  // the last one also has what rounding leaves over
      left -= values[i];
      if (left < 0) break;
    }
    return i;
  }

  GramParams params_;
  Rng rng_;
  std::size_t length_;
  HashedTable<Counts> counts_;
};

}  // namespace banyan
