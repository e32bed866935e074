// SPDX-License-Identifier: MIT
#include "web/server/site.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "web/server/test_site.h"

namespace banyan::web {
namespace {

using ::testing::HasSubstr;
using Texts = std::vector<std::string>;

// ---- What there is ----

TEST_F(SiteTest, the_catalogue_has_games_players_and_limits) {
  const Json catalogue = ask_json("GET", "/api/catalogue");
  EXPECT_EQ(catalogue["games"].size(), 6u);
  EXPECT_TRUE(catalogue["players"].contains("rave"));
  EXPECT_EQ(catalogue["limits"]["memory"], 64);
}

TEST_F(SiteTest, positions_of_any_game_are_shown) {
  const Json position =
      ask_json("POST", "/api/positions", {{"game", "havannah"}, {"options", "size=4"}, {"moves", {"d4", "d5"}}});
  EXPECT_EQ(position["played"], (Texts{"d4", "d5"}));
  EXPECT_EQ(position["to_move"], 1);
  const Json dealt = ask_json("POST", "/api/positions", {{"game", "cards"}, {"seed", 3}});
  EXPECT_EQ(dealt["to_move"], 1);
  EXPECT_FALSE(dealt["played"].empty());
  const Json wrong = ask_json("POST", "/api/positions", {{"game", "havannah"}, {"moves", {"d4", "d4"}}}, 422);
  EXPECT_EQ(wrong["error"]["field"], "moves[1]");
}

TEST_F(SiteTest, begins_with_the_page_or_says_that_it_was_built_without) {
  const auto first = ask("GET", "/");
  EXPECT_THAT(first.body, HasSubstr(first.type.starts_with("text/html") ? "app.js" : "built without its page"));
}

// ---- Playing ----

struct WholeGame {
  const char *game, *options;
  Texts seats;
};

class WholeGames : public SiteTest, public ::testing::WithParamInterface<WholeGame> {};

TEST_P(WholeGames, are_played_to_their_end_and_stay) {
  const auto& [name, options, seats] = GetParam();
  const std::string id = begin(name, options, seats)["id"];
  Json now;
  for (int i = 0; i < 400; ++i) {
    now = wait_until(id, [&](const Json& game) {
      return !game["position"]["result"].is_null() ||
             (game["thinking"].is_null() && !game["position"]["to_move"].is_null() &&
              game["seats"][game["position"]["to_move"].get<std::size_t>() - 1]["player"] == "human");
    });
    if (!now["position"]["result"].is_null()) break;
    const Json& moves = now["position"]["board"]["moves"];
    ASSERT_FALSE(moves.empty());
    command(id, "play", {{"move", moves[static_cast<std::size_t>(i) * 7 % moves.size()]["text"]}});
  }
  EXPECT_FALSE(now["position"]["result"].is_null());
  EXPECT_EQ(now["saved"]["result"], now["position"]["result"]);
  EXPECT_EQ(now["saved"]["moves"], now["position"]["played"]);
  EXPECT_EQ(ask_json("GET", "/api/games")["games"][0]["result"], now["saved"]["result"]);
  const Json again =
      ask_json("POST", "/api/games", {{"saved", Json::parse(ask("GET", "/api/games/" + id + "/file").body)}}, 201);
  EXPECT_EQ(again["position"], now["position"]);
}

INSTANTIATE_TEST_SUITE_P(Games, WholeGames,
                         ::testing::Values(WholeGame{"havannah", "size=3", {"human", "rave:iterations=50"}},
                                           WholeGame{"poly_y", "", {"flat:iterations=50", "flat:iterations=50"}},
                                           WholeGame{"hive", "max_plies=20", {"random", "human"}},
                                           WholeGame{"cards", "start_hp=5", {"human", "flat:iterations=50"}},
                                           WholeGame{"samegame", "board=1", {"human"}}),
                         [](const auto& one) { return std::string(one.param.game); });

TEST_F(SiteTest, nobody_thinks_about_a_move_that_is_played) {
  const std::string id = begin("havannah", "size=5", {"uct:iterations=30", "uct:iterations=30"})["id"];
  for (Json now = game(id); now["position"]["result"].is_null(); now = game(id)) {
    if (now["thinking"].is_null()) continue;
    ASSERT_EQ(now["thinking"]["seat"].get<int>() + 1, now["position"]["to_move"].get<int>()) << now["ply"];
  }
}

TEST_F(SiteTest, no_game_goes_on_beyond_the_longest_that_is_taken) {
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < most_moves / 4; ++i) {
    for (const char* move : i == 0 ? std::array{"wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"}
                                   : std::array{"wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"}) {
      moves.emplace_back(move);
    }
  }
  const Json saved{{"version", 2}, {"game", "hive"}, {"options", "repetitions=0"}, {"moves", moves}};
  const Json made =
      ask_json("POST", "/api/games", {{"saved", saved}, {"seats", {"random", "random"}}, {"auto", false}}, 201);
  ASSERT_EQ(made["ply"], most_moves);
  const std::string id = made["id"];
  EXPECT_THAT(command(id, "step", Json::object(), 422)["error"]["reason"].get<std::string>(), HasSubstr("at most"));
  EXPECT_EQ(game(id)["ply"], most_moves);
}

TEST_F(SiteTest, a_request_for_another_revision_changes_nothing) {
  const Json first = begin("havannah", "size=4", {"human", "human"});
  const std::string id = first["id"], path = "/api/games/" + id + "/play";
  const Json second = ask_json("POST", path, {{"move", "d4"}, {"revision", first["revision"]}});
  EXPECT_EQ(second["ply"], 1);
  const Json refused = ask_json("POST", path, {{"move", "d5"}, {"revision", first["revision"]}}, 409);
  EXPECT_EQ(refused["error"]["field"], "revision");
  EXPECT_EQ(game(id)["ply"], 1);
}

TEST_F(SiteTest, moves_are_taken_back_and_played_again) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  for (const char* move : {"d4", "d5", "d6"}) command(id, "play", {{"move", move}});
  Json now = command(id, "goto", {{"ply", 1}});
  EXPECT_EQ(now["ply"], 1);
  EXPECT_EQ(now["saved"]["moves"].size(), 3u);
  EXPECT_EQ(command(id, "play", {{"move", "d5"}})["saved"]["moves"].size(), 3u);  // as it was
  EXPECT_EQ(command(id, "goto", {{"ply", 3}})["ply"], 3);
  command(id, "goto", {{"ply", 0}});
  now = command(id, "play", {{"move", "a1"}});
  EXPECT_EQ(now["saved"]["moves"], Texts{"a1"});
  EXPECT_EQ(command(id, "goto", {{"ply", 2}}, 422)["error"]["field"], "ply");
}

TEST_F(SiteTest, cards_are_taken_back_to_a_decision) {
  const Json first = begin("cards", "", {"human", "human"});
  const std::string id = first["id"];
  const Json& moves = first["position"]["board"]["moves"];
  const Json second = command(id, "play", {{"move", moves[0]["text"]}});
  EXPECT_GT(second["ply"], first["ply"]);
  const Json back = command(id, "goto", {{"ply", 0}});
  EXPECT_EQ(back["position"], first["position"]);
}

TEST_F(SiteTest, anybody_may_resign_and_think_again) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  Json now = command(id, "resign", {{"seat", 1}});
  EXPECT_EQ(now["saved"]["result"]["resigned"], 2);
  EXPECT_EQ(now["position"]["result"]["winner"], 1);
  EXPECT_EQ(command(id, "play", {{"move", "d4"}}, 422)["error"]["field"], "move");
  command(id, "resign", {{"seat", 0}}, 422);
  now = command(id, "goto", {{"ply", 0}});
  EXPECT_TRUE(now["position"]["result"].is_null());
  // Nobody has given up any longer, also for those who sit down later.
  for (const char* move : {"d4", "d5"}) command(id, "play", {{"move", move}});
  command(id, "resign", {{"seat", 0}});
  now = command(id, "goto", {{"ply", 1}});
  EXPECT_TRUE(now["saved"]["result"].is_null());
  now = command(id, "seats", {{"seats", {"human", "human"}}});
  EXPECT_TRUE(now["position"]["result"].is_null());
  EXPECT_EQ(command(id, "play", {{"move", "d5"}})["ply"], 2);
}

TEST_F(SiteTest, engines_play_by_themselves_or_step_by_step) {
  const std::string id = begin("havannah", "size=3", {"flat:iterations=20", "flat:iterations=20"}, false)["id"];
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(game(id)["ply"], 0);
  command(id, "step", {});
  Json now = wait_until(id, [](const Json& game) { return game["thinking"].is_null(); });
  EXPECT_EQ(now["ply"], 1);
  EXPECT_EQ(ask_json("POST", "/api/games/" + id + "/auto", {{"auto", true}})["auto"], true);
  now = wait_until(id, [](const Json& game) { return !game["position"]["result"].is_null(); });
  // Looking back disturbs nobody.
  command(id, "goto", {{"ply", 2}});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(game(id)["ply"], 2);
  EXPECT_EQ(game(id)["saved"]["moves"], now["saved"]["moves"]);
  EXPECT_EQ(game(id)["saved"]["result"], now["saved"]["result"]);
}

TEST_F(SiteTest, a_pause_ends_the_thinking_and_hurry_makes_it_move) {
  const std::string id = begin("havannah", "size=5", {"rave:seconds=15", "human"})["id"];
  wait_until(id, [](const Json& game) { return !game["thinking"].is_null() && !game["thinking"]["search"].is_null(); });
  Json now = ask_json("POST", "/api/games/" + id + "/auto", {{"auto", false}});
  EXPECT_TRUE(now["thinking"].is_null());
  EXPECT_EQ(now["ply"], 0);
  command(id, "step", {});
  ask_json("POST", "/api/games/" + id + "/hurry");
  wait_until(id, [](const Json& game) { return game["ply"] == 1; });
}

TEST_F(SiteTest, players_change_their_seats) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  command(id, "play", {{"move", "d4"}});
  command(id, "seats", {{"seats", {"human", "flat:iterations=20"}}});
  const Json now = wait_until(id, [](const Json& game) { return game["ply"] == 2; });
  EXPECT_EQ(now["seats"][1]["player"], "flat:iterations=20");
  EXPECT_EQ(command(id, "seats", {{"seats", {"human"}}}, 422)["error"]["field"], "seats");
  EXPECT_EQ(command(id, "seats", {{"seats", {"human", "nobody"}}}, 422)["error"]["field"], "seats[1]");
}

TEST_F(SiteTest, a_hint_is_shown_and_answered) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  const auto stream = ask("GET", "/api/games/" + id + "/events").events;
  const Json hint = command(id, "hint", {{"player", "rave:iterations=20000"}});
  EXPECT_FALSE(hint["best_move"].get<std::string>().empty());
  EXPECT_TRUE(hint["played"].empty());
  EXPECT_EQ(wait_for(*stream, "game")["id"], id);
  EXPECT_EQ(game(id)["revision"], 1);
}

TEST_F(SiteTest, a_change_of_the_game_ends_a_hint) {
  const std::string id = begin("havannah", "size=5", {"human", "human"})["id"];
  std::thread player([&] {
    wait_until(id, [](const Json& game) { return !game["thinking"].is_null(); });
    command(id, "play", {{"move", "e5"}});
  });
  command(id, "hint", {{"player", "rave:seconds=15"}}, 409);
  player.join();
}

TEST_F(SiteTest, clocks_run) {
  const Json body{{"game", "havannah"}, {"options", "size=3"}, {"seats", {"human", "human"}}, {"clock", "30+2"}};
  const std::string id = ask_json("POST", "/api/games", body, 201)["id"];
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  const Json now = command(id, "play", {{"move", "a1"}});
  EXPECT_EQ(now["clock"]["running"], 1);
  EXPECT_LT(now["clock"]["left"][0], 29.95);
  EXPECT_GT(now["clock"]["left"][0], 20);
  EXPECT_GE(now["seats"][0]["seconds"], 0.05);
  EXPECT_EQ(command(id, "seats", {{"seats", {"human", "human"}}})["clock"]["control"], "30+2");
  EXPECT_EQ(command(id, "seats", {{"seats", {"human", "human"}}, {"clock", "60"}})["clock"]["control"], "60");
  EXPECT_TRUE(command(id, "seats", {{"seats", {"human", "human"}}, {"clock", ""}})["clock"].is_null());
  const Json wrong{{"game", "havannah"}, {"seats", {"human", "human"}}, {"clock", "soon"}};
  EXPECT_EQ(ask_json("POST", "/api/games", wrong, 422)["error"]["field"], "clock");
}

TEST_F(SiteTest, notes_are_kept_with_the_game) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  const Json notes = Json::array({{{"ply", 0}, {"text", "well"}}});
  EXPECT_EQ(ask_json("PUT", "/api/games/" + id + "/notes",
                     {{"notes", notes}, {"variations", Json::array()}})["saved"]["notes"],
            notes);
  ask_json("PUT", "/api/games/" + id + "/notes", {{"notes", {1}}}, 400);
}

TEST_F(SiteTest, a_game_goes_and_is_no_more) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  const auto stream = ask("GET", "/api/games/" + id + "/events").events;
  EXPECT_EQ(ask("DELETE", "/api/games/" + id).status, 204);
  while (stream->next(0.1)) {
  }
  EXPECT_EQ(ask("GET", "/api/games/" + id).status, 404);
  EXPECT_TRUE(ask_json("GET", "/api/games")["games"].empty());
}

// ---- Searches of any position ----

TEST_F(SiteTest, an_analysis_is_aimed_elsewhere) {
  const Json asked{
      {"game", "havannah"}, {"options", "size=4"}, {"moves", {"d4"}}, {"player", "rave"}, {"seconds", 0.1}};
  const std::string id = ask_json("POST", "/api/analyses", asked, 201)["id"];
  const auto stream = ask("GET", "/api/analyses/" + id + "/events").events;
  EXPECT_EQ(wait_for(*stream, "end")["played"], Texts{"d4"});
  ask_json("PUT", "/api/analyses/" + id, {{"moves", {"d4", "d5"}}, {"seconds", 5}});
  EXPECT_EQ(wait_for(*stream, "report")["played"], (Texts{"d4", "d5"}));
  ask_json("PUT", "/api/analyses/" + id, {{"moves", {"d4", "d4"}}}, 422);
  EXPECT_EQ(ask("DELETE", "/api/analyses/" + id).status, 204);
  EXPECT_EQ(ask("GET", "/api/analyses/" + id + "/events").status, 404);
}

TEST_F(SiteTest, an_analysis_tells_how_several_moves_would_go_on) {
  for (const std::string player : {"rave", "alphabeta"}) {
    const Json asked{{"game", player == "rave" ? "havannah" : "hive"}, {"player", player}, {"seconds", 0.5}};
    const std::string id = ask_json("POST", "/api/analyses", asked, 201)["id"];
    const Json end = wait_for(*ask("GET", "/api/analyses/" + id + "/events").events, "end");
    // One move after the other is searched to a depth, as time allows.
    ASSERT_GE(end["moves"].size(), player == "rave" ? 5u : 1u) << end;
    const std::size_t shown = std::min<std::size_t>(5, end["moves"].size());
    for (std::size_t i = 0; i < shown; ++i) EXPECT_EQ(end["moves"][i]["variation"][0], end["moves"][i]["move"]) << end;
    ask("DELETE", "/api/analyses/" + id);
  }
}

TEST_F(SiteTest, what_nobody_listens_to_ends) {
  Bounds bounds = small_bounds();
  bounds.unheard_seconds = 0.1;
  open({.bounds = bounds});
  const std::string id = ask_json("POST", "/api/analyses", {{"game", "havannah"}}, 201)["id"];
  const std::string played = begin("havannah", "size=4", {"rave:seconds=15", "human"})["id"];
  for (int i = 0; i < 100 && ask("GET", "/api/analyses/" + id + "/events").status == 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
  }
  EXPECT_EQ(ask("GET", "/api/analyses/" + id + "/events").status, 404);
  // Whoever comes back finds it thinking again.
  const Json now = game(played);
  EXPECT_EQ(now["ply"], 0);
  EXPECT_FALSE(now["thinking"].is_null());
}

TEST_F(SiteTest, a_puzzle_is_solved) {
  const Json asked{{"game", "samegame"}, {"options", "board=1"}, {"player", "nrpa:level=1,n=20"}, {"seconds", 0.3}};
  const std::string id = ask_json("POST", "/api/solves", asked, 201)["id"];
  const auto stream = ask("GET", "/api/solves/" + id + "/events").events;
  const Json end = wait_for(*stream, "end");
  EXPECT_FALSE(end["moves"].empty());
  const Json position =
      ask_json("POST", "/api/positions", {{"game", "samegame"}, {"options", "board=1"}, {"moves", end["moves"]}});
  EXPECT_EQ(position["result"]["score"], end["score"]);
  ask_json("POST", "/api/solves", {{"game", "havannah"}}, 422);
}

TEST_F(SiteTest, searches_beyond_the_cores_wait_and_say_where) {
  Bounds bounds = small_bounds();
  bounds.searches = 1;
  bounds.waiting = 2;
  open({.bounds = bounds});
  Texts ids;
  for (int i = 0; i < 3; ++i) {
    ids.push_back(begin("havannah", "size=5", {"rave:seconds=15", "human"})["id"]);
    wait_until(ids[0], [](const Json& game) { return game["thinking"]["place"] == 0; });
  }
  wait_until(ids[1], [](const Json& game) { return game["thinking"]["place"] == 1; });
  wait_until(ids[2], [](const Json& game) { return game["thinking"]["place"] == 2; });
  const Response response = ask("POST", "/api/analyses", R"({"game": "havannah"})");
  EXPECT_EQ(response.status, 429);
  EXPECT_THAT(response.headers, ::testing::Contains(std::pair<std::string, std::string>("Retry-After", "5")));
  ask("DELETE", "/api/games/" + ids[0]);
  wait_until(ids[1], [](const Json& game) { return game["thinking"]["place"] == 0; });
  wait_until(ids[2], [](const Json& game) { return game["thinking"]["place"] == 1; });
}

// ---- What moves cost ----

TEST_F(SiteTest, a_move_is_judged) {
  const std::string id = begin("havannah", "size=3", {"human", "human"})["id"];
  command(id, "play", {{"move", "a1"}});
  const Json entry = ask_json("POST", "/api/games/" + id + "/judge", {{"ply", 0}, {"player", "rave:iterations=300"}});
  EXPECT_EQ(entry["move"], "a1");
  EXPECT_GE(entry["cost"], 0);
  ask_json("POST", "/api/games/" + id + "/judge", {{"ply", 1}}, 422);
}

TEST_F(SiteTest, a_review_is_kept_stopped_and_continued) {
  const std::string id = begin("havannah", "size=3", {"human", "human"})["id"];
  for (const char* move : {"a1", "b1", "c1", "d2", "e3"}) command(id, "play", {{"move", move}});
  const std::string path = "/api/games/" + id + "/review";
  const auto stream = ask("GET", "/api/games/" + id + "/events").events;
  const Json begun = ask_json("POST", path, {{"player", "rave:iterations=20000"}});
  EXPECT_EQ(begun["review"]["state"], "running");
  EXPECT_EQ(begun["review"]["of"], 5);
  EXPECT_EQ(wait_for(*stream, "review")["of"], 5);
  Json now = ask_json("DELETE", path);
  EXPECT_NE(now["review"]["state"], "running");
  EXPECT_GE(now["saved"]["reviews"][0]["plies"].size(), 1u);
  EXPECT_EQ(now["revision"], begun["revision"]);  // who plays meanwhile is not disturbed
  ask_json("POST", path, {{"player", "rave:iterations=20000"}});
  now = wait_until(id, [](const Json& game) { return game["review"]["state"] == "done"; });
  EXPECT_EQ(now["saved"]["reviews"].size(), 1u);
  EXPECT_EQ(now["saved"]["reviews"][0]["plies"].size(), 5u);
  EXPECT_EQ(now["saved"]["reviews"][0]["player"], "rave:iterations=20000");
  // What was found of moves that were taken back is no part of it.
  command(id, "goto", {{"ply", 2}});
  now = command(id, "play", {{"move", "c2"}});
  EXPECT_EQ(now["review"]["state"], "stopped");
  EXPECT_EQ(now["review"]["done"], 2);
  EXPECT_EQ(now["review"]["of"], 3);
}

// ---- Files ----

TEST_F(SiteTest, games_of_other_programs_are_read_and_written) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  command(id, "play", {{"move", "d4"}});
  const std::string sgf = ask("GET", "/api/games/" + id + "/file?format=sgf").body;
  EXPECT_THAT(sgf, HasSubstr("W[d4]"));
  EXPECT_EQ(ask_json("POST", "/api/convert", {{"text", sgf}})["moves"], Texts{"d4"});
  EXPECT_EQ(ask("GET", "/api/games/" + id + "/file?format=uhp").status, 422);
  EXPECT_EQ(ask_json("POST", "/api/convert", {{"text", "[[0, 0]]"}, {"options", "board=1"}})["game"], "samegame");
  ask_json("POST", "/api/convert", {{"text", "nonsense"}}, 422);
  const std::string deck = R"({"version": 2, "game": "cards", "options": "deck=/etc/passwd", "moves": []})";
  ask_json("POST", "/api/convert", {{"text", deck}}, 403);
  const std::string mark = "\xEF\xBB\xBF";  // of the byte order, which readers of JSON pass over
  for (const char* format : {"", "json"}) {
    Json body{{"text", fmt::format("{}{}", mark, deck)}};
    if (*format != 0) body["format"] = format;
    const Json error = ask_json("POST", "/api/convert", body, 422)["error"];
    EXPECT_THAT(error["reason"].get<std::string>(), HasSubstr("expected a saved game"));
  }
}

TEST_F(SiteTest, a_book_has_a_map) {
  EXPECT_EQ(ask("GET", "/api/books/havannah").status, 404);
  EXPECT_EQ(ask("GET", "/api/books/nothing").status, 422);
}

// ---- The lab ----

class LabTest : public SiteTest {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ + "/experiments/results");
    std::ofstream(folder_ + "/experiments/small.toml")
        << "title = \"Small\"\n[players]\nflat = \"flat:iterations=10\"\n[[grid]]\ntitle = \"One\"\n"
           "game = \"havannah:size=3\"\ngames = 10\na = \"flat\"\nb = [\"flat\"]\n";
    std::ofstream(folder_ + "/experiments/results/small.svg") << "<svg/>";
    begin_site();
  }
  void TearDown() override {
    site.reset();
    std::filesystem::remove_all(folder_);
  }
  void begin_site() {
    open(
        {.bounds = small_bounds(),
         .lab = {.experiments = folder_ + "/experiments", .experiment_store = "", .matches = folder_ + "/matches.db"}});
  }
  Json wait_for_match(const std::string& id) const {
    for (int i = 0; i < 2000; ++i) {
      Json match = ask_json("GET", "/api/lab/matches/" + id);
      if (!match["running"].get<bool>()) return match;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "the match goes on";
    return {};
  }

  std::string folder_ = ::testing::TempDir() + "banyan_lab_" + std::to_string(getpid());
};

TEST_F(LabTest, experiments_are_shown) {
  const Json lab = ask_json("GET", "/api/lab");
  EXPECT_EQ(lab["experiments"][0]["title"], "Small");
  EXPECT_EQ(lab["experiments"][0]["games"], 10);
  EXPECT_EQ(lab["experiments"][0]["running"], false);
  EXPECT_EQ(ask_json("GET", "/api/lab/experiments/small")["cells"].size(), 1u);
  EXPECT_EQ(ask("GET", "/api/lab/experiments/small/plot.svg").body, "<svg/>");
  EXPECT_EQ(ask("GET", "/api/lab/experiments/other").status, 404);
  EXPECT_EQ(ask("GET", "/api/lab/experiments/../small").status, 404);
}

TEST_F(LabTest, games_of_an_experiment_are_replayed_where_their_moves_are_kept) {
  const std::string cell = "/api/lab/experiments/small/cells/0/games";
  EXPECT_EQ(ask_json("GET", "/api/lab")["experiments"][0]["has_games"], false);
  EXPECT_EQ(ask("GET", cell).status, 404);
  {
    Store store(folder_ + "/experiments.db");
    const Match match({.game = "havannah:size=3", .a = "flat:iterations=10", .b = "flat:iterations=10"});
    SearchControl control;
    const MatchId id = store.add(match);
    for (std::uint64_t number = 0; number < 2; ++number) store.finish(id, match.play(number, control, "test").value());
  }
  open({.bounds = small_bounds(),
        .lab = {.experiments = folder_ + "/experiments", .experiment_store = folder_ + "/experiments.db"}});
  EXPECT_EQ(ask_json("GET", "/api/lab")["experiments"][0]["has_games"], true);
  const Json games = ask_json("GET", cell)["games"];
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[1]["seats"], "ba");
  const Json saved = ask_json("GET", cell + "/1");
  EXPECT_EQ(saved["moves"].size(), games[1]["plies"].get<std::size_t>());
  EXPECT_EQ(saved["players"].size(), 2u);
  for (const char* path : {"/2", "/x", "/0/1"}) EXPECT_EQ(ask("GET", cell + path).status, 404) << path;
  EXPECT_EQ(ask("GET", "/api/lab/experiments/small/cells/1/games").status, 404);
  EXPECT_EQ(ask("GET", "/api/lab/experiments/small/cells/-1/games").status, 404);
}

TEST_F(LabTest, a_match_is_played_stopped_and_goes_on) {
  const Json order{{"game", "havannah"},
                   {"options", "size=3"},
                   {"a", "flat:iterations=50"},
                   {"b", "flat:iterations=10"},
                   {"games", 12}};
  const std::string id = ask_json("POST", "/api/lab/matches", order, 201)["id"];
  ask_json("DELETE", "/api/lab/matches/" + id);
  wait_for_match(id);
  begin_site();
  EXPECT_EQ(ask_json("POST", "/api/lab/matches", order, 201)["id"], id);
  const Json match = wait_for_match(id);
  const Json& figures = match["figures"];
  EXPECT_EQ(figures["games"], 12);
  for (const char* key : {"wins", "draws", "losses", "rate", "interval", "interval_from", "elo", "elo_bounds", "los",
                          "pairs", "as_first", "as_second", "endings", "distinct", "mean_plies", "seconds_per_game"}) {
    EXPECT_TRUE(figures.contains(key)) << key;
  }
  EXPECT_EQ(match["games"].size(), 12u);
  EXPECT_EQ(ask_json("GET", "/api/lab/matches/" + id + "/games/3")["moves"].size(),
            match["games"][3]["plies"].get<std::size_t>());
  const std::string csv = ask("GET", "/api/lab/matches/" + id + "/games.csv").body;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 13);
  EXPECT_EQ(ask("GET", "/api/lab/matches/" + id + "/games/99").status, 404);
  Json wrong = order;
  wrong["a"] = "gtp:true";
  ask_json("POST", "/api/lab/matches", wrong, 403);
  wrong = order;
  wrong["openings"] = "/etc/passwd";
  ask_json("POST", "/api/lab/matches", wrong, 422);
}

TEST_F(LabTest, a_match_is_stopped_and_begun_again_at_once) {
  const Json order{{"game", "havannah"},
                   {"options", "size=4"},
                   {"a", "flat:iterations=300"},
                   {"b", "flat:iterations=300"},
                   {"games", 4}};
  const std::string id = ask_json("POST", "/api/lab/matches", order, 201)["id"];
  for (int i = 0; i < 100; ++i) {
    ask_json("DELETE", "/api/lab/matches/" + id);
    const int status = ask("POST", "/api/lab/matches", order.dump()).status;
    EXPECT_TRUE(status == 201 || status == 429) << status;
  }
  wait_for_match(id);
  for (int i = 0; i < 400 && ask("POST", "/api/lab/matches", order.dump()).status == 429; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const Json match = wait_for_match(id);
  EXPECT_EQ(match["games"].size(), 4u);
  EXPECT_FALSE(match.contains("failure")) << match["failure"];
}

// ---- Restarts ----

TEST_F(SiteTest, games_survive_a_restart) {
  const std::string file = ::testing::TempDir() + "banyan_site_" + std::to_string(getpid()) + ".db";
  open({.bounds = small_bounds(), .store = file});
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  for (const char* move : {"d4", "d5", "d6"}) command(id, "play", {{"move", move}});
  const Json before = command(id, "goto", {{"ply", 2}});
  EXPECT_THROW(Site({.bounds = small_bounds(), .store = file}), std::exception);  // one at a time
  open({.bounds = small_bounds(), .store = file});
  Json after = game(id);
  for (Json* one : {&after}) (*one)["seats"] = before["seats"];  // seconds are rounded
  after["saved"]["players"] = before["saved"]["players"];
  EXPECT_EQ(after, before);
  EXPECT_EQ(command(id, "goto", {{"ply", 3}})["position"]["played"].size(), 3u);
  site.reset();
  std::filesystem::remove(file);
}

TEST_F(SiteTest, a_game_that_may_not_be_played_here_any_longer_can_be_deleted) {
  const std::string file = ::testing::TempDir() + "banyan_site_" + std::to_string(getpid()) + ".db";
  open({.bounds = small_bounds(), .store = file});
  const std::string path =
      "/api/games/" + begin("havannah", "size=4", {"human", "rave:threads=2"})["id"].get<std::string>();
  Bounds bounds = small_bounds();
  bounds.threads = 1;
  open({.bounds = bounds, .store = file});
  EXPECT_EQ(ask("GET", path).status, 403);
  EXPECT_EQ(ask("DELETE", path).status, 204);
  EXPECT_EQ(ask("DELETE", path).status, 404);
  EXPECT_TRUE(ask_json("GET", "/api/games")["games"].empty());
  site.reset();
  std::filesystem::remove(file);
}

// ---- Refusals ----

TEST_F(SiteTest, what_is_malformed_is_refused_with_its_place) {
  const auto refuse = [&](const std::string& body, int status, const std::string& field, const std::string& reason) {
    const Response response = ask("POST", "/api/games", body);
    EXPECT_EQ(response.status, status) << body << response.body;
    const Json error = Json::parse(response.body)["error"];
    EXPECT_EQ(error.value("field", ""), field) << body;
    EXPECT_THAT(error["reason"].get<std::string>(), HasSubstr(reason));
  };
  refuse("[]", 400, "", "expected an object");
  refuse("{\"a\": ", 400, "", "no JSON from byte");
  refuse("{\"game\": \"\xff\"}", 400, "", "no JSON from byte");
  refuse(R"({"game": 5, "seats": []})", 400, "game", "expected a text");
  refuse(R"({"game": "havannah", "seats": "human"})", 400, "seats", "expected a list");
  refuse(R"({"game": "havannah", "seats": ["human", 5]})", 400, "seats[1]", "expected an object");
  refuse(R"({"game": "havannah", "seats": ["human", "human"], "sead": 1})", 400, "sead", "no such field");
  refuse(R"({"game": "havannah", "seats": ["human", "human"], "seed": -1})", 400, "seed", "whole number");
  refuse(R"({"game": "go", "seats": []})", 422, "game", "unknown game");
  refuse(R"({"game": "havannah", "options": "size=99", "seats": ["human", "human"]})", 422, "options", "3..12");
  refuse(R"({"game": "havannah", "seats": ["human"]})", 422, "seats", "expected 2 players");
  refuse(std::string(200, '['), 400, "", "nested deeper");
  std::string wide = "{";
  for (int i = 0; i < 100; ++i) wide += "\"" + std::to_string(i) + "\":0,";
  refuse(wide + "\"x\":0}", 400, "", "more than 64 fields");
  EXPECT_EQ(ask("POST", "/api/games", std::string(most_body_bytes + 1, ' ')).status, 413);
  EXPECT_EQ(ask("POST", "/api/games").status, 415);
}

TEST_F(SiteTest, nothing_starts_a_program_or_reads_a_file) {
  for (const char* player : {R"(gtp:\"true\")", "uhp:x", "codecup:x", "rave:book=/etc/passwd", "havannah-best:book=x",
                             "rave:threads=99", "rave:memory=65535", "rave:seconds=10000", "rave:cpu_seconds=10000"}) {
    const std::string text = player;
    const std::string seats = R"({"game": "havannah", "seats": ["human", ")" + text + "\"]}";
    EXPECT_EQ(ask("POST", "/api/games", seats).status, 403) << text;
    if (text.find("seconds") != std::string::npos) continue;  // an analysis has its own
    EXPECT_EQ(ask("POST", "/api/analyses", R"({"game": "havannah", "player": ")" + text + "\"}").status, 403) << text;
  }
  const std::string deck = R"({"game": "cards", "options": "deck=/etc/passwd", "seats": ["human", "human"]})";
  EXPECT_EQ(ask("POST", "/api/games", deck).status, 403);
  EXPECT_EQ(ask("POST", "/api/positions", R"({"game": "cards", "options": "deck=/etc/passwd"})").status, 403);
  const std::string saved = R"({"saved": {"version": 2, "game": "cards", "options": "deck=/etc/passwd", "moves": []}})";
  EXPECT_EQ(ask("POST", "/api/games", saved).status, 403);
}

TEST_F(SiteTest, forms_offer_nothing_that_is_refused) {
  const Json catalogue = ask_json("GET", "/api/catalogue");
  for (const Json& game : catalogue["games"]) {
    EXPECT_FALSE(game["options"].contains("deck"));
    EXPECT_EQ(game["options"].contains("cells"), game["name"] == "samegame");
  }
  const Json& book = catalogue["players"]["rave"]["book"];
  ASSERT_THAT(book["enum"], testing::Contains("none"));
  for (const Json& name : book["enum"]) {
    begin("havannah", "size=4", {"rave:iterations=10,book=" + name.get<std::string>(), "human"}, false);
  }
}

TEST_F(SiteTest, a_file_that_names_a_program_seats_a_person) {
  const Json saved{{"version", 2},
                   {"game", "havannah"},
                   {"options", "size=4"},
                   {"moves", {"d4"}},
                   {"players", {{{"player", "gtp:\"rm\""}}, {{"player", "rave:iterations=10"}}}}};
  const Json now = ask_json("POST", "/api/games", {{"saved", saved}, {"auto", false}}, 201);
  EXPECT_EQ(now["seats"][0]["player"], "human");
  EXPECT_EQ(now["seats"][1]["player"], "rave:iterations=10");
}

TEST_F(SiteTest, addresses_and_methods_are_checked) {
  EXPECT_EQ(ask("GET", "/api/").status, 404);
  EXPECT_EQ(ask("GET", "/api/nothing").status, 404);
  EXPECT_EQ(ask("GET", "/../etc/passwd").status, 404);
  EXPECT_EQ(ask("GET", "/api/games/../../x").status, 404);
  EXPECT_EQ(ask("GET", "/api/games/0123").status, 404);
  EXPECT_EQ(ask("PATCH", "/api/games").status, 405);
  EXPECT_EQ(ask("GET", "/api/positions").status, 405);
  EXPECT_EQ(ask("POST", "/").status, 405);
}

TEST_F(SiteTest, other_sites_are_refused) {
  const auto status = [&](std::map<std::string, std::string> headers, const std::string& path = "/api/games") {
    headers.emplace("host", "localhost:8080");
    return site->handle({.path = path, .headers = std::move(headers)}).status;
  };
  EXPECT_EQ(status({}), 200);
  EXPECT_EQ(status({{"host", "evil.example"}}), 403);
  EXPECT_EQ(status({{"host", "localhost.evil.example:8080"}}), 403);
  EXPECT_EQ(status({{"host", ""}}), 403);
  EXPECT_EQ(status({{"host", "[::1]:80"}}), 200);
  EXPECT_EQ(status({{"origin", "http://localhost:8080"}}), 200);
  EXPECT_EQ(status({{"origin", "http://localhost:9090"}}), 403);
  EXPECT_EQ(status({{"origin", "null"}}), 403);
  EXPECT_EQ(status({{"sec-fetch-site", "same-origin"}}), 200);
  EXPECT_EQ(status({{"sec-fetch-site", "cross-site"}}), 403);
  EXPECT_EQ(status({{"sec-fetch-site", "same-site"}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "document"}}),
            403);
  EXPECT_EQ(
      status({{"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "document"}}, "/"),
      200);
}

TEST_F(SiteTest, a_token_is_asked_for) {
  open({.bounds = small_bounds(), .token = "open-sesame", .is_local = false});
  const auto handle = [&](std::map<std::string, std::string> headers, const std::string& path = "/api/games",
                          std::map<std::string, std::string> query = {}) {
    headers.emplace("host", "board.example");
    return site->handle({.path = path, .query = std::move(query), .headers = std::move(headers)});
  };
  EXPECT_EQ(handle({}).status, 401);
  EXPECT_EQ(handle({}, "/").status, 200) << "the page, which asks for the token";
  EXPECT_EQ(handle({{"authorization", "Bearer open-sesame"}}).status, 200);
  EXPECT_EQ(handle({{"authorization", "Bearer open-sesamX"}}).status, 401);
  EXPECT_EQ(handle({{"authorization", "Bearer "}}).status, 401);
  EXPECT_EQ(handle({{"cookie", "a=b; banyan_token=open-sesame"}}).status, 200);
  EXPECT_EQ(handle({{"cookie", "banyan_token=open"}}).status, 401);
  EXPECT_EQ(handle({}, "/", {{"token", "no"}}).status, 401);
  const Response led = handle({}, "/", {{"token", "open-sesame"}});
  EXPECT_EQ(led.status, 303);
  EXPECT_THAT(led.headers, ::testing::Contains(::testing::Key("Set-Cookie")));
}

TEST_F(SiteTest, every_answer_has_its_headers) {
  for (const char* path : {"/", "/api/games", "/nothing"}) {
    const auto headers = ask("GET", path).headers;
    for (const char* name :
         {"X-Content-Type-Options", "Content-Security-Policy", "Referrer-Policy", "X-Frame-Options"}) {
      EXPECT_THAT(headers, ::testing::Contains(::testing::Key(name))) << path;
    }
  }
}

// ---- Bounds ----

TEST_F(SiteTest, everything_is_bounded) {
  Bounds bounds = small_bounds();
  bounds.games = 2;
  bounds.streams = 2;
  bounds.analyses = 1;
  bounds.seconds = 1;
  open({.bounds = bounds});
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  begin("havannah", "size=4", {"human", "human"});
  ask_json("POST", "/api/games", {{"game", "havannah"}, {"seats", {"human", "human"}}}, 429);
  auto first = ask("GET", "/api/games/" + id + "/events").events;
  const auto second = ask("GET", "/api/games/" + id + "/events").events;
  EXPECT_EQ(ask("GET", "/api/games/" + id + "/events").status, 429);
  first.reset();
  EXPECT_EQ(ask("GET", "/api/games/" + id + "/events").status, 200);
  ask_json("POST", "/api/analyses", {{"game", "havannah"}}, 201);
  ask_json("POST", "/api/analyses", {{"game", "havannah"}}, 429);
  ask_json("POST", "/api/analyses", {{"game", "havannah"}, {"seconds", 2}}, 400);
  // Who asks for endless thinking gets what there is.
  const Json hint = command(id, "hint", {{"player", "rave:iterations=1000000000"}});
  EXPECT_LT(hint["seconds"], 5);
}

TEST_F(SiteTest, games_that_nobody_uses_make_room) {
  Bounds bounds = small_bounds();
  bounds.loaded = 3;
  open({.bounds = bounds});
  // A look at all games, between two others, must not be in the way for long.
  const auto sooner_or_later = [&](const std::string& method, const std::string& path, const std::string& body) {
    Response answer = ask(method, path, body);
    for (int tries = 0; tries < 20 && answer.status == 429; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      answer = ask(method, path, body);
    }
    return answer;
  };
  std::vector<std::string> ids;
  for (int i = 0; i < 12; ++i) {
    const Response made = sooner_or_later("POST", "/api/games",
                                          R"({"game": "havannah", "options": "size=4", "seats": ["human", "human"]})");
    ASSERT_EQ(made.status, 201) << "game " << i << ": " << made.body;
    ids.push_back(Json::parse(made.body)["id"]);
  }
  // They are in the store, and come back.
  for (const std::string& id : ids) EXPECT_EQ(sooner_or_later("GET", "/api/games/" + id, "").status, 200);
  // Who is listened to stays.
  std::vector<std::shared_ptr<EventStream>> streams;
  for (int i = 0; i < 3; ++i)
    streams.push_back(sooner_or_later("GET", "/api/games/" + ids[static_cast<std::size_t>(i)] + "/events", "").events);
  EXPECT_EQ(ask("GET", "/api/games/" + ids[5]).status, 429);
}

TEST_F(SiteTest, a_full_store_refuses_moves_and_keeps_the_game) {
  Bounds bounds = small_bounds();
  bounds.store_mb = 1;
  open({.bounds = bounds});
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  const std::string long_text(900'000, 'x');
  const Json notes = Json::array({{{"ply", 0}, {"text", long_text}}});
  int status = 200;
  for (int i = 0; i < 3 && status == 200; ++i) {
    const std::string other = begin("havannah", "size=4", {"human", "human"})["id"];
    status = ask("PUT", "/api/games/" + other + "/notes", Json{{"notes", notes}}.dump()).status;
  }
  EXPECT_EQ(status, 429);
  EXPECT_EQ(game(id)["ply"], 0);
}

TEST_F(SiteTest, a_slow_reader_gets_the_newest_only) {
  const std::string id = begin("havannah", "size=4", {"human", "human"})["id"];
  const auto stream = ask("GET", "/api/games/" + id + "/events").events;
  for (const char* move : {"d4", "d5", "d6", "e4"}) command(id, "play", {{"move", move}});
  const std::string text = stream->next(1).value();
  EXPECT_EQ(text.find("event: game"), text.rfind("event: game"));
  EXPECT_THAT(text, HasSubstr("\"ply\":4"));
}

}  // namespace
}  // namespace banyan::web
