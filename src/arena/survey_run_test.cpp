// SPDX-License-Identifier: MIT
#include "arena/survey_run.h"

#include <gmock/gmock.h>

#include <thread>

namespace banyan {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;

constexpr std::string_view tiny_survey = R"(
title = "Tiny"
[[search]]
title = "One rank"
game = "samegame:board=0,width=4,height=4,colours=2"
algorithm = ["nmcs:level=1", "nrpa:level=1,n=4"]
runs = 2
[[search]]
title = "Two ranks"
game = "samegame:board=0,width=4,height=4,colours=2"
algorithm = "nrpa:level=1,n=4"
ranks = 2
runs = 3
)";

/// What a run of the survey finds with these ranks.
std::vector<SurveyRun> found_by(const Survey& survey, const std::vector<SurveyRun>& known, bool stops,
                                const SurveySettings& settings, Communicator& ranks) {
  std::vector<SurveyRun> found;
  const std::atomic<bool> stop{stops};
  run_survey(missing_tasks(survey, known), settings, stop,
             {.finds = [&](const SurveyRun& run) { found.push_back(run); }}, ranks);
  return found;
}

TEST(SurveyScheduler, RunsWhatIsMissingAndCanBeRun) {
  const Survey survey = parse_survey(tiny_survey);
  const auto alone = local_communicators(1);
  EXPECT_EQ(missing_tasks(survey, {}).size(), 7u);
  const auto found = found_by(survey, {}, false, {.concurrency = 2, .version = "v1"}, *alone.front());
  EXPECT_EQ(found.size(), 4u);  // three are for two ranks
  EXPECT_THAT(found, Each(Field(&SurveyRun::version, "v1")));
  EXPECT_EQ(missing_tasks(survey, found).size(), 3u);
  EXPECT_THAT(found_by(survey, found, false, {}, *alone.front()), ElementsAre());
  EXPECT_THAT(found_by(survey, {}, true, {}, *alone.front()), ElementsAre());

  // One that was lost is found again as it was.
  std::vector<SurveyRun> others(found.begin() + 1, found.end());
  const auto again = found_by(survey, others, false, {}, *alone.front());
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0].key, found[0].key);
  EXPECT_EQ(again[0].seed, found[0].seed);
  EXPECT_EQ(again[0].moves, found[0].moves);
}

TEST(SurveyScheduler, TellsBeforehandHowManyRunAtATime) {
  const Survey survey = parse_survey(tiny_survey);
  std::vector<std::string> heard;
  const std::atomic<bool> stop{false};
  run_survey(missing_tasks(survey, {}), {.concurrency = 1}, stop,
             {.begins = [&](int concurrency) { heard.push_back("at a time " + std::to_string(concurrency)); },
              .runs = [&](const SurveyTask&, std::size_t done,
                          std::size_t all) { heard.push_back(std::to_string(done) + " of " + std::to_string(all)); }},
             *local_communicators(1).front());
  EXPECT_THAT(heard, ElementsAre("at a time 1", "0 of 4", "1 of 4", "2 of 4", "3 of 4"));
}

TEST(SurveyScheduler, LetsAllRanksSearchTogether) {
  const Survey survey = parse_survey(tiny_survey);
  const auto ranks = local_communicators(2);
  std::vector<SurveyRun> others;
  std::thread second([&] { others = found_by(survey, {}, false, {}, *ranks[1]); });
  const auto found = found_by(survey, {}, false, {}, *ranks[0]);
  second.join();
  EXPECT_THAT(others, ElementsAre());  // the first has it all
  ASSERT_EQ(found.size(), 3u);
  EXPECT_THAT(found, Each(AllOf(Field(&SurveyRun::key, survey.cells[2].key()), Field(&SurveyRun::playouts, 8u))));
}

}  // namespace
}  // namespace banyan
