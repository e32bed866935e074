// SPDX-License-Identifier: MIT
// Nested Monte-Carlo Search [Cazenave 2009]: a search of level l tries every move of a position with a search of level
// l-1, plays the next move of the best sequence it knows, and goes on from there; a search of level 0 is a uniform
// playout. Where a game keeps some moves out of playouts (PocketsMoves), no level tries them.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "game/nested.h"
#include "search/nested/nested_search.h"
#include "search/nested/nrpa.h"
#include "search/nested/params.h"
#include "search/nested/worker.h"

namespace banyan {

template <NestedGame S>
class NmcsWorker final : public NestedWorker<S> {
 public:
  NmcsWorker(const S& root, const NmcsParams& params, std::uint64_t seed)
      : NestedWorker<S>(root, seed), params_(params), best_(static_cast<std::size_t>(params.level) + 1) {}

  /// Always from its beginning: there are no steps that lead from one policy to the next.
  void search_from(const NestedSnapshot<S>&) override { search(params_.level, Pockets<S>(this->root()), 0); }
  NestedSnapshot<S> snapshot(int) override { return {}; }
  /// Moves made by the search of the top level.
  std::vector<int> progress() const override { return {depth_}; }
  void adopt(const Solution<S>&) override {}

 private:
  using Moves = std::vector<typename S::Move>;

  struct Line {
    Moves moves;  // from the root
    double score = no_score;
  };

  /// `pockets` is what `depth` moves of `line_` lead to. The best line found is in best_[level].
  void search(int level, Pockets<S> pockets, std::size_t depth) {
    Line& best = best_[static_cast<std::size_t>(level)];
    best.score = no_score;
    if (level == 0) return play(std::move(pockets), depth);
    for (; pockets.pocket_count() > 0 && !this->stopped(); ++depth) {
      if (level == params_.level) depth_ = static_cast<int>(depth);
      for (int pocket = 0; pocket < pockets.pocket_count() && !this->stopped(); ++pocket) {
        Pockets<S> next = pockets;
        line_.resize(depth);
        line_.push_back(pockets.pocket_move(pocket));
        next.play_pocket(pocket);
        search(level - 1, std::move(next), depth + 1);
        Line& found = best_[static_cast<std::size_t>(level) - 1];
        if (found.score > best.score) std::swap(best, found);
      }
      // What a lower search left in the line is not where we stand.
      line_.resize(depth);
      line_.push_back(best.moves[depth]);
      int pocket = 0;
      while (!(pockets.pocket_move(pocket) == best.moves[depth])) ++pocket;
      pockets.play_pocket(pocket);
    }
    if (best.score == no_score) {  // the game was over
      line_.resize(depth);
      best.moves = line_;
      best.score = pockets.score();
    }
  }

  void play(Pockets<S> pockets, std::size_t depth) {
    Line& line = best_[0];
    line.moves.assign(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(depth));
    while (pockets.pocket_count() > 0) {
      const int pocket = static_cast<int>(this->stream().below(static_cast<std::uint32_t>(pockets.pocket_count())));
      line.moves.push_back(pockets.pocket_move(pocket));
      pockets.play_pocket(pocket);
    }
    line.score = pockets.score();
    this->note_playout(line.moves, line.score, line.moves.size() - depth);
  }

  NmcsParams params_;
  std::vector<Line> best_;  // of each level; of level 0 the last playout
  Moves line_;
  int depth_ = 0;
};

struct Nmcs {
  static constexpr std::string_view name = "nmcs";
  static constexpr std::string_view summary =
      "nested Monte-Carlo search: every move tried with a search one level lower";
  using Params = NestedParams<NmcsParams>;

  template <GameState S>
  static constexpr std::string_view missing() {
    return missing_for_nested<S>();
  }

  template <NestedGame S>
  static NestedSetup<S> setup(const Params& params) {
    if (!params.team.is_root()) throw UsageError("'nmcs' can be searched in parallel at the root only");
    if (params.team.exchange > 0) throw UsageError("'nmcs' has no use for the sequences of others");
    return {.limits = params.limits,
            .team = params.team,
            .workers = [nested = params.nested](const S& root, const std::vector<std::uint64_t>& seeds, Team&) {
              NestedWorkers<S> workers;
              for (const std::uint64_t seed : seeds) {
                workers.push_back(std::make_unique<NmcsWorker<S>>(root, nested, seed));
              }
              return workers;
            }};
  }

  template <GameState S>
  static std::unique_ptr<Search<S>> make(const Params& params, std::uint64_t seed) {
    return std::make_unique<NestedSearch<S>>(setup<S>(params), seed);
  }
};

}  // namespace banyan
