// SPDX-License-Identifier: MIT
// Every thread of the program is started here, because one that cannot be started must not be the end: systems limit
// how many a user may have.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace banyan {

/// Threads that are joined when this goes. For one owner at a time.
class Threads {
 public:
  Threads() = default;
  ~Threads() { join(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// False when the system has no room for another thread. The work must not throw.
  [[nodiscard]] bool start(std::function<void()> work);
  /// Starts so many, or as many as can be started.
  void start(int count, const std::function<void()>& work);

  int size() const { return static_cast<int>(threads_.size()); }
  void join();

 private:
  std::vector<std::thread> threads_;
};

/// "only 3 of 8 threads can be started; it goes on with these", or what else follows from it.
std::string shortage_text(int started, int wanted, std::string_view consequence = "; it goes on with these");

}  // namespace banyan
