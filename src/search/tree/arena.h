// SPDX-License-Identifier: MIT
// The memory of one tree: a fixed budget of address space, handed out in blocks of whole cache lines from front to
// back. A block is named by a 30-bit index, which leaves two bits beside it. Memory is taken from the system when it is
// first touched and kept for the next search: fresh pages cost more than all other work on a new node.
//
// An arena that is shared hands out blocks to several threads at once; all else is for one thread at a time. Each
// thread cuts its blocks from stretches of its own, so that threads do not meet at its end, nor in a fresh page.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/mapped_memory.h"

namespace banyan {

class Arena {
 public:
  using Index = std::uint32_t;
  static constexpr std::size_t granule = 64;
  static constexpr Index max_index = (Index{1} << 30) - 1;

  /// What every block begins with, so that the arena can be walked and compacted.
  struct Block {
    std::uint32_t granules;
    Index forward;  // where compaction moves the block; 0 when it is dropped
  };

  /// Where a thread cuts its blocks from.
  struct Stretch {
    Index next = 0, end = 0;
  };

  /// Throws Error when the address space cannot be had.
  explicit Arena(std::size_t budget_bytes, bool is_shared = false);

  static constexpr std::uint32_t granules_for(std::size_t bytes) {
    return static_cast<std::uint32_t>((bytes + granule - 1) / granule);
  }

  /// The index of a new block with its header filled in, the rest as it was; 0 when the budget is used up.
  Index allocate(std::uint32_t granules) {
    Index index = next_.load(std::memory_order_relaxed);
    do {
      if (granules > end_ - index) {
        was_refused_.store(true, std::memory_order_relaxed);
        return 0;
      }
    } while (!take(index, granules));
    Block& block = *static_cast<Block*>(at(index));
    block.granules = granules;
    block.forward = 0;
    return index;
  }

  /// The same from a thread's own stretch, which is begun anew when it is used up.
  Index allocate(std::uint32_t granules, Stretch& own) {
    if (!is_shared_) return allocate(granules);
    if (granules > own.end - own.next) {
      finish(own);
      const Index begin = granules > stretch_ ? 0 : allocate(stretch_);
      if (begin == 0) return allocate(granules);
      own = {begin, begin + stretch_};
    }
    const Index index = own.next;
    own.next += granules;
    block(index) = {granules, 0};
    return index;
  }
  /// Leaves what is left of a stretch unused. Without this, the arena must not be walked.
  void finish(Stretch& own) const {
    if (own.next < own.end) block(own.next) = {own.end - own.next, 0};
    own = {};
  }

  void* at(Index index) const { return base_ + std::size_t{index} * granule; }
  Block& block(Index index) const { return *static_cast<Block*>(at(index)); }

  /// Index 0 means "none"; blocks start at 1.
  void clear() { end_at(first()); }
  std::size_t used_bytes() const { return std::size_t{end() - first()} * granule; }
  /// Whether a block could not be had since the arena was last cleared or compacted.
  bool is_full() const { return was_refused_.load(std::memory_order_relaxed); }
  static constexpr Index first() { return 1; }
  Index end() const { return next_.load(std::memory_order_relaxed); }

  /// Moves every block whose `forward` is not 0 there. The targets must be the blocks in their order, without gaps.
  void move_blocks();

 private:
  /// Takes what begins at `index`, or sets it to where another thread has left the end.
  bool take(Index& index, std::uint32_t granules) {
    if (is_shared_) return next_.compare_exchange_weak(index, index + granules, std::memory_order_relaxed);
    next_.store(index + granules, std::memory_order_relaxed);
    return true;
  }
  void end_at(Index index) {
    next_.store(index, std::memory_order_relaxed);
    was_refused_.store(false, std::memory_order_relaxed);
  }

  MappedMemory memory_;
  std::byte* base_;
  std::atomic<Index> next_ = first();
  Index end_;  // of the budget
  bool is_shared_;
  std::uint32_t stretch_;  // granules of one
  std::atomic<bool> was_refused_ = false;
};

}  // namespace banyan
