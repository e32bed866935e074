// SPDX-License-Identifier: MIT
// What earlier versions have written goes on: every committed result, and stores, saved games, checkpoints and
// unfinished experiments of tests/golden, all of which name players by the settings of their day.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "arena/exchange.h"
#include "arena/match.h"
#include "arena/store.h"
#include "arena/survey.h"
#include "engine/catalogue.h"
#include "engine/save.h"
#include "tests/cli/program.h"
#include "tests/folder_test.h"

namespace banyan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Json = nlohmann::json;
namespace fs = std::filesystem;

const fs::path source = BANYAN_SOURCE_DIR;
const fs::path golden = source / "tests/golden";

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  EXPECT_TRUE(stream.is_open()) << file;
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Kept : public FolderTest {
 protected:
  /// The experiment alone with what was played of it, so that a report is written from nothing else.
  std::string copy_experiment(const fs::path& toml) const {
    const fs::path copy = path(toml.filename().string());
    fs::copy_file(toml, copy, fs::copy_options::overwrite_existing);
    fs::create_directories(path("results"));
    for (const char* extension : {".games", ".jsonl"}) {
      const fs::path played = toml.parent_path() / "results" / (toml.stem().string() + extension);
      const auto overwrite = fs::copy_options::overwrite_existing;
      if (fs::exists(played)) fs::copy_file(played, fs::path(path("results")) / played.filename(), overwrite);
    }
    return copy.string();
  }
  Words command(const std::string& action, const std::string& toml) const {
    return {"experiment", action, toml, "--store", path("store"), "--concurrency", "1"};
  }
  /// A store is upgraded when it is opened to be written to.
  std::string copy_store(const std::string& name) const {
    fs::copy_file(golden / "store" / name, path(name));
    return path(name);
  }
};

// ---- Committed results ----

std::set<fs::path> experiment_files() {
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source / "experiments")) {
    if (entry.path().extension() == ".toml") files.insert(entry.path());
  }
  return files;
}

TEST_F(Kept, every_experiment_has_as_many_games_and_runs_as_it_had) {
  std::string counts;
  for (const fs::path& toml : experiment_files()) {
    const std::string status = output(command("status", toml.string()));
    counts += toml.stem().string() + '\n';
    const std::regex count("[0-9]+/[0-9]+ |[0-9,]+ of [0-9,]+ (games|runs)");
    for (std::sregex_iterator it(status.begin(), status.end(), count), end; it != end; ++it) {
      std::string found = it->str();
      if (found.back() == ' ') found.pop_back();
      counts += found + '\n';
    }
  }
  EXPECT_EQ(counts, text_of(golden / "status.txt"));
}

/// A report without the settings of its players: those are told as today's program tells them.
Json without_settings(Json report) {
  for (const char* list : {"cells", "no_longer_asked_for"}) {
    for (Json& each : report.at(list)) {
      for (const char* key : {"game", "a", "b"}) each.erase(key);
    }
  }
  return report;
}

TEST_F(Kept, every_report_says_what_the_committed_one_says) {
  for (const fs::path& toml : experiment_files()) {
    SCOPED_TRACE(toml.string());
    const std::string name = toml.stem().string();
    output(command("report", copy_experiment(toml)));
    EXPECT_EQ(content("results/" + name + ".md"), text_of(source / "experiments/results" / (name + ".md")));
    const fs::path json = source / "experiments/results" / (name + ".json");
    if (!fs::exists(json)) continue;
    EXPECT_EQ(without_settings(Json::parse(content("results/" + name + ".json"))),
              without_settings(Json::parse(text_of(json))));
  }
}

TEST_F(Kept, every_file_of_results_is_read) {
  std::set<std::string> experiments;
  for (const fs::path& toml : experiment_files()) experiments.insert(toml.stem().string());
  for (const auto& entry : fs::directory_iterator(source / "experiments/results")) {
    const fs::path& file = entry.path();
    SCOPED_TRACE(file.string());
    const std::string extension = file.extension().string();
    if (experiments.contains(file.stem().string())) {  // by its experiment, above
      EXPECT_THAT(extension, ::testing::AnyOf(".games", ".jsonl", ".json", ".csv", ".md", ".svg", ".png"));
      continue;
    }
    ASSERT_EQ(extension, ".jsonl");  // of searches
    std::istringstream lines(text_of(file));
    std::set<std::string> made;
    for (std::string line; std::getline(lines, line);) {
      const Json search = Json::parse(line);
      const std::string game = search.at("game").get<std::string>() + ':' + search.at("options").get<std::string>();
      const std::string player = search.at("player");
      if (!made.insert(game + ' ' + player).second) continue;
      EXPECT_NO_THROW(new_session(parse_spec(game))->new_player(parse_spec(player), 1)) << line;
    }
  }
}

// ---- Stores ----

struct Pairing {
  std::string game, a, b, openings = "none";
};

/// What was played into tests/golden/store/players.games and version_2.store, as it was typed, in its order.
std::vector<Pairing> typed_pairings() {
  std::vector<Pairing> all;
  for (const std::string playout :
       {"uniform", "decisive", "poolrave", "lgrf1", "lgr", "mast", "nast2", "nast3", "ppr"}) {
    all.push_back({"havannah:size=3", "rave:iterations=60,playout=" + playout, "rave:iterations=30"});
  }
  for (const std::string playout : {"uniform", "decisive", "lgrf1", "mast", "ppr"}) {
    all.push_back({"havannah:size=3", "uct:iterations=60,playout=" + playout, "flat:iterations=60"});
  }
  all.push_back({"havannah:size=4", "havannah-best:iterations=100",
                 "rave:iterations=100,r=130,k=0,untried=first,expand=1,solver=false,reuse=false"});
  all.push_back(
      {"havannah:size=3,swap=true", "flat:iterations=60,playout=decisive", "expectiminimax:depth=2", "random:2"});
  all.push_back(
      {"havannah:size=3", "rave:iterations=60,final_move=secure,memory=16", "uct:iterations=60,final_move=robust-max"});
  all.push_back({"cards", "uct:iterations=60,open_loop=true", "flat:iterations=60"});
  all.push_back(
      {"cards", "cards-best:iterations=60", "expectiminimax:depth=1,representatives=averaged,iterations=2000"});
  all.push_back({"cards", "uct:iterations=60,representatives=learned", "uct:iterations=60,widening=2"});
  all.push_back({"cards", "uct:iterations=60,representatives=chosen,classes=2",
                 "expectiminimax:depth=1,prune=star1,table=false"});
  return all;
}

Match match_of(const Pairing& pairing) {
  return Match(
      {.game = pairing.game, .a = pairing.a, .b = pairing.b, .openings = Openings::from_text(pairing.openings)});
}

/// Every match is found by what a user types today, in the store as it is, and no second one is begun.
void expect_all_found(Store& store) {
  const std::vector<Pairing> pairings = typed_pairings();
  ASSERT_EQ(store.matches().size(), pairings.size());
  for (std::size_t i = 0; i < pairings.size(); ++i) {
    const auto id = static_cast<MatchId>(i + 1);
    const Match match = match_of(pairings[i]);
    EXPECT_EQ(store.find(match), id) << match.key();
    EXPECT_EQ(store.add(match), id) << match.key();
    for (const GameRecord& game : store.games(id, Store::all_games)) EXPECT_NO_THROW(check_record(match, game));
  }
  EXPECT_EQ(store.matches().size(), pairings.size());
}

TEST_F(Kept, a_store_made_before_is_found_by_what_users_type) {
  Store store(copy_store("version_2.store"));
  expect_all_found(store);
}

TEST_F(Kept, games_exported_before_are_found_by_what_users_type) {
  Store store(path("s"));
  EXPECT_EQ(import_text(store, text_of(golden / "store/players.games")).added, 2 * typed_pairings().size());
  expect_all_found(store);
}

TEST_F(Kept, a_store_without_checksums_is_found_by_what_users_type) {
  Store store(copy_store("version_1.store"));
  EXPECT_EQ(store.find(match_of({"havannah:size=3", "rave:iterations=10", "flat:iterations=10"})), 1);
  EXPECT_EQ(store.find(match_of({"havannah:size=3", "uct:iterations=10", "flat:iterations=10", "random:2"})), 2);
}

/// MAST and NAST2 have drawn by Gibbs' rule from the same distribution with other random numbers since.
bool is_played_otherwise(const std::string& key) {
  return key.find("playout=mast,gram_draw=gibbs") != std::string::npos ||
         key.find("playout=nast2,gram_draw=gibbs") != std::string::npos;
}

TEST_F(Kept, games_are_played_again_as_they_were) {
  Store store(copy_store("version_2.store"));
  for (const StoredMatch& stored : store.matches()) {
    if (is_played_otherwise(stored.key)) continue;
    const Match match = Match::from_key(stored.key);
    for (const GameRecord& game : store.games(stored.id, Store::all_games)) {
      SearchControl control;
      EXPECT_EQ(match.play(game.number, control, "now").value().moves, game.moves) << stored.key;
    }
  }
}

TEST_F(Kept, a_game_that_this_version_plays_otherwise_names_the_version_it_needs) {
  const Match match = match_of({"havannah:size=3", "rave:iterations=20", "flat:iterations=20"});
  const std::string other = "0.0.9+0123456789ab (bench 01234567)";
  {
    // What another version played: here, other players.
    SearchControl control;
    GameRecord game =
        match_of({"havannah:size=3", "flat:iterations=2", "flat:iterations=1"}).play(0, control, other).value();
    Store store(path("s"));
    store.finish(store.add(match), game);
  }
  const Words again{"store", "game", "--number", "0", "--again", "--json", "--store", path("s")};
  const Outcome refused = run(again);
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr("game 0 is another one: it needs banyan " + other + ", and this is banyan "));

  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path("s").c_str(), &database), SQLITE_OK);
  const char* sql = "UPDATE matches SET checksum = NULL, key = replace(key, 'urgency', 'urgence')";
  EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  EXPECT_THAT(refusal(again, 1), HasSubstr("game 0 needs banyan " + other + ": player 'rave': unknown key 'urgence'"));
}

// ---- Unfinished experiments ----

/// What decides a game, by match and number.
std::map<std::string, std::string> fingerprints(const std::string& games) {
  Store store(":memory:");
  import_text(store, games);
  std::map<std::string, std::string> all;
  for (const StoredMatch& match : store.matches()) {
    for (const GameRecord& game : store.games(match.id, Store::all_games)) {
      all[fmt::format("{} game {}", match.key, game.number)] = fmt::format("{:x}, winner {}", game.hash, game.winner);
    }
  }
  return all;
}

TEST_F(Kept, an_unfinished_experiment_goes_on_with_the_games_it_would_have_had) {
  const std::string toml = copy_experiment(golden / "unfinished/matches.toml");
  EXPECT_THAT(output(command("status", toml)), HasSubstr("40 of 80 games"));
  EXPECT_THAT(output(command("run", toml)), HasSubstr("80 of 80 games"));
  auto now = fingerprints(content("results/matches.games"));
  auto before = fingerprints(text_of(golden / "unfinished/matches.whole"));
  EXPECT_EQ(now.size(), before.size());
  const auto otherwise = [](const auto& game) { return is_played_otherwise(game.first); };
  EXPECT_EQ(std::erase_if(now, otherwise), std::erase_if(before, otherwise));
  EXPECT_EQ(now, before);
  EXPECT_THAT(Json::parse(content("results/matches.json")).at("no_longer_asked_for"), IsEmpty());
}

TEST_F(Kept, an_unfinished_survey_goes_on_with_the_runs_it_would_have_had) {
  const std::string toml = copy_experiment(golden / "unfinished/searches.toml");
  EXPECT_THAT(output(command("status", toml)), HasSubstr("20 of 40 runs"));
  EXPECT_THAT(output(command("run", toml)), HasSubstr("40 of 40 runs"));
  using Found = std::vector<std::tuple<std::uint64_t, double, std::uint64_t, std::string>>;
  const auto found = [](const std::string& text) {
    Found all;
    for (const SurveyRun& run : read_runs(text)) all.emplace_back(run.seed, run.score, run.playouts, run.moves);
    std::sort(all.begin(), all.end());
    return all;
  };
  EXPECT_EQ(found(content("results/searches.jsonl")), found(text_of(golden / "unfinished/searches.whole")));
}

// ---- Saved games and checkpoints ----

TEST_F(Kept, every_saved_game_goes_on) {
  for (const auto& entry : fs::directory_iterator(golden / "saves")) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path().string());
    const SavedGame game = load_game(text_of(entry.path()));
    for (const SavedSeat& seat : game.seats) {
      if (seat.player == "human") continue;
      EXPECT_NO_THROW(game.session->new_player(parse_spec(seat.player), 1));
    }
    if (game.result()) continue;
    const auto legal = game.session->legal_moves();
    EXPECT_NO_THROW(game.session->play(legal.front()));
  }
}

struct Solved {
  const char* name;
  Words arguments;
  int score;
};

const std::vector<Solved>& solved() {
  static const std::vector<Solved> all{
      {"nrpa", {"--algorithm", "nrpa:level=3,n=20"}, 1159},
      {"nrpa_threads", {"--algorithm", "nrpa:level=3,n=16", "--threads", "2"}, 1159},
      {"nrpa_leaf", {"--algorithm", "nrpa:level=3,n=10", "--threads", "2", "--parallel", "leaf-shared"}, 1159},
      {"nrpa_node",
       {"--algorithm", "nrpa:level=3,n=10", "--threads", "2", "--parallel", "node-local", "--parallel-level", "1"},
       1159},
      {"nrpa_trials", {"--algorithm", "samegame-best:n=16"}, 1193},
      {"nmcs", {"--algorithm", "nmcs:level=4,iterations=20000"}, 1159},
  };
  return all;
}

TEST_F(Kept, every_checkpoint_goes_on_to_what_was_found_without_it) {
  for (const Solved& each : solved()) {
    SCOPED_TRACE(each.name);
    const std::string file = std::string(each.name) + ".checkpoint";
    fs::copy_file(golden / "checkpoints" / file, path(file));
    Words words{"solve", "samegame:board=0,width=7,height=7,colours=3", "--seed", "5", "--json"};
    words.insert(words.end(), each.arguments.begin(), each.arguments.end());
    const Json whole = Json::parse(output(words));
    words.insert(words.end(), {"--checkpoint", path(file)});
    const Json after = Json::parse(output(words));
    EXPECT_EQ(after.at("score"), each.score);
    EXPECT_EQ(after.at("moves"), whole.at("moves"));
    EXPECT_EQ(after.at("history").at(0).at(0), 0) << "it began anew";
  }
}

}  // namespace
}  // namespace banyan::testing
