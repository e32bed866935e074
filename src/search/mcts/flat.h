// SPDX-License-Identifier: MIT
// Flat Monte-Carlo: the same number of playouts after every root move, and the best mean is played.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "search/limits/limits.h"
#include "search/mcts/params.h"
#include "search/playout/leaf.h"
#include "search/search.h"

namespace banyan {

template <GameState S>
class FlatSearch final : public Search<S> {
 public:
  FlatSearch(const LimitParams& limits, PlayoutParams playout, const LeafParams& leaf, std::uint64_t seed)
      : limits_(limits), playout_(std::move(playout)), leaf_(leaf), seed_(seed) {}

  SearchResult<S> search(const S& state, std::span<const typename S::Move>, const Watch<S>& watch) override {
    const Player mover = state.to_move();
    const MoveList<S> moves = moves_at_root(state, watch.only);
    std::vector<double> sums(moves.size());
    std::vector<std::uint64_t> visits(moves.size());
    const auto playout = make_leaf<S>(leaf_, playout_, state, derive_seed(seed_, searches_++));
    playout->prepare(state);
    const bool reads_descent = playout->reads_descent();
    std::vector<PlayedMove<S>> path;  // the root move, where the playout policy reads the descent
    Limits limits = watch.begin(limits_, Limits::no_cap);
    SearchResult<S> result;
    result.are_means = true;

    const auto fill = [&] {
      result.moves.clear();
      for (std::size_t i = 0; i < moves.size(); ++i) {
        if (visits[i] == 0) continue;
        result.moves.push_back(
            {.move = moves[i], .visits = visits[i], .value = sums[i] / static_cast<double>(visits[i]), .proven = {}});
      }
      sort_by_value(result.moves);
      result.best = result.moves.empty() ? MoveStatistics<S>{.move = moves[0], .proven = {}} : result.moves[0];
      result.principal_variation = {result.best.move};
    };

    for (std::size_t next = 0; !limits.reached(result.iterations); next = next + 1 == moves.size() ? 0 : next + 1) {
      S now = state;
      now.play(moves[next]);
      if constexpr (NamesMoves<S>) {
        if (reads_descent) path.assign(1, played_move(state, moves[next], mover));
      }
      const Descent<S> descent{path, {}};
      const Outcome<S> outcome = playout->run(now, descent);
      if (reads_descent) playout->learn(descent, outcome);
      result.playout_moves += outcome.moves;
      sums[next] += outcome.rewards[static_cast<std::size_t>(mover)];
      visits[next] += outcome.weight;
      result.iterations += outcome.weight;
      if (watch.progress && limits.report_is_due()) {
        fill();
        watch.progress(result);
      }
    }
    fill();
    result.stopped_by = limits.stopped_by();
    return result;
  }

 private:
  LimitParams limits_;
  PlayoutParams playout_;
  LeafParams leaf_;
  std::uint64_t seed_;
  std::uint64_t searches_ = 0;
};

struct Flat {
  static constexpr std::string_view name = "flat";
  static constexpr std::string_view summary = "flat Monte-Carlo: playouts spread evenly over the moves, best mean wins";

  struct Params {
    LimitParams limits;
    PlayoutParams playout;
    LeafParams leaf;
    auto bind() { return banyan::Params(limits, playout, leaf); }
  };

  template <GameState S>
  static constexpr std::string_view missing() {
    return "";
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& params, std::uint64_t seed);
};

template <GameState S>
std::unique_ptr<Search<S>> Flat::make(const Params& params, std::uint64_t seed) {
  check_playout<S>(params.playout, false);
  check_leaf<S>(params.leaf, false);
  return std::make_unique<FlatSearch<S>>(params.limits, params.playout, params.leaf, seed);
}

}  // namespace banyan
