// SPDX-License-Identifier: MIT
// The program from outside: what each subcommand prints, and how it refuses.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "engine/board_json.h"
#include "game/board_view.h"
#include "tests/cli/program.h"
#include "tests/folder_test.h"
#include "tests/share.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

Json json_output(const Words& arguments) { return Json::parse(output(arguments)); }

std::vector<Json> replay(const std::string& games, const std::string& size = "3") {
  std::istringstream lines(output({"replay", "havannah", "--size", size}, {.input = games}));
  std::vector<Json> all;
  for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
  return all;
}

class CliFiles : public FolderTest {
 protected:
};

// ---- Help ----

TEST(Cli, no_arguments_print_the_help) {
  EXPECT_EQ(output({}), output({"--help"}));
  for (const char* command :
       {"games", "params", "play",  "search",     "replay", "review", "solve", "perft",   "bench", "gtp",
        "match", "stats",  "store", "experiment", "tune",   "fit",    "book",  "codecup", "serve", "version"}) {
    EXPECT_THAT(output({}), HasSubstr(std::string("\n  ") + command));
    const std::string help = output({command, "--help"});
    EXPECT_THAT(help, AllOf(HasSubstr(std::string("Usage: banyan ") + command), HasSubstr("Example:\n  ")));
    EXPECT_THAT(help, Not(HasSubstr("flat")));  // an example shows what one would play with
    EXPECT_LT(std::count(help.begin(), help.end(), '\n'), 40) << help;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 110u) << line;
  }
}

TEST(Cli, help_speaks_of_commands) {
  EXPECT_THAT(output({}), AllOf(HasSubstr("\nCommands:\n"), Not(HasSubstr("ubcommand"))));
}

TEST(Cli, help_names_the_players_one_gets_unasked) {
  EXPECT_THAT(output({"play", "--help"}), AllOf(HasSubstr("human (default)"), HasSubstr("for havannah havannah-best")));
}

TEST(Cli, tells_its_version_commit_and_fingerprint) {
  // A build of an archive has no commit to tell, and one of changed files no fingerprint.
  const std::string commit = std::filesystem::exists(BANYAN_SOURCE_DIR "/.git") ? "\\+[0-9a-f]{12}" : "";
  const std::string build = commit + R"((\.changed| \(bench [0-9a-f]{8}\)))";
  EXPECT_THAT(output({"--version"}), MatchesRegex("banyan [0-9]+\\.[0-9]+\\.[0-9]+" + build + "\n"));
  EXPECT_EQ(output({"version"}), output({"--version"}));
  EXPECT_EQ(output({"gtp", "havannah"}, {.input = "version\n"}),
            "= " + output({"--version"}).substr(std::string_view("banyan ").size()) + '\n');
}

// ---- games, params ----

TEST(Cli, games_lists_options_and_players) {
  EXPECT_THAT(output({"games"}), AllOf(HasSubstr("havannah: "), HasSubstr("size"), HasSubstr("flat")));
  const Json games = json_output({"games", "--json"});
  EXPECT_EQ(games[0]["name"], "havannah");
  EXPECT_EQ(games[0]["options"]["size"]["minimum"], 3);
  EXPECT_EQ(games[0]["options"]["swap"]["type"], "boolean");
  EXPECT_THAT(output({"games"}), HasSubstr("havannah-best = rave:"));
  EXPECT_EQ(games[0]["algorithms"][0], "flat");
}

TEST(Cli, params_lists_every_parameter) {
  EXPECT_THAT(output({"params"}),
              AllOf(HasSubstr("Player flat"), HasSubstr("iterations=0"), HasSubstr("Game havannah")));
  const Json params = json_output({"params", "--json"});
  EXPECT_EQ(params["players"]["flat"]["iterations"]["type"], "integer");
  EXPECT_EQ(params["games"]["havannah"]["size"]["maximum"], 12);
  EXPECT_THAT(refusal({"params", "--json", "--markdown"}), HasSubstr("exclude"));
}

TEST(Cli, the_parameter_documentation_is_up_to_date) {
  std::ifstream file(BANYAN_SOURCE_DIR "/docs/parameters.md");
  std::stringstream committed;
  committed << file.rdbuf();
  EXPECT_EQ(committed.str(), output({"params", "--markdown"}))
      << "regenerate it: banyan params --markdown > docs/parameters.md";
}

// ---- search ----

TEST(Cli, search_prints_move_value_variation_and_table) {
  const std::string text = output({"search", "havannah", "--size", "4", "--moves", "d4", "--player",
                                   "flat:iterations=200", "--seed", "1", "--top", "3"});
  EXPECT_THAT(text,
              AllOf(HasSubstr("best move"), HasSubstr("value"), HasSubstr("variation"), HasSubstr("per CPU-second"),
                    HasSubstr("(·"), HasSubstr("[●]"), HasSubstr("and 33 more"), HasSubstr("Black ○ to move")));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Cli, search_shows_the_sign_of_a_player_without_stones) {
  EXPECT_THAT(output({"search", "havannah:size=3", "--player", "flat:iterations=20"}), HasSubstr("White ● to move"));
}

TEST(Cli, search_gives_the_same_answer_to_the_same_seed) {
  const Words words{"search", "havannah:size=4", "--player", "flat:iterations=300", "--seed", "5", "--json"};
  Json first = json_output(words);
  Json second = json_output(words);
  for (const char* clock : {"seconds", "wall_seconds", "cpu_seconds", "iterations_per_cpu_second"}) {
    EXPECT_GE(first[clock], 0);
    first.erase(clock);
    second.erase(clock);
  }
  EXPECT_EQ(first, second);
  EXPECT_EQ(first["iterations"], 300);
  EXPECT_EQ(first["options"], "size=4,swap=false");
  EXPECT_EQ(first["moves"].size(), 37u);
  EXPECT_EQ(first["principal_variation"][0], first["best_move"]);
  EXPECT_EQ(first["stopped_by"], "iterations");
}

TEST(Cli, every_listed_player_can_search) {
  const Json games = json_output({"games", "--json"});
  for (const Json& player : games[0]["algorithms"]) {
    const std::string spec = player.get<std::string>() + ":iterations=100";
    const int made = player == "random" ? 0 : 100;  // who draws a move searches nothing
    EXPECT_EQ(json_output({"search", "havannah:size=3", "--player", spec, "--json"})["iterations"], made) << spec;
  }
}

TEST(Cli, an_interrupted_search_still_reports) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto interrupt = [=](int pid) {
      wait_until_it_handles(pid, signal);
      kill(pid, signal);
    };
    const Outcome outcome =
        run({"search", "havannah", "--player", "flat:iterations=1000000000000", "--json"}, {.meanwhile = interrupt});
    ASSERT_EQ(outcome.status, 0) << signal;
    EXPECT_EQ(outcome.err, "");
    const Json report = Json::parse(outcome.out);
    EXPECT_EQ(report["stopped_by"], "cancelled");
    EXPECT_NE(report["best_move"], "");
  }
}

// ---- replay ----

TEST(Cli, replay_tells_how_a_game_ended) {
  const auto lines = replay("a1 e5 b1 e4 c1\na1 b2\n\n  a1\te5   b1 e4\r\n");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], Json::parse(R"({"plies":5,"over":true,"winner":1,"decided_ply":5,"how":["bridge"]})"));
  EXPECT_EQ(lines[1], Json::parse(R"({"plies":2,"over":false,"winner":null,"decided_ply":null,"how":[]})"));
  EXPECT_EQ(lines[2]["plies"], 0);
  EXPECT_EQ(lines[3]["plies"], 4);
}

TEST(Cli, replay_tells_the_position_to_whoever_draws_it) {
  const auto line = output({"replay", "havannah:size=3,swap=true", "--position"}, {.input = "a1\n"});
  const auto position = nlohmann::ordered_json::parse(line).at("position");
  EXPECT_EQ(position.at("to_move"), 2);
  EXPECT_EQ(position.at("result"), nullptr);
  const BoardData board = read_board(position.at("board"));
  EXPECT_EQ(to_ascii(plain_text(board)),
            "        1 2 3\n"
            "    a [@]. .  4\n"
            "   b  . . . .  5\n"
            "  c  . . . . .\n"
            "   d  . . . .\n"
            "    e  . . .\n");
  EXPECT_EQ(board.moves.size(), 19u);
  EXPECT_EQ(board.moves.back().text, "swap");
  EXPECT_TRUE(board.moves.back().clicks.empty());
}

TEST(Cli, replay_keeps_the_order_of_its_fields) {
  EXPECT_EQ(output({"replay", "havannah:size=3"}, {.input = "a1"}),
            "{\"plies\":1,\"over\":false,\"winner\":null,\"decided_ply\":null,\"how\":[]}\n");
}

TEST(Cli, replay_names_what_is_illegal_and_goes_on) {
  const auto lines = replay("a1 a1 b1\nz9\na1 e5 b1 e4 c1 c2\nb1 \xff\xfe\nswap\na1\n");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0]["error"], Json::parse(R"({"ply":2,"move":"a1","reason":"the cell is occupied"})"));
  EXPECT_EQ(lines[0]["plies"], 1);
  EXPECT_EQ(lines[1]["error"]["ply"], 1);
  EXPECT_EQ(lines[2]["error"], Json::parse(R"({"ply":6,"move":"c2","reason":"the game is over"})"));
  EXPECT_EQ(lines[2]["winner"], 1);
  EXPECT_EQ(lines[2]["decided_ply"], 5);
  EXPECT_EQ(lines[3]["error"]["ply"], 2);
  EXPECT_EQ(lines[4]["error"]["reason"], "this game has no swap");
  EXPECT_FALSE(lines[5].contains("error"));
}

TEST(Cli, replay_knows_draws_and_second_players) {
  EXPECT_EQ(replay("e5 a1 e4 b1 c3 c1")[0]["winner"], 2);
  EXPECT_TRUE(replay("").empty());
}

// ---- perft, bench ----

TEST(Cli, perft_counts_sequences) {
  EXPECT_THAT(output({"perft", "havannah", "--size", "3", "--depth", "3"}), HasSubstr(" 5814 "));
  const Json counts = json_output({"perft", "havannah:size=3", "--depth", "2", "--moves", "a1", "--json"});
  EXPECT_EQ(counts["counts"][0]["leaves"], 18);
  EXPECT_EQ(counts["counts"][1]["leaves"], 18 * 17);
}

// What a viewer sends when it is connected, makes a move, asks for one and takes it back.
TEST(Cli, gtp_answers_a_viewer) {
  const std::string viewer =
      "1 name\n2 version\n3 protocol_version\n4 list_commands\n5 boardsize 4 4\n6 clear_board\n"
      "# a comment\n\n7 play white d4\n8 genmove black\n9 undo\n10 showboard\n11 fly\n12 quit\n13 name\n";
  const std::string out = output({"gtp", "havannah", "--player", "rave:iterations=300"}, {.input = viewer});
  EXPECT_THAT(out,
              MatchesRegex("=1 Banyan\n\n=2 [0-9a-z.+ ()]+\n\n=3 2\n\n=4 protocol_version\n([a-z_-]+\n)+\n=5\n\n=6\n\n"
                           "=7\n\n=8 [a-g][1-7]\n\n=9\n\n=10\n.*"))
      << out;
  EXPECT_THAT(out, HasSubstr("  d  · · · ● · · ·\n   e  · · · · · ·\n    f  · · · · ·\n     g  · · · ·\n\n"
                             "?11 unknown command\n\n=12\n\n"));
  EXPECT_THAT(out, EndsWith("=12\n\n"));
}

TEST(Cli, gtp_takes_its_game_from_the_command_line) {
  EXPECT_EQ(output({"gtp", "havannah", "--size", "3", "--swap", "--coordinates", "columns"},
                   {.input = "play w b1\nplay b swap\nplay w b1\n"}),
            "=\n\n=\n\n? illegal move: the cell is occupied\n\n");
  EXPECT_THAT(refusal({"gtp", "havannah", "--coordinates", "hex"}), HasSubstr("expected rows, columns or littlegolem"));
  EXPECT_THAT(refusal({"gtp", "havannah", "--player", "rove"}), HasSubstr("did you mean 'rave'?"));
  EXPECT_THAT(refusal({"gtp", "havannah:swap=false", "--swap"}), HasSubstr("swap"));
}

TEST(Cli, protocols_play_within_a_budget_for_a_game) {
  EXPECT_THAT(output({"gtp", "havannah", "--size", "4", "--player", "rave:seconds=600", "--clock", "cpu:1"},
                     {.input = "genmove white\nquit\n"}),
              MatchesRegex("= [a-g][1-7]\n\n=\n\n"));
  EXPECT_THAT(
      output({"uhp", "--player", "alphabeta:seconds=600", "--clock", "1"}, {.input = "newgame\nbestmove\nexit\n"}),
      HasSubstr("White[1]\nok\nw"));
  EXPECT_THAT(refusal({"gtp", "havannah", "--clock", "cpu:0"}), HasSubstr("--clock '0': nobody can play in no time"));
  EXPECT_THAT(refusal({"uhp", "--clock", "-1"}), HasSubstr("expected seconds in 0..86400"));
}

TEST(Cli, gtp_refuses_games_that_the_protocol_cannot_carry) {
  EXPECT_THAT(refusal({"gtp", "cards"}), HasSubstr("GTP has no place for chance"));
  EXPECT_THAT(refusal({"gtp", "samegame"}), HasSubstr("GTP is for two players, samegame has 1"));
  EXPECT_THAT(refusal({"match", "--game", "cards", "--a", "gtp:/bin/true", "--b", "uct", "--games", "2", "--store",
                       ":memory:"}),
              HasSubstr("GTP has no place for chance"));
}

TEST(Cli, gtp_ends_an_analysis_with_its_input) {
  const std::string out = output({"gtp", "havannah", "--size", "4"}, {.input = "lz-analyze 10\n"});
  EXPECT_THAT(out, MatchesRegex("=\n(info move .*\n)+\n"));
}

/// The numbers under a heading end where it ends.
void expect_aligned(const std::string& text, const std::string& heading) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  const std::size_t end = line.find(heading) + heading.size();
  while (std::getline(lines, line) && line.find(':') != std::string::npos) {
    // A number ends here, and the next column begins after it.
    EXPECT_TRUE(std::isdigit(static_cast<unsigned char>(line.at(end - 1)))) << line;
    EXPECT_EQ(line.at(end), ' ') << line;
  }
}

TEST(Cli, bench_prints_the_same_fingerprint_twice) {
  // The test `fingerprint` compares all of it.
  const std::string only = "size=4";
  const std::string text = output({"bench", "--only", only});
  expect_aligned(text, "iterations");
  EXPECT_THAT(text, MatchesRegex("(.|\n)*\ntotal [0-9a-f]{8}\n"));
  const Json json = json_output({"bench", "--json", "--only", only});
  EXPECT_THAT(text, EndsWith("total " + json["total"].get<std::string>() + "\n"));
  for (const Json& line : json["lines"]) EXPECT_THAT(text, HasSubstr(line["fingerprint"].get<std::string>()));
}

TEST(Cli, bench_can_be_held_to_some_lines) {
  const Json json = json_output({"bench", "--json", "--only", "size=4 uct:reuse=false"});
  ASSERT_EQ(json["lines"].size(), 1u);
  EXPECT_EQ(json["lines"][0]["game"], "havannah:size=4");
  const Json speed =
      json_output({"bench", "--speed", "--rounds", "1", "--seconds", "0.001", "--json", "--only", "uniform"});
  for (const Json& line : speed["lines"]) EXPECT_EQ(line["what"], "uniform playouts");
  EXPECT_THAT(refusal({"bench", "--only", "chess"}), HasSubstr("no line contains 'chess'"));
}

TEST(Cli, bench_measures_speed_with_its_spread) {
  const std::string text = output({"bench", "--speed", "--rounds", "1", "--seconds", "0.001"});
  expect_aligned(text, "per CPU-s");
  EXPECT_THAT(text, AllOf(HasSubstr("havannah:size=10"), HasSubstr("uniform playouts"), HasSubstr(" .. ")));
  const Json json = json_output({"bench", "--speed", "--rounds", "3", "--seconds", "0.001", "--json"});
  for (const Json& line : json["lines"]) {
    EXPECT_GT(line["min"], 0);
    EXPECT_LE(line["min"], line["per_cpu_second"]);
    EXPECT_LE(line["per_cpu_second"], line["max"]);
  }
}

// ---- play ----

TEST(Cli, play_engines_print_the_game) {
  const Words words{"play",    "havannah:size=3",    "--seed",  "1",
                    "--white", "flat:iterations=50", "--black", "flat:iterations=50"};
  const std::string text = output(words);
  EXPECT_THAT(text,
              AllOf(HasSubstr("  1. White ● plays "), HasSubstr("  2. Black ○ plays "), HasSubstr(" wins with a ")));
  EXPECT_EQ(text, output(words));
}

/// Every "12 of 3,456 visits" in a text.
std::vector<std::pair<long, long>> visits_in(std::string text) {
  std::erase(text, ',');
  std::vector<std::pair<long, long>> all;
  const std::regex pattern("([0-9]+) of ([0-9]+) visits");
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) {
    all.emplace_back(std::stol((*match)[1]), std::stol((*match)[2]));
  }
  return all;
}

TEST(Cli, play_counts_the_visits_it_has_kept) {
  const std::string player = "rave:iterations=500,reuse=true";
  const auto visits =
      visits_in(output({"play", "havannah:size=4", "--white", player, "--black", player, "--seed", "1"}));
  EXPECT_GT(visits.size(), 10u);
  long most = 0;
  for (const auto& [best, all] : visits) {
    EXPECT_LE(best, all);
    most = std::max(most, all);
  }
  EXPECT_GT(most, 500);
}

TEST(Cli, play_shows_signs_before_the_first_stone) {
  EXPECT_THAT(output({"play", "havannah:size=3", "--black", "human"}),
              AllOf(HasSubstr("White ●: human\n"), HasSubstr("Black ○: human\n")));
}

TEST(Cli, play_plays_again_what_was_taken_back) {
  const std::string person = output({"play", "havannah:size=4", "--black", "flat:iterations=50", "--seed", "1"},
                                    {.input = "redo\nd4\nundo\nredo\nredo\nundo\nd4\nredo\nquit\n"});
  EXPECT_THAT(person, AllOf(HasSubstr("Played 2 moves again."), HasSubstr("nothing to play again")));
  EXPECT_EQ(visits_in(person).size(), 2u);  // the answer is played again, not thought of again
  EXPECT_THAT(output({"play", "havannah:size=3", "--black", "human"}, {.input = "a1\ne5\nb1\ne4\nc1\nundo\nredo\n"}),
              AllOf(HasSubstr("Played 1 move again."), EndsWith("White ● wins with a bridge at move 5.\n\n")));
}

TEST(Cli, play_refuses_in_short_lines) {
  const std::string text =
      output({"play", "havannah:size=4", "--black", "human"},
             {.input = "what\nwhat can I do to make a move here\nÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ\nd4\nd4\nswap\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("\n'what': it is no move of this game, as 'a1' would be; try 'help'\n"),
                          HasSubstr("\n'what can I d..': "), HasSubstr("\n'ÄÄÄÄÄÄ..': "),
                          HasSubstr("\n'd4': the cell is occupied; try 'help'\n")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LT(line.size(), 78u) << line;
}

TEST(Cli, play_follows_a_person) {
  const std::string text = output({"play", "havannah", "--size", "4", "--black", "flat:iterations=50", "--seed", "1"},
                                  {.input = "help\nd4\nmoves\nhint\nundo\nundo\n\nd4 d5\nresign\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("save FILE"), HasSubstr("[●]"), HasSubstr("2. Black ○ plays"), HasSubstr("Hint: "),
                          HasSubstr("Took back 2 moves"), HasSubstr("no turn of yours"), HasSubstr("'d4 d5'"),
                          HasSubstr("White ● resigns; Black ○ wins.")));
}

TEST(Cli, play_ends_politely_with_its_input) {
  EXPECT_THAT(output({"play", "havannah", "--size", "4", "--black", "human"}, {.input = "d4\n"}),
              EndsWith("The input has ended; the game is left unfinished.\n"));
  EXPECT_THAT(output({"play", "havannah", "--size", "3", "--black", "human"}, {.input = "a1\ne5\nb1\ne4\nc1\n"}),
              HasSubstr("White ● wins with a bridge at move 5."));
}

TEST(Cli, play_lets_the_loser_take_back) {
  const std::string text = output({"play", "havannah", "--size", "3", "--black", "human"},
                                  {.input = "a1\ne5\nb1\ne4\nc1\nc2\nundo\nc2\nquit\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("the game is over"), HasSubstr("Took back 1 move.")));
}

TEST_F(CliFiles, play_saves_and_loads) {
  const std::string file = path("a game.json");
  output({"play", "havannah", "--size", "4", "--black", "human"}, {.input = "d4\ne5\nsave " + file + "\n"});
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
  const std::string text =
      output({"play", "havannah", "--size", "3", "--black", "human"}, {.input = "load " + file + "\na1\nquit\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("size=4"), HasSubstr("[○]"), HasSubstr("[●]")));
}

TEST_F(CliFiles, play_begins_with_a_saved_game) {
  const std::string file = path("game.json");
  output({"play", "havannah:size=4,swap=true", "--black", "human"}, {.input = "d4\ne5\nsave " + file + "\n"});
  const std::string text = output({"play", "--load", file, "--black", "human"}, {.input = "d4\nquit\n"});
  EXPECT_THAT(text, AllOf(StartsWith("havannah size=4,swap=true\n"), HasSubstr("[○]"), HasSubstr("occupied")));
  EXPECT_EQ(text, output({"play", "havannah", "--load", file, "--black", "human"}, {.input = "d4\nquit\n"}));
  EXPECT_EQ(text, output({"play", "havannah:swap=true", "--size", "4", "--load", file, "--black", "human"},
                         {.input = "d4\nquit\n"}));
  EXPECT_THAT(output({"play", "--load", file, "--moves", "a1", "--black", "human"}, {}), HasSubstr("[●]"));
  EXPECT_THAT(refusal({"play", "--load", file, "--moves", "d4"}), HasSubstr("--moves, ply 3: "));
  EXPECT_THAT(refusal({"play", "--load", file, "--size", "5"}),
              HasSubstr("the game in it is havannah:size=4,swap=true"));
  EXPECT_THAT(refusal({"play", "chess", "--load", file}), HasSubstr("the game in it is havannah"));
  EXPECT_THAT(refusal({"play", "havannah:sice=4", "--load", file}), HasSubstr("did you mean 'size'?"));
  EXPECT_THAT(refusal({"play", "--load", path("none")}, 1), HasSubstr("No such file or directory"));
  std::ofstream(file) << "{";
  EXPECT_THAT(refusal({"play", "--load", file}), AllOf(HasSubstr("--load " + file), HasSubstr("not a saved game")));
  EXPECT_THAT(refusal({"search", "havannah", "--position", file}), HasSubstr("--position " + file));
}

TEST_F(CliFiles, play_survives_bad_files) {
  const std::string file = path("x.json");
  std::ofstream(file) << "{";
  const std::string text = output({"play", "havannah", "--size", "3", "--black", "human"},
                                  {.input = "load " + path("none") + "\nload " + file + "\nload " + folder_ +
                                            "\nload\nsave " + folder_ + "/none/x\nsave " + folder_ + "\nquit\n"});
  EXPECT_THAT(text, AllOf(HasSubstr("none': No such file or directory"), HasSubstr("not a saved game"),
                          HasSubstr("Is a directory"), HasSubstr("load what?"), HasSubstr("cannot write")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST(Cli, play_uses_colours_on_terminals_only) {
  const Words words{"play", "havannah", "--size", "3", "--black", "flat:iterations=50", "--seed", "1"};
  Setting setting{.input = "c3\nquit\n", .environment = {"TERM=xterm", "LC_ALL=C.UTF-8", "NO_COLOR="}};
  const Outcome coloured = run_on_terminal(words, setting);
  EXPECT_EQ(coloured.status, 0);
  EXPECT_THAT(coloured.out, AllOf(HasSubstr("\x1b[1;33m●"), HasSubstr(">")));
  setting.environment = {"TERM=xterm", "LC_ALL=C.UTF-8", "NO_COLOR=1"};
  EXPECT_THAT(run_on_terminal(words, setting).out, AllOf(HasSubstr("●"), Not(HasSubstr("\x1b[1"))));
  setting.environment = {"TERM=dumb", "LC_ALL=C.UTF-8", "NO_COLOR="};
  EXPECT_THAT(run_on_terminal(words, setting).out, AllOf(HasSubstr("●"), Not(HasSubstr("\x1b[1"))));
  EXPECT_THAT(output(words, setting), Not(HasSubstr("\x1b")));
}

TEST(Cli, play_between_engines_can_be_interrupted) {
  const auto interrupt = [](int pid) {
    wait_until_it_handles(pid, SIGINT);
    kill(pid, SIGINT);
  };
  const std::string endless = "flat:iterations=1000000000000";
  const Outcome outcome = run({"play", "havannah", "--white", endless, "--black", endless}, {.meanwhile = interrupt});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "banyan: the game was interrupted\n");
}

TEST(Cli, an_interrupted_engine_moves_at_once) {
  const auto interrupt = [](int pid) {
    wait_until_it_handles(pid, SIGINT);
    kill(pid, SIGINT);
  };
  const std::string endless = "rave:iterations=1000000000000,solver=false";
  const Outcome outcome = run({"play", "havannah", "--white", endless, "--black", "human"},
                              {.input = "board\nquit\n", .meanwhile = interrupt});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("  1. White ● plays "));
}

TEST(Cli, an_interrupted_bestmove_is_answered_by_the_protocol_alone) {
  const auto interrupt = [](int pid) {
    wait_until_it_handles(pid, SIGINT);
    // Before the search begins, a signal ends nothing.
    for (std::string state; !state.starts_with('Z'); usleep(20'000)) {
      kill(pid, SIGINT);
      std::ifstream stat(fmt::format("/proc/{}/stat", pid));
      std::string number, name;
      if (!(stat >> number >> name >> state)) break;
    }
  };
  const Outcome outcome = run({"uhp", "--player", "alphabeta:seconds=1"},
                              {.input = "newgame\nbestmove time 00:10:00\nexit\n", .meanwhile = interrupt});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out,
              MatchesRegex("id [^\n]*\n([^\n]*\n)?ok\nBase;NotStarted;White\\[1\\]\nok\nw[ABGSQ]1\nok\n(ok\n)?"));
}

// ---- Bad input ----

TEST(Cli, unknown_words_are_named_with_the_nearest_one) {
  EXPECT_THAT(refusal({"serch"}), HasSubstr("unknown command 'serch' (did you mean 'search'?)"));
  EXPECT_THAT(refusal({"search", "havannah", "--sise", "4"}), HasSubstr("'--sise' (did you mean '--size'?)"));
  EXPECT_THAT(refusal({"--verson"}), HasSubstr("did you mean '--version'?"));
  EXPECT_THAT(refusal({"search", "havanah"}), HasSubstr("unknown game 'havanah' (did you mean 'havannah'?)"));
  EXPECT_THAT(refusal({"replay", "havanah"}), HasSubstr("did you mean 'havannah'?"));
  EXPECT_THAT(refusal({"search", "havannah:sice=4"}), HasSubstr("did you mean 'size'?"));
  EXPECT_THAT(refusal({"search", "havannah", "--player", "flut"}), HasSubstr("did you mean 'flat'?"));
  EXPECT_THAT(refusal({"search", "havannah", "--player", "flat:iteration=5"}), HasSubstr("did you mean 'iterations'?"));
  EXPECT_THAT(refusal({"play", "havannah", "--white", "humann"}),
              HasSubstr("unknown player 'humann' (did you mean 'human'?)"));
  EXPECT_THAT(refusal({"play", "havannah", "--black", "foo"}), HasSubstr("known: human, flat, "));
  EXPECT_THAT(refusal({"play", "havannah", "--black", "human:seconds=5"}), HasSubstr("a human has no parameters"));
}

TEST(Cli, words_like_no_other_get_no_suggestion) {
  EXPECT_THAT(refusal({"search", "havannah", "--resume", "x"}), Not(HasSubstr("did you mean")));
  EXPECT_THAT(refusal({"search", "havannah", "--swap"}), Not(HasSubstr("did you mean")));
}

TEST(Cli, values_out_of_range_are_named_with_the_range) {
  EXPECT_THAT(refusal({"search", "havannah", "--size", "13"}), AllOf(HasSubstr("size=13"), HasSubstr("3..12")));
  EXPECT_THAT(refusal({"perft", "havannah:size=x"}), AllOf(HasSubstr("size=x"), HasSubstr("3..12")));
  EXPECT_THAT(refusal({"perft", "havannah", "--depth", "0"}), AllOf(HasSubstr("--depth 0"), HasSubstr("1..100")));
  EXPECT_THAT(refusal({"perft", "havannah", "--depth", "two"}), HasSubstr("whole number"));
  EXPECT_THAT(refusal({"search", "havannah", "--seed", "-1"}), HasSubstr("--seed -1"));
  EXPECT_THAT(refusal({"search", "havannah", "--seed", "99999999999999999999"}), HasSubstr("--seed"));
  EXPECT_THAT(refusal({"search", "havannah", "--player", "flat:seconds=soon"}), HasSubstr("seconds=soon"));
  EXPECT_THAT(refusal({"bench", "--speed", "--rounds", "0"}), HasSubstr("1..1000"));
}

TEST(Cli, arguments_that_are_missing_or_too_many_are_named) {
  EXPECT_THAT(refusal({"search"}), HasSubstr("GAME is required"));
  EXPECT_THAT(refusal({"play"}), HasSubstr("GAME or --load FILE is required"));
  EXPECT_THAT(refusal({"search", "havannah", "4"}), HasSubstr("'4' is one argument too many"));
  EXPECT_THAT(refusal({"search", "havannah", "--size"}), HasSubstr("--size needs a value"));
  EXPECT_THAT(refusal({"search", "havannah", "--player", ""}), HasSubstr("--player needs a value"));
  EXPECT_THAT(refusal({"search", "havannah", "--seed", "1", "--seed", "2"}), HasSubstr("--seed is given twice"));
  EXPECT_THAT(refusal({"search", "havannah:size=4", "--size", "5"}), HasSubstr("given twice"));
  EXPECT_THAT(refusal({"search", "havannah:size=4,size=5"}), HasSubstr("twice"));
  EXPECT_THAT(refusal({"search", "havannah:size"}), HasSubstr("expected key=value"));
  EXPECT_THAT(refusal({"search", ""}), HasSubstr("has no name"));
  EXPECT_THAT(refusal({"games", "--json=maybe"}), HasSubstr("--json takes no value"));
}

TEST(Cli, illegal_moves_are_named_with_ply_and_reason) {
  EXPECT_THAT(refusal({"search", "havannah", "--moves", "a1 b2 a1"}), AllOf(HasSubstr("ply 3"), HasSubstr("occupied")));
  EXPECT_THAT(refusal({"perft", "havannah", "--moves", "z99"}), AllOf(HasSubstr("ply 1"), HasSubstr("'z99'")));
  EXPECT_THAT(refusal({"play", "havannah", "--moves", "swap"}), HasSubstr("no swap"));
  EXPECT_THAT(refusal({"search", "havannah", "--moves", "a1,b2"}), HasSubstr("moves are separated by spaces"));
  EXPECT_THAT(refusal({"search", "havannah:size=3", "--moves", "a1 e5 b1 e4 c1"}), HasSubstr("the game is over"));
}

TEST(Cli, nothing_a_user_types_reaches_the_terminal_as_control) {
  EXPECT_THAT(refusal({"search", "havannah", "--moves", "\x1b[31m\x07"}), Not(HasSubstr("\x1b")));
  EXPECT_THAT(refusal({"search", "a\nb"}), HasSubstr("a?b"));
}

TEST(Cli, a_full_disk_is_a_failure) {
  const int full = open("/dev/full", O_WRONLY);
  for (const Words& words : {Words{"games"}, Words{"--help"}, Words{"params", "--markdown"}}) {
    const Outcome outcome = run(words, {.out = full});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.err, "banyan: cannot write to standard output: No space left on device\n");
  }
  close(full);
}

TEST(Cli, a_closed_pipe_ends_the_program_quietly) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  std::string games;
  for (int i = 0; i < 1000; ++i) games += "a1 b2\n";
  const Outcome outcome = run({"replay", "havannah"}, {.input = games, .out = ends[1]});
  close(ends[1]);
  EXPECT_EQ(outcome.status, 128 + SIGPIPE);
  EXPECT_EQ(outcome.err, "");
}

}  // namespace
}  // namespace banyan::testing
