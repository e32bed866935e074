// SPDX-License-Identifier: MIT
// A table of values by 64-bit keys that grows up to a number of bytes. From then on it knows what it knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.h"

namespace banyan {

template <class Value>
class HashedTable {
 public:
  explicit HashedTable(std::size_t most_bytes) : most_bytes_(most_bytes), entries_(16) {}

  /// Null when there is none. Values stay where they are until the next find_or_add.
  Value* find(std::uint64_t key) {
    Entry& entry = entries_[place_of(key)];
    return entry.is_used ? &entry.value : nullptr;
  }
  /// Null when there is none, and no room for it.
  Value* find_or_add(std::uint64_t key) {
    Entry* entry = &entries_[place_of(key)];
    if (entry->is_used) return &entry->value;
    // Half of the entries at most are used, so that a look-up ends soon.
    if (2 * (size_ + 1) > entries_.size()) {
      if (2 * bytes() > most_bytes_) return nullptr;
      grow();
      entry = &entries_[place_of(key)];
    }
    ++size_;
    entry->key = key;
    entry->is_used = true;
    return &entry->value;
  }
  template <class Visit>
  void for_each(Visit visit) {
    for (Entry& entry : entries_) {
      if (entry.is_used) visit(entry.value);
    }
  }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  struct Entry {
    std::uint64_t key = 0;
    Value value{};
    bool is_used = false;
  };

  /// Where the key is, or would be.
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = mix64(key) & mask;
    while (entries_[i].is_used && entries_[i].key != key) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Entry> old(2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.is_used) entries_[place_of(entry.key)] = entry;
    }
  }

  std::size_t most_bytes_;
  std::vector<Entry> entries_;  // a power of two of them
  std::size_t size_ = 0;
};

}  // namespace banyan
