// SPDX-License-Identifier: MIT
#include "arena/survey.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "core/error.h"
#include "tests/share.h"

namespace banyan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::ThrowsMessage;

constexpr std::string_view survey_text = R"(
title = "Small"
source = "nobody"
seed = 5
[[search]]
title = "Boards"
x = "playouts"
game = "samegame:board={board}"
algorithm = "nrpa:level={level},n=5"
level = 1
board = [1, 2]
threads = [1, 2]
parallel = "leaf-shared"
seconds = 0.5
runs = 2
paper = [100, nan, 300, nan]
)";

std::string with_change(const std::string& from, const std::string& to) {
  std::string text(survey_text);
  return text.replace(text.find(from), from.size(), to);
}

SurveyRun run_of(const SurveyCell& cell, std::uint64_t seed, double score) {
  return {.key = cell.key(),
          .seed = seed,
          .score = score,
          .playouts = 1000,
          .seconds = 2,
          .lost_seconds = 0.1,
          .moves = "a1 b2",
          .history = {{.playouts = 10, .seconds = 0.125, .score = score / 2},
                      {.playouts = 600, .seconds = 1.5, .score = score}},
          .version = "1 test"};
}

TEST(Survey, SpansAGridOfSearches) {
  EXPECT_TRUE(is_survey(survey_text));
  EXPECT_FALSE(is_survey("title = \"x\"\n[[grid]]\n"));
  const Survey survey = parse_survey(survey_text);
  EXPECT_EQ(survey.title, "Small");
  EXPECT_EQ(survey.seed, 5u);
  ASSERT_EQ(survey.cells.size(), 4u);
  const SurveyCell& second = survey.cells[1];
  EXPECT_EQ(second.game, "samegame:board=1");
  EXPECT_EQ(second.plan.team.threads, 2);
  EXPECT_EQ(second.plan.team.parallel, Strategy::leaf_shared);
  EXPECT_EQ(second.plan.limits.seconds, 0.5);
  EXPECT_EQ(second.runs, 2u);
  EXPECT_EQ(second.published, std::nullopt);
  EXPECT_EQ(survey.cells[2].published, 300);
  EXPECT_EQ(
      second.key(),
      "samegame:board=1 nrpa:iterations=0,seconds=0.5,cpu_seconds=0,level=1,n=5,alpha=1,ties=replace,spread=0,bias=0,"
      "stabilise=1,repeats=0,trials=0,threads=2,parallel=leaf-shared,adapt_each=false,exchange=0 ranks=1");
}

TEST(Survey, EveryKeyOfThreadsAndLimitsMayBeAVariable) {
  const auto key = [](const std::string& text) { return parse_survey(text).cells[1].key(); };
  EXPECT_EQ(key(with_change("n=5\"", "n=5,parallel=leaf-shared,seconds=0.5\"")), key(std::string(survey_text)));
  EXPECT_THAT(key(with_change("runs = 2", "runs = 2\nadapt_each = true\nexchange = 3\niterations = 50")),
              AllOf(HasSubstr("adapt_each=true,exchange=3 "), HasSubstr("iterations=50,")));
}

TEST(Survey, RunsOfEarlierVersionsAreFound) {
  const Survey survey = parse_survey(survey_text);
  SurveyRun run = run_of(survey.cells[1], 5, 100);
  run.key =
      "samegame:board=1 nrpa:level=1,n=5 parallel=leaf-shared level=2 adapt_each=false exchange=0 threads=2 ranks=1 "
      "seconds=0.5";
  EXPECT_EQ(read_runs(run_line(run))[0].key, survey.cells[1].key());
  // What this version cannot read stays what it is.
  for (const char* unknown : {"samegame:board=1 nothing:level=1,n=5 parallel=leaf-shared level=2 adapt_each=false "
                              "exchange=0 threads=2 ranks=1 seconds=0.5",
                              "a b c d e f g h i", "x"}) {
    run.key = unknown;
    EXPECT_EQ(read_runs(run_line(run))[0].key, unknown);
  }
}

TEST(Survey, SaysWhatIsWrongAndWhere) {
  const auto refusal = [](const std::string& text) { return [text] { parse_survey(text); }; };
  EXPECT_THAT(refusal("[[search]]"), ThrowsMessage<UsageError>(HasSubstr("the survey: 'title' is missing")));
  EXPECT_THAT(refusal("title = "), ThrowsMessage<UsageError>(HasSubstr("line 1")));
  EXPECT_THAT(refusal("title = \"x\""), ThrowsMessage<UsageError>(HasSubstr("one or more [[search]]")));
  EXPECT_THAT(refusal(with_change("title = \"Boards\"", "")),
              ThrowsMessage<UsageError>(HasSubstr("[[search]] 1: 'title' is missing")));
  EXPECT_THAT(refusal(with_change("threads = [1, 2]", "threads = [0, 2]")),
              ThrowsMessage<UsageError>(HasSubstr(
                  "[[search]] 1: player 'nrpa': 'threads=0' does not fit: expected a whole number in 1..1024")));
  EXPECT_THAT(refusal(with_change("n=5\"", "n=5,seconds=3\"")),
              ThrowsMessage<UsageError>(HasSubstr("'seconds' 0.5 contradicts 'nrpa:seconds=3'")));
  EXPECT_THAT(refusal(with_change("nrpa:", "uct:")), ThrowsMessage<UsageError>(HasSubstr("'uct' does not solve")));
  EXPECT_THAT(refusal(with_change("runs = 2", "runs = 2\nranks = 1.5")),
              ThrowsMessage<UsageError>(HasSubstr("'ranks': expected a number in 1..100000")));
  EXPECT_THAT(refusal(with_change("\"playouts\"", "\"moves\"")),
              ThrowsMessage<UsageError>(HasSubstr("playouts or seconds")));
  EXPECT_THAT(refusal(with_change("threads =", "thread =")),
              ThrowsMessage<UsageError>(HasSubstr("did you mean 'threads'?")));
  EXPECT_THAT(refusal(with_change("[100, nan,", "[100, ")),
              ThrowsMessage<UsageError>(HasSubstr("each of the 4 cells")));
  EXPECT_THAT(refusal(with_change("game = \"samegame:board={board}\"", "")),
              ThrowsMessage<UsageError>(HasSubstr("[[search]] 1: 'game' is missing, expected a game for one player")));
  EXPECT_THAT(refusal(with_change("algorithm = \"nrpa:level={level},n=5\"\nlevel = 1", "")),
              ThrowsMessage<UsageError>(HasSubstr("'algorithm' is missing, expected an algorithm")));
}

TEST(Survey, RunsAreLines) {
  SurveyRun run = run_of(parse_survey(survey_text).cells[0], 5, 100);
  EXPECT_EQ(read_runs(run_line(run))[0].searches, std::nullopt);  // as older versions wrote them
  run.searches = 3;
  EXPECT_EQ(read_runs(run_line(run))[0].searches, 3u);
  const auto again = read_runs(run_line(run) + run_line(run));
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(run_line(again[1]), run_line(run));
  EXPECT_THAT([&] { read_runs(run_line(run) + "{}\n"); }, ThrowsMessage<UsageError>(HasSubstr("line 2")));
  for (const auto& [from, to] : {std::pair{"\"playouts\":1000", "\"playouts\":1e30"},
                                 {"\"playouts\":1000", "\"playouts\":-1"},
                                 {"\"seed\":5", "\"seed\":true"},
                                 {"\"history\":[[", "\"history\":[[0.5,0,0],["}}) {
    std::string line = run_line(run);
    ASSERT_NE(line.find(from), std::string::npos) << from << line;
    line.replace(line.find(from), std::string_view(from).size(), to);
    EXPECT_THAT([&] { read_runs(line); },
                ThrowsMessage<UsageError>(HasSubstr("line 1: not a run of a survey: expected a whole number")));
  }
}

/// The beginning of one.
constexpr std::string_view one_search = "title = \"x\"\n[[search]]\ntitle = \"y\"\ngame = \"samegame\"\n";

TEST(Survey, TheLargestGridIsReadAtOnce) {
  const auto survey_of = [](int cells) {
    std::string text = std::string(one_search) + "algorithm = \"nrpa\"\nseconds = [1";
    for (int i = 2; i <= cells; ++i) text += fmt::format(", {}", i);
    return text + "]\n";
  };
  // Comparing each cell with each would take minutes.
  const int cells = is_full_run ? 10'000 : 1'000;
  EXPECT_EQ(distinct_cells(parse_survey(survey_of(cells))).size(), static_cast<std::size_t>(cells));
  EXPECT_THAT([&] { parse_survey(survey_of(10'001)); },
              ThrowsMessage<UsageError>(HasSubstr("[[search]] 1: there are more than 10000 cells")));
}

TEST(Survey, SaysHowMuchOfASearchWasDone) {
  const auto cell = [](const std::string& algorithm, const std::string& more = "") {
    return parse_survey(std::string(one_search) + "runs = 3\npaper = [1000]\nalgorithm = \"" + algorithm + "\"\n" +
                        more)
        .cells[0];
  };
  EXPECT_EQ(cell("nrpa:level=4,n=100,cpu_seconds=45").playouts_of_a_search(), 1e8);
  EXPECT_EQ(cell("nrpa").playouts_of_a_search(), 1e6);
  EXPECT_EQ(cell("nrpa:n=10,stabilise=2", "threads = 4").playouts_of_a_search(), 8000);  // four of them at once
  EXPECT_EQ(cell("nrpa:n=10", "threads = 4\nparallel = \"leaf-shared\"").playouts_of_a_search(), 1000);
  EXPECT_EQ(cell("nrpa:repeats=5").playouts_of_a_search(), std::nullopt);
  EXPECT_EQ(cell("nmcs:level=3").playouts_of_a_search(), std::nullopt);

  const auto row = [&](const std::string& algorithm, std::optional<std::uint64_t> searches, std::uint64_t playouts,
                       const std::vector<double>& scores) {
    Survey survey =
        parse_survey(std::string(one_search) + "runs = 3\npaper = [1000]\nalgorithm = \"" + algorithm + "\"\n");
    std::vector<SurveyRun> runs;
    for (const double score : scores) {
      runs.push_back(run_of(survey.cells[0], 1 + runs.size(), score));
      runs.back().playouts = playouts;
      runs.back().searches = searches;
    }
    const std::string report = survey_markdown(survey, runs);
    const std::size_t at = report.find("| 1000 |");
    return report.substr(at, report.find('\n', at) - at);
  };
  // A part of a search stands beside no published value.
  EXPECT_THAT(row("nrpa:level=4,n=100", std::nullopt, 2'600'000, {990, 995, 992}),
              AllOf(HasSubstr("| unfinished |"), HasSubstr("| 2.6 % |")));
  EXPECT_THAT(row("nmcs:level=3", 0, 7'000'000, {900}),
              HasSubstr("| 900 | unfinished | 1 of 3 | 7000000 | unfinished |"));
  EXPECT_THAT(row("nmcs:level=3", std::nullopt, 7'000'000, {900}),
              HasSubstr("| 900 | not known | 1 of 3 | 7000000 | not known |"));
  EXPECT_THAT(row("nmcs:level=3", 2, 7'000'000, {900}), HasSubstr("| 900 | open | 1 of 3 | 7000000 |  |"));
  // By Student's t the difference to one more run is -7.7 ± 12.5, 0 ± 5.0 and -100 ± 25; 1 % of the published are 10.
  EXPECT_THAT(row("nrpa:n=10", std::nullopt, 1000, {990, 995, 992}), HasSubstr("| open |"));
  EXPECT_THAT(row("nrpa:n=10", std::nullopt, 1000, {1000, 1001, 999}), HasSubstr("| agrees |"));
  EXPECT_THAT(row("nrpa:n=10", std::nullopt, 1000, {900, 905, 895}), HasSubstr("| differs |"));
}

TEST(Survey, ReportsMeansTotalsAndCurves) {
  const Survey survey = parse_survey(survey_text);
  std::vector<SurveyRun> runs{run_of(survey.cells[0], 5, 100), run_of(survey.cells[0], 6, 200),
                              run_of(survey.cells[2], 5, 300)};
  runs.push_back(run_of(survey.cells[0], 7, 9999));  // of a seed that nobody asked for
  const std::string report = survey_markdown(survey, runs);
  EXPECT_THAT(
      report,
      AllOf(HasSubstr("| 1 | 1 | 100 | 150 ± 635 | open | 2 | 1000 | 20000 % | 2.0 | 500 | 5.0 % |"),
            HasSubstr("| 2 | 1 | 300 | 300 | open | 1 of 2 |"), HasSubstr("| 1 | 2 | | not run |  | 0 of 2 |"),
            HasSubstr("| threads=1 | 2 of 2 | 450 | 400 | 1000 | 20000 % |"), HasSubstr("| threads=2 | 0 of 2 |"),
            HasSubstr("Run by banyan 1 test (3 runs)"), Not(HasSubstr("9999"))));
  EXPECT_THAT(report, Not(HasSubstr("several builds")));
  runs[1].version = "2 test";
  EXPECT_THAT(survey_markdown(survey, runs), HasSubstr(" | 1 test: 1, 2 test: 1 |\n"));
  // By playouts: half of the score from the first point on, all of it from 600 of 1000.
  EXPECT_THAT(report, HasSubstr("| 2 | 1 | 150 | 150 | 150 | 150 | 150 | 300 | 300 | 300 | 300 | 300 |"));
  const Plot plot = plot_of(survey, runs);
  ASSERT_EQ(plot.panels.size(), 1u);
  EXPECT_EQ(plot.scale, PlotScale::score);
  const PlotPanel& panel = plot.panels[0];
  EXPECT_EQ(panel.x_label, "playouts");
  ASSERT_EQ(panel.series.size(), 2u);  // two of the four were run
  EXPECT_EQ(panel.series[1].published_level, 300);
  EXPECT_TRUE(has_bands(panel));
  EXPECT_EQ(panel.series[1].points.back().x, 1000);
  EXPECT_EQ(panel.series[1].points.back().y, 300);
  EXPECT_EQ(panel.series[1].points.front().y, 150);
  EXPECT_THAT([&] { plot_of(parse_survey(with_change("x = \"playouts\"", "")), runs); },
              ThrowsMessage<UsageError>(HasSubstr("nothing to plot")));
}

}  // namespace
}  // namespace banyan
