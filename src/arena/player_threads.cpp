// SPDX-License-Identifier: MIT
#include "arena/player_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/error.h"
#include "core/params.h"

namespace banyan {
namespace {

/// The value of a key, where the text is that of an algorithm and has it.
std::optional<std::string> value_in(std::string_view settings, std::string_view key) {
  try {
    for (const auto& [name, value] : parse_spec(settings).values) {
      if (name == key) return value;
    }
  } catch (const UsageError&) {
    // An external program has a text of its own.
  }
  return std::nullopt;
}

}  // namespace

int threads_of(std::string_view settings) {
  const auto threads = value_in(settings, "threads");
  return threads ? std::max(std::atoi(threads->c_str()), 1) : 1;
}

// Nested searches, which say how they are parallel, have threads, too, and repeat themselves.
bool shares_tree(std::string_view settings) { return threads_of(settings) > 1 && !value_in(settings, "parallel"); }

std::string crowding_of(const std::vector<Match>& matches, int concurrency, int cores) {
  int threads = 1;  // of one game, in which one player thinks at a time
  for (const Match& match : matches) {
    for (const std::string& player : match.contest().players()) threads = std::max(threads, threads_of(player));
  }
  if (threads == 1 || concurrency * threads <= cores) return "";
  return fmt::format(
      "{} at a time with players of {} threads are more than {} core{} can run: they slow each other down",
      concurrency == 1 ? "one game" : fmt::format("{} games", concurrency), threads, cores, cores == 1 ? "" : "s");
}

}  // namespace banyan
