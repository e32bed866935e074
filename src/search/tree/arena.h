// SPDX-License-Identifier: MIT
// The memory of one tree: a fixed budget of address space, handed out in blocks of whole cache lines from front to
// back. A block is named by a 30-bit index, which leaves two bits beside it. Memory is taken from the system when it is
// first touched and kept for the next search: fresh pages cost more than all other work on a new node.
#pragma once

#include <cstddef>
#include <cstdint>

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

  /// Throws Error when the address space cannot be had.
  explicit Arena(std::size_t budget_bytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  static constexpr std::uint32_t granules_for(std::size_t bytes) {
    return static_cast<std::uint32_t>((bytes + granule - 1) / granule);
  }

  /// The index of a new block with its header filled in, the rest as it was; 0 when the budget is used up.
  Index allocate(std::uint32_t granules) {
    if (granules > end_ - next_) {
      was_refused_ = true;
      return 0;
    }
    const Index index = next_;
    next_ += granules;
    Block& block = *static_cast<Block*>(at(index));
    block.granules = granules;
    block.forward = 0;
    return index;
  }

  void* at(Index index) const { return base_ + std::size_t{index} * granule; }
  Block& block(Index index) const { return *static_cast<Block*>(at(index)); }

  /// Index 0 means "none"; blocks start at 1.
  void clear() {
    next_ = 1;
    was_refused_ = false;
  }
  std::size_t used_bytes() const { return std::size_t{next_ - 1} * granule; }
  /// Whether a block could not be had since the arena was last cleared or compacted.
  bool is_full() const { return was_refused_; }
  static constexpr Index first() { return 1; }
  Index end() const { return next_; }

  /// Moves every block whose `forward` is not 0 there. The targets must be the blocks in their order, without gaps.
  void move_blocks();

 private:
  std::byte* base_ = nullptr;
  std::size_t mapped_bytes_ = 0;
  Index next_ = 1;
  Index end_ = 1;
  bool was_refused_ = false;
};

}  // namespace banyan
