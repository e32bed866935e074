// SPDX-License-Identifier: MIT
#include "protocol/gtp_server.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

#include "core/clock.h"
#include "core/text.h"
#include "engine/solve.h"
#include "tests/no_more_threads.h"

namespace banyan {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

class GtpServerTest : public testing::Test {
 protected:
  using Begin = std::function<std::unique_ptr<Session>(const Spec&)>;

  explicit GtpServerTest(const std::string& game = "havannah:size=4", const std::string& player = "rave:iterations=200",
                         const Begin& begin = new_session)
      : server_({.game = parse_spec(game), .player = parse_spec(player), .seed = 1, .version = "1.2", .begin = begin},
                [this](std::string_view text) {
                  const std::lock_guard lock(mutex_);
                  output_ += text;
                  changed_.notify_all();
                }) {}

  /// Everything that was written in answer to a line.
  std::string ask(const std::string& line) {
    output_.clear();
    server_.handle(line);
    const std::lock_guard lock(mutex_);
    return output_;
  }

  std::uint64_t visits_of_last_search() {
    std::uint64_t visits = 0;
    const std::string stats = ask("move_stats");
    const auto parts = words(stats);
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (parts[i] == "visits") visits += static_cast<std::uint64_t>(to_integer(parts[i + 1]).value());
    }
    return visits;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string output_;
  GtpServer server_;
};

class GtpServerSwapTest : public GtpServerTest {
 protected:
  GtpServerSwapTest() : GtpServerTest("havannah:size=4,swap=true") {}
};

/// A game of Havannah whose searches fail as they are told to, and that says of itself what it is told to.
struct Faults {
  std::function<void()> search = [] {};
  bool has_chance = false;
  int players = 2;
  int players_made = 0;
};

class FaultyPlayer final : public EnginePlayer {
 public:
  FaultyPlayer(const Session& game, std::unique_ptr<EnginePlayer> player, Faults& faults)
      : game_(game), player_(std::move(player)), faults_(faults) {}
  SearchReport search(const Session&, SearchControl& control) override {
    faults_.search();
    return player_->search(game_, control);
  }
  std::string settings() const override { return player_->settings(); }

 private:
  const Session& game_;
  std::unique_ptr<EnginePlayer> player_;
  Faults& faults_;
};

class FaultySession final : public Session {
 public:
  FaultySession(const Spec& game, Faults& faults) : game_(new_session(game)), faults_(faults) {}

  const std::string& game() const override { return game_->game(); }
  std::string options() const override { return game_->options(); }
  int players() const override { return faults_.players; }
  bool has_chance() const override { return faults_.has_chance; }
  int to_move() const override { return game_->to_move(); }
  std::vector<std::string> legal_moves() const override { return game_->legal_moves(); }
  const std::vector<std::string>& moves() const override { return game_->moves(); }
  void play(std::string_view move) override { game_->play(move); }
  void play_after_end(std::string_view move) override { game_->play_after_end(move); }
  std::string chance_move(std::uint64_t seed) const override { return game_->chance_move(seed); }
  bool undo() override { return game_->undo(); }
  bool redo() override { return game_->redo(); }
  std::optional<Result> result() const override { return game_->result(); }
  std::optional<int> moves_left() const override { return game_->moves_left(); }
  std::optional<double> score() const override { return game_->score(); }
  BoardData board() const override { throw 17; }
  std::uint64_t hash() const override { return game_->hash(); }
  std::unique_ptr<EnginePlayer> new_player(const Spec& spec, std::uint64_t seed) const override {
    ++faults_.players_made;
    return std::make_unique<FaultyPlayer>(*game_, game_->new_player(spec, seed), faults_);
  }
  std::uint64_t perft(int depth) const override { return game_->perft(depth); }
  PlayoutReport playouts(std::uint64_t count, std::uint64_t seed) const override {
    return game_->playouts(count, seed);
  }
  SolveReport solve(const SolveOptions& options, SolveControl& control) const override {
    return game_->solve(options, control);
  }

 private:
  std::unique_ptr<Session> game_;
  Faults& faults_;
};

struct HasFaults {
  Faults faults_;
};

class GtpServerFaultTest : protected HasFaults, public GtpServerTest {
 protected:
  GtpServerFaultTest()
      : GtpServerTest("havannah:size=4", "rave:iterations=200",
                      [this](const Spec& game) { return std::make_unique<FaultySession>(game, faults_); }) {}
};

// ---- The form of lines ----

TEST_F(GtpServerTest, AnswersWithTheNumberOfTheCommand) {
  EXPECT_EQ(ask("name"), "= Banyan\n\n");
  EXPECT_EQ(ask("17 name"), "=17 Banyan\n\n");
  EXPECT_EQ(ask("0 clear_board"), "=0\n\n");
  EXPECT_EQ(ask("18 undo"), "?18 cannot undo\n\n");
}

TEST_F(GtpServerTest, LetsCommentsBlanksAndControlCharactersPass) {
  EXPECT_EQ(ask(" \t3\tprotocol_version  # which?\r\n"), "=3 2\n\n");
  EXPECT_EQ(ask("na\x07me\x7f"), "= Banyan\n\n");
  for (const char* line : {"", "  \t", "# only a comment", "\r\n"}) EXPECT_EQ(ask(line), "");
}

TEST_F(GtpServerTest, UnknownCommandsAreRefused) {
  EXPECT_EQ(ask("shout"), "? unknown command\n\n");
  EXPECT_EQ(ask("5 NAME"), "?5 unknown command\n\n");
  EXPECT_EQ(ask("5"), "?5 unknown command\n\n");
  EXPECT_EQ(ask("known_command shout"), "= false\n\n");
}

TEST_F(GtpServerTest, WrongNumbersOfArgumentsAreRefused) {
  EXPECT_EQ(ask("play white"), "? syntax error: play takes a colour and a move\n\n");
  EXPECT_EQ(ask("name please"), "? syntax error: name takes no arguments\n\n");
}

TEST_F(GtpServerTest, KnowsEveryCommandItLists) {
  const std::string answer = ask("list_commands");
  const auto lines = split(answer, '\n');
  EXPECT_GT(lines.size(), 20u);
  EXPECT_EQ(lines[0], "= protocol_version");
  for (const std::string_view line : lines) {
    if (line.empty()) continue;
    const std::string name(line.starts_with("= ") ? line.substr(2) : line);
    EXPECT_EQ(ask("known_command " + name), "= true\n\n") << name;
  }
}

TEST_F(GtpServerTest, EndsWithQuit) {
  EXPECT_TRUE(server_.handle("version"));
  EXPECT_FALSE(server_.handle("1 quit"));
  EXPECT_THAT(output_, HasSubstr("= 1.2\n\n=1\n\n"));
}

// ---- The game ----

TEST_F(GtpServerTest, TakesTheSizeOnceOrTwice) {
  EXPECT_EQ(ask("boardsize 3"), "=\n\n");
  EXPECT_EQ(words(ask("all_legal")).size(), 1u + 19);
  EXPECT_EQ(ask("boardsize 5 5"), "=\n\n");
  EXPECT_EQ(words(ask("all_legal")).size(), 1u + 61);
  EXPECT_EQ(ask("boardsize 5 6"),
            "? unacceptable size: expected one number, the cells along one side, or the same number twice\n\n");
  EXPECT_THAT(ask("boardsize 13"), MatchesRegex("\\? unacceptable size: .* expected a whole number in 3..12\n\n"));
  EXPECT_THAT(ask("boardsize x"), StartsWith("? unacceptable size: "));
  EXPECT_EQ(words(ask("all_legal")).size(), 1u + 61);  // as it was
}

TEST_F(GtpServerTest, ASizeOrAClearBoardBeginsANewGame) {
  ask("play w a1");
  EXPECT_EQ(ask("boardsize 4"), "=\n\n");
  EXPECT_EQ(ask("undo"), "? cannot undo\n\n");
  ask("play w a1");
  EXPECT_EQ(ask("clear_board"), "=\n\n");
  EXPECT_EQ(ask("undo"), "? cannot undo\n\n");
}

TEST_F(GtpServerTest, PlaysAndTakesBack) {
  EXPECT_EQ(ask("play white A1"), "=\n\n");
  EXPECT_EQ(ask("play B d4"), "=\n\n");
  EXPECT_EQ(ask("play white d4"), "? illegal move: the cell is occupied\n\n");
  EXPECT_THAT(ask("play white z9"), StartsWith("? illegal move: it is no move of this game"));
  EXPECT_THAT(ask("play white swap"), StartsWith("? illegal move: this game has no swap"));
  EXPECT_EQ(ask("play black d5"), "? illegal move: it is the turn of white\n\n");
  EXPECT_EQ(ask("play red d5"), "? invalid colour 'red': expected white, black, w or b\n\n");
  EXPECT_EQ(ask("undo"), "=\n\n");
  EXPECT_EQ(ask("play black d5"), "=\n\n");
}

TEST_F(GtpServerTest, EitherColourMayBegin) {
  EXPECT_EQ(ask("play black a1"), "=\n\n");
  EXPECT_EQ(ask("play black a2"), "? illegal move: it is the turn of white\n\n");
  EXPECT_EQ(ask("play white d4"), "=\n\n");
  for (const char* line : {"play b a2", "play w d5", "play b a3", "play w d6"}) EXPECT_EQ(ask(line), "=\n\n");
  EXPECT_EQ(ask("final_score"), "? cannot score: the game is not over\n\n");
  EXPECT_EQ(ask("play b a4"), "=\n\n");  // a bridge
  EXPECT_EQ(ask("final_score"), "= B+\n\n");
  ask("clear_board");
  EXPECT_EQ(ask("play white a1"), "=\n\n");
}

TEST_F(GtpServerTest, ShowsTheBoard) {
  ask("play w a1");
  ask("play b d4");
  EXPECT_EQ(ask("showboard"),
            "=\n"
            "         1 2 3 4\n"
            "     a  ● · · ·  5\n"
            "    b  · · · · ·  6\n"
            "   c  · · · · · ·  7\n"
            "  d  · · · ○ · · ·\n"
            "   e  · · · · · ·\n"
            "    f  · · · · ·\n"
            "     g  · · · ·\n\n");
}

TEST_F(GtpServerTest, AFinishedGameHasAScoreAndNoMoves) {
  for (const char* line : {"play w a1", "play b d4", "play w a2", "play b d5", "play w a3", "play b d6", "play w a4"}) {
    EXPECT_EQ(ask(line), "=\n\n");
  }
  EXPECT_EQ(ask("final_score"), "= W+\n\n");
  EXPECT_EQ(ask("genmove black"), "= none\n\n");
  EXPECT_EQ(ask("all_legal"), "=\n\n");
  EXPECT_EQ(ask("play black g7"), "? illegal move: the game is over\n\n");
  EXPECT_EQ(ask("lz-analyze"), "? there is nothing to analyse: the game is over\n\n");
}

TEST_F(GtpServerSwapTest, SwapIsAMove) {
  EXPECT_EQ(ask("play w d4"), "=\n\n");
  EXPECT_THAT(ask("all_legal"), HasSubstr(" swap\n"));
  EXPECT_EQ(ask("play b swap"), "=\n\n");
  EXPECT_EQ(ask("play b a1"), "? illegal move: it is the turn of white\n\n");
  EXPECT_EQ(ask("play w a1"), "=\n\n");
  EXPECT_EQ(ask("play b swap"), "? illegal move: only the second move may be a swap\n\n");
}

// ---- What cannot be served, and what goes wrong ----

std::string refused_game(const std::string& game, Faults* faults = nullptr) {
  GtpServer::Settings settings{.game = parse_spec(game), .player = parse_spec("uct"), .version = ""};
  if (faults != nullptr) {
    settings.begin = [faults](const Spec& spec) { return std::make_unique<FaultySession>(spec, *faults); };
  }
  try {
    GtpServer(settings, [](std::string_view) {});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(GtpServer, RefusesGamesThatItsProtocolCannotCarry) {
  EXPECT_EQ(refused_game("havannah"), "");
  EXPECT_EQ(refused_game("samegame"), "GTP is for two players, samegame has 1");
  EXPECT_EQ(refused_game("cards3"), "GTP is for two players, cards3 has 3");
  EXPECT_EQ(refused_game("cards"), "GTP has no place for chance, which moves in cards");
  // What the game can do decides, and not what it is called, nor who is to move first.
  Faults chance{.has_chance = true}, four{.players = 4};
  EXPECT_EQ(refused_game("havannah", &chance), "GTP has no place for chance, which moves in havannah");
  EXPECT_EQ(refused_game("havannah", &four), "GTP is for two players, havannah has 4");
}

TEST_F(GtpServerFaultTest, WhateverACommandThrowsIsItsAnswer) {
  EXPECT_EQ(ask("1 showboard"), "?1 an unknown failure\n\n");
  const std::pair<std::function<void()>, const char*> failures[]{
      {[] { throw std::runtime_error("first\n\nsecond"); }, "?2 first  second\n\n"},
      {[] { throw std::bad_alloc(); }, "?2 out of memory\n\n"},
      {[] { throw std::logic_error("odd"); }, "?2 odd\n\n"},
      {[] { throw Error("a failure of ours"); }, "?2 a failure of ours\n\n"},
      {[] { throw 17; }, "?2 an unknown failure\n\n"},
  };
  for (const auto& [fault, answer] : failures) {
    faults_.search = fault;
    EXPECT_EQ(ask("2 genmove white"), answer);
    EXPECT_EQ(ask("undo"), "? cannot undo\n\n");  // nothing was played
  }
  faults_.search = [] {};
  EXPECT_THAT(ask("genmove white"), MatchesRegex("= [a-g][1-7]\n\n"));
  EXPECT_EQ(faults_.players_made, 1 + 5);  // a player that failed is not asked again
}

TEST_F(GtpServerFaultTest, AnAnalysisThatFailsEndsItsAnswerAndNotTheServer) {
  for (const auto& [fault, answer] : std::initializer_list<std::pair<std::function<void()>, const char*>>{
           {[] { throw std::runtime_error("torn"); }, "=3\nerror: torn\n\n=4 Banyan\n\n"},
           {[] { throw 17; }, "=3\nerror: an unknown failure\n\n=4 Banyan\n\n"}}) {
    faults_.search = fault;
    output_.clear();
    EXPECT_TRUE(server_.handle("3 lz-analyze"));
    EXPECT_TRUE(server_.handle("4 name"));
    EXPECT_EQ(output_, answer);
  }
  faults_.search = [] {};
  EXPECT_THAT(ask("genmove"), MatchesRegex("= [a-g][1-7]\n\n"));
}

// ---- Coordinates ----

TEST_F(GtpServerTest, SpeaksThreeKindsOfCoordinates) {
  EXPECT_EQ(ask("coordinates"), "= rows\n\n");
  EXPECT_EQ(ask("coordinates columns"), "=\n\n");
  EXPECT_EQ(ask("play w d1"), "=\n\n");
  EXPECT_EQ(ask("coordinates littlegolem"), "=\n\n");
  EXPECT_EQ(ask("play b g4"), "=\n\n");
  EXPECT_EQ(ask("coordinates rows"), "=\n\n");
  const std::string board = ask("showboard");
  EXPECT_THAT(board, AllOf(HasSubstr("a  · · · ●  5\n"), HasSubstr("g  · · · ○\n")));
  ask("coordinates columns");
  EXPECT_THAT(ask("all_legal"), AllOf(StartsWith("= a1 b1 c1 a2 "), HasSubstr(" f7\n")));
  EXPECT_THAT(ask("showboard"), AllOf(StartsWith("=\n        · · · ●\n"), Not(HasSubstr("a"))));  // no wrong labels
  EXPECT_THAT(ask("coordinates hex"), StartsWith("? syntax error"));
}

// ---- Search ----

TEST_F(GtpServerTest, MovesAndTellsWhatItThought) {
  EXPECT_EQ(ask("pv"), "=\n\n");
  EXPECT_EQ(ask("move_stats"), "=\n\n");
  const std::string answer = ask("genmove white");
  ASSERT_THAT(answer, MatchesRegex("= [a-g][1-7]\n\n"));
  const std::string move = answer.substr(2, 2);
  EXPECT_THAT(ask("play black " + move), StartsWith("? illegal move: the cell is occupied"));
  EXPECT_THAT(ask("pv"), StartsWith("= " + move + " "));
  EXPECT_THAT(ask("move_stats"), AllOf(HasSubstr(move + " visits "), MatchesRegex("= ([a-g][1-7] visits [0-9]+ winrate "
                                                                                  "[01]\\.[0-9]{4}\n)+\n")));
  EXPECT_EQ(ask("genmove white"), "? illegal move: it is the turn of black\n\n");
  EXPECT_THAT(ask("genmove"), MatchesRegex("= [a-g][1-7]\n\n"));
  ask("clear_board");
  EXPECT_EQ(ask("pv"), "=\n\n");
}

TEST_F(GtpServerTest, GamesDifferAndSessionsRepeat) {
  const auto games = [] {
    std::string all;
    GtpServer server({.game = parse_spec("havannah:size=4"), .player = parse_spec("rave:iterations=50"), .version = ""},
                     [&](std::string_view text) { all += text; });
    for (int game = 0; game < 2; ++game) {
      for (int ply = 0; ply < 8; ++ply) server.handle("genmove");
      server.handle("clear_board");
    }
    return all;
  };
  const std::string once = games();
  EXPECT_EQ(once, games());
  const std::size_t half = once.size() / 2;
  EXPECT_NE(once.substr(0, half), once.substr(half));
}

TEST_F(GtpServerTest, KnowsWhatIsProven) {
  for (const char* line : {"play w a1", "play b d4", "play w a2", "play b d5", "play w a3", "play b d6"}) ask(line);
  EXPECT_EQ(ask("genmove w"), "= a4\n\n");
  EXPECT_THAT(ask("move_stats"), HasSubstr("a4 visits 1 winrate 1.0000 proven win\n"));
}

// ---- Time ----

TEST_F(GtpServerTest, AClockReplacesThePlayersLimits) {
  ask("boardsize 10");
  EXPECT_EQ(ask("time_settings 0 0.6 1"), "=\n\n");
  double start = wall_seconds();
  ask("genmove");
  EXPECT_GE(wall_seconds() - start, 0.5);  // 200 iterations take a few milliseconds
  EXPECT_EQ(ask("time_left black 0.02 1"), "=\n\n");
  start = wall_seconds();
  ask("genmove");
  EXPECT_LT(wall_seconds() - start, 0.5);
}

/// Of all moves that move_stats tells of.
std::int64_t visits_in(std::string_view stats) {
  std::int64_t all = 0;
  const auto parts = words(stats);
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    if (parts[i] == "visits") all += to_integer(parts[i + 1]).value();
  }
  return all;
}

TEST(GtpServer, EachGameHasTheClockItWasBegunWithUntilACommandSetsAnother) {
  std::string output;
  GtpServer server({.game = parse_spec("havannah:size=8"),
                    .player = parse_spec("rave:iterations=10,early_stop=never"),
                    .version = "",
                    .clock = {.main_seconds = 2, .kind = ClockKind::cpu}},
                   [&](std::string_view text) { output += text; });
  const auto visits = [&] {
    server.handle("genmove");
    output.clear();
    server.handle("move_stats");
    return visits_in(output);
  };
  EXPECT_GT(visits(), 10);
  server.handle("clear_board");
  EXPECT_GT(visits(), 10);
  server.handle("time_settings 0 1 0");
  server.handle("clear_board");
  EXPECT_EQ(visits(), 10);
}

TEST(GtpServer, AClockLeavesALevelWhatItIs) {
  std::string output;
  GtpServer server({.game = parse_spec("havannah:size=8"),
                    .player = parse_spec("havannah-beginner:early_stop=never"),
                    .version = ""},
                   [&](std::string_view text) { output += text; });
  for (const char* line : {"time_settings 3600 0 0", "time_left white 3000 0", "genmove white"}) server.handle(line);
  output.clear();
  server.handle("move_stats");
  EXPECT_EQ(visits_in(output), 400);
}

TEST_F(GtpServerTest, NoLimitGivesThePlayerItsOwnBack) {
  ask("time_settings 60 0 0");
  EXPECT_EQ(ask("time_settings 0 1 0"), "=\n\n");
  ask("genmove");
  EXPECT_EQ(visits_of_last_search(), 200u);
}

TEST_F(GtpServerTest, TimesThatAreNoneAreRefused) {
  for (const char* line :
       {"time_settings -1 0 0", "time_settings 1 x 0", "time_settings 1 1 0.5", "time_settings nan 0 0",
        "time_settings 0 inf 1", "time_settings 10 0 5", "time_settings 0 0 1", "time_left red 1 1",
        "time_left white nan 0", "time_left white 1 -1", "time_left white -0.5 0", "time_left white 1 1e9"}) {
    EXPECT_THAT(ask(line), MatchesRegex("\\? [^\n]+\n\n")) << line;
  }
  ask("genmove");
  EXPECT_EQ(visits_of_last_search(), 200u);  // there still is no clock
}

TEST_F(GtpServerTest, MovesOfAPeriodAreLeftOnlyWhereThereArePeriods) {
  const std::string refusal = "? '5': expected 0 moves, since this clock has no periods to make them in\n\n";
  EXPECT_EQ(ask("time_left white 20 5"), refusal);
  ask("genmove");
  EXPECT_EQ(visits_of_last_search(), 200u);  // there still is no clock
  for (const char* settings : {"time_settings 60 0 0", "time_settings 0 1 0"}) {
    EXPECT_EQ(ask(settings), "=\n\n");
    EXPECT_EQ(ask("time_left white 20 5"), refusal) << settings;
    EXPECT_EQ(ask("time_left white 20 0"), "=\n\n");
  }
  EXPECT_EQ(ask("time_settings 60 30 10"), "=\n\n");
  EXPECT_EQ(ask("time_left white 20 5"), "=\n\n");
}

TEST_F(GtpServerTest, AClockLongerThanADayIsRefusedAndTheOldOneGoesOn) {
  EXPECT_EQ(ask("time_settings 1000000 0 0"), "? '1000000': expected seconds in 0..86400\n\n");
  EXPECT_EQ(ask("time_settings 1e308 0 0"), "? '1e308': expected seconds in 0..86400\n\n");
  EXPECT_EQ(ask("time_left white 1e6 0"), "? '1e6': expected seconds in 0..86400\n\n");
  ask("genmove");
  EXPECT_EQ(visits_of_last_search(), 200u);  // the player's own limit: there is no clock
  EXPECT_EQ(ask("time_settings 86400 86400 25"), "=\n\n");
  EXPECT_EQ(ask("time_settings 0 0.01 1"), "=\n\n");
  EXPECT_THAT(ask("time_settings 0 90000 1"), StartsWith("? "));
  const double start = wall_seconds();
  ask("genmove");  // by the clock of 0.01 seconds
  EXPECT_LT(wall_seconds() - start, 30);
}

// ---- Analysis ----

TEST_F(GtpServerTest, AnalysesUntilTheNextLine) {
  server_.handle("1 boardsize 10");
  output_.clear();
  server_.handle("2 lz-analyze white 1");
  std::string report;  // the first that looks further than a move
  {
    // A busy machine may begin with reports of a few playouts, in which no reply has been tried.
    const auto looks_further = [](std::string_view line) {
      const auto parts = words(line);
      return parts.size() > 11 && parts[9] == "pv" && parts[11] != "info";
    };
    std::unique_lock lock(mutex_);
    ASSERT_TRUE(changed_.wait_for(lock, std::chrono::seconds(60), [&] {
      const auto lines = split(output_, '\n');
      const auto found = std::find_if(lines.begin(), lines.end(), looks_further);
      if (found != lines.end()) report = *found;
      return lines.size() > 3 && !report.empty();  // two reports at least
    }));
    EXPECT_THAT(output_, Not(HasSubstr("\n\n")));  // the answer goes on
  }
  server_.handle("3 name");
  EXPECT_EQ(split(output_, '\n').front(), "=2");
  EXPECT_THAT(report,
              MatchesRegex("info move [a-s][0-9]+ visits [0-9]+ winrate [0-9]+ order 0 pv [a-s][0-9]+ .* info move "
                           "[a-s][0-9]+ visits [0-9]+ winrate [0-9]+ order 1 pv [a-s][0-9]+ .*"));
  EXPECT_TRUE(output_.ends_with("\n\n=3 Banyan\n\n"));
  EXPECT_THAT(ask("genmove white"), MatchesRegex("= [a-s][0-9]+\n\n"));
}

TEST_F(GtpServerTest, AnAnalysisThatIsStoppedAtOnceStillReports) {
  for (const char* line : {"lz-analyze", "lz-analyze interval 50", "lz-analyze w interval 50", "lz-analyze b 10"}) {
    output_.clear();
    server_.handle(line);
    server_.handle("");
    EXPECT_THAT(output_, MatchesRegex("=\n(info move .*\n)+\n")) << line;
  }
  EXPECT_THAT(ask("lz-analyze b w 10"), StartsWith("? syntax error"));
  EXPECT_THAT(ask("lz-analyze fast"), StartsWith("? syntax error"));
  EXPECT_THAT(ask("pv"), MatchesRegex("= [a-g][1-7].*\n\n"));
}

TEST_F(GtpServerTest, AnAnalysisForWhichThereIsNoThreadSaysSo) {
  {
    const NoMoreThreads limit;
    EXPECT_EQ(ask("4 lz-analyze"), "=4\nerror: no thread can be started for the analysis\n\n");
  }
  EXPECT_EQ(ask("5 name"), "=5 Banyan\n\n");
}

TEST_F(GtpServerTest, AnAnalysisEndsWithTheServer) {
  const double start = wall_seconds();
  {
    GtpServer server({.game = parse_spec("havannah:size=8"), .player = parse_spec("rave"), .version = ""},
                     [](std::string_view) {});
    server.handle("lz-analyze");
  }
  EXPECT_LT(wall_seconds() - start, 30);
}

}  // namespace
}  // namespace banyan
