// SPDX-License-Identifier: MIT
#include "core/threads.h"

#include <fmt/format.h>

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

std::string shortage_text(int started, int wanted, std::string_view consequence) {
  return fmt::format("only {} of {} threads can be started{}", started, wanted, consequence);
}

}  // namespace banyan
