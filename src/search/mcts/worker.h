// SPDX-License-Identifier: MIT
// One thread of a tree search: it descends, plays out and backs up, with a generator, a path and a playout policy of
// its own, in a tree that it may share with others (tree/tree.h says who may read and write what, and when).
//
// Threads are kept from all going the same way by a virtual loss [Chaslot, Winands & van den Herik 2008]: a descent
// counts its visits at once, as if nothing were won, and back-up adds what was. A node is guarded while a move is
// chosen and while what came of it is added, never during a playout. Of a node that is visited often, each thread has a
// copy (copies.h), where it needs neither: the node is told of some visits at a time, one for 32 that the move has had.
//
// Proofs are right under races, because a node's proof follows from those of its own edges, which are seen and set
// under its guard, and because a proof is a fact about the game: whoever finds it, whenever, finds the same. What
// another thread has not yet told the node above is only late.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/math.h"
#include "core/random.h"
#include "core/simd.h"
#include "game/chance.h"
#include "game/depth.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/playouts.h"
#include "game/results.h"
#include "search/mcts/breadth.h"
#include "search/mcts/copies.h"
#include "search/mcts/settings.h"
#include "search/playout/leaf.h"
#include "search/playout/parts.h"
#include "search/playout/playout.h"
#include "search/selection/selection.h"
#include "search/tree/tree.h"

namespace banyan {

/// What a search knows of its root for certain; any of its threads may find it out.
using RootProof = std::atomic<Proof>;

template <GameState S, class Selection>
class TreeWorker {
  using Tree = banyan::Tree<S, Selection>;
  using Node = typename Tree::Node;
  using Edge = typename Tree::Edge;
  using Index = typename Tree::Index;
  using Move = typename S::Move;
  using SeenMove = Seen<float, Tree::weights>;
  using SeenMoves = Seen<Floats8, Tree::weights>;
  static constexpr bool has_amaf = Selection::counts_amaf;
  static constexpr bool can_widen = !has_amaf && WidensNodes<S>;
  static constexpr bool can_represent = !has_amaf && (ClassifiesMoves<S> || DescribesMoves<S>);
  // What a selection may have (selection/selection.h).
  static constexpr bool counts_games = requires(Selection s) { s.begin_game(0u); };
  static constexpr bool counts_results = requires(Selection s, const Node& n, Edge e) { s.count(n, e, 0.0, 1u); };
  static constexpr bool counts_arrivals = requires(const Selection s) { s.draws(0u); };

 public:
  static constexpr bool can_prove = WinsOrLoses<S> && !HasChance<S>;
  /// What a copy is worth must not depend on nodes below it.
  static constexpr bool can_copy =
      !HasChance<S> && std::derived_from<Selection, MeanValues> && !counts_games && !counts_results && !counts_arrivals;

  /// The tree and the proof must outlive it. `table_bytes` is for what playouts learn, `copy_bytes` for copies of
  /// nodes that others pass through, too.
  TreeWorker(const MctsSettings& settings, const Selection& selection, const S& state, Tree& tree,
             RootProof& root_proof, std::uint64_t seed, std::uint64_t playout_seed, std::size_t table_bytes,
             std::size_t copy_bytes)
      : settings_(settings),
        selection_(selection),
        breadth_(settings.breadth),
        solver_(can_prove && settings.tree.solver && !breadth_.has_representatives() && !settings.candidates.prunes()),
        looks_ahead_(FindsWins<S> && solver_ && settings.tree.lookahead),
        virtual_loss_(static_cast<std::uint32_t>(settings.tree.virtual_loss)),
        expand_depth_(static_cast<std::size_t>(settings.tree.expand_depth)),
        rng_(seed),
        tree_(&tree),
        root_proof_(&root_proof),
        playout_(make_leaf<S>(settings.leaf, settings.playout, state, playout_seed, table_bytes)),
        reads_descent_(playout_->reads_descent()),
        copies_counts_(has_amaf && tree.is_shared() && reads_counts(settings.playout)) {
    // A node has as many slots as the game has indices, or as its position has moves.
    int slots = S::max_moves;
    if constexpr (IndexesMoves<S>) slots = std::max(slots, state.index_count());
    noise_.resize(noise_size + static_cast<std::size_t>(slots) + 8);
    for (std::size_t i = 0; i < noise_.size(); ++i) {
      noise_[i] = static_cast<float>(static_cast<double>(mix64(i) >> 40) * 0x1p-44);
    }
    if (can_copy && copy_bytes > 0 && settings.breadth.widening == 0) {
      copies_.emplace(tree, copy_bytes, IndexesMoves<S> ? slots : 0, selection);
    }
  }

  /// Before the first iteration of a search; `root` is the node of `state`.
  void begin(const S& state, Index root, const Selection& selection) {
    selection_ = selection;
    root_state_ = state;
    root_ = root;
    playout_->prepare(state);
    iterations_.store(0, std::memory_order_relaxed);
    playout_moves_.store(0, std::memory_order_relaxed);
  }

  bool uses_solver() const { return solver_; }

  /// Since the search began; from any thread.
  std::uint64_t iterations() const { return iterations_.load(std::memory_order_relaxed); }
  std::uint64_t playout_moves() const { return playout_moves_.load(std::memory_order_relaxed); }

  /// The moves that playouts are kept from at the root, as far as this thread's policy can tell from the tree.
  std::vector<Move> pruned() const requires has_amaf {
    Node& n = tree_->node(root_);
    const auto guard = tree_->guard(n);
    return playout_->pruned(*root_state_, counts_of(n));
  }

  /// One iteration, which may be several playouts; returns how many. `IsShared` as the tree is.
  template <bool IsShared>
  std::uint32_t iterate() {
    S state = *root_state_;
    path_.clear();
    moves_.clear();
    nodes_.clear();
    Index at = root_;
    Index opened = 0;
    bool is_over = false;
    if constexpr (counts_games || counts_arrivals) begin_game<IsShared>();
    // Steps 1 and 2. Descend to a move that has no node of its own; give it one if this is the visit for it.
    for (;;) {
      Node& n = tree_->node(at);
      std::uint32_t slot = 0;
      EdgeSeen seen;
      Node* own = nullptr;  // a copy of n
      if constexpr (IsShared && can_copy) own = find_copy(at, slot);
      if (own != nullptr) {
        if (reads_descent_) note(state, *own, tree_->move_at(state, *own, slot));
        seen = see(*own, copies_->tree().edge(*own, slot));
      } else {
        const SpinGuard held = guard<IsShared>(n);
        if (!choose(state, n, slot)) break;
        if (reads_descent_) note(state, n, tree_->move_at(state, n, slot));
        if constexpr (IsShared) seen = lose(n, slot);
      }
      path_.push_back({at, slot, IsShared && own == nullptr, IsShared ? seen.visits / visits_per_untold : 0});
      state.play(tree_->move_at(state, n, slot));
      is_over = state.is_terminal();
      if (is_over) break;
      if constexpr (!IsShared) seen = see(n, tree_->edge(n, slot));
      if constexpr (counts_arrivals) arrivals_ = seen.visits;
      at = seen.child;
      if (at == 0) {
        const bool is_shallow = path_.size() < expand_depth_;
        if (!is_shallow && (seen.visits + 1 < static_cast<std::uint32_t>(settings_.tree.expand) ||
                            (settings_.tree.expand_all && seen.is_from_leaf))) {
          break;
        }
        std::optional<Move> forced;
        is_over = looks_ahead_ && look_ahead(state, forced);
        if (is_over) break;
        const Index made = open(state, forced);
        const SpinGuard held = guard<IsShared>(n);
        Edge edge = tree_->edge(n, slot);
        at = IsShared ? edge.child() : 0;  // which another thread may have opened meanwhile
        const bool is_first = at == 0;
        if (is_first) {
          at = opened = made;
          edge.set_child(at);
        } else {
          supply_.spare = made;
        }
        if (own != nullptr) copies_->tree().edge(*own, slot).set_child(at);
        if (is_first) {
          if (opened == 0 || !(forced || is_shallow || settings_.tree.expand_all)) break;
          opened = 0;
        }
      }
    }
    if constexpr (IsShared && has_amaf) {
      // The playout takes about as long as it takes to fetch what back-up will change.
      for (const Step& step : path_) {
        if (step.was_lost) tree_->fetch_amaf(tree_->node(step.node));
      }
    }
    // Step 3. Play the game out.
    const Descent<S> descent{moves_, nodes_};
    const Outcome<S> outcome = playout_->run(state, descent);
    if (reads_descent_) playout_->learn(descent, outcome);
    playout_moves_.store(playout_moves() + outcome.moves, std::memory_order_relaxed);
    iterations_.store(iterations() + outcome.weight, std::memory_order_relaxed);
    // Step 4. Back up.
    back_up<IsShared>(outcome, opened, is_over);
    return outcome.weight;
  }

  /// After the last iteration of a search among others: tells the tree what only copies know.
  void finish() {
    tree_->finish(supply_);
    if constexpr (can_copy) {
      if (copies_) copies_->drop_all(teller());
    }
  }
  /// How many visits of its root a thread may not have told yet.
  static constexpr std::uint64_t most_untold = Copies<Tree>::most;

  /// What is certain about a node whose edges are as they are.
  static Proof proof_of(const Tree& tree, Node& n) {
    const bool all_known = n.proven == n.legal;
    Proof best = all_known ? win_of(1 - n.mover) : Proof::none;
    tree.for_each_edge(n, [&](unsigned, Edge e) {
      if (e.proof() == win_of(n.mover) || (all_known && e.proof() == Proof::draw && best != win_of(n.mover))) {
        best = e.proof();
      }
    });
    return best;
  }

 private:
  using Visit = typename Copies<Tree>::Visit;
  struct Step {
    Index node;
    std::uint32_t slot;
    bool was_lost;          // the visit was counted in the node on the way down; else not, or in a copy
    std::uint32_t portion;  // visits that the node may be told together
  };
  static constexpr std::uint32_t visits_per_untold = 32;
  /// A copy that is renewed more often costs more than it saves: without all-moves-as-first counts, little is written.
  static constexpr std::uint32_t least_portion = has_amaf ? 4 : 16;
  /// What a descent reads of an edge.
  struct EdgeSeen {
    Index child;
    std::uint32_t visits;  // before this one
    bool is_from_leaf;     // the node above had none before this one
  };
  static constexpr std::size_t noise_size = 512;

  // ---- One iteration ----

  /// As Tree::guard; whether there is anybody to be kept out is known when this is compiled, so that one thread pays
  /// nothing.
  template <bool IsShared>
  [[gnu::always_inline]] static SpinGuard guard(Node& n) {
    return SpinGuard(IsShared ? &n.lock : nullptr);
  }

  [[gnu::always_inline]] static EdgeSeen see(const Node& n, const Edge& edge) {
    return {edge.child(), edge.visits, n.visits == 0};
  }

  /// For selections that count games: how many there were, all of which came to the root.
  template <bool IsShared>
  void begin_game() {
    Node& root = tree_->node(root_);
    const SpinGuard held = guard<IsShared>(root);
    if constexpr (counts_games) selection_.begin_game(root.visits);
    arrivals_ = root.visits;
  }

  /// Counts a visit that has won nothing so far, as first too: every visit of a move is. Returns what was seen before.
  [[gnu::always_inline]] EdgeSeen lose(Node& n, std::uint32_t slot) const {
    Edge edge = tree_->edge(n, slot);
    const EdgeSeen seen = see(n, edge);
    n.visits += virtual_loss_;
    edge.add(0, virtual_loss_);
    if constexpr (has_amaf) tree_->amaf_visits(n)[slot] += static_cast<std::int32_t>(virtual_loss_);
    selection_.weigh(*tree_, n, slot, edge);
    return seen;
  }

  auto teller() const {
    return [this](Node& n, const Visit& visit) { count(*tree_, n, visit); };
  }
  /// Adds a visit that was not counted on the way down to a node or a copy.
  [[gnu::always_inline]] void count(const Tree& tree, Node& n, const Visit& visit) const {
    Edge edge = tree.edge(n, visit.slot);
    n.visits += visit.playouts;
    edge.add(visit.rewards, visit.playouts);
    if (edge.proof() == Proof::none) selection_.weigh(tree, n, visit.slot, edge);
  }

  /// The copy of a node and the move chosen there; nothing where there is no copy, or an untried move is to be chosen.
  [[gnu::always_inline]] Node* find_copy(Index index, std::uint32_t& slot) requires can_copy {
    Node* const own = copies_ ? copies_->find(index) : nullptr;
    if (own == nullptr || (own->tried < own->legal && selection_.tries_all_first())) return nullptr;
    const Scored best = best_wide(copies_->tree(), *own, log_visits(*own), noise_.data() + rng_.next() % noise_size);
    if (best.score == Tree::never || copies_->tree().wide(*own).visits[best.slot] == 0) return nullptr;
    slot = best.slot;
    return own;
  }

  /// Adds what came of a visit to the copy that it was chosen in; false where that is not there any more, or must not
  /// be used.
  bool back_up_copy(const Step& step, const Outcome<S>& outcome, const Rewards<S>& rewards,
                    Proof proof) requires can_copy {
    Node* const own = copies_->find(step.node);
    if (own == nullptr) return false;
    if (step.was_lost || proof != Proof::none) {
      copies_->drop(step.node, teller());
      return false;
    }
    const Visit visit{step.slot, outcome.weight, rewards[static_cast<std::size_t>(own->mover)]};
    if constexpr (has_amaf) add_amaf(*own, outcome, rewards);
    count(copies_->tree(), *own, visit);
    copies_->add(step.node, visit, step.portion, teller());
    return true;
  }

  /// A finished node for the position, of which others do not know yet; 0 when the memory is used up.
  Index open(const S& state, const std::optional<Move>& forced) {
    const Index opened = tree_->open(state, supply_);
    if (opened == 0) return 0;
    if constexpr (can_represent) {
      if (breadth_.is_reduced(*root_state_, state, true)) {
        MoveList<S> moves;
        breadth_.list(state, true, moves);
        tree_->keep_only_moves(state, tree_->node(opened), {moves.begin(), moves.end()});
      }
    }
    if (forced) tree_->keep_only_moves(state, tree_->node(opened), std::span(&*forced, 1));
    return opened;
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
    if constexpr (has_amaf) nodes_.push_back(copies_counts_ ? copied_counts_of(n) : counts_of(n));
  }
  AmafCounts counts_of(Node& n) const requires has_amaf {
    return {n.visits, tree_->amaf_visits(n), tree_->amaf_rewards(n)};
  }
  /// The same, as they are now, for a playout that reads them while other threads add to them.
  AmafCounts copied_counts_of(Node& n) requires has_amaf {
    if (copied_counts_.size() == nodes_.size()) copied_counts_.emplace_back();
    std::vector<std::int32_t>& copy = copied_counts_[nodes_.size()];
    const std::int32_t* const counts = tree_->amaf_visits(n);
    const auto slots = static_cast<std::size_t>(tree_->amaf_rewards(n) - counts);
    copy.assign(counts, counts + 2 * slots);
    return {n.visits, copy.data(), copy.data() + slots};
  }

  template <bool IsShared>
  void back_up(const Outcome<S>& outcome, Index opened, bool is_over) {
    Rewards<S> rewards = outcome.rewards;
    if constexpr (has_amaf) {
      if (opened != 0) {
        const SpinGuard held = guard<IsShared>(tree_->node(opened));
        add_amaf(tree_->node(opened), outcome, rewards);
      }
    }
    Proof proof = Proof::none;
    if constexpr (can_prove) {
      if (solver_ && is_over) {
        proof = rewards[0] == 1.0 ? Proof::first_player : rewards[0] == 0.0 ? Proof::second_player : Proof::draw;
      }
    }
    for (std::size_t i = path_.size(); i-- > 0;) {
      const Step& step = path_[i];
      if constexpr (IsShared && can_copy) {
        if (copies_ && back_up_copy(step, outcome, rewards, proof)) continue;
      }
      back_up_node<IsShared>(step, outcome, rewards, proof);
      if constexpr (IsShared && can_copy) {
        if (copies_ && step.portion >= least_portion && proof == Proof::none) copies_->adopt(step.node, teller());
      }
    }
    if (proof != Proof::none) root_proof_->store(proof, std::memory_order_relaxed);
  }

  template <bool IsShared>
  [[gnu::always_inline]] void back_up_node(const Step& step, const Outcome<S>& outcome, Rewards<S>& rewards,
                                           Proof& proof) {
    Node& n = tree_->node(step.node);
    // What the descent has not counted yet; where it has counted more, what is added wraps around to less.
    const bool was_lost = IsShared && step.was_lost;
    const std::uint32_t visits = was_lost ? outcome.weight - virtual_loss_ : outcome.weight;
    {
      const SpinGuard held = guard<IsShared>(n);
      Edge edge = tree_->edge(n, step.slot);
      n.visits += visits;
      const double reward = rewards[static_cast<std::size_t>(n.mover < 0 ? 0 : n.mover)];
      edge.add(reward, visits);
      if constexpr (counts_results) selection_.count(n, edge, reward, outcome.weight);
      if constexpr (has_amaf) {
        if (was_lost) tree_->amaf_visits(n)[step.slot] -= static_cast<std::int32_t>(virtual_loss_);
        add_amaf(n, outcome, rewards);
      }
      if (edge.proof() == Proof::none) selection_.weigh(*tree_, n, step.slot, edge);
      if constexpr (can_prove) {
        if (proof == Proof::none) return;
        if (edge.proof() == Proof::none) {
          edge.set_proof(proof);
          edge.exclude();
          ++n.proven;
        }
        // From here on the proven value is backed up in place of the playout's.
        proof = proof == win_of(n.mover) ? proof : proof_of(*tree_, n);
        if (proof != Proof::none) rewards = {reward_of(proof, 0), reward_of(proof, 1)};
      }
    }
  }

  /// Counts what the mover of a node or a copy played as first.
  void add_amaf(Node& n, const Outcome<S>& outcome, const Rewards<S>& rewards) {
    const auto mover = static_cast<std::size_t>(n.mover);
    const std::size_t size = tree_->amaf_size(n);
    if (outcome.played.owners == nullptr) {
      add_counts(tree_->amaf_visits(n), outcome.played.visits[mover], size);
      add_counts(tree_->amaf_rewards(n), outcome.played.half_points[mover], size);
    } else {
      count_owned(tree_->amaf_visits(n), tree_->amaf_rewards(n), size, outcome.played.owners,
                  outcome.played.owner_bits[mover], static_cast<std::int32_t>(2 * rewards[mover]));
    }
  }

  // ---- Selection ----

  /// Chooses a move of `n` and makes sure that it has an edge; false when there is none and no memory for one.
  [[gnu::always_inline]] bool choose(const S& state, Node& n, std::uint32_t& slot) {
    if constexpr (HasChance<S>) {
      if (n.mover == chance) return choose_outcome(state, n, slot);
    }
    if constexpr (can_widen) {
      if (settings_.breadth.widening > 0) {
        const double all = considered(settings_.breadth, n.visits);
        if (all < n.legal) return choose_considered(state, n, all, slot);
      }
    }
    if constexpr (counts_arrivals) {
      if (selection_.draws(arrivals_)) return draw_any(n, slot);
    }
    const bool has_untried = n.tried < n.legal;
    const bool untried_first = selection_.tries_all_first();
    if (has_untried && untried_first && tree_->make_room(n, supply_)) {
      slot = random_untried(n);
      tree_->add_edge(n, slot);
      return true;
    }
    const float log_n = log_visits(n);
    const float* const noise = noise_.data() + rng_.next() % noise_size;
    Scored best = n.wide != 0 ? best_wide(*tree_, n, log_n, noise) : best_small(n, log_n, noise);
    bool is_new = n.wide != 0 && tree_->wide(n).visits[best.slot] == 0;
    if (n.wide == 0 && has_untried && !untried_first) {
      const Scored untried = best_untried(n, log_n, noise);
      if (untried.score > best.score && tree_->make_room(n, supply_)) {
        best = untried;
        is_new = true;
      }
    }
    // Every move may be proven, and the node above not know it yet: another thread is about to tell it.
    if (best.score == Tree::never) return false;
    slot = best.slot;
    if (is_new) tree_->add_edge(n, slot);
    return true;
  }

  /// Any of the moves that may be chosen, each as likely as the others; of the tried ones when memory is used up.
  bool draw_any(Node& n, std::uint32_t& slot) {
    drawable_.clear();
    tree_->for_each_edge(n, [&](unsigned at, const Edge& edge) {
      if (*edge.weight[0] != Tree::never) drawable_.push_back(at);
    });
    const std::uint32_t untried =
        n.tried < n.legal && tree_->make_room(n, supply_) ? static_cast<std::uint32_t>(n.legal - n.tried) : 0u;
    const std::uint32_t all = untried + static_cast<std::uint32_t>(drawable_.size());
    if (all == 0) return false;
    const std::uint32_t number = rng_.below(all);
    if (number >= untried) {
      slot = drawable_[number - untried];
      return true;
    }
    slot = untried_number(n, number);
    tree_->add_edge(n, slot);
    return true;
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
    if (!tree_->make_room(n, supply_)) return false;
    tree_->add_edge(n, slot);
    return true;
  }

  /// Chooses among the moves that have been tried, or adds the most urgent of the others when there may be more. Moves
  /// that are proven do not count.
  bool choose_considered(const S& state, Node& n, double all, std::uint32_t& slot) requires can_widen {
    if (n.tried < n.legal && n.tried - n.proven < all && tree_->make_room(n, supply_)) {
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
      const float score = selection_.score(move, log_n) + scaled(noise[at]);
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
    return untried_number(n, rng_.below(static_cast<std::uint32_t>(n.legal - n.tried)));
  }
  std::uint32_t untried_number(Node& n, std::uint32_t skip) const {
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
    const std::uint32_t visits = counts_arrivals ? arrivals_ : n.visits;
    return selection_.explores() ? static_cast<float>(banyan::log(static_cast<double>(std::max(visits, 1u)))) : 0.0f;
  }

  /// What tells equal scores apart, as large as the selection's scores want it.
  template <class F>
  [[gnu::always_inline]] F scaled(F noise) const {
    if constexpr (requires { selection_.noise_scale(); }) {
      return selection_.noise_scale() * noise;
    } else {
      return noise;
    }
  }

  /// The tried moves of a small node.
  [[gnu::always_inline]] Scored best_small(Node& n, float log_n, const float* noise) const {
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
      const float score = selection_.score(move, log_n) + scaled(noise[slot]);
      if (score > best.score) best = {score, slot};
    }
    return best;
  }

  /// All moves of a wide node, eight at a time.
  [[gnu::always_inline]] Scored best_wide(const Tree& tree, Node& n, float log_n, const float* noise) const {
    const auto wide = tree.wide(n);
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
      best.offer(selection_.score(moves, log_n) + scaled(load<Floats8>(noise + i)), i);
    }
    return best.winner();
  }

  /// The untried moves of a small node.
  [[gnu::always_inline]] Scored best_untried(Node& n, float log_n, const float* noise) {
    if (selection_.untried_are_equal()) {
      SeenMove any;
      any.weight = selection_.untried(0.0f);
      return {selection_.score(any, log_n), random_untried(n)};
    }
    if constexpr (GuessesValues<S>) {
      if (selection_.guesses().are_used()) {
        return best_guessed(n, log_n, noise);
      }
    }
    SeenMoves all;  // none of which differs, as far as nothing is guessed
    const auto weights = selection_.untried(0.0f);
    for (std::size_t k = 0; k < Tree::weights; ++k) all.weight[k] = Floats8{} + weights[k];
    return best_untried_by(n, log_n, noise, [&](unsigned) { return all; });
  }
  /// Not inlined, as searches without guesses would ask for each eight moves whether there are any.
  [[gnu::noinline]] Scored best_guessed(Node& n, float log_n, const float* noise) const requires GuessesValues<S> {
    return best_untried_by(n, log_n, noise, [&](unsigned first) {
      return SeenMoves{.weight = selection_.untried(tree_->eight_guesses(n, first))};
    });
  }
  /// seen(i) is what is known of eight moves from i on, but for all-moves-as-first counts.
  template <class SeenAt>
  [[gnu::always_inline]] Scored best_untried_by(Node& n, float log_n, const float* noise, SeenAt seen) const {
    const auto* const bits = reinterpret_cast<const std::uint8_t*>(tree_->untried(n).data());
    const std::int32_t* const amaf_visits = has_amaf ? tree_->amaf_visits(n) : nullptr;
    const std::int32_t* const amaf_rewards = has_amaf ? tree_->amaf_rewards(n) : nullptr;
    Highest best;
    for (unsigned i = 0; i < n.slots; i += 8) {
      SeenMoves moves = seen(i);
      if constexpr (has_amaf) {
        moves.amaf_visits = load<Ints8>(amaf_visits + i);
        moves.amaf_half_points = load<Ints8>(amaf_rewards + i);
      }
      const Ints8 is_untried = ((Ints8{} + bits[i / 8]) & Ints8{1, 2, 4, 8, 16, 32, 64, 128}) != 0;
      const Floats8 score = selection_.score(moves, log_n) + scaled(load<Floats8>(noise + i));
      best.offer(select(is_untried, score, Floats8{} + Tree::never), i);
    }
    return best.winner();
  }

  MctsSettings settings_;
  Selection selection_;
  Breadth<S> breadth_;
  bool solver_, looks_ahead_;
  std::uint32_t virtual_loss_;
  std::size_t expand_depth_;
  Rng rng_;
  Tree* tree_;
  RootProof* root_proof_;
  std::unique_ptr<PlayoutPolicy<S>> playout_;
  std::vector<float> noise_;
  std::vector<Step> path_;
  std::optional<Copies<Tree>> copies_;  // where the tree is shared
  std::uint32_t arrivals_ = 0;  // of games at the node where the descent is, before this one; where it is counted
  std::vector<std::uint32_t> drawable_;
  bool reads_descent_, copies_counts_;
  std::vector<PlayedMove<S>> moves_;  // of path_, where the playout policy reads the descent
  std::vector<AmafCounts> nodes_;
  std::vector<std::vector<std::int32_t>> copied_counts_;  // what nodes_ point at where the tree is shared
  std::optional<S> root_state_;                           // of the running or last search
  Index root_ = 0;
  typename Tree::Supply supply_;
  // Written here, read now and then by others: not in a cache line with what this thread alone reads.
  alignas(64) std::atomic<std::uint64_t> iterations_ = 0;
  std::atomic<std::uint64_t> playout_moves_ = 0;
};

}  // namespace banyan
