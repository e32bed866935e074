// SPDX-License-Identifier: MIT
// PPR [Dugueperoux et al. 2016, section 4 and Algorithm 1]: with probability p a move that is not pruned, which is what
// has an all-moves-as-first value above T_w'; else, one of the last part of the possible moves. It declines when
// everything is pruned, and when the list is used up.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/params.h"
#include "core/simd.h"
#include "search/playout/listed.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

/// Where PPR takes its other moves from.
enum class Rest { paper, uniform, shuffled };
constexpr auto names(Rest) { return std::array<std::string_view, 3>{"paper", "uniform", "shuffled"}; }

struct PprParams {
  double ppr_tn = 0.01;
  double ppr_tw = 0.25;
  double ppr_p = 0.8;
  Rest ppr_rest = Rest::paper;

  static constexpr auto fields() {
    using P = PprParams;
    return std::tuple{
        field(&P::ppr_tn, "ppr_tn", 0.0, 1.0,
              "T_n of PPR: the share of all playouts that a node must have had for its counts to be used"),
        field(&P::ppr_tw, "ppr_tw", 0.0, 1.0, "T_w' of PPR: moves of a lower all-moves-as-first value are pruned"),
        field(&P::ppr_p, "ppr_p", 0.0, 1.0, "p of PPR: how often a move is taken from the list of those not pruned"),
        field(&P::ppr_rest, "ppr_rest",
              "where PPR takes its other moves from: the last part of the free cells in the order of the board, as the "
              "paper does; all of them; or the last part in an order shuffled once per search"),
    };
  }
};

/// An order of the indices, and the last of it that can be played.
template <KeepsAmafCounts S>
class LastPart {
 public:
  explicit LastPart(const S& root) : place_of_(playout_indices(root)), index_at_(place_of_.size()) { order(nullptr); }

  /// As the board has them, or shuffled.
  void order(Rng* shuffle) {
    const auto count = static_cast<unsigned>(index_at_.size());
    is_shuffled_ = shuffle != nullptr;
    for (unsigned i = 0; i < count; ++i) index_at_[i] = static_cast<std::uint16_t>(i);
    if (shuffle != nullptr) {
      for (unsigned i = count; i > 1; --i) std::swap(index_at_[i - 1], index_at_[shuffle->below(i)]);
    }
    for (unsigned place = 0; place < count; ++place) place_of_[index_at_[place]] = static_cast<std::uint16_t>(place);
  }

  /// The free cells of a board as bits, by their place in the order.
  class FreeCells {
   public:
    FreeCells(const LastPart& order, const S& state, bool is_used)
        : place_of_(order.place_of_.data()), index_at_(order.index_at_.data()) {
      if (!is_used) return;
      const std::uint8_t* const owners = state.owners();
      const auto count = static_cast<unsigned>(order.index_at_.size());
      for (unsigned place = 0; place < count; place += 64) {
        const unsigned end = std::min(64u, count - place);
        std::uint64_t word = 0;
        if (order.is_shuffled_) {
          for (unsigned i = 0; i < end; ++i) word |= std::uint64_t{owners[index_at_[place + i]] == 0} << i;
        } else {
          for (unsigned i = 0; i < end; i += 8) word |= std::uint64_t{zero_bytes(owners + place + i)} << i;
          word &= ~std::uint64_t{0} >> (64 - end);
        }
        bits_[place / 64] = word;
        count_ += static_cast<std::uint32_t>(std::popcount(word));
      }
    }
    std::uint32_t count(const S&) const { return count_; }
    void remove(unsigned index) {
      const unsigned place = place_of_[index];
      bits_[place / 64] &= ~(std::uint64_t{1} << (place % 64));
      --count_;
    }
    /// The index that has `skip` free ones behind it.
    int from_last(std::uint32_t skip) const {
      std::size_t word = words - 1;
      for (; skip >= static_cast<std::uint32_t>(std::popcount(bits_[word])); --word) {
        skip -= static_cast<std::uint32_t>(std::popcount(bits_[word]));
      }
      std::uint64_t rest = bits_[word];
      for (; skip > 0; --skip) rest &= ~(std::uint64_t{1} << (std::bit_width(rest) - 1));
      return index_at_[64 * word + static_cast<std::size_t>(std::bit_width(rest)) - 1];
    }

   private:
    static constexpr std::size_t words = (static_cast<std::size_t>(S::max_moves) + 63) / 64;
    const std::uint16_t *place_of_, *index_at_;
    std::array<std::uint64_t, words> bits_{};
    std::uint32_t count_ = 0;
  };

  /// The same where moves come and go: listed when they are asked for.
  class LegalMoves {
   public:
    LegalMoves(const LastPart& order, const S&, bool) : order_(order) {}
    std::uint32_t count(const S& now) {
      MoveList<S> moves;
      now.legal_moves(moves);
      places_.clear();
      for (const auto& move : moves) places_.push_back(order_.place_of_[static_cast<unsigned>(now.index_of(move))]);
      std::sort(places_.begin(), places_.end());
      return static_cast<std::uint32_t>(places_.size());
    }
    void remove(unsigned) const {}
    int from_last(std::uint32_t skip) const { return order_.index_at_[places_[places_.size() - 1 - skip]]; }

   private:
    const LastPart& order_;
    FixedList<std::uint16_t, static_cast<std::size_t>(S::max_moves)> places_;
  };
  using Possible = std::conditional_t<FillsBoard<S>, FreeCells, LegalMoves>;

 private:
  std::vector<std::uint16_t> place_of_, index_at_;
  bool is_shuffled_ = false;
};

template <KeepsAmafCounts S>
class Pruned {
  using Draws = MoveDraws<S>;

 public:
  Pruned(const PprParams& params, const S& root, std::uint64_t seed)
      : draws_(root, params.ppr_p, seed),
        last_part_(root),
        rest_(params.ppr_rest),
        share_(params.ppr_tn),
        threshold_(static_cast<float>(2 * params.ppr_tw)) {}

  void prepare(const S&) {
    if (rest_ == Rest::shuffled) last_part_.order(&draws_.rng());
  }

  struct Playing {
    typename Draws::Playing draws;
    bool has_rest;  // else `possible` stays empty, whatever is removed from it
    typename LastPart<S>::Possible possible;

    [[gnu::always_inline]] bool propose(const S& now, Player, typename S::Move& move) {
      const std::uint64_t word = draws.next();
      int index = -1;
      if (draws.is_for_list(word)) {
        index = draws.from_list(now, word);
      } else if (has_rest) {
        // The last (1 - xi) part of the possible moves, rounded up.
        constexpr std::uint64_t one = std::uint64_t{1} << 32;
        const auto part = static_cast<std::uint32_t>(((one - (word >> 32)) * possible.count(now) + one - 1) >> 32);
        index = possible.from_last(Draws::Playing::scale(static_cast<std::uint32_t>(word), part));
      }
      if (index < 0) return false;
      move = now.move_at(index);
      return true;
    }
    [[gnu::always_inline]] void note(const PlayedMove<S>& made) { possible.remove(made.key); }
  };
  Playing begin(const S& state, const Descent<S>& descent) {
    const std::uint32_t count = make_list(state, descent);
    const bool has_rest = count > 0 && rest_ != Rest::uniform;
    return {.draws = {draws_, count}, .has_rest = has_rest, .possible = {last_part_, state, has_rest}};
  }

  std::vector<typename S::Move> pruned(const S& root, const AmafCounts& counts) const {
    std::vector<typename S::Move> moves;
    for (unsigned i = 0; i < playout_indices(root); ++i) {
      if (can_play(root, i) && !is_good(counts, i)) moves.push_back(root.move_at(static_cast<int>(i)));
    }
    return moves;
  }

 private:
  /// Not inlined, so that its values take no registers from the loop of the playout.
  [[gnu::noinline]] std::uint32_t make_list(const S& state, const Descent<S>& descent) {
    if (descent.nodes.empty()) return 0;  // another thread has just proven all moves of the root
    const double enough = share_ * descent.nodes[0].playouts;
    const AmafCounts* const node =
        last_node(descent.nodes, [&](std::uint32_t playouts) { return playouts > 0 && playouts >= enough; });
    if (node == nullptr) return 0;
    const std::uint8_t* const owners = state.owners();
    std::uint16_t* const list = draws_.list();
    const unsigned count = playout_indices(state);
    std::uint32_t listed = 0;
    for (unsigned i = 0; i < count; i += 8) {
      const Floats8 wins = __builtin_convertvector(load<Ints8>(node->half_points + i), Floats8);
      const Floats8 visits = __builtin_convertvector(load<Ints8>(node->visits + i), Floats8);
      const Ints8 is_better = wins > threshold_ * visits;
      const Ints8 good = is_better & (load_bytes(owners + i) == 0);
      for (unsigned lane = 0; lane < 8; ++lane) {
        list[listed] = static_cast<std::uint16_t>(i + lane);
        listed -= static_cast<std::uint32_t>(good[lane]);
      }
    }
    while (listed > 0 && list[listed - 1] >= count) --listed;  // of the last eight
    return listed;
  }

  /// w'/n' > T_w'. A move that was never played is not good.
  bool is_good(const AmafCounts& counts, unsigned i) const {
    return static_cast<float>(counts.half_points[i]) > threshold_ * static_cast<float>(counts.visits[i]);
  }

  Draws draws_;
  LastPart<S> last_part_;
  Rest rest_;
  double share_;
  float threshold_;
};

struct Ppr {
  static constexpr std::string_view name = "ppr";
  static constexpr std::string_view summary =
      "with a probability, a move whose all-moves-as-first value is not too low (PPR) [Dugueperoux et al. 2016]";
  using Params = PprParams;
  static constexpr bool reads_counts = true;

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_counts<S>();
  }
  template <GameState S>
  static Pruned<S> make(const Params& params, PartSetup<S>& setup) {
    return {params, setup.root, setup.next_seed()};
  }
};

}  // namespace banyan
