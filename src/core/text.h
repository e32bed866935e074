// SPDX-License-Identifier: MIT
// Small helpers for names people type: splitting, numbers, and the nearest name to a mistyped one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace banyan {

std::vector<std::string_view> split(std::string_view text, char separator);

/// The words of a line, separated by any run of white space.
std::vector<std::string_view> words(std::string_view text);

/// The moves of a line: words, or, where there is a semicolon, what semicolons separate. Some games have moves of
/// several words; a line with one of these only ends with a semicolon.
std::vector<std::string_view> split_moves(std::string_view line);
std::string join_moves(const std::vector<std::string_view>& moves);

/// ASCII capitals become small letters.
std::string lower_case(std::string_view text);

/// Numbers are read whole or not at all: "12x", "" and " 3" are none.
std::optional<long long> to_integer(std::string_view text);
std::optional<double> to_real(std::string_view text);
/// A time, in seconds unless it ends with s, m or h: "90", "90s", "1.5m", "2h".
std::optional<double> to_seconds(std::string_view text);

/// The candidate that `word` begins or that is the fewest edits away, or empty when none is close enough to be meant:
/// one edit, in longer words one for every three letters. Two neighbours exchanged are one edit.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// " (did you mean 'rave'?)", or nothing when no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& candidates);

/// "a, b, c"
std::string join(const std::vector<std::string_view>& parts, std::string_view separator);

}  // namespace banyan
