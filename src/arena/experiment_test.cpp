// SPDX-License-Identifier: MIT
#include "arena/experiment.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "arena/exchange.h"
#include "arena/experiment_report.h"
#include "arena/problems.h"
#include "arena/run.h"
#include "arena/survey.h"
#include "core/error.h"
#include "engine/catalogue.h"
#include "tests/folder_test.h"

namespace banyan {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
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

TEST(Experiment, may_give_each_player_a_clock) {
  constexpr std::string_view timed = R"(
title = "Timed"
[players]
uct = "uct:k={k}"
[[grid]]
title = "One"
game = "havannah:size=3"
clock = "cpu:{seconds}"
a = "uct"
b = "uct"
k = 0.5
seconds = [0.25, 1]
games = 2
)";
  const Experiment experiment = parse_experiment(timed);
  ASSERT_EQ(experiment.cells.size(), 2u);
  ASSERT_TRUE(experiment.cells[0].match.clock);
  EXPECT_EQ(clock_text(*experiment.cells[0].match.clock), "cpu:0.25");
  EXPECT_EQ(clock_text(*experiment.cells[1].match.clock), "cpu:1");
  std::string wrong(timed);
  wrong.replace(wrong.find("cpu:{"), 5, "gpu:{");
  EXPECT_THAT([&] { parse_experiment(wrong); }, ThrowsMessage<UsageError>(HasSubstr("clock 'gpu:0.25'")));
}

TEST(Experiment, says_what_is_wrong_with_a_file) {
  const auto fails_with = [](const std::string& text, const char* message) {
    EXPECT_THAT([&] { matches_of(parse_experiment(text)); }, ThrowsMessage<UsageError>(HasSubstr(message))) << text;
  };
  fails_with(with("seed = 7", "seed = "), "line 4");
  fails_with(with("seed = 7", "sede = 7"), "unknown key 'sede' (did you mean 'seed'?)");
  fails_with(with("title = \"A small one\"\n", ""), "the experiment: 'title' is missing, expected a text");
  fails_with(with("title = \"First\"\n", ""), "[[grid]] 1: 'title' is missing, expected a text");
  fails_with("title = \"x\"", "the experiment: 'players' is missing, expected a table of names and players");
  fails_with("title = \"x\"\n[players]", "the experiment: 'grid' is missing, expected one or more [[grid]]");
  fails_with("title = \"\"", "the experiment, 'title': expected a text");
  fails_with(with("k = 0.5", "k = 0.5\npaper_gmaes = 3"),
             "no player and no game uses 'paper_gmaes' (did you mean 'paper_games'?)");
  fails_with(with("{rave},k={k}", "{rave},k={kk}"), "[[grid]] 1: nothing is called 'kk'");
  fails_with(with("uct:iterations={n}", "{uct}"), "never ends");
  fails_with(with("games = 4", "games = 3"), "an even number");
  fails_with(with("paper = [50,", "paper = [40, 50,"), "a value for each of the 4 cells, not 5");
  fails_with(with("paper = [50,", "paper = [500,"), "a list of percentages");
  fails_with(with("x = \"n\"", "x = \"m\""), "the name of a variable");
  fails_with(with("b = [\"uct\", \"quick_rave\"]\n", ""), "[[grid]] 1: 'b' is missing, expected a player");
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
  MatchResult result;
  result.score = {.wins = 50, .draws = 0, .losses = 50};  // 40.4 to 59.6 %
  const auto word = [&](double rate, std::uint64_t games) {
    return compare(Published{.rate = rate, .games = games}, result).value().agreement;
  };
  EXPECT_EQ(word(0.5, 0), Agreement::open);  // too few games to say that they agree
  EXPECT_EQ(word(0.58, 0), Agreement::open);
  EXPECT_EQ(word(0.62, 0), Agreement::differs);
  EXPECT_EQ(word(0.60, 0), Agreement::differs);
  EXPECT_EQ(word(0.60, 600), Agreement::open);  // the published rate is not certain either
  EXPECT_EQ(word(0.62, 600), Agreement::differs);
  EXPECT_NEAR(compare(Published{.rate = 0.62, .games = 600}, result)->difference.p, 0.023175437823825296, 1e-12);
  EXPECT_EQ(compare(std::nullopt, result), std::nullopt);
  EXPECT_EQ(compare(Published{.rate = 0.5}, MatchResult{}), std::nullopt);
  result.score = {.wins = 300, .draws = 0, .losses = 300};
  EXPECT_EQ(word(0.5, 600), Agreement::agrees);
  EXPECT_EQ(word(0.53, 600), Agreement::open);
  // Who moves first wins: the same games as pairs tell more.
  result.pairs = {0, 0, 300, 0, 0};
  EXPECT_EQ(word(0.53, 600), Agreement::agrees);
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

  ExperimentGames games(experiment, matches);
  games.take_from(store);
  const auto results = games.results();
  ASSERT_EQ(results.size(), 6u);
  EXPECT_EQ(results[3].score.games(), 4u);
  EXPECT_EQ(results[5].score.games(), 0u);
  const ExperimentResult result{experiment, matches, results, {}};
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
  const Plot plot = plot_of(result);
  ASSERT_EQ(plot.panels.size(), 1u);  // the second has no x
  const PlotPanel& panel = plot.panels[0];
  EXPECT_EQ(panel.y_label, "wins of A, %");  // of two grids with different players
  EXPECT_THAT(panel.variables, ElementsAre("size", "b", "a", "k"));
  ASSERT_EQ(panel.series.size(), 2u);  // the third has neither games nor a published value
  EXPECT_THAT(panel.series[1].values, ElementsAre("3", "quick_rave", "{rave},k={k}", "0.5"));
  ASSERT_EQ(panel.series[1].points.size(), 2u);
  EXPECT_EQ(panel.series[1].points[1].x, 20);
  EXPECT_EQ(panel.series[1].points[1].y, results[3].score.rate());
  ASSERT_EQ(panel.series[1].published.size(), 1u);
  EXPECT_EQ(panel.series[1].published[0].y, 0.7);
  EXPECT_TRUE(panel.series[1].published[0].interval);
}

TEST(ExperimentPlot, names_the_players_and_puts_names_on_the_axis) {
  std::string text = with("x = \"n\"", "x = \"b\"\nlog = true");
  text.replace(text.find("a = \"{rave},k={k}\""), 18, "a = \"rave\"");
  text.replace(text.find("k = 0.5\n"), 8, "");
  const Experiment experiment = parse_experiment(text);
  const auto matches = matches_of(experiment);
  const std::vector<MatchResult> results(experiment.cells.size());
  const Plot plot = plot_of({experiment, matches, results, {}});
  const PlotPanel& panel = plot.panels.at(0);
  EXPECT_EQ(panel.y_label, "wins of rave, %");
  EXPECT_THAT(panel.x_names, ElementsAre("uct", "quick_rave"));
  EXPECT_FALSE(panel.has_log_axis);
  EXPECT_EQ(panel.series.at(0).points.size(), 0u);
  EXPECT_EQ(panel.series.at(0).published.at(0).y, 0.5);
}

TEST(ExperimentPlot, needs_an_axis) {
  const Experiment experiment = parse_experiment(with("x = \"n\"\n", ""));
  const auto matches = matches_of(experiment);
  const std::vector<MatchResult> results(experiment.cells.size());
  EXPECT_THAT(
      [&] {
        plot_of({experiment, matches, results, {}});
      },
      ThrowsMessage<UsageError>(HasSubstr("nothing to plot: no [[grid]] has an 'x'")));
}

/// A game that nobody need play.
GameRecord record_of(const Match& match, std::uint64_t number, std::uint64_t hash) {
  return {.number = number,
          .seed = match.seed_of(number),
          .plies = 9,
          .winner = 1,
          .ending = "ring",
          .hash = hash,
          .version = "1 test",
          .finished = 1};
}

TEST(ExperimentOwnGames, are_all_of_the_text_and_of_a_store_those_that_are_asked_for) {
  const Experiment experiment = parse_experiment(small_experiment);
  const auto matches = matches_of(experiment);
  Store store(":memory:");
  const MatchId id = store.add(matches[0]);
  const Match other({.game = "havannah:size=3", .a = "uct:iterations=5", .b = "uct:iterations=6"});
  for (std::uint64_t number = 0; number < 10; ++number) {
    store.finish(id, record_of(matches[0], number, number));
    store.finish(store.add(other), record_of(other, number, number));
  }
  ExperimentGames games(experiment, matches);
  games.take_from(store);
  EXPECT_EQ(games.results()[0].score.games(), 4u);
  EXPECT_TRUE(games.former().empty());
  EXPECT_EQ(store.matches().size(), 2u);  // a look at a store adds nothing to it

  // Its own text: every game, also those of another match, and no game is forgotten however often it is written.
  games.read(export_text(store, {id, store.add(other)}, ExportMoves::none));
  EXPECT_EQ(games.results()[0].score.games(), 10u);
  ASSERT_EQ(games.former().size(), 1u);
  EXPECT_EQ(games.former()[0].match.contest().b, other.contest().b);
  EXPECT_EQ(games.former()[0].result.score.games(), 10u);
  ExperimentGames again(experiment, matches);
  again.read(games.text());
  EXPECT_EQ(again.text(), games.text());
  const auto results = again.results();
  const auto former = again.former();
  const ExperimentResult result{experiment, matches, results, former};
  EXPECT_THAT(report_markdown(result),
              AllOf(HasSubstr("## No longer asked for"), HasSubstr("uct:iterations=6"), HasSubstr("(20 games).")));
  EXPECT_EQ(nlohmann::json::parse(report_json(result)).at("no_longer_asked_for").at(0).at("games"), 10);

  Store changed(":memory:");
  changed.finish(changed.add(matches[0]), record_of(matches[0], 0, 99));
  EXPECT_THAT([&] { again.take_from(changed); },
              ThrowsMessage<UsageError>(HasSubstr("the store holds another game 0 of")));
}

TEST(ExperimentReport, has_the_corrected_interval_where_it_is_asked_for) {
  const auto found = [](const std::string& text) {
    const Experiment experiment = parse_experiment(text);
    const auto matches = matches_of(experiment);
    std::vector<MatchResult> results(experiment.cells.size());
    results[1].score = {.wins = 81, .draws = 0, .losses = 182};
    const Match other({.game = "havannah:size=3", .a = "uct:iterations=5", .b = "uct:iterations=6"});
    const std::vector<FormerMatch> former{{other, results[1]}};
    const ExperimentResult result{experiment, matches, results, former};
    return std::array<std::string, 3>{report_markdown(result), report_csv(result), report_json(result)};
  };
  // 81 of 263 is an example of Newcombe 1998.
  const auto [report, csv, json] = found(with("seed = 7", "seed = 7\ncorrected = true"));
  EXPECT_THAT(report, AllOf(HasSubstr("| A wins % [95 %] | corrected [95 %] | games |"),
                            HasSubstr("| 30.8 [25.5, 36.6] | [25.4, 36.8] | 263 |"),
                            HasSubstr("| not run | | 0 of 4 |"), HasSubstr("with continuity correction")));
  EXPECT_THAT(csv, AllOf(HasSubstr(",a,b,corrected_low,corrected_high\n"), HasSubstr(",0.2535,0.3682\n")));
  const auto cells = nlohmann::json::parse(json).at("cells");
  EXPECT_NEAR(cells.at(1).at("corrected").at(0).get<double>(), 0.2535, 1e-4);
  EXPECT_EQ(cells.at(0).at("corrected"), nlohmann::json({0.0, 1.0}));
  for (const std::string& text : found(std::string(small_experiment))) EXPECT_THAT(text, Not(HasSubstr("corrected")));
}

TEST(ExperimentOwnGames, of_several_builds_are_told_by_their_cells) {
  const Experiment experiment = parse_experiment(small_experiment);
  const auto matches = matches_of(experiment);
  Store store(":memory:");
  const auto finish = [&](std::size_t match, std::uint64_t number, const std::string& version) {
    GameRecord game = record_of(matches[match], number, number);
    game.version = version;
    store.finish(store.add(matches[match]), game);
  };
  finish(0, 0, "1+a (bench 01234567)");
  finish(0, 1, "1+b (bench 01234567)");
  ExperimentGames games(experiment, matches);
  const auto report = [&] {
    games.take_from(store);
    return report_markdown({experiment, matches, games.results(), {}});
  };
  EXPECT_THAT(report(), Not(HasSubstr("several builds")));
  finish(0, 2, "1+c (bench 89abcdef)");
  EXPECT_THAT(report(), AllOf(HasSubstr("## By several builds"),
                              HasSubstr(label_of(experiment, 0) + " | bench 01234567: 2, bench 89abcdef: 1 |\n")));
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

constexpr std::string_view experiment_of_three = R"(
title = "Three"
[players]
weak = "flat:iterations=1"
[[grid]]
title = "Table"
game = "cards3:max_plies={plies}"
plies = 40
a = "flat:iterations=8"
b = "weak"
c = ["weak", "uct:iterations=2"]
games = 6
paper = [50, nan]
[[grid]]
title = "Two"
game = "havannah:size=3"
a = "weak"
b = "rave:iterations={c}"
c = [2, 3]
games = 2
)";

TEST_F(ExperimentRun, seats_three) {
  const Experiment experiment = parse_experiment(experiment_of_three);
  ASSERT_EQ(experiment.cells.size(), 4u);
  EXPECT_EQ(experiment.cells[0].match.c, "flat:iterations=1");
  EXPECT_EQ(experiment.cells[1].match.c, "uct:iterations=2");
  EXPECT_EQ(experiment.cells[2].players(), 2);  // there c is a variable that the players use
  EXPECT_EQ(quick_games(600, 3), 60u);
  EXPECT_EQ(quick_games(60, 3), 12u);
  EXPECT_EQ(quick_games(6, 3), 6u);
  std::string odd(experiment_of_three);
  odd.replace(odd.find("games = 6"), 9, "games = 8");
  EXPECT_THAT([&] { parse_experiment(odd); }, ThrowsMessage<UsageError>(HasSubstr("a multiple of six")));

  const auto matches = matches_of(experiment);
  Store store(folder_ + "/store");
  RunControl control;
  RunSettings settings{.order = Order::in_turn, .concurrency = 1};
  settings.games = {6, 2, 2};
  run_matches({matches[0], matches[2], matches[3]}, settings, store, control, {});
  ExperimentGames games(experiment, matches);
  games.take_from(store);
  const auto results = games.results();
  const ExperimentResult result{experiment, matches, results, {}};
  ASSERT_EQ(results[0].shares.size(), 3u);
  EXPECT_THAT(
      report_markdown(result),
      AllOf(HasSubstr("| c | paper % | A's points % [95 %] | B's | C's | games | above the paper [95 %] | p | |\n"),
            HasSubstr("| uct:iterations=2 | | not run | | | 0 of 6 | | | |\n"),
            HasSubstr("| c | A wins % [95 %] | games |\n"), HasSubstr("of three players the sixes")));
  const auto json = nlohmann::json::parse(report_json(result));
  EXPECT_EQ(json["cells"][0]["shares"].size(), 3u);
  EXPECT_THAT(json["cells"][0]["c"].get<std::string>(), HasSubstr("flat:iterations=1"));
  EXPECT_DOUBLE_EQ(json["cells"][0]["rate"], results[0].shares[0].rate());
  EXPECT_FALSE(json["cells"][2].contains("shares"));
  const std::string csv = report_csv(result);
  EXPECT_THAT(csv, HasSubstr(",game,a,b,c,rate_b,low_b,high_b,rate_c,low_c,high_c\n"));

  // The games of the text alone say the same.
  ExperimentGames again(experiment, matches);
  again.read(games.text());
  EXPECT_EQ(again.results()[0].shares[1].sixths, results[0].shares[1].sixths);
}

TEST_F(ExperimentRun, has_interrupted_games_in_a_column_of_their_own) {
  const Experiment experiment = parse_experiment(R"(
title = "Short games"
[players]
weak = "random:decisive=true"
[[grid]]
title = "Table"
game = "havannah:size=3"
a = "weak"
b = "flat:iterations={n}"
n = [5, 6]
games = 20
max_plies = 9
)");
  EXPECT_EQ(experiment.cells[0].match.adjudication.max_plies, 9u);
  const auto matches = matches_of(experiment);
  Store store(folder_ + "/store");
  RunControl control;
  run_matches({matches[0]}, {.rules = {.games = 20}, .concurrency = 1}, store, control, {});
  ExperimentGames games(experiment, matches);
  games.take_from(store);
  const auto results = games.results();
  const MatchResult& result = results[0];
  // All that were neither won nor lost by then: nine plies do not fill the board.
  EXPECT_EQ(result.interrupted.games(), result.score.draws);
  EXPECT_EQ(result.interrupted.games(), result.endings.at("length").games());
  EXPECT_EQ(result.interrupted.plies, 9 * result.score.draws);
  EXPECT_EQ(result.interrupted.as_first, result.as_first.draws);
  ASSERT_GT(result.score.draws, 0u);
  ASSERT_LT(result.score.draws, 20u);
  const double plies = static_cast<double>(result.plies - result.interrupted.plies) /
                       static_cast<double>(20 - result.interrupted.games());
  const std::string report = report_markdown({experiment, matches, results, {}});
  EXPECT_THAT(report, AllOf(HasSubstr("| interrupted at | n | first to move | A won %"), HasSubstr("| 9 | 5 | A |"),
                            HasSubstr("| 9 | 5 | B |"),
                            HasSubstr(fmt::format(" 0.0 | {:.1f} | 20 | {:.1f} |",
                                                  5.0 * static_cast<double>(result.score.draws), plies)),
                            Not(HasSubstr("| 9 | 6 |"))));
}

TEST(Experiments, of_the_repository_can_be_run) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(BANYAN_SOURCE_DIR "/experiments")) {
    if (entry.path().extension() != ".toml") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    ++files;
    SCOPED_TRACE(entry.path().string());
    // Whose games are kept for years is not called by a name that may come to mean another player.
    const auto expect_algorithm = [](const Spec& spec) { EXPECT_EQ(resolve_player(spec).name, spec.name); };
    if (has_problems(text)) {
      const Problems problems = parse_problems(text);
      EXPECT_FALSE(problems.cells.empty());
      for (const auto& [name, player] : problems.players) {
        const std::size_t end = player.find(':');
        if (end != std::string::npos) expect_algorithm(parse_spec(player.substr(0, end)));  // else a part of others
      }
      continue;
    }
    if (is_survey(text)) {
      const Survey survey = parse_survey(text);
      EXPECT_FALSE(survey.cells.empty());
      for (const SurveyCell& cell : survey.cells) expect_algorithm(cell.search.algorithm);
      continue;
    }
    const Experiment experiment = parse_experiment(text);
    EXPECT_EQ(matches_of(experiment).size(), experiment.cells.size());
    for (const Cell& cell : experiment.cells) {
      for (const std::string& player : {cell.match.a, cell.match.b}) expect_algorithm(parse_spec(player));
    }
  }
  EXPECT_GE(files, 6);
}

}  // namespace
}  // namespace banyan
