// SPDX-License-Identifier: MIT
// A lock of one word inside of data that is kept by the thousand and held for some ten nanoseconds at a time. Who waits
// does so awake at first, and then lets others run: where there are more threads than processors, the holder may be
// among those that do not.
#pragma once

#include <atomic>
#include <cstdint>

namespace banyan {

/// Free when 0. Plain, so that what it stands in can be copied and moved as bytes.
using SpinWord = std::uint32_t;

/// Holds a lock as long as it lives, if there is one.
class SpinGuard {
 public:
  [[gnu::always_inline]] explicit SpinGuard(SpinWord* word) : word_(word) {
    if (word != nullptr && std::atomic_ref(*word).exchange(1, std::memory_order_acquire) != 0) wait_for(*word);
  }
  [[gnu::always_inline]] ~SpinGuard() {
    if (word_ != nullptr) std::atomic_ref(*word_).store(0, std::memory_order_release);
  }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  [[gnu::cold]] static void wait_for(SpinWord& word);

  SpinWord* word_;
};

}  // namespace banyan
