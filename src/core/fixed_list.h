// SPDX-License-Identifier: MIT
// A list with room for a fixed number of elements inside itself: no heap, trivially copyable when its elements are.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace banyan {

template <class T, std::size_t Capacity>
class FixedList {
 public:
  using value_type = T;
  static constexpr std::size_t capacity() { return Capacity; }

  void push_back(const T& value) {
    assert(size_ < Capacity);
    items_[size_++] = value;
  }
  void clear() { size_ = 0; }
  /// Keeps the first `size` elements.
  void shrink_to(std::size_t size) {
    assert(size <= size_);
    size_ = size;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<T, Capacity> items_;
};

}  // namespace banyan
