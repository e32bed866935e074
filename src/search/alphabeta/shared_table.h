// SPDX-License-Identifier: MIT
// What a search for play remembers of positions, for several threads at once without locks: an entry is two words, of
// which the first is mixed with the second, so that one that was torn by another thread is not recognised [Hyatt & Mann
// 2002]. Four entries share a cache line; a new one takes the place of the one that was searched least, or long ago.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "core/mapped_memory.h"

namespace banyan {

enum class Bound : std::uint8_t { none, upper, lower, exact };

/// Moves of four bytes at most.
template <class Move>
class SharedTable {
  static_assert(std::is_trivially_copyable_v<Move> && sizeof(Move) <= 4);

 public:
  static constexpr int max_value = (1 << 19) - 1, max_depth = 127;

  struct Found {
    Move move;
    int value;
    int depth;
    Bound bound;
  };

  explicit SharedTable(std::size_t bytes)
      : memory_(bytes),
        clusters_(reinterpret_cast<Cluster*>(memory_.begin())),  // of zeros, which are no entries
        count_(bytes / sizeof(Cluster)) {}

  /// That it will be asked for.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&at(key)); }

  std::optional<Found> find(std::uint64_t key) const {
    for (const Entry& entry : at(key).entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      if (data != 0 && (entry.mixed_key.load(std::memory_order_relaxed) ^ data) == key) return unpack(data);
    }
    return std::nullopt;
  }

  void store(std::uint64_t key, const Found& found) {
    Entry* oldest = nullptr;
    int least = 0;
    for (Entry& entry : at(key).entries) {
      const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
      const bool is_same = data != 0 && (entry.mixed_key.load(std::memory_order_relaxed) ^ data) == key;
      if (is_same) {
        const Found known = unpack(data);
        // A bound from a shallower search does not replace what this search knows better.
        if (found.bound != Bound::exact && known.depth > found.depth + 3 && age_of(data) == age_) return;
        oldest = &entry;
        break;
      }
      const int worth = data == 0 ? -1000 : unpack(data).depth - 8 * static_cast<int>((age_ - age_of(data)) & 7);
      if (oldest == nullptr || worth < least) {
        oldest = &entry;
        least = worth;
      }
    }
    const std::uint64_t data = pack(found);
    oldest->mixed_key.store(key ^ data, std::memory_order_relaxed);
    oldest->data.store(data, std::memory_order_relaxed);
  }

  /// What is stored from now on is newer than all before.
  void begin_search() { age_ = (age_ + 1) & 7; }
  std::size_t bytes() const { return count_ * sizeof(Cluster); }

 private:
  struct Entry {
    std::atomic<std::uint64_t> mixed_key, data;
  };
  struct alignas(64) Cluster {
    Entry entries[4];
  };
  static_assert(sizeof(Cluster) == 64);

  Cluster& at(std::uint64_t key) const {
    __extension__ using Wide = unsigned __int128;
    return clusters_[static_cast<std::size_t>(Wide{key} * count_ >> 64)];
  }

  // From the lowest bit on: 32 of the move, 20 of the value, 7 of the depth, 2 of the bound, 3 of the age.
  std::uint64_t pack(const Found& found) const {
    std::uint32_t move = 0;
    std::memcpy(&move, &found.move, sizeof found.move);
    return move | (static_cast<std::uint64_t>(found.value + max_value) << 32) |
           (static_cast<std::uint64_t>(found.depth) << 52) | (static_cast<std::uint64_t>(found.bound) << 59) |
           (static_cast<std::uint64_t>(age_) << 61);
  }
  static Found unpack(std::uint64_t data) {
    Found found{.move = {},
                .value = static_cast<int>(data >> 32 & 0xfffff) - max_value,
                .depth = static_cast<int>(data >> 52 & 0x7f),
                .bound = static_cast<Bound>(data >> 59 & 3)};
    const auto move = static_cast<std::uint32_t>(data);
    std::memcpy(&found.move, &move, sizeof found.move);
    return found;
  }
  static unsigned age_of(std::uint64_t data) { return static_cast<unsigned>(data >> 61); }

  MappedMemory memory_;
  Cluster* clusters_;
  std::size_t count_;
  unsigned age_ = 0;
};

}  // namespace banyan
