// SPDX-License-Identifier: MIT
// NAST2 by Gibbs' rule on a board that is filled: what pairs and single moves have learnt, and draws by it without
// weighing every free cell (pair_draw.h). ngram.h says what is counted, and when a pair counts.
//
// exp of the mean of two values is the product of the roots of both exps, so roots are what is drawn from.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.h"
#include "core/simd.h"
#include "search/playout/gram_params.h"
#include "search/playout/pair_draw.h"
#include "search/playout/playout.h"

namespace banyan {

template <FillsBoard S>
class PairGrams {
 public:
  /// Whether weights are numbers that floats can hold, whatever is learnt.
  static bool can_serve(const GramParams& params) { return std::max(1.0, params.gram_unseen) / params.gram_tau <= 80; }

  PairGrams(const GramParams& params, const S& root)
      : enough_(static_cast<float>(params.gram_visits)),
        unseen_(static_cast<float>(params.gram_unseen)),
        highest_(std::max(1.0f, unseen_)),
        half_inverse_tau_(static_cast<float>(0.5 / params.gram_tau)),
        decay_(static_cast<float>(params.gram_decay)),
        rows_each_(static_cast<unsigned>(root.index_count()) + 1),
        placements_(static_cast<unsigned>(root.placement_count())),
        pairs_(2 * rows_each_ * padded),
        draw_(rows_each_, placements_) {
    set_single_roots();
  }

  void prepare(const S& root) {
    std::copy_n(root.owners(), placements_, owners_.begin());
    if (decay_ != 1) {
      const auto decay = [&](Counts& counts) {
        counts.visits *= decay_;
        counts.rewards *= decay_;
      };
      for (Counts& counts : pairs_) decay(counts);
      for (auto& singles : singles_) std::for_each(singles.begin(), singles.end(), decay);
      set_single_roots();
      draw_.forget_pairs();
      for (std::size_t row = 0; row < 2 * rows_each_; ++row) set_pair_roots(row);
    }
    if (learnt_playouts_ >= first_proposals) propose_anew();
  }

  void begin(const Descent<S>& descent) {
    draw_.begin();
    for (const PlayedMove<S>& move : descent.moves) {
      if (move.key < placements_) draw_.take(move.key);
    }
  }

  /// The index of a free move after `last`, which is -1 for none.
  [[gnu::always_inline]] int draw(const S& now, Player mover, int last, std::uint64_t& word) {
    return draw_.draw(static_cast<std::size_t>(mover), row_of(mover, last), now.owners(), word);
  }

  /// The move has been made after that one.
  [[gnu::always_inline]] void note(Player mover, int last, unsigned move) {
    __builtin_prefetch(&pairs_[row_of(mover, last) * padded + move], 1);  // what learn() will need
    draw_.take(move);
  }

  void learn(const Descent<S>& descent, std::span<const PlayedMove<S>> playout, const Outcome<S>& outcome) {
    const std::array<float, 2> rewards{static_cast<float>(outcome.rewards[0]), static_cast<float>(outcome.rewards[1])};
    learnt_.resize(descent.moves.size() + playout.size());
    means_.resize(2 * (learnt_.size() + 8));
    float* const singles = means_.data();
    float* const pairs = singles + learnt_.size() + 8;
    // Step 1. Count.
    int last = -1;
    std::size_t size = 0;
    for (const auto& moves : {descent.moves, playout}) {
      for (const PlayedMove<S>& move : moves) {
        const auto player = static_cast<std::size_t>(move.mover);
        const auto add = [&](Counts& counts) {
          count_gram(counts.visits, counts.rewards, rewards[player]);
          return counts.rewards / counts.visits;
        };
        const std::size_t row = row_of(move.mover, last);
        singles[size] = add(singles_[player][move.key]);
        pairs[size] = unknown;
        if (last >= 0) {
          Counts& pair = pairs_[row * padded + move.key];
          const float mean = add(pair);
          if (pair.visits >= enough_) pairs[size] = mean;
        }
        learnt_[size++] = {static_cast<std::uint32_t>(row), static_cast<std::uint16_t>(move.key),
                           static_cast<std::uint16_t>(player)};
        last = move.key;
      }
    }
    // Step 2. From means to roots, eight at a time.
    for (std::size_t i = 0; i < size; i += 8) {
      store(singles + i, root(load<Floats8>(singles + i)));
      const Floats8 mean = load<Floats8>(pairs + i);
      store(pairs + i, select(mean < 0.0f, mean, root(mean)));
    }
    // Step 3. What is drawn from.
    for (std::size_t i = 0; i < size; ++i) {
      const Learnt& move = learnt_[i];
      if (move.index >= placements_) continue;
      draw_.set_root(move.player, move.index, singles[i]);
      if (pairs[i] >= 0) draw_.set_pair_root(move.player, move.row, move.index, pairs[i]);
    }
    ++learnt_playouts_;
    const bool proposes = draw_.proposes(0) && draw_.proposes(1);
    if (learnt_playouts_ >= (proposes ? propose_until_ : propose_from_)) propose_anew();
  }

 private:
  using Draws = PairDraw<static_cast<unsigned>(S::max_moves)>;
  static constexpr unsigned padded = Draws::padded;
  static constexpr float unknown = Draws::unknown;      // in place of a mean, too
  static constexpr std::uint64_t first_proposals = 16;  // after so many playouts

  struct Counts {
    float visits = 0, rewards = 0;
  };
  struct Learnt {
    std::uint32_t row;
    std::uint16_t index, player;
  };

  std::size_t row_of(Player mover, int last) const {
    return static_cast<std::size_t>(mover) * rows_each_ + static_cast<std::size_t>(last + 1);
  }

  [[gnu::always_inline]] Floats8 root(Floats8 mean) const { return exp((mean - highest_) * half_inverse_tau_); }

  void set_single_roots() {
    for (const std::size_t player : {0, 1}) {
      for (unsigned i = 0; i < placements_; ++i) {
        const auto [visits, rewards] = singles_[player][i];
        draw_.set_root(player, i, root(Floats8{} + (visits >= 1 ? rewards / visits : unseen_))[0]);
      }
    }
  }
  void set_pair_roots(std::size_t row) {
    const std::size_t player = row / rows_each_;
    for (unsigned i = 0; i < placements_; ++i) {
      const auto [visits, rewards] = pairs_[row * padded + i];
      if (visits >= enough_) draw_.set_pair_root(player, row, i, root(Floats8{} + rewards / visits)[0]);
    }
  }

  void propose_anew() {
    for (const std::size_t player : {0, 1}) draw_.propose_anew(player, owners_.data());
    propose_from_ = learnt_playouts_ + 2 + learnt_playouts_ / 32;
    propose_until_ = learnt_playouts_ + 2 + learnt_playouts_ / 4;
  }

  float enough_, unseen_;
  float highest_;  // mean that there can be
  float half_inverse_tau_, decay_;
  std::size_t rows_each_;
  unsigned placements_;
  std::array<std::array<Counts, padded>, 2> singles_{};
  std::vector<Counts> pairs_;  // row after row
  Draws draw_;
  std::array<std::uint8_t, padded> owners_{};  // at the root
  std::uint64_t learnt_playouts_ = 0;
  // When moves are proposed anew: after so many playouts at the latest, and at the earliest.
  std::uint64_t propose_until_ = first_proposals, propose_from_ = first_proposals;
  std::vector<Learnt> learnt_;  // of the playout that is learnt from
  std::vector<float> means_;    // of its moves, then of its pairs
};

}  // namespace banyan
