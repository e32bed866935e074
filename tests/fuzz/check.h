// SPDX-License-Identifier: MIT
// What must hold in a fuzzer, in builds without assertions as well.
#pragma once

#include <cstdlib>

inline void check(bool holds) {
  if (!holds) std::abort();
}
