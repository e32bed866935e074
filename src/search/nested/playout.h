// SPDX-License-Identifier: MIT
// Playouts of one-player games that choose each move with probability proportional to exp(weight), and remember what
// was legal at every step. Gibbs sampling, Algorithm 2 of Negrevergne & Cazenave 2017.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "core/math.h"
#include "core/random.h"
#include "core/simd.h"
#include "game/game_state.h"
#include "game/nested.h"
#include "search/nested/policy.h"

namespace banyan {

template <GameState S>
struct Sequence : Trace {
  Refilled<typename S::Move> moves;
  double score = 0;

  void clear() {
    Trace::clear();
    moves.clear();
  }
};

/// A state whose moves stand in pockets, for games that do not keep them so: every play changes all of them.
template <NestedGame S>
class ListedPockets {
 public:
  explicit ListedPockets(const S& state) : state_(state) { list(); }
  int pocket_count() const { return static_cast<int>(moves_.size()); }
  typename S::Move pocket_move(int pocket) const { return moves_[static_cast<std::size_t>(pocket)]; }
  std::uint64_t pocket_code(int pocket) const { return state_.code_of(pocket_move(pocket)); }
  void play_pocket(int pocket) {
    state_.play(pocket_move(pocket));
    list();
  }
  std::span<const std::uint16_t> changed_pockets() const { return {all_.data(), moves_.size()}; }
  double score() const { return state_.score(); }

 private:
  void list() {
    moves_.clear();
    state_.legal_moves(moves_);
    while (all_.size() < moves_.size()) all_.push_back(static_cast<std::uint16_t>(all_.size()));
  }

  S state_;
  MoveList<S> moves_;
  std::vector<std::uint16_t> all_;
};

namespace detail {
template <class S>
struct PocketsOf {
  using Type = ListedPockets<S>;
};
template <PocketsMoves S>
struct PocketsOf<S> {
  using Type = S;
};
}  // namespace detail

template <NestedGame S>
using Pockets = typename detail::PocketsOf<S>::Type;

/// The index of a number drawn with the given weights, which must be followed by seven zeros. The order of summation is
/// fixed: eight at a time, then within the eight that the number falls into. Nothing here branches on what is drawn.
inline int draw_weighted(const float* weights, int count, Rng& rng) {
  std::array<float, 65> before;  // sums of the blocks before each
  const int blocks = (count + 7) / 8;
  float total = 0;
  for (int b = 0; b < blocks; ++b) {
    before[static_cast<unsigned>(b)] = total;
    const auto v = load<Floats8>(weights + std::ptrdiff_t{8} * b);
    const Floats4 half = __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
    total += (half[0] + half[2]) + (half[1] + half[3]);
  }
  const float point = total * (static_cast<float>(rng.next() >> 40) * 0x1.0p-24f);
  int block = 0;
  for (int b = 1; b < blocks; ++b) block += before[static_cast<unsigned>(b)] <= point ? 1 : 0;
  constexpr Floats8 none{};
  auto sums = load<Floats8>(weights + std::ptrdiff_t{8} * block);
  sums += __builtin_shufflevector(none, sums, 0, 8, 9, 10, 11, 12, 13, 14);
  sums += __builtin_shufflevector(none, sums, 0, 0, 8, 9, 10, 11, 12, 13);
  sums += __builtin_shufflevector(none, sums, 0, 0, 0, 0, 8, 9, 10, 11);
  const float left = point - before[static_cast<unsigned>(block)];
  const Ints8 passed = sums <= Floats8{left, left, left, left, left, left, left, left};  // -1 where it is true
  const int within = (passed[0] + passed[1] + passed[2] + passed[3]) + (passed[4] + passed[5] + passed[6] + passed[7]);
  return std::min(8 * block - within, count - 1);  // rounding may step over the last
}

/// Plays games from one position and keeps what they need between them.
template <NestedGame S>
class WeightedPlayout {
 public:
  WeightedPlayout(const S& root, double bias) : root_(root) {
    if constexpr (PrefersPockets<S>) {
      for (int p = 0; p <= S::max_preference; ++p) {
        biases_[static_cast<unsigned>(p)] = static_cast<float>(banyan::exp(bias * p));
      }
    }
  }

  void set_root(const S& root) { root_ = root; }

  /// One playout, into `out`; returns the number of moves.
  std::uint64_t run(const Policy& policy, Rng& rng, Sequence<S>& out) {
    out.clear();
    Pockets<S> pockets(root_);
    for (int pocket = 0; pocket < pockets.pocket_count(); ++pocket) enter(pockets, pocket, policy, out);
    while (pockets.pocket_count() > 0) {
      const int count = pockets.pocket_count();
      std::fill_n(weights_.begin() + count, 7, 0.0f);
      play(pockets, draw_weighted(weights_.data(), count, rng), policy, out);
    }
    out.score = pockets.score();
    return out.moves.size();
  }

  /// The trace of a game that is known; it ends where a move is one that playouts avoid.
  void retrace(std::span<const typename S::Move> moves, Sequence<S>& out) {
    out.clear();
    const Policy blank;
    Pockets<S> pockets(root_);
    for (int pocket = 0; pocket < pockets.pocket_count(); ++pocket) enter(pockets, pocket, blank, out);
    for (const auto& move : moves) {
      int chosen = 0;
      while (chosen < pockets.pocket_count() && !(pockets.pocket_move(chosen) == move)) ++chosen;
      if (chosen == pockets.pocket_count()) break;
      play(pockets, chosen, blank, out);
    }
    out.score = pockets.score();
  }

 private:
  static constexpr std::size_t max_pockets = static_cast<std::size_t>(S::max_moves);
  static_assert(max_pockets <= 512, "draw_weighted has room for 64 blocks of 8");

  void play(Pockets<S>& pockets, int chosen, const Policy& policy, Sequence<S>& out) {
    const auto count = static_cast<std::size_t>(pockets.pocket_count());
    std::uint32_t* legal = out.legal.room(count + 8);
    for (std::size_t i = 0; i < count; i += 8) store(legal + i, load<Ints8>(entries_.data() + i));
    out.legal.add(count);
    out.steps.push_back(
        {.chosen = entries_[static_cast<unsigned>(chosen)], .end = static_cast<std::uint32_t>(out.legal.size())});
    out.moves.push_back(pockets.pocket_move(chosen));
    pockets.play_pocket(chosen);
    for (const std::uint16_t pocket : pockets.changed_pockets()) enter(pockets, pocket, policy, out);
  }

  void enter(const Pockets<S>& pockets, int pocket, const Policy& policy, Sequence<S>& out) {
    const std::uint64_t code = pockets.pocket_code(pocket);
    float bias = 1.0f;
    if constexpr (PrefersPockets<S>) bias = biases_[static_cast<unsigned>(pockets.pocket_preference(pocket))];
    weights_[static_cast<unsigned>(pocket)] = policy.factor(code) * bias;
    entries_[static_cast<unsigned>(pocket)] = static_cast<std::uint32_t>(out.entries.size());
    out.entries.push_back({.code = code, .bias = bias});
  }

  static constexpr std::size_t preferences = [] {
    if constexpr (PrefersPockets<S>) return static_cast<std::size_t>(S::max_preference) + 1;
    return std::size_t{1};
  }();

  S root_;
  std::array<float, preferences> biases_{};
  std::array<float, max_pockets + 7> weights_{};
  std::array<std::uint32_t, max_pockets + 7> entries_{};
};

}  // namespace banyan
