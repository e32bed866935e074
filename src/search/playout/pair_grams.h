// SPDX-License-Identifier: MIT
// NAST2 by Gibbs' rule on a board that is filled: what pairs and single moves have learnt, and draws by it without
// weighing every free cell (pair_draw.h). ngram.h says what is counted, and when a pair counts.
//
// exp of the mean of two values is the product of the roots of both exps, so roots are what is kept: those of single
// moves as numbers, those of pairs in the sums that are drawn from.
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
#include "search/playout/weighted_draw.h"

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
        draw_(2 * rows_each_, placements_) {
    for (const std::size_t player : {0, 1}) bound_anew(player);
  }

  void prepare() {
    if (decay_ == 1) return;
    const auto decay = [&](Counts& counts) {
      counts.visits *= decay_;
      counts.rewards *= decay_;
    };
    for (Counts& counts : pairs_) decay(counts);
    for (const std::size_t player : {0, 1}) {
      for (Counts& counts : singles_[player]) decay(counts);
      bound_anew(player);
    }
  }

  /// The index of a free move after `last`, which is -1 for none.
  [[gnu::always_inline]] int draw(const S& now, Player mover, int last, std::uint64_t& word) {
    const std::size_t row = row_of(mover, last);
    const unsigned index = draw_.draw(
        static_cast<std::size_t>(mover), row, [this, row](unsigned i) { return pair_roots(row, i); }, now.owners(),
        word);
    if (index == Draws::none) [[unlikely]]
      return by_weight(now, mover, row, word);
    return static_cast<int>(index);
  }

  /// Fetches what learn() will need for this move after that one.
  [[gnu::always_inline]] void expect(Player mover, int last, unsigned move) const {
    __builtin_prefetch(&pairs_[row_of(mover, last) * padded + move], 1);
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
          counts.visits += 1;
          counts.rewards += rewards[player];
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
      roots_[move.player][move.index] = singles[i];
      draw_.set_root(move.player, move.index, singles[i]);
      if (pairs[i] >= 0) draw_.set_pair_root(move.player, move.row, move.index, pairs[i]);
    }
    // Bounds that are never outgrown become too high as more is known.
    const bool is_due = ++learnt_playouts_ >= bound_until_;
    if (is_due) bound_until_ = learnt_playouts_ + 1 + learnt_playouts_ / 8;
    for (const std::size_t player : {0, 1}) {
      if (is_due || !draw_.is_bounded(player)) bound_anew(player);
    }
  }

 private:
  using Draws = PairDraw<static_cast<unsigned>(S::max_moves)>;
  static constexpr unsigned padded = Draws::padded;
  static constexpr float unknown = -1;  // in place of a mean or root

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

  /// Of eight pairs.
  [[gnu::always_inline]] Floats8 pair_roots(std::size_t row, unsigned first) const {
    const auto* const counts = reinterpret_cast<const float*>(&pairs_[row * padded + first]);
    const Floats8 low = load<Floats8>(counts), high = load<Floats8>(counts + 8);
    const Floats8 visits = __builtin_shufflevector(low, high, 0, 2, 4, 6, 8, 10, 12, 14);
    const Floats8 rewards = __builtin_shufflevector(low, high, 1, 3, 5, 7, 9, 11, 13, 15);
    const Ints8 is_known = visits >= enough_;
    if (detail::signs(is_known) == 0) return Floats8{} + unknown;  // as most are in the beginning
    return select(is_known, root(rewards / visits), Floats8{} + unknown);
  }

  /// Bounds that hold for as many visits as a few and some of those there are, even if all of them are won: what is
  /// little known changes fast, and rows that are made in vain cost more than a draw that is not taken.
  void bound_anew(std::size_t player) {
    std::array<float, padded> bounds{};
    for (unsigned i = 0; i < placements_; ++i) {
      const auto [visits, rewards] = singles_[player][i];
      const float more = 4 + visits / 32;
      const float mean = visits >= 1 ? rewards / visits : unseen_;
      const float bound = std::max(mean, (rewards + more) / (visits + more));
      const Floats8 roots = root(Floats8{mean, bound});
      roots_[player][i] = roots[0];
      bounds[i] = roots[1] * 1.001f;  // so that rounding does not break it
    }
    draw_.bound(player, bounds.data(), roots_[player].data());
  }

  /// Every free move is weighed.
  [[gnu::noinline]] int by_weight(const S& now, Player mover, std::size_t row, std::uint64_t& word) {
    std::array<float, padded> weights;
    const float* const roots = roots_[static_cast<std::size_t>(mover)].data();
    Floats8 sums{};
    for (unsigned i = 0; i < placements_; i += 8) {
      const Floats8 single = load<Floats8>(roots + i), pair = pair_roots(row, i);
      const Ints8 slot = Ints8{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<std::int32_t>(i);
      const Ints8 is_free = (load_bytes(now.owners() + i) == 0) & (slot < static_cast<std::int32_t>(placements_));
      const Floats8 weight = select(is_free, single * select(pair < 0.0f, single, pair), Floats8{});
      sums += weight;
      store(weights.data() + i, weight);
    }
    return draw_once(weights.data(), placements_, sums, static_cast<float>(next_word(word) >> 40) * 0x1p-24f);
  }

  float enough_, unseen_;
  float highest_;  // mean that there can be
  float half_inverse_tau_, decay_;
  std::size_t rows_each_;
  unsigned placements_;
  std::array<std::array<Counts, padded>, 2> singles_{};
  std::array<std::array<float, padded>, 2> roots_{};
  std::vector<Counts> pairs_;  // row after row
  Draws draw_;
  std::uint64_t learnt_playouts_ = 0, bound_until_ = 1;
  std::vector<Learnt> learnt_;  // of the playout that is learnt from
  std::vector<float> means_;    // of its moves, then of its pairs
};

}  // namespace banyan
