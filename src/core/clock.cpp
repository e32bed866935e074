// SPDX-License-Identifier: MIT
#include "core/clock.h"

#include <ctime>

namespace banyan {
namespace {

double read(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace

double wall_seconds() { return read(CLOCK_MONOTONIC); }
double thread_cpu_seconds() { return read(CLOCK_THREAD_CPUTIME_ID); }
double process_cpu_seconds() { return read(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace banyan
