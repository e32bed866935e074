// SPDX-License-Identifier: MIT
// A system that has no room for another thread.
#pragma once

#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>

namespace banyan {

/// While it lives, no thread can be started: each would need a stack larger than any address space.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    EXPECT_EQ(pthread_getattr_default_np(&earlier_), 0);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    EXPECT_EQ(pthread_attr_setstacksize(&huge, std::size_t{1} << 47), 0);
    EXPECT_EQ(pthread_setattr_default_np(&huge), 0);
    pthread_attr_destroy(&huge);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&earlier_);
    pthread_attr_destroy(&earlier_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t earlier_{};
};

}  // namespace banyan
