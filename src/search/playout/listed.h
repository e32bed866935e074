// SPDX-License-Identifier: MIT
// Policies that make a list of good moves before each playout and take moves from it with a probability p: PoolRave
// [Rimmel, Teytaud & Teytaud 2010] and PPR [Dugueperoux et al. 2016, section 4 and Algorithm 1]. Both read the
// all-moves-as-first counts of a node of the path, and use them for the moves of both players, as the papers do.
// A listed move that is taken meanwhile is passed over; when none is left, moves are uniform.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/fixed_list.h"
#include "core/random.h"
#include "core/simd.h"
#include "game/playouts.h"
#include "search/playout/params.h"
#include "search/playout/playout.h"

namespace banyan {

template <FillsBoard S>
class Listed : public PlayoutPolicy<S> {
  using Move = typename S::Move;

 public:
  Listed(const S& root, double p, Rest rest, std::uint64_t seed)
      : drawer_(root), uniform_rng_(seed), rng_(derive_seed(seed, 1)), p_(to_threshold(p)), rest_(rest) {}

  void prepare(const S& root) override {
    drawer_ = Drawer<S>(root);
    const auto count = static_cast<unsigned>(root.placement_count());
    for (unsigned i = 0; i < count; ++i) index_at_[i] = static_cast<std::uint16_t>(i);
    if (rest_ == Rest::shuffled) {
      for (unsigned i = count; i > 1; --i) std::swap(index_at_[i - 1], index_at_[rng_.below(i)]);
    }
    for (unsigned place = 0; place < count; ++place) place_of_[index_at_[place]] = static_cast<std::uint16_t>(place);
  }

  bool reads_descent() const override { return true; }

  Outcome<S> play_out(S& state, const Descent& descent) override {
    count_ = 0;
    make_list(state, descent);
    auto draw = drawer_.begin(uniform_rng_);
    const auto uniform = [&](const S& now) __attribute__((always_inline)) { return draw(now); };
    if (count_ == 0) {
      return finish(
          state, this->ending(), [&](const S& now, Player) __attribute__((always_inline)) { return uniform(now); });
    }
    std::uint64_t seed = rng_.next();
    std::uint32_t left = count_;
    if (rest_ == Rest::uniform) {
      return finish(
          state, this->ending(), [&](const S& now, Player) __attribute__((always_inline)) {
            const std::uint64_t word = next_word(seed);
            if (word >> 32 < p_) {
              const int listed = from_list(now, left, static_cast<std::uint32_t>(word), seed);
              if (listed >= 0) return now.move_at(listed);
            }
            return uniform(now);
          });
    }
    Free free(state, place_of_);
    return finish(
        state, this->ending(), [&](const S& now, Player) __attribute__((always_inline)) {
          const std::uint64_t word = next_word(seed);
          const std::uint64_t xi = word >> 32;
          int index = -1;
          if (xi < p_) {
            index = from_list(now, left, static_cast<std::uint32_t>(word), seed);
            if (index < 0) index = now.index_of(uniform(now));
          } else {
            // The last (1 - xi) part of the free cells, rounded up.
            constexpr std::uint64_t one = std::uint64_t{1} << 32;
            const auto part = static_cast<std::uint32_t>(((one - xi) * free.count + one - 1) >> 32);
            index = index_at_[free.from_last(scale(static_cast<std::uint32_t>(word), part))];
          }
          free.remove(place_of_[static_cast<unsigned>(index)]);
          return now.move_at(index);
        });
  }

 protected:
  /// Fills list_ and count_ with free moves; called before each playout.
  virtual void make_list(const S& state, const Descent& descent) = 0;

  std::array<std::uint16_t, S::max_moves> list_;
  std::uint32_t count_ = 0;

 private:
  static constexpr std::size_t words = (static_cast<std::size_t>(S::max_moves) + 63) / 64;
  using Places = std::array<std::uint16_t, static_cast<std::size_t>(S::max_moves)>;

  /// The free cells as bits, by their place in the order that the rest is taken from.
  struct Free {
    Free(const S& state, const Places& place_of) {
      const std::uint8_t* const owners = state.owners();
      for (unsigned i = 0; i < static_cast<unsigned>(state.placement_count()); ++i) {
        const bool is_free = owners[i] == 0;
        bits[place_of[i] / 64u] |= std::uint64_t{is_free} << (place_of[i] % 64);
        count += is_free;
      }
    }
    void remove(unsigned place) {
      bits[place / 64] &= ~(std::uint64_t{1} << (place % 64));
      --count;
    }
    /// The place that has `skip` free ones behind it.
    unsigned from_last(std::uint32_t skip) const {
      std::size_t word = words - 1;
      for (; skip >= static_cast<std::uint32_t>(std::popcount(bits[word])); --word) {
        skip -= static_cast<std::uint32_t>(std::popcount(bits[word]));
      }
      std::uint64_t rest = bits[word];
      for (; skip > 0; --skip) rest &= ~(std::uint64_t{1} << (std::bit_width(rest) - 1));
      return static_cast<unsigned>(64 * word + static_cast<std::size_t>(std::bit_width(rest)) - 1);
    }
    std::array<std::uint64_t, words> bits{};
    std::uint32_t count = 0;
  };

  /// p as a bound for 32 random bits.
  static std::uint64_t to_threshold(double p) { return static_cast<std::uint64_t>(std::ldexp(p, 32)); }
  static std::uint32_t scale(std::uint32_t random, std::uint32_t below) {
    return static_cast<std::uint32_t>(std::uint64_t{random} * below >> 32);
  }

  /// A random move of the first `left` of the list, which is taken from it; -1 when none is free.
  [[gnu::always_inline]] int from_list(const S& state, std::uint32_t& left, std::uint32_t random, std::uint64_t& seed) {
    while (left > 0) {
      std::uint16_t& drawn = list_[scale(random, left)];
      const std::uint16_t index = drawn;
      drawn = list_[--left];
      if (state.owners()[index] == 0) return index;
      random = static_cast<std::uint32_t>(next_word(seed));
    }
    return -1;
  }

  Drawer<S> drawer_;
  Rng uniform_rng_, rng_;
  std::uint64_t p_;
  Rest rest_;
  Places place_of_{}, index_at_{};
};

/// The last node of the path that has had enough playouts for `is_enough`, or null.
template <class IsEnough>
const AmafCounts* last_node(const Descent& descent, IsEnough&& is_enough) {
  for (std::size_t i = descent.nodes.size(); i-- > 0;) {
    if (is_enough(descent.nodes[i].playouts)) return &descent.nodes[i];
  }
  return nullptr;
}

template <FillsBoard S>
class PoolRave final : public Listed<S> {
 public:
  PoolRave(const PlayoutParams& params, const S& root, std::uint64_t seed)
      : Listed<S>(root, params.pool_p, Rest::uniform, seed),
        size_(static_cast<std::size_t>(params.pool_size)),
        playouts_(static_cast<std::uint32_t>(params.pool_playouts)) {}

 private:
  void make_list(const S& state, const Descent& descent) override {
    const AmafCounts* const node = last_node(descent, [&](std::uint32_t playouts) { return playouts >= playouts_; });
    if (node == nullptr) return;
    candidates_.clear();
    for (unsigned i = 0; i < static_cast<unsigned>(state.placement_count()); ++i) {
      if (state.owners()[i] != 0 || node->visits[i] == 0) continue;
      const float value = static_cast<float>(node->half_points[i]) / static_cast<float>(node->visits[i]);
      candidates_.push_back({-value, static_cast<std::uint16_t>(i)});
    }
    const std::size_t size = std::min(size_, candidates_.size());
    std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(size), candidates_.end());
    for (std::size_t i = 0; i < size; ++i) this->list_[i] = candidates_[i].second;
    this->count_ = static_cast<std::uint32_t>(size);
  }

  std::size_t size_;
  std::uint32_t playouts_;
  FixedList<std::pair<float, std::uint16_t>, S::max_moves> candidates_;
};

template <FillsBoard S>
class Ppr final : public Listed<S> {
 public:
  Ppr(const PlayoutParams& params, const S& root, std::uint64_t seed)
      : Listed<S>(root, params.ppr_p, params.ppr_rest, seed),
        share_(params.ppr_tn),
        threshold_(static_cast<float>(2 * params.ppr_tw)) {}

  std::vector<typename S::Move> pruned(const S& root, const AmafCounts& counts) const override {
    std::vector<typename S::Move> moves;
    for (int i = 0; i < root.placement_count(); ++i) {
      if (root.owners()[i] == 0 && !is_good(counts, i)) moves.push_back(root.move_at(i));
    }
    return moves;
  }

 private:
  void make_list(const S& state, const Descent& descent) override {
    const double enough = share_ * descent.nodes[0].playouts;
    const AmafCounts* const node =
        last_node(descent, [&](std::uint32_t playouts) { return playouts > 0 && playouts >= enough; });
    if (node == nullptr) return;
    const std::uint8_t* const owners = state.owners();
    std::array<std::int32_t, (static_cast<std::size_t>(S::max_moves) + 7) / 8 * 8> good;
    const auto count = static_cast<unsigned>(state.placement_count());
    for (unsigned i = 0; i < count; i += 8) {
      const Floats8 wins = __builtin_convertvector(load<Ints8>(node->half_points + i), Floats8);
      const Floats8 visits = __builtin_convertvector(load<Ints8>(node->visits + i), Floats8);
      const Ints8 is_better = wins > threshold_ * visits;
      store(good.data() + i, is_better & (load_bytes(owners + i) == 0));
    }
    std::uint32_t listed = 0;
    for (unsigned i = 0; i < count; ++i) {
      this->list_[listed] = static_cast<std::uint16_t>(i);
      listed -= static_cast<std::uint32_t>(good[i]);
    }
    this->count_ = listed;
  }

  /// w'/n' > T_w'. A move that was never played is not good.
  bool is_good(const AmafCounts& counts, int i) const {
    return static_cast<float>(counts.half_points[i]) > threshold_ * static_cast<float>(counts.visits[i]);
  }

  double share_;
  float threshold_;
};

}  // namespace banyan
