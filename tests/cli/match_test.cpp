// SPDX-License-Identifier: MIT
// Matches from outside: what the commands print, and that neither kill -9 nor a move to another place loses or changes
// a game.
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <thread>

#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

class CliMatch : public FolderTest {
 protected:
  /// A match of 40 games of a few hundredths of a second each.
  Words match(const std::string& store, const Words& more = {}) const {
    Words words{"match", "--game",  "havannah",  "--size",     "4",       "--a", "rave:iterations=400",
                "--b",   "uct",     "--games",   "40",         "--seed",  "5",   "--concurrency",
                "2",     "--store", path(store), "--openings", "random:2"};
    words[8] = "uct:iterations=400";
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// The games of a store, a line each, without clocks and dates.
  std::vector<std::string> games(const std::string& store) const {
    output({"store", "export", path("export"), "--store", path(store)});
    std::istringstream lines(content("export"));
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> fields;
      std::istringstream parts(line);
      for (std::string field; std::getline(parts, field, '\t');) fields.push_back(field);
      if (fields.size() < 12) continue;
      for (const std::size_t clock : {6u, 7u, 9u}) fields[clock].clear();
      std::string plain;
      for (const std::string& field : fields) plain += field + '\t';
      all.push_back(plain);
    }
    return all;
  }

  /// How many rows there are in a table of the store, which may not be there yet.
  std::int64_t rows(const std::string& store, const std::string& table) const {
    sqlite3* database = nullptr;
    sqlite3_stmt* query = nullptr;
    sqlite3_open_v2(path(store).c_str(), &database, SQLITE_OPEN_READWRITE, nullptr);
    sqlite3_prepare_v2(database, ("SELECT COUNT(*) FROM " + table).c_str(), -1, &query, nullptr);
    const std::int64_t count = sqlite3_step(query) == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
    sqlite3_finalize(query);
    sqlite3_close(database);
    return count;
  }
};

Json first_match(const std::string& out) { return Json::parse(out).at("matches").at(0); }

/// What a match amounts to, without what depends on the clock.
Json plain(Json match) {
  match.erase("seconds_per_game");
  return match;
}

TEST_F(CliMatch, survives_being_killed_three_times) {
  const Json undisturbed = plain(first_match(output(match("whole", {"--json"}))));
  const auto expected = games("whole");
  ASSERT_EQ(expected.size(), 40u);

  std::mt19937 random(std::random_device{}());
  std::int64_t before = 0;
  for (int kills = 0; kills < 3; ++kills) {
    // Wait until it has got somewhere, then strike at any moment.
    const std::int64_t wanted = before + std::uniform_int_distribution(1, 9)(random);
    const auto strike = [&](int pid) {
      while (rows("killed", "games") < wanted) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(0, 10'000)(random)));
      kill(pid, SIGKILL);
    };
    const Outcome outcome = run(match("killed"), {.meanwhile = strike});
    ASSERT_EQ(outcome.status, 128 + SIGKILL) << "it was too fast to be killed";
    const auto left = games("killed");
    EXPECT_GE(static_cast<std::int64_t>(left.size()), wanted);
    for (const std::string& game : left) {
      EXPECT_EQ(std::count(expected.begin(), expected.end(), game), 1) << game;
    }
    before = static_cast<std::int64_t>(left.size());
  }
  EXPECT_EQ(plain(first_match(output(match("killed", {"--json"})))), undisturbed);
  EXPECT_EQ(games("killed"), expected);
}

TEST_F(CliMatch, goes_on_in_a_clone_that_has_only_the_exported_text) {
  const Json undisturbed = plain(first_match(output(match("whole", {"--json"}))));
  Words part = match("part");
  *(std::find(part.begin(), part.end(), "--games") + 1) = "16";
  output(part);
  output({"store", "export", path("full.txt"), "--store", path("part")});
  output({"store", "export", path("compact.txt"), "--compact", "--store", path("part")});
  EXPECT_LT(content("full.txt").size(), 16 * 250u);
  EXPECT_LT(content("compact.txt").size(), 16 * 150u);
  for (const std::string mode : {"full", "compact"}) {
    const Words import{"store", "import", path(mode + ".txt"), "--store", path(mode)};
    EXPECT_THAT(output(import), EndsWith("matches 1, new games 16, known games 0\n"));
    EXPECT_EQ(plain(first_match(output(match(mode, {"--json"})))), undisturbed);
    EXPECT_THAT(output(import),
                EndsWith("new games 0, known games 16\n"));  // the games that came from the text were not played again
    // A game without its moves is played again from its seed, and is the same.
    EXPECT_THAT(output({"store", "game", "--number", "3", "--again", "--store", path(mode)}), HasSubstr("ending"));
  }
  EXPECT_EQ(games("full"), games("whole"));
}

TEST_F(CliMatch, two_processes_share_the_work) {
  Outcome other;
  std::thread second([&] { other = run(match("shared", {"--json"})); });
  const std::string mine = output(match("shared", {"--json"}));
  second.join();
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_EQ(plain(first_match(mine)), plain(first_match(other.out)));
  output(match("alone"));
  EXPECT_EQ(games("shared"), games("alone"));
}

TEST_F(CliMatch, tells_everything_about_a_match) {
  const Words words =
      match("s", {"--sprt", "0,20", "--csv", path("csv"), "--sgf", path("sgf"), "--moves", path("txt")});
  const std::string text = output(words);
  for (const char* heading : {"\ngames  ", "\nscore  ", "\nwin rate  ", "\nElo  ", "\nLOS  ", "\npairs  ", "\nSPRT  ",
                              "\nA first  ", "\nA second  ", "\nended by  ", "\nlength  ", "\ntime  "}) {
    EXPECT_THAT(text, HasSubstr(heading));
  }
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  const auto count = [](const std::string& in, char c) { return std::count(in.begin(), in.end(), c); };
  EXPECT_EQ(count(content("csv"), '\n'), 41);
  EXPECT_EQ(count(content("txt"), '\n'), 40);
  const std::string sgf = content("sgf");
  std::size_t games = 0;
  for (std::size_t at = sgf.find("(;"); at != std::string::npos; at = sgf.find("(;", at + 1)) ++games;
  EXPECT_EQ(games, 40u);
  // What was written can be replayed, and ended as it was written.
  std::istringstream replayed(run({"replay", "havannah", "--size", "4"}, {.input = content("txt")}).out);
  for (std::string line; std::getline(replayed, line);) EXPECT_EQ(Json::parse(line)["over"], true) << line;
  const Json json = first_match(output(match("s", {"--json"})));
  EXPECT_EQ(json["games"], 40);
  EXPECT_EQ(json["wins"].get<int>() + json["losses"].get<int>() + json["draws"].get<int>(), 40);
  EXPECT_EQ(json["as_first"]["wins"].get<int>() + json["as_second"]["wins"].get<int>(), json["wins"]);
  EXPECT_EQ(json["over"], true);
}

TEST_F(CliMatch, plays_round_robins_and_gauntlets) {
  Words words{"match",
              "--game",
              "havannah:size=3",
              "--player",
              "rave:iterations=50",
              "--player",
              "uct:iterations=50",
              "--player",
              "flat:iterations=1",
              "--games",
              "4",
              "--json",
              "--store",
              path("s")};
  const Json all = Json::parse(output(words));
  EXPECT_EQ(all["matches"].size(), 3u);
  EXPECT_EQ(all["standings"].size(), 3u);
  EXPECT_EQ(all["standings"][2]["player"], "flat:iterations=1");
  words.insert(words.end(), {"--schedule", "gauntlet"});
  EXPECT_EQ(Json::parse(output(words))["matches"].size(), 2u);
  words.back() = "knockout";
  EXPECT_THAT(run(words).err, HasSubstr("expected round-robin or gauntlet"));
}

TEST_F(CliMatch, plays_external_programs) {
  const std::string program =
      std::string("gtp:\"") + BANYAN_PROGRAM + " gtp havannah --size 3 --player flat:iterations=20 --seed {seed}\"";
  const Words words{"match", "--game",  "havannah:size=3", "--a",   "rave:iterations=50", "--b", program, "--games",
                    "4",     "--store", path("s"),         "--json"};
  const Json json = first_match(output(words));
  EXPECT_EQ(json["games"], 4);
  for (const auto& [ending, score] : json["endings"].items()) EXPECT_THAT(ending, Not(HasSubstr("crash")));
  output({"store", "game", "--number", "2", "--again", "--store", path("s")});
}

TEST_F(CliMatch, warns_of_crowded_cores_and_does_not_repeat_games_of_threads_in_one_tree) {
  const std::string cores = std::to_string(std::max(std::thread::hardware_concurrency(), 2u));
  Words words{"match", "--game", "havannah:size=3", "--a", "uct:iterations=50,threads=2", "--b", "flat:iterations=5"};
  words.insert(words.end(), {"--games", "2", "--store", path("s"), "--concurrency", cores});
  const Outcome played = run(words);
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(played.err, HasSubstr(cores + " games at a time with players of 2 threads are more than"));
  EXPECT_THAT(refusal({"store", "game", "--number", "1", "--again", "--store", path("s")}, 1),
              HasSubstr("game 1 cannot be played again: 2 threads of 'uct' search one tree"));
}

TEST_F(CliMatch, a_complete_match_needs_no_program) {
  const std::string script = path("engine.sh");
  std::ofstream(script) << "while read -r line; do case $line in genmove*) printf '= resign\n\n';; *) printf '=\n\n';; "
                           "esac; done\n";
  const Words words{
      "match",   "--game", "havannah:size=3", "--a",    "flat:iterations=5", "--b", "gtp:/bin/sh " + script,
      "--games", "2",      "--store",         path("s")};
  const std::string text = output(words);
  EXPECT_THAT(text, HasSubstr("resignation: 2 (+2 =0 -0)"));
  std::filesystem::remove(script);
  EXPECT_EQ(output(words), text);
  Words more = words;
  more[8] = "4";
  EXPECT_THAT(run(more).err, HasSubstr("player B cannot begin a game"));
}

TEST_F(CliMatch, an_interrupt_finishes_the_running_games) {
  const auto interrupt = [](int pid) {
    wait_until_it_handles(pid, SIGINT);
    kill(pid, SIGINT);
  };
  const Outcome outcome = run(match("s", {"--json"}), {.meanwhile = interrupt});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("the running games are finished"),
                                 EndsWith("and the same command goes on from there\n")));
  const Json json = first_match(outcome.out);
  EXPECT_EQ(json["over"], false);
  EXPECT_LT(json["games"], 40);  // how many are played before the signal comes is the machine's affair
  EXPECT_EQ(first_match(output(match("s", {"--json"})))["games"], 40);
}

TEST_F(CliMatch, a_second_interrupt_drops_the_running_games) {
  const std::string endless = "rave:iterations=1000000000000,solver=false";
  const Words words{"match", "--game", "havannah", "--a", endless, "--b", endless, "--store", path("s"), "--json"};
  const auto interrupt = [&](int pid) {
    while (rows("s", "claims") == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    kill(pid, SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    kill(pid, SIGINT);
  };
  const Outcome outcome = run(words, {.meanwhile = interrupt});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the running games are dropped"));
  EXPECT_EQ(first_match(outcome.out)["games"], 0);
}

TEST_F(CliMatch, the_system_drops_the_running_games) {
  const std::string endless = "rave:iterations=1000000000000,solver=false";
  for (const int signal : {SIGTERM, SIGHUP}) {
    const auto end = [&](int pid) {
      wait_until_it_handles(pid, signal);
      kill(pid, signal);
    };
    const Outcome outcome =
        run({"match", "--game", "havannah", "--a", endless, "--b", endless, "--store", path("s"), "--json"},
            {.meanwhile = end});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("told to end; the running games are dropped"),
                                   EndsWith("and the same command goes on from there\n")));
    EXPECT_EQ(first_match(outcome.out)["games"], 0);
  }
}

TEST_F(CliMatch, shows_progress_on_a_terminal) {
  const Outcome outcome = run_on_terminal(match("s", {"--sprt", "0,400"}), {.environment = {"TERM=xterm"}});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("/40  +"), HasSubstr("  Elo "), HasSubstr("\r\x1b[K")));
}

TEST_F(CliMatch, refuses_what_makes_no_match) {
  const auto refusal = [&](const Words& more) {
    Words words{"match", "--game", "havannah:size=3", "--store", path("s")};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  };
  const auto with_two = [&](Words more) {
    more.insert(more.end(), {"--a", "rave:iterations=5", "--b", "flat:iterations=5"});
    return refusal(more);
  };
  EXPECT_THAT(refusal({"--a", "rave"}), HasSubstr("a match needs two players"));
  EXPECT_THAT(refusal({"--player", "rave"}), HasSubstr("a match needs two players"));
  EXPECT_THAT(with_two({"--player", "rave"}), HasSubstr("say one or the other"));
  EXPECT_THAT(refusal({"--a", "raev", "--b", "rave"}), HasSubstr("did you mean 'rave'?"));
  EXPECT_THAT(with_two({"--games", "7"}), HasSubstr("even number"));
  EXPECT_THAT(with_two({"--sprt", "5"}), HasSubstr("--sprt 5: expected ELO0,ELO1"));
  EXPECT_THAT(with_two({"--sprt", "5,0"}), HasSubstr("ELO0 below ELO1"));
  EXPECT_THAT(with_two({"--until", "60%"}), HasSubstr("such as 2%"));
  EXPECT_THAT(with_two({"--resign", "5%"}), HasSubstr("expected VALUE,MOVES"));
  EXPECT_THAT(with_two({"--openings", "random:x"}), HasSubstr("random:PLIES"));
  std::ofstream(path("openings")) << "a1 a1\n";
  EXPECT_THAT(with_two({"--openings", path("openings")}), HasSubstr("opening 1, ply 2"));
  EXPECT_FALSE(std::filesystem::exists(path("s")));
  EXPECT_EQ(run({"match", "--a", "rave", "--b", "uct"}).status, 2);
  EXPECT_EQ(run({"match", "--game", "havannah", "--a", "gtp:/no/such", "--b", "uct", "--store", path("s")}).status, 1);
}

// ---- Three players ----

TEST_F(CliMatch, the_third_player_has_threads_like_the_others) {
  const std::string cores = std::to_string(std::max(std::thread::hardware_concurrency(), 2u));
  const Outcome played =
      run({"match", "--game", "cards3:max_plies=20", "--a", "flat:iterations=1", "--b", "flat:iterations=2", "--c",
           "uct:iterations=20,threads=2", "--games", "6", "--concurrency", cores, "--store", path("s")});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(played.err, HasSubstr(cores + " games at a time with players of 2 threads are more than"));
  EXPECT_THAT(refusal({"store", "game", "--number", "1", "--again", "--store", path("s")}, 1),
              HasSubstr("game 1 cannot be played again: 2 threads of 'uct' search one tree"));
}

TEST_F(CliMatch, seats_three_in_every_order) {
  const Words words{"match",
                    "--game",
                    "cards3:max_plies=60",
                    "--a",
                    "uct:iterations=20",
                    "--b",
                    "flat:iterations=2",
                    "--c",
                    "flat:iterations=1",
                    "--games",
                    "12",
                    "--concurrency",
                    "2",
                    "--store",
                    path("s")};
  const auto with = [&](const Words& more) {
    Words all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Json json = Json::parse(output(with({"--json", "--csv", path("csv"), "--moves", path("moves")})));
  const Json& match = json["matches"][0];
  EXPECT_EQ(match["games"], 12);
  ASSERT_EQ(match["shares"].size(), 3u);
  double all = 0;
  for (const Json& share : match["shares"]) {
    EXPECT_EQ(share["interval_from"], "groups");
    all += share["rate"].get<double>();
  }
  EXPECT_NEAR(all, 1, 1e-12);
  EXPECT_FALSE(match.contains("elo"));
  EXPECT_TRUE(match["seconds_per_game"].contains("c"));
  EXPECT_EQ(json["standings"].size(), 3u);
  EXPECT_THAT(content("csv"), StartsWith("match,number,seats,seed,winner,points_of_a,points_of_b,points_of_c,ending,"));
  EXPECT_THAT(content("csv"), AllOf(HasSubstr("\n1,0,abc,"), HasSubstr("\n1,9,acb,"), HasSubstr("\n1,11,bac,")));
  EXPECT_THAT(output(words),
              AllOf(HasSubstr("\nC  flat:iterations=1,"), HasSubstr("\npoints      A "), HasSubstr(" 95 %, sixes; +"),
                    HasSubstr("\nby seat     A first "), HasSubstr(" s, C "), Not(HasSubstr("Elo"))));

  EXPECT_THAT(output({"store", "list", "--store", path("s")}),
              AllOf(HasSubstr("\n   C  flat:iterations=1,"), HasSubstr("12 games  A "), HasSubstr("  C ")));
  const std::string game = output({"store", "game", "--number", "4", "--store", path("s")});
  EXPECT_THAT(game, AllOf(HasSubstr("\nfirst       flat:iterations=1,"), HasSubstr("\nthird       uct:")));
  EXPECT_EQ(output({"store", "game", "--number", "4", "--store", path("s"), "--again"}), game);
  EXPECT_EQ(Json::parse(output({"store", "game", "--number", "4", "--store", path("s"), "--json"}))["seats"], "cba");
  EXPECT_THAT(run({"store", "game", "--number", "4", "--store", path("s"), "--sgf"}).err,
              HasSubstr("SGF knows two colours, and cards3 has three players"));

  output({"store", "export", path("text"), "--compact", "--store", path("s")});
  EXPECT_THAT(output({"store", "import", path("text"), "--store", path("t")}),
              HasSubstr("new games 12, known games 0"));
  Words other = with({"--json"});
  *(std::find(other.begin(), other.end(), path("s"))) = path("t");
  EXPECT_EQ(Json::parse(output(other))["matches"][0]["shares"], match["shares"]);
}

TEST_F(CliMatch, every_three_of_four_play) {
  Words words{"match", "--game", "cards3:max_plies=40", "--games", "6", "--store", path("s"), "--json"};
  for (const char* player : {"flat:iterations=1", "flat:iterations=2", "flat:iterations=3", "flat:iterations=4"}) {
    words.insert(words.end(), {"--player", player});
  }
  Json json = Json::parse(output(words));
  EXPECT_EQ(json["matches"].size(), 4u);
  for (const Json& standing : json["standings"]) EXPECT_EQ(standing["games"], 18);
  words.insert(words.end(), {"--schedule", "gauntlet"});
  EXPECT_EQ(Json::parse(output(words))["matches"].size(), 3u);
}

TEST_F(CliMatch, says_what_is_only_for_two) {
  const auto refusal = [&](const std::string& game, const Words& more) {
    Words words{"match", "--game", game, "--store", path("s"), "--a", "flat:iterations=1", "--b", "flat:iterations=1"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  };
  const auto of_three = [&](Words more) {
    more.insert(more.end(), {"--c", "flat:iterations=1"});
    return refusal("cards3", more);
  };
  EXPECT_THAT(refusal("cards3", {}), HasSubstr("a match of cards3 needs three players: --a SPEC --b SPEC --c SPEC"));
  EXPECT_THAT(refusal("havannah", {"--c", "uct"}), HasSubstr("--c uct: havannah has no seat for a third player"));
  EXPECT_THAT(of_three({"--games", "100"}), HasSubstr("--games 100: games come in sixes"));
  EXPECT_THAT(of_three({"--sprt", "0,10"}), HasSubstr("Elo is between two players, and cards3 has three"));
  EXPECT_THAT(of_three({"--sgf", path("x")}), HasSubstr("SGF knows two colours"));
  EXPECT_THAT(of_three({"--resign", "5%,3"}), HasSubstr("only two can agree on who resigns"));
  EXPECT_THAT(
      run({"tune", "--game", "cards3", "--player", "uct:iterations=5", "--over", "k=0:1", "--games", "100"}).err,
      HasSubstr("tune plays one player against another, and cards3 has 3"));
  EXPECT_FALSE(std::filesystem::exists(path("s")));
}

// ---- store ----

TEST_F(CliMatch, store_lists_and_shows_games) {
  Words few = match("s");
  *(std::find(few.begin(), few.end(), "--games") + 1) = "4";
  output(few);
  const std::string store = path("s");
  EXPECT_THAT(output({"store", "list", "--store", store}),
              AllOf(StartsWith("1  havannah:size=4"), HasSubstr("4 games")));
  EXPECT_EQ(Json::parse(output({"store", "list", "--store", store, "--json"}))[0]["games"], 4);
  const std::string game = output({"store", "game", "--number", "1", "--store", store});
  EXPECT_THAT(game, AllOf(HasSubstr("game 1, seed "), HasSubstr("\nfirst       uct:"), HasSubstr("\nmoves  ")));
  EXPECT_EQ(output({"store", "game", "--number", "1", "--store", store, "--again"}), game);
  EXPECT_THAT(output({"store", "game", "--number", "1", "--store", store, "--sgf"}), StartsWith("(;FF[4]"));
  EXPECT_EQ(Json::parse(output({"store", "game", "--number", "1", "--store", store, "--json"}))["number"], 1);
  EXPECT_THAT(run({"store", "game", "--number", "9", "--store", store}).err, HasSubstr("no such game yet"));
  EXPECT_THAT(run({"store", "game", "--number", "1", "--match", "7", "--store", store}).err, HasSubstr("--match 7"));
  EXPECT_THAT(run({"store", "game", "--store", store}).err, HasSubstr("--number N"));
  EXPECT_THAT(run({"store", "lst", "--store", store}).err, HasSubstr("did you mean 'list'?"));
  EXPECT_EQ(run({"store", "list", "--store", path("none")}).status, 1);
  EXPECT_FALSE(std::filesystem::exists(path("none")));
}

TEST_F(CliMatch, what_moves_look_like_is_learned_from_its_games) {
  output(match("store"));
  const Words fit{"fit", "--moves", "--store", path("store")};
  const auto with = [&](const Words& more) {
    Words words = fit;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  EXPECT_THAT(output(fit),
              AllOf(StartsWith("games       40, "), HasSubstr("foreseen"), HasSubstr("\ncircle        430 ")));
  const Json found = Json::parse(output(with({"--json"})));
  EXPECT_EQ(found.at("weights").at("circle").size(), 430u);
  EXPECT_LT(found.at("loss").at(1), found.at("loss").at(0));
  EXPECT_EQ(output(with({"--json"})), output(with({"--json"})));
  EXPECT_THAT(refusal(with({"--ridge", "3"})), HasSubstr("--moves learns none"));
  EXPECT_THAT(refusal(with({"--gains"})), HasSubstr("--moves learns none"));
  EXPECT_THAT(refusal({"fit", "--store", path("store")}), HasSubstr("has no evaluation that is a sum"));
}

TEST_F(CliMatch, weights_of_an_evaluation_are_learned_from_its_games) {
  output({"match", "--game", "hive:max_plies=40", "--a", "alphabeta:depth=1", "--b", "alphabeta:depth=1", "--openings",
          "random:6", "--games", "40", "--store", path("store")});
  const Words fit{"fit", "--gains", "--store", path("store")};
  EXPECT_THAT(output(fit), AllOf(StartsWith("games       40, "), HasSubstr("\ntempo full "), HasSubstr("\ntempo   ")));
  Words to_parse = fit;
  to_parse.push_back("--json");
  const Json found = Json::parse(output(to_parse));
  EXPECT_LT(found.at("loss").at(1), found.at("loss").at(0));
  EXPECT_EQ(2 * found.at("gains").size(), found.at("weights").size());
  EXPECT_EQ(found.at("gains").at("tempo").size(), 2u);
}

TEST_F(CliMatch, a_damaged_store_is_named_and_what_is_whole_can_be_exported) {
  const auto few = [&](const std::string& store) {
    Words words = match(store);
    *(std::find(words.begin(), words.end(), "--games") + 1) = "4";
    return words;
  };
  output(few("s"));
  const auto before = games("s");
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path("s").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, "UPDATE games SET ending = 'brkdge' WHERE number = 2", nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);

  const auto names_it =
      AllOf(HasSubstr("'" + path("s") + "' is damaged: game 2 of match 1"), HasSubstr("store export"));
  EXPECT_THAT(refusal(few("s"), 1), names_it);
  EXPECT_THAT(refusal({"store", "game", "--number", "2", "--store", path("s")}, 1), names_it);
  EXPECT_THAT(run({"store", "list", "--store", path("s")}).err, names_it);
  const Outcome exported = run({"store", "export", path("whole"), "--store", path("s")});
  EXPECT_EQ(exported.status, 1);
  EXPECT_THAT(exported.out, HasSubstr("matches 1, games 3"));
  EXPECT_THAT(exported.err, HasSubstr("left out 1: game 2 of match 1"));

  output({"store", "import", path("whole"), "--store", path("new")});
  output(few("new"));
  EXPECT_EQ(games("new"), before);
}

TEST_F(CliMatch, a_store_that_may_not_be_changed_can_be_read) {
  Words few = match("s");
  *(std::find(few.begin(), few.end(), "--games") + 1) = "4";
  output(few);
  namespace fs = std::filesystem;
  fs::permissions(path("s"), fs::perms(0444));
  fs::permissions(folder_, fs::perms(0555));
  Setting stranger;
  if (geteuid() == 0) stranger.launcher = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
  if (run({"--version"}, stranger).status == 0) {  // else the program stands where nobody else may go
    EXPECT_THAT(output({"store", "list", "--store", path("s")}, stranger), HasSubstr("4 games"));
    EXPECT_THAT(output({"store", "game", "--number", "1", "--store", path("s")}, stranger), HasSubstr("game 1, seed"));
    EXPECT_EQ(run(few, stranger).status, 1);
  }
  fs::permissions(folder_, fs::perms(0755));
}

// ---- stats ----

TEST(CliStats, gives_figures_without_playing) {
  const Outcome outcome = run({"stats", "--wins", "128", "--draws", "0", "--losses", "22", "--sprt", "0,20"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "score       +128 =0 -22\n"
            "win rate    85.3 % [78.8, 90.1], Wilson 95 %\n"
            "Elo         +305.9 [+237.3, +401.8], 95 %\n"
            "LOS         100.00 %\n"
            "SPRT        LLR 5.85 [-2.94, 2.94], Elo 0 or 20: elo1 accepted\n");
  const Json json = Json::parse(run({"stats", "--wins", "54", "--draws", "98", "--losses", "48", "--pairs",
                                     "3,20,50,22,5", "--sprt", "0,20", "--json"})
                                    .out);
  EXPECT_NEAR(json["elo"], 10.426196, 1e-6);
  // Pairs vary less than games of their own: much narrower as Wilson's of 200 games, 44.6 to 58.3 %.
  EXPECT_NEAR(json["interval"][0], 0.471430, 1e-6);
  EXPECT_NEAR(json["interval"][1], 0.558343, 1e-6);
  EXPECT_EQ(json["interval_from"], "pairs");
  EXPECT_THAT(output({"stats", "--wins", "12", "--losses", "8", "--pairs", "1,0,6,0,3"}),
              HasSubstr("win rate    60.0 % [39.8, 77.3], 95 %, pairs\n"));
  EXPECT_THAT(output({"stats", "--wins", "1", "--losses", "1", "--pairs", "0,0,1,0,0"}), HasSubstr("Wilson 95 %\n"));
  EXPECT_NEAR(json["sprt"]["llr"], 0.0403204, 1e-6);
  EXPECT_EQ(json["sprt"]["verdict"], "undecided");
  EXPECT_EQ(Json::parse(run({"stats", "--wins", "3", "--json"}).out)["elo"], nullptr);
}

TEST(CliStats, refuses_counts_that_cannot_be) {
  EXPECT_THAT(run({"stats"}).err, HasSubstr("no games"));
  EXPECT_EQ(run({"stats", "--wins", "-1"}).status, 2);
  EXPECT_THAT(run({"stats", "--wins", "4", "--pairs", "1,2,3"}).err, HasSubstr("expected five counts"));
  EXPECT_THAT(run({"stats", "--wins", "4", "--pairs", "0,0,0,0,1"}).err, HasSubstr("2 games with 2 points"));
}

}  // namespace
}  // namespace banyan::testing
