// SPDX-License-Identifier: MIT
// The nodes of a search tree and what is counted in them.
//
// A node has a slot for every move: the move's index where the game numbers its moves, else its place in the list of
// legal moves, which the node then holds. Counts of moves that were tried are edges. A node starts with room for eight
// edges, which is all that most nodes ever need; the ninth moves them into a wide block with one entry per slot, where
// choosing is vector arithmetic. All-moves-as-first counts are dense from the start: every playout adds to about half
// of them. What is laid out for a move is what the selection names (selection/selection.h): with the two weights and
// the counts of RAVE a move of a wide node costs 28 bytes, an untried one of a small node 8.
//
// What always holds between two iterations:
// - `visits` of a node is the sum of the visits of its edges, and `tried` is their number.
// - A legal move either has its bit in untried() or an edge with visits, never both. A slot that is not legal has none.
// - The weights of an edge are those of its last visit; those of an untried slot of a wide node are what the selection
//   says of untried moves. The first weight of a slot that must not be chosen is minus infinity: it is not legal, or
//   proven, or pruned, by which an untried one has stopped being a move.
// - `proven` is the number of edges with a proof; a proof never changes.
// - Blocks move in keep_only alone, so that indices are good until then.
//
// Who writes: the tree itself lays out nodes and edges (open, make_room, add_edge, keep_only_moves, keep_only, copy)
// and takes candidates from selection (prune); back-up adds to visits, sums and all-moves-as-first counts (Edge::add,
// amaf.h) and sets children and proofs; the selection sets weights (weigh). Where one thread searches, choosing a move
// writes no more than that.
//
// Several threads may search one tree that is made for it (is_shared). Then everything of a node and its edges is read
// and written under the node's guard(), but for what never changes once others can reach the node: mover, slots, number
// of legal moves, which move has which slot, guesses. A node is reachable when its index stands in an edge, so it is
// finished first. Who holds the guard of a node may take that of a node below it, never of one above. Whoever descends
// adds the visits of the virtual loss to the edge that was chosen and to its node, and back-up takes them away again:
// so an edge that is being visited for the first time has visits already, and what is said above holds whenever nobody
// has the guard. What threads count in copies of nodes (mcts/copies.h) the nodes are told later. clear and keep_only
// are for one thread alone.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/simd.h"
#include "core/spin_lock.h"
#include "game/game_state.h"
#include "game/knowledge.h"
#include "game/moves.h"
#include "game/results.h"
#include "search/playout/outcome.h"
#include "search/selection/guess_weights.h"
#include "search/selection/selection.h"
#include "search/tree/amaf.h"
#include "search/tree/arena.h"

namespace banyan {

/// Who wins for certain. Absolute, so that backing it up never negates.
enum class Proof : std::uint32_t { none, first_player, second_player, draw };

inline double reward_of(Proof proof, Player player) {
  if (proof == Proof::draw) return 0.5;
  return (proof == Proof::first_player) == (player == 0) ? 1.0 : 0.0;
}
inline Proof win_of(Player player) { return player == 0 ? Proof::first_player : Proof::second_player; }

template <GameState S, class Selection>
class Tree {
 public:
  using Index = Arena::Index;
  using Move = typename S::Move;
  static constexpr bool is_indexed = IndexesMoves<S>;
  static constexpr int small_edges = 8;
  static constexpr bool has_amaf = Selection::counts_amaf;
  static constexpr std::size_t weights = Selection::weights;

  struct Node {
    Arena::Block block;
    std::uint32_t visits;  // descents through the node: the sum of its edges' visits
    Index wide;            // 0 while the node is small
    std::uint16_t slots;   // entries in every array of the node
    std::uint16_t legal;   // moves
    std::uint16_t tried;   // edges
    std::uint16_t proven;  // edges whose outcome is certain
    std::int16_t mover;    // the player to move, or chance
    SpinWord lock;         // used where threads share the tree
  };

  /// Rewards are summed exactly: in half points where games are won, lost or drawn, unless an evaluation may stand for
  /// a reward.
  static constexpr bool counts_half_points = WinsOrLoses<S> && (has_amaf || !EvaluatesLeaves<S>);
  using Sum = std::conditional_t<counts_half_points, std::uint32_t, double>;
  static constexpr double sum_unit = counts_half_points ? 0.5 : 1.0;

  /// One tried move.
  struct Edge {
    std::uint32_t& visits;
    Sum& sum;
    std::uint32_t& child_and_proof;
    std::array<float*, weights> weight;

    /// The mean reward of the node's mover.
    double mean() const { return sum_unit * static_cast<double>(sum) / static_cast<double>(visits); }
    void add(double rewards, std::uint32_t playouts) {
      visits += playouts;
      sum += static_cast<Sum>(rewards / sum_unit);
    }
    Index child() const { return child_and_proof & Arena::max_index; }
    Proof proof() const { return static_cast<Proof>(child_and_proof >> 30); }
    void set_child(Index child) { child_and_proof = (child_and_proof & ~Arena::max_index) | child; }
    void set_proof(Proof proof) { child_and_proof = child() | static_cast<std::uint32_t>(proof) << 30; }
    /// Selection never takes this move again.
    void exclude() { set(excluded()); }
    void set(const std::array<float, weights>& values) {
      for (std::size_t i = 0; i < weights; ++i) *weight[i] = values[i];
    }
  };
  static constexpr float never = -std::numeric_limits<float>::infinity();

  /// `capacity` is the number of slots of an indexed game.
  Tree(std::size_t budget_bytes, int capacity, const Selection& selection, bool is_shared = false)
      : arena_(budget_bytes, is_shared),
        indexed_slots_(capacity),
        selection_(selection),
        guess_weights_(guess_weights<S>(selection.guesses())),
        is_shared_(is_shared) {}

  bool is_shared() const { return is_shared_; }
  /// Keeps other threads out of a node and its edges.
  [[nodiscard]] SpinGuard guard(Node& n) const { return SpinGuard(is_shared_ ? &n.lock : nullptr); }

  Node& node(Index index) const { return *static_cast<Node*>(arena_.at(index)); }

  void clear() {
    arena_.clear();
    nodes_.store(0, std::memory_order_relaxed);
  }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t bytes() const { return arena_.used_bytes(); }
  bool is_full() const { return arena_.is_full(); }

  /// What a thread takes memory from. `spare` is a node that nothing leads to, or 0.
  struct Supply {
    Arena::Stretch stretch{};
    Index spare = 0;
  };
  /// When a thread has opened its last node.
  void finish(Supply& supply) {
    arena_.finish(supply.stretch);
    if (std::exchange(supply.spare, 0) != 0) nodes_.fetch_sub(1, std::memory_order_relaxed);
  }

  /// A node for the position, or 0 when the memory is used up.
  Index open(const S& state, Supply& supply) {
    MoveList<S> moves;
    unsigned slots = static_cast<unsigned>(indexed_slots_);
    if constexpr (!is_indexed) {
      state.legal_moves(moves);
      slots = static_cast<unsigned>(moves.size());
    }
    const Layout layout(slots, keeps_guesses());
    const Index spare = std::exchange(supply.spare, 0);
    const bool fits = spare != 0 && arena_.block(spare).granules == layout.granules;
    const Index index = fits ? spare : arena_.allocate(layout.granules, supply.stretch);
    if (index == 0) return 0;
    if (spare == 0) count_node();
    Node& n = node(index);
    n.visits = 0;
    n.lock = 0;
    n.wide = 0;
    n.slots = static_cast<std::uint16_t>(slots);
    n.tried = n.proven = 0;
    n.mover = static_cast<std::int16_t>(state.to_move());
    const std::span<std::uint64_t> bits = untried(n);
    if constexpr (MasksMoves<S>) {
      state.legal_mask(bits);
    } else {
      std::fill(bits.begin(), bits.end(), 0);
      if constexpr (is_indexed) {
        state.legal_moves(moves);
        for (const Move& m : moves) set_bit(bits, static_cast<unsigned>(state.index_of(m)));
      } else {
        std::copy(moves.begin(), moves.end(), moves_of(n));
        for (unsigned slot = 0; slot < slots; ++slot) set_bit(bits, slot);
      }
    }
    unsigned legal = 0;
    for (const std::uint64_t word : bits) legal += static_cast<unsigned>(std::popcount(word));
    n.legal = static_cast<std::uint16_t>(legal);
    if constexpr (has_amaf) std::fill_n(amaf_visits(n), 2 * layout.padded, 0);
    if constexpr (GuessesValues<S>) {
      if (keeps_guesses()) ask_guesses(state, n);
    }
    return index;
  }

  // ---- What a node holds ----

  /// Bits of the legal moves that have no edge yet.
  std::span<std::uint64_t> untried(Node& n) const {
    return {reinterpret_cast<std::uint64_t*>(reinterpret_cast<std::byte*>(&n) + sizeof(Node)), Layout(n.slots).words};
  }
  std::int32_t* amaf_visits(Node& n) const { return array<std::int32_t>(n, Layout(n.slots).amaf); }
  /// In half points.
  std::int32_t* amaf_rewards(Node& n) const { return amaf_visits(n) + Layout(n.slots).padded; }
  /// Begins to load them for being written to.
  void fetch_amaf(Node& n) const {
    const auto* const counts = reinterpret_cast<const std::byte*>(amaf_visits(n));
    for (std::size_t i = 0; i < 2 * sizeof(std::int32_t) * amaf_size(n); i += 64) __builtin_prefetch(counts + i, 1);
  }
  /// Entries of each of the two, padded to whole vectors.
  static std::size_t amaf_size(const Node& n) { return Layout(n.slots).padded; }
  /// What the game thinks of a move; 0 where the selection does not use it.
  float guess(Node& n, unsigned slot) const {
    if constexpr (GuessesValues<S>) {
      return keeps_guesses() ? static_cast<float>(guesses(n)[slot]) * guess_unit : 0.0f;
    } else {
      return 0;
    }
  }
  /// The same of eight moves, where the selection uses it.
  Floats8 eight_guesses(Node& n, unsigned first) const requires GuessesValues<S> {
    return to_floats(load_shorts(guesses(n) + first)) * guess_unit;
  }

  Move move_at(const S& state, Node& n, unsigned slot) const {
    if constexpr (is_indexed) {
      return state.move_at(static_cast<int>(slot));
    } else {
      return moves_of(n)[slot];
    }
  }

  unsigned slot_of(const S& state, Node& n, Move move) const {
    if constexpr (is_indexed) {
      return static_cast<unsigned>(state.index_of(move));
    } else {
      return static_cast<unsigned>(std::find(moves_of(n), moves_of(n) + n.slots, move) - moves_of(n));
    }
  }

  struct Small {
    std::array<Sum, small_edges> sum;
    std::array<std::uint32_t, small_edges> visits, child_and_proof;
    std::array<std::array<float, small_edges>, weights> weight;
    std::array<std::uint16_t, small_edges> slot;
  };
  Small& small(Node& n) const { return *array<Small>(n, Layout(n.slots).small); }

  /// The arrays of a wide node, by slot, padded to whole vectors; a slot without an edge has no visits.
  struct Wide {
    Sum* sum;
    std::uint32_t* visits;
    std::uint32_t* child_and_proof;
    std::array<float*, weights> weight;
  };
  [[gnu::always_inline]] Wide wide(const Node& n) const {
    const unsigned padded = Layout(n.slots).padded;
    auto* const sum = reinterpret_cast<Sum*>(static_cast<std::byte*>(arena_.at(n.wide)) + sizeof(Arena::Block));
    auto* const visits = reinterpret_cast<std::uint32_t*>(sum + padded);
    auto* const first = reinterpret_cast<float*>(visits + std::size_t{2} * padded);
    Wide w{sum, visits, visits + padded, {}};
    for (std::size_t i = 0; i < weights; ++i) w.weight[i] = first + i * padded;
    return w;
  }

  /// The edge of a tried move. Inlined, as all that makes one: it is places in registers, never an object in memory.
  [[gnu::always_inline]] Edge edge(Node& n, unsigned slot) const {
    if (n.wide != 0) return wide_edge(wide(n), slot);
    Small& s = small(n);
    unsigned i = 0;
    while (s.slot[i] != slot) ++i;
    return small_edge(s, i);
  }

  bool is_tried(Node& n, unsigned slot) const {
    if (n.wide != 0) return wide(n).visits[slot] != 0;
    const Small& s = small(n);
    return std::find(s.slot.begin(), s.slot.begin() + n.tried, slot) != s.slot.begin() + n.tried;
  }

  /// Whether add_edge would find room; makes it.
  bool make_room(Node& n, Supply& supply) {
    if (n.wide != 0 || n.tried < small_edges) return true;
    const unsigned padded = Layout(n.slots).padded;
    const std::uint32_t granules = Arena::granules_for(sizeof(Arena::Block) + padded * bytes_per_wide_edge);
    const Index index = arena_.allocate(granules, supply.stretch);
    if (index == 0) return false;
    n.wide = index;
    const Wide w = wide(n);
    std::fill_n(w.sum, padded, Sum{});
    std::fill_n(w.visits, 2 * padded, 0);
    const auto bits = untried(n);
    for (unsigned slot = 0; slot < padded; ++slot) {
      const bool is_untried = slot < n.slots && (bits[slot / 64] >> (slot % 64) & 1) != 0;
      wide_edge(w, slot).set(is_untried ? selection_.untried(guess(n, slot)) : excluded());
    }
    const Small& s = small(n);
    for (unsigned i = 0; i < small_edges; ++i) {
      const unsigned slot = s.slot[i];
      w.sum[slot] = s.sum[i];
      w.visits[slot] = s.visits[i];
      w.child_and_proof[slot] = s.child_and_proof[i];
      for (std::size_t k = 0; k < weights; ++k) w.weight[k][slot] = s.weight[k][i];
    }
    return true;
  }

  /// Turns an untried move into an edge without visits; make_room must have been true.
  [[gnu::always_inline]] void add_edge(Node& n, unsigned slot) {
    untried(n)[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
    if (n.wide == 0) {
      Small& s = small(n);
      s.slot[n.tried] = static_cast<std::uint16_t>(slot);
      s.sum[n.tried] = 0;
      s.visits[n.tried] = s.child_and_proof[n.tried] = 0;
      small_edge(s, n.tried).set(selection_.untried(guess(n, slot)));
    }
    ++n.tried;
  }

  /// Makes some moves the only ones of a new node.
  void keep_only_moves(const S& state, Node& n, std::span<const Move> moves) {
    const std::span<std::uint64_t> bits = untried(n);
    std::fill(bits.begin(), bits.end(), 0);
    for (const Move& move : moves) set_bit(bits, slot_of(state, n, move));
    n.legal = static_cast<std::uint16_t>(moves.size());
  }

  /// Copies a wide node of another tree with all its counts; its links lead into that tree. Takes the place of `to`, a
  /// copy that is needed no more, where it fits. Returns where the copy is, or 0 when the memory is used up.
  Index copy(const Tree& from, const Node& n, Index to) {
    const Arena::Block& wide = from.arena_.block(n.wide);
    if (to == 0 || node(to).block.granules != n.block.granules ||
        arena_.block(node(to).wide).granules != wide.granules) {
      to = arena_.allocate(n.block.granules);
      const Index place = to == 0 ? 0 : arena_.allocate(wide.granules);
      if (place == 0) return 0;
      node(to).wide = place;
    }
    // All but the lock, at which others may be waiting.
    Node& own = node(to);
    own = {.block = n.block,
           .visits = n.visits,
           .wide = own.wide,
           .slots = n.slots,
           .legal = n.legal,
           .tried = n.tried,
           .proven = n.proven,
           .mover = n.mover,
           .lock = 0};
    std::memcpy(&own + 1, &n + 1, std::size_t{n.block.granules} * Arena::granule - sizeof(Node));
    std::memcpy(arena_.at(own.wide), &wide, std::size_t{wide.granules} * Arena::granule);
    return to;
  }

  /// Takes moves that do not pass from selection: untried ones are no moves any more, tried ones keep their counts.
  template <class Pass>
  void prune(Node& n, Pass pass) {
    const std::span<std::uint64_t> bits = untried(n);
    for (unsigned slot = 0; slot < n.slots; ++slot) {
      const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
      if ((bits[slot / 64] & bit) == 0 || pass(slot)) continue;
      bits[slot / 64] &= ~bit;
      --n.legal;
      if (n.wide != 0) wide_edge(wide(n), slot).exclude();
    }
    for_each_edge(n, [&](unsigned slot, Edge edge) {
      if (!pass(slot)) edge.exclude();
    });
  }
  /// Whether a tried move was taken from selection without being proven.
  static bool is_pruned(const Edge& edge) { return *edge.weight[0] == never && edge.proof() == Proof::none; }

  /// Calls f(slot, edge) for every tried move, in the order of trying while the node is small, else of the slots.
  template <class F>
  void for_each_edge(Node& n, F&& f) const {
    if (n.wide == 0) {
      Small& s = small(n);
      for (unsigned i = 0; i < n.tried; ++i) f(static_cast<unsigned>(s.slot[i]), small_edge(s, i));
      return;
    }
    const Wide w = wide(n);
    for (unsigned slot = 0; slot < n.slots; ++slot) {
      if (w.visits[slot] != 0) f(slot, wide_edge(w, slot));
    }
  }

  /// Drops every node that cannot be reached from `root` and closes the gaps; returns where the root went.
  Index keep_only(Index root) {
    std::vector<Index> open{root};
    std::uint64_t kept = 0;
    while (!open.empty()) {
      const Index index = open.back();
      open.pop_back();
      ++kept;
      Node& n = node(index);
      n.block.forward = 1;
      if (n.wide != 0) arena_.block(n.wide).forward = 1;
      for_each_edge(n, [&](unsigned, Edge e) {
        if (e.child() != 0) open.push_back(e.child());
      });
    }
    Index target = Arena::first();
    for (Index index = Arena::first(); index < arena_.end(); index += arena_.block(index).granules) {
      Arena::Block& block = arena_.block(index);
      if (block.forward == 0) continue;
      block.forward = target;
      target += block.granules;
    }
    const Index new_root = node(root).block.forward;
    redirect(root);
    arena_.move_blocks();
    nodes_.store(kept, std::memory_order_relaxed);
    return new_root;
  }

 private:
  static constexpr std::size_t bytes_per_wide_edge = sizeof(Sum) + (2 + weights) * sizeof(std::uint32_t);
  static constexpr unsigned bytes_per_slot = (has_amaf ? 8 : 0) + (GuessesValues<S> ? 2 : 0);
  static_assert(bytes_per_wide_edge + bytes_per_slot + 1 <= 32, "a child slot must stay within 32 bytes");
  static constexpr float guess_unit = 1.0f / 65535;

  /// Whether nodes have room for what the game thinks of their moves.
  bool keeps_guesses() const {
    if constexpr (GuessesValues<S>) {
      return selection_.guesses().are_used();
    } else {
      return false;
    }
  }

  /// Where the arrays of a node with so many slots begin, in bytes. Only what comes behind the guesses depends on
  /// whether there are any.
  struct Layout {
    explicit Layout(unsigned slots, bool keeps_guesses = false)
        : padded((slots + 7) / 8 * 8),
          words((slots + 63) / 64),
          amaf(static_cast<unsigned>(sizeof(Node)) + words * 8),
          small(amaf + (has_amaf ? 8 * padded : 0)),
          guesses(small + static_cast<unsigned>(sizeof(Small))),
          moves(guesses + (keeps_guesses ? 2 * padded : 0)),
          granules(Arena::granules_for(moves + (is_indexed ? 0 : slots * sizeof(Move)))) {}
    unsigned padded, words, amaf, small, guesses, moves, granules;
  };

  static constexpr std::array<float, weights> excluded() {
    std::array<float, weights> values{};
    values[0] = never;
    return values;
  }

  [[gnu::always_inline]] static Edge small_edge(Small& s, unsigned i) {
    Edge edge{s.visits[i], s.sum[i], s.child_and_proof[i], {}};
    for (std::size_t k = 0; k < weights; ++k) edge.weight[k] = &s.weight[k][i];
    return edge;
  }
  [[gnu::always_inline]] static Edge wide_edge(const Wide& w, unsigned i) {
    Edge edge{w.visits[i], w.sum[i], w.child_and_proof[i], {}};
    for (std::size_t k = 0; k < weights; ++k) edge.weight[k] = w.weight[k] + i;
    return edge;
  }

  /// A guess that counts for visits is counted as first in so many, where those are counted.
  void ask_guesses(const S& state, Node& n) requires GuessesValues<S> {
    thread_local std::vector<float> values;
    values.assign(Layout(n.slots).padded, 0);
    if constexpr (WeighsGuesses<S>) {
      state.guess_values(guess_weights_, std::span(values).first(n.slots));
    } else {
      state.guess_values(std::span(values).first(n.slots));
    }
    std::uint16_t* const kept = guesses(n);
    for (std::size_t slot = 0; slot < values.size(); ++slot) {
      // NOLINTNEXTLINE(bugprone-incorrect-roundings): nothing is negative, and a call would keep it from vectors
      kept[slot] = static_cast<std::uint16_t>(static_cast<std::int32_t>(values[slot] / guess_unit + 0.5f));
    }
    if constexpr (has_amaf) {
      const int prior = selection_.guesses().prior;
      if (prior == 0) return;
      for (unsigned slot = 0; slot < n.slots; ++slot) {
        if (!(untried(n)[slot / 64] >> (slot % 64) & 1)) continue;
        amaf_visits(n)[slot] = prior;
        // NOLINTNEXTLINE(bugprone-incorrect-roundings)
        amaf_rewards(n)[slot] = static_cast<std::int32_t>(2 * static_cast<float>(prior) * values[slot] + 0.5f);
      }
    }
  }
  std::uint16_t* guesses(Node& n) const { return array<std::uint16_t>(n, Layout(n.slots).guesses); }

  void count_node() {
    if (is_shared_) {
      nodes_.fetch_add(1, std::memory_order_relaxed);
    } else {
      nodes_.store(nodes() + 1, std::memory_order_relaxed);
    }
  }

  template <class T>
  static T* array(Node& n, unsigned offset) {
    return reinterpret_cast<T*>(reinterpret_cast<std::byte*>(&n) + offset);
  }
  Move* moves_of(Node& n) const { return array<Move>(n, Layout(n.slots, keeps_guesses()).moves); }

  static void set_bit(std::span<std::uint64_t> bits, unsigned i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }

  /// Makes the links below `root` point to where their targets will be.
  void redirect(Index root) {
    std::vector<Index> open{root};
    while (!open.empty()) {
      Node& n = node(open.back());
      open.pop_back();
      for_each_edge(n, [&](unsigned, Edge e) {
        if (e.child() == 0) return;
        open.push_back(e.child());
        e.set_child(node(e.child()).block.forward);
      });
      if (n.wide != 0) n.wide = arena_.block(n.wide).forward;
    }
  }

  Arena arena_;
  int indexed_slots_;
  Selection selection_;
  std::vector<float> guess_weights_;  // of the game's terms, where it has them
  bool is_shared_;
  std::atomic<std::uint64_t> nodes_ = 0;
};

}  // namespace banyan
