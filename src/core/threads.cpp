// SPDX-License-Identifier: MIT
#include "core/threads.h"

#include <system_error>
#include <utility>

namespace banyan {

bool Threads::start(std::function<void()> work) {
  try {
    threads_.emplace_back(std::move(work));
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

void Threads::start(int count, const std::function<void()>& work) {
  for (int i = 0; i < count && start(work); ++i) {
  }
}

void Threads::join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace banyan
