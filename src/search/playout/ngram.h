// SPDX-License-Identifier: MIT
// Means of moves whatever the position: MAST [Finnsson & Bjornsson 2008], and of sequences of up to three moves that
// end in the move: NAST, also called N-gram averages [Stankiewicz et al. 2012; Tak et al. 2012; Powley et al. 2013]. A
// playout draws greedily by the mean, or by Gibbs' rule. Both players' moves in tree and playout are counted, each for
// who made it. The value of a move is the mean over the lengths that count: single moves from the first visit, longer
// sequences from the k-th [Powley et al. use 7].
//
// On a board that is filled, counts stand in rows, one entry per move, one row per player and preceding moves, with the
// means beside them: the value of every free cell is vector arithmetic over one to three rows, without a division. Rows
// of triples are made when they are first needed, up to a budget. What MAST draws by Gibbs' rule does not depend on
// what was played before: its moves are weighed once per playout, and drawn from sums of weights (weighted_draw.h).
// NAST2 by Gibbs' rule has counts of its own and draws otherwise (pair_grams.h). Other games: ngram_table.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/random.h"
#include "core/simd.h"
#include "search/playout/gram_params.h"
#include "search/playout/pair_grams.h"
#include "search/playout/playout.h"
#include "search/playout/weighted_draw.h"

namespace banyan {

template <FillsBoard S>
class Ngram {
 public:
  /// `length` is that of the longest sequences: 1 is MAST. Triples may take so many bytes.
  Ngram(int length, const GramParams& params, const S& root, std::uint64_t seed, std::size_t bytes)
      : rng_(seed),
        max_bytes_(bytes),
        length_(static_cast<unsigned>(length)),
        draw_(params.gram_draw),
        epsilon_(params.gram_epsilon),
        unseen_(static_cast<float>(params.gram_unseen)),
        inverse_tau_(static_cast<float>(1 / params.gram_tau)),
        decay_(static_cast<float>(params.gram_decay)),
        moves_(static_cast<unsigned>(root.index_count())),
        padded_((moves_ + 7) / 8 * 8),
        enough_(static_cast<float>(params.gram_visits)),
        highest_(std::max(1.0f, unseen_)),
        draws_from_sums_(draw_ == Draw::gibbs && length_ == 1) {
    if (draw_ == Draw::gibbs && length_ == 2 && PairGrams<S>::can_serve(params)) pairs_.emplace(params, root);
    // Row 0 is never written to: what nothing is known of. Then one row per player, and per player and last move.
    row_count_ = 1 + 2;
    if (length_ > 1) row_count_ += std::size_t{2} * moves_;
    if (length_ > 2) triples_.assign(std::size_t{2} * moves_ * moves_, 0);
    if (pairs_) row_count_ = 0;  // they have their own
    make_rows(0);
    for (std::size_t i = 0; i < noise_.size(); ++i) {
      noise_[i] = static_cast<float>(static_cast<double>(mix64(i) >> 40) * 0x1p-44);
    }
  }

  void prepare(const S& root) {
    if (pairs_) pairs_->prepare(root);
    if (decay_ == 1) return;
    for (std::size_t row = 1; row < row_count_; ++row) {
      float* const visits = counts_.data() + row * row_size();
      for (unsigned i = 0; i < 2 * padded_; ++i) visits[i] *= decay_;
      for (unsigned i = 0; i < moves_; ++i) note_mean(visits, i, row < 3);
    }
  }

  /// The last two moves, the later one first.
  struct Last {
    std::array<int, 2> index{-1, -1};
    void push(int next) { index = {next, index[0]}; }
  };

  struct Playing {
    Ngram& grams;
    Last last{};
    std::uint64_t word = 0;           // the seed of draws from sums or by pairs
    std::array<unsigned, 2> ahead{};  // what each player has drawn for its next move

    [[gnu::always_inline]] bool propose(const S& now, Player mover, typename S::Move& move) {
      int index = -1;
      if (grams.draws_from_sums_) {
        index = from_sums(now, mover);
      } else if (grams.pairs_) {
        index = grams.pairs_->draw(now, mover, last.index[0], word);
      } else if (grams.draw_ == Draw::gibbs) {
        index = grams.by_gibbs(now, mover, last);
      } else if (grams.rng_.unit() >= grams.epsilon_) {
        index = grams.by_mean(now, mover, last);
      }
      if (index < 0) return false;
      move = now.move_at(index);
      return true;
    }
    [[gnu::always_inline]] void note(const PlayedMove<S>& made) {
      if (grams.pairs_) grams.pairs_->note(made.mover, last.index[0], made.key);
      last.push(made.key);
      if (grams.draws_from_sums_) {
        for (Left& left : grams.left_) left.take(made.key);
      }
    }

   private:
    friend class Ngram;

    /// A move is drawn when the one before it is made, so that the loop does not wait for one draw after the other.
    /// When somebody has come first, it is drawn again: what is left is taken with the same probabilities.
    [[gnu::always_inline]] int from_sums(const S& now, Player mover) {
      const auto player = static_cast<std::size_t>(mover);
      if (grams.left_[player].is_worn()) [[unlikely]]
        grams.weigh_free(now, mover);
      unsigned index = ahead[player];
      if (now.owners()[index] != 0) [[unlikely]]
        index = draw(player);
      ahead[player] = draw(player);
      return static_cast<int>(index);
    }
    [[gnu::always_inline]] unsigned draw(std::size_t player) {
      return grams.left_[player].draw(static_cast<std::uint32_t>(next_word(word) >> 32));
    }
  };
  Playing begin(const S& state, const Descent<S>& descent) {
    Playing playing{.grams = *this};
    for (const PlayedMove<S>& move : descent.moves) playing.last.push(move.key);
    if (draws_from_sums_ || pairs_) playing.word = rng_.next();
    if (pairs_) pairs_->begin(descent);
    if (draws_from_sums_) {
      for (const Player player : {0, 1}) {
        weigh_free(state, player);
        playing.ahead[static_cast<std::size_t>(player)] = playing.draw(static_cast<std::size_t>(player));
      }
    }
    return playing;
  }

  void learn(const Descent<S>& descent, std::span<const PlayedMove<S>> playout, const Outcome<S>& outcome) {
    if (pairs_) {
      pairs_->learn(descent, playout, outcome);
      return;
    }
    Last last;
    const auto count = [&](const PlayedMove<S>& move) {
      const Player mover = move.mover;
      const auto reward = static_cast<float>(outcome.rewards[static_cast<std::size_t>(mover)]);
      for (unsigned length = 1; length <= length_; ++length) {
        const std::size_t row = row_for(mover, last, length, true);
        if (row == 0) continue;
        float* const visits = counts_.data() + row * row_size();
        count_gram(visits[move.key], visits[padded_ + move.key], reward);
        note_mean(visits, move.key, length == 1);
      }
      last.push(move.key);
    };
    for (const PlayedMove<S>& move : descent.moves) count(move);
    for (const PlayedMove<S>& move : playout) count(move);
  }

 private:
  static constexpr std::size_t noise_size = 512;

  static constexpr float unknown = -1;  // in place of a mean

  /// Visits, sums of rewards, means.
  std::size_t row_size() const { return std::size_t{3} * padded_; }

  /// Makes what is missing of row_count_ rows, from `first` on.
  void make_rows(std::size_t first) {
    counts_.resize(row_count_ * row_size(), 0.0f);
    for (std::size_t row = first; row < row_count_; ++row) {
      const bool is_single = row == 1 || row == 2;
      std::fill_n(counts_.begin() + static_cast<std::ptrdiff_t>(row * row_size() + 2 * padded_), padded_,
                  is_single ? unseen_ : unknown);
    }
  }

  void note_mean(float* row, unsigned index, bool is_single) const {
    const float visits = row[index], unknown_mean = is_single ? unseen_ : unknown;
    row[2 * padded_ + index] = visits >= (is_single ? 1.0f : enough_) ? row[padded_ + index] / visits : unknown_mean;
  }

  /// The row of sequences of this length that follow on `last`; 0 when there is none.
  std::size_t row_for(Player mover, const Last& last, unsigned length, bool may_make) {
    const auto player = static_cast<std::size_t>(mover);
    if (length == 1) return 1 + player;
    if (last.index[length - 2] < 0) return 0;
    const std::size_t pair = player * moves_ + static_cast<std::size_t>(last.index[0]);
    if (length == 2) return 3 + pair;
    std::uint32_t& row = triples_[pair * moves_ + static_cast<std::size_t>(last.index[1])];
    if (row == 0 && may_make && (row_count_ + 1) * row_size() * sizeof(float) <= max_bytes_) {
      row = static_cast<std::uint32_t>(row_count_++);
      make_rows(row);
    }
    return row;
  }

  /// Calls visit(first index, values) for all moves, eight at a time; those that are not free have minus infinity.
  template <class Visit>
  [[gnu::always_inline]] void for_values(const S& state, Player mover, const Last& last, Visit&& visit) {
    std::array<const float*, 3> means{};
    for (unsigned length = 1; length <= 3; ++length) {
      const std::size_t row = length <= length_ ? row_for(mover, last, length, false) : 0;
      means[length - 1] = counts_.data() + row * row_size() + 2 * padded_;
    }
    const auto placements = static_cast<std::int32_t>(state.placement_count());
    for (unsigned i = 0; i < static_cast<unsigned>(placements); i += 8) {
      // A sequence that counts ends in shorter ones that count.
      const Floats8 one = load<Floats8>(means[0] + i);
      const Floats8 two = load<Floats8>(means[1] + i);
      Floats8 value = select(two < 0.0f, one, 0.5f * (one + two));
      if (length_ == 3) {
        const Floats8 three = load<Floats8>(means[2] + i);
        value = select(three < 0.0f, value, (one + two + three) / 3.0f);
      }
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

  /// What a player may draw from: the weights of what is free.
  void weigh_free(const S& state, Player mover) {
    alignas(32) std::array<float, Left::padded> weights{};
    for_values(state, mover, {}, [&](unsigned i, Floats8 values) {
      store(weights.data() + i, select(values >= 0.0f, exp((values - highest_) * inverse_tau_), Floats8{}));
    });
    left_[static_cast<std::size_t>(mover)].begin(weights.data());
  }

  int by_gibbs(const S& state, Player mover, const Last& last) {
    std::array<float, capacity> weights;
    Floats8 sums{};
    for_values(state, mover, last, [&](unsigned i, Floats8 values) {
      const Floats8 weight = select(values >= 0.0f, exp((values - highest_) * inverse_tau_), Floats8{});
      sums += weight;
      store(weights.data() + i, weight);
    });
    return draw_once(weights.data(), static_cast<unsigned>(state.placement_count()), sums,
                     static_cast<float>(rng_.unit()));
  }

  using Left = WeightedDraw<static_cast<unsigned>(S::max_moves)>;

  static constexpr std::size_t capacity = (static_cast<std::size_t>(S::max_moves) + 7) / 8 * 8;

  Rng rng_;
  std::size_t max_bytes_;  // for all rows
  unsigned length_;
  Draw draw_;
  double epsilon_;
  float unseen_, inverse_tau_, decay_;
  unsigned moves_, padded_;
  float enough_;
  float highest_;  // mean that there can be
  bool draws_from_sums_;
  std::size_t row_count_ = 0;
  std::vector<float> counts_;           // row after row
  std::vector<std::uint32_t> triples_;  // player, last move, the one before -> row
  std::array<float, noise_size + capacity> noise_;
  std::optional<PairGrams<S>> pairs_;  // learns and draws, where it can
  std::array<Left, 2> left_;           // what each player may still draw from sums in this playout
};

}  // namespace banyan
