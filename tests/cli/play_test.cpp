// SPDX-License-Identifier: MIT
// banyan play, and what it shares with search: seeds, saved games, seats, points, and what terminals can show.
#include <gmock/gmock.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class CliPlay : public FolderTest {
 protected:
  static Json read(const std::string& file) { return Json::parse(std::ifstream(file)); }
};

/// Every line that begins so.
std::vector<std::string> lines_with(const std::string& text, const std::string& beginning) {
  std::vector<std::string> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(beginning)) all.push_back(line);
  }
  return all;
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

// ---- Seeds and saved games ----

TEST_F(CliPlay, draws_a_seed_and_tells_it) {
  const std::string first = output({"play", "cards"});
  const std::string second = output({"play", "cards"});
  const auto seed = lines_with(first, "seed: ");
  ASSERT_EQ(seed.size(), 1u);
  EXPECT_NE(seed, lines_with(second, "seed: "));
  EXPECT_NE(lines_with(first, "chance: "), lines_with(second, "chance: "));
  EXPECT_EQ(output({"play", "cards", "--seed", seed[0].substr(6)}), first);
  EXPECT_THAT(refusal({"play", "cards", "--seed", "x"}), HasSubstr("--seed x: expected a whole number in 0.."));
}

TEST_F(CliPlay, goes_on_with_players_and_cards_of_the_saved_game) {
  const std::string file = path("game.json");
  const Words begin{"play", "cards", "--black", "expectiminimax:depth=1", "--seed", "5"};
  const std::string whole = output(begin, {.input = "pass\npass\npass\nquit\n"});
  output(begin, {.input = "pass\nsave " + file + "\nquit\n"});
  const Json saved = read(file);
  EXPECT_EQ(saved["version"], 2);
  EXPECT_EQ(saved["seed"], 5);
  EXPECT_EQ(saved["players"][0]["player"], "human");
  EXPECT_EQ(saved["players"][1]["player"], "expectiminimax:depth=1");
  EXPECT_GE(saved["players"][1]["seconds"], 0);
  EXPECT_EQ(saved["result"], nullptr);

  const std::string rest = output({"play", "--load", file}, {.input = "pass\npass\nquit\n"});
  EXPECT_THAT(rest, AllOf(HasSubstr("White ●: human\n"), HasSubstr("Black ○: expectiminimax:depth=1\n"),
                          HasSubstr("\nseed: 5\n")));
  auto chance = lines_with(whole, "chance: ");
  const auto later = lines_with(rest, "chance: ");
  ASSERT_GE(later.size(), 2u);
  ASSERT_GT(chance.size(), later.size());
  chance.erase(chance.begin(), chance.end() - static_cast<std::ptrdiff_t>(later.size()));
  EXPECT_EQ(later, chance);

  // A file is loaded in the same way while playing, and the command line overrules it.
  EXPECT_THAT(output({"play", "havannah:size=3"}, {.input = "load " + file + "\n"}),
              AllOf(HasSubstr("Black ○: expectiminimax:depth=1\n"), HasSubstr("\nseed: 5\n")));
  EXPECT_THAT(output({"play", "--load", file, "--black", "human", "--seed", "6"}),
              AllOf(HasSubstr("Black ○: human\n"), HasSubstr("\nseed: 6\n")));
}

TEST_F(CliPlay, says_which_player_of_a_file_cannot_play) {
  const std::string file = path("game.json");
  std::ofstream(file) << R"({"version":2,"game":"havannah","options":"size=3","moves":[],)"
                         R"("players":[{"player":"human"},{"player":"rove"}]})";
  EXPECT_THAT(refusal({"play", "--load", file}), AllOf(HasSubstr("player 2 of the saved game: "),
                                                       HasSubstr("did you mean 'rave'?"), HasSubstr("--black")));
  EXPECT_THAT(output({"play", "--load", file, "--black", "human"}), HasSubstr("Black ○: human\n"));
}

TEST_F(CliPlay, goes_on_with_games_of_the_first_version) {
  const std::string folder = BANYAN_SOURCE_DIR "/tests/golden/saves/";
  EXPECT_THAT(output({"play", "--load", folder + "v1_havannah.json"}),
              HasSubstr("White ● wins with a bridge at move 5.\n"));
  EXPECT_THAT(output({"play", "--load", folder + "v1_cards.json", "--black", "human"}, {.input = "pass\n"}),
              AllOf(HasSubstr("cards start_hp=20\n"), HasSubstr("6/6/6")));
}

TEST_F(CliPlay, a_resigned_game_can_be_saved_and_taken_back) {
  const std::string file = path("game.json");
  const std::string text = output({"play", "havannah:size=4", "--black", "human"},
                                  {.input = "d4\nresign\ne5\nresign\nredo\nsave " + file + "\nquit\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("Black ○ resigns; White ● wins.\n"), HasSubstr("'e5': the game is over"),
                          HasSubstr("Saved to ")));
  const Json saved = read(file);
  EXPECT_EQ(saved["result"]["winner"], 1);
  EXPECT_EQ(saved["result"]["resigned"], 2);
  EXPECT_EQ(saved["result"]["how"], Json({"resignation"}));
  const std::string again = output({"play", "--load", file}, {.input = "undo\ne5\n"});
  EXPECT_THAT(again, AllOf(HasSubstr("Black ○ resigns; White ● wins.\n"), HasSubstr("Took back the resignation."),
                           HasSubstr("[○]")));
  EXPECT_THAT(output({"play", "--load", file, "--moves", "e5"}), Not(HasSubstr("resigns")));
}

TEST_F(CliPlay, shows_where_a_piece_of_hive_can_go) {
  const Words words{"play", "hive", "--moves", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-", "--black", "human"};
  const std::string text = output(words, {.input = "wQ\n2\nbA1\nwQ\n99\nboard\n1\n"});
  EXPECT_THAT(text, HasSubstr("   1  wQ "));
  EXPECT_THAT(text, HasSubstr("   2  wQ "));
  EXPECT_THAT(text, HasSubstr("   1  bA1 "));                            // after the queen has moved
  EXPECT_THAT(text, HasSubstr("'wQ': "));                                // not Black's to move
  EXPECT_THAT(text, HasSubstr("'99': "));                                // asks for nothing that was shown
  EXPECT_THAT(output(words, {.input = "moves\n"}), HasSubstr("; wQ "));  // moves have spaces
  EXPECT_THAT(output(words, {.input = "wQ\n7\n"}), HasSubstr("expected a number in 1.."));
}

TEST_F(CliPlay, saves_and_loads_game_strings_of_hive) {
  const std::string file = path("game.uhp"), json = path("game.json");
  const std::string moves = "wS1;bS1 wS1-;wQ -wS1";
  output({"play", "hive:expansions=M+P", "--moves", moves, "--black", "human"},
         {.input = "save " + file + "\nsave " + json + "\n"});
  EXPECT_EQ(content("game.uhp"), "Base+MP;InProgress;Black[2];" + moves + "\n");
  for (const std::string& saved : {file, json}) {
    EXPECT_THAT(output({"play", "--load", saved, "--black", "human"}, {.input = "bQ bS1-\nsave " + file + "2.uhp\n"}),
                HasSubstr("hive expansions=M+P"));
    EXPECT_EQ(content("game.uhp2.uhp"), "Base+MP;InProgress;White[3];" + moves + ";bQ bS1-\n");
  }
  EXPECT_THAT(output({"play", "hive", "--black", "human"}, {.input = "load " + file + "\n"}),
              HasSubstr("hive expansions=M+P"));
  write_file("bad.uhp", "Base;InProgress;White[2];wS1;bS2 wS1-\n");
  EXPECT_THAT(refusal({"play", "--load", path("bad.uhp")}), HasSubstr("move 2 'bS2 wS1-'"));
  EXPECT_THAT(output({"play", "havannah:size=3", "--black", "human"}, {.input = "save " + path("h.uhp") + "\n"}),
              HasSubstr("havannah cannot be written as uhp"));
}

// ---- Seats ----

TEST_F(CliPlay, seats_three) {
  const std::string file = path("three.json");
  const std::string player = "best_reply:depth=1";
  const Words words{"play", "cards3", "--second", player, "--third", "human", "--seed", "2"};
  const std::string text = output(words, {.input = "pass\nsave " + file + "\npass\nresign\nquit\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("player 1: human\nplayer 2: best_reply:depth=1\nplayer 3: human\n"),
                          HasSubstr("> player 1"), HasSubstr("> player 3"), HasSubstr("player 2 plays "),
                          HasSubstr("player 1 resigns; nobody wins.\n")));
  const Json saved = read(file);
  EXPECT_EQ(saved["players"].size(), 3u);
  EXPECT_EQ(saved["players"][2]["player"], "human");
  EXPECT_THAT(output({"play", "--load", file}, {.input = "pass\n"}),
              AllOf(HasSubstr("player 2: best_reply:depth=1\nplayer 3: human\n"), HasSubstr("> player 3")));
  const std::string quick = "uct:iterations=20";
  EXPECT_THAT(
      output({"play", "cards3:start_hp=5", "--white", quick, "--black", quick, "--third", quick, "--seed", "1"}),
      AllOf(HasSubstr("player 2 plays "), HasSubstr(" wins with a knockout at move ")));
}

TEST_F(CliPlay, has_no_seats_without_players) {
  EXPECT_THAT(refusal({"play", "havannah", "--third", "human"}), HasSubstr("--third: havannah is for 2 players"));
  EXPECT_THAT(refusal({"play", "samegame", "--black", "human"}), HasSubstr("--black: samegame is for one player"));
}

// ---- Points ----

TEST_F(CliPlay, shows_points_where_there_are_points) {
  const std::string game = "samegame:cells=0110/0110";
  const std::string text = output({"play", game}, {.input = "hint\nb0\na0\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("Score so far: 0.\n"), HasSubstr("Score so far: 4.\n"), HasSubstr("1008 points"),
                          HasSubstr("The end. Score: 1008.\n"), Not(HasSubstr(" %"))));
  EXPECT_THAT(output({"search", game, "--moves", "b0", "--player", "uct:iterations=50"}),
              AllOf(HasSubstr("score       4 so far\n"), HasSubstr("value       1008 points\n"), Not(HasSubstr(" %")),
                    Not(HasSubstr("for player"))));
  const Json json = Json::parse(output({"search", game, "--player", "uct:iterations=50", "--json"}));
  EXPECT_NEAR(json["score"].get<double>(), 1008, 1e-6);
  for (const Json& move : json["moves"]) EXPECT_NEAR(move["score"].get<double>(), 1006, 2 + 1e-6);
  EXPECT_EQ(Json::parse(output({"search", "havannah:size=3", "--player", "flat:iterations=50", "--json"}))["score"],
            nullptr);
}

TEST_F(CliPlay, says_when_memory_is_used_up) {
  const std::string small = "rave:iterations=5000,memory=1";
  EXPECT_THAT(output({"search", "havannah:size=10", "--player", small}), HasSubstr("memory      used up"));
  EXPECT_EQ(Json::parse(output({"search", "havannah:size=10", "--player", small, "--json"}))["memory_full"], true);
  EXPECT_THAT(output({"play", "havannah:size=10", "--white", small, "--seed", "1"}),
              HasSubstr(" visits, memory used up"));
  EXPECT_THAT(output({"search", "havannah:size=10", "--player", "rave:iterations=100"}), Not(HasSubstr("used up")));
}

// ---- Terminals ----

TEST_F(CliPlay, draws_in_ascii_when_asked) {
  const std::string board =
      output({"play", "havannah:size=3", "--black", "flat:iterations=50", "--ascii", "--seed", "1"},
             {.input = "a1\nhint\nresign\nsave " + path("ä.json") + "\n"});
  EXPECT_TRUE(is_ascii(board)) << board;
  EXPECT_THAT(board, AllOf(HasSubstr("White @: human"), HasSubstr("a [@]. ."), HasSubstr("[O]"), HasSubstr("(.)"),
                           HasSubstr("Black O wins.")));
  for (const char* game : {"samegame", "cards", "cards3", "havannah:size=12"}) {
    EXPECT_TRUE(is_ascii(output({"play", game, "--ascii"}))) << game;
    EXPECT_TRUE(is_ascii(output({"search", game, "--ascii", "--player", "uct:iterations=50"}))) << game;
  }
  EXPECT_TRUE(is_ascii(output(
      {"search", "havannah:size=4", "--ascii", "--show", "pruned", "--player", "rave:playout=ppr,iterations=500"})));
}

TEST_F(CliPlay, search_marks_what_playouts_avoid) {
  Words words{"search", "havannah:size=4", "--show", "pruned", "--player", "rave:playout=ppr,ppr_tw=1,iterations=500"};
  EXPECT_THAT(output(words), ::testing::ContainsRegex("pruned      [1-9][0-9]* moves, marked x\n"));
  words.back() = "uct:iterations=50";
  EXPECT_THAT(output(words), HasSubstr("pruned      0 moves, marked x\n"));
  words[3] = "all";
  EXPECT_THAT(refusal(words), HasSubstr("--show: expected pruned, not 'all'"));
}

TEST_F(CliPlay, draws_in_ascii_on_terminals_without_utf8) {
  const Words words{"play", "havannah:size=3", "--black", "flat:iterations=50", "--seed", "1"};
  const auto shown = [&](const Words& locale) {
    Setting setting{.input = "c3\nquit\n", .environment = {"TERM=xterm", "NO_COLOR=", "LC_ALL=", "LC_CTYPE=", "LANG="}};
    setting.environment.insert(setting.environment.end(), locale.begin(), locale.end());
    return run_on_terminal(words, setting).out;
  };
  EXPECT_TRUE(is_ascii(shown({"LC_ALL=C"})));
  EXPECT_TRUE(is_ascii(shown({})));
  EXPECT_THAT(shown({"LC_ALL=C"}), HasSubstr("@"));
  EXPECT_THAT(shown({"LANG=C.UTF-8"}), HasSubstr("●"));
  EXPECT_THAT(shown({"LANG=xx_XX.UTF-8"}), HasSubstr("●"));  // a locale that is not installed
  EXPECT_TRUE(is_ascii(shown({"LANG=C.UTF-8", "LC_ALL=POSIX"})));
  // What is no terminal gets UTF-8.
  EXPECT_THAT(output(words, {.environment = {"LC_ALL=C"}}), HasSubstr("●"));
}

#ifdef BANYAN_LIBEDIT
TEST_F(CliPlay, lines_can_be_edited_repeated_and_completed) {
  const Words words{"play", "havannah:size=3", "--black", "human"};
  const auto typed = [&](const std::string& keys) {
    const Outcome outcome =
        run_on_terminal(words, {.input = keys, .environment = {"TERM=xterm", "NO_COLOR=1", "LC_ALL=C.UTF-8"}});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(outcome.echoes);
    return outcome.out;
  };
  EXPECT_THAT(typed("3\x01"
                    "c\nquit\n"),
              HasSubstr("[●]"));                                                      // Ctrl-A
  EXPECT_THAT(typed("c3\n\x1b[A\nquit\n"), HasSubstr("'c3': the cell is occupied"));  // up
  EXPECT_THAT(typed("resi\t\nqu\t\n"), HasSubstr("White ● resigns; Black ○ wins."));
  EXPECT_THAT(typed("re\t\nquit\n"), HasSubstr("redo resign"));
}

TEST_F(CliPlay, a_signal_at_the_prompt_leaves_the_terminal_as_it_was) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto send = [&](int pid) {
      wait_until_it_handles(pid, SIGTSTP);
      kill(pid, signal);
    };
    const Outcome outcome = run_on_terminal({"play", "havannah:size=3", "--black", "human"},
                                            {.environment = {"TERM=xterm"}, .meanwhile = send});
    EXPECT_EQ(outcome.status, 128 + signal);
    EXPECT_TRUE(outcome.echoes);
  }
}
#endif

}  // namespace
}  // namespace banyan::testing
