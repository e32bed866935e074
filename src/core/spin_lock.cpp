// SPDX-License-Identifier: MIT
#include "core/spin_lock.h"

#include <immintrin.h>

#include <thread>

namespace banyan {

void SpinGuard::wait_for(SpinWord& word) {
  constexpr int looks = 64;  // a microsecond or two: longer than anybody holds a lock who is running
  const std::atomic_ref lock(word);
  for (;;) {
    for (int i = 0; i < looks; ++i) {
      if (lock.load(std::memory_order_relaxed) == 0 && lock.exchange(1, std::memory_order_acquire) == 0) return;
      _mm_pause();
    }
    std::this_thread::yield();
  }
}

}  // namespace banyan
