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

  RimAvoider(FillBy by, std::uint64_t seed) : by_(by), rng_(seed) {}

  void prepare(const S& root) {
    const int cells = root.placement_count();
    inner_.clear();
    beside_.clear();
    for (int cell = 0; cell < cells; ++cell) {
      const int distance = root.rim_distance(cell);
      if (root.owners()[cell] != 0 || distance == 0) continue;
      (distance == 1 ? beside_ : inner_).push_back(static_cast<std::uint16_t>(cell));
    }
    rim_until_ = cells * 50 / 106;
    beside_until_ = cells * 96 / 106;
  }

  struct Playing {
    std::vector<std::uint16_t>& left;  // inner cells, then those beside the rim
    std::uint64_t seed;
    std::size_t inner, all;
    int empty;                    // cells now
    int beside_until, rim_until;  // empty cells down to which a zone is avoided

    bool propose(const S& now, Player, Move& move) {
      if (empty <= rim_until) return false;
      while (const std::size_t allowed = empty > beside_until ? inner : all) {
        __extension__ using Wide = unsigned __int128;
        const auto at = static_cast<std::size_t>((Wide{next_word(seed)} * allowed) >> 64);
        const std::uint16_t cell = left[at];
        remove(at);
        if (now.owners()[cell] != 0) continue;
        move = now.move_at(cell);
        return true;
      }
      return false;
    }
    void note(const PlayedMove<S>&) { --empty; }
    /// The last inner cell takes the place of an inner one, and the last of all that of the last inner one.
    void remove(std::size_t at) {
      if (at < inner) {
        left[at] = left[--inner];
        at = inner;
      }
      left[at] = left[--all];
    }
  };

  Playing begin(const S& state, const Descent<S>&) {
    left_ = inner_;
    left_.insert(left_.end(), beside_.begin(), beside_.end());
    const auto empty = static_cast<int>(std::count(state.owners(), state.owners() + state.placement_count(), 0));
    const bool by_moves = by_ == FillBy::moves;
    return {.left = left_,
            .seed = rng_.next(),
            .inner = inner_.size(),
            .all = left_.size(),
            .empty = empty,
            .beside_until = by_moves ? empty : beside_until_,
            .rim_until = by_moves ? empty - rim_until_ : rim_until_};
  }

 private:
  FillBy by_;
  Rng rng_;
  std::vector<std::uint16_t> inner_, beside_;  // empty cells at least two from the rim, and one
  std::vector<std::uint16_t> left_;
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
    return RimAvoider<S>(params.fill_by, setup.next_seed());
  }
};

}  // namespace banyan
