// SPDX-License-Identifier: MIT
// Which programs played: a version in a record may tell the program's fingerprint, the total that `banyan bench`
// prints, as in "0.1.0+130b40d0c1a2 (bench d45c755f)". Programs of one fingerprint play the same games from the same
// seeds.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace banyan {

/// How many games, or runs, there are by each version.
using Versions = std::map<std::string, std::uint64_t>;

/// "bench d45c755f"; where a version tells no fingerprint, the version itself: nothing else is known of how it
/// searches.
std::string_view build_of(std::string_view version);

/// Whether the versions are of builds that may search differently, as their fingerprints differ or are not known.
bool is_of_several_builds(const Versions& versions);

/// "bench d45c755f: 20, 0.1.0+27566efae2ef: 100"
std::string builds_text(const Versions& versions);

/// What stands above a list of such texts in a report: `what` has `made` ("games") by several builds.
std::string builds_heading(std::string_view what, std::string_view made);

}  // namespace banyan
