// SPDX-License-Identifier: MIT
// What a search by depth remembers of positions: between which bounds their value lies, and the best move. As many
// entries as the memory allows; a new position takes the place of the old one.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include "core/error.h"

namespace banyan {

class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t key;  // 0 = free
    double low, high;
    std::uint64_t move;  // all bits set: none

    template <class Move>
    Move move_as() const {
      Move m;
      std::memcpy(&m, &move, sizeof m);
      return m;
    }
  };
  static constexpr std::uint64_t no_move = ~std::uint64_t{0};
  static_assert(sizeof(Entry) == 32);

  explicit TranspositionTable(std::size_t bytes) : count_(bytes / sizeof(Entry)) {
    // Fresh pages are zero, and are not there before they are touched.
    entries_.reset(static_cast<Entry*>(std::calloc(count_, sizeof(Entry))));
    if (!entries_) throw Error("memory: there is not enough of it for the table of positions");
  }

  const Entry* find(std::uint64_t key) const {
    const Entry& entry = at(key);
    return entry.key == key ? &entry : nullptr;
  }

  template <class Move>
  void store(std::uint64_t key, double low, double high, const Move* move) {
    Entry& entry = at(key);
    if (entry.key == key) {
      // Both are true of the position.
      low = low > entry.low ? low : entry.low;
      high = high < entry.high ? high : entry.high;
    } else {
      entry.move = no_move;
    }
    entry.key = key;
    entry.low = low;
    entry.high = high;
    if (move != nullptr) {
      static_assert(std::is_trivially_copyable_v<Move> && sizeof(Move) <= sizeof entry.move);
      entry.move = 0;
      std::memcpy(&entry.move, move, sizeof *move);
    }
  }

  std::size_t bytes() const { return count_ * sizeof(Entry); }

 private:
  Entry& at(std::uint64_t key) const {
    __extension__ using Wide = unsigned __int128;
    return entries_.get()[static_cast<std::size_t>(Wide{key} * count_ >> 64)];
  }

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::size_t count_;
  std::unique_ptr<Entry, Free> entries_;
};

}  // namespace banyan
