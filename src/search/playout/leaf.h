// SPDX-License-Identifier: MIT
// From parameters to what gives a position at the edge of the tree its value: a playout, several, one that is cut, or
// the game's evaluation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/error.h"
#include "search/playout/params.h"
#include "search/playout/parts.h"
#include "search/playout/playout.h"
#include "search/tree/amaf.h"

namespace banyan {

/// No playout: a position is worth what the game's evaluation says.
template <EvaluatesLeaves S>
class Evaluated final : public PlayoutPolicy<S> {
 public:
  explicit Evaluated(double squash) : squash_(squash) {}
  void prepare(const S&) override {}
  Outcome<S> play_out(S& state, const Descent<S>&) override { return evaluated(state, squash_, 0); }

 private:
  double squash_;
};

/// Several playouts where there would be one. The policy learns from each.
template <GameState S>
class Repeated final : public PlayoutPolicy<S> {
  static constexpr bool counts_moves = ShowsOwners<S> && WinsOrLoses<S>;

 public:
  Repeated(int count, std::unique_ptr<PlayoutPolicy<S>> policy) : count_(count), policy_(std::move(policy)) {}

  void prepare(const S& root) override {
    policy_->prepare(root);
    if constexpr (counts_moves) padded_ = (static_cast<unsigned>(root.index_count()) + 7) / 8 * 8;
    counts_.assign(std::size_t{4} * padded_, 0);
  }
  bool reads_descent() const override { return policy_->reads_descent(); }

  Outcome<S> play_out(S& state, const Descent<S>& descent) override {
    Outcome<S> all{.weight = 0};
    std::fill(counts_.begin(), counts_.end(), 0);
    for (int i = 0; i < count_; ++i) {
      if (i > 0) policy_->learn(descent, last_);
      S copy = state;
      last_ = policy_->run(copy, descent);
      for (std::size_t p = 0; p < all.rewards.size(); ++p) all.rewards[p] += last_.rewards[p];
      all.weight += last_.weight;
      all.moves += last_.moves;
      all.is_exact = all.is_exact && last_.is_exact;
      if constexpr (counts_moves) count_moves(copy);
    }
    if constexpr (counts_moves) {
      for (std::size_t p = 0; p < 2; ++p) {
        all.played.visits[p] = visits_of(p);
        all.played.half_points[p] = visits_of(p) + padded_;
      }
    }
    return all;
  }

  /// From the last playout, as the others have been learnt from; or from a game that was over without one.
  void learn(const Descent<S>& descent, const Outcome<S>& outcome) override {
    policy_->learn(descent, outcome.moves > 0 ? last_ : outcome);
  }
  std::vector<typename S::Move> pruned(const S& root, const AmafCounts& counts) const override {
    return policy_->pruned(root, counts);
  }

 private:
  std::int32_t* visits_of(std::size_t player) { return counts_.data() + 2 * player * padded_; }

  void count_moves(const S& end) requires counts_moves {
    for (const Player p : {0, 1}) {
      const auto player = static_cast<std::size_t>(p);
      count_owned(visits_of(player), visits_of(player) + padded_, padded_, end.owners(), end.owner_bit(p),
                  static_cast<std::int32_t>(2 * last_.rewards[player]));
    }
  }

  int count_;
  std::unique_ptr<PlayoutPolicy<S>> policy_;
  Outcome<S> last_;                   // of one playout
  unsigned padded_ = 0;               // slots
  std::vector<std::int32_t> counts_;  // by player: visits, half points
};

/// Many boards that the game fills at once: `Groups` times 64.
template <SettlesBoards S, unsigned Groups>
class Settled final : public PlayoutPolicy<S> {
 public:
  Settled(const S& root, std::uint64_t seed) : boards_(root), rng_(seed) {}

  void prepare(const S& root) override {
    padded_ = (static_cast<std::size_t>(root.index_count()) + 7) / 8 * 8;
    counts_.assign(4 * padded_, 0);
  }

  Outcome<S> play_out(S& state, const Descent<S>&) override {
    std::fill(counts_.begin(), counts_.end(), 0);
    const std::array<std::int32_t*, 2> visits{counts_.data(), counts_.data() + padded_};
    const std::array<std::int32_t*, 2> half_points{visits[0] + 2 * padded_, visits[1] + 2 * padded_};
    const std::uint32_t count = 64 * Groups;
    const std::uint32_t wins = boards_.fill(state, rng_.next(), visits, half_points);
    Outcome<S> outcome{.rewards = {static_cast<double>(wins), static_cast<double>(count - wins)}, .weight = count};
    outcome.moves = std::uint64_t{count} * static_cast<std::uint64_t>(state.moves_left());
    for (const std::size_t p : {0, 1}) {
      outcome.played.visits[p] = visits[p];
      outcome.played.half_points[p] = half_points[p];
    }
    return outcome;
  }

 private:
  typename S::template SettledBoards<Groups> boards_;
  Rng rng_;
  std::size_t padded_ = 0;
  std::vector<std::int32_t> counts_;  // visits of both players, then half points
};

/// Throws UsageError when the game, or a search that keeps all-moves-as-first counts, cannot do what is asked.
template <GameState S>
void check_leaf(const LeafParams& leaf, bool has_amaf) {
  const std::string_view what = leaf.leaf == Leaf::evaluation ? "leaf=evaluation" : "cut_as=evaluation";
  if (leaf.evaluates() && !EvaluatesLeaves<S>) {
    throw UsageError(
        fmt::format("{}: only for games of two players that evaluate positions (EvaluatesPositions)", what));
  }
  if (leaf.evaluates() && has_amaf) {
    throw UsageError(
        fmt::format("{}: all-moves-as-first counts are in half points, so only a search that keeps none can use it: "
                    "flat, sums, or uct with playouts that read none",
                    what));
  }
  if (leaf.leaf == Leaf::settled && !SettlesBoards<S>) {
    throw UsageError("leaf=settled: only for games that fill many boards at once (SettlesBoards)");
  }
  if (leaf.leaf == Leaf::settled && leaf.playouts != 64 && leaf.playouts != 512) {
    throw UsageError(fmt::format("leaf=settled fills 64 or 512 boards at once: playouts={}", leaf.playouts));
  }
  if (leaf.cut > 0 && S::players == 1) throw UsageError("cut: a game for one player is not drawn");
}

/// Throws nothing: check_leaf and check_playout do. Tables of playouts that grow may take `table_bytes`.
template <GameState S>
std::unique_ptr<PlayoutPolicy<S>> make_leaf(const LeafParams& leaf, const PlayoutParams& playout, const S& root,
                                            std::uint64_t seed, std::size_t table_bytes = usual_table_bytes) {
  if constexpr (EvaluatesLeaves<S>) {
    if (leaf.leaf == Leaf::evaluation) return std::make_unique<Evaluated<S>>(leaf.squash);
  }
  if constexpr (SettlesBoards<S>) {
    if (leaf.leaf == Leaf::settled && leaf.playouts == 64) return std::make_unique<Settled<S, 1>>(root, seed);
    if (leaf.leaf == Leaf::settled) return std::make_unique<Settled<S, 8>>(root, seed);
  }
  auto policy = make_playout<S>(playout, root, seed, table_bytes);
  if (leaf.cut > 0) {
    policy->set_ending(
        {.most_moves = static_cast<std::uint64_t>(leaf.cut), .cut_as = leaf.cut_as, .squash = leaf.squash});
  }
  if (leaf.playouts == 1) return policy;
  return std::make_unique<Repeated<S>>(leaf.playouts, std::move(policy));
}

}  // namespace banyan
