// SPDX-License-Identifier: MIT
// Monte-Carlo tree search with any selection, in the loop of Dugueperoux et al. 2016, Algorithm 1. Rewards are those of
// the player who moved, so nothing is ever negated and several players, compound turns and chance need no special case.
// Where we differ: equal scores are told apart by a random number below 2^-20 instead of by their order; proven values,
// tree reuse and progressive widening are additions (params.h).
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/math.h"
#include "core/random.h"
#include "core/simd.h"
#include "game/chance.h"
#include "game/depth.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/playouts.h"
#include "game/results.h"
#include "search/limits/limits.h"
#include "search/mcts/breadth.h"
#include "search/mcts/final_move.h"
#include "search/mcts/params.h"
#include "search/mcts/settings.h"
#include "search/playout/leaf.h"
#include "search/playout/params.h"
#include "search/playout/playout.h"
#include "search/search.h"
#include "search/selection/selection.h"
#include "search/tree/tree.h"

namespace banyan {

template <GameState S, class Selection>
class Mcts final : public Search<S> {
  using Tree = banyan::Tree<S, Selection>;
  using Node = typename Tree::Node;
  using Edge = typename Tree::Edge;
  using Index = typename Tree::Index;
  using Move = typename S::Move;
  using SeenMove = Seen<float, Tree::weights>;
  using SeenMoves = Seen<Floats8, Tree::weights>;
  static constexpr bool can_prove = WinsOrLoses<S> && !HasChance<S>;
  static constexpr bool has_amaf = Selection::counts_amaf;
  static constexpr bool can_widen = !has_amaf && WidensNodes<S>;
  static constexpr bool can_represent = !has_amaf && (ClassifiesMoves<S> || DescribesMoves<S>);

 public:
  Mcts(const MctsSettings& settings, const Selection& selection, std::uint64_t seed)
      : settings_(settings),
        selection_(selection),
        breadth_(settings.breadth),
        solver_(can_prove && settings.tree.solver && !breadth_.has_representatives()),
        looks_ahead_(FindsWins<S> && solver_ && settings.tree.lookahead),
        seed_(seed),
        rng_(derive_seed(seed, 0)) {}

  SearchResult<S> search(const S& state, std::span<const Move> history, const Watch<S>& watch) override {
    // What stood for others may not do so at the root.
    const bool may_reuse = settings_.tree.reuse && root_state_ && !breadth_.is_reduced(*root_state_, state, true);
    root_state_ = state;
    if (!tree_) start(state);
    playout_->prepare(state);
    find_root(state, history, may_reuse);
    iterations_ = playout_moves_ = 0;
    // Counts of half points are 32 bits wide: no root may be visited more often than they can tell.
    Limits limits = watch.begin(settings_.limits, max_visits - tree_->node(root_).visits);
    const auto iterate_once = [&] {
      iterate();
      if (watch.progress && limits.report_is_due()) watch.progress(result());
      return iterations_;
    };
    if (settings_.tree.final_move == FinalMove::robust_max && !watch.limits) {
      limits.extend_unless_settled([&] { return is_settled<S>(statistics(*root_state_, tree_->node(root_))); });
    }
    if (stops_early(settings_.tree.early_stop, watch.saves_time)) {
      limits.add(
          when_decided(state, settings_.tree.final_move, [&] { return statistics(*root_state_, tree_->node(root_)); }));
    }
    const auto stopped_by = iterate_to_limit(limits, iterate_once, [&] { return root_proof_ != Proof::none; });
    SearchResult<S> answer = result();
    answer.stopped_by = stopped_by;
    return answer;
  }

 private:
  struct Step {
    Index node;
    std::uint32_t slot;
  };
  static constexpr std::size_t noise_size = 512;
  static constexpr std::uint64_t max_visits = 1'000'000'000;

  void start(const S& state) {
    int slots = 0;
    if constexpr (IndexesMoves<S>) slots = state.index_count();
    tree_ = std::make_unique<Tree>(static_cast<std::size_t>(settings_.tree.memory) << 20, slots, selection_);
    playout_ =
        make_leaf<S>(settings_.leaf, settings_.playout, state, derive_seed(seed_, 1), table_bytes(settings_.tree));
    reads_descent_ = playout_->reads_descent();
    // A node has as many slots as the game has indices, or as its position has moves.
    noise_.resize(noise_size + static_cast<std::size_t>(std::max(slots, S::max_moves)) + 8);
    for (std::size_t i = 0; i < noise_.size(); ++i) {
      noise_[i] = static_cast<float>(static_cast<double>(mix64(i) >> 40) * 0x1p-44);
    }
  }

  // ---- The root ----

  void find_root(const S& state, std::span<const Move> history, bool may_reuse) {
    Index kept = may_reuse ? follow(history) : 0;
    if (kept != 0 && tree_->node(kept).visits >= max_visits) kept = 0;
    root_proof_ = Proof::none;
    if (kept != 0) {
      root_ = tree_->keep_only(kept);
      if (solver_) root_proof_ = proof_of(tree_->node(root_));
    } else {
      tree_->clear();
      root_ = tree_->open(state);
      if (root_ == 0) throw Error("memory: the budget is too small for a single node");
    }
    history_.assign(history.begin(), history.end());
  }

  /// The node reached from the last root by what has been played since, or 0.
  Index follow(std::span<const Move> history) {
    const auto played = moves_since<S>(history_, history);
    if (root_ == 0 || !played) return 0;
    Index at = root_;
    for (const Move& move : *played) {
      Node& n = tree_->node(at);
      const unsigned slot = tree_->slot_of(*root_state_, n, move);
      if (slot >= n.slots || !tree_->is_tried(n, slot)) return 0;
      at = tree_->edge(n, slot).child();
      if (at == 0) return 0;
    }
    return at;
  }

  // ---- One iteration ----

  void iterate() {
    S state = *root_state_;
    path_.clear();
    moves_.clear();
    nodes_.clear();
    Index at = root_;
    Index opened = 0;
    bool is_over = false;
    // Steps 1 and 2. Descend to a move that has no node of its own; give it one if this is the visit for it.
    for (;;) {
      Node& n = tree_->node(at);
      std::uint32_t slot = 0;
      if (!choose(state, n, slot)) break;
      path_.push_back({at, slot});
      const Move move = tree_->move_at(state, n, slot);
      if (reads_descent_) note(state, n, move);
      state.play(move);
      is_over = state.is_terminal();
      if (is_over) break;
      Edge edge = tree_->edge(n, slot);
      if (edge.child() == 0) {
        if (edge.visits + 1 < static_cast<std::uint32_t>(settings_.tree.expand)) break;
        std::optional<Move> forced;
        is_over = looks_ahead_ && look_ahead(state, forced);
        if (is_over) break;
        opened = tree_->open(state);
        edge.set_child(opened);
        if (opened == 0) break;
        if constexpr (can_represent) {
          if (breadth_.is_reduced(*root_state_, state, true)) {
            MoveList<S> moves;
            breadth_.list(state, true, moves);
            tree_->keep_only_moves(state, tree_->node(opened), {moves.begin(), moves.end()});
          }
        }
        if (!forced) break;
        tree_->keep_only_moves(state, tree_->node(opened), std::span(&*forced, 1));
        at = std::exchange(opened, 0);
        continue;
      }
      at = edge.child();
    }
    // Step 3. Play the game out.
    const Descent<S> descent{moves_, nodes_};
    const Outcome<S> outcome = playout_->run(state, descent);
    if (reads_descent_) playout_->learn(descent, outcome);
    playout_moves_ += outcome.moves;
    iterations_ += outcome.weight;
    // Step 4. Back up.
    back_up(outcome, opened, is_over);
  }

  /// When the mover can win at once, plays that and is true. Where wins are stopped by taking their place, looks one
  /// ply further: when the opponent threatens to win in two ways, plays that out and is true; when in one way, `forced`
  /// is the only move.
  bool look_ahead(S& state, std::optional<Move>& forced) const {
    if constexpr (FindsWins<S>) {
      if (play_win(state)) return true;
    }
    if constexpr (BlocksWins<S>) {
      std::array<Move, 2> blocks;
      const std::size_t threats = state.find_threats(state.to_move(), blocks);
      if (threats == 1) forced = blocks[0];
      if (threats == 2) {
        state.play(blocks[0]);
        return play_win(state);
      }
    }
    return false;
  }

  static bool play_win(S& state) requires FindsWins<S> {
    Move win{};
    if (state.find_wins(state.to_move(), std::span(&win, 1)) == 0) return false;
    state.play(win);
    return true;
  }

  /// One more step of the descent, for policies that read it.
  void note(const S& state, Node& n, const Move& move) {
    if constexpr (NamesMoves<S>) {
      if (n.mover != chance) moves_.push_back(played_move(state, move, n.mover));
    }
    if constexpr (has_amaf) nodes_.push_back(counts_of(n));
  }
  AmafCounts counts_of(Node& n) const requires has_amaf {
    return {n.visits, tree_->amaf_visits(n), tree_->amaf_rewards(n)};
  }

  void back_up(const Outcome<S>& outcome, Index opened, bool is_over) {
    Rewards<S> rewards = outcome.rewards;
    if constexpr (has_amaf) {
      if (opened != 0) add_amaf(tree_->node(opened), outcome, rewards);
    }
    Proof proof = Proof::none;
    if constexpr (can_prove) {
      if (solver_ && is_over) {
        proof = rewards[0] == 1.0 ? Proof::first_player : rewards[0] == 0.0 ? Proof::second_player : Proof::draw;
      }
    }
    for (std::size_t i = path_.size(); i-- > 0;) {
      Node& n = tree_->node(path_[i].node);
      Edge edge = tree_->edge(n, path_[i].slot);
      n.visits += outcome.weight;
      edge.add(rewards[static_cast<std::size_t>(n.mover < 0 ? 0 : n.mover)], outcome.weight);
      if constexpr (has_amaf) add_amaf(n, outcome, rewards);
      if (edge.proof() == Proof::none) selection_.weigh(*tree_, n, path_[i].slot, edge);
      if constexpr (can_prove) {
        if (proof == Proof::none) continue;
        if (edge.proof() == Proof::none) {
          edge.set_proof(proof);
          edge.exclude();
          ++n.proven;
        }
        // From here on the proven value is backed up in place of the playout's.
        proof = proof == win_of(n.mover) ? proof : proof_of(n);
        if (proof != Proof::none) rewards = {reward_of(proof, 0), reward_of(proof, 1)};
      }
    }
    root_proof_ = proof;
  }

  /// What is certain about a node whose edges are as they are.
  Proof proof_of(Node& n) const {
    const bool all_known = n.proven == n.legal;
    Proof best = all_known ? win_of(1 - n.mover) : Proof::none;
    tree_->for_each_edge(n, [&](unsigned, Edge e) {
      if (e.proof() == win_of(n.mover) || (all_known && e.proof() == Proof::draw && best != win_of(n.mover))) {
        best = e.proof();
      }
    });
    return best;
  }

  void add_amaf(Node& n, const Outcome<S>& outcome, const Rewards<S>& rewards) {
    const auto mover = static_cast<std::size_t>(n.mover);
    if (outcome.played.owners == nullptr) {
      tree_->add_amaf(n, outcome.played.visits[mover], outcome.played.half_points[mover]);
    } else {
      const auto half_points = static_cast<std::int32_t>(2 * rewards[mover]);
      tree_->add_amaf(n, outcome.played.owners, outcome.played.owner_bits[mover], half_points);
    }
  }

  // ---- Selection ----

  /// Chooses a move of `n` and makes sure that it has an edge; false when there is none and no memory for one.
  bool choose(const S& state, Node& n, std::uint32_t& slot) {
    if constexpr (HasChance<S>) {
      if (n.mover == chance) return choose_outcome(state, n, slot);
    }
    if constexpr (can_widen) {
      if (settings_.breadth.widening > 0) {
        const double all = considered(settings_.breadth, n.visits);
        if (all < n.legal) return choose_considered(state, n, all, slot);
      }
    }
    const bool has_untried = n.tried < n.legal;
    const bool untried_first = selection_.tries_all_first();
    if (has_untried && untried_first && tree_->make_room(n)) {
      slot = random_untried(n);
      tree_->add_edge(n, slot);
      return true;
    }
    const float log_n = log_visits(n);
    const float* const noise = noise_.data() + rng_.next() % noise_size;
    Scored best = n.wide != 0 ? best_wide(n, log_n, noise) : best_small(n, log_n, noise);
    bool is_new = n.wide != 0 && tree_->wide(n).visits[best.slot] == 0;
    if (n.wide == 0 && has_untried && !untried_first) {
      const Scored untried = best_untried(n, log_n, noise);
      if (untried.score > best.score && tree_->make_room(n)) {
        best = untried;
        is_new = true;
      }
    }
    slot = best.slot;
    if (is_new) tree_->add_edge(n, slot);
    return best.score > Tree::never;
  }

  /// Draws an outcome by its probability; among those that have been drawn when the node's visits allow no more.
  bool choose_outcome(const S& state, Node& n, std::uint32_t& slot) requires HasChance<S> {
    MoveList<S> outcomes;
    breadth_.list(state, breadth_.is_reduced(*root_state_, state, true), outcomes);
    slot = tree_->slot_of(state, n, outcomes[breadth_.draw(rng_)]);
    if (tree_->is_tried(n, slot)) return true;
    if (settings_.breadth.widening > 0 && n.tried >= considered(settings_.breadth, n.visits)) {
      const auto slot_at = [&](std::size_t i) { return tree_->slot_of(state, n, outcomes[i]); };
      slot = slot_at(breadth_.draw_among(rng_, [&](std::size_t i) { return tree_->is_tried(n, slot_at(i)); }));
      return true;
    }
    if (!tree_->make_room(n)) return false;
    tree_->add_edge(n, slot);
    return true;
  }

  /// Chooses among the moves that have been tried, or adds the most urgent of the others when there may be more. Moves
  /// that are proven do not count.
  bool choose_considered(const S& state, Node& n, double all, std::uint32_t& slot) requires can_widen {
    if (n.tried < n.legal && n.tried - n.proven < all && tree_->make_room(n)) {
      slot = most_urgent_untried(state, n);
      tree_->add_edge(n, slot);
      return true;
    }
    const float log_n = log_visits(n);
    const float* const noise = noise_.data() + rng_.next() % noise_size;
    Scored best{Tree::never, 0};
    tree_->for_each_edge(n, [&](unsigned at, Edge edge) {
      SeenMove move{.visits = static_cast<std::int32_t>(edge.visits)};
      for (std::size_t k = 0; k < Tree::weights; ++k) move.weight[k] = *edge.weight[k];
      const float score = selection_.score(move, log_n) + noise[at];
      if (score > best.score) best = {score, at};
    });
    slot = best.slot;
    return best.score > Tree::never;
  }

  std::uint32_t most_urgent_untried(const S& state, Node& n) {
    if constexpr (OrdersMoves<S>) {
      std::uint32_t best = 0;
      int highest = std::numeric_limits<int>::min();
      const auto bits = tree_->untried(n);
      for (std::uint32_t slot = 0; slot < n.slots; ++slot) {
        if ((bits[slot / 64] >> (slot % 64) & 1) == 0) continue;
        const int urgency = state.urgency(tree_->move_at(state, n, slot));
        if (urgency > highest) {
          highest = urgency;
          best = slot;
        }
      }
      return best;
    } else {
      return random_untried(n);
    }
  }

  std::uint32_t random_untried(Node& n) {
    std::uint32_t skip = rng_.below(static_cast<std::uint32_t>(n.legal - n.tried));
    const auto bits = tree_->untried(n);
    std::size_t word = 0;
    for (; skip >= static_cast<std::uint32_t>(std::popcount(bits[word])); ++word) {
      skip -= static_cast<std::uint32_t>(std::popcount(bits[word]));
    }
    std::uint64_t left = bits[word];
    for (; skip > 0; --skip) left &= left - 1;
    return static_cast<std::uint32_t>(64 * word) + static_cast<std::uint32_t>(std::countr_zero(left));
  }

  /// ln N of the node, as a float; 0 when exploration does not ask for it.
  float log_visits(const Node& n) const {
    return selection_.explores() ? static_cast<float>(banyan::log(static_cast<double>(std::max(n.visits, 1u)))) : 0.0f;
  }

  /// The tried moves of a small node.
  Scored best_small(Node& n, float log_n, const float* noise) const {
    const auto& small = tree_->small(n);
    Scored best{Tree::never, 0};
    for (unsigned i = 0; i < n.tried; ++i) {
      const unsigned slot = small.slot[i];
      SeenMove move;
      for (std::size_t k = 0; k < Tree::weights; ++k) move.weight[k] = small.weight[k][i];
      move.visits = static_cast<std::int32_t>(small.visits[i]);
      if constexpr (has_amaf) {
        move.half_points = static_cast<std::int32_t>(small.sum[i]);
        move.amaf_visits = tree_->amaf_visits(n)[slot];
        move.amaf_half_points = tree_->amaf_rewards(n)[slot];
      }
      const float score = selection_.score(move, log_n) + noise[slot];
      if (score > best.score) best = {score, slot};
    }
    return best;
  }

  /// All moves of a wide node, eight at a time.
  Scored best_wide(Node& n, float log_n, const float* noise) const {
    const auto wide = tree_->wide(n);
    const std::int32_t* const amaf_visits = has_amaf ? tree_->amaf_visits(n) : nullptr;
    const std::int32_t* const amaf_rewards = has_amaf ? tree_->amaf_rewards(n) : nullptr;
    Highest best;
    for (unsigned i = 0; i < n.slots; i += 8) {
      SeenMoves moves;
      for (std::size_t k = 0; k < Tree::weights; ++k) moves.weight[k] = load<Floats8>(wide.weight[k] + i);
      moves.visits = load<Ints8>(wide.visits + i);
      if constexpr (has_amaf) {
        moves.half_points = load<Ints8>(wide.sum + i);
        moves.amaf_visits = load<Ints8>(amaf_visits + i);
        moves.amaf_half_points = load<Ints8>(amaf_rewards + i);
      }
      best.offer(selection_.score(moves, log_n) + load<Floats8>(noise + i), i);
    }
    return best.winner();
  }

  /// The untried moves of a small node.
  Scored best_untried(Node& n, float log_n, const float* noise) {
    if (selection_.untried_are_equal()) {
      SeenMove any;
      any.weight = selection_.untried(0);
      return {selection_.score(any, log_n), random_untried(n)};
    }
    const auto* const bits = reinterpret_cast<const std::uint8_t*>(tree_->untried(n).data());
    const std::int32_t* const amaf_visits = has_amaf ? tree_->amaf_visits(n) : nullptr;
    const std::int32_t* const amaf_rewards = has_amaf ? tree_->amaf_rewards(n) : nullptr;
    Highest best;
    for (unsigned i = 0; i < n.slots; i += 8) {
      SeenMoves moves;
      untried_weights(n, i, moves);
      if constexpr (has_amaf) {
        moves.amaf_visits = load<Ints8>(amaf_visits + i);
        moves.amaf_half_points = load<Ints8>(amaf_rewards + i);
      }
      const Ints8 is_untried = ((Ints8{} + bits[i / 8]) & Ints8{1, 2, 4, 8, 16, 32, 64, 128}) != 0;
      const Floats8 score = selection_.score(moves, log_n) + load<Floats8>(noise + i);
      best.offer(select(is_untried, score, Floats8{} + Tree::never), i);
    }
    return best.winner();
  }

  [[gnu::always_inline]] void untried_weights(Node& n, unsigned first, SeenMoves& moves) const {
    if constexpr (GuessesValues<S>) {
      for (unsigned lane = 0; lane < 8; ++lane) {
        const auto weights = selection_.untried(tree_->guess(n, first + lane));
        for (std::size_t k = 0; k < Tree::weights; ++k) moves.weight[k][lane] = weights[k];
      }
    } else {
      const auto weights = selection_.untried(0);
      for (std::size_t k = 0; k < Tree::weights; ++k) moves.weight[k] = Floats8{} + weights[k];
    }
  }

  // ---- The answer ----

  std::vector<MoveStatistics<S>> statistics(const S& state, Node& n) const {
    std::vector<MoveStatistics<S>> moves;
    tree_->for_each_edge(n, [&](unsigned slot, Edge e) {
      MoveStatistics<S> m{.move = tree_->move_at(state, n, slot), .visits = e.visits, .proven = {}};
      m.value = selection_.value(*tree_, n, e);
      if (e.proof() != Proof::none) {
        m.proven = reward_of(e.proof(), n.mover);
        m.value = *m.proven;
      }
      if constexpr (has_amaf) {
        m.amaf_visits = static_cast<std::uint64_t>(tree_->amaf_visits(n)[slot]);
        if (m.amaf_visits > 0) {
          m.amaf_value = 0.5 * tree_->amaf_rewards(n)[slot] / static_cast<double>(m.amaf_visits);
        }
      }
      moves.push_back(m);
    });
    std::stable_sort(moves.begin(), moves.end(), [](const auto& a, const auto& b) { return a.visits > b.visits; });
    return moves;
  }

  SearchResult<S> result() const {
    SearchResult<S> r;
    r.iterations = iterations_;
    r.playout_moves = playout_moves_;
    r.nodes = tree_->nodes();
    r.bytes = tree_->bytes();
    r.memory_is_full = tree_->is_full();
    r.moves = statistics(*root_state_, tree_->node(root_));
    if constexpr (has_amaf) r.pruned = playout_->pruned(*root_state_, counts_of(tree_->node(root_)));
    if (root_proof_ != Proof::none) r.proven = reward_of(root_proof_, root_state_->to_move());
    if (r.moves.empty()) {  // stopped before the first iteration
      answer_unsearched(*root_state_, r);
      return r;
    }
    r.best = choose_final_move(r.moves, settings_.tree);
    // The line both sides would play: the final-move rule at every node that has been tried.
    S state = *root_state_;
    Index at = root_;
    while (at != 0 && tree_->node(at).tried > 0 && tree_->node(at).mover != chance) {
      Node& n = tree_->node(at);
      const Move move = choose_final_move(statistics(state, n), settings_.tree).move;
      r.principal_variation.push_back(move);
      at = tree_->edge(n, tree_->slot_of(state, n, move)).child();
      state.play(move);
    }
    return r;
  }

  MctsSettings settings_;
  Selection selection_;
  Breadth<S> breadth_;
  bool solver_, looks_ahead_;
  std::uint64_t seed_;
  Rng rng_;
  std::unique_ptr<Tree> tree_;
  std::unique_ptr<PlayoutPolicy<S>> playout_;
  std::vector<float> noise_;
  std::vector<Step> path_;
  bool reads_descent_ = false;
  std::vector<PlayedMove<S>> moves_;  // of path_, where the playout policy reads the descent
  std::vector<AmafCounts> nodes_;
  std::vector<Move> history_;
  std::optional<S> root_state_;  // of the running or last search
  Index root_ = 0;
  Proof root_proof_ = Proof::none;
  std::uint64_t iterations_ = 0, playout_moves_ = 0;
};

}  // namespace banyan
