// SPDX-License-Identifier: MIT
// Draws free moves with probabilities in proportion to weights that depend on the move before. A weight is the product
// of two roots, one of the move and one of the pair; where the pair has none, the move's is squared. What came before
// names a row of such roots of pairs.
//
// Moves are proposed by chance without a look at the row, so that they can be drawn before it is known, with weights of
// their own (weighted_draw.h). A proposal is taken by the share that the weight has in the proposal's: one comparison
// with the root in the row. What pairs weigh beyond their proposals is the row's rest. One more move stands for it,
// proposed as often as the heaviest rest asks for and taken by the share of the row's; then the moves of the row are
// weighed by what they have beyond. That takes as long as some twenty proposals, so few pairs should outweigh theirs:
// a move is proposed by what it weighs with the mean root of its pairs in all rows and a standard deviation and a half.
//
// Weights change all the time, proposals seldom: the caller says when. That changes no probability, only how often is
// proposed. In between, roots of moves may grow: proposals then count as if all had grown as much as the one that has
// grown most, and one that has grown by too much is proposed anew. After `attempts` proposals of which none is taken,
// and before anything is proposed, all free moves are weighed.
//
// What proposals weigh is exact, in whole units. A share is compared with 32 random bits, and so are sums of units.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/random.h"
#include "core/simd.h"
#include "search/playout/weighted_draw.h"

namespace banyan {

template <unsigned Moves>
class PairDraw {
 public:
  /// Of a row: the moves, and what is beyond all proposals.
  static constexpr unsigned padded = (Moves + 1 + 7) / 8 * 8;
  static constexpr float unknown = -1;  // in place of a pair's root

  /// Each player has so many rows; moves from `drawn` on are never drawn. No root is known, and nothing is proposed
  /// yet.
  PairDraw(std::size_t rows_each, unsigned drawn)
      : rows_each_(rows_each), drawn_(drawn), rows_(2 * rows_each * padded) {
    forget_pairs();
  }

  void forget_pairs() { std::fill(rows_.begin(), rows_.end(), unknown); }

  /// Positive; products of two roots must be numbers with full precision.
  [[gnu::always_inline]] void set_root(std::size_t player, unsigned move, float root) {
    Proposals& all = proposals_[player];
    all.root[move] = root;
    all.weight_by_root[move] = all.weight[move] / root;
    const float growth = root * all.inverse[move];
    if (growth > all.growth) [[unlikely]] {
      if (growth > most_growth) {
        raise(player, move);
      } else {
        all.growth = growth;
      }
    }
  }

  [[gnu::always_inline]] void set_pair_root(std::size_t player, std::size_t row, unsigned move, float root) {
    Proposals& all = proposals_[player];
    float* const roots = rows_.data() + row * padded;
    const float most = all.most[move];
    const float before = std::max(roots[move], most), now = std::max(root, most);
    roots[move] = root;
    if (before != now) add_rest(all, roots[drawn_], (now - before) * all.root_then[move]);
  }

  /// Whether moves are proposed for the player; otherwise all that are free are weighed for each draw.
  bool proposes(std::size_t player) const { return proposals_[player].is_made; }

  /// Moves that `owners` has already are not proposed: nobody draws from a position without them.
  void propose_anew(std::size_t player, const std::uint8_t* owners);

  /// What was proposed for one playout is not for the next.
  void begin() {
    for (Proposals& all : proposals_) {
      all.next = all.end = 0;
      all.weight_by_root[drawn_] = all.rest / all.growth;  // the share of a rest does not depend on growth
      all.left = all.sums;
    }
  }
  /// The move is not to be proposed any more in this playout.
  [[gnu::always_inline]] void take(unsigned move) {
    for (Proposals& all : proposals_) all.left.take(move);
  }

  /// A move without owner, or -1 when there is none. `word` is the state of next_word(). The byte of `owners` behind
  /// the last move that is drawn must be 0.
  [[gnu::always_inline]] int draw(std::size_t player, std::size_t row, const std::uint8_t* owners,
                                  std::uint64_t& word) {
    Proposals& all = proposals_[player];
    const float* const roots = rows_.data() + row * padded;
    for (unsigned attempt = 0; attempt < attempts; attempt += at_once) {
      if (all.end - all.next < at_once) [[unlikely]] {
        if (!all.is_made) break;
        propose(all, word, at_once);
      }
      // The first that is taken counts, so it is the last that is looked at. Nothing here waits for a guess.
      const Proposed* const proposed = all.proposed.data() + all.next;
      unsigned taken = at_once << 16 | none;
      for (unsigned i = at_once; i-- > 0;) {
        const auto [least, single, move] = proposed[i];
        const float root = std::max(roots[move], roots[move] * single);
        const bool is_taken = (root > least) & (owners[move] == 0);
        const unsigned mask = opaque(-static_cast<unsigned>(is_taken));
        taken = opaque(((move + ((i + 1) << 16)) & mask) | (taken & ~mask));
      }
      all.next += taken >> 16;
      const unsigned move = taken & 0xffff;
      if (move < drawn_) [[likely]] {
        // For the player's next move, so that it need not wait for them.
        if (all.end - all.next < most_ahead) propose(all, word, usual);
        return static_cast<int>(move);
      }
      if (move == drawn_) {
        const int beyond = draw_beyond(all, roots, owners, word);
        if (beyond >= 0) return beyond;
      }
    }
    return draw_by_weight(all, roots, owners, word);
  }

 private:
  static constexpr unsigned at_once = 4, attempts = 4 * at_once;
  static constexpr unsigned usual = 2, most_ahead = 12;  // proposed with each draw, unless so many are left
  static constexpr unsigned most_proposed = 256;         // most of which have been looked at
  static constexpr unsigned none = 0xffff;               // in place of a move
  static constexpr float most_growth = 1.25f, deviations = 1.5f;
  static constexpr std::int32_t units_in_all = 1 << 28, most_units = 1 << 30;  // without the rest; in the end

  /// Taken if the root of the pair is higher than `least`. Below 0 it is that of none, and stands for the move's, which
  /// is here with the other sign.
  struct Proposed {
    float least, single;
    std::uint32_t move;
  };
  using Sums = WeightedDraw<padded>;

  struct Proposals {
    alignas(64) std::array<Proposed, most_proposed> proposed;
    unsigned next = 0, end = 0;  // of those
    bool is_made = false;
    float growth = 1;          // of the root that has grown most since proposals were made
    float rest = 0, unit = 0;  // what the heaviest rest is taken for, and what a unit of sums is worth
    Sums sums, left;           // what each playout begins with, and what is left of it in this one
    std::array<float, padded> root{}, weight{}, weight_by_root{};
    // When proposals were made: roots, their inverses; and the roots that pairs may have without being a rest.
    std::array<float, padded> root_then{}, inverse{}, most{};

    /// Worth no less than that.
    std::int32_t units_of(float worth) const {
      return static_cast<std::int32_t>(std::min(worth / unit, static_cast<float>(most_units))) + 1;
    }
    /// False where there would be too many; then nothing is proposed any more.
    bool set_units(unsigned move, std::int32_t units) {
      is_made = sums.total() - sums.units(move) <= most_units - units;
      if (is_made) sums.set(move, units);
      return is_made;
    }
    /// Pairs of the move may have roots up to `most_root` without being a rest, and those without a root are none,
    /// however much the move may grow.
    std::int32_t propose(unsigned move, float most_root) {
      const float now = root[move];
      const std::int32_t units = units_of(std::max(most_root, 1.01f * most_growth * now) * now);
      root_then[move] = now;
      inverse[move] = 1 / now;
      weight[move] = static_cast<float>(units) * unit;
      weight_by_root[move] = most[move] = weight[move] * inverse[move];
      return units;
    }
    [[gnu::noinline]] void make_room() {
      std::copy(proposed.begin() + next, proposed.begin() + end, proposed.begin());
      end -= next;
      next = 0;
    }
  };

  /// Proposes a move anew that has outgrown the others.
  void raise(std::size_t player, unsigned move);

  /// Adds to the rest of a row, and to that which is proposed when it has become the heaviest.
  void add_rest(Proposals& all, float& rest, float change) const {
    rest += change;
    if (rest > all.rest) [[unlikely]]
      set_rest(all, 1.1f * rest);
  }
  void set_rest(Proposals& all, float rest) const {
    const std::int32_t units = all.units_of(rest);
    if (!all.is_made || !all.set_units(drawn_, units)) return;
    all.rest = static_cast<float>(units) * all.unit;
  }

  /// Draws so many more proposals.
  [[gnu::always_inline]] void propose(Proposals& all, std::uint64_t& word, unsigned count) const {
    if (all.end + count > most_proposed) [[unlikely]]
      all.make_room();
    const float unit = all.growth * 0x1p-32f;
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t bits = next_word(word);
      const unsigned move = all.left.draw(static_cast<std::uint32_t>(bits >> 32));
      const float least = static_cast<float>(static_cast<std::uint32_t>(bits)) * unit * all.weight_by_root[move];
      all.proposed[all.end + i] = {least, -all.root[move], move};
    }
    all.end += count;
  }

  /// By what weigh() makes of eight weights from a move on, where that is positive; with `of` higher than its sum, -1
  /// by the share that the sum has not.
  template <class Weigh>
  [[gnu::always_inline]] int draw_weighed(const Proposals& all, const float* roots, const std::uint8_t* owners,
                                          std::uint64_t& word, float of, Weigh weigh) const {
    std::array<float, padded> weights;
    Floats8 sums{};
    for (unsigned i = 0; i < drawn_; i += 8) {
      const Floats8 single = load<Floats8>(all.root.data() + i), pair = load<Floats8>(roots + i);
      const Ints8 slot = Ints8{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<std::int32_t>(i);
      const Ints8 is_free = (load_bytes(owners + i) == 0) & (slot < static_cast<std::int32_t>(drawn_));
      const Floats8 weight = weigh(i, single * select(pair < 0.0f, single, pair));
      const Floats8 counted = select(is_free & (weight > 0.0f), weight, Floats8{});
      sums += counted;
      store(weights.data() + i, counted);
    }
    float total = 0;
    for (unsigned lane = 0; lane < 8; ++lane) total += sums[lane];
    const float unit = static_cast<float>(next_word(word) >> 40) * 0x1p-24f;
    const float share = of > total ? unit * (of / total) : unit;
    if (!(share < 1)) return -1;
    return draw_once(weights.data(), drawn_, sums, share);
  }
  [[gnu::noinline]] int draw_by_weight(const Proposals& all, const float* roots, const std::uint8_t* owners,
                                       std::uint64_t& word) const {
    return draw_weighed(all, roots, owners, word, 0, [](unsigned, Floats8 weight) { return weight; });
  }
  /// By the weights beyond those proposed; -1 by the share that what the row's rest is taken for has beyond these.
  [[gnu::noinline]] int draw_beyond(const Proposals& all, const float* roots, const std::uint8_t* owners,
                                    std::uint64_t& word) const {
    return draw_weighed(all, roots, owners, word, roots[drawn_] * all.growth, [&](unsigned i, Floats8 weight) {
      return weight - load<Floats8>(all.weight.data() + i) * all.growth;
    });
  }

  std::size_t rows_each_;
  unsigned drawn_;
  std::vector<float> rows_;  // of each player's pairs; behind the last move what the row has beyond proposals
  std::array<Proposals, 2> proposals_;
};

template <unsigned Moves>
[[gnu::noinline]] void PairDraw<Moves>::raise(std::size_t player, unsigned move) {
  Proposals& all = proposals_[player];
  if (!all.is_made) return;
  const float most_before = all.most[move], root_before = all.root_then[move];
  if (!all.set_units(move, all.propose(move, most_before))) return;
  const float most = all.most[move], root = all.root_then[move];
  float heaviest = all.rest;
  for (std::size_t row = player * rows_each_; row < (player + 1) * rows_each_; ++row) {
    float* const roots = rows_.data() + row * padded;
    const float pair = roots[move];
    roots[drawn_] += std::max(pair - most, 0.0f) * root - std::max(pair - most_before, 0.0f) * root_before;
    heaviest = std::max(heaviest, roots[drawn_]);
  }
  if (heaviest > all.rest) set_rest(all, 1.1f * heaviest);
}

template <unsigned Moves>
void PairDraw<Moves>::propose_anew(std::size_t player, const std::uint8_t* owners) {
  assert(owners[drawn_] == 0);
  Proposals& all = proposals_[player];
  all.is_made = false;
  all.growth = 1;
  float* const rows = rows_.data() + player * rows_each_ * padded;
  // Step 1. What a move's pairs are like after all that may have come before.
  std::array<float, padded> sums{}, squares{};
  for (std::size_t row = 0; row < rows_each_; ++row) {
    for (unsigned i = 0; i < drawn_; i += 8) {
      const Floats8 pair = load<Floats8>(rows + row * padded + i);
      const Floats8 root = select(pair < 0.0f, load<Floats8>(all.root.data() + i), pair);
      store(sums.data() + i, load<Floats8>(sums.data() + i) + root);
      store(squares.data() + i, load<Floats8>(squares.data() + i) + root * root);
    }
  }
  // Step 2. What is proposed.
  float total = 0;
  for (unsigned i = 0; i < drawn_; ++i) {
    const float mean = sums[i] / static_cast<float>(rows_each_);
    const float variance = squares[i] / static_cast<float>(rows_each_) - mean * mean;
    all.most[i] = mean + deviations * square_root(std::max(variance, 0.0f));
    if (owners[i] == 0) total += all.root[i] * std::max(all.most[i], all.root[i]);
  }
  if (!(total > 0)) return;
  all.unit = total / static_cast<float>(units_in_all);
  std::array<std::int32_t, Sums::padded> units{};
  for (unsigned i = 0; i < drawn_; ++i) {
    units[i] = all.propose(i, owners[i] == 0 ? all.most[i] : all.root[i]);
    if (owners[i] == 0) continue;
    units[i] = 0;
    all.most[i] = std::numeric_limits<float>::infinity();
  }
  all.sums.begin(units.data());
  // Step 3. What rows have beyond.
  all.rest = 0;
  all.is_made = true;
  float heaviest = 0;
  for (std::size_t row = 0; row < rows_each_; ++row) {
    float* const roots = rows + row * padded;
    Floats8 beyond{};
    roots[drawn_] = 0;
    for (unsigned i = 0; i < drawn_; i += 8) {
      const Floats8 more = load<Floats8>(roots + i) - load<Floats8>(all.most.data() + i);
      beyond += select(more > 0.0f, more * load<Floats8>(all.root_then.data() + i), Floats8{});
    }
    float rest = 0;
    for (unsigned lane = 0; lane < 8; ++lane) rest += beyond[lane];
    roots[drawn_] = rest;
    heaviest = std::max(heaviest, rest);
  }
  set_rest(all, 1.1f * heaviest);
}

}  // namespace banyan
