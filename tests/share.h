// SPDX-License-Identifier: MIT
// How much to test.
#pragma once

#include <cstdlib>

namespace banyan {

/// Optimised builds run everything; builds with assertions or sanitizers a tenth, which takes them as long.
#ifdef NDEBUG
inline constexpr bool is_full_run = true;
#else
inline constexpr bool is_full_run = false;
#endif

constexpr int share(int full) { return is_full_run ? full : (full + 9) / 10; }

/// `./test --full` asks for what takes minutes, of optimised builds.
inline bool is_long_run() { return is_full_run && std::getenv("BANYAN_LONG_TESTS") != nullptr; }

}  // namespace banyan
