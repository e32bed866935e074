// SPDX-License-Identifier: MIT
#include "arena/problems.h"

#include <gmock/gmock.h>

#include <string>

#include "core/error.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

// White has two stones of a bridge between the corners a1 and c1.
constexpr std::string_view small_problems = R"(
title = "Small problems"
seed = 7

[players]
decisive = "random:decisive={decisive}"

[[problem]]
title = "A bridge"
game = "havannah:size=3,swap=false"
moves = "a1 b3 b1 c3"
solutions = ["c1"]
player = "decisive"
decisive = [true, false]
tries = 20
paper = [100, nan]
paper_tries = 40
)";

std::string changed_problems(std::string_view old_text, std::string_view new_text) {
  std::string text(small_problems);
  text.replace(text.find(old_text), old_text.size(), new_text);
  return text;
}

TEST(Problems, AreTriedWithSeveralSeeds) {
  ASSERT_TRUE(has_problems(small_problems));
  const Problems problems = parse_problems(small_problems);
  ASSERT_EQ(problems.cells.size(), 2u);
  std::vector<ProblemTry> tries;
  for (const ProblemTask& task : missing_tries(problems, tries)) tries.push_back(run_try(task, "test"));
  ASSERT_EQ(tries.size(), 40u);
  EXPECT_EQ(tries[0].seed, 7u);
  EXPECT_EQ(tries[39].seed, 26u);
  EXPECT_TRUE(missing_tries(problems, tries).empty());
  const std::string report = problems_markdown(problems, tries);
  EXPECT_THAT(report, AllOf(HasSubstr("solved by `c1`"), HasSubstr("| true | 100.0 | 100.0 [83.9, 100.0] | 20 |"),
                            HasSubstr("`c1` 20 |"), HasSubstr("Tried by banyan test (40 tries)")));
  EXPECT_THAT(report, Not(HasSubstr("not run")));
}

TEST(Problems, TellWhichCellsWereTriedBySeveralBuilds) {
  const Problems problems = parse_problems(small_problems);
  std::vector<ProblemTry> tries;
  for (const ProblemTask& task : missing_tries(problems, tries)) {
    tries.push_back(run_try(task, tries.size() < 15 ? "1+a (bench 01234567)" : "1+b (bench 01234567)"));
  }
  EXPECT_THAT(problems_markdown(problems, tries), Not(HasSubstr("several builds")));
  tries[0].version = "1+c (bench 89abcdef)";
  EXPECT_THAT(
      problems_markdown(problems, tries),
      AllOf(HasSubstr("## By several builds\n\nThe tries of each cell"),
            HasSubstr("\n| A bridge: player=decisive, decisive=true | bench 01234567: 19, bench 89abcdef: 1 |\n"),
            HasSubstr("Tried by banyan 1+a (bench 01234567) (14 tries), banyan 1+b (bench 01234567) (25 tries)"),
            Not(HasSubstr("decisive=false"))));
}

TEST(Problems, GoOnFromTheLinesOfTheirTries) {
  const Problems problems = parse_problems(small_problems);
  std::string lines;
  for (int i = 0; i < 3; ++i) {
    lines += try_line(run_try(missing_tries(problems, {})[static_cast<std::size_t>(i)], "test"));
  }
  const auto tries = read_tries(lines);
  ASSERT_EQ(tries.size(), 3u);
  EXPECT_EQ(missing_tries(problems, tries).size(), 37u);
  EXPECT_THAT(problems_markdown(problems, tries), AllOf(HasSubstr("3 of 20"), HasSubstr("not run")));
  EXPECT_THAT([] { read_tries("{\"problem\": 3}\n"); }, ThrowsMessage<UsageError>(HasSubstr("line 1")));
  EXPECT_THAT([] { read_tries("\n[[[[\n"); }, ThrowsMessage<UsageError>(HasSubstr("line 2")));
}

TEST(Problems, SayWhatIsWrongWithTheirFile) {
  const auto expect_error = [](const std::string& text, const std::string& what) {
    EXPECT_THAT([&] { parse_problems(text); }, ThrowsMessage<UsageError>(HasSubstr(what))) << text;
  };
  expect_error(changed_problems("\"c1\"", "\"a1\""), "a1");
  expect_error(changed_problems("solutions = [\"c1\"]", ""), "solutions");
  expect_error(changed_problems("a1 b3", "a1 a1"), "a1");
  expect_error(changed_problems("player = \"decisive\"", "player = \"nobody\""), "nobody");
  expect_error(changed_problems("tries = 20", "tries = 20\nsize = 3"), "size");
  expect_error(changed_problems("havannah", "chess"), "chess");
}

}  // namespace
}  // namespace banyan
