// SPDX-License-Identifier: MIT
// Monte-Carlo tree search with any selection, in the loop of Dugueperoux et al. 2016, Algorithm 1. Rewards are those of
// the player who moved, so nothing is ever negated and several players, compound turns and chance need no special case.
// Where we differ: equal scores are told apart by a random number below 2^-20 instead of by their order; proven values,
// tree reuse, progressive widening and threads are additions (params.h).
//
// Here a search has its root, its threads, its end and its answer; what a thread does is in worker.h. With one thread,
// the same seed gives the same search; with several, it does not, because they see what others have just counted.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "core/error.h"
#include "core/random.h"
#include "core/team.h"
#include "game/suggestions.h"
#include "search/limits/limits.h"
#include "search/mcts/breadth.h"
#include "search/mcts/candidates.h"
#include "search/mcts/final_move.h"
#include "search/mcts/params.h"
#include "search/mcts/settings.h"
#include "search/mcts/worker.h"
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
  using Worker = TreeWorker<S, Selection>;
  static constexpr bool has_amaf = Selection::counts_amaf;

 public:
  Mcts(const MctsSettings& settings, Selection selection, std::uint64_t seed)
      : settings_(settings), selection_(std::move(selection)), breadth_(settings.breadth), seed_(seed) {}

  SearchResult<S> search(const S& state, std::span<const Move> history, const Watch<S>& watch) override {
    // What stood for others may not do so at the root.
    const bool is_new = !root_state_ || breadth_.is_reduced(*root_state_, state, true);
    // A root with some of its moves is not the one that has them all: neither goes on from the other.
    const bool may_reuse = settings_.tree.reuse && !is_new && !is_restricted() && watch.only.empty();
    root_state_ = state;
    only_.assign(watch.only.begin(), watch.only.end());
    lines_ = watch.lines;
    if (!tree_) start(state);
    find_root(state, history, may_reuse);
    if (is_restricted()) tree_->keep_only_moves(state, tree_->node(root_), only_);
    if constexpr (requires { selection_.begin_search(state.to_move(), seed_); }) {
      selection_.begin_search(state.to_move(), derive_seed(seed_, history.size()));
    }
    for (const auto& worker : workers_) worker->begin(state, root_, selection_);
    for (auto& seconds : helpers_cpu_seconds_) seconds = 0;
    const CandidateParams& candidates = settings_.candidates;
    const bool prunes = candidates.prunes() && !is_restricted();  // or the candidates have been named
    if (prunes && candidates.keep_after <= 0) prune_by_scores(state);
    const bool counts_candidates = candidates.per_candidate > 0 && !watch.limits;
    if (counts_candidates && !is_restricted() && candidate_count() == 1) return unsearched(state);
    const LimitParams own_limits = counts_candidates ? limits_by_candidates() : settings_.limits;
    // Counts of half points are 32 bits wide: no root may be visited more often than they can tell.
    const std::uint64_t most_visits = max_visits - tree_->node(root_).visits;
    Limits limits = watch.begin(own_limits, most_visits);
    end_by(settings_.tree, watch, state, is_restricted(), limits,
           [this] { return statistics(*root_state_, tree_->node(root_)); });
    if (prunes && candidates.keep_after > 0) {
      Limits first(share_of(watch.limits.value_or(own_limits), candidates.keep_after), most_visits, watch.stop,
                   watch.report_interval);
      iterate(first, watch);
      prune_by_means();
    }
    const auto stopped_by = iterate(limits, watch);
    SearchResult<S> answer = result();
    answer.stopped_by = stopped_by;
    return answer;
  }

  /// What the last search has left.
  const Tree& tree() const { return *tree_; }
  Index root() const { return root_; }

 private:
  static constexpr std::uint64_t max_visits = 1'000'000'000;
  static constexpr std::size_t most_copy_bytes = std::size_t{1} << 20;  // of a thread

  void start(const S& state) {
    int slots = 0;
    if constexpr (IndexesMoves<S>) slots = state.index_count();
    if (settings_.tree.threads > 1) team_ = std::make_unique<Team>(settings_.tree.threads);
    const std::size_t threads = team_ ? static_cast<std::size_t>(team_->size()) : 1;
    const std::size_t bytes = static_cast<std::size_t>(settings_.tree.memory) << 20;
    const std::size_t copy_bytes = threads == 1 ? 0 : std::min(bytes / 64 / threads, most_copy_bytes);
    tree_ = std::make_unique<Tree>(bytes - threads * copy_bytes, slots, selection_, threads > 1);
    for (std::size_t i = 0; i < threads; ++i) {
      workers_.push_back(std::make_unique<Worker>(settings_, selection_, state, *tree_, root_proof_,
                                                  derive_seed(seed_, 2 * i), derive_seed(seed_, 2 * i + 1),
                                                  table_bytes(settings_.tree) / threads, copy_bytes));
    }
    helpers_cpu_seconds_ = std::vector<std::atomic<double>>(threads);
  }

  // ---- The root ----

  bool is_restricted() const { return !only_.empty(); }

  void find_root(const S& state, std::span<const Move> history, bool may_reuse) {
    Index kept = may_reuse ? follow(history) : 0;
    if (kept != 0 && tree_->node(kept).visits >= max_visits) kept = 0;
    root_proof_ = Proof::none;
    if (kept != 0) {
      root_ = tree_->keep_only(kept);
      if (workers_[0]->uses_solver()) root_proof_ = Worker::proof_of(*tree_, tree_->node(root_));
    } else {
      tree_->clear();
      typename Tree::Supply supply;
      root_ = tree_->open(state, supply);
      tree_->finish(supply);
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

  // ---- The candidates ----

  /// Moves that selection may take, or that it has proven.
  std::uint32_t candidate_count() const {
    Node& root = tree_->node(root_);
    std::uint32_t count = root.legal;
    tree_->for_each_edge(root, [&](unsigned, Edge edge) { count -= Tree::is_pruned(edge) ? 1 : 0; });
    return count;
  }

  LimitParams limits_by_candidates() const {
    LimitParams limits = settings_.limits;
    const std::int64_t most = settings_.candidates.per_candidate * static_cast<std::int64_t>(candidate_count());
    limits.iterations = limits.iterations > 0 ? std::min(limits.iterations, most) : most;
    return limits;
  }

  static LimitParams share_of(LimitParams limits, double share) {
    const std::int64_t most = limits.has_any() ? limits.iterations : default_iterations;
    if (most > 0)
      limits.iterations = std::max<std::int64_t>(1, static_cast<std::int64_t>(share * static_cast<double>(most)));
    limits.seconds *= share;
    limits.cpu_seconds *= share;
    return limits;
  }

  void prune_by_scores([[maybe_unused]] const S& state) {
    if constexpr (ScoresMoves<S>) {
      MoveList<S> moves;
      state.legal_moves(moves);
      std::vector<float> scores(moves.size());
      state.score_moves(moves, scores);
      Node& root = tree_->node(root_);
      std::vector<unsigned> slots;
      for (const Move& move : moves) slots.push_back(tree_->slot_of(state, root, move));
      prune(slots, {scores.begin(), scores.end()});
    }
  }

  void prune_by_means() {
    std::vector<unsigned> slots;
    std::vector<double> means;
    tree_->for_each_edge(tree_->node(root_), [&](unsigned slot, Edge edge) {
      if (Tree::is_pruned(edge)) return;  // by an earlier search from here: it is no candidate any more
      slots.push_back(slot);
      means.push_back(edge.proof() == Proof::none ? edge.mean() : reward_of(edge.proof(), tree_->node(root_).mover));
    });
    if (!slots.empty()) prune(slots, means);
  }

  void prune(const std::vector<unsigned>& slots, const std::vector<double>& scores) {
    const std::vector<bool> kept = kept_candidates(scores, settings_.candidates);
    tree_->prune(tree_->node(root_), [&](unsigned slot) {
      const auto at = std::find(slots.begin(), slots.end(), slot);
      return at != slots.end() && kept[static_cast<std::size_t>(at - slots.begin())];
    });
  }

  /// The answer where there is but one candidate.
  SearchResult<S> unsearched(const S& state) const {
    SearchResult<S> r;
    MoveList<S> moves;
    state.legal_moves(moves);
    Node& root = tree_->node(root_);
    for (const Move& move : moves) {
      const unsigned slot = tree_->slot_of(state, root, move);
      const bool is_untried = (tree_->untried(root)[slot / 64] >> (slot % 64) & 1) != 0;
      if (is_untried || (tree_->is_tried(root, slot) && !Tree::is_pruned(tree_->edge(root, slot)))) r.best.move = move;
    }
    r.best.value = 0.5;
    r.principal_variation = {r.best.move};
    r.stopped_by = "decided";
    return r;
  }

  // ---- The iterations ----

  std::string_view iterate(Limits& limits, const Watch<S>& watch) {
    return workers_.size() == 1 ? search_alone(limits, watch) : search_together(limits, watch);
  }

  bool is_solved() const { return root_proof_.load(std::memory_order_relaxed) != Proof::none; }

  std::uint64_t iterations() const {
    std::uint64_t sum = 0;
    for (const auto& worker : workers_) sum += worker->iterations();
    return sum;
  }

  std::string_view search_alone(Limits& limits, const Watch<S>& watch) {
    Worker& worker = *workers_[0];
    const auto iterate_once = [&] {
      worker.template iterate<false>();
      if (watch.progress && limits.report_is_due()) watch.progress(result());
      return worker.iterations();
    };
    return iterate_to_limit(limits, iterate_once, [&] { return is_solved(); });
  }

  /// The threads take blocks of iterations from what is left of them. The one that called looks at the limits and
  /// reports; the others go on meanwhile. A limit that was reached and is then extended makes another round.
  std::string_view search_together(Limits& limits, const Watch<S>& watch) {
    for (;;) {
      if (is_solved()) return "solved";
      if (limits.reached(iterations())) return limits.stopped_by();
      most_ = limits.most_iterations();
      taken_ = iterations();
      ends_ = false;
      team_->run([&](int member) {
        try {
          work(static_cast<std::size_t>(member), limits, watch);
        } catch (...) {
          ends_ = true;  // or the others would wait for who looks at the limits
          throw;
        }
      });
    }
  }

  void work(std::size_t member, Limits& limits, const Watch<S>& watch) {
    Worker& worker = *workers_[member];
    const double before = helpers_cpu_seconds_[member] - thread_cpu_seconds();
    const auto note_cpu_seconds = [&] { helpers_cpu_seconds_[member] = before + thread_cpu_seconds(); };
    const auto goes_on = [&] { return !is_solved() && !ends_.load(std::memory_order_relaxed); };
    for (std::uint64_t blocks = 1; goes_on(); ++blocks) {
      const std::uint64_t block = take_block();
      if (block == 0) break;
      std::uint64_t done = 0;
      while (done < block && goes_on()) done += worker.template iterate<true>();
      if (done != block) taken_.fetch_add(done - block, std::memory_order_relaxed);
      if (member > 0) {
        if (blocks % blocks_per_clock == 0) note_cpu_seconds();
        continue;
      }
      // Whoever asks whether the choice can still change must not overlook what the tree has not been told.
      const std::uint64_t made = iterations();
      if (limits.reached(made - std::min(made, Worker::most_untold * workers_.size()))) ends_ = true;
      if (watch.progress && limits.report_is_due()) watch.progress(result());
    }
    worker.finish();
    if (member > 0) note_cpu_seconds();
  }

  /// How many iterations the thread that asks may make; 0 when there are none left.
  std::uint64_t take_block() {
    const std::uint64_t taken = taken_.load(std::memory_order_relaxed);
    if (taken >= most_) return 0;
    const std::uint64_t share = (most_ - taken) / (4 * workers_.size());
    const std::uint64_t wanted = std::clamp<std::uint64_t>(share, 1, largest_block);
    const std::uint64_t first = taken_.fetch_add(wanted, std::memory_order_relaxed);
    return first >= most_ ? 0 : std::min(wanted, most_ - first);
  }

  // ---- The answer ----

  std::vector<MoveStatistics<S>> statistics(const S& state, Node& n) const {
    std::vector<MoveStatistics<S>> moves;
    const auto guard = tree_->guard(n);
    tree_->for_each_edge(n, [&](unsigned slot, Edge e) {
      if (Tree::is_pruned(e)) return;
      MoveStatistics<S> m{.move = tree_->move_at(state, n, slot), .visits = e.visits, .proven = {}};
      m.value = selection_.value(*tree_, n, e);
      if (e.proof() != Proof::none) {
        m.proven = reward_of(e.proof(), n.mover);
        m.value = *m.proven;
      }
      if constexpr (requires { selection_.rank(*tree_, n, slot, e); }) {
        if (e.proof() == Proof::none) m.rank = selection_.rank(*tree_, n, slot, e);
      }
      if constexpr (has_amaf) {
        m.amaf_visits = static_cast<std::uint64_t>(tree_->amaf_visits(n)[slot]);
        if (m.amaf_visits > 0) {
          m.amaf_value = 0.5 * tree_->amaf_rewards(n)[slot] / static_cast<double>(m.amaf_visits);
        }
      }
      moves.push_back(m);
    });
    sort_by_visits(moves);
    return moves;
  }

  SearchResult<S> result() const {
    SearchResult<S> r;
    r.iterations = iterations();
    for (const auto& worker : workers_) r.playout_moves += worker->playout_moves();
    for (const auto& seconds : helpers_cpu_seconds_) r.helpers_cpu_seconds += seconds;
    r.threads = static_cast<int>(workers_.size());
    r.missing_threads = settings_.tree.threads - r.threads;
    r.nodes = tree_->nodes();
    r.bytes = tree_->bytes();
    r.memory_is_full = tree_->is_full();
    r.moves = statistics(*root_state_, tree_->node(root_));
    if constexpr (has_amaf) r.pruned = workers_[0]->pruned();
    r.are_means = std::derived_from<Selection, MeanValues>;
    if (is_solved()) {
      const double proven = reward_of(root_proof_, root_state_->to_move());
      if (holds_for_position(proven, is_restricted())) r.proven = proven;
    }
    fill_answer(*root_state_, only_, settings_.tree, lines_, r, [this](const Move& move) { return line_from(move); });
    return r;
  }

  /// As far as nodes have been tried and chance does not interfere.
  std::vector<Move> line_from(const Move& first) const {
    return line_of(*root_state_, first, settings_.tree, [this, at = root_](S& state, const Move& move) mutable {
      {
        Node& n = tree_->node(at);
        const auto guard = tree_->guard(n);
        at = tree_->edge(n, tree_->slot_of(state, n, move)).child();
      }
      state.play(move);
      const bool goes_on = at != 0 && tree_->node(at).mover != chance;
      return goes_on ? statistics(state, tree_->node(at)) : std::vector<MoveStatistics<S>>{};
    });
  }

  MctsSettings settings_;
  Selection selection_;
  Breadth<S> breadth_;
  std::uint64_t seed_;
  std::unique_ptr<Tree> tree_;
  std::vector<std::unique_ptr<Worker>> workers_;  // the first is the calling thread's
  std::vector<Move> history_;
  std::optional<S> root_state_;  // of the running or last search
  std::vector<Move> only_;       // moves that it is about; empty: all
  std::size_t lines_ = 0;        // that are wanted of it
  Index root_ = 0;
  std::vector<std::atomic<double>> helpers_cpu_seconds_;  // by worker, since the search began; nothing of the first
  static constexpr std::uint64_t largest_block = 16;      // iterations: some tens of microseconds, or milliseconds
  static constexpr std::uint64_t blocks_per_clock = 64;
  // What threads read at every iteration, and what they write at every block.
  std::uint64_t most_ = 0;
  alignas(64) std::atomic<bool> ends_ = false;
  RootProof root_proof_ = Proof::none;
  alignas(64) std::atomic<std::uint64_t> taken_ = 0;
  std::unique_ptr<Team> team_;  // nobody where there is one thread
};

}  // namespace banyan
