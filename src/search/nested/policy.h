// SPDX-License-Identifier: MIT
// What NRPA learns: a weight for every move it has met in a good sequence, found by the move's code. exp(weight) is
// kept beside the weight, so that a playout calls no exp. All other moves have the weight they begin with.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace banyan {

/// A list that is refilled again and again: room for more is made between two uses, not in the middle of one.
template <class T>
class Refilled {
 public:
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  /// Room for `more` items behind the last, at an address that is good until the next call.
  T* room(std::size_t more) {
    if (size_ + more > items_.size()) items_.resize(2 * (size_ + more));
    return items_.data() + size_;
  }
  void add(std::size_t more) { size_ += more; }
  void push_back(const T& item) {
    *room(1) = item;
    add(1);
  }

 private:
  std::vector<T> items_;
  std::size_t size_ = 0;
};

/// A finished playout as adapting needs it. A move that stays legal for several steps is one entry: it is looked up
/// once.
struct Trace {
  struct Step {
    std::uint32_t chosen;  // the entry that was played
    std::uint32_t end;     // of the step's part of `legal`
  };
  struct Entry {
    std::uint64_t code;
    float bias;  // what exp(weight) is multiplied with
  };
  Refilled<Entry> entries;
  Refilled<std::uint32_t> legal;  // the entries that were legal, step by step
  Refilled<Step> steps;
  // Where the policy that was adapted last has the entries, and what it called its order then.
  std::vector<std::uint32_t> places;
  std::uint64_t places_in = 0;

  void clear() {
    entries.clear();
    legal.clear();
    steps.clear();
    places_in = 0;
  }
};

class Policy {
 public:
  /// A weight stays within these bounds, and its exponential well within what a float can hold.
  static constexpr float largest_weight = 60;

  /// Every weight begins at 0; or, with `spread` above 0, somewhere in [0, spread), which the code and the seed decide.
  explicit Policy(double spread = 0, std::uint64_t seed = 0);

  float weight(std::uint64_t code) const {
    const Entry& entry = entries_[find(code)];
    return entry.code == used(code) ? entry.weight : first(code).first;
  }
  /// exp(weight)
  float factor(std::uint64_t code) const {
    const Entry& entry = entries_[find(code)];
    return entry.code == used(code) ? entry.factor : first(code).second;
  }
  std::size_t size() const { return count_; }

  Policy(const Policy& other);
  Policy& operator=(const Policy& other);
  ~Policy() = default;

  /// Makes the moves of a playout more likely by `alpha`, at the cost of the others that were legal: Algorithm 3 of
  /// Negrevergne & Cazenave 2017, from the codes that were stored.
  void adapt(Trace& trace, double alpha);

  /// Forgets everything.
  void clear();

  /// The weights that are not what they began with, by code; and back.
  std::vector<std::pair<std::uint64_t, float>> weights() const;
  void set_weights(std::span<const std::pair<std::uint64_t, float>> weights);

 private:
  struct Entry {
    std::uint64_t code;  // 0 = free
    float weight, factor;
  };

  static std::uint64_t used(std::uint64_t code) { return code == 0 ? 1 : code; }

  /// The entry of the code, or the free one where it belongs.
  std::size_t find(std::uint64_t code) const {
    code = used(code);
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = (code * 0x9e3779b97f4a7c15ULL) >> shift_;
    while (entries_[i].code != code && entries_[i].code != 0) i = (i + 1) & mask;
    return i;
  }
  /// Weight and exponential of a move nothing is known of; there is a power of two of them.
  const std::pair<float, float>& first(std::uint64_t code) const { return first_[code & (first_.size() - 1)]; }
  std::size_t insert(std::uint64_t code);
  void grow();
  void find_places(Trace& trace);

  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  int shift_;
  std::uint64_t order_;                         // another number whenever entries may stand elsewhere, in any policy
  std::vector<std::pair<float, float>> first_;  // weights to begin with, and their exponentials
};

}  // namespace banyan
