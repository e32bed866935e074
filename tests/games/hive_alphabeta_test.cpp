// SPDX-License-Identifier: MIT
// Search to a depth on Hive: against trying everything, on positions of random games, and on the situations of a
// thesis.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "arena/problems.h"
#include "core/random.h"
#include "core/text.h"
#include "engine/catalogue.h"
#include "games/hive/hive.h"
#include "tests/slow_value.h"

namespace banyan::hive {
namespace {

SearchReport find(const std::string& game, const std::vector<std::string>& moves, const std::string& player) {
  const auto session = new_session(parse_spec(game));
  for (const std::string& move : moves) session->play(move);
  SearchControl control;
  return session->new_player(parse_spec(player), 1)->search(*session, control);
}

/// Nothing that may change a value, and no help.
const std::string plain =
    "table=false,scout=false,killers=false,history=false,countermoves=false,reduce=0,extend=false,twofold=false";

/// Random games as long as this one.
struct RandomGame {
  RandomGame(std::uint32_t expansions, std::uint32_t plies, std::uint64_t seed)
      : state(Options{.expansions = {.bits = expansions}}) {
    Rng rng(seed);
    while (moves.size() < plies && !state.is_terminal()) {
      MoveList<Hive> legal;
      state.legal_moves(legal);
      const Move move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      moves.push_back(state.move_text(move));
      state.play(move);
    }
  }
  Hive state;
  std::vector<std::string> moves{};
};

TEST(HiveAlphaBeta, GivesTheValueOfTryingEverything) {
  int wins = 0, noisy = 0;
  for (std::uint32_t seed = 0; seed < 16; ++seed) {
    const bool is_whole = seed % 2 == 1;
    const RandomGame game(is_whole ? 7 : 0, 6 + 5 * seed, seed);
    if (game.state.is_terminal()) continue;
    const std::string name = is_whole ? "hive:expansions=M+L+P" : "hive";
    for (const int quiescence : {0, 2}) {
      const int depth = quiescence > 0 ? 1 : 2;
      const int value = slow_value(game.state, depth, 0, quiescence);
      noisy += quiescence > 0 && value != slow_value(game.state, depth, 0, 0) ? 1 : 0;
      for (const char* help :
           {"", "table=true,deeper=false", "scout=true", "aspiration=5", "killers=true", "history=true",
            "countermoves=true", "table=true,deeper=false,scout=true,killers=true,history=true"}) {
        std::string player = fmt::format("alphabeta:depth={},quiescence={},", depth, quiescence);
        // What is said twice counts once: the helps stand in place of what plain says of them.
        for (const auto setting : split(plain, ',')) {
          const auto name_of = [](std::string_view text) { return text.substr(0, text.find('=') + 1); };
          const auto helps = split(help, ',');
          const bool is_said = std::any_of(helps.begin(), helps.end(),
                                           [&](std::string_view one) { return name_of(one) == name_of(setting); });
          if (!is_said) player += std::string(setting) + ',';
        }
        player += help;
        if (player.back() == ',') player.pop_back();
        const SearchReport report = find(name, game.moves, player);
        if (std::abs(value) > highest_evaluation) {
          ASSERT_EQ(report.proven, value > 0 ? 1.0 : 0.0) << player << seed;
          ++wins;
        } else {
          ASSERT_EQ(report.value, value) << player << ' ' << seed;
        }
      }
    }
  }
  EXPECT_GT(noisy, 0);
  EXPECT_GT(wins, 0);
}

TEST(HiveAlphaBeta, SolvesTheSituations) {
  const std::ifstream file(BANYAN_SOURCE_DIR "/experiments/hive_situations.toml");
  std::ostringstream text;
  text << file.rdbuf();
  const Problems problems = parse_problems(text.str());
  std::string last;
  int solved = 0;
  for (const ProblemCell& cell : problems.cells) {
    if (cell.moves == last) continue;
    last = cell.moves;
    std::vector<std::string> moves;
    for (const auto move : split_moves(cell.moves)) moves.emplace_back(move);
    for (const char* player :
         {"alphabeta:depth=4", "alphabeta:depth=4,reduce=1,futility=60", "alphabeta:depth=4,threads=2"}) {
      const SearchReport report = find("hive:queen_first=true,repetitions=0", moves, player);
      EXPECT_THAT(cell.solutions, testing::Contains(report.best_move)) << player;
    }
    ++solved;
  }
  EXPECT_EQ(solved, 3);
}

}  // namespace
}  // namespace banyan::hive
