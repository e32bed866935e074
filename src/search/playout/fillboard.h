// SPDX-License-Identifier: MIT
// Random moves that keep away from the rim while a board fills [Wevers & te Brinke 2014]: what is left there answers
// better when it is called for. Where nothing else is left, the rim is played.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/params.h"
#include "core/random.h"
#include "game/suggestions.h"
#include "search/playout/part.h"
#include "search/playout/playout.h"

namespace banyan {

/// By the moves of the playout, as the paper has it, or by the cells that are empty, as its authors' program does.
enum class FillBy { moves, empty };
constexpr auto names(FillBy) { return std::array<std::string_view, 2>{"moves", "empty"}; }

struct FillboardParams {
  FillBy fill_by = FillBy::empty;
  static constexpr auto fields() {
    return std::tuple{field(&FillboardParams::fill_by, "fill_by",
                            "fillboard keeps random moves from the rim for the first 50 moves of a playout, or while "
                            "more than 50 cells are empty, and from the row beside it while more than 96 are; "
                            "on a board of 106 cells, in proportion on others")};
  }
};

template <MeasuresRim S>
class RimAvoider {
  using Move = typename S::Move;

 public:
  static constexpr bool reads_descent = false;

  /// `plays_rim`: what is left on the rim in the end is drawn here as well, which is quicker than a drawer that has not
  /// followed the playout.
  RimAvoider(FillBy by, bool plays_rim, std::uint64_t seed) : by_(by), plays_rim_(plays_rim), rng_(seed) {}

  void prepare(const S& root) {
    const int cells = root.placement_count();
    empty_.clear();
    const auto list = [&](int nearest, int farthest) {
      for (int cell = 0; cell < cells; ++cell) {
        const int distance = root.rim_distance(cell);
        if (root.owners()[cell] != 0 || distance < nearest || distance > farthest) continue;
        empty_.push_back(static_cast<std::uint16_t>(cell));
      }
      return empty_.size();
    };
    inner_ = list(2, cells);
    beside_ = list(1, 1);
    list(0, 0);
    places_.resize(static_cast<std::size_t>(cells));
    for (std::size_t at = 0; at < empty_.size(); ++at) places_[empty_[at]] = static_cast<std::uint16_t>(at);
    rim_until_ = cells * 50 / 106;
    beside_until_ = cells * 96 / 106;
  }

  /// What is played is taken off the list, whoever has proposed it, so that few draws meet a cell that is taken: those
  /// of the tree.
  struct Playing {
    std::uint16_t *left, *place;     // the list, and where each cell stands in it
    std::size_t inner, beside, all;  // where the cells end that are not near the rim, those beside it, and all; the
                                     // first two are 0 once they no longer matter
    std::uint64_t seed;
    int empty;                    // cells now
    int beside_until, rim_until;  // empty cells down to which a zone is avoided
    bool plays_rim;

    [[gnu::always_inline]] bool propose(const S& now, Player, Move& move) {
      if (beside == 0 && !plays_rim) return false;
      for (;;) {
        const std::size_t allowed = inner != 0 ? inner : beside != 0 ? beside : all;
        __extension__ using Wide = unsigned __int128;
        const std::uint16_t cell = left[static_cast<std::size_t>((Wide{next_word(seed)} * allowed) >> 64)];
        if (now.owners()[cell] == 0) [[likely]] {
          move = now.move_at(cell);
          return true;
        }
        take(cell);
      }
    }
    [[gnu::always_inline]] void note(const PlayedMove<S>& made) {
      take(static_cast<std::size_t>(made.key));
      --empty;
      if (empty <= beside_until) inner = 0;
      if (empty <= rim_until) beside = 0;
    }
    /// The last cell of each zone that it is in takes the place of the one that has left.
    [[gnu::always_inline]] void take(std::size_t cell) {
      std::size_t at = place[cell];
      const auto close = [&](std::size_t& end) {
        --end;
        left[at] = left[end];
        place[left[at]] = static_cast<std::uint16_t>(at);
        at = end;
      };
      if (at < inner) close(inner);
      if (at < beside) close(beside);
      close(all);
    }
  };

  Playing begin(const S& state, const Descent<S>&) {
    left_ = empty_;
    place_ = places_;
    const auto empty = static_cast<int>(std::count(state.owners(), state.owners() + state.placement_count(), 0));
    const bool by_moves = by_ == FillBy::moves;
    Playing playing{.left = left_.data(),
                    .place = place_.data(),
                    .inner = inner_,
                    .beside = beside_,
                    .all = left_.size(),
                    .seed = rng_.next(),
                    .empty = empty,
                    .beside_until = by_moves ? empty : beside_until_,
                    .rim_until = by_moves ? empty - rim_until_ : rim_until_,
                    .plays_rim = plays_rim_};
    if (empty <= playing.beside_until) playing.inner = 0;
    if (empty <= playing.rim_until) playing.beside = 0;
    return playing;
  }

 private:
  FillBy by_;
  bool plays_rim_;
  Rng rng_;
  std::vector<std::uint16_t> empty_, places_;  // at the root: the cells by zone, and where each is
  std::size_t inner_ = 0, beside_ = 0;
  std::vector<std::uint16_t> left_, place_;
  int rim_until_ = 0, beside_until_ = 0;
};

struct Fillboard {
  static constexpr std::string_view name = "fillboard";
  static constexpr std::string_view summary = "a random move away from the rim, early on [Wevers & te Brinke 2014]";
  using Params = FillboardParams;

  template <GameState S>
  static constexpr std::string_view missing() {
    return MeasuresRim<S> ? "" : "a board that is filled and knows its rim (MeasuresRim)";
  }
  template <MeasuresRim S>
  static RimAvoider<S> make(const Params& params, PartSetup<S>& setup) {
    return RimAvoider<S>(params.fill_by, setup.is_last, setup.next_seed());
  }
};

}  // namespace banyan
