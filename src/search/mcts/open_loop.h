// SPDX-License-Identifier: MIT
// UCT over sequences of the players' moves [Perez et al. 2015]: what chance does is drawn anew in every iteration and
// has no nodes, so that all iterations through a sequence are counted together. Which moves are legal depends on what
// was drawn: a node has an edge for each move that was ever tried there, and selection looks at those that are legal
// now. A move that is not always legal explores by how often it could have been chosen, as in ISMCTS [Cowling et al.
// 2012].
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/math.h"
#include "core/random.h"
#include "game/chance.h"
#include "game/knowledge.h"
#include "search/limits/limits.h"
#include "search/mcts/breadth.h"
#include "search/mcts/final_move.h"
#include "search/mcts/settings.h"
#include "search/playout/leaf.h"
#include "search/search.h"
#include "search/selection/ucb1.h"

namespace banyan {

template <HasChance S>
class OpenLoop final : public Search<S> {
  using Move = typename S::Move;
  using Index = std::uint32_t;
  static constexpr Index none = 0;  // of edges and nodes; both count from 1
  static constexpr std::uint64_t max_visits = 1'000'000'000;

 public:
  OpenLoop(const MctsSettings& settings, const selection::Ucb1::Params& ucb1, std::uint64_t seed)
      : settings_(settings), ucb1_(ucb1), breadth_(settings.breadth), seed_(seed), rng_(derive_seed(seed, 0)) {}

  SearchResult<S> search(const S& state, std::span<const Move> history, const Watch<S>& watch) override {
    if (!playout_) {
      playout_ =
          make_leaf<S>(settings_.leaf, settings_.playout, state, derive_seed(seed_, 1), table_bytes(settings_.tree));
    }
    playout_->prepare(state);
    // A root with some of its moves is not the one that has them all: neither goes on from the other.
    const bool may_reuse = settings_.tree.reuse && only_.empty() && watch.only.empty();
    only_.assign(watch.only.begin(), watch.only.end());
    lines_ = watch.lines;
    find_root(history, may_reuse);
    root_state_ = state;
    iterations_ = playout_moves_ = 0;
    Limits limits = watch.begin(settings_.limits, max_visits - node(root_).visits);
    const auto iterate_once = [&] {
      iterate();
      if (watch.progress && limits.report_is_due()) watch.progress(result());
      return iterations_;
    };
    end_by(settings_.tree, watch, state, !only_.empty(), limits,
           [this] { return statistics(root_, root_state_->to_move()); });
    const auto stopped_by = iterate_to_limit(limits, iterate_once, [] { return false; });
    SearchResult<S> answer = result();
    answer.stopped_by = stopped_by;
    return answer;
  }

 private:
  struct Node {
    std::uint32_t visits = 0;
    Index first = none;  // edge
  };
  struct Edge {
    Move move{};
    std::int16_t mover = 0;
    std::uint32_t visits = 0;
    std::uint32_t offered = 0;  // visits of the node in which the move was legal, since it was first tried
    Index child = none;         // node
    Index next = none;          // edge of the same node
    double sum = 0;             // of the mover's rewards

    double mean() const { return sum / static_cast<double>(visits); }
  };
  struct Step {
    Index node, edge;
  };

  Node& node(Index i) { return nodes_[i - 1]; }
  const Node& node(Index i) const { return nodes_[i - 1]; }
  Edge& edge(Index i) { return edges_[i - 1]; }
  const Edge& edge(Index i) const { return edges_[i - 1]; }

  std::uint64_t bytes() const { return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge); }
  bool is_full() const {
    return bytes() + sizeof(Node) + sizeof(Edge) > static_cast<std::uint64_t>(settings_.tree.memory) << 20;
  }

  Index open() {
    nodes_.push_back({});
    return static_cast<Index>(nodes_.size());
  }

  /// What is known of a position is kept as long as only players have moved since: with chance come other decks. What
  /// cannot be reached any more stays until the tree is begun anew.
  void find_root(std::span<const Move> history, bool may_reuse) {
    Index kept = may_reuse ? follow(history) : none;
    if (kept != none && (node(kept).visits >= max_visits || is_full())) kept = none;
    if (kept == none) {
      nodes_.clear();
      edges_.clear();
      kept = open();
    }
    root_ = kept;
    history_.assign(history.begin(), history.end());
  }

  Index follow(std::span<const Move> history) const {
    const auto played = moves_since<S>(history_, history);
    if (root_ == none || !played) return none;
    S state = *root_state_;
    Index at = root_;
    for (const Move& move : *played) {
      if (state.to_move() == chance || at == none) return none;
      const Index e = find(at, state.to_move(), move);
      at = e == none ? none : edge(e).child;
      state.play(move);
    }
    return at;
  }

  Index find(Index at, Player mover, const Move& move) const {
    Index e = node(at).first;
    while (e != none && !(edge(e).mover == mover && edge(e).move == move)) e = edge(e).next;
    return e;
  }

  // ---- One iteration ----

  void iterate() {
    S state = *root_state_;
    path_.clear();
    moves_.clear();
    for (Index at = root_; at != none;) {
      while (!state.is_terminal() && state.to_move() == chance) {
        MoveList<S> outcomes;
        breadth_.list(state, is_reduced(state), outcomes);
        state.play(outcomes[breadth_.draw(rng_)]);
      }
      if (state.is_terminal()) break;
      const Index chosen = choose(state, at);
      if (chosen == none) break;
      path_.push_back({at, chosen});
      Edge& e = edge(chosen);
      if constexpr (NamesMoves<S>) {
        if (playout_->reads_descent()) moves_.push_back(played_move(state, e.move, e.mover));
      }
      state.play(e.move);
      at = e.child;
      if (at == none && e.visits + 1 >= static_cast<std::uint32_t>(settings_.tree.expand) && !state.is_terminal() &&
          !is_full()) {
        e.child = open();
      }
    }
    const Descent<S> descent{moves_, {}};
    const Outcome<S> outcome = playout_->run(state, descent);
    if (playout_->reads_descent()) playout_->learn(descent, outcome);
    for (const Step& step : path_) {
      node(step.node).visits += outcome.weight;
      Edge& e = edge(step.edge);
      e.visits += outcome.weight;
      e.sum += outcome.rewards[static_cast<std::size_t>(e.mover)];
    }
    playout_moves_ += outcome.moves;
    iterations_ += outcome.weight;
  }

  bool is_reduced(const S& state) const { return breadth_.is_reduced(*root_state_, state, !path_.empty()); }

  /// An edge of a legal move, or none when none has been tried and there is no memory for one.
  Index choose(const S& state, Index at) {
    const auto mover = static_cast<std::int16_t>(state.to_move());
    MoveList<S> untried;
    if (path_.empty() && !only_.empty()) {
      untried = moves_at_root<S>(state, only_);
    } else {
      breadth_.list(state, is_reduced(state), untried);
    }
    const std::size_t legal = untried.size();
    legal_.clear();
    for (Index e = node(at).first; e != none; e = edge(e).next) {
      if (edge(e).mover != mover) continue;
      const auto found = std::find(untried.begin(), untried.end(), edge(e).move);
      if (found == untried.end()) continue;
      *found = untried[untried.size() - 1];
      untried.shrink_to(untried.size() - 1);
      ++edge(e).offered;
      legal_.push_back(e);
    }
    const BreadthParams& breadth = settings_.breadth;
    const double most = breadth.widening > 0 ? considered(breadth, node(at).visits) : static_cast<double>(legal);
    const bool is_widened = most < static_cast<double>(legal);
    const bool may_try = !untried.empty() && !is_full() && static_cast<double>(legal_.size()) < most;
    if (may_try && (is_widened || ucb1_.untried == selection::Ucb1::Untried::first || legal_.empty())) {
      return add_edge(at, mover, is_widened ? most_urgent(state, untried) : random(untried));
    }
    Index best = none;
    double highest = -std::numeric_limits<double>::infinity();
    for (const Index i : legal_) {
      const Edge& e = edge(i);
      const double log_n = banyan::log(static_cast<double>(e.offered));
      const double score = e.mean() + ucb1_.k * std::sqrt(log_n / static_cast<double>(e.visits)) + noise();
      if (score > highest) {
        highest = score;
        best = i;
      }
    }
    if (may_try) {
      const double log_n = banyan::log(static_cast<double>(std::max(node(at).visits, 1u)));
      if (ucb1_.urgency + ucb1_.k * std::sqrt(log_n) > highest) return add_edge(at, mover, random(untried));
    }
    return best;
  }

  /// Tells equal scores apart.
  double noise() { return static_cast<double>(rng_.next() >> 44) * 0x1p-40; }

  Move random(const MoveList<S>& moves) { return moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]; }

  Move most_urgent(const S& state, const MoveList<S>& moves) {
    if constexpr (OrdersMoves<S>) {
      return *std::max_element(moves.begin(), moves.end(),
                               [&](const Move& a, const Move& b) { return state.urgency(a) < state.urgency(b); });
    } else {
      return random(moves);
    }
  }

  Index add_edge(Index at, std::int16_t mover, const Move& move) {
    edges_.push_back({.move = move, .mover = mover, .offered = 1, .next = node(at).first});
    return node(at).first = static_cast<Index>(edges_.size());
  }

  // ---- The answer ----

  std::vector<MoveStatistics<S>> statistics(Index at, Player mover) const {
    std::vector<MoveStatistics<S>> moves;
    for (Index i = node(at).first; i != none; i = edge(i).next) {
      const Edge& e = edge(i);
      if (e.mover != mover || e.visits == 0) continue;
      moves.push_back({.move = e.move, .visits = e.visits, .value = e.mean(), .proven = {}});
    }
    sort_by_visits(moves);
    return moves;
  }

  SearchResult<S> result() const {
    SearchResult<S> r;
    r.are_means = true;
    r.iterations = iterations_;
    r.playout_moves = playout_moves_;
    r.nodes = nodes_.size();
    r.bytes = bytes();
    r.memory_is_full = is_full();
    r.moves = statistics(root_, root_state_->to_move());
    fill_answer(*root_state_, only_, settings_.tree, lines_, r, [this](const Move& move) { return line_from(move); });
    return r;
  }

  /// As far as chance does not interfere: until then all moves of a node are legal.
  std::vector<Move> line_from(const Move& first) const {
    return line_of(*root_state_, first, settings_.tree, [this, at = root_](S& state, const Move& move) mutable {
      at = edge(find(at, state.to_move(), move)).child;
      state.play(move);
      const bool goes_on = at != none && !state.is_terminal() && state.to_move() != chance;
      return goes_on ? statistics(at, state.to_move()) : std::vector<MoveStatistics<S>>{};
    });
  }

  MctsSettings settings_;
  selection::Ucb1::Params ucb1_;
  Breadth<S> breadth_;
  std::uint64_t seed_;
  Rng rng_;
  std::unique_ptr<PlayoutPolicy<S>> playout_;
  std::deque<Node> nodes_;  // grow without moving, and no further than the memory
  std::deque<Edge> edges_;
  std::vector<Step> path_;
  std::vector<PlayedMove<S>> moves_;  // of path_, where the playout policy reads the descent
  std::vector<Index> legal_;          // edges of the node at hand
  std::vector<Move> history_;
  std::optional<S> root_state_;  // of the running or last search
  std::vector<Move> only_;       // moves that it is about; empty: all
  std::size_t lines_ = 0;        // that are wanted of it
  Index root_ = none;
  std::uint64_t iterations_ = 0, playout_moves_ = 0;
};

}  // namespace banyan
