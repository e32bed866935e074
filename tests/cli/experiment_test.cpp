// SPDX-License-Identifier: MIT
// Experiments and the tuner from outside: they go on where they were stopped, also from the text alone.
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

constexpr std::string_view experiment = R"(
title = "Small"
[players]
rave = "rave:iterations=200,reuse={reuse}"
uct = "uct:iterations={n}"
[[grid]]
title = "By iterations"
x = "n"
game = "havannah:size=4"
a = "rave"
b = "uct"
reuse = true
n = [100, 200, 300]
games = 100
paper = [90, nan, 1]
paper_games = 100
)";

class CliExperiment : public FolderTest {
 protected:
  void SetUp() override {
    FolderTest::SetUp();
    std::ofstream(path("small.toml")) << experiment;
  }

  Words command(const std::string& action, const std::string& store, const Words& more = {}) const {
    Words words{"experiment", action, path("small.toml"), "--store", path(store)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// The games of results/small.games, without clocks and dates.
  std::string games() const {
    std::istringstream lines(content("results/small.games"));
    std::string all;
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> fields;
      std::istringstream parts(line);
      for (std::string field; std::getline(parts, field, '\t');) fields.push_back(field);
      for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i != 6 && i != 7 && i != 9) all += fields[i] + '\t';
      }
      all += '\n';
    }
    return all;
  }
};

TEST_F(CliExperiment, goes_on_from_the_text_alone) {
  EXPECT_THAT(output(command("status", "first")), HasSubstr("0 of 300 games\n"));
  EXPECT_THAT(output(command("run", "whole", {"--quick", "--concurrency", "2"})),
              AllOf(HasSubstr("10/10"), HasSubstr("30 of 30 games\n")));
  const std::string quick = games(), report = content("results/small.md");
  EXPECT_THAT(report, AllOf(HasSubstr("| 100 | 90.0 |"), HasSubstr("10 of 100 |")));

  // Another clone has the text and no store: nothing is played again, and the result is the same.
  EXPECT_THAT(output(command("status", "clone", {"--quick"})), HasSubstr("30 of 30 games\n"));
  output(command("run", "clone", {"--quick"}));
  EXPECT_EQ(games(), quick);
  EXPECT_EQ(output(command("report", "clone")), report);
  EXPECT_EQ(content("results/small.md"), report);
  EXPECT_EQ(Json::parse(content("results/small.json")).at("cells").size(), 3u);
  EXPECT_THAT(content("results/small.csv"), HasSubstr("\"n=100\",10,100,"));
}

TEST_F(CliExperiment, keeps_the_games_that_its_file_no_longer_asks_for) {
  output(command("run", "s", {"--quick", "--concurrency", "2"}));
  const std::string all = content("results/small.games"), report = content("results/small.md");
  std::string fewer(experiment);
  fewer.replace(fewer.find("[100, 200, 300]"), 15, "[100]");
  fewer.replace(fewer.find("[90, nan, 1]"), 12, "[90]");
  std::ofstream(path("small.toml")) << fewer;
  EXPECT_THAT(output(command("report", "s")),
              AllOf(HasSubstr("## No longer asked for"), HasSubstr("uct:iterations=300,")));
  EXPECT_EQ(content("results/small.games"), all);
  EXPECT_THAT(output(command("run", "s", {"--quick"})), HasSubstr("10 of 10 games\n"));
  EXPECT_EQ(content("results/small.games"), all);

  // The store is lost and the file restored: everything is there.
  std::filesystem::remove(path("s"));
  std::ofstream(path("small.toml")) << experiment;
  EXPECT_THAT(output(command("status", "s", {"--quick"})), HasSubstr("30 of 30 games\n"));
  EXPECT_EQ(output(command("report", "s")), report);
  EXPECT_EQ(content("results/small.games"), all);
}

TEST_F(CliExperiment, takes_from_a_shared_store_what_it_asks_for) {
  const auto lines = [&](const std::string& file) {
    std::istringstream text(content(file));
    int games = 0;
    for (std::string line; std::getline(text, line);) games += line.find('\t') != std::string::npos ? 1 : 0;
    return games;
  };
  output(command("run", "s", {"--quick"}));  // ten games a cell
  std::string four(experiment);
  four.replace(four.find("games = 100"), 11, "games = 4");
  std::ofstream(path("four.toml")) << four;
  const Words report{"experiment", "report", path("four.toml"), "--store", path("s")};
  EXPECT_THAT(output(report), HasSubstr("(12 games)."));
  EXPECT_EQ(lines("results/four.games"), 12);
  // What stands in its own text counts, however many games there are.
  std::filesystem::copy_file(path("results/small.games"), path("results/four.games"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THAT(output(report), AllOf(HasSubstr("| 10 |"), HasSubstr("(30 games).")));
  EXPECT_EQ(lines("results/four.games"), 30);
}

TEST_F(CliExperiment, creates_nothing_when_it_is_looked_at) {
  const Setting here{.launcher = {"/usr/bin/env", "-C", folder_}};
  const auto names = [&] {
    Words all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
  };
  EXPECT_THAT(output({"experiment", "status", "small.toml"}, here), HasSubstr("0 of 300 games\n"));
  EXPECT_EQ(names(), Words{path("small.toml")});
  // A report is written, and no store.
  output({"experiment", "report", "small.toml"}, here);
  EXPECT_EQ(names(), (Words{path("results"), path("results/small.csv"), path("results/small.games"),
                            path("results/small.json"), path("results/small.md"), path("small.toml")}));
}

TEST_F(CliExperiment, goes_on_with_a_store_that_was_only_just_made) {
  std::ofstream(path("games.db")).close();
  const Words words{"--store", path("games.db")};
  EXPECT_THAT(output({"experiment", "status", path("small.toml"), words[0], words[1]}), HasSubstr("0 of 300 games\n"));
}

/// The committed results are what `report` makes of the committed games.
TEST_F(CliExperiment, reports_of_the_repository_are_those_of_its_games) {
  namespace fs = std::filesystem;
  const auto games_of = [](const std::string& text) {
    std::istringstream all(text);
    Words games;
    for (std::string line; std::getline(all, line);) {
      if (line.find('\t') != std::string::npos) games.push_back(line);
    }
    return games;
  };
  fs::copy(BANYAN_SOURCE_DIR "/experiments", path("copy"), fs::copy_options::recursive);
  for (const auto& entry : fs::directory_iterator(path("copy"))) {
    if (entry.path().extension() != ".toml") continue;
    const std::string base = "copy/results/" + entry.path().stem().string();
    const Words report{"experiment", "report", entry.path(), "--store", path("none")};
    const auto contents = [&] {
      Words all;
      for (const char* end : {".games", ".md", ".csv", ".json", ".jsonl"}) all.push_back(content(base + end));
      return all;
    };
    const Words before = contents();
    output(report);
    const Words after = contents();
    EXPECT_EQ(games_of(after[0]), games_of(before[0])) << base;
    EXPECT_EQ(after[1], before[1]) << base << ".md";
    EXPECT_EQ(after[4], before[4]) << base << ".jsonl";
    if (after == before) continue;
    // A parameter that a later version has added stands in some of the files now; that is all there is to change.
    output(report);
    EXPECT_EQ(contents(), after) << base;
  }
}

TEST_F(CliExperiment, survives_being_interrupted_and_killed) {
  output(command("run", "whole", {"--quick"}));
  const std::string expected = games();
  std::filesystem::remove_all(path("results"));
  const auto interrupt = [](int pid) {
    wait_until_it_handles(pid, SIGINT);
    kill(pid, SIGINT);
  };
  const Outcome outcome = run(command("run", "part"), {.meanwhile = interrupt});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("interrupted; what was played is in"));
  EXPECT_TRUE(std::filesystem::exists(path("results/small.games")));
  const auto strike = [&](int pid) {
    usleep(200'000);
    kill(pid, SIGKILL);
  };
  EXPECT_EQ(run(command("run", "part"), {.meanwhile = strike}).status, 128 + SIGKILL);
  output(command("run", "part", {"--quick"}));
  // It has more games than the quick run, and among them all of that, the same.
  const std::string resumed = games();
  std::istringstream lines(expected);
  int found = 0;
  for (std::string line; std::getline(lines, line); ++found) EXPECT_THAT(resumed, HasSubstr(line + '\n'));
  EXPECT_GT(found, 30);
}

TEST_F(CliExperiment, ends_when_its_time_is_up) {
  EXPECT_THAT(output(command("run", "s", {"--minutes", "0.0001"})), Not(HasSubstr("300 of 300")));
}

TEST_F(CliExperiment, plots_with_gnuplot_or_says_that_it_is_missing) {
  output(command("run", "s", {"--quick"}));
  const Outcome missing = run(command("plot", "s"), {.environment = {"PATH=/nonexistent"}});
  EXPECT_EQ(missing.status, 1);
  EXPECT_THAT(missing.err, HasSubstr("plots need gnuplot"));
  output(command("plot", "s"));
  EXPECT_THAT(content("results/small.svg"), HasSubstr("<svg"));
  EXPECT_EQ(content("results/small.png").substr(1, 3), "PNG");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path("results"))) files += entry.is_regular_file();
  EXPECT_EQ(files, 6u);  // games, md, csv, json, svg, png
}

TEST_F(CliExperiment, draws_what_was_committed) {
  namespace fs = std::filesystem;
  fs::copy(BANYAN_SOURCE_DIR "/experiments", path("all"), fs::copy_options::recursive);
  int drawn = 0;
  for (const auto& entry : fs::directory_iterator(path("all"))) {
    if (entry.path().extension() != ".toml") continue;
    const fs::path base = entry.path().parent_path() / "results" / entry.path().stem();
    fs::remove(base.string() + ".svg");
    fs::remove(base.string() + ".png");
    const Outcome outcome = run({"experiment", "plot", entry.path().string(), "--store", path("s")});
    if (outcome.status == 2) {
      EXPECT_THAT(outcome.err, HasSubstr("there is nothing to plot")) << entry.path();
      continue;
    }
    EXPECT_EQ(outcome.status, 0) << entry.path();
    EXPECT_EQ(outcome.err, "") << entry.path();  // gnuplot's warnings
    std::ifstream file(base.string() + ".svg");
    const std::string svg{std::istreambuf_iterator<char>(file), {}};
    EXPECT_THAT(svg, AllOf(HasSubstr("</svg>"), Not(HasSubstr("e+0")))) << entry.path();
    EXPECT_LT(fs::file_size(base.string() + ".png"), 150'000u) << entry.path();
    ++drawn;
  }
  EXPECT_GE(drawn, 9);
}

TEST_F(CliExperiment, runs_nothing_that_stands_in_a_title) {
  output(command("run", "s", {"--quick"}));
  std::string text(experiment);
  text.replace(text.find("By iterations"), 13, "`touch " + path("made") + "`");
  std::ofstream(path("small.toml")) << text;
  output(command("plot", "s"));
  EXPECT_FALSE(std::filesystem::exists(path("made")));
  EXPECT_THAT(content("results/small.svg"), HasSubstr("`touch "));
}

TEST_F(CliExperiment, explains_what_it_cannot_do) {
  const Outcome action = run(command("rnu", "s"));
  EXPECT_EQ(action.status, 2);
  EXPECT_THAT(action.err, HasSubstr("expected run, status, report or plot"));
  std::ofstream(path("small.toml")) << "title = \"x\"\n";
  const Outcome broken = run(command("run", "s"));
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("small.toml', the experiment: 'players' is missing, expected a table"));
}

class CliTune : public CliExperiment {
 protected:
  /// Four points, the worst of which has a tenth of the iterations.
  Words tune(const std::string& store) const {
    return {"tune",
            "--game",
            "havannah",
            "--size",
            "4",
            "--player",
            "rave:r=50",
            "--over",
            "k=0|0.5,iterations=20|200",
            "--against",
            "rave:iterations=100",
            "--games",
            "80",
            "--concurrency",
            "2",
            "--store",
            path(store),
            "--json"};
  }
};

TEST_F(CliTune, finds_the_better_budget_and_goes_on_where_it_was_stopped) {
  const Json whole = Json::parse(output(tune("whole")));
  EXPECT_TRUE(whole.at("over"));
  EXPECT_THAT(whole.at("best").get<std::string>(), HasSubstr("iterations=200"));
  EXPECT_EQ(whole.at("points").size(), 4u);
  EXPECT_EQ(whole.at("points").at(0).at("rounds"), 2);
  EXPECT_EQ(whole.at("points").at(0).at("games"), 30);

  const auto strike = [](int pid) {
    usleep(150'000);
    kill(pid, SIGKILL);
  };
  run(tune("part"), {.meanwhile = strike});
  EXPECT_EQ(Json::parse(output(tune("part"))), whole);
  // All games are there: the third time nothing is played.
  output({"store", "export", path("before"), "--store", path("part")});
  EXPECT_EQ(Json::parse(output(tune("part"))), whole);
  output({"store", "export", path("after"), "--store", path("part")});
  EXPECT_EQ(content("before"), content("after"));
}

TEST_F(CliTune, explains_what_it_cannot_do) {
  const auto error = [](const Words& more) {
    Words words{"tune", "--game", "havannah", "--size", "4"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    return outcome.err;
  };
  EXPECT_THAT(error({}), HasSubstr("tune what?"));
  EXPECT_THAT(error({"--player", "rave", "--over", "r"}), HasSubstr("too wide for a grid; say r=LOW:HIGH"));
  EXPECT_THAT(error({"--player", "rave", "--over", "r=1:9", "--games", "4"}), HasSubstr("5 points need 30 at least"));
  EXPECT_THAT(error({"--player", "rvae", "--over", "r=1:9"}), HasSubstr("did you mean 'rave'?"));
}

TEST_F(CliExperiment, runs_searches_and_goes_on_where_it_was_stopped) {
  std::ofstream(path("searches.toml")) << R"(
title = "Searches"
[[search]]
title = "By threads"
x = "playouts"
game = "samegame"
algorithm = "nrpa:level=2,n=5"
threads = [1, 2]
parallel = "leaf-shared"
runs = 3
[[search]]
title = "The same once more"
x = "seconds"
game = "samegame"
algorithm = "nrpa:level=2,n=5"
threads = [1, 2]
parallel = "leaf-shared"
runs = 3
)";
  const auto command = [&](const std::string& action) { return Words{"experiment", action, path("searches.toml")}; };
  EXPECT_THAT(output(command("status")), HasSubstr("0 of 6 runs\n"));
  EXPECT_THAT(output(command("run")), HasSubstr("6 of 6 runs\n"));
  const std::string runs = content("results/searches.jsonl");
  EXPECT_THAT(content("results/searches.md"),
              AllOf(HasSubstr("# Searches"), HasSubstr("| 1 |"), HasSubstr("| 2 |"), HasSubstr("(6 runs).")));
  EXPECT_THAT(output(command("run")), HasSubstr("6 of 6 runs\n"));
  EXPECT_EQ(content("results/searches.jsonl"), runs);
  // One line is lost, and its run is run again.
  std::ofstream(path("results/searches.jsonl")) << runs.substr(runs.find('\n') + 1);
  EXPECT_THAT(output(command("status")), HasSubstr("5 of 6 runs\n"));
  output(command("run"));
  const auto score = [](const std::string& line) { return Json::parse(line.substr(0, line.find('\n')))["score"]; };
  const std::string again = content("results/searches.jsonl");
  EXPECT_EQ(score(again.substr(again.rfind('\n', again.size() - 2) + 1)), score(runs));
  EXPECT_EQ(output(command("report")), content("results/searches.md"));
  std::ofstream(path("results/searches.jsonl")) << "{";
  EXPECT_THAT(run(command("report")).err, HasSubstr("line 1: not a run of a survey"));
}

}  // namespace
}  // namespace banyan::testing
