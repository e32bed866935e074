// SPDX-License-Identifier: MIT
// A file of problems: positions with the moves that solve them, and players that try each with several seeds. A try is
// one line of JSON, so a run goes on where it was stopped. docs/experiments.md describes the file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/builds.h"
#include "arena/panel.h"

namespace banyan {

/// One player at one problem.
struct ProblemCell {
  std::size_t panel = 0;
  Values variables{};  // "player" too
  std::string game{}, moves{}, player{};
  std::vector<std::string> solutions{};
  std::uint64_t tries = 1;
  std::optional<double> published{};  // how many tries solved it, in [0, 1]
  std::uint64_t published_tries = 0;

  /// Everything that decides a try, but for its seed.
  std::string key() const;
};

struct Problems {
  std::string title{}, source{}, text{};
  std::uint64_t seed = 1;
  Values players{};
  std::vector<Panel> panels{};
  std::vector<ProblemCell> cells{};
};

/// Whether the text has [[problem]].
bool has_problems(std::string_view toml);
/// Throws UsageError that says where it is wrong: games, moves, solutions and players included.
Problems parse_problems(std::string_view toml);

struct ProblemTry {
  std::string key{};
  std::uint64_t seed = 0;
  std::string move{};
  double seconds = 0;
  std::string version{};  // of the program
};

std::string try_line(const ProblemTry& tried);
/// Throws UsageError that names the line.
std::vector<ProblemTry> read_tries(std::string_view text);

struct ProblemTask {
  const ProblemCell* cell = nullptr;
  std::uint64_t seed = 0;
};
/// What has not been tried, in the order of the file.
std::vector<ProblemTask> missing_tries(const Problems& problems, const std::vector<ProblemTry>& tries);
ProblemTry run_try(const ProblemTask& task, const std::string& version);

std::string problems_markdown(const Problems& problems, const std::vector<ProblemTry>& tries);

}  // namespace banyan
