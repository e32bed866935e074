// SPDX-License-Identifier: MIT
// A step of a search towards its answer.
#pragma once

#include <cstdint>

namespace banyan {

/// How good the best sequence was when.
struct Improvement {
  std::uint64_t playouts = 0;  // of all threads, that which found it included
  double seconds = 0;
  double score = 0;
};

}  // namespace banyan
