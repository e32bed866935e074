// SPDX-License-Identifier: MIT
#include "games/hive/hive.h"

#include <string>

#include "engine/game_entry.h"
#include "game/repetition.h"

namespace banyan {

GameEntry hive_entry() {
  GameEntry entry =
      game_entry<Repeating<hive::Hive>>("hive", "two players place and move insects; a queen that is surrounded loses");
  // The players of a thesis [Konz 2012]: docs/games/hive.md.
  const std::string konz =
      "per_candidate=20,expand=1,expand_all=true,solver=false,reuse=false,final_move=max,playout=decisive+piece,cut="
      "170";
  // First the levels for people, the strongest first; each is limited by work but for the best
  // (experiments/levels_hive.toml).
  entry.info.named = {
      {.name = "hive-best",
       .spec = "alphabeta:reduce=1,futility=60",
       .summary = "search to a depth with everything that is known about Hive",
       .level = "best",
       .seconds = 5},
      {.name = "hive-hard",
       .spec = "alphabeta:reduce=1,futility=60,iterations=450000",
       .summary = "450,000 positions a move",
       .level = "hard"},
      {.name = "hive-medium",
       .spec = "alphabeta:reduce=1,futility=60,iterations=80000",
       .summary = "80,000 positions a move",
       .level = "medium"},
      {.name = "hive-easy",
       .spec = "alphabeta:reduce=1,futility=60,iterations=15000",
       .summary = "15,000 positions a move",
       .level = "easy"},
      {.name = "hive-beginner",
       .spec = "alphabeta:reduce=1,futility=60,iterations=3000",
       .summary = "3,000 positions a move",
       .level = "beginner"},
      {.name = "hive-oneply",
       .spec = "alphabeta:depth=1",
       .summary = "one ply with the full evaluation and quiescence, to compare with"},
      {.name = "hive-mobility",
       .spec = "alphabeta:judge=mobility",
       .summary = "judges by what can be moved, as the thesis proposes, to compare with"},
      {.name = "hive-basic", .spec = "sums:formula=never," + konz, .summary = "basic MCTS of a thesis [Konz 2012]"},
      {.name = "hive-a1", .spec = "sums:formula=never,value=a1_wins," + konz, .summary = "its variant A1"},
      {.name = "hive-a2", .spec = "sums:formula=never,value=a2," + konz, .summary = "its variant A2"},
      {.name = "hive-uct",
       .spec = "sums:formula=odd_visits,c=100," + konz,
       .summary = "its UCT on sums, with the formula at odd visits"},
      {.name = "hive-uct-c",
       .spec = "sums:formula=always,c=100," + konz,
       .summary = "its UCT_C, with the formula at every step"},
      {.name = "hive-random", .spec = "random:decisive=true", .summary = "random moves, and every win in one"},
  };
  // As `banyan fit` has it, with the weights.
  entry.info.evaluation_scale = 290;
  entry.info.reviewer = "alphabeta:reduce=1,futility=60,iterations=100000";
  entry.info.analyst = fmt::format("alphabeta:reduce=1,futility=60,seconds={}", until_stopped);
  return entry;
}

}  // namespace banyan
