// SPDX-License-Identifier: MIT
// Means of moves whatever the position: MAST [Finnsson & Bjornsson 2008], and of sequences of up to three moves that
// end in the move: NAST, also called N-gram averages [Stankiewicz et al. 2012; Tak et al. 2012; Powley et al. 2013]. A
// playout draws greedily by the mean, or by Gibbs' rule. Both players' moves in tree and playout are counted, each for
// who made it. The value of a move is the mean over the lengths that count: single moves from the first visit, longer
// sequences from the k-th [Powley et al. use 7].
//
// Counts stand in rows, one entry per move, one row per player and preceding moves: the score of every free cell is
// vector arithmetic over one to three rows. Rows of triples are made when they are first needed, up to a budget.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/random.h"
#include "core/simd.h"
#include "search/playout/params.h"
#include "search/playout/playout.h"

namespace banyan {

template <FillsBoard S>
class Ngram final : public PlayoutPolicy<S> {
 public:
  /// `length` is that of the longest sequences: 1 is MAST.
  Ngram(int length, const PlayoutParams& params, const S& root, std::uint64_t seed)
      : drawer_(root),
        uniform_rng_(seed),
        rng_(derive_seed(seed, 1)),
        length_(static_cast<unsigned>(length)),
        draw_(params.gram_draw),
        epsilon_(params.gram_epsilon),
        unseen_(static_cast<float>(params.gram_unseen)),
        inverse_tau_(static_cast<float>(1 / params.gram_tau)),
        decay_(static_cast<float>(params.gram_decay)),
        moves_(static_cast<unsigned>(root.index_count())),
        padded_((moves_ + 7) / 8 * 8) {
    enough_.fill(static_cast<float>(params.gram_visits));
    enough_[0] = 1;
    // Row 0 is never written to: what nothing is known of. Then one row per player, and per player and last move.
    row_count_ = 1 + 2;
    if (length_ > 1) row_count_ += 2 * moves_;
    if (length_ > 2) triples_.assign(std::size_t{2} * moves_ * moves_, 0);
    counts_.assign(row_count_ * row_size(), 0.0f);
    for (std::size_t i = 0; i < noise_.size(); ++i) {
      noise_[i] = static_cast<float>(static_cast<double>(mix64(i) >> 40) * 0x1p-44);
    }
  }

  void prepare(const S& root) override {
    drawer_ = Drawer<S>(root);
    if (decay_ < 1) {
      for (float& count : counts_) count *= decay_;
    }
  }
  bool reads_descent() const override { return true; }

  std::uint64_t run(S& state, const Descent& descent) override {
    auto draw = drawer_.begin(uniform_rng_);
    played_ = 0;
    Last last;
    for (const PlayedMove move : descent.moves) last.push(move.index);
    return run_playout(state, [&](const S& now, Player mover) {
      int index = -1;
      if (draw_ == Draw::gibbs) {
        index = by_gibbs(now, mover, last);
      } else if (rng_.unit() >= epsilon_) {
        index = by_mean(now, mover, last);
      }
      const auto move = index < 0 ? draw(now) : now.move_at(index);
      const auto played = static_cast<std::uint16_t>(now.index_of(move));
      record_[played_++] = {played, static_cast<std::int8_t>(mover)};
      last.push(played);
      return move;
    });
  }

  void learn(const Descent& descent, const S& end) override {
    const auto rewards = end.rewards();
    Last last;
    const auto count = [&](PlayedMove move) {
      const auto reward = static_cast<float>(rewards[static_cast<std::size_t>(move.mover)]);
      for (unsigned length = 1; length <= length_; ++length) {
        const std::size_t row = row_for(move.mover, last, length, true);
        if (row == 0) continue;
        float* const visits = counts_.data() + row * row_size();
        visits[move.index] += 1.0f;
        visits[padded_ + move.index] += reward;
      }
      last.push(move.index);
    };
    for (const PlayedMove move : descent.moves) count(move);
    for (std::size_t i = 0; i < played_; ++i) count(record_[i]);
    played_ = 0;
  }

 private:
  static constexpr std::size_t noise_size = 512;
  static constexpr std::size_t max_bytes = std::size_t{256} << 20;  // for all rows

  /// The last two moves, the later one first.
  struct Last {
    std::array<int, 2> index{-1, -1};
    void push(int next) { index = {next, index[0]}; }
  };

  std::size_t row_size() const { return std::size_t{2} * padded_; }

  /// The row of sequences of this length that follow on `last`; 0 when there is none.
  std::size_t row_for(Player mover, const Last& last, unsigned length, bool may_make) {
    const auto player = static_cast<std::size_t>(mover);
    if (length == 1) return 1 + player;
    if (last.index[length - 2] < 0) return 0;
    const std::size_t pair = player * moves_ + static_cast<std::size_t>(last.index[0]);
    if (length == 2) return 3 + pair;
    std::uint32_t& row = triples_[pair * moves_ + static_cast<std::size_t>(last.index[1])];
    if (row == 0 && may_make && (row_count_ + 1) * row_size() * sizeof(float) <= max_bytes) {
      row = static_cast<std::uint32_t>(row_count_++);
      counts_.resize(row_count_ * row_size(), 0.0f);
    }
    return row;
  }

  /// Calls visit(first index, values) for all moves, eight at a time; those that are not free have minus infinity.
  template <class Visit>
  [[gnu::always_inline]] void for_values(const S& state, Player mover, const Last& last, Visit&& visit) {
    std::array<const float*, 3> rows{};
    for (unsigned length = 1; length <= length_; ++length) {
      rows[length - 1] = counts_.data() + row_for(mover, last, length, false) * row_size();
    }
    const auto placements = static_cast<std::int32_t>(state.placement_count());
    for (unsigned i = 0; i < static_cast<unsigned>(placements); i += 8) {
      Floats8 sum{}, lengths{};
      for (unsigned l = 0; l < length_; ++l) {
        const Floats8 visits = load<Floats8>(rows[l] + i);
        const Floats8 mean = load<Floats8>(rows[l] + padded_ + i) / visits;
        const Ints8 counts = visits >= enough_[l];
        sum += select(counts, mean, Floats8{});
        lengths += select(counts, Floats8{} + 1.0f, Floats8{});
      }
      const Floats8 value = select(lengths > 0.0f, sum / lengths, Floats8{} + unseen_);
      const Ints8 slot = Ints8{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<std::int32_t>(i);
      const Ints8 is_free = (load_bytes(state.owners() + i) == 0) & (slot < placements);
      visit(i, select(is_free, value, Floats8{} - std::numeric_limits<float>::infinity()));
    }
  }

  /// The free move of the highest value; equal ones are told apart by chance.
  int by_mean(const S& state, Player mover, const Last& last) {
    const float* const noise = noise_.data() + rng_.next() % noise_size;
    Highest best;
    for_values(state, mover, last,
               [&](unsigned i, Floats8 values) { best.offer(values + load<Floats8>(noise + i), i); });
    return static_cast<int>(best.winner().slot);
  }

  int by_gibbs(const S& state, Player mover, const Last& last) {
    std::array<float, capacity> weights;
    Floats8 sums{};
    for_values(state, mover, last, [&](unsigned i, Floats8 values) {
      const Floats8 weight = select(values >= 0.0f, exp((values - 1.0f) * inverse_tau_), Floats8{});
      sums += weight;
      store(weights.data() + i, weight);
    });
    float total = 0;
    for (unsigned lane = 0; lane < 8; ++lane) total += sums[lane];
    float left = static_cast<float>(rng_.unit()) * total;
    int last_free = -1;  // when rounding leaves something over
    for (int i = 0; i < state.placement_count(); ++i) {
      const float weight = weights[static_cast<std::size_t>(i)];
      if (weight <= 0) continue;
      last_free = i;
      left -= weight;
      if (left < 0) break;
    }
    return last_free;
  }

  static constexpr std::size_t capacity = (static_cast<std::size_t>(S::max_moves) + 7) / 8 * 8;

  Drawer<S> drawer_;
  Rng uniform_rng_, rng_;
  unsigned length_;
  Draw draw_;
  double epsilon_;
  float unseen_, inverse_tau_, decay_;
  unsigned moves_, padded_;
  std::array<float, 3> enough_{};
  std::size_t row_count_ = 0;
  std::vector<float> counts_;           // row after row: visits, then sums of rewards
  std::vector<std::uint32_t> triples_;  // player, last move, the one before -> row
  std::array<float, noise_size + capacity> noise_;
  std::array<PlayedMove, static_cast<std::size_t>(S::max_moves)> record_;  // of the last playout
  std::size_t played_ = 0;
};

}  // namespace banyan
