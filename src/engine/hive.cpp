// SPDX-License-Identifier: MIT
#include "games/hive/hive.h"

#include "engine/game_entry.h"
#include "game/repetition.h"

namespace banyan {

GameEntry hive_entry() {
  GameEntry entry =
      game_entry<Repeating<hive::Hive>>("hive", "two players place and move insects; a queen that is surrounded loses");
  // Levels for people, the strongest first; each is limited by work but for the best. experiments/levels_hive.toml.
  entry.info.named = {
      {.name = "hive-best",
       .spec = "alphabeta",
       .summary = "search to a depth with everything that is known about Hive"},
      {.name = "hive-hard", .spec = "alphabeta:iterations=50000", .summary = "the same, 50,000 positions a move"},
      {.name = "hive-medium", .spec = "alphabeta:iterations=5000", .summary = "5,000 positions a move"},
      {.name = "hive-easy", .spec = "alphabeta:iterations=600", .summary = "600 positions a move"},
      {.name = "hive-beginner", .spec = "alphabeta:iterations=100", .summary = "100 positions a move"},
      {.name = "hive-oneply",
       .spec = "alphabeta:depth=1",
       .summary = "one ply with the full evaluation and quiescence, to compare with"},
      {.name = "hive-mobility",
       .spec = "alphabeta:judge=mobility",
       .summary = "judges by what can be moved, as the thesis proposes, to compare with"},
  };
  return entry;
}

}  // namespace banyan
