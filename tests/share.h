// SPDX-License-Identifier: MIT
// How much to test.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace banyan {

#ifdef NDEBUG
inline constexpr bool is_full_run = true;
#else
inline constexpr bool is_full_run = false;
#endif

/// Optimised builds run everything; builds with assertions or sanitizers a thirtieth, which takes them as long, or the
/// least that what is tested needs to be seen.
constexpr int share(int full, int least = 1) { return is_full_run ? full : std::max(least, full / 30); }

/// `./test --full` asks for what takes minutes, of optimised builds.
inline bool is_long_run() { return is_full_run && std::getenv("BANYAN_LONG_TESTS") != nullptr; }

}  // namespace banyan
