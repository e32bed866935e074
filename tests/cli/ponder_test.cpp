// SPDX-License-Identifier: MIT
// Thinking in the opponent's time, from outside: what is found there is kept for the next move.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <regex>
#include <string>

#include "tests/cli/program.h"

namespace banyan::testing {
namespace {

/// What the program prints when these lines come after a second in which nobody says anything.
std::string answers(const Words& arguments, const std::string& before, const std::string& after) {
  const std::string script = "{ printf '" + before + "'; sleep 1; printf '" + after + "'; } | \"$@\"";
  return output(arguments, {.launcher = {"/bin/sh", "-c", script, "sh"}});
}

/// The sum of the first numbers that this finds, which may have commas.
std::uint64_t sum_of(const std::string& text, const std::string& pattern) {
  const std::regex number(pattern);
  std::uint64_t sum = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), number), end; found != end; ++found) {
    std::string digits = (*found)[1];
    std::erase(digits, ',');
    sum += std::stoull(digits);
  }
  return sum;
}

TEST(CliPonder, gtp_keeps_what_it_found_while_nobody_asked) {
  const auto visits = [](const std::string& ponder) {
    return sum_of(answers({"gtp", "havannah", "--size", "6", "--player", "rave:iterations=100,ponder=" + ponder},
                          R"(genmove white\n)", R"(genmove black\nmove_stats\nquit\n)"),
                  " visits ([0-9]+) ");
  };
  EXPECT_LE(visits("false"), 200u);
  EXPECT_GT(visits("true"), 400u);
}

TEST(CliPonder, play_keeps_what_it_found_while_a_person_thought) {
  // Of the reply that comes, as of every other; the first move has no more than it was given.
  const auto visits = [](const std::string& ponder) {
    return sum_of(answers({"play", "havannah", "--size", "4", "--seed", "1", "--white",
                           "uct:iterations=50,solver=false,ponder=" + ponder, "--black", "human"},
                          "", R"(g4\nquit\n)"),
                  "White ● plays .* of ([0-9,]+) visits");
  };
  const std::uint64_t without = visits("false");
  EXPECT_GE(without, 100u);
  EXPECT_LE(without, 150u);
  EXPECT_GT(visits("true"), 300u);
}

}  // namespace
}  // namespace banyan::testing
