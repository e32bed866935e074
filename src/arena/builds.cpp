// SPDX-License-Identifier: MIT
#include "arena/builds.h"

#include <fmt/format.h>

namespace banyan {
namespace {

std::map<std::string_view, std::uint64_t> builds_of(const Versions& versions) {
  std::map<std::string_view, std::uint64_t> builds;
  for (const auto& [version, count] : versions) builds[build_of(version)] += count;
  return builds;
}

}  // namespace

std::string_view build_of(std::string_view version) {
  const std::size_t open = version.find("(bench ");
  if (open == std::string_view::npos || !version.ends_with(')')) return version;
  return version.substr(open + 1, version.size() - open - 2);
}

bool is_of_several_builds(const Versions& versions) { return builds_of(versions).size() > 1; }

std::string builds_text(const Versions& versions) {
  std::string text;
  for (const auto& [build, count] : builds_of(versions)) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", build, count);
  }
  return text;
}

std::string builds_heading(std::string_view what, std::string_view made) {
  return fmt::format(
      "\n## By several builds\n\nThe {} of each {} here are by builds that may search differently: their fingerprints, "
      "the "
      "totals of `banyan bench`, differ or were not kept.\n\n| {} | {} by build |\n|---|---|\n",
      made, what, what, made);
}

}  // namespace banyan
