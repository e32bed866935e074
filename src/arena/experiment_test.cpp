// SPDX-License-Identifier: MIT
#include "arena/experiment.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "arena/experiment_report.h"
#include "arena/run.h"
#include "arena/survey.h"
#include "core/error.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr std::string_view small_experiment = R"(
title = "A small one"
source = "nobody"
seed = 7
[players]
uct = "uct:iterations={n}"
rave = "rave:iterations={n},r=50"
quick_rave = "{rave},expand=1"
[[grid]]
title = "First"
x = "n"
game = "havannah:size={size}"
size = 3
b = ["uct", "quick_rave"]
a = "{rave},k={k}"
n = [10, 20]
k = 0.5
games = 4
paper = [50, 60.5, nan, 70]
paper_games = 600
[[grid]]
title = "Second"
game = "havannah:size=3"
a = "rave"
b = "uct"
n = 10
games = 2
[[grid]]
title = "First"
game = "havannah:size={size}"
size = 4
a = "rave"
b = "uct"
n = 10
games = 2
)";

std::string with(std::string_view from, std::string_view to) {
  std::string text(small_experiment);
  return text.replace(text.find(from), from.size(), to);
}

TEST(Experiment, makes_cells_of_grids) {
  const Experiment experiment = parse_experiment(small_experiment);
  ASSERT_EQ(experiment.cells.size(), 6u);
  ASSERT_EQ(experiment.panels.size(), 2u);
  const Cell& second = experiment.cells[1];  // the list written first varies slowest
  EXPECT_EQ(second.match.game, "havannah:size=3");
  EXPECT_EQ(second.match.a, "rave:iterations=20,r=50,k=0.5");
  EXPECT_EQ(second.match.b, "uct:iterations=20");
  EXPECT_EQ(second.match.seed, 7u);
  EXPECT_EQ(second.published->rate, 0.605);
  EXPECT_EQ(second.published->games, 600u);
  EXPECT_EQ(experiment.cells[2].match.b, "rave:iterations=10,r=50,expand=1");
  EXPECT_FALSE(experiment.cells[2].published);
  EXPECT_EQ(experiment.cells[4].panel, 1u);
  EXPECT_EQ(experiment.cells[5].panel, 0u);
  EXPECT_EQ(label_of(experiment, 2), "size=3, b=quick_rave, a={rave},k={k}, n=10, k=0.5");
  EXPECT_EQ(quick_games(600), 60u);
  EXPECT_EQ(quick_games(110), 12u);
  EXPECT_EQ(quick_games(60), 10u);
  EXPECT_EQ(quick_games(4), 4u);
}

TEST(Experiment, says_what_is_wrong_with_a_file) {
  const auto fails_with = [](const std::string& text, const char* message) {
    EXPECT_THAT([&] { matches_of(parse_experiment(text)); }, ThrowsMessage<UsageError>(HasSubstr(message))) << text;
  };
  fails_with(with("seed = 7", "seed = "), "line 4");
  fails_with(with("seed = 7", "sede = 7"), "unknown key 'sede' (did you mean 'seed'?)");
  fails_with(with("k = 0.5", "k = 0.5\npaper_gmaes = 3"),
             "no player and no game uses 'paper_gmaes' (did you mean 'paper_games'?)");
  fails_with(with("{rave},k={k}", "{rave},k={kk}"), "[[grid]] 1: nothing is called 'kk'");
  fails_with(with("uct:iterations={n}", "{uct}"), "never ends");
  fails_with(with("games = 4", "games = 3"), "an even number");
  fails_with(with("paper = [50,", "paper = [40, 50,"), "a value for each of the 4 cells, not 5");
  fails_with(with("paper = [50,", "paper = [500,"), "a list of percentages");
  fails_with(with("x = \"n\"", "x = \"m\""), "the name of a variable");
  fails_with(with("b = [\"uct\", \"quick_rave\"]\n", ""), "[[grid]] 1, 'b': expected a player");
  fails_with(with("r=50", "rr=50"), "cell 1: ");
  fails_with(with("seed = 7", "seed = 7\nopenings = \"list:1\""), "none or random:PLIES");
}

TEST(Experiment, bounds_what_a_short_file_can_ask_for) {
  const auto fails_with = [](const std::string& text, const char* message) {
    EXPECT_THAT([&] { parse_experiment(text); }, ThrowsMessage<UsageError>(HasSubstr(message)));
  };
  // Templates that name each other several times grow with every level, in letters or in work alone.
  for (const char* last : {"x", ""}) {
    std::string players = fmt::format("p7 = \"{}\"\n", last);
    for (int i = 0; i < 7; ++i) {
      const std::string next = fmt::format("{{p{}}}", i + 1);
      players += fmt::format("p{} = \"{}{}{}{}\"\n", i, next, next, next, next);
    }
    std::string text = with("k={k}", "k={k}{p0}");
    fails_with(text.insert(text.find("uct ="), players), "[[grid]] 1: a template grows beyond 10000 letters");
  }
  // The first grid has four cells for each k: all that a file may have.
  std::string many = "0";
  for (int i = 1; i < 2'500; ++i) many += fmt::format(", {}", i);
  std::string text = with("paper = [50, 60.5, nan, 70]", "");
  fails_with(text.replace(text.find("k = 0.5"), 7, "k = [" + many + "]"),
             "[[grid]] 2: there are more than 10000 cells");
}

TEST(Experiment, compares_with_what_was_published) {
  const Score score{.wins = 50, .draws = 0, .losses = 50};  // 40.4 to 59.6 %
  EXPECT_EQ(compare(Published{.rate = 0.58}, score), Comparison::agrees);
  EXPECT_EQ(compare(Published{.rate = 0.62}, score), Comparison::differs);
  EXPECT_EQ(compare(Published{.rate = 0.62, .games = 600}, score), Comparison::overlaps);
  EXPECT_EQ(compare(Published{.rate = 0.70, .games = 600}, score), Comparison::differs);
  EXPECT_EQ(compare(std::nullopt, score), std::nullopt);
  EXPECT_EQ(compare(Published{.rate = 0.5}, Score{}), std::nullopt);
}

class ExperimentRun : public FolderTest {
 protected:
};

TEST_F(ExperimentRun, plays_cells_in_turn_and_reports_them) {
  const Experiment experiment = parse_experiment(small_experiment);
  const auto matches = matches_of(experiment);
  Store store(folder_ + "/store");
  RunControl control;
  RunSettings settings{.order = Order::in_turn, .concurrency = 1};
  for (const Cell& cell : experiment.cells) settings.games.push_back(cell.games);
  std::vector<std::size_t> filled;  // which cell each game went to
  std::vector<std::uint64_t> before(matches.size());
  run_matches(matches, settings, store, control, [&](const RunProgress& progress) {
    for (std::size_t i = 0; i < before.size(); ++i) {
      const std::uint64_t games = progress.tallies[i].so_far().score.games();
      if (games > before[i]) filled.push_back(i);
      before[i] = games;
    }
    if (progress.played == 18) control.finish = true;
  });
  EXPECT_TRUE(std::is_sorted(filled.begin(), filled.end()));

  const auto results = results_of(experiment, matches, store);
  ASSERT_EQ(results.size(), 6u);
  EXPECT_EQ(results[3].score.games(), 4u);
  EXPECT_EQ(results[5].score.games(), 0u);
  const ExperimentResult result{experiment, matches, results};
  const std::string report = report_markdown(result);
  EXPECT_THAT(report, AllOf(HasSubstr("# A small one\n"), HasSubstr("\n## First\n"), HasSubstr("\n## Second\n"),
                            HasSubstr("| 60.5 |"), HasSubstr("| 4 |"), HasSubstr("| not run | 0 of 2 |")));
  const auto json = nlohmann::json::parse(report_json(result));
  EXPECT_EQ(json.at("cells").size(), 6u);
  EXPECT_EQ(json.at("cells").at(1).at("variables").at("n"), "20");
  EXPECT_EQ(json.at("cells").at(1).at("paper").at("rate"), 0.605);
  EXPECT_EQ(json.at("cells").at(5).at("rate"), nullptr);
  const std::string csv = report_csv(result);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 7);
  EXPECT_THAT(plot_script(result, "o.svg", "o.png"), AllOf(HasSubstr("set output \"o.svg\""), HasSubstr("$ours_0_0")));
}

TEST_F(ExperimentRun, begins_no_game_after_its_time) {
  const Experiment experiment = parse_experiment(small_experiment);
  const auto matches = matches_of(experiment);
  Store store(folder_ + "/store");
  RunControl control;
  const auto tallies =
      run_matches(matches, {.rules = {.games = 2}, .seconds = 1e-9, .concurrency = 2}, store, control, {});
  for (const Tally& tally : tallies) EXPECT_EQ(tally.so_far().score.games(), 0u);
}

TEST(Experiments, of_the_repository_can_be_run) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(BANYAN_SOURCE_DIR "/experiments")) {
    if (entry.path().extension() != ".toml") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    ++files;
    if (is_survey(text)) {
      EXPECT_FALSE(parse_survey(text).cells.empty()) << entry.path();
      continue;
    }
    const Experiment experiment = parse_experiment(text);
    EXPECT_EQ(matches_of(experiment).size(), experiment.cells.size()) << entry.path();
  }
  EXPECT_GE(files, 6);
}

}  // namespace
}  // namespace banyan
