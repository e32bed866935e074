// SPDX-License-Identifier: MIT
// A thread's own copies of the nodes that all threads pass through. Where several threads write to a node at every
// iteration, each of them waits for its lock and for every line of its arrays that another has changed, which between
// two processors that share no cache takes longer than a playout. So a thread chooses and counts in a copy, and now and
// then tells the node what it has counted and learns what others have. A copy is late by a small share of what it
// knows.
//
// A copy has all that its node has, and is read and written like it, but for what must be seen by others at once: first
// visits of moves, nodes that are opened, and proofs belong into the node itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/tree/amaf.h"
#include "search/tree/tree.h"

namespace banyan {

template <class Tree>
class Copies {
  using Node = typename Tree::Node;
  using Index = typename Tree::Index;

 public:
  /// Visits that a copy may have before its node is told.
  static constexpr std::uint32_t most = 64;

  struct Visit {
    std::uint32_t slot;
    std::uint32_t playouts;
    double rewards;  // of the node's mover
  };

  /// Of nodes of `shared`, which must outlive it. `slots` and `selection` are those of that tree.
  template <class Selection>
  Copies(const Tree& shared, std::size_t bytes, int slots, const Selection& selection)
      : shared_(&shared), own_(bytes, slots, selection) {}

  /// What the copies are nodes of. Their links lead into the shared tree.
  Tree& tree() { return own_; }

  /// The copy of a node, or nothing.
  [[gnu::always_inline]] Node* find(Index node) {
    const Copy& copy = place_of(node);
    return copy.node == node ? &own_.node(copy.local) : nullptr;
  }

  /// Counts the visit, which find(node) has been told of already, and tells the node when `until` are counted.
  template <class Tell>
  void add(Index node, const Visit& visit, std::uint32_t until, Tell tell) {
    Copy& copy = place_of(node);
    copy.credit = most_credit;
    copy.visits[copy.size++] = visit;
    if (copy.size < until && copy.size < most) return;
    Node& n = shared_->node(node);
    const auto guard = shared_->guard(n);
    tell_node(copy, n, tell);
    own_.copy(*shared_, n, copy.local);
    note_counts(copy);
  }

  /// Makes a copy of a wide node, for as long as no other node needs its place. The caller holds no guard.
  template <class Tell>
  void adopt(Index node, Tell tell) {
    Copy& place = place_of(node);
    if (place.node != 0 && place.node != node && place.credit-- > 0) return;  // who is still used stays
    drop(place, tell);
    if (own_.is_full()) drop_all(tell);
    Node& n = shared_->node(node);
    const auto guard = shared_->guard(n);
    if (n.wide == 0) return;
    Copy& copy = place_of(node);
    copy.local = own_.copy(*shared_, n, copy.local);
    if (copy.local == 0) return;
    copy.node = node;
    note_counts(copy);
  }

  /// Tells the node what its copy knows, and forgets the copy.
  template <class Tell>
  void drop(Index node, Tell tell) {
    if (place_of(node).node == node) drop(place_of(node), tell);
  }
  template <class Tell>
  void drop_all(Tell tell) {
    for (Copy& copy : places_) {
      drop(copy, tell);
      copy.local = 0;
    }
    own_.clear();
  }

 private:
  static constexpr int most_credit = 8;
  static constexpr unsigned place_bits = 8;

  struct Copy {
    Index node = 0;   // 0: there is no copy in this place
    Index local = 0;  // where it is, or where the last one was
    int credit = 0;   // how often another node may be refused its place
    std::uint32_t size = 0;
    std::array<Visit, most> visits{};
    std::vector<std::int32_t> before{};  // all-moves-as-first counts when the copy was last like its node
  };

  Copy& place_of(Index node) { return places_[(node * 0x9E37'79B1U) >> (32 - place_bits)]; }

  template <class Tell>
  void tell_node(Copy& copy, Node& n, Tell tell) {
    if constexpr (Tree::has_amaf) {
      std::int32_t* const counts = shared_->amaf_visits(n);
      const std::int32_t* const own = own_.amaf_visits(own_.node(copy.local));
      for (std::size_t i = 0; i < copy.before.size(); i += 8) {
        const Ints8 more = load<Ints8>(own + i) - load<Ints8>(copy.before.data() + i);
        store(counts + i, load<Ints8>(counts + i) + more);
      }
    }
    for (std::uint32_t i = 0; i < copy.size; ++i) tell(n, copy.visits[i]);
    copy.size = 0;
  }

  /// The copy is like its node.
  void note_counts(Copy& copy) {
    if constexpr (Tree::has_amaf) {
      Node& own = own_.node(copy.local);
      const std::int32_t* const counts = own_.amaf_visits(own);
      copy.before.assign(counts, counts + 2 * own_.amaf_size(own));
    }
  }

  template <class Tell>
  void drop(Copy& copy, Tell tell) {
    if (copy.size > 0) {
      Node& n = shared_->node(copy.node);
      const auto guard = shared_->guard(n);
      tell_node(copy, n, tell);
    }
    copy.node = 0;
  }

  const Tree* shared_;
  Tree own_;
  std::array<Copy, std::size_t{1} << place_bits> places_;
};

}  // namespace banyan
