// SPDX-License-Identifier: MIT
// How much to test.
#pragma once

namespace banyan {

/// Optimised builds run everything; builds with assertions or sanitizers a tenth, which takes them as long.
#ifdef NDEBUG
inline constexpr bool is_full_run = true;
#else
inline constexpr bool is_full_run = false;
#endif

constexpr int share(int full) { return is_full_run ? full : (full + 9) / 10; }

}  // namespace banyan
